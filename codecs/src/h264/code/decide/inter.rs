//! The inter candidates of a macroblock (8.4), and the search for their vectors.

use super::candidate::{Candidate, MbSamples, cbp_luma};
use super::context::MbContext;
use super::motion_search::any::AnySearch;
use super::motion_search::{Found, Limits, MotionSearch, Search, Subsample};
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{ListMotion, MbPart, Motion, Mv, Prediction, SubMbPart};
use crate::h264::code::map::BlockMotion;
use crate::h264::code::picture::samples_at;
use crate::h264::code::predict::inter;
use crate::h264::code::predict::motion_vectors::{Part, neighbours, predict_from, predict_skip};
use crate::h264::code::residual::{chroma_8x8, macroblock_4x4, macroblock_8x8};
use crate::h264::options::MotionOptions;
use crate::spaces::Luma;
use fearless_simd::{Simd, dispatch};
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

/// Returns the parts of a macroblock in decoding order.
///
/// ```
/// use codecs::h264::decide::parts;
/// use codecs::h264::macroblock::{MbPart, SubMbPart};
/// assert_eq!(parts(MbPart::P16x8).map(|part| (part.y, part.height)).collect::<Vec<_>>(), [(0, 2), (2, 2)]);
/// assert_eq!(parts(MbPart::P8x8([SubMbPart::P4x8; 4])).count(), 8);
/// ```
pub fn parts(part: MbPart) -> impl Iterator<Item = Part> {
    let (width, height) = match part {
        MbPart::P16x16 => (4, 4),
        MbPart::P16x8 => (4, 2),
        MbPart::P8x16 => (2, 4),
        MbPart::P8x8(_) => (2, 2),
    };
    tiled(Part::MB, width, height).flat_map(move |outer| match part {
        MbPart::P8x8(sub) => sub_parts(sub[EIGHT_OF[outer.y][outer.x]], [outer.y, outer.x]),
        _ => tiled(outer, width, height),
    })
}

/// Returns the parts of the 8 x 8 block whose first 4 x 4 block is at `[y, x]`.
pub(super) fn sub_parts(sub: SubMbPart, [y, x]: [usize; 2]) -> Tiled {
    let (width, height) = size(sub);
    tiled(Part { x, y, width: 2, height: 2 }, width, height)
}

/// An iterator over the rectangles of one size that tile a larger one, row by row.
pub(super) struct Tiled {
    outer: Part,
    width: usize,
    height: usize,
    next: usize,
}

/// Tiles `outer` with rectangles of `width` by `height` blocks.
fn tiled(outer: Part, width: usize, height: usize) -> Tiled {
    Tiled { outer, width, height, next: 0 }
}

impl Iterator for Tiled {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let Tiled { outer, width, height, next } = *self;
        let (across, down) = (outer.width / width, outer.height / height);
        self.next += 1;
        let (x, y) = (outer.x + next % across * width, outer.y + next / across * height);
        (next < across * down).then_some(Part { x, y, width, height })
    }
}

/// Returns width and height of the parts of an 8 x 8 block, in 4 x 4 blocks.
fn size(sub: SubMbPart) -> (usize, usize) {
    match sub {
        SubMbPart::P8x8 => (2, 2),
        SubMbPart::P8x4 => (2, 1),
        SubMbPart::P4x8 => (1, 2),
        SubMbPart::P4x4 => (1, 1),
    }
}

