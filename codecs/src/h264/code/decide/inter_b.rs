//! The inter candidates of a macroblock of a B slice (8.4.1): direct, and parts from the lists.

use super::candidate::Candidate;
use super::context::MbContext;
use super::cost::{sad, satd};
use super::inter::parts;
use super::motion_search::Measure;
use crate::h264::code::coding_order::{EIGHT_OF, EIGHTS};
use crate::h264::code::macroblock::{ListMotion, MbPart, Motion, Mv, Prediction, SubMbPart};
use crate::h264::code::picture::{LumaTile, samples_at};
use crate::h264::code::predict::b_slice::colocated;
use crate::h264::code::predict::direct::{spatial, temporal};
use crate::h264::code::predict::inter::mean;
use crate::h264::code::predict::motion_vectors::{Part, predict_from};
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use fearless_simd::Simd;
use unite::{Fixed, Place, Spot, Tile, sizes};

/// The reference index and the vector of a part by list; `None` for a list that it does not use.
pub(super) type Vectors = [Option<(u8, Mv)>; 2];

impl MbContext<'_> {
    /// Returns the motion of direct prediction (8.4.1.2) of a macroblock of a B slice; `None` in other slices, and where temporal
    /// prediction has no reference.
    pub fn direct(&self) -> Option<Motion> {
        let b = self.slice.b?;
        let colocated = colocated(self.slice.references[1].first()?)?;
        match &b.temporal {
            None => Some(spatial(&self.map.motion, &colocated, &self.place)),
            Some(references) => temporal(references, &colocated, &self.place),
        }
    }

    /// Returns an inter candidate of a B slice without a residual. Direct parts of `motion` must have the motion of
    /// [`direct`](MbContext::direct); vector differences are computed here.
    ///
    /// # Panics
    /// If a part uses no list, or a reference that the slice does not have.
    pub fn motion_prediction(&mut self, motion: &Motion) -> Candidate {
        let mut candidate = self.empty(Prediction::Pcm);
        self.put_motion_prediction(*motion, &mut candidate);
        candidate
    }

    /// Sets the motion and the samples of a candidate without a residual.
    pub(super) fn put_motion_prediction(&mut self, mut motion: Motion, candidate: &mut Candidate) {
        self.put_differences(&mut motion);
        candidate.macroblock.prediction = Prediction::Inter(motion);
        self.put_samples(candidate);
    }

    /// Returns `B_Skip`, or the first references with the predicted vectors if there is no direct prediction.
    pub(super) fn skip_of_b(&mut self) -> Candidate {
        let motion = self.direct().unwrap_or_else(|| {
            let mut motion = Motion { part: MbPart::P16x16, lists: [ListMotion::UNUSED; 2] };
            put(&mut motion, Part::MB, [Some((0, predict_from(self.near, Part::MB, 0))), None]);
            motion
        });
        self.motion_prediction(&motion)
    }

    /// Computes the vector differences of a motion.
    fn put_differences(&mut self, motion: &mut Motion) {
        let direct = match motion.part {
            MbPart::Direct => return,
            MbPart::P8x8(subs) => subs.map(|sub| sub == SubMbPart::Direct),
            _ => [false; 4],
        };
        for part in parts(motion.part) {
            let eight = EIGHT_OF[part.y][part.x];
            for (list, of_list) in motion.lists.iter_mut().enumerate() {
                let (ref_idx, mv) = (of_list.ref_idx[eight], of_list.mv[part.y][part.x]);
                let mut difference = Mv::default();
                if ref_idx >= 0 && !direct[eight] {
                    let predicted = predict_from(self.near(list, part), part, ref_idx);
                    difference = Mv { x: mv.x.wrapping_sub(predicted.x), y: mv.y.wrapping_sub(predicted.y) };
                }
                for row in &mut of_list.mvd[part.y..part.y + part.height] {
                    row[part.x..part.x + part.width].fill(difference);
                }
                self.remember_in(list, part, ref_idx, mv);
            }
        }
    }

    /// Stores the motion of a part, for the prediction of later parts.
    pub(super) fn remember_vectors(&mut self, part: Part, vectors: Vectors) {
        for (list, of_list) in vectors.into_iter().enumerate() {
            let (ref_idx, mv) = of_list.map_or((-1, Mv::default()), |(ref_idx, mv)| (ref_idx as i8, mv));
            self.remember_in(list, part, ref_idx, mv);
        }
    }

    /// Returns the distortion of the prediction of a part from two references, at vectors within the limits of a search.
    pub(super) fn distortion_of_both(&self, part: Part, vectors: [(u8, Mv); 2], measure: Measure) -> u32 {
        dispatch!(self.slice.level, simd => {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8
                => distortion_of_both(simd, self, place, vectors, measure),
                else unreachable!("a part with two references has one of these sizes"))
        })
    }

    /// Returns the distortion of the luma samples of a prediction for a part of 8 x 8 samples or more.
    pub(super) fn distortion_of(&self, part: Part, prediction: &Candidate, measure: Measure) -> u32 {
        dispatch!(self.slice.level, simd => {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8
                => distortion_at(simd, self, place, prediction, measure),
                else unreachable!("a part has one of these sizes"))
        })
    }
}

