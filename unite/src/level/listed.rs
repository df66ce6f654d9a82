//! Levels whose fibers are ranges of pieces that lie in lists: how they are read, once for all such formats.
//!
//! ```text
//!  pointers  0    2    3         fiber p has the pieces pointers[p]..pointers[p + 1]
//!  pieces    a b | c |           what lies in piece k is at position k of the child
//! ```

use std::ops::Range;

use super::fiber::held_at;
use super::{AxisLevel, Entry, Fiber, Level};
use crate::looplet::{Flow, Pieces, Reversed, Stepper};

/// A level whose fibers are ranges of pieces in lists.
pub trait Listed: AxisLevel {
    /// The pieces of all fibers up to one.
    type Pieces<'a>: Pieces<Coord = Self::Coord, Payload = <Self::Child as Level>::Fiber<'a>>
    where
        Self: 'a;

    /// The pieces up to the last one of the fiber at a position, and which of them are its own. The lists end where the fiber
    /// does, so that an index below needs no further test.
    fn pieces(&self, position: usize) -> (Self::Pieces<'_>, Range<usize>);

    /// What lies at a place of the fiber at a position: by search, unless the format has something better.
    #[inline(always)]
    fn find(&self, position: usize, place: Self::Coord) -> Option<<Self::Child as Level>::Fiber<'_>> {
        held_at(ListedFiber::new(self, position).walk(), place)
    }
}

/// The pieces of a fiber, as [`AxisLevel::entries`] gives them.
pub(super) fn entries<S: Listed>(level: &S, position: usize) -> impl Iterator<Item = Entry<S::Coord>> + '_ {
    let (pieces, range) = level.pieces(position);
    range.map(move |p| (pieces.start(p), pieces.stop(p), p))
}

/// A fiber of a level of lists.
#[derive(Debug)]
pub struct ListedFiber<'a, S> {
    level: &'a S,
    position: usize,
}

impl<'a, S> ListedFiber<'a, S> {
    /// The fiber at a position.
    #[inline(always)]
    pub(super) fn new(level: &'a S, position: usize) -> Self {
        ListedFiber { level, position }
    }
}

impl<S> Clone for ListedFiber<'_, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for ListedFiber<'_, S> {}

impl<'a, S: Listed> Fiber for ListedFiber<'a, S> {
    type Coord = S::Coord;
    type Child = <S::Child as Level>::Fiber<'a>;
    type Walk = Stepper<S::Pieces<'a>>;
    type Back = Stepper<Reversed<S::Pieces<'a>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        let (pieces, range) = self.level.pieces(self.position);
        Stepper::new(pieces, range.start, range.end)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        let (pieces, range) = self.level.pieces(self.position);
        Stepper::new(Reversed::new(pieces, range.end), 0, range.len())
    }

    #[inline(always)]
    fn at(self, place: S::Coord, mut visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow {
        visit(self.level.find(self.position, place))
    }
}