impl MbContext<'_> {
    /// Searches one reference for the vector of a part with the least cost. Returns the vector and its cost: distortion
    /// plus the weighted bits of the vector and of `ref_idx`. Earlier parts of the macroblock must be stored by
    /// [`remember`](MbContext::remember). The search also starts from the vectors in `candidates`, besides those of the
    /// neighbours.
    ///
    /// # Panics
    /// If the part is none of a macroblock (16 x 16 to 4 x 4 samples, sides that differ by a factor of 2 at most), or the slice
    /// has no such reference.
    pub fn search(
        &mut self,
        (search, subsample): (&impl MotionSearch, &Subsample),
        part: Part,
        ref_idx: u8,
        candidates: &[Mv],
    ) -> Found {
        let problem = (part, ref_idx, candidates);
        dispatch!(self.slice.level, simd => {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8, 4 x 8, 8 x 4, 4 x 4
                => search_part(simd, self, place, search, subsample, problem),
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

    /// Stores vector and reference of a part, for the prediction of later parts.
    pub fn remember(&mut self, part: Part, ref_idx: u8, mv: Mv) {
        let motion = BlockMotion { ref_idx: ref_idx as i8, mv, mvd: [0; 2] };
        self.map.motion[0].view_mut().colocate(&part.blocks(&self.place)).fill_with(|_| motion);
    }

    /// Returns the candidate `P_Skip`.
    pub fn skip(&mut self) -> Candidate {
        let mv = predict_skip(self.map, &self.place);
        let choice = Choice { part: MbPart::P16x16, ref_idx: [0; 4], mv: [[mv; 4]; 4] };
        let mut candidate = self.empty(Prediction::Skip(mv));
        candidate.samples = self.predict_inter(&choice);
        candidate
    }

    /// Returns an inter candidate without a residual.
    pub fn inter_prediction(&mut self, choice: &Choice) -> Candidate {
        let motion = self.motion(choice);
        let mut candidate = self.empty(Prediction::Inter(motion));
        candidate.samples = self.predict_inter(choice);
        candidate
    }

    /// Returns the inter candidate with its residual; with the 8 x 8 transform if it is requested and allowed.
    pub fn with_residual(&mut self, prediction: &Candidate, transform_8x8: bool) -> Candidate {
        let small =
            matches!(&prediction.macroblock.prediction, Prediction::Inter(motion) if motion.part.is_below_8x8());
        let allowed = self.slice.options.transform_8x8 && !small;
        dispatch!(self.slice.level, simd => self.with_residual_at_level(simd, prediction, transform_8x8 && allowed))
    }

    #[inline(always)]
    fn with_residual_at_level<S: Simd>(&mut self, simd: S, prediction: &Candidate, transform_8x8: bool) -> Candidate {
        let mut candidate = prediction.clone();
        candidate.macroblock.qp = self.qp;
        let (source, pred) = (&self.source.luma, &prediction.samples.luma);
        let quantization = self.luma_quantization(false);
        let coded = match transform_8x8 {
            true => macroblock_8x8(simd, source, pred, &quantization),
            false => macroblock_4x4(simd, source, pred, &quantization),
        };
        candidate.macroblock.residual.luma = coded.levels;
        candidate.macroblock.cbp_luma = cbp_luma(&coded.counts);
        candidate.samples.luma = coded.recon;
        candidate.macroblock.transform_8x8 = transform_8x8 && candidate.macroblock.cbp_luma != 0;
        if self.picture.chroma.is_some() {
            let quantization = self.chroma_quantization(false);
            let pred = &prediction.samples.chroma;
            let coded = [0, 1].map(|c: usize| chroma_8x8(simd, &self.source.chroma[c], &pred[c], &quantization));
            candidate.put_chroma(&coded);
        }
        candidate
    }

    /// Computes the vector differences of a choice.
    pub(super) fn motion(&mut self, choice: &Choice) -> Motion {
        let mut mvd = [[Mv::default(); 4]; 4];
        for part in parts(choice.part) {
            let (ref_idx, mv) = (choice.ref_idx[EIGHT_OF[part.y][part.x]], choice.mv[part.y][part.x]);
            let predicted = predict_from(neighbours(&self.map.motion[0], &self.place, part), part, ref_idx as i8);
            let difference = Mv { x: mv.x.wrapping_sub(predicted.x), y: mv.y.wrapping_sub(predicted.y) };
            for row in &mut mvd[part.y..part.y + part.height] {
                row[part.x..part.x + part.width].fill(difference);
            }
            self.remember(part, ref_idx, mv);
        }
        let ref_idx = choice.ref_idx.map(|ref_idx| ref_idx as i8);
        Motion::of_p(choice.part, ListMotion { ref_idx, mv: choice.mv, mvd })
    }

    /// Returns the samples that a choice predicts.
    fn predict_inter(&self, choice: &Choice) -> MbSamples {
        dispatch!(self.slice.level, _simd => self.predict_inter_at_level(choice))
    }

    #[inline(always)]
    fn predict_inter_at_level(&self, choice: &Choice) -> MbSamples {
        let mut samples = MbSamples::at(&self.place);
        for part in parts(choice.part) {
            sizes!(part.luma(&self.place), place: 16 x 16, 8 x 16, 16 x 8, 8 x 8, 4 x 8, 8 x 4, 4 x 4
                => predict_part(self, choice, part, place, &mut samples),
                else unreachable!("a part has one of these sizes"));
        }
        samples
    }
}

#[inline(always)]
fn search_part<S: Simd, const H: usize, const W: usize>(
    simd: S,
    mb: &MbContext<'_>,
    place: Spot<Luma, Fixed<H, W>>,
    search: &impl MotionSearch,
    subsample: &Subsample,
    (part, ref_idx, candidates): (Part, u8, &[Mv]),
) -> Found {
    let source: Tile<Luma, [[u8; W]; H]> = samples_at(&mb.source.luma.view(), &place);
    let reference = &*mb.slice.references[usize::from(ref_idx)];
    let near = neighbours(&mb.map.motion[0], &mb.place, part);
    let mut seeds = [Mv::default(); 8];
    let mut len = 0;
    for mv in near.iter().filter(|n| n.ref_idx >= 0).map(|n| n.mv).chain(candidates.iter().copied()).take(8) {
        seeds[len] = mv;
        len += 1;
    }
    let problem = Search {
        simd,
        source: &source,
        reference,
        lambda: mb.lambda.absolute >> 2,
        predicted: predict_from(near, part, ref_idx as i8),
        limits: Limits::of(&source, reference, mb.slice.vertical_range),
        candidates: &seeds[..len],
    };
    let found = search.search(&problem);
    let mut found = subsample.refine(&problem, found);
    found.cost += mb.lambda.of_bits(ref_idx_bits(ref_idx, mb.slice.references.len()));
    found
}

/// Returns the number of bits of `ref_idx_l0` as `te(v)`.
fn ref_idx_bits(ref_idx: u8, references: usize) -> u32 {
    match references {
        1 => 0,
        2 => 1,
        _ => 2 * (u32::from(ref_idx) + 1).ilog2() + 1,
    }
}

/// Writes the samples that a choice predicts for a part, at the place of its luma.
#[inline(always)]
fn predict_part<const H: usize, const W: usize>(
    mb: &MbContext<'_>,
    choice: &Choice,
    part: Part,
    place: Spot<Luma, Fixed<H, W>>,
    samples: &mut MbSamples,
) {
    let mv = choice.mv[part.y][part.x];
    let reference = &mb.slice.references[usize::from(choice.ref_idx[EIGHT_OF[part.y][part.x]])];
    inter::luma(reference, mv, &mut samples.luma.view_mut().colocate(&place));
    for (tile, plane) in samples.chroma.iter_mut().zip(reference.picture().chroma.iter().flatten()) {
        sizes!(tile.view_mut().under(&place), chroma: 8 x 8, 4 x 8, 8 x 4, 4 x 4, 2 x 4, 4 x 2, 2 x 2
            => inter::chroma(plane, mv, &mut { chroma }),
            else unreachable!("the chroma of a part has half its size"));
    }
}
