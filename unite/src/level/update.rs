//! Storage while it is written.

use super::{LevelError, Value};
use crate::continuous::{Coord, Cut, Interval, Stored};

/// Subtensors of one shape that are written, told apart by a position. Positions are handed out in turn, from 0, by
/// whatever makes a further one.
pub trait Update {
    /// What is stored.
    type Value: Value;

    /// What a subtensor holds where nothing was written.
    fn fill(&self) -> Self::Value;

    /// A further subtensor, at fill everywhere; its position.
    fn assemble(&mut self) -> usize;

    /// `count` further subtensors, at least one, at fill everywhere, at positions one after the other; the first of them.
    fn assemble_block(&mut self, count: usize) -> usize {
        let first = self.assemble();
        for _ in 1..count {
            self.assemble();
        }
        first
    }

    /// A further subtensor, equal to the one at `position`; its position.
    fn duplicate(&mut self, position: usize) -> usize;

    /// Whether two subtensors are known to be equal; `None` is one that is at fill everywhere. What takes long to compare
    /// counts as different.
    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        one == other
    }

    /// Whether a sparse level above leaves out the pieces that hold this subtensor, because the format has no way to store
    /// it: `false` in a [`Pattern`](super::Pattern).
    fn is_dropped(&self, _position: usize) -> bool {
        false
    }
}

/// Subtensors with an axis.
pub trait AxisUpdate: Update {
    /// The coordinates of the axis.
    type Coord: Coord;
    /// What they are stored as, and given as.
    type Stored: Stored<Coord = Self::Coord>;
    /// What lies at a place of the axis.
    type Child: Update<Value = Self::Value>;

    /// Whether pieces may lie over each other: where they do, the tensor is what they hold, [joined](Value::joined).
    const OVERLAPS: bool = false;

    /// The places that the axis has.
    fn extent(&self) -> Interval<Self::Coord>;

    /// What lies below the axis.
    fn below(&self) -> &Self::Child;

    /// Calls `write` for what lies in `lo..hi` of the subtensor at `position`, each place exactly once: the pieces there,
    /// cut at `lo` and `hi`, and subtensors that are assembled for the gaps between them. Where pieces may
    /// [overlap](AxisUpdate::OVERLAPS), it is called once: for a piece of its own, which lies over those that are there.
    ///
    /// # Errors
    /// Part of it lies outside of the extent, or `write` fails.
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<Self::Coord>,
        hi: Cut<Self::Coord>,
        write: impl FnMut(&mut Self::Child, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError>;

    /// Calls `keep` for each piece that is stored in `lo..hi` of the subtensor at `position`, cut at `lo` and `hi`, and
    /// removes those for which it returns `false`, so that their places are at fill. Gaps stay gaps, and what lies outside
    /// of the extent is passed over. Returns whether anything may still be stored in the subtensor.
    ///
    /// Where pieces may [overlap](AxisUpdate::OVERLAPS), whatever is written is a further piece: nothing is done.
    fn retain(
        &mut self,
        position: usize,
        lo: Cut<Self::Coord>,
        hi: Cut<Self::Coord>,
        keep: impl FnMut(&mut Self::Child, usize) -> bool,
    ) -> bool;

    /// [`cover`](AxisUpdate::cover) of a single place.
    ///
    /// # Errors
    /// It lies outside of the extent, or `write` fails.
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

/// Values that are written.
pub trait LeafUpdate: Update {
    /// The value at a position.
    fn value(&mut self, position: usize) -> &mut Self::Value;
}
