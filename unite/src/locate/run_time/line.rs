//! [`Line`]: the points of a grid along one axis, with factors and direction known at run time.
//!
//! ```text
//!   step 3, start 1          0 │ 1  2  3 │ 4  5  6 │        step -3, start 4
//!                              │    0    │    1    │        point 1 starts at 1, point 0 at 4
//! ```
//!
//! All arithmetic is exact in 128 bits. Factors are at most 2^16 ([`Scale::LIMIT`]) and positions at most [`FARTHEST`],
//! so that two lines in a common unit stay below 2^118.

use crate::frame::Scale;
use core::ops::Range;

/// The farthest position of a point 0; operations saturate there. Tiles lie within 2^95, other blocks within 2^88: within
/// 2^63 and 2^56 of their own units, times two factors.
const FARTHEST: i128 = 1 << 100;

/// The points of a grid along one axis. Point `i` covers the positions from `start + i * step`, as many as `step` is
/// long; `step` is negative along a mirrored axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// The lowest position of point 0, in units of `1 / refine` of a point of the universe.
    pub(super) start: i128,
    pub(super) step: i128,
    pub(super) refine: i128,
}

impl Line {
    /// Returns the number of positions of a point.
    pub(super) fn length(&self) -> i128 {
        self.step.abs()
    }

    /// Returns the lowest position of point `i`.
    pub(super) fn low(&self, i: i128) -> i128 {
        self.start + i * self.step
    }

    /// Returns the positions of a range of points; of an empty one none, from the lowest position of its start.
    pub(super) fn positions(&self, points: &Range<i128>) -> Range<i128> {
        let first = self.low(points.start);
        if points.is_empty() {
            return first..first;
        }
        let last = self.low(points.end - 1);
        first.min(last)..first.max(last) + self.length()
    }

    /// Returns the point that contains a position.
    pub(super) fn containing(&self, position: i128) -> i128 {
        self.step.signum() * quotient(position - self.start, self.length())
    }

    /// Returns the points that overlap a range of positions.
    pub(super) fn covering(&self, positions: &Range<i128>) -> Range<i128> {
        let first = self.containing(positions.start);
        if positions.is_empty() {
            return first..first;
        }
        let last = self.containing(positions.end - 1);
        first.min(last)..first.max(last) + 1
    }

    /// Returns this line and another one in a common unit.
    pub(super) fn beside(&self, other: &Line) -> (Line, Line) {
        (self.in_units_of(other), other.in_units_of(self))
    }

    fn in_units_of(&self, other: &Line) -> Line {
        let unit = other.refine;
        Line { start: self.start * unit, step: self.step * unit, refine: self.refine * unit }
    }

    fn starting(self, start: i128) -> Line {
        Line { start: start.clamp(-FARTHEST, FARTHEST), ..self }
    }

    /// Returns the line whose point 0 is point `i`.
    pub(super) fn from(self, i: i128) -> Line {
        self.starting(self.start.saturating_add(i.saturating_mul(self.step)))
    }

    /// Returns the line of `n` points in reverse order.
    pub(super) fn mirrored(self, n: usize) -> Line {
        let last = self.from(n as i128 - 1);
        Line { step: -self.step, ..last }
    }

    /// Returns the line with `factor` points for each point; `None` if the product of the factors is too large.
    pub(super) fn refined(self, factor: usize) -> Option<Line> {
        let refine = product(self.refine, factor)?;
        // A mirrored point 0 starts at the last of its fine points.
        let end = if self.step < 0 { self.length() } else { 0 };
        let fine = self.starting((self.start + end) * factor as i128 - end);
        Some(Line { refine, ..fine })
    }

    /// Returns the line with one point for `factor` points; `None` if the product of the factors is too large.
    pub(super) fn coarsened(self, factor: usize) -> Option<Line> {
        let step = product(self.length(), factor)? * self.step.signum();
        let last = if self.step < 0 { factor as i128 - 1 } else { 0 };
        Some(Line { step, ..self.from(last) })
    }

    /// Returns the line of a grid whose root has `refine` points for `coarsen` of the universe; `None` if the product of
    /// the factors is too large.
    pub(super) fn stored(self, refine: usize, coarsen: usize) -> Option<Line> {
        let step = product(self.length(), coarsen)? * self.step.signum();
        let line = self.starting(self.start * coarsen as i128);
        Some(Line { step, refine: product(self.refine, refine)?, ..line })
    }
}

/// Returns the quotient rounded down. Most numbers fit into 64 bits, whose division takes much less time.
fn quotient(distance: i128, length: i128) -> i128 {
    match (i64::try_from(distance), i64::try_from(length)) {
        (Ok(distance), Ok(length)) => distance.div_euclid(length).into(),
        _ => distance.div_euclid(length),
    }
}

fn product(path: i128, factor: usize) -> Option<i128> {
    Some(path * factor as i128).filter(|&product| product <= Scale::LIMIT as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded_down_in_64_bits_and_beyond() {
        let edge = i128::from(i64::MAX);
        for distance in [0, 1, 7, 8, edge, edge + 1, 8 * edge + 3, FARTHEST].into_iter().flat_map(|n| [n, -n, -n - 1]) {
            for length in [1, 3, 8, edge, edge + 1] {
                let found = quotient(distance, length);
                assert!(found * length <= distance && distance - found * length < length, "{distance} / {length}");
            }
        }
    }
}
