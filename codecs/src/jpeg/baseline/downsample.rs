//! Downsampling of a component by the mean of the samples it covers. T.81 A.1.1 leaves the filter open.
//!
//! A component with factor `h` of `h_max` has one sample per `h_max / h` samples of the full width, a ratio that may be
//! fractional. In units of `1 / h` of a full sample, output sample `i` covers `i h_max .. (i + 1) h_max`.
//!
//! ```text
//!   h 2 of h_max 3     │   0   │   1   │   2   │        full samples
//!                      │     0     │     1     │        a sample and a half each
//! ```
//!
//! Means are rounded, halves upwards. In the two common cases, two by one and two by two, the rounding alternates from
//! sample to sample so that it has no bias, as in other encoders.

/// The sampling factors of a component and the greatest factors of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) h: usize,
    pub(super) h_max: usize,
    pub(super) v: usize,
    pub(super) v_max: usize,
}

impl Ratio {
    /// Returns whether the component is not downsampled.
    pub(super) fn is_full(self) -> bool {
        self.h == self.h_max && self.v == self.v_max
    }
}

/// Computes row `row` of the component from full rows. `full(y)` returns a full row long enough for `out`.
#[inline(always)]
pub(super) fn row<'a>(ratio: Ratio, row: usize, full: impl Fn(usize) -> &'a [u8], out: &mut [u8]) {
    let Ratio { h, h_max, v, v_max } = ratio;
    match (h_max.is_multiple_of(h), h_max / h, v_max.is_multiple_of(v), v_max / v) {
        (true, 2, true, 1) => two_by_one(full(row), out),
        (true, 2, true, 2) => two_by_two(full(2 * row), full(2 * row + 1), out),
        _ => mean(ratio, row, full, out),
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

/// Computes the weighted means of the covered samples, for any ratio: the definition.
fn mean<'a>(ratio: Ratio, row: usize, full: impl Fn(usize) -> &'a [u8], out: &mut [u8]) {
    let Ratio { h, h_max, v, v_max } = ratio;
    let total = (h_max * v_max) as u32;
    for (x, out) in out.iter_mut().enumerate() {
        let mut sum = 0;
        for (y, height) in covered(row, v, v_max) {
            let line = full(y);
            for (x, width) in covered(x, h, h_max) {
                sum += (height * width) as u32 * u32::from(line[x]);
            }
        }
        *out = ((2 * sum + total) / (2 * total)) as u8;
    }
}

/// Returns the full samples that sample `i` overlaps, each with the overlap in units of `1 / factor`.
fn covered(i: usize, factor: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let (start, end) = (i * most, (i + 1) * most);
    (start / factor..end.div_ceil(factor)).map(move |s| (s, end.min((s + 1) * factor) - start.max(s * factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ratio: Ratio, full: &[&[u8]], n: usize) -> Vec<u8> {
        let mut out = vec![0; n];
        row(ratio, 0, |y| full[y], &mut out);
        out
    }

    #[test]
    fn rounding_alternates_in_the_common_cases() {
        let two_one = Ratio { h: 1, h_max: 2, v: 1, v_max: 1 };
        assert_eq!(rows(two_one, &[&[0, 1, 0, 1, 0, 1, 0, 1]], 4), [0, 1, 0, 1]);
        let two_two = Ratio { h: 1, h_max: 2, v: 1, v_max: 2 };
        assert_eq!(rows(two_two, &[&[0, 1, 0, 1, 1, 1, 1, 1], &[1, 0, 1, 0, 1, 0, 0, 1]], 4), [0, 1, 1, 1]);
    }

    #[test]
    fn every_ratio_is_the_mean_of_what_it_covers() {
        let three_two = Ratio { h: 2, h_max: 3, v: 1, v_max: 1 };
        // Each output covers a sample and a half: (2 * 10 + 40) / 3, (40 + 2 * 100) / 3.
        assert_eq!(rows(three_two, &[&[10, 40, 100]], 2), [20, 80]);
        let one_four = Ratio { h: 1, h_max: 4, v: 1, v_max: 1 };
        assert_eq!(rows(one_four, &[&[1, 2, 2, 1, 0, 0, 1, 0]], 2), [2, 0]);
        let vertical = Ratio { h: 1, h_max: 1, v: 1, v_max: 2 };
        assert_eq!(rows(vertical, &[&[1, 2], &[2, 2]], 2), [2, 2]);
    }
}
