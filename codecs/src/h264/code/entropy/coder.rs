//! [`EntropyCoder`]: a trait with a method for every syntax element of slice data. These are the elements of
//! `slice_data()` and `macroblock_layer()`.

use super::{CodedBlockFlagIncs, Contexts, Neighbours, SliceType};
use crate::h264::bits::BitWriter;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::MotionWindow;

/// The value of one bit in [`Rate::rate`], which counts fractions of bits.
pub const BIT: u32 = 1024;

/// `mb_type`, by its number in the table of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbType {
    /// Table 7-11: 0 `I_NxN`, 1 to 24 `I_16x16_..`, 25 `I_PCM`.
    I(u8),
    /// Table 7-13: 0 `P_L0_16x16` to 3 `P_8x8`, 4 `P_8x8ref0`.
    P(u8),
    /// Table 7-14: 0 `B_Direct_16x16` to 22 `B_8x8`.
    B(u8),
}

impl MbType {
    /// Returns the coded number; that of an I macroblock is 5 higher in a P slice (Table 7-13), and 23 in a B slice (Table 7-14).
    pub(super) fn number(self, slice_type: SliceType) -> u32 {
        match (self, slice_type) {
            (MbType::I(n), SliceType::P) => 5 + u32::from(n),
            (MbType::I(n), SliceType::B) => 23 + u32::from(n),
            (MbType::I(n) | MbType::P(n) | MbType::B(n), _) => n.into(),
        }
    }
}

/// `sub_mb_type`, by its number in the table of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubMbType {
    /// Table 7-17: 0 `P_L0_8x8` to 3 `P_L0_4x4`.
    P(u8),
    /// Table 7-18: 0 `B_Direct_8x8` to 12 `B_Bi_4x4`.
    B(u8),
}

impl SubMbType {
    /// Returns the coded number.
    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        match self {
            SubMbType::P(n) | SubMbType::B(n) => n,
        }
    }
}

/// The names of `ref_idx_lX` by list.
pub(super) const REF_IDX_NAMES: [&str; 2] = ["ref_idx_l0", "ref_idx_l1"];
/// The names of the components of `mvd_lX` by list. The partition index is not traced.
pub(super) const MVD_NAMES: [[&str; 2]; 2] =
    [["mvd_l0[..][..][0]", "mvd_l0[..][..][1]"], ["mvd_l1[..][..][0]", "mvd_l1[..][..][1]"]];

/// Returns the names of the two elements of [`EntropyCoder::intra_pred_mode`].
#[inline(always)]
pub(super) fn intra_pred_mode_names(around: &Neighbours<'_>) -> [&'static str; 2] {
    match around.current.transform_8x8 {
        false => ["prev_intra4x4_pred_mode_flag", "rem_intra4x4_pred_mode"],
        true => ["prev_intra8x8_pred_mode_flag", "rem_intra8x8_pred_mode"],
    }
}

