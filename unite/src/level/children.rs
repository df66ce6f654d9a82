//! What lies in the pieces of a fiber, in the level below.

use std::fmt;

use super::Level;
use super::copied::copied;

/// The subtensors of the level below that lie in the pieces of a fiber.
pub struct Children<'a, L: Level> {
    level: &'a L,
    ahead: Option<L::Fiber<'a>>,
}

impl<'a, L: Level> Children<'a, L> {
    /// Of a fiber whose pieces end at `end`.
    ///
    /// # Panics
    /// There are not as many, which no format lets happen. It is said here, before a loop, so that the loop need not ask
    /// for each piece.
    #[inline(always)]
    pub fn new(level: &'a L, end: usize) -> Self {
        assert!(end <= level.positions(), "each piece has its child");
        Children { level, ahead: level.ahead() }
    }

    /// What lies in a piece.
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
