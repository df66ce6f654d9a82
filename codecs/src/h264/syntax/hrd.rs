//! [`Hrd`]: the parameters of the hypothetical reference decoder. E.1.2, E.2.2.

use super::error::SyntaxError;
use super::structure::Syntax;

/// The bit rate and size of a coded picture buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodedPictureBuffer {
    /// `bit_rate_value_minus1`: up to 2^32 - 2.
    pub bit_rate_value_minus1: u32,
    /// `cpb_size_value_minus1`: up to 2^32 - 2.
    pub cpb_size_value_minus1: u32,
    /// `cbr_flag`: the rate is constant.
    pub cbr_flag: bool,
}

/// The parameters of the hypothetical reference decoder (HRD).
///
/// ```
/// use codecs::h264::syntax::{CodedPictureBuffer, Hrd};
/// let buffer = CodedPictureBuffer { bit_rate_value_minus1: 15624, cpb_size_value_minus1: 62499, cbr_flag: true };
/// let hrd = Hrd { bit_rate_scale: 0, cpb_size_scale: 0, buffers: vec![buffer], ..Default::default() };
/// assert_eq!(hrd.bit_rate(0), Some(1_000_000));
/// assert_eq!(hrd.cpb_size(0), Some(1_000_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hrd {
    /// The `cpb_cnt_minus1` + 1 coded picture buffers: 1 to 32.
    pub buffers: Vec<CodedPictureBuffer>,
    /// `bit_rate_scale`: 0 to 15.
    pub bit_rate_scale: u8,
    /// `cpb_size_scale`: 0 to 15.
    pub cpb_size_scale: u8,
    /// `initial_cpb_removal_delay_length_minus1`: 0 to 31.
    pub initial_cpb_removal_delay_length_minus1: u8,
    /// `cpb_removal_delay_length_minus1`: 0 to 31.
    pub cpb_removal_delay_length_minus1: u8,
    /// `dpb_output_delay_length_minus1`: 0 to 31.
    pub dpb_output_delay_length_minus1: u8,
    /// `time_offset_length`: 0 to 31.
    pub time_offset_length: u8,
}

impl Default for Hrd {
    /// Returns one buffer, and the lengths inferred when no parameters are present.
    fn default() -> Self {
        Hrd {
            buffers: vec![CodedPictureBuffer::default()],
            bit_rate_scale: 0,
            cpb_size_scale: 0,
            initial_cpb_removal_delay_length_minus1: 23,
            cpb_removal_delay_length_minus1: 23,
            dpb_output_delay_length_minus1: 23,
            time_offset_length: 24,
        }
    }
}

impl Hrd {
    /// Codes `hrd_parameters()` (E.1.2).
    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        const VALUE: core::ops::RangeInclusive<i64> = 0..=u32::MAX as i64 - 1;
        io.ue_count("cpb_cnt_minus1", &mut self.buffers, 1, 0..=31)?;
        io.bits(4, "bit_rate_scale", &mut self.bit_rate_scale)?;
        io.bits(4, "cpb_size_scale", &mut self.cpb_size_scale)?;
        for (i, buffer) in self.buffers.iter_mut().enumerate() {
            io.ue(("bit_rate_value_minus1", i), &mut buffer.bit_rate_value_minus1, VALUE)?;
            io.ue(("cpb_size_value_minus1", i), &mut buffer.cpb_size_value_minus1, VALUE)?;
            io.flag(("cbr_flag", i), &mut buffer.cbr_flag)?;
        }
        let initial = &mut self.initial_cpb_removal_delay_length_minus1;
        io.bits(5, "initial_cpb_removal_delay_length_minus1", initial)?;
        io.bits(5, "cpb_removal_delay_length_minus1", &mut self.cpb_removal_delay_length_minus1)?;
        io.bits(5, "dpb_output_delay_length_minus1", &mut self.dpb_output_delay_length_minus1)?;
        io.bits(5, "time_offset_length", &mut self.time_offset_length)
    }

    /// Returns `BitRate` of a buffer in bits per second (E-71); `None` if there is no such buffer.
    pub fn bit_rate(&self, buffer: usize) -> Option<u64> {
        let value = u64::from(self.buffers.get(buffer)?.bit_rate_value_minus1) + 1;
        Some(value << (6 + self.bit_rate_scale.min(15)))
    }

    /// Returns `CpbSize` of a buffer in bits (E-72); `None` if there is no such buffer.
    pub fn cpb_size(&self, buffer: usize) -> Option<u64> {
        let value = u64::from(self.buffers.get(buffer)?.cpb_size_value_minus1) + 1;
        Some(value << (4 + self.cpb_size_scale.min(15)))
    }
}
