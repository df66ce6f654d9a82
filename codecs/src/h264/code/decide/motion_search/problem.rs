//! [`Search`]: the input of a motion search, and the costs of vectors.

use super::subsample::Measure;
use crate::h264::code::decide::cost::{self, BlockRows};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::predict::inter::interpolation::Prediction;
use crate::h264::code::predict::inter::{self, Planes, Reference};
use crate::spaces::{Luma, QuarterSample};
use fearless_simd::Simd;
use unite::{Around, Dyn, Fixed, Place, Space, Spot, Tile, Window};

/// The limits of a block's motion vectors, in quarter luma samples: from `min` to `max`, both included.
///
/// ```
/// use codecs::h264::{decide::motion_search::Limits, macroblock::Mv};
/// let limits = Limits { min: Mv { x: -8, y: -4 }, max: Mv { x: 7, y: 3 } };
/// assert!(limits.contain(Mv { x: 7, y: -4 }) && !limits.contain(Mv { x: 8, y: 0 }));
/// assert_eq!(limits.nearest(Mv { x: 50, y: 2 }), Mv { x: 7, y: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The smallest components.
    pub min: Mv,
    /// The largest components.
    pub max: Mv,
}

impl Limits {
    /// Returns the limits of a block's vectors. A level allows -2048 to 2047.75 luma samples horizontally, and
    /// `-vertical` to `vertical - 1` quarters of a sample vertically (Table A-1, `MaxVmvR` times 4).
    ///
    /// The limits also exclude vectors that repeat a prediction: a block farther outside the picture than the six-tap
    /// filter reaches has the same prediction as one nearer to it. Vector 0 is always within the limits.
    ///
    /// ```
    /// use codecs::h264::{decide::motion_search::Limits, macroblock::Mv, picture::Picture, predict::inter::Reference};
    /// use codecs::spaces::Luma;
    /// use codecs::fearless_simd::Level;
    /// use unite::{Fixed, Spot};
    /// let reference = Reference::new(Level::new(), Picture::new([9, 11], true));
    /// let mb = Spot::<Luma, _>::new([4 * 16, 4 * 32], Fixed::<16, 16>);
    /// let limits = Limits::of(&mb, &reference, 4 * 256);
    /// assert_eq!(limits.min, Mv { x: -4 * (32 + 16 + 3), y: -4 * (16 + 16 + 3) });
    /// assert_eq!(limits.max, Mv { x: 4 * (176 + 2 - 32), y: 4 * (144 + 2 - 16) });
    /// ```
    pub fn of<P: Place<Space: Space<Universe = QuarterSample>>>(
        block: &P,
        reference: &Reference,
        vertical: i16,
    ) -> Self {
        let place = Spot::<Luma, unite::AnyExtent<Luma>>::new([0, 0], Dyn([1, 1])).under(block);
        let ([y, x], Dyn([height, width])) = (place.origin(), place.extent());
        let Dyn([rows, columns]) = reference.picture().luma.extent();
        let before = |at: isize, points: usize, least: isize| (-at - 4 * (points as isize + 3)).clamp(least, 0) as i16;
        let after = |at: isize, size: usize, most: isize| (4 * (size as isize + 2) - at).clamp(0, most) as i16;
        let vertical = isize::from(vertical);
        Limits {
            min: Mv { x: before(x, width, -8192), y: before(y, height, -vertical) },
            max: Mv { x: after(x, columns, 8191), y: after(y, rows, vertical - 1) },
        }
    }

    /// Returns whether a vector is within the limits. See [`Limits`] for an example.
    #[inline(always)]
    pub fn contain(&self, mv: Mv) -> bool {
        self.min.x <= mv.x && mv.x <= self.max.x && self.min.y <= mv.y && mv.y <= self.max.y
    }

    /// Returns the vector within the limits that is nearest to `mv`. See [`Limits`] for an example.
    #[inline(always)]
    pub fn nearest(&self, mv: Mv) -> Mv {
        Mv { x: mv.x.max(self.min.x).min(self.max.x), y: mv.y.max(self.min.y).min(self.max.y) }
    }

    /// Returns the limits of the full-sample vectors at most `range` samples from `centre`.
    #[inline(always)]
    pub(super) fn full_samples_around(&self, centre: Mv, range: i16) -> Limits {
        let range = range.clamp(0, 2048) * 4;
        let least = |least: i16, centre: i16| (least.max(centre.saturating_sub(range)).saturating_add(3)) & !3;
        let most = |most: i16, centre: i16| most.min(centre.saturating_add(range)) & !3;
        Limits {
            min: Mv { x: least(self.min.x, centre.x), y: least(self.min.y, centre.y) },
            max: Mv { x: most(self.max.x, centre.x), y: most(self.max.y, centre.y) },
        }
    }
}

