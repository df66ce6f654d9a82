//! The inter candidates of a macroblock (8.4), and the search for their vectors.

use super::candidate::{Candidate, MbSamples};
use super::context::MbContext;
use super::cost::{sa8d, sad, satd};
use super::early;
use super::motion_search::any::AnySearch;
use super::motion_search::problem::rate_of;
use super::motion_search::walk::MOST_SEEDS;
use super::motion_search::{Found, Limits, MotionSearch, Search, Subsample};
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{ListMotion, Macroblock, MbPart, Motion, Mv, Prediction, SubMbPart};
use crate::h264::code::map::BlockMotion;
use crate::h264::code::picture::samples_at;
use crate::h264::code::predict::motion_vectors::{Neighbour, Part, neighbours, predict_from, predict_skip_from};
use crate::h264::options::MotionOptions;
use crate::shared::counters::Event;
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use fearless_simd::Simd;
use unite::{Fixed, Spot, Tile, sizes};

/// The partitioning, references and vectors of a macroblock, without vector differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The partitioning.
    pub part: MbPart,
    /// The index in [`SliceContext::references`](super::SliceContext::references) for each 8 x 8 block.
    pub ref_idx: [u8; 4],
    /// The vectors by 4 x 4 block, `[y][x]`; every block has the vector of its part.
    pub mv: [[Mv; 4]; 4],
}

impl Choice {
    /// Sets the vector and the reference of a part.
    pub fn set(&mut self, part: Part, ref_idx: u8, mv: Mv) {
        for (y, eights) in EIGHT_OF.iter().enumerate().skip(part.y).take(part.height) {
            for (x, &eight) in eights.iter().enumerate().skip(part.x).take(part.width) {
                self.mv[y][x] = mv;
                self.ref_idx[eight] = ref_idx;
            }
        }
    }
}

/// Returns the parts of a macroblock in decoding order. Those of direct macroblocks and blocks have 8 x 8 samples, since
/// `direct_8x8_inference_flag` is 1.
///
/// ```
/// use codecs::h264::decide::parts;
/// use codecs::h264::macroblock::{MbPart, SubMbPart};
/// assert_eq!(parts(MbPart::P16x8).map(|part| (part.y, part.height)).collect::<Vec<_>>(), [(0, 2), (2, 2)]);
/// assert_eq!(parts(MbPart::P8x8([SubMbPart::P4x8; 4])).count(), 8);
/// ```
#[inline(always)]
pub fn parts(part: MbPart) -> impl Iterator<Item = Part> {
    let (width, height) = match part {
        MbPart::P16x16 => (4, 4),
        MbPart::P16x8 => (4, 2),
        MbPart::P8x16 => (2, 4),
        MbPart::P8x8(_) | MbPart::Direct => (2, 2),
    };
    let mut outer = tiled(Part::MB, width, height);
    let mut inner = Tiled::NONE;
    core::iter::from_fn(move || {
        let MbPart::P8x8(sub) = part else { return outer.next() };
        inner.next().or_else(|| {
            let eight = outer.next()?;
            inner = sub_parts(sub[EIGHT_OF[eight.y][eight.x]], [eight.y, eight.x]);
            inner.next()
        })
    })
}

/// Returns the parts of the 8 x 8 block whose first 4 x 4 block is at `[y, x]`.
#[inline(always)]
pub(super) fn sub_parts(sub: SubMbPart, [y, x]: [usize; 2]) -> Tiled {
    let (width, height) = size(sub);
    tiled(Part { x, y, width: 2, height: 2 }, width, height)
}

/// An iterator over the rectangles of one size that tile a larger one, row by row.
pub(super) struct Tiled {
    next: Part,
    /// The first column and the columns and rows behind the last.
    left: usize,
    end: [usize; 2],
}

impl Tiled {
    const NONE: Tiled = Tiled { next: Part::MB, left: 0, end: [0, 0] };
}

/// Tiles `outer` with rectangles of `width` by `height` blocks.
#[inline(always)]
fn tiled(outer: Part, width: usize, height: usize) -> Tiled {
    let Part { x, y, .. } = outer;
    Tiled { next: Part { x, y, width, height }, left: x, end: [y + outer.height, x + outer.width] }
}

impl Iterator for Tiled {
    type Item = Part;

