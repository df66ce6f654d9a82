//! Ranges with a step: `for i = a:s:b` goes to each `s`-th integer from `a` to `b`.

use std::ops::ControlFlow;

use super::{Convert, place, points};
use crate::continuous::{Cut, Integer};
use crate::looplet::{Flow, LoopError};

/// A coordinate type whose places can be counted in steps.
#[diagnostic::on_unimplemented(
    message = "a range with a step has integer places, and this one has coordinates of type `{Self}`",
    label = "goes over real numbers",
    note = "count the steps, `for k = 0:n`, and give the place a name, `let x = a + s * k`"
)]
pub trait Strided: Integer {}

#[diagnostic::do_not_recommend]
impl<C: Integer> Strided for C {}

/// The places of a range with a step: its first place, and the number of integers from one to the next.
#[derive(Debug, Clone, Copy)]
pub struct Stride<C> {
    first: C,
    by: usize,
}

/// Returns the places from `first` on.
///
/// # Errors
/// [`LoopError::Step`]: the step is not an integer above 0 of the coordinate type.
#[inline(always)]
pub fn stride<C: Strided + Convert<T>, T>(index: &'static str, first: C, step: T) -> Result<Stride<C>, LoopError> {
    let step = place::<C, T>(index, step)?.0;
    match step.steps_from(C::default()) {
        0 => Err(LoopError::Step { index, step: step.to_string() }),
        by => Ok(Stride { first, by }),
    }
}

impl<C: Integer> Stride<C> {
    /// Returns the number of integers from one place to the next.
    pub(super) fn by(self) -> usize {
        self.by
    }

    /// Returns the first of the places from `at` on, which is at or above the first one, if there is one in the type.
    #[inline(always)]
    fn from(self, at: C) -> Option<C> {
        let offset = at.offset_from(self.first);
        // Many steps are powers of two, for which no division is needed.
        let past = if self.by.is_power_of_two() { offset & (self.by - 1) } else { offset % self.by };
        if past == 0 { Some(at) } else { self.next(at, self.by - past) }
    }

    /// Returns the integer `steps` above a place, if there is one in the type.
    #[inline(always)]
    fn next(self, at: C, steps: usize) -> Option<C> {
        (C::HIGHEST.steps_from(at) > steps).then(|| at.step(steps))
    }
}

/// Calls `body` for each place of a region that is one of a stride, as [`points`] does for all places.
///
/// # Errors
/// [`LoopError::IndexOverInterval`]: the region has infinitely many places.
#[inline(always)]
pub fn points_by<C: Strided>(
    stride: Stride<C>,
    index: &'static str,
    lo: Cut<C>,
    hi: Cut<C>,
    mut body: impl FnMut(C, Cut<C>, Cut<C>) -> Flow,
) -> Flow {
    if lo >= hi {
        return ControlFlow::Continue(());
    }
    if hi.value == C::HIGHEST {
        return points(index, lo, hi, body);
    }
    let mut at = stride.from(lo.value);
    while let Some(place) = at
        && place.before() < hi
    {
        body(place, place.before(), place.after())?;
        at = stride.next(place, stride.by);
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::Coord;

    fn places(first: i8, step: i8, lo: i8, hi: i8) -> Vec<i8> {
        let stride = stride("i", first, step).expect("a step");
        let mut found = Vec::new();
        let flow = points_by(stride, "i", lo.before(), hi.before(), |place, lo, hi| {
            assert_eq!((lo, hi), (place.before(), place.after()));
            found.push(place);
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        found
    }

    #[test]
    fn the_places_of_a_region_are_those_a_multiple_of_the_step_after_the_first() {
        for (first, step, length) in
            [(-5, 3, 9), (0, 1, 4), (-128, 100, 20), (100, 50, 20), (-3, 120, 9), (-7, 4, 20), (-128, 64, 70)]
        {
            for lo in (first..=126i8).take(length) {
                for hi in (lo..=126).take(length) {
                    let expected: Vec<i8> =
                        (lo..hi).filter(|&i| (i32::from(i) - i32::from(first)) % i32::from(step) == 0).collect();
                    assert_eq!(places(first, step, lo, hi), expected, "{first}:{step} in {lo}..{hi}");
                }
            }
        }
    }

    #[test]
    fn a_step_of_zero_or_below_is_an_error() {
        for step in [0, -2] {
            assert!(matches!(stride("i", 0i64, step), Err(LoopError::Step { index: "i", .. })));
        }
    }
}
