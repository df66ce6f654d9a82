//! [`Downsampler`]: downsampling of a component, by default by means. T.81 A.1.1 leaves the filter open.
//!
//! A component with factor `H` of `H_max` has one sample per `H_max / H` samples of the full width, a ratio that may be
//! fractional. On the grid refined by `H`, whose points lie whole in samples of both, a sample of the component has
//! `H_max` points:
//!
//! ```text
//!   picture                      │   0   │   1   │   2   │
//!   component, H 2 of H_max 3    │     0     │     1     │
//!   both, refined by 2           │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │      they lie in samples 0 0 1 1 2 2 of the picture
//! ```
//!
//! Means are rounded, halves upwards. In the two common cases, two by one and two by two, the rounding alternates from
//! sample to sample so that it has no bias, as in other encoders.

use super::frame::{MOST_FACTOR, SMALL};
use crate::spaces::Samples;
use unite::{AnyPlace, Dyn, Extent, Scale, Spot, Window};

/// The rows of a row of MCUs at the picture's full resolution.
pub type FullRows<'a> = Window<'a, Samples, u8>;

/// A downsampling filter: a stage of the encoder that a user can replace.
///
/// The encoder calls it for each component that has fewer samples than the picture: with the factors `V` and `H`, it has `V` rows of `H`
/// samples for `V_max` rows of `H_max` (T.81 A.1.1). The scale has `V` and `H` as refinement, `V_max` and `H_max` as
/// coarsening; 4:2:0 is refined by (1, 1), coarsened by (2, 2). The filter is called from code compiled for each SIMD
/// level: mark the method `#[inline(always)]`.
///
/// ```
/// use codecs::jpeg::baseline::{Downsampler, Encoder, FullRows, Options};
/// use codecs::picture::{PixelFormat, Pixels};
/// use unite::Scale;
///
/// /// Takes the first sample that each covers.
/// struct Nearest;
/// impl Downsampler for Nearest {
///     #[inline(always)]
///     fn downsample(&self, _: usize, scale: Scale<2>, full: FullRows<'_>, y: usize, out: &mut [u8]) {
///         let covered = |k, n| n * scale.coarsening(k) / scale.refinement(k);
///         let line = full.line(covered(0, y) as isize);
///         out.iter_mut().enumerate().for_each(|(x, out)| *out = line[covered(1, x)]);
///     }
/// }
///
/// let picture = Pixels::interleaved(&[9; 4 * 2 * 3], 4, 2, PixelFormat::Rgb)?;
/// let mut file = Vec::new();
/// Encoder::new(Options::new(90)?).with_downsampler(Nearest).encode(&picture, &mut file)?;
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub trait Downsampler: Sync {
    /// Computes row `y` of the samples of component number `component` in a row of MCUs.
    ///
    /// `full` has the rows of the row of MCUs, and no others, from 0 on; edge samples are repeated to the right and below.
    /// Sample `x` of `out` covers columns `x H_max / H` to `(x + 1) H_max / H`; rows likewise. `full` has at least the
    /// columns that `out` covers. The encoder calls it with factors of 1 to 4 and an `out` of a multiple of 8 samples.
    fn downsample(&self, component: usize, scale: Scale<2>, full: FullRows<'_>, y: usize, out: &mut [u8]);
}

/// The mean of the samples of the picture that a sample covers; a sample covered in part counts in part.
///
/// # Panics
/// If a factor is above 4, or `full` has fewer samples than `out` covers. `out` has an even number of samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanDownsampler;

impl Downsampler for MeanDownsampler {
    #[inline(always)]
    fn downsample(&self, _component: usize, scale: Scale<2>, full: FullRows<'_>, y: usize, out: &mut [u8]) {
        row(scale, y, |y| full.line(y as isize), out);
    }
}

/// Returns the row and the column of a ratio that is a whole number, such as 2 and 1.
fn whole(scale: Scale<2>) -> Option<[usize; 2]> {
    let ratio = [0, 1].map(|k| (scale.coarsening(k), scale.refinement(k)));
    ratio.iter().all(|(most, factor)| most.is_multiple_of(*factor)).then(|| ratio.map(|(most, factor)| most / factor))
}

/// Computes row `row` of a component with these sampling factors from full rows. `full(y)` returns a full row; it has
/// the samples of whole groups of `out`.
#[inline(always)]
fn row<'a>(scale: Scale<2>, row: usize, full: impl Fn(usize) -> &'a [u8], out: &mut [u8]) {
    match whole(scale) {
        Some([1, 2]) => two_by_one(full(row), out),
        Some([2, 2]) => two_by_two(full(2 * row), full(2 * row + 1), out),
        _ => mean(scale, row, full, out),
    }
}

#[inline(always)]
fn two_by_one(full: &[u8], out: &mut [u8]) {
    let (pairs, outs) = (full.as_chunks::<4>().0, out.as_chunks_mut::<2>().0);
    for (out, &[a, b, c, d]) in outs.iter_mut().zip(pairs) {
        let half = |a: u8, b: u8, bias: u16| ((u16::from(a) + u16::from(b) + bias) >> 1) as u8;
        *out = [half(a, b, 0), half(c, d, 1)];
    }
}

#[inline(always)]
fn two_by_two(above: &[u8], below: &[u8], out: &mut [u8]) {
    let rows = above.as_chunks::<4>().0.iter().zip(below.as_chunks::<4>().0);
    for (out, (&[a, b, c, d], &[e, f, g, h])) in out.as_chunks_mut::<2>().0.iter_mut().zip(rows) {
        let quarter = |a: u8, b: u8, c: u8, d: u8, bias: u16| {
            ((u16::from(a) + u16::from(b) + u16::from(c) + u16::from(d) + bias) >> 2) as u8
        };
        *out = [quarter(a, b, e, f, 1), quarter(c, d, g, h, 2)];
    }
}

