//! The traits of storage: a [`Level`] to read, and an [`Update`] while it is written.

use std::fmt;

use crate::continuous::{Coord, Cut, Hull, Interval, Stored};
use crate::copied::copied;
use crate::level::{Entry, LevelError, OpenPieces, Value, ValueLists};

/// Storage of the values below some axes of a tensor: one axis, and the levels of the other axes below it.
///
/// A level holds any number of subtensors of one shape, numbered by a *position* from 0. A level without subtensors is
/// a *format*: it describes how data is to be stored.
///
/// ```text
///   format  --declare-->  update  --freeze-->  level
///                           ^                    |
///                           +-------thaw---------+
/// ```
pub trait Level: Sized + Clone {
    /// The type of the values.
    type Value: Value;
    /// A subtensor to read: a [`Fiber`](crate::level::Fiber), or below the last axis a [`Leaf`].
    type Fiber<'a>: Copy
    where
        Self: 'a;
    /// Subtensors at consecutive positions.
    type Siblings<'a>: Siblings<Fiber = Self::Fiber<'a>>
    where
        Self: 'a;
    /// The storage while it is written.
    type Update: Update<Value = Self::Value>;

    /// The number of axes from this level down.
    const RANK: usize;

    /// Returns the subtensor at a position.
    fn fiber(&self, position: usize) -> Self::Fiber<'_>;

    /// Returns the `len` subtensors from position `first` on.
    ///
    /// # Panics
    /// The level has fewer, if it knows their number.
    fn siblings(&self, first: usize, len: usize) -> Self::Siblings<'_>;

    /// Returns the value at a position, in a level of values.
    fn stored_value(&self, _position: usize) -> Option<Self::Value> {
        None
    }

    /// Returns a level of the same kind with other values, one for each position, of a level of values.
    fn with_values(&self, _values: Vec<Self::Value>) -> Option<Self> {
        None
    }

    /// Returns the value of all places that are not stored.
    fn fill(&self) -> Self::Value;

    /// Returns the number of stored subtensors.
    fn positions(&self) -> usize;

    /// Returns the number of values for which each subtensor has room regardless of its contents: those of the dense
    /// levels from here down.
    fn footprint(&self) -> usize {
        1
    }

    /// Returns a hull of the places of the first axis at which the subtensor at a position holds something, without a search: that
    /// of all places if it takes one.
    #[inline(always)]
    fn hull(&self, _position: usize) -> Hull {
        Hull::EVERYWHERE
    }

    /// Creates storage to be written in this format, without any subtensor.
    fn declare(&self) -> Self::Update;

    /// Stores the subtensors of `update` at `roots` in this format, in that order; `None` is a subtensor that is fill
    /// everywhere.
    ///
    /// # Errors
    /// The written data does not fit the format: [`LevelError`] says what and where.
    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError>;

    /// Stores the first `count` subtensors of `update` as [`freeze`](Level::freeze) does. They must be all of its
    /// subtensors, so that their data can be moved instead of copied.
    ///
    /// # Errors
    /// The errors of [`freeze`](Level::freeze).
    fn freeze_all(&self, update: &mut Self::Update, count: usize) -> Result<Self, LevelError> {
        self.freeze(update, &(0..count).map(Some).collect::<Vec<_>>())
    }

    /// Moves all subtensors back into storage that was declared in this format, in place of what it holds: undoes
    /// [`freeze_all`](Level::freeze_all). The values are moved; pieces are listed again.
    fn thaw_all(self, update: &mut Self::Update);

    /// Gives the memory of all subtensors to storage that is [cleared](Level::clear) next. What the storage holds until then is
    /// not specified.
    fn recycle(self, update: &mut Self::Update) {
        self.thaw_all(update);
    }

    /// Removes all subtensors from storage that was declared in this format. Memory of values is kept.
    fn clear(&self, update: &mut Self::Update) {
        *update = self.declare();
    }
}

/// A level with an axis, as opposed to a level of values.
pub trait AxisLevel: Level {
    /// The coordinates of the axis.
    type Coord: Coord;
    /// The child level, for the remaining axes.
    type Child: Level<Value = Self::Value>;

