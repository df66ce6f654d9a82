//! [`Brightness`]: means and deviations of a picture's components, which tell weights.
//!
//! A weight makes one picture as bright as another. A fade multiplies samples by a factor and adds an offset, the same everywhere. The factor
//! is the ratio of the deviations, the offset makes the means equal, and motion changes neither, but for what moves in or out: so the weight is
//! [fitted](Fit) again along vectors. The means of macroblocks tell fades from other changes.

use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::UniWeight;
use crate::h264::syntax::Weight;
use crate::shared::dispatch::dispatch;
use crate::spaces::{Chroma, Luma, QuarterSample};
use fearless_simd::Level;
use unite::{AnyExtent, Block, Extent, Inside, Place, Space};

/// The means and deviations of a picture.
#[derive(Clone, Debug, Default)]
pub(in crate::h264) struct Brightness {
    /// Y, Cb, Cr; luma alone in a monochrome picture.
    components: Vec<Component>,
}

#[derive(Clone, Debug)]
struct Component {
    moments: Moments,
    /// The means of the macroblocks, row by row, in 16ths of a sample.
    of_mbs: Vec<u16>,
    /// The same means from the darkest to the brightest, which motion hardly changes.
    sorted: Vec<u16>,
}

/// The mean and the standard deviation of samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    mean: f64,
    deviation: f64,
}

/// A weight before it is rounded: the factor of the samples of a reference, and the mean that they get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::h264) struct Fit {
    factor: f64,
    mean: f64,
}

/// A weight with its denominator, `2^log_wd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::h264) struct Scale {
    pub(in crate::h264) weight: Weight,
    pub(in crate::h264) log_wd: u8,
}

impl From<Scale> for UniWeight {
    fn from(Scale { weight, log_wd }: Scale) -> Self {
        UniWeight { weight: weight.weight.into(), log_wd, offset: weight.offset.into() }
    }
}

/// The largest denominators of Y, Cb and Cr, as logarithms. Luma that becomes darker has a weight below 2^7. Both components of
/// chroma have weights if one has, and the weight 1 is not expressible with 2^7.
const MOST_LOG_WD: [u8; 3] = [7, 6, 6];
/// The differences between the means of macroblocks that a weight may leave in Y, Cb and Cr, in eighths. Chroma is weighted with luma
/// alone, whose costs have shown a fade.
const NEARER: [u64; 3] = [7, 8, 8];
/// The same between the sorted means. A weight makes these alike in any case, but in fades much more so.
const SORTED_NEARER: u64 = 5;
/// The least change of a mean, or of a deviation, in samples, that a weight is worth.
const LEAST_CHANGE: f64 = 0.25;

impl Brightness {
    /// Measures a picture.
    pub(super) fn of(level: Level, picture: &Picture) -> Self {
        dispatch!(level, _simd => {
            let mut components = vec![component::<Luma, 16>(&picture.luma)];
            for plane in picture.chroma.iter().flatten() {
                components.push(component::<Chroma, 8>(plane));
            }
            Brightness { components }
        })
    }

    /// Returns the weight that makes component `n` of a reference, 0 for luma, as bright as that of this picture. `None` if the weight
    /// changes nothing, or if the macroblocks do not become alike by it.
    pub(in crate::h264) fn weight_of(&self, reference: &Brightness, n: usize) -> Option<Fit> {
        let (this, other) = (self.components.get(n)?, reference.components.get(n)?);
        let [mean, deviation] = this.moments.differences(other.moments);
        let fit = this.moments.fit(other.moments);
        let scale = fit.scale(other.moments.mean, n).filter(|_| mean.max(deviation) >= LEAST_CHANGE)?;
        this.becomes_alike(other, scale, NEARER[n]).then_some(fit)
    }

    /// Returns the mean of component `n`; 0 for one that the picture does not have.
    pub(in crate::h264) fn mean(&self, n: usize) -> f64 {
        self.components.get(n).map_or(0.0, |component| component.moments.mean)
    }
}

impl Moments {
    /// Computes the moments of `count` samples from their sum and the sum of their squares, both below 2^53.
    pub(super) fn of(count: u64, sum: u64, squares: u64) -> Self {
        let count = count.max(1) as f64;
        let mean = sum as f64 / count;
        // Exact on every machine: a quotient, a product, a root.
        Moments { mean, deviation: (squares as f64 / count - mean * mean).max(0.0).sqrt() }
    }

    /// Returns the absolute differences of the means and of the deviations.
    fn differences(self, other: Moments) -> [f64; 2] {
        [self.mean - other.mean, self.deviation - other.deviation].map(f64::abs)
    }

    /// Returns the weight that gives the samples of a reference these moments.
    pub(super) fn fit(self, reference: Moments) -> Fit {
        // A flat component has the same factor as all others.
        let factor = if reference.deviation > 0.0 { self.deviation / reference.deviation } else { 1.0 };
        Fit { factor, mean: self.mean }
    }
}

