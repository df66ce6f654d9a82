//! Reading the value at a place.

use std::ops::ControlFlow;

use crate::continuous::{Coord, Stored};
use crate::level::{Fiber, Leaf, Value};

/// A subtensor whose value at a place can be read; a place has a coordinate for each axis, as a [nest](crate::level::PerAxis).
pub trait Probe<Nest>: Copy {
    /// The type of the values.
    type Value: Value;

    /// Calls `visit` with the value of each piece at the place.
    fn probe(self, place: Nest, visit: &mut impl FnMut(Self::Value));
}

impl<F: Fiber, Rest: Copy> Probe<(F::Stored, Rest)> for F
where
    F::Child: Probe<Rest>,
{
    type Value = <F::Child as Probe<Rest>>::Value;

    #[inline(always)]
    fn probe(self, (place, rest): (F::Stored, Rest), visit: &mut impl FnMut(Self::Value)) {
        // Numbers of an unsigned type that are not valid lie below zero on the line, where nothing is stored.
        let place = place.coord();
        if !is_place(place) {
            return;
        }
        let _ = self.at(place, |child| {
            if let Some(child) = child {
                child.probe(rest, visit);
            }
            ControlFlow::Continue(())
        });
    }
}

/// Returns whether a coordinate is valid, as [`checked`](Coord::checked) defines it.
#[inline(always)]
#[expect(clippy::eq_op, reason = "what is not equal to itself is NaN")]
fn is_place<C: Coord>(place: C) -> bool {
    place == place && !(C::DISCRETE && (place == C::LOWEST || place == C::HIGHEST))
}

impl<F: Leaf> Probe<()> for F {
    type Value = F::Value;

    #[inline(always)]
    fn probe(self, _place: (), visit: &mut impl FnMut(F::Value)) {
        visit(self.get());
    }
}
