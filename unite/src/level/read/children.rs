//! Access to the subtensors of the child level that belong to the pieces of a fiber.

use std::fmt;

use crate::copied::copied;
use crate::level::Level;

/// The subtensors of the child level that belong to the pieces of a fiber.
pub struct Children<'a, L: Level> {
    level: &'a L,
    ahead: Option<L::Fiber<'a>>,
}

impl<'a, L: Level> Children<'a, L> {
    /// Creates the children of a fiber whose pieces end at `end`.
    ///
    /// # Panics
    /// If `level` has fewer than `end` subtensors, which no format lets happen. The check is done here, before a loop,
    /// so that the loop does not repeat it for each piece.
    #[inline(always)]
    pub fn new(level: &'a L, end: usize) -> Self {
        assert!(end <= level.positions(), "each piece has its child");
        Children { level, ahead: level.ahead() }
    }

    /// Returns the children up to `end`, exclusive, for a loop that compares its position with `end`: no position below it is
    /// checked again.
    ///
    /// # Panics
    /// If `level` has fewer than `end` subtensors.
    #[inline(always)]
    pub fn up_to(self, end: usize) -> Self {
        Children { ahead: self.level.block(0, end).or(self.ahead), ..self }
    }

    /// Returns the subtensor at a position of the child level.
    #[inline(always)]
    pub fn fiber(&self, position: usize) -> L::Fiber<'a> {
        match self.ahead {
            Some(ahead) => self.level.beside(ahead, position),
            None => self.level.fiber(position),
        }
    }
}

impl<L: Level> fmt::Debug for Children<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children").finish_non_exhaustive()
    }
}

copied!([L: Level] Children<'_, L>);
