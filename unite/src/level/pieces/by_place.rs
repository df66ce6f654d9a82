//! The lists of the values of a leaf while they are written.
//!
//! ```text
//!  values    4.0 1.5 2.0 ..         by child position
//!  by place  - 5 - - 2 - - - - 7    by place of the fiber that is written in any order: `-` is fill
//! ```
//!
//! The second list is there only where a fiber has a table with a bit for each place of its extent. When its places are in order, their
//! values are moved to the end of the first list.

use crate::value::Value;

/// The child position of the first value by place. Those of others are lower.
pub(in crate::level) const BY_PLACE: usize = usize::MAX / 2 + 1;

/// All values of a leaf, as lists.
#[derive(Debug)]
pub struct ValueLists<'a, T> {
    pub(in crate::level) fill: T,
    /// The values by child position.
    pub(in crate::level) values: &'a mut Vec<T>,
    /// The values by place: fill where no place is written.
    pub(in crate::level) by_place: &'a mut Vec<T>,
}

impl<T: Value> ValueLists<'_, T> {
    /// Provides a value for each of `count` places.
    pub(in crate::level) fn provide(&mut self, count: usize) {
        if self.by_place.len() < count {
            self.by_place.resize(count, self.fill);
        }
    }

    /// Moves the last value to a place.
    pub(in crate::level) fn pop_to_place(&mut self, number: usize) {
        if let Some(value) = self.values.pop() {
            self.by_place[number] = value;
        }
    }

    /// Removes the value of a place.
    pub(in crate::level) fn clear_place(&mut self, number: usize) {
        self.by_place[number] = self.fill;
    }
}
