//! What a level is: subtensors of one shape, told apart by a position, and the format in which they are stored.

use super::{LevelError, Update, Value};
use crate::continuous::{Coord, Cut, Interval};

/// How the values below some axes of a tensor are stored: one axis, and the levels of the others below it.
///
/// A level holds any number of subtensors of one shape, told apart by a *position*, from 0. A level without any is a
/// *format*: it says how something is to be stored.
///
/// ```text
///   format  --declare-->  update  --freeze-->  level
///                           ^                    |
///                           +-------thaw---------+
/// ```
pub trait Level: Sized + Clone {
    /// What is stored.
    type Value: Value;
    /// A subtensor to read: a [`Fiber`](super::Fiber), or below the last axis a [`Leaf`](super::Leaf).
    type Fiber<'a>: Copy
    where
        Self: 'a;
    /// The storage while it is written.
    type Update: Update<Value = Self::Value>;

    /// How many axes there are from here on.
    const RANK: usize;

    /// The subtensor at a position.
    fn fiber(&self, position: usize) -> Self::Fiber<'_>;

    /// Any subtensor, for a level whose subtensors share something that is worth to be looked up once, before a loop: it is
    /// in registers then, and tests of indices fold. It need not be there; it is not read.
    #[inline(always)]
    fn ahead(&self) -> Option<Self::Fiber<'_>> {
        None
    }

    /// The subtensor at a position, from what [`ahead`](Level::ahead) gave.
    #[inline(always)]
    fn beside<'a>(&'a self, _ahead: Self::Fiber<'a>, position: usize) -> Self::Fiber<'a> {
        self.fiber(position)
    }

    /// What is stored where nothing is.
    fn fill(&self) -> Self::Value;

    /// How many subtensors are stored.
    fn positions(&self) -> usize;

    /// How many values each subtensor has room for whatever is stored: those of the dense levels from here on.
    fn footprint(&self) -> usize {
        1
    }

    /// Storage to write in this format, without any subtensor.
    fn declare(&self) -> Self::Update;

    /// Storage in the format of `self`, whose positions are the subtensors of `update` at `roots`, in that order; `None` is
    /// one that is at fill everywhere.
    ///
    /// # Errors
    /// What was written does not fit the format: [`LevelError`] says what and where.
    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError>;

    /// [`freeze`](Level::freeze) of the first `count` subtensors of `update`, which are all that it has: what it holds may
    /// be moved.
    ///
    /// # Errors
    /// As for [`freeze`](Level::freeze).
    fn freeze_all(&self, update: &mut Self::Update, count: usize) -> Result<Self, LevelError> {
        self.freeze(update, &(0..count).map(Some).collect::<Vec<_>>())
    }
}

/// A piece that is stored: where it starts, where it stops, and the position of what lies there.
pub type Entry<C> = (Cut<C>, Cut<C>, usize);

/// A level with an axis, rather than values.
pub trait AxisLevel: Level {
    /// The coordinates of its axis.
    type Coord: Coord;
    /// The levels below.
    type Child: Level<Value = Self::Value>;

    /// What the format is called.
    const NAME: &'static str;
    /// Whether every place of the axis is stored, rather than what is not at fill.
    const FULL: bool = false;
    /// Whether each place of the axis has memory of its own: no piece spans two places, and no two lie over each other.
    /// See [`Properties`](super::Properties).
    const INJECTIVE: bool;
    /// Whether each place of the axis has its memory before anything is written: nothing is assembled. See
    /// [`Properties`](super::Properties).
    const IN_PLACE: bool = false;

    /// The places that the axis has.
    fn extent(&self) -> Interval<Self::Coord>;

    /// The levels below.
    fn child(&self) -> &Self::Child;

    /// The pieces that are stored of the subtensor at a position, in their order: start, stop, and the position of what lies
    /// there in [`child`](AxisLevel::child).
    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<Self::Coord>> + '_;
}
