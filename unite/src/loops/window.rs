//! Windows: an axis restricted to the part between two places, as `A[(a:b)(i)]` reads it.
//!
//! ```text
//!  A            [0 | 1 | 2 | 3 | 4 | 5)
//!  (2:4)        ------[2 | 3 | 4)------       fill on both sides
//!  (2:4)(i)           [0 | 1 | 2)             the offset of the index is the start of the window
//! ```

use super::{Bounds, Convert, Extents, place};
use crate::continuous::{Coord, Cut, Interval};
use crate::level::Fiber;
use crate::looplet::{Flow, LoopError, Operand, Phase};

/// A fiber that is fill outside of a window. Its pieces must not overlap.
#[derive(Debug)]
pub struct Windowed<F: Fiber> {
    fiber: F,
    lo: Cut<F::Coord>,
    hi: Cut<F::Coord>,
}

impl<F: Fiber> Clone for Windowed<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Fiber> Copy for Windowed<F> {}

/// Restricts a fiber to the places from `from` to `to`, both included.
#[inline(always)]
pub fn windowed<F: Fiber>(fiber: F, from: F::Coord, to: F::Coord) -> Windowed<F> {
    Windowed { fiber, lo: from.before(), hi: to.after() }
}

#[diagnostic::do_not_recommend]
impl<F: Fiber> Fiber for Windowed<F> {
    type Coord = F::Coord;
    type Stored = F::Stored;
    type Child = F::Child;
    type Walk = Phase<<F::Walk as Operand>::Layer, F::Coord>;
    type Back = Phase<<F::Back as Operand>::Layer, F::Coord>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        Phase::new(self.lo, self.hi, self.fiber.walk().only())
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        Phase::new(self.hi.negated(), self.lo.negated(), self.fiber.back().only())
    }

    #[inline(always)]
    fn at(self, place: F::Coord, mut visit: impl FnMut(Option<F::Child>) -> Flow) -> Flow {
        if self.lo <= place.before() && place.before() < self.hi { self.fiber.at(place, visit) } else { visit(None) }
    }
}

/// Adds the places of a window along an axis, counted from its start, to the bounds of a loop.
///
/// # Errors
/// [`LoopError::Extents`]: the window has another length than the extents of the previous tensors. [`LoopError::Place`]: an
/// end is not a valid coordinate.
pub fn bound_by_window<E: Extents, C: Coord, A, B>(
    _axis: E,
    bounds: Bounds<C>,
    index: &'static str,
    window: &'static str,
    (from, to): (A, B),
) -> Result<Bounds<C>, LoopError>
where
    E::Coord: Convert<A> + Convert<B>,
{
    let (from, to) = (place::<E::Coord, A>(index, from)?.0, place::<E::Coord, B>(index, to)?.0);
    let first = E::Coord::default().before();
    let last = if from <= to { to.minus(from).after() } else { first };
    bounds.with(index, window, Interval::<E::Coord>::of_places(first, last))
}