/// A block of levels of a macroblock, in zig-zag order, with its kind and index.
#[derive(Clone, Copy, Debug)]
pub enum ResidualBlock<'l> {
    /// `Intra16x16DCLevel` of the macroblock.
    Intra16x16Dc(&'l [i16; 16]),
    /// `Intra16x16ACLevel` of 4 x 4 block n, in the order of 6.4.3.
    Intra16x16Ac(usize, &'l [i16; 15]),
    /// `LumaLevel4x4` of 4 x 4 block n, in the order of 6.4.3.
    Luma4x4(usize, &'l [i16; 16]),
    /// `ChromaDCLevel` of Cb (0) or Cr (1).
    ChromaDc(usize, &'l [i16; 4]),
    /// `ChromaACLevel` of Cb (0) or Cr (1), 4 x 4 block n.
    ChromaAc(usize, usize, &'l [i16; 15]),
    /// `LumaLevel8x8` of 8 x 8 block n.
    Luma8x8(usize, &'l [[i16; 16]; 4]),
}

/// A coder of syntax elements, in the order in which its methods are called.
///
/// If the code of an element depends on neighbouring macroblocks, the method takes the [`Neighbours`] of the
/// macroblock, which must already be stored in the map. The place `[y, x]` of a block in the macroblock is that of its
/// first 4 x 4 block.
///
/// See [`SliceData`](super::SliceData), which calls these.
pub trait EntropyCoder {
    /// The coder that counts bits instead of writing them.
    type Counter: EntropyCoder<Counter = Self::Counter> + Rate + Clone;

    /// `entropy_coding_mode_flag`: `true` for CABAC, `false` for CAVLC.
    const ENTROPY_CODING_MODE_FLAG: bool;

    /// Returns a counter in the state of this coder.
    fn counter(&self) -> Self::Counter;

    /// Codes whether a macroblock of a P or B slice is skipped: `mb_skip_flag`, or an increment or the end of `mb_skip_run`.
    fn mb_skip(&mut self, skipped: bool, slice_type: SliceType, around: &Neighbours<'_>);

    /// Codes `end_of_slice_flag` 0 after a macroblock that is not the last one; [`EntropyWriter::finish`] codes the
    /// final 1.
    fn end_of_slice_not_yet(&mut self);

    /// Codes `mb_type`.
    fn mb_type(&mut self, mb_type: MbType, slice_type: SliceType, around: &Neighbours<'_>);

    /// Codes `pcm_alignment_zero_bit`, `pcm_sample_luma` and `pcm_sample_chroma`.
    fn pcm_samples(&mut self, samples: &[u8]);

    /// Codes `sub_mb_type`.
    fn sub_mb_type(&mut self, sub_mb_type: SubMbType);

    /// Codes `transform_size_8x8_flag`.
    fn transform_size_8x8_flag(&mut self, flag: bool, around: &Neighbours<'_>);

    /// Codes `prev_intra4x4_pred_mode_flag` and `rem_intra4x4_pred_mode`, or the elements for 8 x 8; `rem` is `None`
    /// for the predicted mode.
    fn intra_pred_mode(&mut self, rem: Option<u8>, around: &Neighbours<'_>);

    /// Codes `intra_chroma_pred_mode`.
    fn intra_chroma_pred_mode(&mut self, mode: u8, around: &Neighbours<'_>);

    /// Codes `ref_idx_lX`, 0 to `most`, of the part at a place. `motion` is that of list `list`, 0 or 1.
    fn ref_idx(&mut self, list: usize, ref_idx: u8, most: u8, place: [isize; 2], motion: &MotionWindow<'_>);

    /// Codes both components of `mvd_lX` of the part at a place. `motion` is that of list `list`, 0 or 1.
    fn mvd(&mut self, list: usize, mvd: Mv, place: [isize; 2], motion: &MotionWindow<'_>);

    /// Codes `coded_block_pattern` of the current macroblock of `around`.
    fn coded_block_pattern(&mut self, monochrome: bool, around: &Neighbours<'_>);

    /// Codes `mb_qp_delta`; `delta_before` states whether that of the previous macroblock was coded and not 0.
    fn mb_qp_delta(&mut self, delta: i32, delta_before: bool);

    /// Codes `residual_block()`; 64 levels are one block in CABAC and four of 16 levels in CAVLC. `incs` are the
    /// contexts of the macroblock's 4 x 4 blocks, from [`Neighbours::luma_flag_incs`] and [`Neighbours::chroma_flag_incs`].
    fn residual_block(&mut self, block: ResidualBlock<'_>, around: &Neighbours<'_>, incs: &CodedBlockFlagIncs);
}

/// An entropy coder that writes a slice.
pub trait EntropyWriter: EntropyCoder {
    /// Begins the slice data after the slice header. `cabac_init_idc` is that of the header, `None` in an I slice.
    fn begin(header: BitWriter, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self;

    /// Ends the slice with `rbsp_trailing_bits()`. Returns the bytes of the RBSP, including the header.
    fn finish(self) -> Vec<u8>;
}

/// An entropy coder that counts bits.
pub trait Rate {
    /// Returns the states of the contexts; `None` without contexts.
    fn contexts(&self) -> Option<&Contexts> {
        None
    }

    /// Returns the count in units of 1 / [`BIT`] of a bit. Only differences of counts are meaningful.
    fn rate(&self) -> u32;

    /// Forgets a run of skipped macroblocks that has not ended.
    fn forget_run(&mut self) {}
}
