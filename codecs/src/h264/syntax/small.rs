//! [`AccessUnitDelimiter`], [`Filler`], [`SpsExtension`]: 7.3.2.4, 7.3.2.7, 7.3.2.1.2.

use super::error::SyntaxError;
use super::structure::{Structure, Syntax};

/// An access unit delimiter: the kinds of slices in the picture that follows. See [`Structure`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccessUnitDelimiter {
    /// `primary_pic_type` (Table 7-5): 0 I; 1 I and P; 2 I, P and B; 3 SI; 4 SI and SP; 5 I and SI; 6 I, SI, P and SP;
    /// 7 all kinds.
    pub primary_pic_type: u8,
}

impl Structure for AccessUnitDelimiter {
    type Context<'a> = ();

    fn fields<S: Syntax>(&mut self, io: &mut S, (): ()) -> Result<(), SyntaxError> {
        io.bits(3, "primary_pic_type", &mut self.primary_pic_type)?;
        io.rbsp_trailing_bits()
    }
}

/// Filler data, which decoders discard.
///
/// ```
/// use codecs::h264::syntax::{Filler, Structure};
/// assert_eq!(Filler { bytes: 2 }.to_rbsp(())?, [0xFF, 0xFF, 0x80]);
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filler {
    /// The number of `ff_byte`s.
    pub bytes: usize,
}

impl Structure for Filler {
    type Context<'a> = ();

    fn fields<S: Syntax>(&mut self, io: &mut S, (): ()) -> Result<(), SyntaxError> {
        io.ff_bytes(&mut self.bytes)?;
        io.rbsp_trailing_bits()
    }
}

/// The alpha blending of auxiliary coded pictures over primary ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlphaBlending {
    /// `bit_depth_aux_minus8`: 0 to 4.
    pub bit_depth_aux_minus8: u8,
    /// `alpha_incr_flag`: 1 bit.
    pub alpha_incr_flag: bool,
    /// `alpha_opaque_value`, of `bit_depth_aux_minus8` + 9 bits.
    pub alpha_opaque_value: u16,
    /// `alpha_transparent_value`, of `bit_depth_aux_minus8` + 9 bits.
    pub alpha_transparent_value: u16,
}

/// A sequence parameter set extension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpsExtension {
    /// `seq_parameter_set_id`: 0 to 31.
    pub seq_parameter_set_id: u8,
    /// `aux_format_idc`: 0 to 3; 0 means no auxiliary pictures.
    pub aux_format_idc: u8,
    /// The alpha blending; coded if `aux_format_idc` is not 0, else all zeros.
    pub alpha: AlphaBlending,
    /// `additional_extension_flag`: 0.
    pub additional_extension_flag: bool,
}

impl Structure for SpsExtension {
    type Context<'a> = ();

    fn fields<S: Syntax>(&mut self, io: &mut S, (): ()) -> Result<(), SyntaxError> {
        io.ue("seq_parameter_set_id", &mut self.seq_parameter_set_id, 0..=31)?;
        io.ue("aux_format_idc", &mut self.aux_format_idc, 0..=3)?;
        let alpha = &mut self.alpha;
        if self.aux_format_idc != 0 {
            io.ue("bit_depth_aux_minus8", &mut alpha.bit_depth_aux_minus8, 0..=4)?;
            io.flag("alpha_incr_flag", &mut alpha.alpha_incr_flag)?;
            let bits = u32::from(alpha.bit_depth_aux_minus8.min(4)) + 9;
            io.bits(bits, "alpha_opaque_value", &mut alpha.alpha_opaque_value)?;
            io.bits(bits, "alpha_transparent_value", &mut alpha.alpha_transparent_value)?;
        } else {
            io.absent("bit_depth_aux_minus8", &mut alpha.bit_depth_aux_minus8, 0)?;
            io.absent_flag("alpha_incr_flag", &mut alpha.alpha_incr_flag, false)?;
            io.absent("alpha_opaque_value", &mut alpha.alpha_opaque_value, 0)?;
            io.absent("alpha_transparent_value", &mut alpha.alpha_transparent_value, 0)?;
        }
        io.flag("additional_extension_flag", &mut self.additional_extension_flag)?;
        io.rbsp_trailing_bits()
    }
}