    #[inline(always)]
    fn next(&mut self) -> Option<Part> {
        let Tiled { next, left, end: [bottom, right] } = *self;
        if next.y >= bottom {
            return None;
        }
        self.next.x += next.width;
        if self.next.x >= right {
            (self.next.x, self.next.y) = (left, next.y + next.height);
        }
        Some(next)
    }
}

/// Returns width and height of the parts of an 8 x 8 block, in 4 x 4 blocks.
fn size(sub: SubMbPart) -> (usize, usize) {
    match sub {
        SubMbPart::P8x8 | SubMbPart::Direct => (2, 2),
        SubMbPart::P8x4 => (2, 1),
        SubMbPart::P4x8 => (1, 2),
        SubMbPart::P4x4 => (1, 1),
    }
}

impl MbContext<'_> {
    /// Searches one reference of list 0 for the vector of a part with the least cost. Returns the vector and its cost: distortion
    /// plus the weighted bits of the vector and of `ref_idx`. Earlier parts of the macroblock must be stored by
    /// [`remember`](MbContext::remember). The search also starts from the vectors in `candidates`, besides those of the
    /// neighbours.
    ///
    /// # Panics
    /// If the part is none of a macroblock (16 x 16 to 4 x 4 samples, sides that differ by a factor of 2 at most), or the slice
    /// has no such reference.
    pub fn search(
        &mut self,
        stages: (&impl MotionSearch, &Subsample),
        part: Part,
        ref_idx: u8,
        candidates: &[Mv],
    ) -> Found {
        let mut found = [Found::NONE; 1];
        self.search_among(stages, (0, part), &[Start { ref_idx, candidates }], &mut found);
        found[0]
    }

    /// Searches several references of a list for the vector of a part, and writes what is found in each to `found`. References are
    /// compared at half samples; those near the best are refined. Returns the index of the best.
    pub(super) fn search_among(
        &mut self,
        (search, subsample): (&impl MotionSearch, &Subsample),
        (list, part): (usize, Part),
        starts: &[Start<'_>],
        found: &mut [Found],
    ) -> usize {
        dispatch!(self.slice.level, simd => {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8, 4 x 8, 8 x 4, 4 x 4
                => search_part(simd, self, place, (search, subsample), (list, part), starts, found),
                else unreachable!("a part has one of these sizes"))
        })
    }

    /// Searches as [`MbContext::search`] does, with a search of the encoder that the options select. It is compiled once,
    /// whatever the number of decisions in a program.
    ///
    /// # Panics
    /// Panics for the parts and references for which [`MbContext::search`] does.
    pub fn search_as(&mut self, options: MotionOptions, part: Part, ref_idx: u8, candidates: &[Mv]) -> Found {
        let stages = (&AnySearch::new(options), &Subsample::level(options.subme.min(6)));
        self.search(stages, part, ref_idx, candidates)
    }

    /// Stores vector and reference of a part from list 0, for the prediction of later parts.
    pub fn remember(&mut self, part: Part, ref_idx: u8, mv: Mv) {
        self.remember_in(0, part, ref_idx as i8, mv);
    }

    /// Stores vector and reference of a part from a list; -1 stands for no reference.
    pub(super) fn remember_in(&mut self, list: usize, part: Part, ref_idx: i8, mv: Mv) {
        let motion = BlockMotion { ref_idx, mv, ..BlockMotion::NONE };
        self.map.motion[list].view_mut().colocate(&part.blocks(&self.place)).fill_with(|_| motion);
    }

    /// Returns the candidate `P_Skip`; in a B slice `B_Skip`, or 16 x 16 without a residual if there is no direct prediction.
    pub fn skip(&mut self) -> Candidate {
        if self.slice.is_b() {
            return self.skip_of_b();
        }
        let mv = predict_skip_from(self.near);
        let mut skip = self.empty(Prediction::Skip(mv));
        self.predict_whole(0, mv, &mut skip.samples);
        skip
    }

    /// Replaces a candidate by `P_Skip`. Returns whether its residual would have levels; then not all samples are predicted.
    pub(super) fn skip_leaves_residual(&self, skip: &mut Candidate) -> bool {
        let mv = predict_skip_from(self.near);
        skip.begin(&self.place, Prediction::Skip(mv), self.qp);
        dispatch!(self.slice.level, simd => self.skip_leaves_residual_at_level(simd, mv, &mut skip.samples))
    }

    #[inline(always)]
    fn skip_leaves_residual_at_level<S: Simd>(&self, simd: S, mv: Mv, samples: &mut MbSamples) -> bool {
        self.predict_whole_luma_at_level(0, mv, samples);
        let leaves = self.luma_leaves_levels(simd, samples)
            && !(self.decimates()
                && early::skip_may_drop(sad(simd, &self.source.luma, &samples.luma), self.lambda)
                && self.drops_luma(samples));
        leaves || {
            self.predict_whole_chroma_at_level(0, mv, samples);
            self.chroma_leaves_levels(simd, samples)
        }
    }

    /// Returns an inter candidate without a residual.
    pub fn inter_prediction(&mut self, choice: &Choice) -> Candidate {
        let mut candidate = self.empty(Prediction::Pcm);
        self.put_inter_prediction(choice, &mut candidate);
        candidate
    }

    /// Sets the motion and the samples of a candidate without a residual.
    pub(super) fn put_inter_prediction(&mut self, choice: &Choice, candidate: &mut Candidate) {
        candidate.macroblock.prediction = Prediction::Inter(self.motion(choice));
        self.put_samples(candidate);
    }

    /// Returns the inter candidate with its residual; with the 8 x 8 transform if it is requested and allowed.
    pub fn with_residual(&mut self, prediction: &Candidate, transform_8x8: bool) -> Candidate {
        let small =
            matches!(&prediction.macroblock.prediction, Prediction::Inter(motion) if motion.part.is_below_8x8());
        let allowed = self.slice.options.transform_8x8 && !small;
        let mut candidate = prediction.clone();
        self.code_as(&mut candidate, transform_8x8 && allowed, false);
        candidate
    }

    /// Codes the residual of an inter prediction, with the transform that compacts it more if both are allowed. A macroblock without
    /// levels whose motion is the inferred one becomes `P_Skip`.
    pub(super) fn code_residual(&mut self, candidate: &mut Candidate) {
        let large =
            matches!(&candidate.macroblock.prediction, Prediction::Inter(motion) if !motion.part.is_below_8x8());
        let transform_8x8 = self.slice.options.transform_8x8 && large && {
            let (source, pred) = (&self.source.luma, &candidate.samples.luma);
            dispatch!(self.slice.level, simd => sa8d(simd, source, pred) < satd(simd, source, pred))
        };
        self.code_as(candidate, transform_8x8, self.decimates());
        self.or_skip(candidate);
    }

    /// Turns a candidate into `P_Skip` if it has no levels and its motion is the inferred one.
    pub(super) fn or_skip(&self, candidate: &mut Candidate) {
        if !self.slice.is_b()
            && let Prediction::Inter(motion) = &candidate.macroblock.prediction
            && candidate.macroblock.cbp_luma | candidate.macroblock.cbp_chroma == 0
            && motion.part == MbPart::P16x16
            && motion.lists[0].ref_idx == [0; 4]
            && motion.lists[0].mv[0][0] == predict_skip_from(self.near)
        {
            candidate.macroblock = Macroblock::new(Prediction::Skip(motion.lists[0].mv[0][0]), self.qp);
        }
    }

    /// Returns a coded inter candidate with the 8 x 8 transform in place of the 4 x 4 transform; `None` if the stream or the
    /// parts do not allow it, or if nothing is left of luma.
    pub(super) fn with_8x8_transform(&mut self, prediction: &Candidate, coded: &Candidate) -> Option<Candidate> {
        let small =
            matches!(&prediction.macroblock.prediction, Prediction::Inter(motion) if motion.part.is_below_8x8());
        if small || !self.slice.options.transform_8x8 {
            return None;
        }
        Event::Trial.count();
        let mut candidate = coded.clone();
        (candidate.macroblock.residual.luma, candidate.samples.luma) = ([[0; 16]; 16], prediction.samples.luma);
        self.put_luma(&prediction.samples.luma, true, false, &mut candidate);
        candidate.macroblock.transform_8x8.then_some(candidate)
    }

    /// Returns the motion from a list beside a part. Earlier parts of the macroblock must be stored by [`remember`](MbContext::remember).
    #[inline(always)]
    pub(super) fn near(&self, list: usize, part: Part) -> [Neighbour; 3] {
        match list {
            0 if part == Part::MB => self.near,
            _ => neighbours(&self.map.motion[list], &self.place, part),
        }
    }

    /// Computes the vector differences of a choice.
    #[inline(always)]
    pub(super) fn motion(&mut self, choice: &Choice) -> Motion {
        let mut mvd = [[Mv::default(); 4]; 4];
        for part in parts(choice.part) {
            let (ref_idx, mv) = (choice.ref_idx[EIGHT_OF[part.y][part.x]], choice.mv[part.y][part.x]);
            let predicted = predict_from(self.near(0, part), part, ref_idx as i8);
            let difference = Mv { x: mv.x.wrapping_sub(predicted.x), y: mv.y.wrapping_sub(predicted.y) };
            if part == Part::MB {
                mvd = [[difference; 4]; 4];
                break;
            }
            for row in &mut mvd[part.y..part.y + part.height] {
                row[part.x..part.x + part.width].fill(difference);
            }
            self.remember(part, ref_idx, mv);
        }
        let ref_idx = choice.ref_idx.map(|ref_idx| ref_idx as i8);
        Motion::of_p(choice.part, ListMotion { ref_idx, mv: choice.mv, mvd })
    }
}

