//! The joint refinement of the two vectors of a part that is predicted from two references.
//!
//! ```text
//!   for each list:  keep the vector of the other one
//!     for half samples, then quarters:  move to the best of four neighbours, if that costs less
//! ```
//!
//! The vectors were found one by one, each by the samples of its reference alone. What counts is their mean.

use super::context::MbContext;
use super::cost::satd;
use super::motion_search::Limits;
use super::motion_search::problem::rate_of;
use super::motion_search::subsample::STEPS;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::picture::samples_at;
use crate::h264::code::predict::inter::interpolation::Prediction;
use crate::h264::code::predict::inter::{BiWeights, mean};
use crate::h264::code::predict::motion_vectors::{Part, predict_from};
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use fearless_simd::Simd;
use unite::{Fixed, Place, Spot, Tile, sizes};

/// The references and the vectors of a part by list, and the SATD of their prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) vectors: [(u8, Mv); 2],
    pub(super) distortion: u32,
}

impl MbContext<'_> {
    /// Refines the vectors of a part with two references, which lie within the limits of a search.
    pub(super) fn refine_pair(&self, part: Part, pair: Pair) -> Pair {
        dispatch!(self.slice.level, simd => {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8
                => refine(simd, self, place, part, pair),
                else unreachable!("a part with two references has one of these sizes"))
        })
    }
}

#[inline(always)]
fn refine<S: Simd, const H: usize, const W: usize>(
    simd: S,
    mb: &MbContext<'_>,
    place: Spot<Luma, Fixed<H, W>>,
    part: Part,
    mut pair: Pair,
) -> Pair {
    let source: Tile<Luma, [[u8; W]; H]> = samples_at(&mb.source.luma.view(), &place);
    let [y, x] = place.origin();
    let references = pair.vectors.map(|(ref_idx, _)| ref_idx);
    let weights = mb.weights(references.map(|ref_idx| ref_idx as i8));
    let planes = [0, 1].map(|list: usize| &mb.planes[list][usize::from(references[list])]);
    // References have one size.
    let limits = Limits::of(&source, planes[0].reference(), mb.slice.vertical_range);
    let lambda = mb.lambda.absolute >> 2;
    for list in [0, 1] {
        let at = |list: usize, mv: Mv| planes[list].at::<H, W>([y + isize::from(mv.y), x + isize::from(mv.x)]);
        let other = at(1 - list, pair.vectors[1 - list].1);
        let predicted = predict_from(mb.near(list, part), part, references[list] as i8);
        let mut best = pair.vectors[list].1;
        let mut least = pair.distortion + rate_of(lambda, best, predicted);
        for size in [2, 1] {
            let centre = best;
            for [dy, dx] in STEPS {
                let mv = Mv { x: centre.x.wrapping_add(size * dx), y: centre.y.wrapping_add(size * dy) };
                let rate = rate_of(lambda, mv, predicted);
                if !limits.contain(mv) || rate >= least {
                    continue;
                }
                let both = combined(weights, list, &at(list, mv), &other);
                let distortion = satd(simd, &source.data, &both);
                if distortion + rate < least {
                    (best, least) = (mv, distortion + rate);
                    pair.distortion = distortion;
                }
            }
        }
        pair.vectors[list].1 = best;
    }
    pair
}

/// Returns the prediction from the samples of one list and those of the other.
#[inline(always)]
fn combined<const H: usize, const W: usize>(
    weights: Option<&BiWeights>,
    list: usize,
    one: &Prediction<'_, H, W>,
    other: &Prediction<'_, H, W>,
) -> [[u8; W]; H] {
    let (first, second) = if list == 0 { (one, other) } else { (other, one) };
    let mut both = [[0; W]; H];
    for (y, row) in both.iter_mut().enumerate() {
        *row = match weights {
            None => mean(first.row(y), second.row(y)),
            Some(weights) => weights.row(first.row(y), second.row(y)),
        };
    }
    both
}
