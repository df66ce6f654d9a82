//! The intra candidates of a macroblock (8.3).

use super::candidate::{Candidate, MbSamples};
use super::context::MbContext;
use super::cost::satd;
use crate::h264::entropy::Neighbours;
use crate::h264::macroblock::{
    Intra16x16Mode, IntraChromaMode, IntraNxNMode, Macroblock, Prediction, Residual, block4x4,
};
use crate::h264::map::BlockInfo;
use crate::h264::predict::intra::{Available, chroma, intra_4x4, intra_8x8, intra_16x16};
use crate::h264::predict::motion_vectors::Part;
use crate::h264::residual::blocks::{part, set_part};
use crate::h264::residual::{CodedChroma, chroma_8x8, luma_4x4, luma_8x8, luma_16x16};
use crate::spaces::{Chroma, Luma};
use fearless_simd::{Simd, dispatch};
use unite::{Fixed, Inside, Tile};

const OUTSIDE: &str = "a picture is padded";

/// The chroma of an intra macroblock as it could be coded; empty in a monochrome picture.
#[derive(Clone, Copy, Debug)]
pub struct ChromaCandidate {
    mode: IntraChromaMode,
    coded: Option<[CodedChroma; 2]>,
}

impl ChromaCandidate {
    /// Sets the chroma of a candidate.
    fn put(&self, candidate: &mut Candidate) {
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
    /// Computes the prediction in a mode whose neighbours are available.
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut Tile<Luma, [[u8; N]; N]>);
}

impl Surroundings<4> for intra_4x4::Surroundings {
    #[inline(always)]
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut Tile<Luma, [[u8; 4]; 4]>) {
        intra_4x4::predict(mode, intra_4x4::near(self), available, pred);
    }
}

