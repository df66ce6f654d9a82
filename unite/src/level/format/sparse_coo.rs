//! Coordinates of several axes in one level. It has a list of coordinates for each axis, in lexicographic order.
//!
//! A fiber of the first axis is a range of the lists, and each run of equal coordinates in it is a fiber of the next
//! axis. Below the last axis, one entry remains, whose number is the child position. Nothing is stored per fiber, so
//! the level needs the least memory if fibers are nearly empty.
//!
//! ```text
//!  pointers  0                 5          the level has one subtensor: entries 0..5
//!  rows      1    1    3    3    3        row 1: entries 0..2, row 3: entries 2..5
//!  columns   2    7    0    2    9        element (3, 2): entry 3
//!  child     0.5  1.5  2.5  3.5  4.5
//!
//!  walk:  1 ---------- 3 ---------------- the end of each run is found by galloping
//!         +- 2 -- 7    +- 0 -- 2 -- 9
//! ```

mod columns;
mod runs;

pub use columns::{Bottom, Column, Columns, Coordinates};
pub use runs::{Backwards, CooFiber, Entries, Runs, Sorted};

use std::cmp::Ordering;
use std::ops::Range;

use super::points::check_pointers;
use crate::level::{Level, LevelError, LevelSiblings};

/// Coordinates of one to four axes in one level; `Cs` is the tuple of their types.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Element, Piecewise, SparseCoo};
///
/// let extents = (Interval::closed(0, 9)?, Interval::<f64>::EVERYWHERE);
/// let lists = (vec![1, 1, 3], vec![0.5, 7.25, -1.0]);
/// let child = Element::from_values(0, vec![10, 20, 30]);
/// let level = SparseCoo::<(i64, f64), _>::from_parts(extents, vec![0, 3], lists, child)?;
/// let tensor = Piecewise::from_level(level)?;
/// assert_eq!((tensor.at((1, 7.25)), tensor.at((3, 7.25))), (20, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SparseCoo<Cs: Coordinates, L> {
    pointers: Vec<usize>,
    pub(in crate::level) columns: Cs::Columns,
    pub(in crate::level) child: L,
}

impl<Cs: Coordinates, L: Level> SparseCoo<Cs, L> {
    /// The name of the format: `SparseCOO{2}` for two axes.
    pub const NAME: &'static str = Cs::NAME;

    /// Creates the format, from the extents of the axes, as a tuple, and the child level.
    pub fn new(extents: Cs::Extents, child: L) -> Self {
        SparseCoo { pointers: vec![0], columns: Cs::columns(extents, Cs::Lists::default()), child }
    }

    /// Creates the level from a list of coordinates for each axis, as a tuple. Subtensor `p` has the entries from
    /// `pointers[p]` up to but excluding `pointers[p + 1]`, sorted by the first axis, then by the second, and so on.
    /// The contents of entry `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// [`LevelError`]: the lengths of pointers, lists and child do not match; a coordinate is NaN or outside of its
    /// extent; an entry does not come after the previous one.
    pub fn from_parts(
        extents: Cs::Extents,
        pointers: Vec<usize>,
        lists: Cs::Lists,
        child: L,
    ) -> Result<Self, LevelError> {
        let columns = Cs::columns(extents, lists);
        let entries = child.positions();
        columns.check(Self::NAME, entries)?;
        check_pointers(Self::NAME, &pointers, entries)?;
        for bounds in pointers.windows(2) {
            for element in bounds[0] + 1..bounds[1].max(bounds[0] + 1) {
                if columns.compare(element - 1, element) != Ordering::Less {
                    let (place, previous) = (columns.told(element), columns.told(element - 1));
                    return Err(LevelError::Unordered { element, place, previous });
                }
            }
        }
        Ok(SparseCoo { pointers, columns, child })
    }

    /// Returns the start of each subtensor in the list of entries, and the number of entries.
    pub fn pointers(&self) -> &[usize] {
        &self.pointers
    }

