//! Vectors of macroblocks between two pictures at half resolution.

use super::half::{HalfPicture, STEP};
use crate::h264::code::decide::cost::{sad, sad_4, satd};
use crate::h264::code::decide::motion_search::problem::rate_of;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::predict::motion_vectors::median_of;
use crate::shared::dispatch::dispatch;
use crate::spaces::{HalfLuma, Mb, Mbs};
use fearless_simd::{Level, Simd};
use unite::{Around, Block, Dyn, Fixed, Place, Tile, Window};

/// The 8 x 8 samples of a macroblock at half resolution.
pub(super) type HalfMb = Tile<HalfLuma, [[u8; 8]; 8]>;

/// A vector, in quarter luma samples, a multiple of [`STEP`]; the SATD of its prediction with the bits of the vector, and these bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) mv: Mv,
    pub(super) cost: u16,
    pub(super) bits: u8,
}

/// The weight of a bit, in 256ths: about that of QP 12. A low one, since costs measure what prediction leaves.
const LAMBDA: u32 = 256;
/// The SAD below which nothing better is looked for: a quarter of a unit for each sample.
const GOOD: u32 = 16;
/// The largest number of steps to a neighbour.
const MOST_STEPS: usize = 16;

/// Returns memory for the vectors of a picture. Those beyond its edges are 0.
pub(super) fn vectors(size: [usize; 2]) -> Block<Mbs, Found> {
    Block::padded([0, 0], Dyn(size), 1)
}

/// Returns the samples of a macroblock.
#[inline(always)]
pub(super) fn samples_of(picture: &HalfPicture, mb: &Mb) -> HalfMb {
    let origin = mb.origin();
    let samples = picture.block(origin).expect("a macroblock lies in its picture");
    Tile { origin, data: samples.load() }
}

/// Finds the vectors of all macroblocks of a picture in a reference. `nearer` has those in the picture `from` of `to` pictures
/// away, if they are known.
pub(super) fn search(
    level: Level,
    [picture, reference]: [&HalfPicture; 2],
    nearer: Option<(&Block<Mbs, Found>, [i32; 2])>,
    found: &mut Block<Mbs, Found>,
) {
    dispatch!(level, simd => {
        for mb in found.spot().tiles(Fixed::<1, 1>) {
            let seed = nearer.map(|(nearer, [from, to])| scaled(nearer.view().colocate(&mb).at([0, 0]).mv, from, to));
            let best = search_mb(simd, picture, reference, &mb, seed, found);
            found.view_mut().colocate(&mb).set([0, 0], best);
        }
    });
}

/// Returns a vector for a distance of `to` pictures instead of `from`, on the grid of vectors.
#[inline(always)]
fn scaled(mv: Mv, from: i32, to: i32) -> Mv {
    let step = STEP as i32;
    let scale = |n: i16| ((i32::from(n) * to).div_euclid(from * step) * step) as i16;
    Mv { x: scale(mv.x), y: scale(mv.y) }
}

/// The search for the vector of a macroblock. It is no closure: those are compiled without the instructions of a SIMD level.
struct Search<'a, S> {
    simd: S,
    source: HalfMb,
    reference: &'a HalfPicture,
    predicted: Mv,
    /// The vector of the least cost, and the cost by SAD.
    best: Mv,
    least: u32,
}

