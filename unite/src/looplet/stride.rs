//! Ranges with a step: `for i = a:s:b` goes to each `s`-th integer from `a` to `b`.
//!
//! ```text
//!  for i = 1:3:12         |  *     *     *     * |
//!  a[i]                [ 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 )      operands that are all arrays: the loop counts by 3
//!  x[i]               -*---*-----*-*---------*----               others: each place of a region is one of the step, or not
//! ```

use std::ops::ControlFlow;

use super::{Between, Flow, LoopError, Mixed, Range};
use crate::continuous::{Coord, Cut};

/// The places of a range with a step: its first place, and the number of integers from one to the next.
#[derive(Debug, Clone, Copy)]
pub struct Stride<C> {
    first: C,
    by: usize,
}

impl<C: Coord> Stride<C> {
    /// Creates the places `first`, `first + by`, and so on; none if `by` is 0.
    #[inline(always)]
    pub fn new(first: C, by: usize) -> Option<Stride<C>> {
        (by > 0).then_some(Stride { first, by })
    }

    /// Returns the number of integers from one place to the next.
    pub(crate) fn by(self) -> usize {
        self.by
    }

    /// Returns the number of integers from `at`, which is at or above the first place, to the next place from there on.
    #[inline(always)]
    fn ahead(self, at: C) -> usize {
        let offset = at.bits().wrapping_sub(self.first.bits()) as usize;
        // Many steps are powers of two, for which no division is needed.
        let past = if self.by.is_power_of_two() { offset & (self.by - 1) } else { offset % self.by };
        if past == 0 { 0 } else { self.by - past }
    }
}

/// The places of a range that are some of a stride, which a loop visits one by one.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use unite::continuous::Coord;
/// use unite::looplet::{Between, ByStride, Live, Phase, Run, Stride, coiterate_layers};
///
/// let (lo, hi) = (1i64.before(), 9.after());
/// let range = ByStride { range: Between { lo, hi }, stride: Stride::new(1, 3).expect("a step"), index: "i" };
/// let mut found = Vec::new();
/// let operand = Phase::new(2.before(), 8.before(), Run::new('x'));
/// let _ = coiterate_layers::<_, _, false, 0>((operand,), range, Live(1 << 1), |lo, hi, _| {
///     found.push((lo.value, hi.value));
///     Continue(())
/// });
/// assert_eq!(found, [(4, 5), (7, 8)]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ByStride<C> {
    /// The range.
    pub range: Between<C>,
    /// The places; the range does not start below the first one.
    pub stride: Stride<C>,
    /// The name of the index, for errors.
    pub index: &'static str,
}

impl<C: Coord> Range<C> for ByStride<C> {
    type Kind = Mixed;

    const STRIDED: bool = true;

    #[inline(always)]
    fn steps_from(&self, first: C) -> (usize, usize) {
        (self.stride.ahead(first), self.stride.by)
    }

    #[inline(always)]
    fn check(&self, lo: Cut<C>, hi: Cut<C>) -> Flow {
        if lo < hi && hi.value == C::HIGHEST {
            return ControlFlow::Break(LoopError::varies(self.index, lo, hi));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        self.range.lo
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        self.range.hi
    }
}

/// Calls `body` for each place of a region that is one of the [stride](Range::STRIDED) of a range, or for the region as a whole if
/// the range has none.
///
/// # Errors
/// [`LoopError::IndexOverInterval`]: the region has infinitely many places.
#[inline(always)]
pub(super) fn visit<C: Coord, R: Range<C>>(
    range: R,
    lo: Cut<C>,
    hi: Cut<C>,
    mut body: impl FnMut(Cut<C>, Cut<C>) -> Flow,
) -> Flow {
    if !R::STRIDED {
        return body(lo, hi);
    }
    range.check(lo, hi)?;
    if lo < hi {
        let len = hi.value.bits().wrapping_sub(lo.value.bits()) as usize;
        let (mut k, by) = range.steps_from(lo.value);
        while k < len {
            let place = lo.value.stepped(k);
            body(place.before(), place.stepped(1).before())?;
            k += by;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(first: i8, step: usize, lo: i8, hi: i8) -> Vec<i8> {
        let stride = Stride::new(first, step).expect("a step");
        let range = ByStride { range: Between { lo: lo.before(), hi: hi.before() }, stride, index: "i" };
        let mut found = Vec::new();
        let flow = visit(range, lo.before(), hi.before(), |lo, hi| {
            assert_eq!(hi, lo.value.after());
            found.push(lo.value);
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        found
    }

    #[test]
    fn the_places_of_a_region_are_those_a_multiple_of_the_step_after_the_first() {
        for (first, step, length) in
            [(-5, 3i32, 9), (0, 1, 4), (-128, 100, 20), (100, 50, 20), (-3, 120, 9), (-7, 4, 20), (-128, 64, 70)]
        {
            for lo in (first..=126i8).take(length) {
                for hi in (lo..=126).take(length) {
                    let expected: Vec<i8> =
                        (lo..hi).filter(|&i| (i32::from(i) - i32::from(first)) % step == 0).collect();
                    assert_eq!(places(first, step as usize, lo, hi), expected, "{first}:{step} in {lo}..{hi}");
                }
            }
        }
    }
}
