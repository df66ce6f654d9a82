//! CABAC (9.3): the contexts, and for every syntax element its bins and their contexts.

use super::arithmetic::{Arithmetic, Bins, Cost, Engine};
use super::cabac_tables::*;
use super::coder::{
    EntropyCoder, EntropyWriter, MVD_NAMES, MbType, REF_IDX_NAMES, Rate, ResidualBlock, SubMbType,
    intra_pred_mode_names,
};
use super::levels::coded_levels;
use super::{CodedBlockFlagIncs, Listen, Neighbours, SliceType};
use crate::h264::bits::BitWriter;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::{MbInfo, MbKind, MotionWindow};

/// The states of all contexts, `2 * pStateIdx + valMPS`, by `ctxIdx`.
#[derive(Clone, Copy, Debug)]
pub struct Contexts(pub(super) [u8; 512]);

impl Contexts {
    /// Initialises the contexts at the start of a slice (9.3.1.1). `cabac_init_idc` is 0 to 2 in a P slice and `None`
    /// in an I slice.
    ///
    /// # Panics
    /// If `cabac_init_idc` is above 2.
    pub fn new(slice_qp: u8, cabac_init_idc: Option<u8>) -> Self {
        let table = &INIT[cabac_init_idc.map_or(0, |idc| 1 + usize::from(idc))];
        let mut states = [0; 512];
        for (state, &[m, n]) in states.iter_mut().zip(table) {
            let pre = (((i32::from(m) * i32::from(slice_qp.min(51))) >> 4) + i32::from(n)).clamp(1, 126);
            *state = if pre <= 63 { 2 * (63 - pre) } else { 2 * (pre - 64) + 1 } as u8;
        }
        Contexts(states)
    }
}

/// CABAC over a coder of bins: [`Arithmetic`] writes, [`Cost`] counts.
///
/// See [`SliceData`](super::SliceData) for an example.
#[derive(Clone, Copy, Debug)]
pub struct Cabac<E> {
    contexts: Contexts,
    engine: E,
}

impl<E: Engine> Cabac<E> {
    /// Creates a coder from contexts and a coder of bins.
    pub fn new(contexts: Contexts, engine: E) -> Self {
        Cabac { contexts, engine }
    }

    /// Returns the coder of bins.
    pub(super) fn into_engine(self) -> E {
        self.engine
    }

    /// Begins a syntax element and reports its name and value.
    #[inline(always)]
    fn named(&mut self, name: &'static str, value: i64) -> Element<'_, E::Bins<'_>> {
        self.engine.element(name, value);
        self.element()
    }

    /// Begins a syntax element without reporting it.
    #[inline(always)]
    fn element(&mut self) -> Element<'_, E::Bins<'_>> {
        Element { contexts: &mut self.contexts.0, bins: self.engine.bins() }
    }

    /// Codes the bins of an intra `mb_type` (Table 9-36) in these contexts, except the first bin, which excludes
    /// `I_NxN`.
    fn intra_mb_type(&mut self, mb_type: u8, [luma, chroma, chroma_ac, mode_high, mode_low]: [usize; 5]) {
        debug_assert!((1..=24).contains(&mb_type), "mb_type {mb_type} has no such bins");
        self.engine.go_on();
        let mut element = self.element();
        let n = mb_type - 1;
        let (mode, cbp_chroma) = (n % 4, n / 4 % 3);
        element.decision(luma, n >= 12);
        element.decision(chroma, cbp_chroma != 0);
        if cbp_chroma != 0 {
            element.decision(chroma_ac, cbp_chroma == 2);
        }
        element.decision(mode_high, mode >= 2);
        element.decision(mode_low, mode % 2 == 1);
    }

