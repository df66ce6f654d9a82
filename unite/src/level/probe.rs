//! Reading at a place.

use std::ops::ControlFlow;

use super::{Fiber, Leaf, Value};
use crate::continuous::{Coord, Stored};

/// A subtensor that can be asked what it holds at a place: a coordinate for each axis, as a [nest](super::PerAxis).
pub trait Probe<Nest>: Copy {
    /// What it holds.
    type Value: Value;

    /// Calls `visit` with what lies there, for each of the pieces that lie over each other.
    fn probe(self, place: Nest, visit: &mut impl FnMut(Self::Value));
}

impl<F: Fiber, Rest: Copy> Probe<(F::Stored, Rest)> for F
where
    F::Child: Probe<Rest>,
{
    type Value = <F::Child as Probe<Rest>>::Value;

    #[inline(always)]
    fn probe(self, (place, rest): (F::Stored, Rest), visit: &mut impl FnMut(Self::Value)) {
        // What is no place of an unsigned type lies below zero on the line, where nothing is.
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

/// Whether a coordinate is a place, as [`checked`](Coord::checked) says.
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
