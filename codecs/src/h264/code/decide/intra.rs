//! The intra candidates of a macroblock (8.3).

use super::candidate::{Candidate, MbSamples, cbp_luma};
use super::context::MbContext;
use super::cost::{BlockRows, EqualRows, FlatRows, intra_4x4_costs, intra_8x8_costs, sad, satd};
use super::early;
use super::motion_search::Measure;
use crate::h264::code::coding_order::{BLOCKS_4X4, BLOCKS_8X8, LumaBlocks4x4, LumaBlocks8x8, eight_around};
use crate::h264::code::entropy::pred_intra_mode;
use crate::h264::code::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode, Macroblock, ModeSet, Prediction};
use crate::h264::code::map::BlockInfo;
use crate::h264::code::picture::{ChromaTile, LumaTile, nth_block, put_nth_block, put_samples};
use crate::h264::code::predict::intra::{Available, chroma, intra_4x4, intra_8x8, intra_16x16};
use crate::h264::code::residual::{BlockIndex, CodedChroma, chroma_8x8, luma_4x4, luma_8x8, luma_16x16};
use crate::shared::counters::Event;
use crate::shared::dispatch::dispatch;
use crate::spaces::{Luma4x4, Luma8x8};
use fearless_simd::Simd;
use unite::{Fixed, FixedExtent, Place, Tile};

const OUTSIDE: &str = "a picture is padded";

/// The chroma of an intra macroblock as it could be coded; empty in a monochrome picture.
#[derive(Clone, Copy, Debug)]
pub struct ChromaCandidate {
    mode: IntraChromaMode,
    /// The QP of the macroblock that it was coded for.
    qp: u8,
    coded: Option<[CodedChroma; 2]>,
}

impl ChromaCandidate {
    /// Sets the chroma of a candidate.
    pub(super) fn put(&self, candidate: &mut Candidate) {
        candidate.macroblock.intra_chroma_mode = self.mode;
        if let Some(coded) = &self.coded {
            candidate.put_chroma(coded);
        }
    }
}

/// Returns the number of bits of `prev_intra4x4_pred_mode_flag` and `rem_intra4x4_pred_mode`.
fn mode_bits(is_predicted: bool) -> u32 {
    if is_predicted { 1 } else { 4 }
}

/// The neighbouring samples of a block of `N` by `N` samples of an `I_NxN` macroblock.
trait Surroundings<const N: usize> {
    /// The extent of the block in 4 x 4 blocks.
    type Blocks: FixedExtent;

    /// Returns the SATD of the prediction in each mode; those whose neighbours are not available have no meaning.
    fn costs<S: Simd>(&self, simd: S, source: &LumaTile<N>, available: Available) -> [u32; 9];

    /// Computes the prediction in a mode whose neighbours are available.
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut LumaTile<N>);
}

impl Surroundings<4> for intra_4x4::Surroundings {
    type Blocks = Fixed<1, 1>;

    #[inline(always)]
    fn costs<S: Simd>(&self, simd: S, source: &LumaTile<4>, available: Available) -> [u32; 9] {
        intra_4x4_costs(simd, source, self, available)
    }

    #[inline(always)]
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut LumaTile<4>) {
        intra_4x4::predict(mode, intra_4x4::near(self), available, pred);
    }
}

impl Surroundings<8> for intra_8x8::Surroundings {
    type Blocks = Fixed<2, 2>;

    #[inline(always)]
    fn costs<S: Simd>(&self, simd: S, source: &LumaTile<8>, available: Available) -> [u32; 9] {
        intra_8x8_costs(simd, source, self, available)
    }

    #[inline(always)]
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut LumaTile<8>) {
        intra_8x8::predict(mode, intra_8x8::near(self), available, pred);
    }
}