    /// Codes `residual_block_cabac()` (7.3.5.3.3) of a category (`ctxBlockCat`, Table 9-42), given `ctxIdxInc` of its
    /// `coded_block_flag`. Use this to get the rate of a single block.
    ///
    /// ```
    /// use codecs::h264::entropy::{BIT, Cabac, Contexts, Cost, Rate};
    /// let mut cabac = Cabac::new(Contexts::new(26, None), Cost::default());
    /// cabac.residual_block_of::<2, 16>(0, &[0; 16]);
    /// assert!((1..2 * BIT).contains(&cabac.rate()));
    /// ```
    #[inline]
    pub fn residual_block_of<const CAT: usize, const N: usize>(&mut self, ctx_idx_inc: usize, levels: &[i16; N]) {
        const { assert!(CAT < 6 && N == [16, 15, 16, 4, 15, 64][CAT], "the block has another number of levels") };
        let coded = coded_levels(levels);
        let mut element = self.element();
        if CAT != 5 {
            element.bins.element("coded_block_flag", (coded != 0).into());
            element.decision(usize::from(CODED_BLOCK_FLAG[CAT % 5]) + ctx_idx_inc, coded != 0);
        }
        if coded == 0 {
            debug_assert!(CAT != 5, "an 8x8 block whose bit of coded_block_pattern is set has a level");
            return;
        }
        let significant = usize::from(SIGNIFICANT_COEFF_FLAG[CAT]);
        let last_significant = usize::from(LAST_SIGNIFICANT_COEFF_FLAG[CAT]);
        let last = coded.ilog2() as usize;
        for i in 0..N - 1 {
            let (significant_inc, last_inc) = match CAT {
                3 => (i.min(2), i.min(2)),
                5 => (usize::from(SIGNIFICANT_8X8[i]), usize::from(LAST_8X8[i])),
                _ => (i, i),
            };
            let flag = coded >> i & 1 != 0;
            element.bins.element(("significant_coeff_flag", i), flag.into());
            element.decision(significant + significant_inc, flag);
            if flag {
                element.bins.element(("last_significant_coeff_flag", i), (i == last).into());
                element.decision(last_significant + last_inc, i == last);
                if i == last {
                    break;
                }
            }
        }
        element.coeff_levels::<CAT, N>(coded, levels);
    }
}

/// A syntax element being coded: the contexts and the coder of its bins.
struct Element<'c, B> {
    contexts: &'c mut [u8; 512],
    bins: B,
}

impl<B: Bins> Element<'_, B> {
    #[inline(always)]
    fn decision(&mut self, ctx_idx: usize, bin: bool) {
        self.bins.decision(&mut self.contexts[ctx_idx & 511], bin);
    }

    /// Codes a bin string of Tables 9-37 and 9-38 for B slices. The first two bins have the first two contexts, the third one the
    /// third context after a bin of 1 and the last one after a bin of 0, and all others the last one (9.3.3.1.2).
    #[inline(always)]
    fn bin_string(&mut self, (bins, len): (u8, u8), [first, second, third, others]: [usize; 4]) {
        let bin = |k: u8| bins >> (len - 1 - k) & 1 != 0;
        for k in 0..len {
            let context = match k {
                0 => first,
                1 => second,
                2 if bin(1) => third,
                _ => others,
            };
            self.decision(context, bin(k));
        }
    }

    /// Codes a unary value (9.3.2.1): `value` ones and a zero. Bin `i` has context `contexts[i]`; the last context
    /// serves all later bins.
    #[inline(always)]
    fn unary<const N: usize>(&mut self, value: u32, contexts: [usize; N]) {
        for bin in 0..=value as usize {
            self.decision(contexts[bin.min(N - 1)], bin < value as usize);
        }
    }

    /// Codes the Exp-Golomb suffix of order `K` (9.3.2.3) and the sign, as bypass bins.
    #[inline(always)]
    fn exp_golomb_and_sign<const K: u32>(&mut self, value: u32, negative: bool) {
        let value = value + (1 << K);
        let ones = value.ilog2() - K;
        // The ones, a zero, the bits below the highest bit of the value, the sign.
        let prefix = ((1_u64 << ones) - 1) << 1;
        let below = u64::from(value ^ 1 << (ones + K));
        let bins = (prefix << (ones + K) | below) << 1 | u64::from(negative);
        self.bins.bypass(bins as u32, 2 * ones + K + 2);
    }

    /// Codes `coeff_abs_level_minus1` and `coeff_sign_flag` of the nonzero levels, the last one first.
    #[inline(always)]
    fn coeff_levels<const CAT: usize, const N: usize>(&mut self, mut coded: u64, levels: &[i16; N]) {
        let base = usize::from(COEFF_ABS_LEVEL_MINUS1[CAT]);
        let (mut ones, mut greater) = (0, 0);
        while coded != 0 {
            let i = coded.ilog2();
            coded ^= 1 << i;
            let level = levels[i as usize];
            let abs_minus1 = u32::from(level.unsigned_abs() - 1);
            self.bins.element(("coeff_abs_level_minus1", i as usize), abs_minus1.into());
            let first = base + if greater != 0 { 0 } else { 4.min(1 + ones) };
            if abs_minus1 == 0 {
                self.decision(first, false);
                ones += 1;
                self.bins.element(("coeff_sign_flag", i as usize), (level < 0).into());
                self.bins.bypass((level < 0).into(), 1);
                continue;
            }
            self.decision(first, true);
            let later = base + 5 + greater.min(4 - usize::from(CAT == 3));
            for _ in 1..abs_minus1.min(14) {
                self.decision(later, true);
            }
            if abs_minus1 < 14 {
                self.decision(later, false);
                self.bins.element(("coeff_sign_flag", i as usize), (level < 0).into());
                self.bins.bypass((level < 0).into(), 1);
            } else {
                let bins_before_sign = 2 * (abs_minus1 - 13).ilog2() + 1;
                self.bins.element_after(bins_before_sign, ("coeff_sign_flag", i as usize), (level < 0).into());
                self.exp_golomb_and_sign::<0>(abs_minus1 - 14, level < 0);
            }
            greater += 1;
        }
    }
}

