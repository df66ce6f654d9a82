//! The costs of macroblocks at half resolution: intra, and predicted from one or two pictures.

use super::brightness::{Fit, Moments};
use super::half::{HalfPicture, STEP};
use super::search::{Found, HalfMb, prediction, samples_of};
use crate::h264::code::decide::cost::{intra_8x8_costs, satd};
use crate::h264::code::picture::LumaTile;
use crate::h264::code::predict::inter::{BiWeights, mean};
use crate::h264::code::predict::intra::{Available, intra_8x8};
use crate::shared::dispatch::dispatch;
use crate::spaces::{Mb, Mbs, row_and_column};
use fearless_simd::{Level, Simd};
use unite::{Block, Dyn, Fixed, Place};

/// The prediction by which a macroblock costs least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// By intra prediction.
    #[default]
    Intra,
    /// From a picture before it.
    List0,
    /// From a picture after it.
    List1,
    /// From the mean of both.
    Both,
}

/// The least cost of a macroblock, in three bytes: a picture has up to a dozen for each macroblock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MbCost {
    cost: [u8; 2],
    pub(super) way: Way,
}

/// The costs of a picture that is predicted from certain others.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    pub(super) mbs: Block<Mbs, MbCost>,
    /// The sum over the macroblocks, without those at the edges if there are others: what moves in from outside has no prediction.
    pub(super) sum: u64,
    /// The number of these macroblocks.
    pub(super) counted: u32,
    /// The weight of the samples of the reference, if the picture is predicted from one and costs less with a weight.
    pub(super) weight: Option<Fit>,
    /// `true` by list if the vectors are those into the weighted reference.
    pub(super) by_weighted: [bool; 2],
}

/// The bits of a macroblock's type and modes.
const INTRA_BITS: u32 = 5;
const BOTH_BITS: u32 = 2;

impl Costs {
    /// Returns memory for the costs of a picture.
    pub(super) fn new(size: [usize; 2]) -> Self {
        Costs { mbs: Block::new([0, 0], Dyn(size)), sum: 0, counted: 0, weight: None, by_weighted: [false; 2] }
    }

    /// Computes the costs by intra prediction.
    pub(super) fn intra(&mut self, level: Level, picture: &HalfPicture) {
        self.begin();
        dispatch!(level, simd => self.each_intra(simd, picture));
    }

    #[inline(always)]
    fn each_intra<S: Simd>(&mut self, simd: S, picture: &HalfPicture) {
        for mb in self.mbs.spot().tiles(Fixed::<1, 1>) {
            self.put(&mb, MbCost::new(intra(simd, picture, &mb), Way::Intra));
        }
    }