/// Computes means over the points of the refined grid: a sample of the picture counts as often as the component's sample
/// has points in it.
fn mean<'a>(scale: Scale<2>, row: usize, full: impl Fn(usize) -> &'a [u8], out: &mut [u8]) {
    let [v_max, h_max] = [0, 1].map(|k| scale.coarsening(k));
    // The pattern repeats after `group` samples of the component, which cover `h_max` columns of the picture.
    let group = scale.refinement(1);
    let [rows, columns] = shown(scale, [row as isize, 0], [1, group]);
    let mut lines: [&[u8]; MOST_FACTOR] = [&[]; MOST_FACTOR];
    lines.iter_mut().zip(&rows[..v_max]).for_each(|(line, &y)| *line = full(y));
    let total = (h_max * v_max) as u32;
    for out in out.chunks_mut(group) {
        for (out, columns) in out.iter_mut().zip(columns.chunks(h_max)) {
            let of_line = |line: &&[u8]| columns.iter().map(|&x| u32::from(line[x])).sum::<u32>();
            let sum: u32 = lines[..v_max].iter().map(of_line).sum();
            *out = ((2 * sum + total) / (2 * total)) as u8;
        }
        lines[..v_max].iter_mut().for_each(|line| *line = &line[h_max..]);
    }
}

/// Returns the rows and the columns of the picture that contain the points of `extent` samples from `at` on, on the grid
/// refined by the component's factors.
fn shown(scale: Scale<2>, at: [isize; 2], extent: [usize; 2]) -> [[usize; MOST_FACTOR * MOST_FACTOR]; 2] {
    let picture = Spot::<Samples>::new([0, 0], Dyn([1, 1])).dyn_spot();
    let samples = picture.scale_by(scale).expect(SMALL).partition(at, Dyn(extent));
    let points = picture.refine_by([0, 1].map(|k| scale.refinement(k))).expect(SMALL).under(&samples);
    let mut shown = [[0; MOST_FACTOR * MOST_FACTOR]; 2];
    for (k, shown) in shown.iter_mut().enumerate() {
        for (n, sample) in shown.iter_mut().enumerate().take(points.extent().dim(k)) {
            let index = picture.index_of(&points, [n as isize; 2]).expect("a picture can be counted");
            *sample = index[k] as usize;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    fn rows(scale: Scale<2>, full: &[&[u8]], n: usize) -> Vec<u8> {
        let mut out = vec![0; n];
        row(scale, 0, |y| full[y], &mut out);
        out
    }

    #[test]
    fn rounding_alternates_in_the_common_cases() {
        let two_one = Scale::coarser([1, 2]).unwrap();
        assert_eq!(rows(two_one, &[&[0, 1, 0, 1, 0, 1, 0, 1]], 4), [0, 1, 0, 1]);
        let two_two = Scale::coarser([2, 2]).unwrap();
        assert_eq!(rows(two_two, &[&[0, 1, 0, 1, 1, 1, 1, 1], &[1, 0, 1, 0, 1, 0, 0, 1]], 4), [0, 1, 1, 1]);
    }

    #[test]
    fn every_ratio_is_the_mean_of_what_it_covers() {
        // Each output covers a sample and a half: (2 * 10 + 40) / 3, (40 + 2 * 100) / 3.
        assert_eq!(rows(Scale::new([1, 2], [1, 3]).unwrap(), &[&[10, 40, 100]], 2), [20, 80]);
        assert_eq!(rows(Scale::coarser([1, 4]).unwrap(), &[&[1, 2, 2, 1, 0, 0, 1, 0]], 2), [2, 0]);
        assert_eq!(rows(Scale::coarser([2, 1]).unwrap(), &[&[1, 2], &[2, 2]], 2), [2, 2]);
    }

    /// Returns the samples of the picture that sample `i` overlaps, each with the overlap in units of `1 / factor`.
    fn covered(i: usize, factor: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
        let (start, end) = (i * most, (i + 1) * most);
        (start / factor..end.div_ceil(factor)).map(move |s| (s, end.min((s + 1) * factor) - start.max(s * factor)))
    }

    #[test]
    fn means_by_place_are_sums_weighted_by_overlap_for_all_factors() {
        let mut noise = Noise::new(6);
        let picture: [[u8; 16]; 16] = core::array::from_fn(|_| core::array::from_fn(|_| noise.bits() as u8));
        for n in 0..256 {
            let [v, v_max, h, h_max] = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6].map(|factor| factor + 1);
            if v > v_max || h > h_max {
                continue;
            }
            let scale = Scale::new([v, h], [v_max, h_max]).unwrap();
            let total = v_max * h_max;
            for y in 0..4 * v {
                let mut means = vec![0; 4 * h];
                mean(scale, y, |y| &picture[y], &mut means);
                for (x, mean) in means.into_iter().enumerate() {
                    let over =
                        covered(y, v, v_max).flat_map(|(y, a)| covered(x, h, h_max).map(move |(x, b)| (y, x, a * b)));
                    let sum: usize = over.map(|(y, x, weight)| weight * usize::from(picture[y][x])).sum();
                    assert_eq!(usize::from(mean), (2 * sum + total) / (2 * total), "{scale}, sample {y}, {x}");
                }
            }
        }
    }
}