impl Fit {
    /// Returns the weight for all samples of a reference, given the moments of some of them, whose mean it was made for.
    pub(super) fn for_all(self, some: Moments, all: &Brightness) -> Self {
        Fit { mean: self.mean + self.factor * (all.mean(0) - some.mean), ..self }
    }

    /// Returns the weight with the largest denominator that the syntax can express for component `n` of a reference, whose mean is
    /// given; `None` if it is 1.
    pub(in crate::h264) fn scale(self, reference: f64, n: usize) -> Option<Scale> {
        let mut log_wd = MOST_LOG_WD[n];
        while log_wd > 0 && self.factor * f64::from(1_u32 << log_wd) > 127.0 {
            log_wd -= 1;
        }
        let unit = f64::from(1_u32 << log_wd);
        let mut weight = (self.factor * unit + 0.5).floor().clamp(0.0, 127.0);
        let wanted = |weight: f64| (self.mean - reference * weight / unit + 0.5).floor();
        let offset = wanted(weight).clamp(-128.0, 127.0);
        if offset != wanted(weight) && reference > 0.0 {
            weight = ((self.mean - offset) / reference * unit + 0.5).floor().clamp(0.0, 127.0);
        }
        let is_one = weight == unit && offset == 0.0;
        (!is_one).then_some(Scale { weight: Weight { weight: weight as i8, offset: offset as i8 }, log_wd })
    }
}

impl Component {
    /// Returns whether the differences between the means of the macroblocks are less than `eighths` of what they are without a weight:
    /// where the macroblocks are, or, since they move, in the order of the means.
    fn becomes_alike(&self, other: &Component, scale: Scale, eighths: u64) -> bool {
        let [before, after] = differences(&self.of_mbs, &other.of_mbs, scale);
        let [sorted_before, sorted_after] = differences(&self.sorted, &other.sorted, scale);
        8 * after < eighths * before || 8 * sorted_after < SORTED_NEARER * sorted_before
    }
}

/// Returns the sums of the differences between two lists of means without and with a weight of the second.
fn differences(these: &[u16], others: &[u16], Scale { weight, log_wd }: Scale) -> [u64; 2] {
    let (factor, offset) = (i32::from(weight.weight), 16 * i32::from(weight.offset));
    let (mut before, mut after) = (0_u64, 0_u64);
    for (&this, &other) in these.iter().zip(others) {
        let (this, other) = (i32::from(this), i32::from(other));
        before += u64::from(this.abs_diff(other));
        after += u64::from(this.abs_diff(((other * factor) >> log_wd) + offset));
    }
    [before, after]
}

/// Returns the means of Y, Cb and Cr of a picture; 0 for components that it does not have.
pub(in crate::h264) fn means(level: Level, picture: &Picture) -> [f64; 3] {
    dispatch!(level, _simd => {
        let chroma = |n: usize| picture.chroma.as_ref().map_or(0.0, |planes| mean(&planes[n]));
        [mean(&picture.luma), chroma(0), chroma(1)]
    })
}

/// Returns the mean of a plane.
#[inline(always)]
fn mean<S>(plane: &Block<S, u8>) -> f64
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    AnyExtent<S>: Extent,
{
    let [height, width] = [0, 1].map(|k| plane.extent().dim(k));
    plane.view().sum::<u64>() as f64 / (height * width).max(1) as f64
}

/// Measures a plane whose macroblocks have `N` by `N` samples.
#[inline(always)]
fn component<S, const N: usize>(plane: &Block<S, u8>) -> Component
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    AnyExtent<S>: Extent,
{
    let lines = plane.view().window::<Inside>().expect("a plane contains itself");
    let [height, width] = [0, 1].map(|k| plane.extent().dim(k));
    let (mut sum, mut squares) = (0_u64, 0_u64);
    let mut of_mbs = Vec::with_capacity(height / N * (width / N));
    let mut sums = vec![0_u32; width / N];
    for first in (0..height).step_by(N) {
        sums.fill(0);
        for y in first..first + N {
            let line = &lines.line(y as isize)[..width];
            let (mbs, _) = line.as_chunks::<N>();
            for (of_mb, samples) in sums.iter_mut().zip(mbs) {
                *of_mb += samples.iter().map(|&sample| u32::from(sample)).sum::<u32>();
            }
            // At most 16,384 samples a line.
            squares += u64::from(line.iter().map(|&sample| u32::from(sample) * u32::from(sample)).sum::<u32>());
        }
        for &of_mb in &sums {
            sum += u64::from(of_mb);
            of_mbs.push((16 * of_mb / (N * N) as u32) as u16);
        }
    }
    let mut sorted = of_mbs.clone();
    sorted.sort_unstable();
    Component { moments: Moments::of((height * width) as u64, sum, squares), of_mbs, sorted }
}
