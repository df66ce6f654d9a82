//! Appending to a fiber of values by a loop that holds the lists itself, and gives them back.
//!
//! ```text
//!  Workspace   fibers  [ places 2 5 6 ]  --+
//!                                          +-->  Appender { pieces, values }  -->  .. 7  9  12 ..
//!  values      4.0 1.5 2.0               --+
//! ```

use crate::continuous::{Coord, Cut, Stored};
use crate::level::{Taken, Value};

/// The pieces of a fiber with their values, to which others are appended.
#[derive(Debug)]
pub struct Appender<C: Coord, S, T> {
    pieces: Taken<C, S>,
    values: Vec<T>,
    fill: T,
}

impl<C: Coord, S: Stored<Coord = C>, T: Value> Appender<C, S, T> {
    /// Creates an appender of the pieces of a fiber and the values of all fibers.
    pub(crate) fn new(pieces: Taken<C, S>, values: Vec<T>, fill: T) -> Self {
        Appender { pieces, values, fill }
    }

    /// Appends a piece after all others, with the fill value after `change`, unless that is fill too.
    #[inline(always)]
    pub fn append(&mut self, lo: Cut<C>, hi: Cut<C>, change: impl FnOnce(&mut T)) {
        let mut value = self.fill;
        change(&mut value);
        if lo < hi && !value.same(self.fill) {
            let child = self.values.len();
            self.values.push(value);
            self.pieces.pieces.append(lo, hi, child);
        }
    }

    /// Returns the pieces and the values.
    pub(crate) fn into_parts(self) -> (Taken<C, S>, Vec<T>) {
        (self.pieces, self.values)
    }
}
