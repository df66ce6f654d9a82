//! [`SliceHeader`]: slice headers. 7.3.3, 7.4.3.

use super::dec_ref_pic_marking::DecRefPicMarking;
use super::error::SyntaxError;
use super::nal::NalHeader;
use super::parameter_sets::ParameterSets;
use super::pps::Pps;
use super::pred_weight_table::PredWeightTable;
use super::ref_pic_list::RefPicListModification;
use super::slice_groups::{SliceGroupMap, SliceGroups};
use super::slice_type::{SliceKind, SliceType};
use super::sps::{PicOrderCnt, Sps};
use super::structure::{Structure, Syntax};
use crate::bitstream::Violation;

/// The data that the syntax of a slice header depends on.
#[derive(Clone, Copy, Debug)]
pub struct SliceContext<'a> {
    /// The parameter sets sent before.
    pub sets: &'a ParameterSets,
    /// The header of the NAL unit.
    pub nal: NalHeader,
}

/// The parameters of the deblocking filter: `disable_deblocking_filter_idc` and its offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deblocking {
    /// `disable_deblocking_filter_idc`: 0 on, 1 off, 2 off at slice edges.
    pub disable_deblocking_filter_idc: u8,
    /// `slice_alpha_c0_offset_div2`: -6 to 6; 0 if the filter is off.
    pub slice_alpha_c0_offset_div2: i8,
    /// `slice_beta_offset_div2`: -6 to 6; 0 if the filter is off.
    pub slice_beta_offset_div2: i8,
}

impl Deblocking {
    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        io.ue("disable_deblocking_filter_idc", &mut self.disable_deblocking_filter_idc, 0..=2)?;
        if self.disable_deblocking_filter_idc == 1 {
            io.absent("slice_alpha_c0_offset_div2", &mut self.slice_alpha_c0_offset_div2, 0)?;
            return io.absent("slice_beta_offset_div2", &mut self.slice_beta_offset_div2, 0);
        }
        io.se("slice_alpha_c0_offset_div2", &mut self.slice_alpha_c0_offset_div2, -6..=6)?;
        io.se("slice_beta_offset_div2", &mut self.slice_beta_offset_div2, -6..=6)
    }
}

/// A slice header. The slice data follow at the next bit, where [`Structure::write`] leaves its sink.
///
/// An element that is not coded, due to the parameter sets or the slice type, must have its inferred value. That is the
/// value in [`SliceHeader::default`]; for the numbers of references, it is the value of the picture parameter set.
///
/// ```
/// use codecs::h264::bits::{BitSink, BitWriter};
/// use codecs::h264::syntax::{
///     DecRefPicMarking, NalHeader, NalUnitType, ParameterSets, Pps, SliceContext, SliceHeader, SliceKind, Sps,
/// Structure,
/// };
/// let mut sets = ParameterSets::default();
/// sets.insert_sps(Sps::default());
/// sets.insert_pps(Pps::default());
/// let context = SliceContext { sets: &sets, nal: NalHeader::new(3, NalUnitType::IDR_SLICE) };
/// let header = SliceHeader {
///     slice_type: SliceKind::I.of_all(),
///     idr_pic_id: 1,
///     dec_ref_pic_marking: DecRefPicMarking::IDR,
///     ..Default::default()
/// };
/// let mut slice = BitWriter::new();
/// header.write(context, &mut slice)?;
/// assert_eq!(slice.len(), 1 + 7 + 1 + 4 + 3 + 4 + 2 + 1);
/// slice.ue(0); // slice data
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliceHeader {
    /// `first_mb_in_slice`: the address of the first macroblock; counted in macroblock pairs in frames of frame and
    /// field macroblocks.
    pub first_mb_in_slice: u32,
    /// `slice_type`: 0 to 9.
    pub slice_type: SliceType,
    /// `pic_parameter_set_id`: 0 to 255.
    pub pic_parameter_set_id: u8,
    /// `colour_plane_id`: 0 Y, 1 Cb, 2 Cr; only with separate planes.
    pub colour_plane_id: u8,
    /// `frame_num`, of [`Sps::frame_num_bits`] bits.
    pub frame_num: u16,
    /// `field_pic_flag`: the slice is of a field; coded if `frame_mbs_only_flag` is 0.
    pub field_pic_flag: bool,
    /// `bottom_field_flag`: the slice is of a bottom field; coded in fields.
    pub bottom_field_flag: bool,
    /// `idr_pic_id`: coded in IDR pictures.
    pub idr_pic_id: u16,
    /// `pic_order_cnt_lsb`: coded with `pic_order_cnt_type` 0.
    pub pic_order_cnt_lsb: u16,
    /// `delta_pic_order_cnt_bottom`: coded with `pic_order_cnt_type` 0.
    pub delta_pic_order_cnt_bottom: i32,
    /// `delta_pic_order_cnt`: coded with `pic_order_cnt_type` 1.
    pub delta_pic_order_cnt: [i32; 2],
    /// `redundant_pic_cnt`: 0 to 127; 0 for a primary picture.
    pub redundant_pic_cnt: u8,
    /// `direct_spatial_mv_pred_flag`: coded in B slices.
    pub direct_spatial_mv_pred_flag: bool,
    /// `num_ref_idx_active_override_flag`: coded in P, SP and B slices.
    pub num_ref_idx_active_override_flag: bool,
    /// `num_ref_idx_l0_active_minus1`: 0 to 31 in fields, 0 to 15 in frames; 0 in I and SI slices. If not coded, the
    /// value of the picture parameter set.
    pub num_ref_idx_l0_active_minus1: u8,
    /// `num_ref_idx_l1_active_minus1`: as for list 0 in B slices; 0 in others.
    pub num_ref_idx_l1_active_minus1: u8,
    /// `ref_pic_list_modification()` of lists 0 and 1; `None` if the flag is 0.
    pub ref_pic_list_modification: [Option<RefPicListModification>; 2],
    /// `pred_weight_table()`: present if the picture parameter set enables explicit weights.
    pub pred_weight_table: Option<PredWeightTable>,
    /// `dec_ref_pic_marking()`: coded if `nal_ref_idc` is not 0.
    pub dec_ref_pic_marking: DecRefPicMarking,
    /// `cabac_init_idc`: 0 to 2; coded for CABAC in P, SP and B slices.
    pub cabac_init_idc: u8,
    /// `slice_qp_delta`: the QP of the slice minus the initial QP of the picture parameter set.
    pub slice_qp_delta: i8,
    /// `sp_for_switch_flag`: coded in SP slices.
    pub sp_for_switch_flag: bool,
    /// `slice_qs_delta`: coded in SP and SI slices.
    pub slice_qs_delta: i8,
    /// The parameters of the deblocking filter; coded if `deblocking_filter_control_present_flag` is 1.
    pub deblocking: Deblocking,
    /// `slice_group_change_cycle`: coded with slice group map types 3 to 5.
    pub slice_group_change_cycle: u32,
}