/// Sets the motion of a part.
pub(super) fn put(motion: &mut Motion, part: Part, vectors: Vectors) {
    for (of_list, vector) in motion.lists.iter_mut().zip(vectors) {
        let (ref_idx, mv) = vector.map_or((-1, Mv::default()), |(ref_idx, mv)| (ref_idx as i8, mv));
        for (y, eights) in EIGHT_OF.iter().enumerate().skip(part.y).take(part.height) {
            for (x, &eight) in eights.iter().enumerate().skip(part.x).take(part.width) {
                of_list.mv[y][x] = mv;
                of_list.ref_idx[eight] = ref_idx;
            }
        }
    }
}

/// Returns the vectors of 8 x 8 block `n` of a motion.
pub(super) fn vectors_of(motion: &Motion, n: usize) -> Vectors {
    let [y, x] = EIGHTS[n].map(|at| at as usize);
    motion.lists.each_ref().map(|list| Some((u8::try_from(list.ref_idx[n]).ok()?, list.mv[y][x])))
}

#[inline(always)]
fn distortion_of_both<S: Simd, const H: usize, const W: usize>(
    simd: S,
    mb: &MbContext<'_>,
    place: Spot<Luma, Fixed<H, W>>,
    vectors: [(u8, Mv); 2],
    measure: Measure,
) -> u32 {
    let source: Tile<Luma, [[u8; W]; H]> = samples_at(&mb.source.luma.view(), &place);
    let [y, x] = place.origin();
    let [first, second] = [0, 1].map(|list: usize| {
        let (ref_idx, mv) = vectors[list];
        mb.planes[list][usize::from(ref_idx)].at::<H, W>([y + isize::from(mv.y), x + isize::from(mv.x)])
    });
    let weights = mb.weights([0, 1].map(|list: usize| vectors[list].0 as i8));
    let mut both = [[0; W]; H];
    for (y, row) in both.iter_mut().enumerate() {
        *row = match weights {
            None => mean(first.row(y), second.row(y)),
            Some(weights) => weights.row(first.row(y), second.row(y)),
        };
    }
    measured(simd, &source.data, &both, measure)
}

#[inline(always)]
fn distortion_at<S: Simd, const H: usize, const W: usize>(
    simd: S,
    mb: &MbContext<'_>,
    place: Spot<Luma, Fixed<H, W>>,
    prediction: &Candidate,
    measure: Measure,
) -> u32 {
    let samples = |tile: &LumaTile<16>| -> Tile<Luma, [[u8; W]; H]> { samples_at(&tile.view(), &place) };
    measured(simd, &samples(&mb.source.luma).data, &samples(&prediction.samples.luma).data, measure)
}

#[inline(always)]
fn measured<S: Simd, const H: usize, const W: usize>(
    simd: S,
    source: &[[u8; W]; H],
    samples: &[[u8; W]; H],
    measure: Measure,
) -> u32 {
    match measure {
        Measure::Sad => sad(simd, source, samples),
        Measure::Satd => satd(simd, source, samples),
    }
}