impl MbContext<'_> {
    /// Returns the chroma of the macroblock in an intra mode. If `mode` is `None` or not possible, the mode nearest to
    /// the source is used.
    pub fn intra_chroma(&mut self, mode: Option<IntraChromaMode>) -> ChromaCandidate {
        dispatch!(self.slice.level, simd => self.intra_chroma_at_level(simd, mode))
    }

    #[inline(always)]
    fn intra_chroma_at_level<S: Simd>(&mut self, simd: S, wanted: Option<IntraChromaMode>) -> ChromaCandidate {
        let Some(planes) = &self.picture.chroma else {
            return ChromaCandidate { mode: IntraChromaMode::Dc, qp: self.qp, coded: None };
        };
        let predict = |mode: IntraChromaMode| {
            let mut preds = [ChromaTile::<8>::block_copy(&self.source.chroma[0]); 2];
            for (pred, plane) in preds.iter_mut().zip(planes) {
                let near = plane.view().colocate(pred).window().expect(OUTSIDE);
                chroma::predict(mode, near, self.available, pred);
            }
            preds
        };
        let mode = wanted.filter(|mode| mode.is_possible(self.available)).unwrap_or_else(
            #[inline(always)]
            || {
                let mut best = (IntraChromaMode::Dc, u32::MAX);
                for mode in IntraChromaMode::ALL {
                    if !mode.is_possible(self.available) {
                        continue;
                    }
                    let mut cost = self.lambda.of_bits(2 * (mode as u32 + 1).ilog2() + 1);
                    for (source, pred) in self.source.chroma.iter().zip(&predict(mode)) {
                        cost += satd(simd, source, pred);
                    }
                    if cost < best.1 {
                        best = (mode, cost);
                    }
                }
                best.0
            },
        );
        let preds = predict(mode);
        let cb = chroma_8x8(simd, &self.source.chroma[0], &preds[0], &self.chroma_quantization(true, 0));
        let cr = chroma_8x8(simd, &self.source.chroma[1], &preds[1], &self.chroma_quantization(true, 1));
        ChromaCandidate { mode, qp: self.qp, coded: Some([cb, cr]) }
    }

    /// Returns the candidate `I_16x16` in a mode. If `mode` is `None` or not possible, the mode nearest to the source
    /// is used.
    pub fn intra_16x16(&mut self, mode: Option<Intra16x16Mode>, chroma: &ChromaCandidate) -> Candidate {
        let chroma = &self.at_qp(chroma);
        dispatch!(self.slice.level, simd => self.intra_16x16_at_level(simd, mode, chroma))
    }

    /// Returns chroma at the QP of the context: coded again if the QP has changed.
    fn at_qp(&mut self, chroma: &ChromaCandidate) -> ChromaCandidate {
        if chroma.qp == self.qp { *chroma } else { self.intra_chroma(Some(chroma.mode)) }
    }

    #[inline(always)]
    fn intra_16x16_at_level<S: Simd>(
        &mut self,
        simd: S,
        wanted: Option<Intra16x16Mode>,
        chroma: &ChromaCandidate,
    ) -> Candidate {
        Event::Trial.count();
        let mode = match wanted.filter(|mode| mode.is_possible(self.available)) {
            Some(mode) => mode,
            None => self.nearest_16x16_at_level(simd, Measure::Satd, u32::MAX).0,
        };
        let pred = self.predict_16x16(mode);
        let coded = luma_16x16(simd, &self.source.luma, &pred, &self.luma_quantization(true));
        let mut candidate = self.empty(Prediction::Intra16x16(mode));
        candidate.samples.luma = coded.recon;
        candidate.macroblock.residual.luma_dc = coded.dc;
        candidate.macroblock.residual.luma = coded.ac;
        candidate.macroblock.cbp_luma = if coded.ac_counts == [0; 16] { 0 } else { 15 };
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the mode of an `I_16x16` macroblock that is nearest to the source, and its distortion. The plane is tried if another
    /// mode makes it likely that a distortion of at most `limit` can be reached.
    pub(super) fn nearest_16x16(&self, measure: Measure, limit: u32) -> (Intra16x16Mode, u32) {
        dispatch!(self.slice.level, simd => self.nearest_16x16_at_level(simd, measure, limit))
    }

    #[inline(always)]
    fn nearest_16x16_at_level<S: Simd>(&self, simd: S, measure: Measure, limit: u32) -> (Intra16x16Mode, u32) {
        let (near, mut best) = (self.near_16x16(), (Intra16x16Mode::Dc, u32::MAX));
        for mode in Intra16x16Mode::ALL {
            if !mode.is_possible(self.available)
                || mode == Intra16x16Mode::Plane && !early::plane_may_win(best.1, limit)
            {
                continue;
            }
            let cost = match mode {
                Intra16x16Mode::Vertical => self.distortion(simd, measure, &EqualRows(near.row(-1))),
                Intra16x16Mode::Horizontal => self.distortion(simd, measure, &FlatRows(intra_16x16::left(near))),
                Intra16x16Mode::Dc => {
                    let mean = [intra_16x16::mean(near, self.available); 16];
                    self.distortion(simd, measure, &EqualRows(&mean))
                }
                Intra16x16Mode::Plane => self.distortion(simd, measure, &self.predict_16x16(mode)),
            };
            if cost < best.1 {
                best = (mode, cost);
            }
        }
        best
    }

    #[inline(always)]
    fn distortion<S: Simd>(&self, simd: S, measure: Measure, pred: &impl BlockRows<16, 16>) -> u32 {
        match measure {
            Measure::Sad => sad(simd, &self.source.luma, pred),
            Measure::Satd => satd(simd, &self.source.luma, pred),
        }
    }

    /// Returns the samples coded so far at the macroblock and beside it.
    #[inline(always)]
    fn near_16x16(&self) -> intra_16x16::Near<'_> {
        self.picture.luma.view().colocate(&self.source.luma).window().expect(OUTSIDE)
    }

    /// Returns the prediction of an `I_16x16` macroblock in a mode that is possible.
    #[inline(always)]
    fn predict_16x16(&self, mode: Intra16x16Mode) -> LumaTile<16> {
        let mut pred = LumaTile::<16>::at(self.source.luma.origin);
        intra_16x16::predict(mode, self.near_16x16(), self.available, &mut pred);
        pred
    }

    /// Returns the candidate `I_NxN` with the 4 x 4 transform, block `n` in one of the modes `modes(n)`: a [`ModeSet`], or
    /// `Some` mode or `None` for all. The mode nearest to the source is used; if none of the set is possible, of all.
    pub fn intra_4x4<M: Into<ModeSet>>(&mut self, modes: impl Fn(usize) -> M, chroma: &ChromaCandidate) -> Candidate {
        self.intra_4x4_of(&|n| modes(n).into(), chroma)
    }

    fn intra_4x4_of(&mut self, modes: &dyn Fn(usize) -> ModeSet, chroma: &ChromaCandidate) -> Candidate {
        let chroma = self.at_qp(chroma);
        let coded = self.intra_4x4_luma(modes, u32::MAX);
        let (mut candidate, _) = coded.expect("no cost is above the limit");
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the candidate `I_NxN` with the 4 x 4 transform in the modes nearest to the source, without chroma, and its SATD cost;
    /// `None` if the cost is above `limit`.
    pub(super) fn intra_4x4_below(&mut self, limit: u32) -> Option<(Candidate, u32)> {
        self.intra_4x4_luma(&|_| ModeSet::ALL, limit)
    }

    fn intra_4x4_luma(&mut self, modes: &dyn Fn(usize) -> ModeSet, limit: u32) -> Option<(Candidate, u32)> {
        dispatch!(self.slice.level, simd => self.intra_4x4_at_level(simd, modes, limit))
    }

    #[inline(always)]
    fn intra_4x4_at_level<S: Simd>(
        &mut self,
        simd: S,
        modes: &dyn Fn(usize) -> ModeSet,
        limit: u32,
    ) -> Option<(Candidate, u32)> {
        Event::Trial.count();
        let mut sum = 0;
        let quantization = self.luma_quantization(true);
        let mut chosen = Tile::<Luma4x4, [[IntraNxNMode; 4]; 4]>::at(self.place.origin());
        let mut counts = [0; 16];
        let mut candidate = self.empty(Prediction::Intra4x4(chosen.data));
        for n in 0..16 {
            let source: LumaTile<4> = nth_block(LumaBlocks4x4, &self.source.luma, n);
            let available = self.available.of_4x4(n);
            let near = self.picture.luma.view().colocate(&source);
            let around = intra_4x4::neighbours(&near, available).expect(OUTSIDE);
            let (cost, mode, pred) = self.nearest_mode(simd, &source, available, modes(n), &around);
            sum += cost;
            if sum > limit {
                return None;
            }
            let coded = luma_4x4(simd, &source, &pred, &quantization.at(BlockIndex::Block4x4(n)));
            chosen.view_mut().set(BLOCKS_4X4[n], mode);
            candidate.macroblock.residual.luma[n] = coded.levels;
            counts[n] = coded.count;
            put_nth_block(LumaBlocks4x4, &mut candidate.samples.luma, n, &coded.recon);
            self.put_block::<Fixed<1, 1>, 4>(mode, &coded.recon);
        }
        candidate.macroblock.cbp_luma = cbp_luma(&counts);
        candidate.macroblock.prediction = Prediction::Intra4x4(chosen.data);
        Some((candidate, sum))
    }

    /// Returns the candidate `I_NxN` with the 8 x 8 transform, with modes as in [`intra_4x4`](MbContext::intra_4x4). In
    /// a stream without that transform, the 4 x 4 transform is used instead.
    pub fn intra_8x8<M: Into<ModeSet>>(&mut self, modes: impl Fn(usize) -> M, chroma: &ChromaCandidate) -> Candidate {
        self.intra_8x8_of(&|n| modes(n).into(), chroma)
    }

    fn intra_8x8_of(&mut self, modes: &dyn Fn(usize) -> ModeSet, chroma: &ChromaCandidate) -> Candidate {
        if !self.slice.options.transform_8x8 {
            return self.intra_4x4_of(&|n| modes(eight_around(n)), chroma);
        }
        let chroma = self.at_qp(chroma);
        let coded = self.intra_8x8_luma(modes, u32::MAX);
        let (mut candidate, _) = coded.expect("no cost is above the limit");
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the candidate `I_NxN` with the 8 x 8 transform in the modes nearest to the source, without chroma, and its SATD cost;
    /// `None` if the cost is above `limit`.
    pub(super) fn intra_8x8_below(&mut self, limit: u32) -> Option<(Candidate, u32)> {
        self.intra_8x8_luma(&|_| ModeSet::ALL, limit)
    }

    fn intra_8x8_luma(&mut self, modes: &dyn Fn(usize) -> ModeSet, limit: u32) -> Option<(Candidate, u32)> {
        dispatch!(self.slice.level, simd => self.intra_8x8_at_level(simd, modes, limit))
    }

    #[inline(always)]
    fn intra_8x8_at_level<S: Simd>(
        &mut self,
        simd: S,
        modes: &dyn Fn(usize) -> ModeSet,
        limit: u32,
    ) -> Option<(Candidate, u32)> {
        Event::Trial.count();
        let mut sum = 0;
        let quantization = self.luma_quantization(true);
        let mut chosen = Tile::<Luma8x8, [[IntraNxNMode; 2]; 2]>::at(self.place.origin());
        let mut candidate = self.empty(Prediction::Intra8x8(chosen.data));
        candidate.macroblock.transform_8x8 = true;
        for (n, place) in BLOCKS_8X8.into_iter().enumerate() {
            let source: LumaTile<8> = nth_block(LumaBlocks8x8, &self.source.luma, n);
            let available = self.available.of_8x8(n);
            let near = self.picture.luma.view().colocate(&source);
            let around = intra_8x8::neighbours(&near, available).expect(OUTSIDE);
            let (cost, mode, pred) = self.nearest_mode(simd, &source, available, modes(n), &around);
            sum += cost;
            if sum > limit {
                return None;
            }
            let coded = luma_8x8(simd, &source, &pred, &quantization.at(BlockIndex::Block8x8(n)));
            chosen.view_mut().set(place, mode);
            candidate.macroblock.residual.put_8x8(n, &coded.levels);
            candidate.macroblock.cbp_luma |= u8::from(coded.count > 0) << n;
            put_nth_block(LumaBlocks8x8, &mut candidate.samples.luma, n, &coded.recon);
            self.put_block::<Fixed<2, 2>, 8>(mode, &coded.recon);
        }
        candidate.macroblock.prediction = Prediction::Intra8x8(chosen.data);
        Some((candidate, sum))
    }

    /// Returns an estimate of the least SATD cost of intra prediction, or any cost above `limit` if it is above `limit`. Blocks of
    /// 8 x 8 samples are predicted from neighbours in the source, so nothing needs to be coded.
    pub(super) fn intra_estimate(&self, limit: u32) -> u32 {
        dispatch!(self.slice.level, simd => self.intra_estimate_at_level(simd, limit))
    }

    #[inline(always)]
    fn intra_estimate_at_level<S: Simd>(&self, simd: S, limit: u32) -> u32 {
        let (_, least) = self.nearest_16x16_at_level(simd, Measure::Satd, limit);
        if least <= limit {
            return least;
        }
        let mut sum = 0;
        for n in 0..4 {
            let source: LumaTile<8> = nth_block(LumaBlocks8x8, &self.source.luma, n);
            let available = self.available.of_8x8(n);
            let near = self.slice.source.luma.view().colocate(&source);
            let costs =
                intra_8x8_costs(simd, &source, &intra_8x8::neighbours(&near, available).expect(OUTSIDE), available);
            let mut least = u32::MAX;
            for mode in IntraNxNMode::ALL {
                if mode.is_possible(available) {
                    least = least.min(costs[mode as usize]);
                }
            }
            sum += least + self.lambda.of_bits(3);
            if sum > limit {
                break;
            }
        }
        least.min(sum)
    }

    /// Returns the candidate `I_PCM`: the samples as they are.
    pub fn pcm(&mut self) -> Candidate {
        let mut candidate = self.empty(Prediction::Pcm);
        candidate.samples = self.source;
        let pcm = &mut candidate.macroblock.residual.pcm;
        pcm.extend_from_slice(self.source.luma.data.as_flattened());
        if self.picture.chroma.is_some() {
            pcm.extend(self.source.chroma.iter().flat_map(|plane| plane.data).flatten());
        }
        candidate
    }

    /// Returns a candidate without a residual and without samples.
    pub(super) fn empty(&self, prediction: Prediction) -> Candidate {
        Candidate { macroblock: Macroblock::new(prediction, self.qp), samples: MbSamples::at(&self.place) }
    }

    /// Returns the SATD cost, the mode and the prediction of the block at the place of `source`: of the wanted modes the one nearest
    /// to the source; of all modes if none of them is possible. A single wanted mode has cost 0.
    #[inline(always)]
    fn nearest_mode<S: Simd, A: Surroundings<N>, const N: usize>(
        &self,
        simd: S,
        source: &LumaTile<N>,
        available: Available,
        wanted: ModeSet,
        around: &A,
    ) -> (u32, IntraNxNMode, LumaTile<N>) {
        let mut best = (u32::MAX, IntraNxNMode::Dc);
        match wanted.only().filter(|mode| mode.is_possible(available)) {
            Some(mode) => best = (0, mode),
            None => {
                let predicted = pred_intra_mode(self.map.blocks.view().under_fixed::<A::Blocks, _>(source));
                let costs = around.costs(simd, source, available);
                let wanted = if wanted.has_possible(available) { wanted } else { ModeSet::ALL };
                for mode in IntraNxNMode::ALL {
                    if !mode.is_possible(available) || !wanted.contains(mode) {
                        continue;
                    }
                    let cost = costs[mode as usize] + self.lambda.of_bits(mode_bits(mode == predicted));
                    if cost < best.0 {
                        best = (cost, mode);
                    }
                }
            }
        }
        let mut pred = LumaTile::block_copy(source);
        around.predict(best.1, available, &mut pred);
        (best.0, best.1, pred)
    }

    /// Stores a coded block in the picture and in the map for later blocks.
    #[inline(always)]
    fn put_block<Blocks: FixedExtent, const N: usize>(&mut self, mode: IntraNxNMode, recon: &LumaTile<N>) {
        put_samples(self.picture.luma.view_mut(), recon);
        let info = BlockInfo { intra_mode: mode as i8, ..BlockInfo::default() };
        self.map.blocks.view_mut().under_fixed::<Blocks, _>(recon).fill_with(|_| info);
    }
}