    /// The name of the format.
    const NAME: &'static str;
    /// `true` if every place of the axis is stored, `false` if only places that are not fill are.
    const FULL: bool = false;
    /// `true` if each place of the axis has memory of its own: no piece spans two places, and no two pieces overlap.
    /// See [`Properties`](crate::level::Properties).
    const INJECTIVE: bool;
    /// `true` if each place of the axis has its memory before anything is written, so that no subtensor is assembled.
    /// See [`Properties`](crate::level::Properties).
    const IN_PLACE: bool = false;

    /// Returns the extent of the axis.
    fn extent(&self) -> Interval<Self::Coord>;

    /// Returns the child level.
    fn child(&self) -> &Self::Child;

    /// Returns the stored pieces of the subtensor at a position, in order: start, stop, and the position of the
    /// contents in [`child`](AxisLevel::child).
    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<Self::Coord>> + '_;
}

/// A value for reading.
#[diagnostic::on_unimplemented(
    message = "an access with fewer indices than its tensor has axes",
    label = "`{Self}` is a subtensor, and no value"
)]
pub trait Leaf: Copy {
    /// The type of the value.
    type Value: Value;

    /// Reads the value.
    fn get(self) -> Self::Value;
}

/// Subtensors of a level at consecutive positions: a handle that is `Copy`, numbered from 0.
///
/// Levels that know how many subtensors they have check it when the handle is made, so that a loop does not.
pub trait Siblings: Copy {
    /// A subtensor.
    type Fiber: Copy;

    /// `true` if [`touch`](Siblings::touch) reads memory.
    const TOUCHES: bool = false;

    /// Returns subtensor `k`.
    fn fiber(self, k: usize) -> Self::Fiber;

    /// Returns whether there are `len` subtensors or more, as far as the handle checks it.
    fn holds(self, len: usize) -> bool;

    /// Returns the `len` subtensors from number `first` on.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    fn part(self, first: usize, len: usize) -> Self;

    /// Reads the ends of subtensor `_k`, if there is one, so that they are in the cache when a loop gets there. The default reads
    /// nothing.
    #[inline(always)]
    fn touch(self, _k: usize) {}
}

/// Subtensors of a level that share nothing but the level.
pub struct LevelSiblings<'a, L> {
    level: &'a L,
    first: usize,
}

impl<'a, L: Level> LevelSiblings<'a, L> {
    /// Creates the handle of the subtensors from position `first` on.
    #[inline(always)]
    pub fn new(level: &'a L, first: usize) -> Self {
        LevelSiblings { level, first }
    }
}

impl<'a, L: Level> Siblings for LevelSiblings<'a, L> {
    type Fiber = L::Fiber<'a>;

    #[inline(always)]
    fn fiber(self, k: usize) -> L::Fiber<'a> {
        self.level.fiber(self.first + k)
    }

    #[inline(always)]
    fn holds(self, _len: usize) -> bool {
        true
    }

    #[inline(always)]
    fn part(self, first: usize, _len: usize) -> Self {
        // Each subtensor is checked where it is used.
        LevelSiblings { first: self.first + first, ..self }
    }
}

impl<L> fmt::Debug for LevelSiblings<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelSiblings").field("first", &self.first).finish_non_exhaustive()
    }
}

