//! Writing of single places of a fiber in any order, by a loop that holds the fiber's table.
//!
//! ```text
//!  marks     . . . 1 . . 1 . . . .    a bit for each place         Workspace  <--+
//!                                                                                +--  PlaceTable  <--  6  3  6 ..
//!  by place  - - - 4 - - 2 - - - -    a value for each place       values     <--+
//! ```

use crate::continuous::{Coord, Cut};
use crate::level::Value;
use crate::level::pieces::{Marks, is_single};

/// The table of a fiber's places, with a value for each.
#[derive(Debug)]
pub struct PlaceTable<'a, C: Coord, T> {
    marks: Marks<'a, C>,
    by_place: &'a mut [T],
    fill: T,
}

impl<'a, C: Coord, T: Value> PlaceTable<'a, C, T> {
    /// Creates the table from its bits and the values by place.
    #[inline(always)]
    pub(in crate::level) fn new(marks: Marks<'a, C>, by_place: &'a mut [T], fill: T) -> Self {
        PlaceTable { marks, by_place, fill }
    }

    /// Applies `change` to the values of a region of integers, which is not empty and lies in the extent: what is not stored yet is
    /// stored, unless `change` leaves fill unchanged. What is stored and becomes fill by such a change is removed.
    #[inline(always)]
    pub fn write(&mut self, lo: Cut<C>, hi: Cut<C>, change: impl Fn(&mut T)) {
        let mut value = self.fill;
        change(&mut value);
        if value.same(self.fill) {
            self.amend(lo, hi, change);
        } else if is_single(lo, hi) {
            change(&mut self.by_place[self.marks.insert(lo.value)]);
        } else {
            self.write_each(lo, hi, change);
        }
    }

    #[cold]
    #[inline(never)]
    fn write_each(&mut self, lo: Cut<C>, hi: Cut<C>, change: impl Fn(&mut T)) {
        let mut at = lo;
        while at < hi {
            change(&mut self.by_place[self.marks.insert(at.value)]);
            at = at.value.after();
        }
    }

    #[cold]
    #[inline(never)]
    fn amend(&mut self, lo: Cut<C>, hi: Cut<C>, change: impl Fn(&mut T)) {
        let mut at = lo;
        while at < hi {
            if let Some(number) = self.marks.find(at.value) {
                let value = &mut self.by_place[number];
                change(value);
                if value.same(self.fill) {
                    *value = self.fill;
                    self.marks.remove(number);
                }
            }
            at = at.value.after();
        }
    }
}
