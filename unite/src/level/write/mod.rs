//! Storage while it is written. It is filled by places and values in any order, whole arrays, and other tensors.

mod axes;
mod entries;
mod pour;
pub(super) mod slots;
mod updating;
mod workspace;

pub use axes::AllAxes;
pub use entries::{Duplicates, Spill};
pub use pour::{Manner, Meeting, Pour, Subtensor};
pub use slots::{PointUpdate, Slots};
pub use updating::{Updating, WriteAt};
pub use workspace::Workspace;

use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::level::{Entry, LevelError, Value};

/// Storage of subtensors of one shape while they are written. Each is numbered by a position, from 0; a new
/// subtensor takes the next position.
pub trait Update {
    /// The type of the values.
    type Value: Value;

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

    /// Creates a copy of the subtensor at `position`, and returns its position.
    fn duplicate(&mut self, position: usize) -> usize;

    /// Returns whether two subtensors are known to be equal; `None` is one that is fill everywhere. Subtensors that are
    /// expensive to compare count as different.
    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        one == other
    }

    /// Returns whether a sparse level above drops the pieces of a subtensor, because the format cannot store it:
    /// `false` in a [`Pattern`](crate::level::Pattern).
    fn is_dropped(&self, _position: usize) -> bool {
        false
    }
}

/// Storage of subtensors with an axis.
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

/// Storage whose subtensors are stored as lists of pieces.
pub trait PieceUpdate: AxisUpdate {
    /// Returns the child storage.
    fn child(&mut self) -> &mut Self::Child;

    /// Returns the pieces of a subtensor in order: start, stop, child position. Pieces that the child storage
    /// [drops](Update::is_dropped) are left out.
    fn pieces(&self, position: usize) -> impl Iterator<Item = Entry<Self::Coord>> + '_;
}

/// Storage of values while they are written.
pub trait LeafUpdate: Update {
    /// Returns the value at a position.
    fn value(&mut self, position: usize) -> &mut Self::Value;
}
