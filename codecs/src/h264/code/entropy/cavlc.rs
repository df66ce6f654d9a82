//! CAVLC (9.2), and the Exp-Golomb codes (9.1) of the other syntax elements.

use super::cavlc_tables::*;
use super::coder::{
    BIT, EntropyCoder, EntropyWriter, MVD_NAMES, MbType, REF_IDX_NAMES, Rate, ResidualBlock, SubMbType,
    intra_pred_mode_names,
};
use super::levels::{coded_levels, interleaved};
use super::{CodedBlockFlagIncs, Listen, Neighbours, SliceType};
use crate::h264::bits::{BitCount, BitSink, BitWriter};
use crate::h264::code::coding_order::fours_of;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::MotionWindow;

/// CAVLC over a sink of bits: a `BitWriter` or a `BitCount`.
///
/// See [`SliceData`](super::SliceData) for an example.
#[derive(Clone, Debug, Default)]
pub struct Cavlc<B> {
    bits: B,
    /// `mb_skip_run` so far.
    mb_skip_run: u32,
}

/// A sink of bits and of the samples of `I_PCM` macroblocks.
pub trait PcmSink: BitSink + Listen {
    /// Appends `pcm_alignment_zero_bit` and the samples.
    fn pcm_samples(&mut self, samples: &[u8]);
}

impl Listen for BitWriter {}

impl Listen for BitCount {}

impl PcmSink for BitWriter {
    fn pcm_samples(&mut self, samples: &[u8]) {
        self.fill(false);
        self.bytes(samples);
    }
}

impl PcmSink for BitCount {
    /// Counts half a byte of alignment, because the position in the byte is not known.
    fn pcm_samples(&mut self, samples: &[u8]) {
        self.0 += 4 + 8 * samples.len() as u32;
    }
}

/// Returns the column of Table 9-5 for `nC` of 0 and more.
#[inline(always)]
fn class(nc: u32) -> usize {
    usize::from(nc >= 2) + usize::from(nc >= 4) + usize::from(nc >= 8)
}

/// The column of Table 9-5 for chroma DC in 4:2:0, `nC` = -1.
const CHROMA_DC: usize = 4;

/// Codes in a row, at most 32 bits, which are written at once.
#[derive(Default)]
struct Codes {
    bits: u32,
    len: u32,
}

impl Codes {
    /// Appends a code of Tables 9-5 and 9-7 to 9-10.
    #[inline(always)]
    fn push(&mut self, code: Code) {
        debug_assert!(code != 0, "there is such a code");
        let len = u32::from(code >> 8);
        self.bits = self.bits << len | u32::from(code & 0xFF);
        self.len += len;
    }
}

/// The magnitude above which the suffix of the next level is longer, for each `suffix_length` of 0 to 6 (9.2.2.1).
const MOST_OF_SUFFIX: [u32; 8] = [3, 3, 6, 12, 24, 48, u32::MAX, u32::MAX];

/// Writes `level_prefix` and `level_suffix`, the inverse of 9.2.2.1. Levels above about 2000 have a `level_prefix`
/// above 15, which only High profiles allow.
#[inline(always)]
fn put_level(bits: &mut impl PcmSink, level_code: u32, suffix_length: u32) {
    if suffix_length == 0 && level_code < 14 {
        bits.element("level_prefix", level_code.into());
        bits.put(1, level_code + 1);
    } else if suffix_length == 0 && level_code < 30 {
        tell_level(bits, 14, level_code - 14);
        bits.put(1 << 4 | (level_code - 14), 14 + 1 + 4);
    } else if suffix_length > 0 && level_code < 15 << suffix_length {
        let suffix = level_code & ((1 << suffix_length) - 1);
        tell_level(bits, level_code >> suffix_length, suffix);
        bits.put(1 << suffix_length | suffix, (level_code >> suffix_length) + 1 + suffix_length);
    } else {
        let escape = level_code - if suffix_length == 0 { 30 } else { 15 << suffix_length };
        // A prefix of p has p - 3 bits of suffix; its codes follow those of smaller prefixes.
        let prefix = (escape + 4096).ilog2() + 3;
        let suffix = escape + 4096 - (1 << (prefix - 3));
        tell_level(bits, prefix, suffix);
        bits.put(1, prefix + 1);
        bits.put(suffix, prefix - 3);
    }
}

#[inline(always)]
fn tell_level(listener: &mut impl Listen, prefix: u32, suffix: u32) {
    listener.element("level_prefix", prefix.into());
    listener.element_after(prefix + 1, "level_suffix", suffix.into());
}