copied!([L] LevelSiblings<'_, L>);

/// Storage of subtensors of one shape while they are written. Each is numbered by a position, from 0; a new
/// subtensor takes the next position.
pub trait Update {
    /// The type of the values.
    type Value: Value;

    /// `true` if each value has its memory before anything is written: a write inside of the extents changes values,
    /// and never adds or removes any.
    const IN_PLACE: bool = false;

    /// The storage as a loop holds it.
    type Held<'a>: Update<Value = Self::Value>
    where
        Self: 'a;

    /// Returns the storage as a loop holds it: storage with its sizes and its memory as values of its own, which stay in
    /// registers, if no subtensor is created while it is written; otherwise a reference.
    fn held(&mut self) -> Self::Held<'_>;

    /// Returns the storage of the `_count` subtensors from `first` on as a loop [holds](Update::held) it, and the position
    /// of `first` in it: 0 if the storage is [in place](Update::IN_PLACE), so that positions need no further check.
    #[inline(always)]
    fn held_block(&mut self, first: usize, _count: usize) -> (Self::Held<'_>, usize) {
        (self.held(), first)
    }

    /// Returns the storage as a loop [holds](Update::held) it if each of its axes is an array whose first place is 0, which the
    /// compiler then knows: a loop of its own over places that are computed subtracts nothing from them. Returns `None` for
    /// other storage.
    #[inline(always)]
    fn zero_based(&mut self) -> Option<Self::Held<'_>> {
        None
    }

    /// Returns the value of places that were not written.
    fn fill(&self) -> Self::Value;

    /// Creates a subtensor that is fill everywhere, and returns its position.
    fn assemble(&mut self) -> usize;

    /// Creates `count` subtensors, at least one, that are fill everywhere, at consecutive positions; returns the first
    /// of these.
    fn assemble_block(&mut self, count: usize) -> usize {
        let first = self.assemble();
        for _ in 1..count {
            self.assemble();
        }
        first
    }

    /// Reserves memory for `_more` other subtensors, if there is so much.
    fn reserve(&mut self, _more: usize) {}

    /// Gives back memory that was reserved and is not used.
    fn shrink(&mut self) {}

    /// Creates a copy of the subtensor at `position`, and returns its position.
    fn duplicate(&mut self, position: usize) -> usize;

    /// Returns whether two subtensors are known to be equal; `None` is one that is fill everywhere. Subtensors that are
    /// expensive to compare count as different.
    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        one == other
    }

    /// Puts the subtensors from `first` on in another order: the next one is that which is `order[0]` after `first`, and so on.
    /// Returns `false`, and changes nothing, if the storage cannot do so.
    fn reorder(&mut self, _first: usize, _order: &[u32]) -> bool {
        false
    }

    /// Returns all values, if the subtensors are values and those are lists.
    #[inline(always)]
    fn lists(&mut self) -> Option<ValueLists<'_, Self::Value>> {
        None
    }

    /// Returns the number of subtensors, if the storage knows it.
    fn positions(&self) -> Option<usize> {
        None
    }

    /// Returns whether the subtensor at a position is known to store nothing.
    fn is_unwritten(&self, _position: usize) -> bool {
        false
    }

    /// Returns whether a sparse level above drops the pieces of a subtensor, because the format cannot store it:
    /// `false` in a [`Pattern`](crate::level::Pattern).
    fn is_dropped(&self, _position: usize) -> bool {
        false
    }
}

/// Storage of subtensors with an axis.
#[diagnostic::on_unimplemented(
    message = "a write with more indices than its tensor has axes",
    label = "`{Self}` holds values, and has no axis",
    note = "write one index for each axis of the tensor, or declare it with an axis more"
)]
pub trait AxisUpdate: Update {
    /// The coordinates of the axis.
    type Coord: Coord;
    /// The type in which coordinates are stored and passed.
    type Stored: Stored<Coord = Self::Coord>;
    /// The child storage, for the remaining axes.
    type Child: Update<Value = Self::Value>;

    /// `true` if pieces may overlap; the values of overlapping pieces are [joined](Value::joined).
    const OVERLAPS: bool = false;

    /// Returns the extent of the axis.
    fn extent(&self) -> Interval<Self::Coord>;

    /// Returns the child storage.
    fn below(&self) -> &Self::Child;

