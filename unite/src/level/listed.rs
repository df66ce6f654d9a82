//! Levels whose fibers are ranges of pieces in lists: the trait of such a format, and the implementations derived from
//! it.
//!
//! ```text
//!  pointers  0    2    3         fiber p has the pieces pointers[p]..pointers[p + 1]
//!  pieces    a b | c |           piece k has position k of the child
//! ```

use std::ops::Range;

use super::copied::copied;
use super::fiber::held_at;
use super::{AxisLevel, AxisUpdate, Entry, Fiber, Level, LevelError};
use crate::continuous::{Coord, Interval, Stored};
use crate::looplet::{Flow, Kind, Pieces, Reversed, Stepper};

/// A level whose fibers are ranges of pieces in lists.
pub trait Listed: Clone {
    /// The coordinates of its axis.
    type Coord: Coord;
    /// The type in which coordinates are stored.
    type Stored: Stored<Coord = Self::Coord>;
    /// The [`Kind`] of the pieces: points, segments, or both.
    type Kind: Kind;
    /// The pieces of all fibers up to and including one.
    type Pieces<'a>: Pieces<Coord = Self::Coord, Payload = <Self::Child as Level>::Fiber<'a>, Kind = Self::Kind>
    where
        Self: 'a;
    /// The child level.
    type Child: Level;
    /// The storage while it is written.
    type Update: AxisUpdate<Coord = Self::Coord, Child = <Self::Child as Level>::Update, Value = <Self::Child as Level>::Value>;

    /// The name of the format.
    const FORMAT: &'static str;

    /// Returns the extent of the axis.
    fn places(&self) -> Interval<Self::Coord>;

    /// Returns the child level.
    fn below(&self) -> &Self::Child;

    /// Returns the number of fibers.
    fn fibers(&self) -> usize;

    /// Returns the pieces up to the last one of the fiber at a position, and the range of those that belong to the
    /// fiber. The lists end where the fiber does, so that indexing below needs no further check.
    fn pieces(&self, position: usize) -> (Self::Pieces<'_>, Range<usize>);

    /// Returns the contents of a place of the fiber at a position: by search, unless the format overrides it.
    #[inline(always)]
    fn find(&self, position: usize, place: Self::Coord) -> Option<<Self::Child as Level>::Fiber<'_>> {
        held_at(ListedFiber { level: self, position }.walk(), place)
    }

    /// Implements [`Level::footprint`].
    fn room(&self) -> usize {
        1
    }

    /// Implements [`Level::declare`].
    fn written(&self) -> Self::Update;

    /// Implements [`Level::freeze`].
    ///
    /// # Errors
    /// Those of [`Level::freeze`].
    fn frozen(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError>;
}

impl<S: Listed> Level for S {
    type Value = <S::Child as Level>::Value;
    type Fiber<'a>
        = ListedFiber<'a, S>
    where
        S: 'a;
    type Update = <S as Listed>::Update;

    const RANK: usize = S::Child::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> ListedFiber<'_, S> {
        ListedFiber { level: self, position }
    }

    #[inline(always)]
    fn fill(&self) -> Self::Value {
        self.below().fill()
    }

    fn positions(&self) -> usize {
        self.fibers()
    }

    fn footprint(&self) -> usize {
        self.room()
    }

    fn declare(&self) -> Self::Update {
        self.written()
    }

    #[inline(always)]
    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        self.frozen(update, roots)
    }
}

impl<S: Listed> AxisLevel for S {
    type Coord = <S as Listed>::Coord;
    type Child = <S as Listed>::Child;

    const NAME: &'static str = S::FORMAT;
    const INJECTIVE: bool = S::Kind::POINTS;

    fn extent(&self) -> Interval<Self::Coord> {
        self.places()
    }

    fn child(&self) -> &Self::Child {
        self.below()
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<Self::Coord>> + '_ {
        let (pieces, range) = self.pieces(position);
        range.map(move |p| (pieces.start(p), pieces.stop(p), p))
    }
}

/// A fiber of a level of lists.
#[derive(Debug)]
pub struct ListedFiber<'a, S> {
    level: &'a S,
    position: usize,
}

copied!([S] ListedFiber<'_, S>);

#[diagnostic::do_not_recommend]
impl<'a, S: Listed> Fiber for ListedFiber<'a, S> {
    type Coord = S::Coord;
    type Stored = S::Stored;
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
