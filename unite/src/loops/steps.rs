//! Loops that run step by step: they take their places one after the other.

use super::{Bounds, Convert, Extents, Meets, stride};
use crate::continuous::{Coord, Cut, Integer};
use crate::looplet::{Free, LoopError};

/// A coordinate type whose places come one after the other.
#[diagnostic::on_unimplemented(
    message = "a loop that runs step by step takes its places one by one, and this one has coordinates of type `{Self}`",
    label = "goes over real numbers",
    note = "a loop runs step by step if it has a `.=`, or reads a scalar that it writes, as a running sum does: loop over \
            integers, or write statements without these in loops of their own"
)]
pub trait Stepped: Integer {}

#[diagnostic::do_not_recommend]
impl<C: Integer> Stepped for C {}

/// The places of a loop, one after the other.
#[derive(Debug, Clone)]
pub struct Steps<C> {
    next: C,
    left: usize,
    /// The number of integers from one place to the next.
    by: usize,
}

impl<C: Coord> Iterator for Steps<C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        self.left = self.left.checked_sub(1)?;
        let place = self.next;
        if self.left > 0 {
            self.next = place.stepped(self.by);
        }
        Some(place)
    }
}

/// Returns the coordinate type of the first axis of these extents, as an empty set of operands.
pub fn along<E: Extents>(_extents: E) -> Free<E::Coord> {
    Free::default()
}

/// Compiles only if the first axis of these extents has the coordinate type of the loop.
pub fn meets<C: Coord, E: Extents<Coord: Meets<C>>>(_along: &Free<C>, _extents: E) {}

/// Returns bounds without any extent, for a loop over these coordinates.
pub fn bounds_along<C: Coord>(_along: &Free<C>) -> Bounds<C> {
    Bounds::new()
}

/// Returns the places within bounds.
///
/// # Errors
/// [`LoopError::Endless`]: the bounds are infinite.
pub fn steps<C: Stepped>(index: &'static str, bounds: Bounds<C>) -> Result<Steps<C>, LoopError> {
    let extent = bounds.extent();
    let (lo, hi) = (extent.lo(), extent.hi());
    if lo == Cut::FIRST || hi == Cut::LAST {
        return Err(LoopError::Endless { index, extent: extent.to_string() });
    }
    Ok(Steps { next: lo.value, left: hi.value.steps_from(lo.value), by: 1 })
}

/// Returns the places from `first` to `last`, both included.
pub fn steps_between<C: Stepped>(_along: &Free<C>, first: C, last: C) -> Steps<C> {
    // Neither is infinite, so that the next integer exists.
    Steps { next: first, left: last.step(1).steps_from(first), by: 1 }
}

/// Returns every `step`-th of the places, from the first one on.
///
/// # Errors
/// [`LoopError::Step`]: the step is not an integer above 0.
pub fn steps_by<C: Stepped + Convert<T>, T>(
    index: &'static str,
    steps: Steps<C>,
    step: T,
) -> Result<Steps<C>, LoopError> {
    let by = stride(index, steps.next, step)?.by();
    Ok(Steps { left: steps.left.div_ceil(by), by, ..steps })
}

/// Returns the value that a look-up has found.
#[inline(always)]
pub fn found<T>(value: Option<T>) -> T {
    value.expect("a look-up finds the value of its place, or the fill")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::Interval;

    #[test]
    fn places_are_counted_up_to_the_last_of_a_type() {
        let between = |first: i8, last: i8| steps_between(&Free::default(), first, last).collect::<Vec<_>>();
        assert_eq!(between(-2, 1), [-2, -1, 0, 1]);
        assert_eq!(between(3, 2), []);
        assert_eq!(between(125, 126), [125, 126]);
        assert_eq!(between(-127, -127), [-127]);
        let by = |first: i8, step: i8, last: i8| {
            steps_by("i", steps_between(&Free::default(), first, last), step).map(Iterator::collect::<Vec<_>>)
        };
        assert_eq!(by(-2, 3, 5), Ok(vec![-2, 1, 4]));
        assert_eq!(by(-127, 120, 126), Ok(vec![-127, -7, 113]));
        assert_eq!(by(3, 2, 2), Ok(vec![]));
        assert!(matches!(by(0, 0, 3), Err(LoopError::Step { .. })));
    }

    #[test]
    fn an_infinite_extent_has_no_steps() {
        let bounds = |extent: Interval<i64>| Bounds::<i64>::new().with("i", "a", extent).expect("one extent");
        let extent = Interval::closed(-1, 1).expect("an interval");
        assert_eq!(steps("i", bounds(extent)).expect("finite").collect::<Vec<_>>(), [-1, 0, 1]);
        assert!(matches!(steps("i", bounds(Interval::EVERYWHERE)), Err(LoopError::Endless { .. })));
    }
}