    /// Calls `write` for the contents of `lo..hi` of the subtensor at `position`, each place exactly once: for the
    /// pieces there, cut at `lo` and `hi`, and for subtensors that are assembled for the gaps between them. If pieces
    /// may [overlap](AxisUpdate::OVERLAPS), `write` is called once, for an additional piece.
    ///
    /// # Errors
    /// A part of `lo..hi` lies outside of the extent, or `write` fails.
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<Self::Coord>,
        hi: Cut<Self::Coord>,
        write: impl FnMut(&mut Self::Child, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError>;

    /// Calls `keep` for each piece that is stored in `lo..hi` of the subtensor at `position`, cut at `lo` and `hi`, and
    /// removes those for which it returns `false`, so that their places become fill. Gaps stay gaps, and places outside
    /// of the extent are ignored. Returns whether anything may still be stored in the subtensor.
    ///
    /// If pieces may [overlap](AxisUpdate::OVERLAPS), each write is a separate piece, so this does nothing.
    fn retain(
        &mut self,
        position: usize,
        lo: Cut<Self::Coord>,
        hi: Cut<Self::Coord>,
        keep: impl FnMut(&mut Self::Child, usize) -> bool,
    ) -> bool;

    /// Returns the child storage, and there the first position and the number of the contents of `lo..hi` of the subtensor
    /// at `position`, if all of them have their memory: [`IN_PLACE`](Update::IN_PLACE).
    #[inline(always)]
    fn span(
        &mut self,
        _position: usize,
        _lo: Cut<Self::Coord>,
        _hi: Cut<Self::Coord>,
    ) -> Option<(&mut Self::Child, usize, usize)> {
        None
    }

    /// Returns the pieces of the subtensor at `_position`, and the child storage, so that a loop adds other pieces from `_lo` to
    /// `_hi`; `_single` if these are single places.
    ///
    /// Returns `None` if the region reaches out of the extent, or a piece reaches beyond `_lo` and single places are not found
    /// through a table.
    #[inline(always)]
    fn open_pieces(
        &mut self,
        _position: usize,
        _lo: Cut<Self::Coord>,
        _hi: Cut<Self::Coord>,
        _single: bool,
    ) -> Option<OpenedAt<'_, Self>> {
        None
    }

    /// Writes a single place, as [`cover`](AxisUpdate::cover) does.
    ///
    /// # Errors
    /// The place lies outside of the extent, or `write` fails.
    #[inline(always)]
    fn cover_at(
        &mut self,
        position: usize,
        place: Self::Coord,
        write: impl FnMut(&mut Self::Child, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        self.cover(position, place.before(), place.after(), write)
    }
}

/// The pieces of a subtensor to which a loop adds others, and the child storage.
pub type OpenedAt<'a, U> =
    (OpenPieces<'a, <U as AxisUpdate>::Coord, <U as AxisUpdate>::Stored>, &'a mut <U as AxisUpdate>::Child);

/// Storage whose subtensors are stored as lists of pieces.
pub trait PieceUpdate: AxisUpdate {
    /// Returns the child storage.
    fn child(&mut self) -> &mut Self::Child;

    /// Returns the pieces of a subtensor in order: start, stop, child position. Pieces that the child storage
    /// [drops](Update::is_dropped) are left out.
    fn pieces(&self, position: usize) -> impl Iterator<Item = Entry<Self::Coord>> + '_;

    /// Removes all subtensors, but nothing of the child storage, and keeps memory for those to come. Returns `false` if it does
    /// nothing, so that the storage is to be created anew.
    fn forget(&mut self) -> bool {
        false
    }

    /// Creates a subtensor of these pieces, which are in order, and returns its position. Their contents are not created.
    fn restore(&mut self, pieces: impl Iterator<Item = Entry<Self::Coord>>) -> usize;
}

/// Storage of values while they are written.
#[diagnostic::on_unimplemented(
    message = "a write with fewer indices than its tensor has axes",
    label = "`{Self}` has an axis, and no index for it",
    note = "write one index for each axis of the tensor, or declare it with an axis less"
)]
pub trait LeafUpdate: Update {
    /// Returns the value at a position.
    fn value(&mut self, position: usize) -> &mut Self::Value;

    /// Returns the values at `_count` positions from `_first` on, if they are in memory side by side.
    #[inline(always)]
    fn values(&mut self, _first: usize, _count: usize) -> Option<&mut [Self::Value]> {
        None
    }
}