/// `ctxIdxOffset` of the syntax elements of macroblocks (Table 9-34): the context index of their first bin.
mod ctx_idx_offset {
    pub(super) const MB_TYPE_I: usize = 3;
    pub(super) const MB_SKIP_FLAG_P: usize = 11;
    /// The bins of `mb_type` in P slices that choose between P and I types, and among P types.
    pub(super) const MB_TYPE_P_PREFIX: usize = 14;
    /// The bins of an I type in P slices.
    pub(super) const MB_TYPE_P_SUFFIX: usize = 17;
    pub(super) const SUB_MB_TYPE_P: usize = 21;
    pub(super) const MB_SKIP_FLAG_B: usize = 24;
    /// The bins of `mb_type` in B slices that choose between B and I types, and among B types.
    pub(super) const MB_TYPE_B_PREFIX: usize = 27;
    /// The bins of an I type in B slices.
    pub(super) const MB_TYPE_B_SUFFIX: usize = 32;
    pub(super) const SUB_MB_TYPE_B: usize = 36;
    /// Horizontal and vertical differences.
    pub(super) const MVD: [usize; 2] = [40, 47];
    pub(super) const REF_IDX: usize = 54;
    pub(super) const MB_QP_DELTA: usize = 60;
    pub(super) const INTRA_CHROMA_PRED_MODE: usize = 64;
    pub(super) const PREV_INTRA_PRED_MODE_FLAG: usize = 68;
    pub(super) const REM_INTRA_PRED_MODE: usize = 69;
    pub(super) const CODED_BLOCK_PATTERN_LUMA: usize = 73;
    pub(super) const CODED_BLOCK_PATTERN_CHROMA: usize = 77;
    pub(super) const TRANSFORM_SIZE_8X8_FLAG: usize = 399;
}

impl<E: Engine> EntropyCoder for Cabac<E> {
    type Counter = Cabac<Cost>;
    const ENTROPY_CODING_MODE_FLAG: bool = true;

    #[inline]
    fn counter(&self) -> Cabac<Cost> {
        Cabac { contexts: self.contexts, engine: Cost::default() }
    }

    fn mb_skip(&mut self, skipped: bool, slice_type: SliceType, around: &Neighbours<'_>) {
        let offset = match slice_type {
            SliceType::B => ctx_idx_offset::MB_SKIP_FLAG_B,
            SliceType::P | SliceType::I => ctx_idx_offset::MB_SKIP_FLAG_P,
        };
        let inc = around.terms(1, |mb| mb.kind.is_available() && !mb.is_skipped());
        self.named("mb_skip_flag", skipped.into()).decision(offset + inc, skipped);
    }

    fn end_of_slice_not_yet(&mut self) {
        self.engine.element("end_of_slice_flag", 0);
        self.engine.go_on();
    }