impl Structure for SliceHeader {
    type Context<'a> = SliceContext<'a>;

    fn fields<S: Syntax>(&mut self, io: &mut S, context: SliceContext<'_>) -> Result<(), SyntaxError> {
        io.ue("first_mb_in_slice", &mut self.first_mb_in_slice, 0..=139_263)?;
        self.slice_type.fields(io, context.nal)?;
        io.ue("pic_parameter_set_id", &mut self.pic_parameter_set_id, 0..=255)?;
        let position = io.position();
        let missing = |kind, id| SyntaxError::NoParameterSet { position, kind, id };
        let pps = context.sets.pps(self.pic_parameter_set_id);
        let pps = pps.ok_or(missing("PPS", self.pic_parameter_set_id))?;
        let sps = context.sets.sps(pps.seq_parameter_set_id).ok_or(missing("SPS", pps.seq_parameter_set_id))?;
        self.picture(io, sps, context.nal)?;
        self.order(io, sps, pps)?;
        match pps.redundant_pic_cnt_present_flag {
            true => io.ue("redundant_pic_cnt", &mut self.redundant_pic_cnt, 0..=127)?,
            false => io.absent("redundant_pic_cnt", &mut self.redundant_pic_cnt, 0)?,
        }
        self.references(io, sps, pps)?;
        self.dec_ref_pic_marking.fields(io, context.nal)?;
        self.coding(io, sps, pps)?;
        self.slice_group_change(io, sps, pps)
    }
}

impl SliceHeader {
    /// Codes `colour_plane_id` to `idr_pic_id`.
    fn picture<S: Syntax>(&mut self, io: &mut S, sps: &Sps, nal: NalHeader) -> Result<(), SyntaxError> {
        match sps.separate_colour_plane_flag {
            true => io.u(2, "colour_plane_id", &mut self.colour_plane_id, 0..=2)?,
            false => io.absent("colour_plane_id", &mut self.colour_plane_id, 0)?,
        }
        io.bits(sps.frame_num_bits(), "frame_num", &mut self.frame_num)?;
        match sps.frame_mbs_only_flag {
            true => io.absent_flag("field_pic_flag", &mut self.field_pic_flag, false)?,
            false => io.flag("field_pic_flag", &mut self.field_pic_flag)?,
        }
        match self.field_pic_flag {
            true => io.flag("bottom_field_flag", &mut self.bottom_field_flag)?,
            false => io.absent_flag("bottom_field_flag", &mut self.bottom_field_flag, false)?,
        }
        match nal.is_idr() {
            true => io.ue("idr_pic_id", &mut self.idr_pic_id, 0..=65535),
            false => io.absent("idr_pic_id", &mut self.idr_pic_id, 0),
        }
    }