    /// Returns the numbers of the entries of a subtensor, which are their positions in [`child`](SparseCoo::child).
    pub fn entries(&self, position: usize) -> Range<usize> {
        self.pointers[position]..self.pointers[position + 1]
    }

    /// Returns the coordinates of all entries, axis by axis, as a tuple of slices.
    pub fn coordinates(&self) -> Cs::Slices<'_> {
        Cs::slices(&self.columns)
    }

    /// Returns the extents of the axes, as a tuple.
    pub fn extents(&self) -> Cs::Extents {
        Cs::extents(&self.columns)
    }

    /// Returns the child level.
    pub fn child(&self) -> &L {
        &self.child
    }
}

impl<Cs: Coordinates, L: Level> Level for SparseCoo<Cs, L> {
    type Value = L::Value;
    type Fiber<'a>
        = <Cs::Columns as Columns>::Fiber<'a, L>
    where
        Self: 'a;
    type Siblings<'a>
        = LevelSiblings<'a, Self>
    where
        Self: 'a;
    type Update = <Cs::Columns as Columns>::Update<L::Update>;

    const RANK: usize = Cs::Columns::RANK + L::RANK;

    #[inline(always)]
    fn fiber(&self, position: usize) -> Self::Fiber<'_> {
        self.columns.fiber(&self.child, self.pointers[position], self.pointers[position + 1])
    }

    #[inline(always)]
    fn siblings(&self, first: usize, _len: usize) -> LevelSiblings<'_, Self> {
        LevelSiblings::new(self, first)
    }

    #[inline(always)]
    fn fill(&self) -> L::Value {
        self.child.fill()
    }

    fn positions(&self) -> usize {
        self.pointers.len() - 1
    }

    fn declare(&self) -> Self::Update {
        self.columns.declare(self.child.declare())
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let mut pointers = vec![0];
        let mut columns = self.columns.emptied();
        let mut children = Vec::new();
        for root in roots {
            if let Some(root) = *root {
                columns.append(Self::NAME, update, root, &mut children)?;
            }
            pointers.push(children.len());
        }
        let child = self.child.freeze(Cs::Columns::bottom(update), &children)?;
        Ok(SparseCoo { pointers, columns, child })
    }

    fn thaw_all(self, update: &mut Self::Update) {
        *update = self.declare();
        for position in 0..self.positions() {
            self.columns.restore(update, self.entries(position));
        }
        self.child.thaw_all(Cs::Columns::bottom(update));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::{Coord, Interval};
    use crate::level::{AxisUpdate, Element, Fiber, Leaf, LeafUpdate, Piecewise};
    use crate::looplet::Looplet;

    type Matrix = SparseCoo<(i64, i64), Element<f64>>;

    fn extents() -> (Interval<i64>, Interval<i64>) {
        (Interval::closed(0, 9).expect("an interval"), Interval::closed(-9, 9).expect("an interval"))
    }

    fn parts(pointers: &[usize], rows: &[i64], columns: &[i64]) -> Result<Matrix, LevelError> {
        let child = Element::from_values(0.0, (0..rows.len()).map(|k| k as f64 + 0.5).collect());
        Matrix::from_parts(extents(), pointers.to_vec(), (rows.to_vec(), columns.to_vec()), child)
    }

    #[test]
    fn a_run_of_equal_coordinates_is_a_fiber_of_the_next_axis() {
        let level = parts(&[0, 5], &[1, 1, 3, 3, 3], &[2, 7, 0, 2, 9]).expect("sorted");
        let mut found = Vec::new();
        let mut rows = level.fiber(0).walk();
        while !rows.done() {
            let mut columns = rows.payload().walk();
            while !columns.done() {
                found.push((rows.start().value, columns.start().value, columns.payload().get()));
                columns.next_if(true);
            }
            rows.next_if(true);
        }
        assert_eq!(found, [(1, 2, 0.5), (1, 7, 1.5), (3, 0, 2.5), (3, 2, 3.5), (3, 9, 4.5)]);
        let mut back = level.fiber(0).back();
        assert_eq!((back.start(), back.stop()), ((-3i64).before(), (-3i64).after()));
        let mut columns = back.payload().back();
        columns.next_if(true);
        assert_eq!((columns.start().value, columns.payload().get()), (-2, 3.5));
        back.next_if(true);
        assert_eq!((back.start().value, back.payload().walk().remaining()), (-1, 2));
        back.next_if(true);
        assert!(back.done());
    }

    #[test]
    fn names_and_ranks_tell_the_axes() {
        assert_eq!((Matrix::NAME, Matrix::RANK), ("SparseCOO{2}", 2));
        type Four = SparseCoo<(i8, f32, i16, f64), SparseCoo<(i64,), Element<bool>>>;
        assert_eq!((Four::NAME, Four::RANK), ("SparseCOO{4}", 5));
    }

    #[test]
    fn entries_out_of_order_and_twice_at_one_place_are_refused_with_their_number() {
        let error = parts(&[0, 3], &[1, 1, 1], &[2, 7, 7]).expect_err("twice");
        let told = "element 2: (1, 7) does not come after (1, 7); sort the elements of each fiber, and join those at one place";
        assert_eq!(error.to_string(), told);
        let unordered = parts(&[0, 3], &[1, 3, 2], &[2, 7, 8]);
        assert!(matches!(unordered, Err(LevelError::Unordered { element: 2, .. })));
        assert!(parts(&[0, 2, 3], &[1, 3, 2], &[2, 7, 8]).is_ok()); // the third begins another subtensor
        assert!(parts(&[0, 0, 3, 3], &[1, 1, 2], &[-2, 7, -8]).is_ok());
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused() {
        assert!(matches!(parts(&[0, 2], &[1, 1], &[2]), Err(LevelError::Count { found: 1, needed: 2, .. })));
        assert!(matches!(parts(&[0, 3], &[1, 1], &[2, 3]), Err(LevelError::Pointer { element: 1, .. })));
        assert!(matches!(parts(&[0, 2], &[1, 10], &[2, 3]), Err(LevelError::ElementOutside { element: 1, .. })));
        assert!(matches!(parts(&[0, 2], &[1, 1], &[2, -10]), Err(LevelError::ElementOutside { element: 1, .. })));
        let lists = (vec![f64::NAN],);
        let extents = (Interval::EVERYWHERE,);
        let nan = SparseCoo::<(f64,), _>::from_parts(extents, vec![0, 1], lists, Element::from_values(0, vec![1]));
        assert!(matches!(nan, Err(LevelError::Place { element: 0, .. })));
    }

    #[test]
    fn an_interval_is_refused_with_its_piece_whatever_the_axis() {
        let extents = (Interval::closed(0, 9).expect("an interval"), Interval::<f64>::EVERYWHERE);
        let mut tensor = Piecewise::declare(SparseCoo::<(i64, f64), _>::new(extents, Element::new(0)));
        let (update, root) = tensor.parts();
        let written = update.cover(root, 2i64.before(), 4i64.after(), |row, p| {
            row.cover(p, f64::before(0.5), f64::after(0.75), |values, p| {
                *values.value(p) = 1;
                Ok(())
            })
        });
        assert_eq!(written, Ok(()));
        let error = tensor.freeze().expect_err("an interval");
        let told =
            "SparseCOO{2} cannot hold the piece [0.5, 0.75]: it holds single coordinates; use a format of intervals";
        assert_eq!(error.to_string(), told);
    }

    #[test]
    fn rows_that_hold_nothing_leave_no_entry() {
        let mut tensor = Piecewise::declare(Matrix::new(extents(), Element::new(0.0)));
        let (update, root) = tensor.parts();
        assert_eq!(update.cover(root, 2i64.before(), 4i64.after(), |_, _| Ok(())), Ok(()));
        let tensor = tensor.freeze().expect("nothing");
        assert!(tensor.root().walk().done() && tensor.root().back().done());
        assert_eq!(tensor.level().entries(0), 0..0);
    }
}