    fn mb_type(&mut self, mb_type: MbType, slice_type: SliceType, around: &Neighbours<'_>) {
        let mut element = self.named("mb_type", mb_type.number(slice_type).into());
        // The context of the first bin of an intra type, and those of the other bins.
        let (first, later) = match slice_type {
            SliceType::I => {
                let not_nxn = [MbKind::Intra16x16, MbKind::Pcm];
                let offset = ctx_idx_offset::MB_TYPE_I;
                (offset + around.terms(1, |mb| not_nxn.contains(&mb.kind)), [3, 4, 5, 6, 7].map(|inc| offset + inc))
            }
            SliceType::P => {
                let offset = ctx_idx_offset::MB_TYPE_P_SUFFIX;
                (offset, [1, 2, 2, 3, 3].map(|inc| offset + inc))
            }
            SliceType::B => {
                let offset = ctx_idx_offset::MB_TYPE_B_SUFFIX;
                (offset, [1, 2, 2, 3, 3].map(|inc| offset + inc))
            }
        };
        match slice_type {
            SliceType::I => {}
            SliceType::P => element.decision(ctx_idx_offset::MB_TYPE_P_PREFIX, matches!(mb_type, MbType::I(_))),
            SliceType::B => {
                let coded = |mb: &MbInfo| mb.kind.is_available() && mb.kind != MbKind::Direct;
                let offset = ctx_idx_offset::MB_TYPE_B_PREFIX;
                let bins = match mb_type {
                    MbType::B(n) => MB_TYPE_B[usize::from(n)],
                    _ => MB_TYPE_B_INTRA,
                };
                element.bin_string(bins, [offset + around.terms(1, coded), offset + 3, offset + 4, offset + 5]);
            }
        }
        match mb_type {
            MbType::B(_) => {}
            MbType::P(n) => {
                debug_assert!(n < 4, "P_8x8ref0 has no bins");
                let (second, third) = (n == 1 || n == 2, n == 1 || n == 3);
                element.decision(ctx_idx_offset::MB_TYPE_P_PREFIX + 1, second);
                element.decision(ctx_idx_offset::MB_TYPE_P_PREFIX + if second { 3 } else { 2 }, third);
            }
            MbType::I(n) => {
                element.decision(first, n != 0);
                drop(element);
                // The terminating 1 of I_PCM is coded with its samples.
                if n != 0 && n != 25 {
                    self.intra_mb_type(n, later);
                }
            }
        }
    }

    fn pcm_samples(&mut self, samples: &[u8]) {
        self.engine.pcm(samples);
    }

    fn sub_mb_type(&mut self, sub_mb_type: SubMbType) {
        let mut element = self.named("sub_mb_type", sub_mb_type.number().into());
        match sub_mb_type {
            SubMbType::P(n) => {
                let offset = ctx_idx_offset::SUB_MB_TYPE_P;
                element.decision(offset, n == 0);
                if n != 0 {
                    element.decision(offset + 1, n != 1);
                    if n != 1 {
                        element.decision(offset + 2, n == 2);
                    }
                }
            }
            SubMbType::B(n) => {
                let offset = ctx_idx_offset::SUB_MB_TYPE_B;
                element.bin_string(SUB_MB_TYPE_B[usize::from(n)], [offset, offset + 1, offset + 2, offset + 3]);
            }
        }
    }

    fn transform_size_8x8_flag(&mut self, flag: bool, around: &Neighbours<'_>) {
        let inc = around.terms(1, |mb| mb.transform_8x8);
        self.named("transform_size_8x8_flag", flag.into())
            .decision(ctx_idx_offset::TRANSFORM_SIZE_8X8_FLAG + inc, flag);
    }

    fn intra_pred_mode(&mut self, rem: Option<u8>, around: &Neighbours<'_>) {
        let [prev_name, rem_name] = intra_pred_mode_names(around);
        let mut element = self.named(prev_name, rem.is_none().into());
        element.decision(ctx_idx_offset::PREV_INTRA_PRED_MODE_FLAG, rem.is_none());
        if let Some(rem) = rem {
            element.bins.element(rem_name, rem.into());
            for bit in 0..3 {
                element.decision(ctx_idx_offset::REM_INTRA_PRED_MODE, rem >> bit & 1 != 0);
            }
        }
    }

    fn intra_chroma_pred_mode(&mut self, mode: u8, around: &Neighbours<'_>) {
        let mut element = self.named("intra_chroma_pred_mode", mode.into());
        let offset = ctx_idx_offset::INTRA_CHROMA_PRED_MODE;
        let first = offset + around.terms(1, |mb| mb.intra_chroma_mode != 0);
        element.decision(first, mode > 0);
        for bin in 1..=mode.min(2) {
            element.decision(offset + 3, mode > bin);
        }
    }

    fn ref_idx(&mut self, list: usize, ref_idx: u8, _: u8, [y, x]: [isize; 2], motion: &MotionWindow<'_>) {
        let term = |y, x| usize::from(motion[[y, x]].ref_idx > 0 && !motion[[y, x]].is_direct);
        let mut element = self.named(REF_IDX_NAMES[list], ref_idx.into());
        let offset = ctx_idx_offset::REF_IDX;
        element.unary(ref_idx.into(), [offset + term(y, x - 1) + 2 * term(y - 1, x), offset + 4, offset + 5]);
    }