/// The input of a motion search: a block, a reference, and what determines costs and limits.
///
/// ```
/// use codecs::h264::decide::motion_search::{Diamond, Limits, MotionSearch, Search, Subsample};
/// use codecs::h264::{macroblock::Mv, picture::Picture, predict::inter::{Planes, Reference}};
/// use codecs::spaces::Luma;
/// use codecs::fearless_simd::{Level, dispatch};
/// use unite::Tile;
/// let mut picture = Picture::new([4, 4], true);
/// picture.luma.view_mut().fill_with(|[y, x]| ((x - 30) * (x - 30) / 8 + (y - 34) * (y - 34) / 8).min(255) as u8);
/// let reference = Reference::new(Level::new(), picture);
/// // The block at (16, 16) shows what lies three samples to the right and two up in the reference.
/// let mut source = Tile::<Luma, [[u8; 16]; 16]>::at([4 * 16, 4 * 16]);
/// source.data = reference.picture().luma.view().partition([14, 19], unite::Fixed).window::<unite::Inside>().unwrap().load();
/// let (found, refined) = dispatch!(Level::new(), simd => {
///     let problem = Search {
///         simd,
///         source: &source,
///         planes: &Planes::of(&reference),
///         lambda: 4 << 8,
///         predicted: Mv::default(),
///         limits: Limits::of(&source, &reference, 512),
///         candidates: &[],
///     };
///     let found = Diamond { range: 16 }.search(&problem);
///     (found, Subsample::level(3).refine(&problem, found))
/// });
/// assert_eq!(found.mv, Mv { x: 12, y: -8 });
/// assert_eq!(refined.mv, found.mv);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, S, const H: usize, const W: usize> {
    /// The SIMD level that the calling code is compiled for.
    pub simd: S,
    /// The block, at its place.
    pub source: &'a Tile<Luma, [[u8; W]; H]>,
    /// The reference picture that is searched.
    pub planes: &'a Planes<'a>,
    /// The weight of a bit, in 256ths of a unit of distortion: up to 2^16.
    pub lambda: u32,
    /// The prediction of the vector (8.4.1.3).
    pub predicted: Mv,
    /// The limits of vectors, from [`Limits::of`] or tighter; vector 0 must be within them.
    pub limits: Limits,
    /// The vectors that the search may start from, besides `predicted` and 0: those of neighbours, of a larger part and of the
    /// same place in earlier pictures.
    pub candidates: &'a [Mv],
}

/// Returns the number of bits of `se(v)` (9.1.1).
#[inline(always)]
const fn se_bits(value: i32) -> u32 {
    2 * ((2 * value.unsigned_abs()) | 1).ilog2() + 1
}

/// The numbers of bits of the values from -1024 to 1023: nearly all differences of vectors.
static SE_BITS: [u8; 2048] = {
    let mut bits = [0; 2048];
    let mut n = 0;
    while n < bits.len() {
        bits[n] = se_bits(n as i32 - 1024) as u8;
        n += 1;
    }
    bits
};

/// Returns the number of bits of the difference of two components.
#[inline(always)]
fn bits_of_difference(a: i16, b: i16) -> u32 {
    let difference = i32::from(a) - i32::from(b);
    SE_BITS.get((difference + 1024) as usize).map_or_else(|| se_bits(difference), |bits| u32::from(*bits))
}

/// Returns the numbers of bits of differences up to eight below and above that of two components; `None` if they are large.
#[inline(always)]
fn bits_around(a: i16, b: i16) -> Option<&'static [u8; 17]> {
    let first = i32::from(a) - i32::from(b) + (1024 - 8);
    SE_BITS.get(first as usize..)?.first_chunk()
}

/// Returns the cost of the bits of a vector with a prediction; `lambda` is that of a [`Search`].
#[inline(always)]
pub(in crate::h264) fn rate_of(lambda: u32, mv: Mv, predicted: Mv) -> u32 {
    weighted(lambda, bits_of_difference(mv.x, predicted.x) + bits_of_difference(mv.y, predicted.y))
}

/// Returns the cost of a number of bits.
#[inline(always)]
fn weighted(lambda: u32, bits: u32) -> u32 {
    (lambda * bits + 128) >> 8
}

/// The rates of the vectors up to eight quarter samples from one, all within the limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Near {
    /// The bits of components by distance, from -8: vertical, horizontal.
    bits: [&'static [u8; 17]; 2],
}

/// A vector of whole samples and the vectors up to two samples from it, proven to lie within the limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Ring<'a, const H: usize, const W: usize> {
    near: Near,
    samples: Window<'a, Luma, u8, Fixed<H, W>, Around<2, 2, 2, 2>>,
}