    /// Codes `pic_order_cnt_lsb` to `delta_pic_order_cnt[1]`.
    fn order<S: Syntax>(&mut self, io: &mut S, sps: &Sps, pps: &Pps) -> Result<(), SyntaxError> {
        const DELTA: core::ops::RangeInclusive<i64> = 1 - (1 << 31)..=(1 << 31) - 1;
        let both_fields = pps.bottom_field_pic_order_in_frame_present_flag && !self.field_pic_flag;
        let (mut lsb_bits, mut bottom, mut deltas) = (None, false, 0);
        match &sps.pic_order_cnt {
            PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: minus4 } => {
                (lsb_bits, bottom) = (Some(u32::from(*minus4).min(12) + 4), both_fields);
            }
            PicOrderCnt::Cycle { delta_pic_order_always_zero_flag: false, .. } => {
                deltas = 1 + usize::from(both_fields);
            }
            _ => {}
        }
        match lsb_bits {
            Some(bits) => io.bits(bits, "pic_order_cnt_lsb", &mut self.pic_order_cnt_lsb)?,
            None => io.absent("pic_order_cnt_lsb", &mut self.pic_order_cnt_lsb, 0)?,
        }
        match bottom {
            true => io.se("delta_pic_order_cnt_bottom", &mut self.delta_pic_order_cnt_bottom, DELTA)?,
            false => io.absent("delta_pic_order_cnt_bottom", &mut self.delta_pic_order_cnt_bottom, 0)?,
        }
        for (i, delta) in self.delta_pic_order_cnt.iter_mut().enumerate() {
            match i < deltas {
                true => io.se(("delta_pic_order_cnt", i), delta, DELTA)?,
                false => io.absent("delta_pic_order_cnt", delta, 0)?,
            }
        }
        Ok(())
    }

    /// Codes `direct_spatial_mv_pred_flag` to `pred_weight_table()`.
    fn references<S: Syntax>(&mut self, io: &mut S, sps: &Sps, pps: &Pps) -> Result<(), SyntaxError> {
        let kind = self.slice_type.kind();
        let (is_p, is_b) = (matches!(kind, SliceKind::P | SliceKind::Sp), kind == SliceKind::B);
        match is_b {
            true => io.flag("direct_spatial_mv_pred_flag", &mut self.direct_spatial_mv_pred_flag)?,
            false => io.absent_flag("direct_spatial_mv_pred_flag", &mut self.direct_spatial_mv_pred_flag, false)?,
        }
        match is_p || is_b {
            true => io.flag("num_ref_idx_active_override_flag", &mut self.num_ref_idx_active_override_flag)?,
            false => {
                let flag = &mut self.num_ref_idx_active_override_flag;
                io.absent_flag("num_ref_idx_active_override_flag", flag, false)?;
            }
        }
        let names = ["num_ref_idx_l0_active_minus1", "num_ref_idx_l1_active_minus1"];
        let defaults = [pps.num_ref_idx_l0_default_active_minus1, pps.num_ref_idx_l1_default_active_minus1];
        let values = [&mut self.num_ref_idx_l0_active_minus1, &mut self.num_ref_idx_l1_active_minus1];
        let used = [is_p || is_b, is_b];
        let most = if self.field_pic_flag { 31 } else { 15 };
        for (((name, default), value), used) in names.into_iter().zip(defaults).zip(values).zip(used) {
            match (used, self.num_ref_idx_active_override_flag) {
                (true, true) => io.ue(name, value, 0..=most)?,
                (true, false) => io.absent(name, value, default.into())?,
                (false, _) => io.absent(name, value, 0)?,
            }
        }
        let counts = [self.num_ref_idx_l0_active_minus1, self.num_ref_idx_l1_active_minus1];
        for (list, modification) in self.ref_pic_list_modification.iter_mut().enumerate() {
            RefPicListModification::fields(modification, io, list, used[list], counts[list])?;
        }
        let explicit = (pps.weighted_pred_flag && is_p) || (pps.weighted_bipred_idc == 1 && is_b);
        if S::READS {
            self.pred_weight_table = explicit.then(PredWeightTable::default);
        }
        let has_chroma = sps.chroma_array_type() != 0;
        match (&mut self.pred_weight_table, explicit) {
            (Some(table), true) => table.fields(io, has_chroma, counts, is_b),
            (None, false) => Ok(()),
            (table, _) => {
                let (given, needed) = (table.iter().len(), usize::from(explicit));
                Err(Violation::Size { given, needed }.at(io.position(), "pred_weight_table"))
            }
        }
    }

    /// Codes `cabac_init_idc` to `slice_beta_offset_div2`.
    fn coding<S: Syntax>(&mut self, io: &mut S, sps: &Sps, pps: &Pps) -> Result<(), SyntaxError> {
        let kind = self.slice_type.kind();
        match pps.entropy_coding_mode_flag && !kind.is_intra() {
            true => io.ue("cabac_init_idc", &mut self.cabac_init_idc, 0..=2)?,
            false => io.absent("cabac_init_idc", &mut self.cabac_init_idc, 0)?,
        }
        // SliceQP_Y is -QpBdOffset_Y to 51, QS_Y 0 to 51.
        let (qp, qs) = (26 + i64::from(pps.pic_init_qp_minus26), 26 + i64::from(pps.pic_init_qs_minus26));
        let least = -6 * i64::from(sps.bit_depth_luma_minus8);
        io.se("slice_qp_delta", &mut self.slice_qp_delta, least - qp..=51 - qp)?;
        match kind == SliceKind::Sp {
            true => io.flag("sp_for_switch_flag", &mut self.sp_for_switch_flag)?,
            false => io.absent_flag("sp_for_switch_flag", &mut self.sp_for_switch_flag, false)?,
        }
        match matches!(kind, SliceKind::Sp | SliceKind::Si) {
            true => io.se("slice_qs_delta", &mut self.slice_qs_delta, -qs..=51 - qs)?,
            false => io.absent("slice_qs_delta", &mut self.slice_qs_delta, 0)?,
        }
        if pps.deblocking_filter_control_present_flag {
            return self.deblocking.fields(io);
        }
        let Deblocking { disable_deblocking_filter_idc, slice_alpha_c0_offset_div2, slice_beta_offset_div2 } =
            &mut self.deblocking;
        io.absent("disable_deblocking_filter_idc", disable_deblocking_filter_idc, 0)?;
        io.absent("slice_alpha_c0_offset_div2", slice_alpha_c0_offset_div2, 0)?;
        io.absent("slice_beta_offset_div2", slice_beta_offset_div2, 0)
    }

    /// Codes `slice_group_change_cycle` in Ceil(Log2(PicSizeInMapUnits / SliceGroupChangeRate + 1)) bits (7-35).
    fn slice_group_change<S: Syntax>(&mut self, io: &mut S, sps: &Sps, pps: &Pps) -> Result<(), SyntaxError> {
        let changing = pps.slice_groups.as_ref().filter(|groups| matches!(groups.map, SliceGroupMap::Changing { .. }));
        let Some(rate) = changing.and_then(SliceGroups::change_rate) else {
            return io.absent("slice_group_change_cycle", &mut self.slice_group_change_cycle, 0);
        };
        let width = u64::from(sps.pic_width_in_mbs_minus1) + 1;
        let map_units = width * (u64::from(sps.pic_height_in_map_units_minus1) + 1);
        let cycles = map_units.div_ceil(rate);
        // Ceil(Log2(x + 1)) of a fraction x is that of Ceil(x) + 1.
        let bits = (cycles + 1).next_power_of_two().ilog2();
        io.u(bits, "slice_group_change_cycle", &mut self.slice_group_change_cycle, 0..=cycles as i64)
    }

    /// Returns `SliceQP_Y` (7-30), given the picture parameter set of the slice.
    pub fn slice_qp(&self, pps: &Pps) -> i32 {
        26 + i32::from(pps.pic_init_qp_minus26) + i32::from(self.slice_qp_delta)
    }

    /// Returns whether the slice begins another primary picture than the slice `before` (7.4.1.2.4).
    pub fn begins_picture(&self, nal: NalHeader, before: (&SliceHeader, NalHeader), sets: &ParameterSets) -> bool {
        let (previous, previous_nal) = before;
        let key = |header: &SliceHeader, nal: NalHeader| {
            let of_sequence = sets.pps(header.pic_parameter_set_id).map(|pps| pps.seq_parameter_set_id);
            (
                (header.frame_num, header.pic_parameter_set_id, of_sequence),
                (header.field_pic_flag, header.bottom_field_flag, nal.nal_ref_idc == 0, nal.is_idr()),
                (header.pic_order_cnt_lsb, header.delta_pic_order_cnt_bottom, header.delta_pic_order_cnt),
                header.idr_pic_id,
            )
        };
        key(self, nal) != key(previous, previous_nal)
    }
}