    fn mvd(&mut self, list: usize, mvd: Mv, [y, x]: [isize; 2], motion: &MotionWindow<'_>) {
        let mut element = self.element();
        let (a, b) = (motion[[y, x - 1]].mvd, motion[[y - 1, x]].mvd);
        for (component, value) in [mvd.x, mvd.y].into_iter().enumerate() {
            let base = ctx_idx_offset::MVD[component];
            element.bins.element(MVD_NAMES[list][component], value.into());
            let sum = u32::from(a[component]) + u32::from(b[component]);
            let magnitude = u32::from(value.unsigned_abs());
            element.decision(base + usize::from(sum > 2) + usize::from(sum > 32), magnitude != 0);
            if magnitude == 0 {
                continue;
            }
            for bin in 1..magnitude.min(9) {
                element.decision(base + (2 + bin as usize).min(6), true);
            }
            if magnitude < 9 {
                element.decision(base + (2 + magnitude as usize).min(6), false);
                element.bins.bypass((value < 0).into(), 1);
            } else {
                element.exp_golomb_and_sign::<3>(magnitude - 9, value < 0);
            }
        }
    }

    fn coded_block_pattern(&mut self, monochrome: bool, around: &Neighbours<'_>) {
        let (luma, chroma) = (around.current.cbp_luma, around.current.cbp_chroma);
        let mut element = self.named("coded_block_pattern", (luma + 16 * chroma).into());
        // A macroblock that is not available counts as coded.
        let of = |mb: &MbInfo| if mb.kind.is_available() { mb.cbp_luma } else { 15 };
        let (left, above) = (of(&around.left), of(&around.above));
        let absent = |cbp: u8, n: u8| usize::from(cbp >> n & 1 == 0);
        let incs = [
            absent(left, 1) + 2 * absent(above, 2),
            absent(luma, 0) + 2 * absent(above, 3),
            absent(left, 3) + 2 * absent(luma, 0),
            absent(luma, 2) + 2 * absent(luma, 1),
        ];
        for (n, inc) in incs.into_iter().enumerate() {
            element.decision(ctx_idx_offset::CODED_BLOCK_PATTERN_LUMA + inc, luma >> n & 1 != 0);
        }
        if !monochrome {
            let offset = ctx_idx_offset::CODED_BLOCK_PATTERN_CHROMA;
            element.decision(offset + around.terms(2, |mb| mb.cbp_chroma != 0), chroma != 0);
            if chroma != 0 {
                element.decision(offset + 4 + around.terms(2, |mb| mb.cbp_chroma == 2), chroma == 2);
            }
        }
    }

    fn mb_qp_delta(&mut self, delta: i32, delta_before: bool) {
        let mapped = if delta > 0 { 2 * delta - 1 } else { -2 * delta } as u32;
        let offset = ctx_idx_offset::MB_QP_DELTA;
        let contexts = [offset + usize::from(delta_before), offset + 2, offset + 3];
        self.named("mb_qp_delta", delta.into()).unary(mapped, contexts);
    }

    #[inline(always)]
    fn residual_block(&mut self, block: ResidualBlock<'_>, around: &Neighbours<'_>, incs: &CodedBlockFlagIncs) {
        self.engine.block(&block);
        match block {
            ResidualBlock::Intra16x16Dc(levels) => self.residual_block_of::<0, 16>(around.dc_flag_inc(0), levels),
            ResidualBlock::Intra16x16Ac(n, levels) => self.residual_block_of::<1, 15>(incs.luma[n].into(), levels),
            ResidualBlock::Luma4x4(n, levels) => self.residual_block_of::<2, 16>(incs.luma[n].into(), levels),
            ResidualBlock::ChromaDc(c, levels) => self.residual_block_of::<3, 4>(around.dc_flag_inc(1 + c), levels),
            ResidualBlock::ChromaAc(c, n, levels) => self.residual_block_of::<4, 15>(incs.chroma[c][n].into(), levels),
            ResidualBlock::Luma8x8(_, levels) => {
                if let Some(levels) = levels.as_flattened().first_chunk() {
                    self.residual_block_of::<5, 64>(0, levels); // it has no flag
                }
            }
        }
    }
}

impl EntropyWriter for Cabac<Arithmetic> {
    fn begin(mut header: BitWriter, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self {
        header.fill(true); // cabac_alignment_one_bit
        Cabac::new(Contexts::new(slice_qp, cabac_init_idc), Arithmetic::new(header.into_bytes()))
    }

    fn finish(self) -> Vec<u8> {
        self.engine.finish()
    }
}

impl Rate for Cabac<Cost> {
    fn contexts(&self) -> Option<&Contexts> {
        Some(&self.contexts)
    }

    #[inline]
    fn rate(&self) -> u32 {
        self.engine.rate()
    }
}
