//! The track of a joined MP4 file, from the first part.

use super::order::DisplayOrder;
use super::part::{Part, name_of_kind};
use crate::error::Error;
use crate::join_error::JoinError;
use codecs::h264::Nal;
use codecs::h264::container::mp4::Track;
use codecs::h264::syntax::{NalUnitType, WholeAccessUnit};

/// Returns the track for a film that begins with an access unit of `part`, and whose parameter sets are `kept`, and the order in
/// which its pictures are shown.
pub(super) fn track(part: &Part, unit: &WholeAccessUnit, kept: &[Nal]) -> Result<(Track, DisplayOrder), Error> {
    let sets = part.parameter_sets();
    let sps = sets.of_picture(unit.slice.pic_parameter_set_id).map(|(_, sps)| sps).ok_or(JoinError::NoPictures)?;
    if !sps.frame_mbs_only_flag {
        return Err(JoinError::NotInMp4("fields").into());
    }
    let order = DisplayOrder::new(sps)?;
    let [sps_nal, pps_nal] = [NalUnitType::SPS, NalUnitType::PPS].map(|kind| only(kind, kept));
    let rate = sps.vui.as_ref().and_then(|vui| vui.timing?.frame_rate()).map(<[u32; 2]>::from);
    let time = part.track.map(|track| track.time).or(rate).ok_or(JoinError::NoFrameRate)?;
    let track = Track::of_stream(sps, sps_nal?.bytes(), pps_nal?.bytes(), time);
    // The encoder states ratios like 8:6 in an MP4 file as they are, and in its stream as 4:3.
    let ratio = part.track.and_then(|track| track.sample_aspect_ratio).or(track.sample_aspect_ratio);
    Ok((track.with_sample_aspect_ratio(ratio), order))
}

/// Returns the only parameter set of a kind.
fn only(kind: NalUnitType, kept: &[Nal]) -> Result<&Nal, JoinError> {
    let mut of_kind = kept.iter().filter(|nal| nal.header.nal_unit_type == kind);
    match (of_kind.next(), of_kind.count()) {
        (Some(nal), 0) => Ok(nal),
        (first, more) => {
            let (count, kind) = (usize::from(first.is_some()) + more, name_of_kind(kind).unwrap_or_default());
            Err(JoinError::SeveralParameterSets { count, kind })
        }
    }
}
