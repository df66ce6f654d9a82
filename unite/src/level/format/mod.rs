//! Levels: subtensors of one shape, numbered by a position, and the format in which they are stored. Each file has one
//! format.

mod consecutive;
mod dense;
mod element;
mod homogeneous;
mod interval;
mod interval_list;
mod lists;
pub(crate) mod overlapping;
mod pattern;
pub(super) mod points;
mod regular;
mod run_list;
mod sparse_byte_map;
pub mod sparse_coo;
mod sparse_dict;
mod sparse_list;

pub use consecutive::{Consecutive, ConsecutiveFiber};
pub use dense::{Dense, DenseFiber, DensePlaces, DenseUpdate};
pub use element::{Element, ElementUpdate, Item};
pub use homogeneous::{EndColumns, EndView, HomogeneousIntervals};
pub use interval::{Closed, ClosedOpen, Ends, Open, OpenClosed};
pub use interval_list::{CutColumns, CutView, IntervalList};
pub use lists::{Lists, ListsFiber, ListsPieces, PieceColumns, PieceView};
pub use overlapping::{Overlapping, OverlappingFiber, OverlappingUpdate, OverlappingWalk, sight};
pub use pattern::{Pattern, PatternUpdate, Truth};
pub use points::{CoordinateColumn, CoordinateView, PointIndex};
pub use regular::{GridColumn, GridView, Regular};
pub use run_list::{RunList, StopColumn, StopView};
pub use sparse_byte_map::{ArraySlots, Flags, SparseByteMap, SparseByteMapUpdate};
pub use sparse_coo::SparseCoo;
pub use sparse_dict::{SparseDict, SparseDictUpdate, Table, TableSlots};
pub use sparse_list::{Pinpoint, Searched, SparseList};

use crate::continuous::{Coord, Cut, Interval};
use crate::level::{LevelError, Update, Value};

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
    /// A subtensor to read: a [`Fiber`](crate::level::Fiber), or below the last axis a [`Leaf`](crate::level::Leaf).
    type Fiber<'a>: Copy
    where
        Self: 'a;
    /// The storage while it is written.
    type Update: Update<Value = Self::Value>;

    /// The number of axes from this level down.
    const RANK: usize;

    /// Returns the subtensor at a position.
    fn fiber(&self, position: usize) -> Self::Fiber<'_>;

    /// Returns a subtensor to hoist out of a loop, if the subtensors share data; may be out of bounds, is never read.
    /// The shared data then stays in registers, and bounds checks fold.
    #[inline(always)]
    fn ahead(&self) -> Option<Self::Fiber<'_>> {
        None
    }

    /// Returns the subtensor at a position, given the result of [`ahead`](Level::ahead).
    #[inline(always)]
    fn beside<'a>(&'a self, _ahead: Self::Fiber<'a>, position: usize) -> Self::Fiber<'a> {
        self.fiber(position)
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
}

/// A stored piece: its start, its stop, and the position of its contents in the child level.
pub type Entry<C> = (Cut<C>, Cut<C>, usize);

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
