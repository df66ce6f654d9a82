//! Coordinates in a hash table, which finds each without a search. They are integers or real numbers; -0.0 and 0.0 are
//! the same place.
//!
//! Loops visit the coordinates in order. A hash table has no order, so the coordinates are also stored in a list.
//!
//! ```text
//!  pointers     0    2    3         fiber p has the coordinates pointers[p]..pointers[p + 1]
//!  coordinates  1 4 | 2 |           coordinates[k] leads to position k of the child
//!  table        (0, 4) -> 1   (1, 2) -> 2   (0, 1) -> 0
//! ```

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

use super::points::{CoordinateColumn, PointIndex};
use crate::continuous::{Coord, Interval, Stored};
use crate::level::pieces::mixed;
use crate::level::write::slots::EMPTY;
use crate::level::{Level, LevelError, Lists, PointUpdate, Slots, Update};

/// A map from a fiber and the bits of a coordinate to a child position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table(HashMap<(usize, u64), usize, BuildHasherDefault<Mixer>>);

/// Coordinates in a hash table and in a sorted list.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Element, Piecewise, SparseDict};
///
/// let mut histogram = Piecewise::declare(SparseDict::new(Interval::<i64>::EVERYWHERE, Element::new(0)));
/// for sample in [7, -3, 7, 2] {
///     histogram.update(sample, |count| *count += 1)?;
/// }
/// let histogram = histogram.freeze()?;
/// assert_eq!(histogram.level().coordinates(), [-3, 2, 7]);
/// assert_eq!((histogram.at(7), histogram.at(8)), (2, 0));
/// # Ok::<(), unite::level::LevelError>(())
/// ```
pub type SparseDict<L, C = i64, S = C> = Lists<CoordinateColumn<C, S, Table>, L>;

impl<L: Level, C: Coord> SparseDict<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Lists::format(extent, CoordinateColumn::new(), child)
    }
}

impl<L: Level, S: Stored> SparseDict<L, S::Coord, S> {
    /// Creates the format with coordinates that are [stored](Stored) as unsigned integers, from their extent and the
    /// child level.
    pub fn unsigned(extent: Interval<S>, child: L) -> Self {
        Lists::format(extent.on_line(), CoordinateColumn::new(), child)
    }

    /// Returns the child position at a coordinate of a fiber, if the coordinate is stored.
    #[inline(always)]
    pub fn position(&self, fiber: usize, coordinate: S) -> Option<usize> {
        self.columns.index.position(fiber, coordinate.coord())
    }
}

impl Table {
    #[inline(always)]
    fn position<C: Coord>(&self, fiber: usize, coordinate: C) -> Option<usize> {
        self.0.get(&(fiber, coordinate.bits())).copied()
    }
}

impl<C: Coord, S: Stored<Coord = C>> PointIndex<C, S> for Table {
    type Update<U: Update> = SparseDictUpdate<C, S, U>;

    const NAME: &'static str = "SparseDict";

    fn new() -> Self {
        Table::default()
    }

    fn of(_extent: Interval<C>, pointers: &[usize], coordinates: &[S]) -> Result<Self, LevelError> {
        let mut table = HashMap::with_capacity_and_hasher(coordinates.len(), BuildHasherDefault::default());
        for (fiber, range) in pointers.windows(2).enumerate() {
            table.extend((range[0]..range[1]).map(|p| ((fiber, coordinates[p].coord().bits()), p)));
        }
        Ok(Table(table))
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> SparseDictUpdate<C, S, U> {
        PointUpdate::new(extent, TableSlots { table: Table::default(), coordinates: PhantomData }, child)
    }

    #[inline(always)]
    fn find<L: Level>(lists: &SparseDict<L, C, S>, position: usize, place: C) -> Option<L::Fiber<'_>> {
        lists.columns.index.position(position, place).map(|p| lists.child.fiber(p))
    }
}

/// The storage of a [`SparseDict`] while it is written, in any order. Each coordinate is found in constant time.
pub type SparseDictUpdate<C, S, U> = PointUpdate<TableSlots<C, S>, U>;

/// The slots of a table of coordinates while it is written.
#[derive(Debug, Clone)]
pub struct TableSlots<C, S = C> {
    table: Table,
    coordinates: PhantomData<(C, S)>,
}

impl<C: Coord, S: Stored<Coord = C>> Slots for TableSlots<C, S> {
    type Coord = C;
    type Stored = S;

    const FORMAT: &'static str = "SparseDict";

    fn grow(&mut self) {}

    #[inline(always)]
    fn slot(&mut self, fiber: usize, coordinate: C) -> &mut usize {
        self.table.0.entry((fiber, coordinate.bits())).or_insert(EMPTY)
    }
}

