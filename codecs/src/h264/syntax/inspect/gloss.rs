//! A one-line summary of the contents of a unit.

use crate::h264::syntax::{
    Content, Level, ParameterSets, Pps, Sei, SeiPayload, SliceHeader, SliceKind, Sps, Unit, profile_name,
};

/// Returns the summary of the contents of a unit.
pub(super) fn gloss(unit: &Unit, sets: &ParameterSets) -> String {
    match &unit.content {
        Content::Sps(sps) => sequence(sps),
        Content::Pps(pps) => picture(pps),
        Content::Slice(header, bits) => slice(header, *bits, sets),
        Content::Sei(sei) => messages(sei),
        Content::AccessUnitDelimiter(delimiter) => {
            let kinds =
                ["I", "I and P", "I, P and B", "SI", "SI and SP", "I and SI", "I, SI, P and SP", "all kinds of"];
            format!("{} slices", kinds[usize::from(delimiter.primary_pic_type & 7)])
        }
        Content::SpsExtension(extension) => format!("of SPS {}", extension.seq_parameter_set_id),
        Content::Filler(filler) => format!("{} bytes of FF", filler.bytes),
        Content::End => String::new(),
        Content::NotRead => "not read".to_owned(),
        Content::Broken => "broken".to_owned(),
    }
}

/// Returns profile, level, size, format and frame rate of a sequence parameter set.
pub(super) fn sequence(sps: &Sps) -> String {
    let level = Level::of(sps).map_or_else(|| format!("{} (unknown)", sps.level_idc), |level| level.name.to_owned());
    let [height, width] = sps.frame_in_mbs().map(|mbs| 16 * mbs);
    let size = match sps.size() {
        Some([h, w]) if [h, w] == [height, width] => format!("{w}x{h}"),
        Some([h, w]) => format!("{w}x{h} of {width}x{height}"),
        None => format!("nothing of {width}x{height}"),
    };
    let format = match sps.chroma_format_idc {
        0 => "luma alone",
        1 => "4:2:0",
        2 => "4:2:2",
        3 if sps.separate_colour_plane_flag => "4:4:4 in separate planes",
        3 => "4:4:4",
        _ => "unknown chroma",
    };
    let (luma, chroma) = (sps.bit_depth_luma_minus8, sps.bit_depth_chroma_minus8);
    let depth = match luma == chroma || sps.chroma_format_idc == 0 {
        true => format!("{} bits", u32::from(luma) + 8),
        false => format!("{} and {} bits", u32::from(luma) + 8, u32::from(chroma) + 8),
    };
    let fields = match (sps.frame_mbs_only_flag, sps.mb_adaptive_frame_field_flag) {
        (true, _) => "progressive",
        (false, false) => "frames and fields",
        (false, true) => "frames and fields, by macroblock too",
    };
    let mut text = format!("{}, level {level}, {size}, {format}, {depth}, {fields}", profile_name(sps));
    if let Some((scale, ticks)) = sps.frame_rate() {
        let rate = f64::from(scale) / ticks as f64;
        let digits = if rate.fract() == 0.0 { 0 } else { 3 };
        text += &format!(", {rate:.digits$} frames/s");
    }
    if let Some((w, h)) = sps.vui.as_ref().and_then(|vui| vui.aspect_ratio).and_then(|aspect| aspect.ratio()) {
        text += &format!(", samples {w}:{h}");
    }
    text
}

fn picture(pps: &Pps) -> String {
    let mut text = if pps.entropy_coding_mode_flag { "CABAC" } else { "CAVLC" }.to_owned();
    if pps.transform_8x8_mode_flag() {
        text += ", 8x8 transform";
    }
    if pps.extension.as_ref().is_some_and(|extension| extension.pic_scaling_matrix.is_some()) {
        text += ", scaling matrix";
    }
    if pps.weighted_pred_flag {
        text += ", weighted P";
    }
    match pps.weighted_bipred_idc {
        1 => text += ", weighted B",
        2 => text += ", implicitly weighted B",
        _ => {}
    }
    if pps.constrained_intra_pred_flag {
        text += ", constrained intra";
    }
    if let Some(groups) = &pps.slice_groups {
        text += &format!(", {} slice groups", u32::from(groups.num_slice_groups_minus1) + 1);
    }
    text
}

fn slice(header: &SliceHeader, bits: u64, sets: &ParameterSets) -> String {
    let kind = header.slice_type.kind();
    let mut text = format!("{kind} frame {}", header.frame_num);
    if header.field_pic_flag {
        text += if header.bottom_field_flag { ", bottom field" } else { ", top field" };
    }
    if let Some((pps, _)) = sets.of_picture(header.pic_parameter_set_id) {
        text += &format!(", QP {}", header.slice_qp(pps));
    }
    if !kind.is_intra() {
        text += &format!(", {}", u32::from(header.num_ref_idx_l0_active_minus1) + 1);
        if kind == SliceKind::B {
            text += &format!("+{}", u32::from(header.num_ref_idx_l1_active_minus1) + 1);
        }
        text += " references";
    }
    format!("{text}, {bits} bits of data")
}

fn messages(sei: &Sei) -> String {
    let each = sei.messages.iter().map(|message| {
        let payload = &message.payload;
        match payload {
            SeiPayload::Other { payload_type, data } => {
                format!("{} ({payload_type}), {} bytes", payload.name(), data.len())
            }
            SeiPayload::UserDataUnregistered(user) => format!("{}, {} bytes", payload.name(), 16 + user.data.len()),
            _ => payload.name().to_owned(),
        }
    });
    each.collect::<Vec<_>>().join("; ")
}
