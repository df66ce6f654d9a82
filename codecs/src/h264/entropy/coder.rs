//! [`EntropyCoder`]: a method for every syntax element of `slice_data()` and `macroblock_layer()`.

use super::{Neighbours, SliceType};
use crate::h264::bits::BitWriter;
use crate::h264::macroblock::{Mv, SubMbPart};

/// What [`Rate::rate`] counts of a bit: it counts fractions of bits.
pub const BIT: u32 = 1024;

/// `mb_type`, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbType {
    /// Table 7-11: 0 `I_NxN`, 1 to 24 `I_16x16_..`, 25 `I_PCM`.
    I(u8),
    /// Table 7-13: 0 `P_L0_16x16` to 3 `P_8x8`, 4 `P_8x8ref0`.
    P(u8),
}

impl MbType {
    /// The number that is coded: of an I macroblock in a P slice 5 more (Table 7-13).
    pub(super) fn number(self, slice_type: SliceType) -> u32 {
        match self {
            MbType::I(n) if slice_type == SliceType::P => 5 + u32::from(n),
            MbType::I(n) | MbType::P(n) => n.into(),
        }
    }
}

/// The components of `mvd_l0`. Which part it is of is not said.
pub(super) const MVD_NAMES: [&str; 2] = ["mvd_l0[..][..][0]", "mvd_l0[..][..][1]"];

/// The two elements of [`EntropyCoder::intra_pred_mode`].
#[inline(always)]
pub(super) fn intra_pred_mode_names(around: &Neighbours<'_>) -> [&'static str; 2] {
    match around.current.transform_8x8 {
        false => ["prev_intra4x4_pred_mode_flag", "rem_intra4x4_pred_mode"],
        true => ["prev_intra8x8_pred_mode_flag", "rem_intra8x8_pred_mode"],
    }
}

/// A block of levels of a macroblock: which it is, and its levels in the order of the zig-zag scan.
#[derive(Clone, Copy, Debug)]
pub enum ResidualBlock<'l> {
    /// `Intra16x16DCLevel`.
    Intra16x16Dc(&'l [i16; 16]),
    /// `Intra16x16ACLevel` of 4 x 4 block n in the order of 6.4.3.
    Intra16x16Ac(usize, &'l [i16; 15]),
    /// `LumaLevel4x4` of 4 x 4 block n in the order of 6.4.3.
    Luma4x4(usize, &'l [i16; 16]),
    /// `ChromaDCLevel` of Cb (0) or Cr (1).
    ChromaDc(usize, &'l [i16; 4]),
    /// `ChromaACLevel` of Cb (0) or Cr (1), and of its 4 x 4 block n.
    ChromaAc(usize, usize, &'l [i16; 15]),
    /// `LumaLevel8x8` of 8 x 8 block n.
    Luma8x8(usize, &'l [[i16; 16]; 4]),
}

/// Codes syntax elements, in the order in which its methods are called.
///
/// Where an element's code depends on what was coded around it, the method takes the [`Neighbours`] of the macroblock, into
/// whose map the macroblock itself is stored already. Blocks in it are named by the place `[y, x]` of their first 4 x 4 block.
///
/// See [`SliceData`](super::SliceData), which calls these.
pub trait EntropyCoder {
    /// What counts instead of writing.
    type Counter: EntropyCoder<Counter = Self::Counter> + Rate + Clone;

    /// `entropy_coding_mode_flag`: whether it is CABAC.
    const ENTROPY_CODING_MODE_FLAG: bool;

    /// A counter in the state of this coder.
    fn counter(&self) -> Self::Counter;

    /// `mb_skip_flag`, or one more for `mb_skip_run`, or the end of the run. Of a macroblock in a P slice.
    fn mb_skip(&mut self, skipped: bool, around: &Neighbours<'_>);

    /// `end_of_slice_flag`, 0 after a macroblock that is not the last one. The other is a matter of [`EntropyWriter::finish`].
    fn end_of_slice_not_yet(&mut self);

    /// `mb_type`.
    fn mb_type(&mut self, mb_type: MbType, slice_type: SliceType, around: &Neighbours<'_>);

    /// `pcm_alignment_zero_bit`, `pcm_sample_luma` and `pcm_sample_chroma`.
    fn pcm_samples(&mut self, samples: &[u8]);

    /// `sub_mb_type`.
    fn sub_mb_type(&mut self, part: SubMbPart);

    /// `transform_size_8x8_flag`.
    fn transform_size_8x8_flag(&mut self, flag: bool, around: &Neighbours<'_>);

    /// `prev_intra4x4_pred_mode_flag` and `rem_intra4x4_pred_mode`, or those of 8 x 8: `None` for the mode that is predicted.
    fn intra_pred_mode(&mut self, rem: Option<u8>, around: &Neighbours<'_>);

    /// `intra_chroma_pred_mode`.
    fn intra_chroma_pred_mode(&mut self, mode: u8, around: &Neighbours<'_>);

    /// `ref_idx_l0` of the part at a place, 0 to `most`.
    fn ref_idx_l0(&mut self, ref_idx: u8, most: u8, place: [isize; 2], around: &Neighbours<'_>);

    /// `mvd_l0` of the part at a place, both components.
    fn mvd_l0(&mut self, mvd: Mv, place: [isize; 2], around: &Neighbours<'_>);

    /// `coded_block_pattern` of the macroblock in the middle of `around`.
    fn coded_block_pattern(&mut self, monochrome: bool, around: &Neighbours<'_>);

    /// `mb_qp_delta`, and whether that of the macroblock before was coded and not 0.
    fn mb_qp_delta(&mut self, delta: i32, delta_before: bool);

    /// `residual_block()`; of 64 levels one block, or four of 16.
    fn residual_block(&mut self, block: ResidualBlock<'_>, around: &Neighbours<'_>);
}

/// A coder that writes a slice.
pub trait EntropyWriter: EntropyCoder {
    /// Goes on after the slice header; `cabac_init_idc` is that of the header, none in an I slice.
    fn begin(header: BitWriter, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self;

    /// Ends the slice, with `rbsp_trailing_bits()`: the bytes of the RBSP, header and all.
    fn finish(self) -> Vec<u8>;
}

/// A coder that counts.
pub trait Rate {
    /// What it counted, in parts of a bit ([`BIT`] of them are one). Differences have a meaning, the number itself need not.
    fn rate(&self) -> u32;
}