impl<S: Simd> Search<'_, S> {
    /// Returns the point that a vector leads to.
    #[inline(always)]
    fn at(&self, mv: Mv) -> [isize; 2] {
        target(self.source.origin, mv)
    }

    /// Keeps a vector if it costs less.
    #[inline(always)]
    fn offer(&mut self, mv: Mv, distortion: u32) {
        let cost = distortion + rate_of(LAMBDA, mv, self.predicted);
        if cost < self.least {
            (self.best, self.least) = (mv, cost);
        }
    }

    /// Compares a vector, if it does not lead beyond the padding.
    #[inline(always)]
    fn visit(&mut self, mv: Mv) {
        if let Some(samples) = self.reference.block(self.at(mv)) {
            self.offer(mv, sad(self.simd, &self.source, &samples));
        }
    }

    /// Goes to better neighbours of the best vector, a whole sample of half resolution away, while there are any.
    #[inline(always)]
    fn walk(&mut self) {
        for _ in 0..MOST_STEPS {
            let centre = self.best;
            let Some(around) = self.reference.block_around(self.at(centre)) else { return };
            let [up, left, right, down] = BESIDE;
            let (a, b, c, d) = (around.moved(up), around.moved(left), around.moved(right), around.moved(down));
            let distortions = sad_4(self.simd, &self.source, [&a, &b, &c, &d]);
            for k in 0..BESIDE.len() {
                self.offer(moved(centre, BESIDE[k], 2 * STEP), distortions[k]);
            }
            if self.best == centre {
                return;
            }
        }
    }

    /// Compares the half samples beside the best vector.
    #[inline(always)]
    fn halves(&mut self) {
        let centre = self.best;
        let [up, left, ..] = BESIDE;
        let [up, left] = [up, left].map(|by| self.reference.block_around(self.at(moved(centre, by, STEP))));
        // Those on opposite sides are neighbours in a plane.
        if let (Some(up), Some(left)) = (up, left) {
            let blocks = (up.moved([0, 0]), left.moved([0, 0]), left.moved([0, 1]), up.moved([1, 0]));
            let distortions = sad_4(self.simd, &self.source, [&blocks.0, &blocks.1, &blocks.2, &blocks.3]);
            for k in 0..BESIDE.len() {
                self.offer(moved(centre, BESIDE[k], STEP), distortions[k]);
            }
        } else {
            for by in BESIDE {
                self.visit(moved(centre, by, STEP));
            }
        }
    }
}

/// The neighbours of a point: row, column; those above and to the left come before those below and to the right.
const BESIDE: [[isize; 2]; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];

/// Returns a vector moved by steps down and to the right.
#[inline(always)]
fn moved(mv: Mv, [down, right]: [isize; 2], step: isize) -> Mv {
    Mv { x: mv.x.saturating_add((right * step) as i16), y: mv.y.saturating_add((down * step) as i16) }
}

#[inline(always)]
fn search_mb<S: Simd>(
    simd: S,
    picture: &HalfPicture,
    reference: &HalfPicture,
    mb: &Mb,
    seed: Option<Mv>,
    found: &Block<Mbs, Found>,
) -> Found {
    let near = found.view().colocate(mb).window::<Around<1, 1, 0, 1>>().expect("vectors have padding");
    let [left, above, above_right] = [near[[0, -1]].mv, near[[-1, 0]].mv, near[[-1, 1]].mv];
    let predicted = median_of([left, above, above_right]);
    let zero = Mv::default();
    let mut search =
        Search { simd, source: samples_of(picture, mb), reference, predicted, best: zero, least: u32::MAX };
    search.visit(zero);
    if search.least > GOOD {
        let seed = seed.unwrap_or(predicted);
        let mut seeds = [predicted, seed, left, above_right];
        for n in 1..seeds.len() {
            // What was compared is compared with itself: the first again.
            if seeds[..n].contains(&seeds[n]) {
                seeds[n] = zero;
            }
        }
        for mv in seeds {
            if mv != zero {
                search.visit(mv);
            }
        }
        // Neighbours are whole samples away, so that they lie in the same plane.
        search.walk();
        search.halves();
    }
    let mv = search.best;
    let samples = reference.block(search.at(mv));
    let distortion = samples.map_or(u32::MAX >> 8, |samples| satd(simd, &search.source, &samples));
    let bits = rate_of(LAMBDA, mv, predicted);
    Found { mv, cost: (distortion + bits).min(u16::MAX.into()) as u16, bits: bits as u8 }
}

/// Returns the point that a vector leads to.
#[inline(always)]
fn target([y, x]: [isize; 2], mv: Mv) -> [isize; 2] {
    [y + isize::from(mv.y), x + isize::from(mv.x)]
}

/// Returns the samples that a vector leads to.
#[inline(always)]
pub(super) fn prediction<'a>(
    reference: &'a HalfPicture,
    mb: &Mb,
    mv: Mv,
) -> Option<Window<'a, HalfLuma, u8, Fixed<8, 8>>> {
    reference.block(target(mb.origin(), mv))
}