    /// Computes the least costs, given those by intra prediction, and the references with their vectors and costs.
    pub(super) fn inter(
        &mut self,
        level: Level,
        picture: &HalfPicture,
        intra: &Costs,
        references: [Option<Vectors<'_>>; 2],
    ) {
        self.begin();
        dispatch!(level, simd => self.each_inter::<_, false>(simd, picture, intra, references, BiWeights::implicit(None)));
    }

    /// Computes the least costs in a fade: vectors were searched with weights, and have no costs without. The weights of two references
    /// are given.
    pub(super) fn inter_in_fade(
        &mut self,
        level: Level,
        picture: &HalfPicture,
        intra: &Costs,
        references: [Option<Vectors<'_>>; 2],
        weights: BiWeights,
    ) {
        self.begin();
        dispatch!(level, simd => self.each_inter::<_, true>(simd, picture, intra, references, weights));
    }

    #[inline(always)]
    fn each_inter<S: Simd, const IN_FADE: bool>(
        &mut self,
        simd: S,
        picture: &HalfPicture,
        intra: &Costs,
        references: [Option<Vectors<'_>>; 2],
        weights: BiWeights,
    ) {
        for mb in self.mbs.spot().tiles(Fixed::<1, 1>) {
            let mut best = intra.mbs.view().colocate(&mb).at([0, 0]);
            let [first, second] = &references;
            let mut first = first.map(|(reference, found)| (reference, found.view().colocate(&mb).at([0, 0])));
            let mut second = second.map(|(reference, found)| (reference, found.view().colocate(&mb).at([0, 0])));
            if IN_FADE {
                for (reference, found) in [&mut first, &mut second].into_iter().flatten() {
                    found.cost = single(simd, &samples_of(picture, &mb), &mb, (reference, *found));
                }
            }
            if let Some((_, found)) = first {
                best.offer(found.cost, Way::List0);
            }
            if let Some((_, found)) = second {
                best.offer(found.cost, Way::List1);
            }
            if let (Some(first), Some(second)) = (first, second) {
                let source = samples_of(picture, &mb);
                let cost = match IN_FADE {
                    true => both(simd, &source, &mb, [first, second], |a, b| weights.row(a, b)),
                    false => both(simd, &source, &mb, [first, second], mean),
                };
                best.offer(cost, Way::Both);
            }
            self.put(&mb, best);
        }
    }

    /// Returns the moments of the samples of a picture, and of those that vectors lead to in a reference, over the macroblocks that are
    /// predicted from it; `None` if none is.
    pub(super) fn moments_along(&self, picture: &HalfPicture, (reference, found): Vectors<'_>) -> Option<[Moments; 2]> {
        let (mut count, mut sums) = (0, [[0_u64; 2]; 2]);
        for mb in self.mbs.spot().tiles(Fixed::<1, 1>) {
            let is_predicted = self.mbs.view().colocate(&mb).at([0, 0]).way == Way::List0;
            let mv = found.view().colocate(&mb).at([0, 0]).mv;
            if let Some(samples) = prediction(reference, &mb, mv).filter(|_| is_predicted) {
                count += 64;
                let source = samples_of(picture, &mb);
                for y in 0..8 {
                    for (&this, &other) in source.data[y].iter().zip(samples.row(y as isize)) {
                        for ([sum, squares], sample) in sums.iter_mut().zip([this, other]) {
                            *sum += u64::from(sample);
                            *squares += u64::from(sample) * u64::from(sample);
                        }
                    }
                }
            }
        }
        (count > 0).then(|| sums.map(|[sum, squares]| Moments::of(count, sum, squares)))
    }

    /// Takes the costs with a weight of the reference, and leaves those that were, if they are less: by 1 / 64 at least than without one.
    pub(super) fn offer_weighted(&mut self, with_weight: &mut Costs, fit: Fit) {
        let share = if self.weight.is_some() { 64 } else { 63 };
        if 64 * with_weight.sum < share * self.sum {
            core::mem::swap(self, with_weight);
            (self.weight, self.by_weighted) = (Some(fit), [true, false]);
        }
    }

    fn begin(&mut self) {
        (self.sum, self.counted, self.weight, self.by_weighted) = (0, 0, None, [false; 2]);
    }

    /// Sets the cost of a macroblock, and adds it to the sum.
    #[inline(always)]
    fn put(&mut self, mb: &Mb, found: MbCost) {
        self.mbs.view_mut().colocate(mb).set([0, 0], found);
        let Dyn([rows, columns]) = self.mbs.extent();
        let [row, column] = row_and_column(mb);
        if !is_edge(row, rows) && !is_edge(column, columns) {
            self.sum += u64::from(found.cost());
            self.counted += 1;
        }
    }
}

impl MbCost {
    #[inline(always)]
    fn new(cost: u16, way: Way) -> Self {
        MbCost { cost: cost.to_ne_bytes(), way }
    }

    /// Returns the cost.
    #[inline(always)]
    pub(super) fn cost(self) -> u16 {
        u16::from_ne_bytes(self.cost)
    }

    /// Takes a way that costs less.
    #[inline(always)]
    fn offer(&mut self, cost: u16, way: Way) {
        if cost < self.cost() {
            *self = MbCost::new(cost, way);
        }
    }
}

/// A reference and the vectors into it.
pub(super) type Vectors<'a> = (&'a HalfPicture, &'a Block<Mbs, Found>);

/// Returns whether a row or a column is at an edge of a picture that has others.
#[inline(always)]
fn is_edge(at: isize, size: usize) -> bool {
    size > 2 && (at == 0 || at as usize == size - 1)
}

/// Returns the cost of a prediction without weights.
#[inline(always)]
pub(super) fn single<S: Simd>(simd: S, source: &HalfMb, mb: &Mb, (reference, found): (&HalfPicture, Found)) -> u16 {
    let Some(samples) = prediction(reference, mb, found.mv) else { return u16::MAX };
    (satd(simd, source, &samples) + u32::from(found.bits)).min(u16::MAX.into()) as u16
}

/// Returns the cost of two predictions together.
#[inline(always)]
pub(super) fn both<S: Simd>(
    simd: S,
    source: &HalfMb,
    mb: &Mb,
    found: [(&HalfPicture, Found); 2],
    together: impl Fn(&[u8; 8], &[u8; 8]) -> [u8; 8],
) -> u16 {
    let [Some(first), Some(second)] = found.map(|(reference, found)| prediction(reference, mb, found.mv)) else {
        return u16::MAX;
    };
    let mut prediction = [[0; 8]; 8];
    for (y, row) in prediction.iter_mut().enumerate() {
        *row = together(first.row(y as isize), second.row(y as isize));
    }
    let bits: u32 = found.iter().map(|(_, found)| u32::from(found.bits)).sum();
    (satd(simd, source, &prediction) + bits + BOTH_BITS).min(u16::MAX.into()) as u16
}

/// Returns the cost by intra prediction from the source samples around a macroblock.
#[inline(always)]
fn intra<S: Simd>(simd: S, picture: &HalfPicture, mb: &Mb) -> u16 {
    let [y, x] = mb.origin();
    let step = 2 * STEP;
    let part = |dy: isize, dx: isize| picture.block([y + dy * step, x + dx * step]).expect("a plane is padded");
    let (above_left, above, above_right, left) = (part(-8, -8), part(-8, 0), part(-8, 8), part(0, -8));
    let mut around: intra_8x8::Surroundings = unite::Tile::at([y, x]);
    around.data[0][0] = above_left.row(7)[7];
    around.data[0][1..9].copy_from_slice(above.row(7));
    around.data[0][9..].copy_from_slice(above_right.row(7));
    for k in 0..8 {
        around.data[k + 1][0] = left.row(k as isize)[7];
    }
    let source = LumaTile::<8> { origin: [y, x], data: part(0, 0).load() };
    let costs = intra_8x8_costs(simd, &source, &around, Available::ALL);
    let least = costs.into_iter().fold(u32::MAX, u32::min);
    (least + INTRA_BITS).min(u16::MAX.into()) as u16
}
