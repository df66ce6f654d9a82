//! The rows of a component at the picture's resolution, as libjpeg's "fancy" upsampling makes them.
//!
//! ```text
//!   2 x 1   each sample becomes two: 3/4 of itself and 1/4 of the neighbour on that side
//!   1 x 2   the same vertically
//!   2 x 2   both: 9/16, 3/16, 3/16, 1/16
//!   others  copies
//! ```
//! Halves are rounded up and down in turn, so that there is no drift.

use crate::spaces::Samples;
use unite::{Scale, View};

/// The samples of a component and their relation to those of the picture.
pub(super) struct Component<'p> {
    /// The samples; rows and columns beyond `size` are not used.
    pub(super) plane: View<'p, Samples, u8>,
    pub(super) size: [usize; 2],
    /// Rows and columns of the picture for each sample, as a pair of factors.
    pub(super) scale: Scale<2>,
}

impl Component<'_> {
    /// Writes row `y` of the picture; `sums` is memory for it.
    pub(super) fn row(&self, y: usize, sums: &mut Vec<u16>, out: &mut [u8]) {
        let [down, across] = [0, 1].map(|k| (self.scale.refinement(k), self.scale.coarsening(k)));
        let half = |(fine, coarse): (usize, usize)| coarse == 2 * fine;
        let same = |(fine, coarse): (usize, usize)| coarse == fine;
        let wide = self.size[1] > 2;
        match () {
            () if same(down) && same(across) => out.copy_from_slice(&self.line(y)[..out.len()]),
            () if same(down) && half(across) && wide => h2(self.line(y), out),
            () if half(down) && same(across) => {
                let (near, far) = self.lines(y);
                let bias = if y.is_multiple_of(2) { 1 } else { 2 };
                for ((out, &near), &far) in out.iter_mut().zip(near).zip(far) {
                    *out = ((3 * u16::from(near) + u16::from(far) + bias) >> 2) as u8;
                }
            }
            () if half(down) && half(across) && wide => {
                let (near, far) = self.lines(y);
                sums.clear();
                sums.extend(near.iter().zip(far).map(|(&near, &far)| 3 * u16::from(near) + u16::from(far)));
                h2v2(sums, out);
            }
            () => {
                let line = self.line(self.above(y));
                for (x, out) in out.iter_mut().enumerate() {
                    *out = line[x * across.0 / across.1];
                }
            }
        }
    }

    /// Returns a row of the component, the last one for rows beyond it.
    fn line(&self, y: usize) -> &[u8] {
        let line = self.plane.line(y.min(self.size[0] - 1) as isize).unwrap_or_default();
        &line[..self.size[1]]
    }

    /// Returns the row of the component at the place of row `y` of the picture.
    fn above(&self, y: usize) -> usize {
        y * self.scale.refinement(0) / self.scale.coarsening(0)
    }

    /// Returns the rows of the component nearest and second nearest to row `y` of the picture.
    fn lines(&self, y: usize) -> (&[u8], &[u8]) {
        let near = self.above(y);
        let far = if y.is_multiple_of(2) { near.saturating_sub(1) } else { near + 1 };
        (self.line(near), self.line(far))
    }
}

/// Doubles a row of at least three samples.
fn h2(line: &[u8], out: &mut [u8]) {
    let last = line.len() - 1;
    let at = |x: usize| u16::from(line[x.min(last)]);
    for (x, pair) in out.chunks_mut(2).enumerate() {
        let left = if x == 0 { at(0) } else { (3 * at(x) + at(x - 1) + 1) >> 2 };
        let right = if x == last { at(last) } else { (3 * at(x) + at(x + 1) + 2) >> 2 };
        for (out, value) in pair.iter_mut().zip([left, right]) {
            *out = value as u8;
        }
    }
}

/// Doubles a row of sums of two rows, which are four times as large.
fn h2v2(sums: &[u16], out: &mut [u8]) {
    let last = sums.len() - 1;
    for (x, pair) in out.chunks_mut(2).enumerate() {
        let this = sums[x.min(last)];
        let left = if x == 0 { (4 * this + 8) >> 4 } else { (3 * this + sums[x.min(last) - 1] + 8) >> 4 };
        let right = if x >= last { (4 * this + 7) >> 4 } else { (3 * this + sums[x + 1] + 7) >> 4 };
        for (out, value) in pair.iter_mut().zip([left, right]) {
            *out = value as u8;
        }
    }
}