/// Writes `residual_block_cavlc()` (7.3.5.3.2) of 4, 15 or 16 levels, with `coeff_token` in a column of Table 9-5.
#[inline]
fn residual_block<const N: usize>(bits: &mut impl PcmSink, class: usize, levels: &[i16; N]) {
    const { assert!(N == 4 || N == 15 || N == 16, "a block has 4, 15 or 16 levels") };
    let coded = coded_levels(levels) as u32;
    let total_coeff = coded.count_ones();
    let mut codes = Codes::default();
    if total_coeff == 0 {
        bits.element("coeff_token", 0);
        codes.push(COEFF_TOKEN[class][0][0]);
        return bits.put(codes.bits, codes.len);
    }
    // The trailing ones, at most three, from the highest level down.
    let (mut left, mut trailing_ones, mut signs) = (coded, 0, 0);
    while left != 0 && trailing_ones < 3 {
        let level = levels[left.ilog2() as usize];
        if level.unsigned_abs() != 1 {
            break;
        }
        signs = signs << 1 | u32::from(level < 0);
        trailing_ones += 1;
        left ^= 1 << left.ilog2();
    }
    bits.element("coeff_token", (4 * total_coeff + trailing_ones).into());
    codes.push(COEFF_TOKEN[class][total_coeff as usize][trailing_ones as usize]);
    for k in 0..trailing_ones {
        bits.element_after(codes.len + k, "trailing_ones_sign_flag", (signs >> (trailing_ones - 1 - k) & 1).into());
    }
    bits.put(codes.bits << trailing_ones | signs, codes.len + trailing_ones);
    let mut suffix_length = u32::from(total_coeff > 10 && trailing_ones < 3);
    // With fewer than three trailing ones, the next level cannot be 1 or -1.
    let mut impossible = if trailing_ones < 3 { 2 } else { 0 };
    while left != 0 {
        let i = left.ilog2();
        left ^= 1 << i;
        let level = levels[i as usize];
        let magnitude = u32::from(level.unsigned_abs());
        put_level(bits, 2 * magnitude - 2 + u32::from(level < 0) - impossible, suffix_length);
        impossible = 0;
        suffix_length = suffix_length.max(1) + u32::from(magnitude > MOST_OF_SUFFIX[suffix_length as usize % 8]);
    }
    let mut zeros_left = coded.ilog2() + 1 - total_coeff;
    codes = Codes::default();
    if (total_coeff as usize) < N {
        let of = total_coeff as usize - 1;
        bits.element("total_zeros", zeros_left.into());
        codes.push(if N == 4 {
            TOTAL_ZEROS_CHROMA_DC[of % 3][zeros_left as usize]
        } else {
            TOTAL_ZEROS[of][zeros_left as usize]
        });
    }
    let mut left = coded;
    while zeros_left > 0 {
        let i = left.ilog2();
        left ^= 1 << i;
        if left == 0 {
            break;
        }
        let run_before = i - left.ilog2() - 1;
        bits.element_after(codes.len, "run_before", run_before.into());
        codes.push(RUN_BEFORE[zeros_left.min(7) as usize - 1][run_before as usize]);
        zeros_left -= run_before;
    }
    bits.put(codes.bits, codes.len);
}

/// Returns the number of bits of `residual_block_cavlc()` of 15 or 16 levels given their `nC`, or of the 4 levels of
/// chroma DC.
#[inline]
pub(in crate::h264::code) fn bits_of_block<const N: usize>(nc: u32, levels: &[i16; N]) -> u32 {
    let mut bits = BitCount::default();
    residual_block(&mut bits, if N == 4 { CHROMA_DC } else { class(nc) }, levels);
    bits.0
}

impl<B: PcmSink> Cavlc<B> {
    /// Creates a coder whose output continues `bits`, the slice header.
    pub(super) fn new(bits: B) -> Self {
        Cavlc { bits, mb_skip_run: 0 }
    }

    /// Writes a pending `mb_skip_run` and returns the bits.
    pub(super) fn into_bits(mut self) -> B {
        if self.mb_skip_run > 0 {
            self.put_skip_run();
        }
        self.bits
    }

    fn put_skip_run(&mut self) {
        let run = core::mem::take(&mut self.mb_skip_run);
        self.bits.element("mb_skip_run", run.into());
        self.bits.ue(run);
    }

    /// Writes `residual_block_cavlc()` (7.3.5.3.2) of a 4 x 4 block of 15 or 16 levels, given its `nC`. Use this to get
    /// the rate of a single block.
    ///
    /// ```
    /// use codecs::h264::{bits::BitCount, entropy::{BIT, Cavlc, Rate}};
    /// let mut cavlc = Cavlc::<BitCount>::default();
    /// let before = cavlc.rate();
    /// cavlc.residual_block_of(0, &[0; 16]);
    /// assert_eq!(cavlc.rate() - before, BIT);
    /// ```
    #[inline]
    pub fn residual_block_of<const N: usize>(&mut self, nc: u32, levels: &[i16; N]) {
        residual_block(&mut self.bits, class(nc), levels);
    }
}

impl<B: PcmSink> EntropyCoder for Cavlc<B> {
    type Counter = Cavlc<BitCount>;
    const ENTROPY_CODING_MODE_FLAG: bool = false;

    #[inline]
    fn counter(&self) -> Cavlc<BitCount> {
        Cavlc { bits: BitCount::default(), mb_skip_run: self.mb_skip_run }
    }

