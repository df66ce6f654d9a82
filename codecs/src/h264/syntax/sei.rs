//! [`Sei`]: supplemental enhancement information. 7.3.2.3, Annex D.

use super::error::SyntaxError;
use super::parameter_sets::ParameterSets;
use super::sei_timing::{BufferingPeriod, PicTiming};
use super::structure::{Structure, Syntax};
use crate::bitstream::Violation;

/// The SEI messages of a NAL unit, one or more.
///
/// ```
/// use codecs::h264::syntax::{ParameterSets, Sei, SeiMessage, SeiPayload, Structure, UserData};
/// let text = UserData { uuid: *b"an identity of16", data: b"name and options".to_vec() };
/// let sei = Sei { messages: vec![SeiMessage { payload: SeiPayload::UserDataUnregistered(text) }] };
/// let rbsp = sei.to_rbsp(&ParameterSets::default())?;
/// assert_eq!((rbsp[0], rbsp[1], rbsp.len()), (5, 32, 2 + 32 + 1));
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sei {
    /// The messages, `sei_message()`, in order.
    pub messages: Vec<SeiMessage>,
}

impl Structure for Sei {
    /// The parameter sets sent before; they give the lengths of timing elements.
    type Context<'a> = &'a ParameterSets;

    fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        let mut done = 0;
        loop {
            if S::READS {
                self.messages.push(SeiMessage::default());
            }
            let Some(message) = self.messages.get_mut(done) else {
                return Err(Violation::Size { given: 0, needed: 1 }.at(io.position(), "sei_message"));
            };
            message.fields(io, sets)?;
            done += 1;
            if !io.more_rbsp_data(done < self.messages.len()) {
                return io.rbsp_trailing_bits();
            }
        }
    }
}

/// An SEI message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeiMessage {
    /// The payload, which determines `payloadType` and `payloadSize`.
    pub payload: SeiPayload,
}

/// The payload of an SEI message, by `payloadType`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeiPayload {
    /// 0: `buffering_period`.
    BufferingPeriod(BufferingPeriod),
    /// 1: `pic_timing`.
    PicTiming(PicTiming),
    /// 5: `user_data_unregistered`.
    UserDataUnregistered(UserData),
    /// 6: `recovery_point`.
    RecoveryPoint(RecoveryPoint),
    /// Any other type, as bytes.
    Other {
        /// `payloadType`: the number of the type.
        payload_type: u32,
        /// The bytes of the payload.
        data: Vec<u8>,
    },
}

impl Default for SeiPayload {
    fn default() -> Self {
        SeiPayload::Other { payload_type: 0, data: Vec::new() }
    }
}

/// User data, `user_data_unregistered` (D.1.7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserData {
    /// `uuid_iso_iec_11578`: the identifier of the kind of data.
    pub uuid: [u8; 16],
    /// The bytes `user_data_payload_byte`.
    pub data: Vec<u8>,
}

/// A recovery point, `recovery_point` (D.1.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecoveryPoint {
    /// `recovery_frame_cnt`: 0 to `MaxFrameNum` - 1.
    pub recovery_frame_cnt: u16,
    /// `exact_match_flag`: 1 bit.
    pub exact_match_flag: bool,
    /// `broken_link_flag`: 1 bit.
    pub broken_link_flag: bool,
    /// `changing_slice_group_idc`: 0 to 2.
    pub changing_slice_group_idc: u8,
}

/// The maximum length of a payload in bytes, so that its bits can be counted by an `i32`.
const MOST_BYTES: i64 = (1 << 28) - 1;

impl SeiMessage {
    /// Codes `sei_message()` (7.3.2.3.1).
    fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        let size = if S::READS { 0 } else { self.payload.check(sets)?.div_ceil(8) };
        let payload_type = number(io, "payload_type_byte", self.payload.payload_type())?;
        let size = number(io, "payload_size_byte", u32::try_from(size).unwrap_or(u32::MAX))?;
        io.enter("sei_payload".into(), size)?;
        if S::READS {
            self.payload = SeiPayload::blank(payload_type, sets);
        }
        let inside = self.payload.fields(io, sets);
        io.leave(inside)
    }
}