impl Surroundings<8> for intra_8x8::Surroundings {
    #[inline(always)]
    fn predict(&self, mode: IntraNxNMode, available: Available, pred: &mut Tile<Luma, [[u8; 8]; 8]>) {
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
            return ChromaCandidate { mode: IntraChromaMode::Dc, coded: None };
        };
        let [y, x] = self.at;
        let predict = |mode: IntraChromaMode| {
            let mut preds = [[[0; 8]; 8]; 2];
            for (pred, plane) in preds.iter_mut().zip(planes) {
                let place = plane.view().partition([8 * y, 8 * x], Fixed::<8, 8>);
                let mut tile = Tile::<Chroma, [[u8; 8]; 8]>::at([64 * y, 64 * x]);
                chroma::predict(mode, place.window().expect(OUTSIDE), self.available, &mut tile);
                *pred = tile.data;
            }
            preds
        };
        let lambda = self.slice.lambda;
        let possible = |mode: &IntraChromaMode| mode.is_possible(self.available);
        let mut best = None;
        match wanted.filter(possible) {
            Some(mode) => best = Some((0, mode, predict(mode))),
            None => {
                for mode in IntraChromaMode::ALL.into_iter().filter(possible) {
                    let preds = predict(mode);
                    let mut cost = lambda.of_bits(2 * (mode as u32 + 1).ilog2() + 1);
                    for (source, pred) in self.source.chroma.iter().zip(&preds) {
                        cost += satd(simd, source, pred);
                    }
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, mode, preds));
                    }
                }
            }
        }
        let (_, mode, preds) = best.expect("the DC mode is always possible");
        let quantization = self.chroma_quantization(true);
        let coded = [0, 1].map(|c: usize| chroma_8x8(simd, &self.source.chroma[c], &preds[c], &quantization));
        ChromaCandidate { mode, coded: Some(coded) }
    }

    /// Returns the candidate `I_16x16` in a mode. If `mode` is `None` or not possible, the mode nearest to the source
    /// is used.
    pub fn intra_16x16(&mut self, mode: Option<Intra16x16Mode>, chroma: &ChromaCandidate) -> Candidate {
        dispatch!(self.slice.level, simd => self.intra_16x16_at_level(simd, mode, chroma))
    }

    #[inline(always)]
    fn intra_16x16_at_level<S: Simd>(
        &mut self,
        simd: S,
        wanted: Option<Intra16x16Mode>,
        chroma: &ChromaCandidate,
    ) -> Candidate {
        let [y, x] = self.at;
        let near = self.picture.luma.view().partition([16 * y, 16 * x], Fixed::<16, 16>);
        let predict = |mode: Intra16x16Mode| {
            let mut tile = Tile::<Luma, [[u8; 16]; 16]>::at([64 * y, 64 * x]);
            intra_16x16::predict(mode, near.window().expect(OUTSIDE), self.available, &mut tile);
            tile.data
        };
        let possible = |mode: &Intra16x16Mode| mode.is_possible(self.available);
        let mut best = None;
        match wanted.filter(possible) {
            Some(mode) => best = Some((0, mode, predict(mode))),
            None => {
                for mode in Intra16x16Mode::ALL.into_iter().filter(possible) {
                    let pred = predict(mode);
                    let cost = satd(simd, &self.source.luma, &pred);
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, mode, pred));
                    }
                }
            }
        }
        let (_, mode, pred) = best.expect("the DC mode is always possible");
        let coded = luma_16x16(simd, &self.source.luma, &pred, &self.luma_quantization(true));
        let mut candidate = self.empty(Prediction::Intra16x16(mode));
        candidate.samples.luma = coded.recon;
        candidate.macroblock.residual.luma_dc = coded.dc;
        candidate.macroblock.residual.luma = coded.ac;
        candidate.macroblock.cbp_luma = if coded.ac_counts == [0; 16] { 0 } else { 15 };
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the candidate `I_NxN` with the 4 x 4 transform, block `n` in mode `modes(n)`. If that is `None` or not
    /// possible, the mode nearest to the source is used.
    pub fn intra_4x4(&mut self, modes: impl Fn(usize) -> Option<IntraNxNMode>, chroma: &ChromaCandidate) -> Candidate {
        dispatch!(self.slice.level, simd => self.intra_4x4_at_level(simd, &modes, chroma))
    }

    #[inline(always)]
    fn intra_4x4_at_level<S: Simd>(
        &mut self,
        simd: S,
        modes: &impl Fn(usize) -> Option<IntraNxNMode>,
        chroma: &ChromaCandidate,
    ) -> Candidate {
        let quantization = self.luma_quantization(true);
        let mut chosen = [[IntraNxNMode::Dc; 4]; 4];
        let mut candidate = self.empty(Prediction::Intra4x4(chosen));
        for n in 0..16 {
            let at = block4x4(n);
            let source = part(&self.source.luma, at);
            let available = self.available.of_4x4(n);
            let near = self.picture.luma.view().partition(self.place::<4>(at), Fixed::<4, 4>);
            let around = intra_4x4::neighbours(&near, available).expect(OUTSIDE);
            let (mode, pred) = self.nearest_mode(simd, &source, at, available, modes(n), &around);
            let coded = luma_4x4(simd, &source, &pred, &quantization);
            chosen[at.1][at.0] = mode;
            candidate.macroblock.residual.luma[n] = coded.levels;
            candidate.macroblock.cbp_luma |= u8::from(coded.count > 0) << (n / 4);
            self.put_block(&mut candidate, at, mode, &coded.recon);
        }
        candidate.macroblock.prediction = Prediction::Intra4x4(chosen);
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the candidate `I_NxN` with the 8 x 8 transform, with modes as in [`intra_4x4`](MbContext::intra_4x4). In
    /// a stream without that transform, the 4 x 4 transform is used instead.
    pub fn intra_8x8(&mut self, modes: impl Fn(usize) -> Option<IntraNxNMode>, chroma: &ChromaCandidate) -> Candidate {
        if !self.slice.options.transform_8x8 {
            return self.intra_4x4(|n| modes(n / 4), chroma);
        }
        dispatch!(self.slice.level, simd => self.intra_8x8_at_level(simd, &modes, chroma))
    }

    #[inline(always)]
    fn intra_8x8_at_level<S: Simd>(
        &mut self,
        simd: S,
        modes: &impl Fn(usize) -> Option<IntraNxNMode>,
        chroma: &ChromaCandidate,
    ) -> Candidate {
        let quantization = self.luma_quantization(true);
        let mut chosen = [[IntraNxNMode::Dc; 2]; 2];
        let mut candidate = self.empty(Prediction::Intra8x8(chosen));
        candidate.macroblock.transform_8x8 = true;
        for n in 0..4 {
            let at = (n % 2, n / 2);
            let source = part(&self.source.luma, at);
            let available = self.available.of_8x8(n);
            let near = self.picture.luma.view().partition(self.place::<8>(at), Fixed::<8, 8>);
            let around = intra_8x8::neighbours(&near, available).expect(OUTSIDE);
            let (mode, pred) = self.nearest_mode(simd, &source, at, available, modes(n), &around);
            let coded = luma_8x8(simd, &source, &pred, &quantization);
            chosen[at.1][at.0] = mode;
            candidate.macroblock.residual.put_8x8(n, &coded.levels);
            candidate.macroblock.cbp_luma |= u8::from(coded.count > 0) << n;
            self.put_block(&mut candidate, at, mode, &coded.recon);
        }
        candidate.macroblock.prediction = Prediction::Intra8x8(chosen);
        chroma.put(&mut candidate);
        candidate
    }

    /// Returns the candidate `I_PCM`: the samples as they are.
    pub fn pcm(&mut self) -> Candidate {
        let mut candidate = self.empty(Prediction::Pcm);
        candidate.samples = self.source;
        let pcm = &mut candidate.macroblock.residual.pcm;
        pcm.extend_from_slice(self.source.luma.as_flattened());
        if self.picture.chroma.is_some() {
            pcm.extend_from_slice(self.source.chroma.as_flattened().as_flattened());
        }
        candidate
    }

    /// Returns a candidate without a residual and without samples.
    pub(super) fn empty(&self, prediction: Prediction) -> Candidate {
        let macroblock = Macroblock {
            prediction,
            intra_chroma_mode: IntraChromaMode::Dc,
            transform_8x8: false,
            cbp_luma: 0,
            cbp_chroma: 0,
            qp: self.slice.qp,
            residual: Residual::default(),
        };
        Candidate { macroblock, samples: MbSamples::default() }
    }

    /// Returns the mode and the prediction of the block of `N` by `N` samples at column and row `at` of such blocks. If
    /// `wanted` is `None` or not possible, the mode nearest to the source is used.
    #[inline(always)]
    fn nearest_mode<S: Simd, const N: usize>(
        &self,
        simd: S,
        source: &[[u8; N]; N],
        at: (usize, usize),
        available: Available,
        wanted: Option<IntraNxNMode>,
        around: &impl Surroundings<N>,
    ) -> (IntraNxNMode, [[u8; N]; N]) {
        let predicted = self.pred_intra_mode([at.1 * N / 4, at.0 * N / 4]);
        let wanted = wanted.filter(|mode| mode.is_possible(available));
        let mut pred = Tile::<Luma, [[u8; N]; N]>::at(self.place::<N>(at).map(|n| 4 * n));
        let mut best = (u32::MAX, IntraNxNMode::Dc, pred.data);
        for mode in IntraNxNMode::ALL {
            if !mode.is_possible(available) || wanted.is_some_and(|wanted| wanted != mode) {
                continue;
            }
            around.predict(mode, available, &mut pred);
            let cost = satd(simd, source, &pred.data) + self.slice.lambda.of_bits(mode_bits(mode == predicted));
            if cost < best.0 {
                best = (cost, mode, pred.data);
            }
        }
        let (_, mode, pred) = best;
        (mode, pred)
    }

    /// Stores a coded block of `N` by `N` samples in the candidate, and in the picture and the map for later blocks.
    #[inline(always)]
    fn put_block<const N: usize>(
        &mut self,
        candidate: &mut Candidate,
        at: (usize, usize),
        mode: IntraNxNMode,
        recon: &[[u8; N]; N],
    ) {
        set_part(&mut candidate.samples.luma, at, recon);
        let place = self.place::<N>(at);
        let mut out = self.picture.luma.view_mut().partition(place, Fixed::<N, N>).window::<Inside>().expect(OUTSIDE);
        for (y, row) in recon.iter().enumerate() {
            *out.row_mut(y as isize) = *row;
        }
        let (x, y, size) = (at.0 * N / 4, at.1 * N / 4, N / 4);
        let info = BlockInfo { intra_mode: mode as i8, ref_idx: -1, ..BlockInfo::default() };
        self.put_blocks(Part { x, y, width: size, height: size }, info);
    }

    /// Returns the position in the picture of the block of `N` by `N` samples at column `x` and row `y` of such blocks.
    #[inline(always)]
    fn place<const N: usize>(&self, (x, y): (usize, usize)) -> [isize; 2] {
        let [mb_y, mb_x] = self.at;
        [16 * mb_y + (N * y) as isize, 16 * mb_x + (N * x) as isize]
    }

    /// Returns `predIntra4x4PredMode` or `predIntra8x8PredMode` of the block at `[y, x]`, in 4 x 4 blocks.
    #[inline(always)]
    fn pred_intra_mode(&self, at: [usize; 2]) -> IntraNxNMode {
        Neighbours::of(self.map, self.at).pred_intra_mode(at.map(|n| n as isize))
    }
}
