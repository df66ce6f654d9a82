//! Subtensors of a level side by side.

use std::fmt;

use crate::copied::copied;
use crate::level::Level;

/// Subtensors of a level at consecutive positions: a handle that is `Copy`, numbered from 0.
///
/// A loop holds what they share in registers, and has compared their number with that of the level before it starts.
pub trait Siblings: Copy {
    /// A subtensor.
    type Fiber: Copy;

    /// Returns subtensor `k`.
    fn fiber(self, k: usize) -> Self::Fiber;

    /// Returns the `len` subtensors from number `first` on.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    fn part(self, first: usize, len: usize) -> Self;
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