/// A reference to search, and vectors to begin at besides those of neighbours.
#[derive(Clone, Copy)]
pub(super) struct Start<'c> {
    pub(super) ref_idx: u8,
    pub(super) candidates: &'c [Mv],
}

#[inline(always)]
fn search_part<S: Simd, const H: usize, const W: usize>(
    simd: S,
    mb: &MbContext<'_>,
    place: Spot<Luma, Fixed<H, W>>,
    (search, subsample): (&impl MotionSearch, &Subsample),
    (list, part): (usize, Part),
    starts: &[Start<'_>],
    found: &mut [Found],
) -> usize {
    let source: Tile<Luma, [[u8; W]; H]> = samples_at(&mb.source.luma.view(), &place);
    let near = mb.near(list, part);
    let mut seeds = [Mv::default(); MOST_SEEDS + 1];
    let mut of_neighbours = 0;
    for n in near {
        if n.ref_idx >= 0 {
            seeds[of_neighbours] = n.mv;
            of_neighbours += 1;
        }
    }
    // References have one size.
    let first = mb.planes[list][usize::from(starts[0].ref_idx)].reference();
    let limits = Limits::of(&source, first, mb.slice.vertical_range);
    // The cost of whole samples without that of the reference's index, and the least with it.
    let (mut least, mut best) = (u32::MAX, (u32::MAX, 0));
    // A loop over both stages: each is compiled once, in the code of this SIMD level.
    for n in 0..2 * starts.len() {
        let (whole, n) = (n < starts.len(), n % starts.len());
        let start = starts[n];
        let bits = mb.lambda.of_bits(ref_idx_bits(start.ref_idx, mb.slice.references[list].len()));
        if !whole && starts.len() > 1 && !early::reference_may_win(found[n].cost, least) {
            continue;
        }
        let planes = &mb.planes[list][usize::from(start.ref_idx)];
        let count = start.candidates.len().min(seeds.len() - of_neighbours);
        seeds[of_neighbours..of_neighbours + count].copy_from_slice(&start.candidates[..count]);
        let problem = Search {
            simd,
            source: &source,
            planes,
            lambda: mb.lambda.absolute >> 2,
            predicted: predict_from(near, part, start.ref_idx as i8),
            limits,
            candidates: &seeds[..of_neighbours + count],
        };
        if whole {
            found[n] = subsample.half_samples(&problem, search.search(&problem));
            found[n].cost += bits;
            least = least.min(found[n].cost);
        } else {
            found[n] = subsample.quarter_samples(&problem, Found { cost: found[n].cost - bits, ..found[n] });
            found[n].cost += bits;
            if found[n].cost < best.0 {
                best = (found[n].cost, n);
            }
        }
    }
    best.1
}

/// Returns the cost of the bits of a part's vector and reference in a list, as a search counts them.
pub(super) fn vector_bits(mb: &MbContext<'_>, list: usize, part: Part, (ref_idx, mv): (u8, Mv)) -> u32 {
    let predicted = predict_from(mb.near(list, part), part, ref_idx as i8);
    let bits = ref_idx_bits(ref_idx, mb.slice.references[list].len());
    rate_of(mb.lambda.absolute >> 2, mv, predicted) + mb.lambda.of_bits(bits)
}

/// Returns the number of bits of `ref_idx_lX` as `te(v)`.
fn ref_idx_bits(ref_idx: u8, references: usize) -> u32 {
    match references {
        1 => 0,
        2 => 1,
        _ => 2 * (u32::from(ref_idx) + 1).ilog2() + 1,
    }
}
