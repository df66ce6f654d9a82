//! [`Brightness`]: means and deviations of a picture's components, which tell weights.
//!
//! A weight makes one picture as bright as another. A fade multiplies samples by a factor and adds an offset, the same everywhere. The factor is the ratio of the deviations, the offset
//! makes the means equal, and motion changes neither. The means of macroblocks tell fades from other changes.

use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::UniWeight;
use crate::h264::syntax::Weight;
use crate::spaces::{Chroma, Luma, QuarterSample};
use fearless_simd::{Level, dispatch};
use unite::{AnyExtent, Block, Extent, Inside, Place, Space};

/// The means and deviations of a picture.
#[derive(Clone, Debug, Default)]
pub(in crate::h264) struct Brightness {
    /// Y, Cb, Cr; luma alone in a monochrome picture.
    components: Vec<Component>,
}

#[derive(Clone, Debug)]
struct Component {
    mean: f64,
    deviation: f64,
    /// The means of the macroblocks, row by row, in 16ths of a sample.
    of_mbs: Vec<u16>,
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
    pub(in crate::h264) fn weight_of(&self, reference: &Brightness, n: usize) -> Option<Scale> {
        let (this, other) = (self.components.get(n)?, reference.components.get(n)?);
        let changes =
            (this.mean - other.mean).abs() >= LEAST_CHANGE || (this.deviation - other.deviation).abs() >= LEAST_CHANGE;
        let scale = this.fit(other, MOST_LOG_WD[n]).filter(|_| changes)?;
        this.becomes_alike(other, scale, NEARER[n]).then_some(scale)
    }
}

impl Component {
    /// Returns the weight with the largest denominator, up to a given one, that the syntax can express; `None` if it is 1.
    fn fit(&self, other: &Component, most: u8) -> Option<Scale> {
        // A flat component has the same factor as all others.
        let ratio = if other.deviation > 0.0 { self.deviation / other.deviation } else { 1.0 };
        let mut log_wd = most;
        while log_wd > 0 && ratio * f64::from(1_u32 << log_wd) > 127.0 {
            log_wd -= 1;
        }
        let unit = f64::from(1_u32 << log_wd);
        let mut weight = (ratio * unit + 0.5).floor().clamp(0.0, 127.0);
        let wanted = |weight: f64| (self.mean - other.mean * weight / unit + 0.5).floor();
        let offset = wanted(weight).clamp(-128.0, 127.0);
        if offset != wanted(weight) && other.mean > 0.0 {
            weight = ((self.mean - offset) / other.mean * unit + 0.5).floor().clamp(0.0, 127.0);
        }
        let is_one = weight == unit && offset == 0.0;
        (!is_one).then_some(Scale { weight: Weight { weight: weight as i8, offset: offset as i8 }, log_wd })
    }

    /// Returns whether the differences between the means of the macroblocks are less than `eighths` of what they are without a weight.
    fn becomes_alike(&self, other: &Component, Scale { weight, log_wd }: Scale, eighths: u64) -> bool {
        let (factor, offset) = (i32::from(weight.weight), 16 * i32::from(weight.offset));
        let (mut before, mut after) = (0_u64, 0_u64);
        for (&this, &other) in self.of_mbs.iter().zip(&other.of_mbs) {
            let (this, other) = (i32::from(this), i32::from(other));
            before += u64::from(this.abs_diff(other));
            after += u64::from(this.abs_diff(((other * factor) >> log_wd) + offset));
        }
        8 * after < eighths * before
    }
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
            let (mbs, _) = lines.line(y as isize)[..width].as_chunks::<N>();
            for (of_mb, samples) in sums.iter_mut().zip(mbs) {
                let (mut line, mut square) = (0_u32, 0_u32);
                for &sample in samples {
                    line += u32::from(sample);
                    square += u32::from(sample) * u32::from(sample);
                }
                *of_mb += line;
                squares += u64::from(square);
            }
        }
        for &of_mb in &sums {
            sum += u64::from(of_mb);
            of_mbs.push((16 * of_mb / (N * N) as u32) as u16);
        }
    }
    let count = (height * width).max(1) as f64;
    let mean = sum as f64 / count;
    // Exact on every machine: sums below 2^53, a quotient, a product, a root.
    let deviation = (squares as f64 / count - mean * mean).max(0.0).sqrt();
    Component { mean, deviation, of_mbs }
}