/// A hasher of a fiber and a coordinate.
#[derive(Debug, Clone, Copy, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline(always)]
    fn write_u64(&mut self, bits: u64) {
        self.0 = mixed(self.0 ^ bits);
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::level::{AxisUpdate, Element, Fiber, Leaf, LeafUpdate, Piecewise};
    use crate::looplet::Flow;
    use crate::looplet::Looplet;

    fn held(level: &SparseDict<Element<f64>, f64>, place: f64) -> Option<f64> {
        let mut held = None;
        let _ = level.fiber(0).at(place, |found| {
            held = found.map(Leaf::get);
            Flow::Continue(())
        });
        held
    }

    #[test]
    fn minus_zero_is_zero() {
        let mut tensor = Piecewise::declare(SparseDict::new(Interval::EVERYWHERE, Element::new(0.0)));
        for (place, value) in [(0.0f64, 1.0), (-0.0, 2.0), (-1.5, 4.0)] {
            let (update, root) = tensor.parts();
            let written = update.cover(root, place.before(), place.after(), |values, p| {
                *values.value(p) += value;
                Ok(())
            });
            assert_eq!(written, Ok(()));
        }
        let tensor = tensor.freeze().expect("points");
        assert_eq!(tensor.level().coordinates(), [-1.5, 0.0]);
        assert_eq!((held(tensor.level(), -0.0), held(tensor.level(), 0.0)), (Some(3.0), Some(3.0)));
        assert_eq!(held(tensor.level(), 1.5), None);
    }

    #[test]
    fn an_interval_is_refused_where_it_is_written() {
        let mut tensor = Piecewise::declare(SparseDict::new(Interval::EVERYWHERE, Element::new(0.0)));
        let (update, root) = tensor.parts();
        let error = update.cover(root, f64::before(1.0), f64::after(2.0), |_, _| Ok(())).expect_err("an interval");
        assert_eq!(
            error.to_string(),
            "SparseDict cannot hold the piece [1, 2]: it holds single coordinates; use a format of intervals"
        );
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused_with_the_element() {
        let extent = Interval::closed(-5i64, 5).expect("an interval");
        let parts = |pointers: &[usize], coordinates: &[i64], positions: usize| {
            let child = Element::from_values(0.0, vec![1.0; positions]);
            SparseDict::from_parts(extent, pointers.to_vec(), coordinates.to_vec(), child)
                .map(|level| level.positions())
        };
        assert_eq!(parts(&[0, 2, 3], &[1, 4, 2], 3), Ok(2));
        let unordered = LevelError::Unordered { element: 2, place: "1".into(), previous: "4".into() };
        assert_eq!(parts(&[0, 3], &[-1, 4, 1], 3), Err(unordered));
        assert!(matches!(parts(&[0, 2], &[1, 6], 2), Err(LevelError::ElementOutside { element: 1, .. })));
        assert!(matches!(parts(&[0, 2], &[1, i64::MAX], 2), Err(LevelError::Place { element: 1, .. })));
        assert!(matches!(parts(&[0, 1], &[1], 2), Err(LevelError::Count { found: 2, needed: 1, .. })));
        assert!(matches!(parts(&[0, 1], &[1, 2], 2), Err(LevelError::Pointer { element: 1, .. })));
        let nan =
            SparseDict::from_parts(Interval::EVERYWHERE, vec![0, 1], vec![f64::NAN], Element::from_values(0, vec![1]));
        assert!(matches!(nan, Err(LevelError::Place { element: 0, .. })));
    }

    #[test]
    fn hashes_differ_where_fibers_or_coordinates_do() {
        let hash = |fiber: usize, bits: u64| {
            let mut mixer = Mixer::default();
            mixer.write_usize(fiber);
            mixer.write_u64(bits);
            // A table of 2^16 entries uses few of the bits.
            mixer.finish() & 0xFFFF
        };
        let integers: HashSet<_> = (0..64).flat_map(|f| (-32i64..32).map(move |c| hash(f, c.bits()))).collect();
        let reals: HashSet<_> =
            (0..64).flat_map(|f| (0..64).map(move |c| hash(f, (f64::from(c) / 8.0).bits()))).collect();
        assert!(integers.len() > 3900 && reals.len() > 3900, "{} {}", integers.len(), reals.len());
    }

    #[test]
    fn an_empty_fiber_is_done_both_ways() {
        let parts = SparseDict::from_parts(Interval::<i64>::EVERYWHERE, vec![0, 0], vec![], Element::new(0.0));
        let level = parts.expect("nothing is in order");
        assert!(level.fiber(0).walk().done() && level.fiber(0).back().done());
    }
}