impl<S: Simd, const H: usize, const W: usize> Search<'_, S, H, W> {
    /// Returns the cost of the bits of a vector: lambda times the number of bits of its difference from the prediction,
    /// with each component coded as `se(v)`.
    #[inline(always)]
    pub fn rate(&self, mv: Mv) -> u32 {
        self.rate_of(bits_of_difference(mv.x, self.predicted.x) + bits_of_difference(mv.y, self.predicted.y))
    }

    /// Returns the vectors near one, if `limits` contain them.
    #[inline(always)]
    pub(super) fn near(&self, centre: Mv, limits: &Limits) -> Option<Near> {
        let inside = limits.min.x.saturating_add(8) <= centre.x
            && centre.x <= limits.max.x.saturating_sub(8)
            && limits.min.y.saturating_add(8) <= centre.y
            && centre.y <= limits.max.y.saturating_sub(8);
        let bits = [bits_around(centre.y, self.predicted.y)?, bits_around(centre.x, self.predicted.x)?];
        inside.then_some(Near { bits })
    }

    /// Returns the neighbourhood of a vector of whole samples, if `limits` contain it.
    #[inline(always)]
    pub(super) fn ring(&self, centre: Mv, limits: &Limits) -> Option<Ring<'_, H, W>> {
        Some(Ring { near: self.near(centre, limits)?, samples: self.planes.around(self.moved(centre))? })
    }

    /// Returns the rate of the vector `[y, x]` quarter samples from the one that others are near to, up to eight.
    #[inline(always)]
    pub(super) fn rate_near(&self, near: &Near, by: [i16; 2]) -> u32 {
        let [y, x] = [0, 1].map(|k| u32::from(near.bits[k][(8 + by[k]) as usize]));
        self.rate_of(y + x)
    }

    /// Returns the rate of the vector `[y, x]` whole samples from the centre of a ring, up to two, and the samples there.
    #[inline(always)]
    pub(super) fn in_ring<'r>(&self, ring: &Ring<'r, H, W>, by: [i16; 2]) -> (u32, Window<'r, Luma, u8, Fixed<H, W>>) {
        (self.rate_near(&ring.near, by.map(|samples| samples << 2)), ring.samples.moved(by.map(isize::from)))
    }

    #[inline(always)]
    fn rate_of(&self, bits: u32) -> u32 {
        weighted(self.lambda, bits)
    }

    /// Returns the cost of any vector: distortion plus rate.
    #[inline(always)]
    pub fn cost(&self, mv: Mv, measure: Measure) -> u32 {
        let mut prediction = Tile::<Luma, [[u8; W]; H]>::at(self.source.origin);
        inter::luma::<H, W>(self.planes.reference(), mv, &mut prediction);
        self.measured(&prediction.data, measure) + self.rate(mv)
    }

    /// Returns the cost of a vector within the limits.
    #[inline(always)]
    pub(super) fn cost_at(&self, mv: Mv, measure: Measure) -> u32 {
        self.distortion(mv, measure) + self.rate(mv)
    }

    /// Returns the distortion of the prediction at a vector within the limits.
    #[inline(always)]
    pub(super) fn distortion(&self, mv: Mv, measure: Measure) -> u32 {
        match self.planes.at(self.moved(mv)) {
            Prediction::Samples(samples) => self.measured(&samples, measure),
            Prediction::Mean(samples) => self.measured(&samples, measure),
        }
    }

    /// Returns the sum of absolute differences of the source and samples of the reference.
    #[inline(always)]
    pub(super) fn sad(&self, samples: &Window<'_, Luma, u8, Fixed<H, W>>) -> u32 {
        cost::sad(self.simd, &self.source.data, samples)
    }

    /// Returns the samples at a full-sample vector within the limits.
    #[inline(always)]
    pub(super) fn samples(&self, mv: Mv) -> Window<'_, Luma, u8, Fixed<H, W>> {
        self.planes.samples(self.moved(mv))
    }

    /// Returns the position that a vector leads to, in quarter samples.
    #[inline(always)]
    fn moved(&self, mv: Mv) -> [isize; 2] {
        let [y, x] = self.source.origin;
        [y + isize::from(mv.y), x + isize::from(mv.x)]
    }

    #[inline(always)]
    fn measured(&self, samples: &impl BlockRows<W, H>, measure: Measure) -> u32 {
        match measure {
            Measure::Sad => cost::sad(self.simd, &self.source.data, samples),
            Measure::Satd => cost::satd(self.simd, &self.source.data, samples),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::bits::{BitCount, BitSink};

    #[test]
    fn bits_of_differences_are_those_that_are_written() {
        for value in -70000..70000 {
            let mut count = BitCount::default();
            count.se(value);
            assert_eq!(se_bits(value), count.0, "{value}");
            if let (Ok(a), 0..) = (i16::try_from(value), value) {
                assert_eq!(bits_of_difference(a, 0), count.0, "{value}");
                assert_eq!(bits_of_difference(0, a), count.0, "{value}");
            }
        }
    }
}