/// Codes a number in bytes: each byte of 255 adds 255, the last byte adds the rest.
fn number<S: Syntax>(io: &mut S, name: &'static str, value: u32) -> Result<u32, SyntaxError> {
    let (position, mut sum) = (io.position(), 0_i64);
    loop {
        let mut byte = (i64::from(value) - sum).clamp(0, 255) as u8;
        io.bits(8, name, &mut byte)?;
        sum += i64::from(byte);
        if sum > MOST_BYTES {
            return Err(Violation::Range { value: sum, least: 0, most: MOST_BYTES }.at(position, name));
        }
        if byte < 255 {
            return Ok(sum as u32);
        }
    }
}

impl SeiPayload {
    /// Returns `payloadType`.
    pub fn payload_type(&self) -> u32 {
        match self {
            SeiPayload::BufferingPeriod(_) => 0,
            SeiPayload::PicTiming(_) => 1,
            SeiPayload::UserDataUnregistered(_) => 5,
            SeiPayload::RecoveryPoint(_) => 6,
            SeiPayload::Other { payload_type, .. } => *payload_type,
        }
    }

    /// Returns the standard's name of the payload type (D.1.1).
    pub fn name(&self) -> &'static str {
        sei_name(self.payload_type())
    }

    /// Returns an empty payload of a type. Picture timing is kept as bytes if no parameter set gives its layout.
    fn blank(payload_type: u32, sets: &ParameterSets) -> SeiPayload {
        match payload_type {
            0 => SeiPayload::BufferingPeriod(BufferingPeriod::default()),
            1 if sets.active_sps().is_some() => SeiPayload::PicTiming(PicTiming::default()),
            5 => SeiPayload::UserDataUnregistered(UserData::default()),
            6 => SeiPayload::RecoveryPoint(RecoveryPoint::default()),
            _ => SeiPayload::Other { payload_type, data: Vec::new() },
        }
    }
}

impl Structure for SeiPayload {
    type Context<'a> = &'a ParameterSets;

    fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        match self {
            SeiPayload::BufferingPeriod(period) => period.fields(io, sets),
            SeiPayload::PicTiming(timing) => timing.fields(io, sets),
            SeiPayload::UserDataUnregistered(user) => {
                for (i, byte) in user.uuid.iter_mut().enumerate() {
                    io.bits(8, ("uuid_iso_iec_11578", i), byte)?;
                }
                io.bytes("user_data_payload_byte".into(), &mut user.data, None)
            }
            SeiPayload::RecoveryPoint(point) => {
                io.ue("recovery_frame_cnt", &mut point.recovery_frame_cnt, 0..=65535)?;
                io.flag("exact_match_flag", &mut point.exact_match_flag)?;
                io.flag("broken_link_flag", &mut point.broken_link_flag)?;
                io.u(2, "changing_slice_group_idc", &mut point.changing_slice_group_idc, 0..=2)
            }
            SeiPayload::Other { data, .. } => io.bytes("sei_payload".into(), data, None),
        }
    }
}

/// Returns the name of a payload type (D.1.1).
pub(super) fn sei_name(payload_type: u32) -> &'static str {
    match payload_type {
        0 => "buffering_period",
        1 => "pic_timing",
        2 => "pan_scan_rect",
        3 => "filler_payload",
        4 => "user_data_registered_itu_t_t35",
        5 => "user_data_unregistered",
        6 => "recovery_point",
        7 => "dec_ref_pic_marking_repetition",
        8 => "spare_pic",
        9 => "scene_info",
        10 => "sub_seq_info",
        11 => "sub_seq_layer_characteristics",
        12 => "sub_seq_characteristics",
        13 => "full_frame_freeze",
        14 => "full_frame_freeze_release",
        15 => "full_frame_snapshot",
        16 => "progressive_refinement_segment_start",
        17 => "progressive_refinement_segment_end",
        18 => "motion_constrained_slice_group_set",
        19 => "film_grain_characteristics",
        20 => "deblocking_filter_display_preference",
        21 => "stereo_video_info",
        22 => "post_filter_hint",
        23 => "tone_mapping_info",
        24 => "scalability_info",
        37 => "multiview_scene_info",
        45 => "frame_packing_arrangement",
        47 => "display_orientation",
        56 => "green_metadata",
        137 => "mastering_display_colour_volume",
        142 => "colour_remapping_info",
        144 => "content_light_level_info",
        147 => "alternative_transfer_characteristics",
        148 => "ambient_viewing_environment",
        _ => "unknown payload",
    }
}