    fn mb_skip(&mut self, skipped: bool, _: SliceType, _: &Neighbours<'_>) {
        if skipped {
            self.mb_skip_run += 1;
        } else {
            self.put_skip_run();
        }
    }

    /// Writes nothing: `more_rbsp_data()` finds the end.
    fn end_of_slice_not_yet(&mut self) {}

    fn mb_type(&mut self, mb_type: MbType, slice_type: SliceType, _: &Neighbours<'_>) {
        let number = mb_type.number(slice_type);
        self.bits.element("mb_type", number.into());
        self.bits.ue(number);
    }

    fn pcm_samples(&mut self, samples: &[u8]) {
        self.bits.pcm_samples(samples);
    }

    fn sub_mb_type(&mut self, sub_mb_type: SubMbType) {
        let number = sub_mb_type.number();
        self.bits.element("sub_mb_type", number.into());
        self.bits.ue(number.into());
    }

    fn transform_size_8x8_flag(&mut self, flag: bool, _: &Neighbours<'_>) {
        self.bits.element("transform_size_8x8_flag", flag.into());
        self.bits.flag(flag);
    }

    fn intra_pred_mode(&mut self, rem: Option<u8>, around: &Neighbours<'_>) {
        let [prev_name, rem_name] = intra_pred_mode_names(around);
        self.bits.element(prev_name, rem.is_none().into());
        match rem {
            None => self.bits.flag(true),
            Some(rem) => {
                self.bits.element_after(1, rem_name, rem.into());
                self.bits.put(rem.into(), 4);
            }
        }
    }

    fn intra_chroma_pred_mode(&mut self, mode: u8, _: &Neighbours<'_>) {
        self.bits.element("intra_chroma_pred_mode", mode.into());
        self.bits.ue(mode.into());
    }

    fn ref_idx(&mut self, list: usize, ref_idx: u8, most: u8, _: [isize; 2], _: &MotionWindow<'_>) {
        self.bits.element(REF_IDX_NAMES[list], ref_idx.into());
        self.bits.te(ref_idx.into(), most.into());
    }

    fn mvd(&mut self, list: usize, mvd: Mv, _: [isize; 2], _: &MotionWindow<'_>) {
        for (name, component) in MVD_NAMES[list].into_iter().zip([mvd.x, mvd.y]) {
            self.bits.element(name, component.into());
            self.bits.se(component.into());
        }
    }

    fn coded_block_pattern(&mut self, monochrome: bool, around: &Neighbours<'_>) {
        let mb = &around.current;
        let inter = usize::from(!mb.kind.is_intra());
        let code = match monochrome {
            true => CODED_BLOCK_PATTERN_LUMA[inter][usize::from(mb.cbp_luma)],
            false => CODED_BLOCK_PATTERN[inter][usize::from(mb.cbp_luma + 16 * mb.cbp_chroma)],
        };
        self.bits.element("coded_block_pattern", (mb.cbp_luma + 16 * mb.cbp_chroma).into());
        self.bits.ue(code.into());
    }

    fn mb_qp_delta(&mut self, delta: i32, _: bool) {
        self.bits.element("mb_qp_delta", delta.into());
        self.bits.se(delta);
    }

    #[inline(always)]
    fn residual_block(&mut self, block: ResidualBlock<'_>, around: &Neighbours<'_>, _: &CodedBlockFlagIncs) {
        let bits = &mut self.bits;
        bits.block(&block);
        match block {
            ResidualBlock::Intra16x16Dc(levels) => residual_block(bits, class(around.luma_nc(0)), levels),
            ResidualBlock::Intra16x16Ac(n, levels) => residual_block(bits, class(around.luma_nc(n)), levels),
            ResidualBlock::Luma4x4(n, levels) => residual_block(bits, class(around.luma_nc(n)), levels),
            ResidualBlock::ChromaDc(_, levels) => residual_block(bits, CHROMA_DC, levels),
            ResidualBlock::ChromaAc(c, n, levels) => residual_block(bits, class(around.chroma_nc(c, n)), levels),
            ResidualBlock::Luma8x8(n, levels) => {
                for (k, four) in fours_of(n).into_iter().enumerate() {
                    residual_block(bits, class(around.luma_nc(four)), &interleaved(levels, k));
                }
            }
        }
    }
}

impl EntropyWriter for Cavlc<BitWriter> {
    fn begin(header: BitWriter, _: u8, _: Option<u8>) -> Self {
        Cavlc::new(header)
    }

    fn finish(self) -> Vec<u8> {
        let mut bits = self.into_bits();
        bits.rbsp_trailing();
        bits.into_bytes()
    }
}

impl Rate for Cavlc<BitCount> {
    /// Includes the code of the current run of skipped macroblocks, as if it ended here. The cost of one more skipped
    /// macroblock is thus the growth of that code.
    #[inline]
    fn rate(&self) -> u32 {
        let mut bits = self.bits;
        bits.ue(self.mb_skip_run);
        BIT * bits.0
    }

    fn forget_run(&mut self) {
        self.mb_skip_run = 0;
    }
}
