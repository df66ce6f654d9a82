//! The direct mode of a B picture: the one with which its macroblocks are estimated to cost less.
//!
//! ```text
//!   spatial    the median of the vectors beside a macroblock, into the pictures that are used there (8.4.1.2.2)
//!   temporal   the vector at the same place in the picture after it, scaled by distance (8.4.1.2.3)
//! ```
//!
//! Both are derived from the vectors of the lookahead, whole macroblocks on the grid of half samples.

use super::costs::{Costs, Way, both, single};
use super::half::{HalfPicture, STEP};
use super::search::{Found, samples_of};
use super::{Anchors, Lookahead};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::predict::direct::temporal::dist_scale_factor;
use crate::h264::code::predict::inter::mean;
use crate::h264::code::predict::motion_vectors::median_of;
use crate::h264::options::DirectMode;
use crate::shared::dispatch::dispatch;
use crate::spaces::{Mb, Mbs, macroblock, row_and_column};
use fearless_simd::Simd;
use unite::{Block, Dyn, Fixed, Place};

/// The bits that a macroblock with another motion takes more than a direct one.
const BITS: u32 = 8;
/// The greatest sum of costs with temporal prediction, in 64ths of that with spatial prediction, with which it is chosen: estimates
/// by whole macroblocks are better for the same place than for places beside it.
const TEMPORAL: u64 = 63;

/// A picture with its costs and vectors.
#[derive(Clone, Copy)]
struct Known<'a> {
    costs: &'a Costs,
    vectors: [Option<&'a Block<Mbs, Found>>; 2],
}

impl Known<'_> {
    /// Returns the vector of a list at a macroblock, if it is predicted from that list.
    fn mv(&self, list: usize, mb: &Mb) -> Option<Mv> {
        let way = self.costs.mbs.view().colocate(mb).at([0, 0]).way;
        let uses_list = way == Way::Both || way == [Way::List0, Way::List1][list];
        Some(self.vectors[list].filter(|_| uses_list)?.view().colocate(mb).at([0, 0]).mv)
    }

    /// Returns the vector of a list beside a macroblock, as [`mv`](Known::mv) does.
    fn mv_beside(&self, list: usize, mb: &Mb, [down, right]: [isize; 2]) -> Option<Mv> {
        let Dyn([_, columns]) = self.costs.mbs.extent();
        let [row, column] = row_and_column(mb);
        let (row, column) = (row + down, column + right);
        let is_in = row >= 0 && (0..columns as isize).contains(&column);
        is_in.then(|| self.mv(list, &macroblock([row, column]))).flatten()
    }
}

/// The inputs of the direct prediction of a picture.
struct Direct<'a> {
    picture: &'a HalfPicture,
    references: [&'a HalfPicture; 2],
    current: Known<'a>,
    /// The picture after it, which is the first reference of list 1.
    colocated: Known<'a>,
    /// The references of that picture by list, and the part of a vector into each that has passed, in 256ths.
    of_colocated: [Option<(&'a HalfPicture, i16)>; 2],
}

/// A prediction from up to two pictures, along vectors without bits.
type Prediction<'a> = [Option<(&'a HalfPicture, Found)>; 2];

/// Returns the prediction from a picture along a vector.
fn along(reference: &HalfPicture, mv: Mv) -> Option<(&HalfPicture, Found)> {
    Some((reference, Found { mv, ..Found::default() }))
}

impl<'a> Direct<'a> {
    /// Returns the spatial direct prediction of a macroblock.
    fn spatial(&self, mb: &Mb) -> Prediction<'a> {
        let is_still = self.colocated.mv(0, mb) == Some(Mv::default());
        let lists = [0, 1].map(|list: usize| {
            let beside = [[0, -1], [-1, 0], [-1, 1]].map(|at| self.current.mv_beside(list, mb, at));
            let mut known = beside.into_iter().flatten();
            let first = known.next()?;
            let mv = if known.next().is_some() { median_of(beside.map(Option::unwrap_or_default)) } else { first };
            along(self.references[list], if is_still { Mv::default() } else { mv })
        });
        match lists {
            [None, None] => self.references.map(|reference| along(reference, Mv::default())),
            lists => lists,
        }
    }

    /// Returns the temporal direct prediction of a macroblock.
    fn temporal(&self, mb: &Mb) -> Prediction<'a> {
        let moved =
            [0, 1].into_iter().find_map(|list: usize| Some((self.colocated.mv(list, mb)?, self.of_colocated[list]?)));
        let Some((mv, (reference, scale))) = moved else {
            return self.references.map(|reference| along(reference, Mv::default()));
        };
        let step = STEP as i32;
        let scaled = |n: i16| ((i32::from(scale) * i32::from(n) / step + 128) >> 8) * step;
        let before = Mv { x: scaled(mv.x) as i16, y: scaled(mv.y) as i16 };
        let after = Mv { x: before.x.wrapping_sub(mv.x), y: before.y.wrapping_sub(mv.y) };
        [along(reference, before), along(self.references[1], after)]
    }

    /// Returns the sums of the costs of the macroblocks with spatial and with temporal direct prediction.
    #[inline(always)]
    fn sums<S: Simd>(&self, simd: S) -> [u64; 2] {
        let mut sums = [0; 2];
        for mb in self.current.costs.mbs.spot().tiles(Fixed::<1, 1>) {
            let other = u32::from(self.current.costs.mbs.view().colocate(&mb).at([0, 0]).cost()) + BITS;
            for (sum, prediction) in sums.iter_mut().zip([self.spatial(&mb), self.temporal(&mb)]) {
                *sum += u64::from(other.min(self.cost(simd, &mb, prediction).into()));
            }
        }
        sums
    }

    /// Returns the cost of a prediction.
    #[inline(always)]
    fn cost<S: Simd>(&self, simd: S, mb: &Mb, prediction: Prediction<'_>) -> u16 {
        let source = samples_of(self.picture, mb);
        match prediction {
            [Some(first), Some(second)] => both(simd, &source, mb, [first, second], mean),
            [Some(one), None] | [None, Some(one)] => single(simd, &source, mb, one),
            [None, None] => u16::MAX,
        }
    }
}

impl Lookahead {
    /// Returns the direct mode with which a B picture is estimated to cost less, given its references and those of the later one.
    /// The costs of both pictures must be known.
    pub(super) fn direct_mode(&mut self, picture: u64, from: Anchors, (after, of_after): (u64, Anchors)) -> DirectMode {
        self.seen.make(from.before.min(of_after.before)..=of_after.after.unwrap_or(after));
        let known = |picture, from| {
            let (costs, vectors) = self.known(picture, from);
            Known { costs, vectors }
        };
        let count = |other: u64| 2 * other.wrapping_sub(picture) as i32;
        let of_colocated = [Some(of_after.before), of_after.after].map(|other| {
            let other = other?;
            Some((self.seen.half(other), dist_scale_factor(0, count(other), count(after))?))
        });
        let direct = Direct {
            picture: self.seen.half(picture),
            references: [from.before, after].map(|other| self.seen.half(other)),
            current: known(picture, from),
            colocated: known(after, of_after),
            of_colocated,
        };
        let [spatial, temporal] = dispatch!(self.level, simd => direct.sums(simd));
        if 64 * temporal < TEMPORAL * spatial { DirectMode::Temporal } else { DirectMode::Spatial }
    }
}
