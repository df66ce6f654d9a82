//! `Dense`: an array with every integer of a finite extent.
//!
//! ```text
//!  extent first..=last, len = last - first + 1
//!  position p of the level, integer first + k  ->  position p * len + k of the child
//! ```

mod update;

pub use update::DenseUpdate;

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::continuous::{Coord, Cut, Integer, Interval, Stored};
use crate::copied::copied;
use crate::level::{AxisLevel, Element, Entry, Fiber, Level, LevelError, LevelSiblings, Place, Siblings, Value};
use crate::looplet::{Flow, Lookup, Mirrored, Places};

/// An array with every integer of a finite extent.
///
/// ```
/// use unite::level::{Dense, Element, Level, Piecewise};
///
/// let matrix: Dense<Dense<Element<f64>>> = Dense::new(0..=3, Dense::new(0..=2, Element::new(0.0))?)?;
/// let mut matrix = Piecewise::declare(matrix);
/// matrix.set((3, 1), 2.5)?;
/// let matrix = matrix.freeze()?;
/// assert_eq!((matrix.at((3, 1)), matrix.at((0, 0))), (2.5, 0.0));
/// assert_eq!(matrix.level().positions(), 1);
/// # Ok::<(), unite::level::LevelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Dense<L, C: Stored = i64> {
    axis: Axis<C>,
    positions: usize,
    child: L,
}

/// The integers `first`, `first + 1` and so on, `len` of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Axis<C: Stored> {
    extent: Interval<C>,
    first: C::Coord,
    len: usize,
}

impl<C: Stored<Coord: Integer>> Axis<C> {
    /// Creates the axis of a finite extent, with `footprint` values at each integer.
    fn new(extent: Interval<C>, footprint: usize) -> Result<Self, LevelError> {
        if extent.lo() == Cut::FIRST || extent.hi() == Cut::LAST {
            return Err(LevelError::Unbounded { format: "Dense", extent: extent.to_string() });
        }
        let (first, len) = (extent.lo().value, extent.hi().value.steps_from(extent.lo().value));
        // An array is at most `isize::MAX` bytes, and a value at most 16.
        match len.checked_mul(footprint) {
            Some(values) if values <= isize::MAX as usize / 16 => Ok(Axis { extent, first, len }),
            _ => Err(LevelError::TooLarge { values: len as f64 * footprint as f64 }),
        }
    }

    /// Returns the index of an integer, if it lies in the extent.
    #[inline(always)]
    fn index(&self, place: C::Coord) -> Option<usize> {
        let k = place.offset_from(self.first);
        (k < self.len).then_some(k)
    }
}

impl<L: Level, C: Stored<Coord: Integer>> Dense<L, C> {
    /// Creates the format, from the extent of the integers, as `0..=9`, `0..10` or an [`Interval`], and the child
    /// level.
    ///
    /// # Errors
    /// [`LevelError::Axis`]: the extent is empty; [`LevelError::Unbounded`]: it is infinite; [`LevelError::TooLarge`]:
    /// it has more integers than memory has room for.
    pub fn new(extent: impl Into<Place<C>>, child: L) -> Result<Self, LevelError> {
        let extent = extent.into().checked().map_err(|source| LevelError::Axis { source })?;
        Ok(Dense { axis: Axis::new(extent, child.footprint())?, positions: 0, child })
    }

    /// Creates a level of consecutive subtensors: position `p * len + k` of `child` holds the contents of integer
    /// `first + k` of subtensor `p`.
    ///
    /// ```
    /// use unite::level::{Dense, Element, Piecewise};
    ///
    /// let array = Dense::from_parts(1i64..=3, Element::from_values(0.0, vec![4.0, 5.0, 6.0]))?;
    /// assert_eq!(Piecewise::from_level(array)?.at(2), 5.0);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Dense::new); [`LevelError::Count`]: the number of child positions is not a multiple of the
    /// number of integers.
    pub fn from_parts(extent: impl Into<Place<C>>, child: L) -> Result<Self, LevelError> {
        let mut level = Dense::new(extent, child)?;
        let (found, len) = (level.child.positions(), level.axis.len);
        if found % len != 0 {
            let needed = found.next_multiple_of(len);
            return Err(LevelError::Count { format: "Dense", what: "child positions", found, needed });
        }
        level.positions = found / len;
        Ok(level)
    }

    /// Returns the contents of the integers from `first + from` up to but excluding `first + to` of the subtensor at a
    /// position: consecutive positions of the child level.
    ///
    /// ```
    /// use unite::level::{Dense, Element};
    ///
    /// let rows = Dense::from_parts(10..14i64, Element::from_values(0, (0..12).collect()))?;
    /// assert_eq!(rows.span(2, 1..3), 9..11); // at 11 and 12 of row 2
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    #[inline(always)]
    pub fn span(&self, position: usize, integers: Range<usize>) -> Range<usize> {
        let base = position * self.axis.len;
        base + integers.start..base + integers.end
    }

    /// Returns the position of the child level at an integer of a subtensor, if the integer lies in the extent.
    ///
    /// ```
    /// use unite::level::{Dense, Element};
    ///
    /// let rows = Dense::from_parts(-1i64..=1, Element::from_values(0, vec![4, 5, 6, 7, 8, 9]))?;
    /// assert_eq!((rows.position(1, -1), rows.position(0, 1), rows.position(0, 2)), (Some(3), Some(2), None));
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    #[inline(always)]
    pub fn position(&self, position: usize, place: C) -> Option<usize> {
        self.axis.index(place.coord()).map(|k| position * self.axis.len + k)
    }

    /// Returns the range of the integers.
    pub fn range(&self) -> RangeInclusive<C> {
        C::stored(self.axis.first)..=C::stored(self.axis.first.step(self.axis.len - 1))
    }
}

impl<T: Value, C: Stored<Coord: Integer>> Dense<Element<T>, C> {
    /// Returns the values of a subtensor, which are contiguous.
    ///
    /// ```
    /// use unite::level::{Dense, Element};
    ///
    /// let rows = Dense::from_parts(0i64..3, Element::from_values(0, vec![4, 5, 6, 7, 8, 9]))?;
    /// assert_eq!(rows.row(1), [7, 8, 9]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Panics
    /// The level has no subtensor at `position`.
    #[inline(always)]
    pub fn row(&self, position: usize) -> &[T] {
        &self.child.values()[position * self.axis.len..][..self.axis.len]
    }
}

/// A fiber of an array.
#[derive(Debug)]
pub struct DenseFiber<'a, L: Level, C: Stored> {
    first: C::Coord,
    len: usize,
    places: DensePlaces<'a, L, C::Coord>,
}

/// The contents of the integers of an array.
pub struct DensePlaces<'a, L: Level + 'a, C> {
    children: L::Siblings<'a>,
    coordinates: std::marker::PhantomData<C>,
}

impl<L: Level, C> fmt::Debug for DensePlaces<'_, L, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DensePlaces").finish_non_exhaustive()
    }
}

impl<'a, L: Level, C> DensePlaces<'a, L, C> {
    /// Creates the places whose contents are the `len` subtensors of `child` from position `base` on.
    #[inline(always)]
    pub(in crate::level) fn new(child: &'a L, base: usize, len: usize) -> Self {
        DensePlaces { children: child.siblings(base, len), coordinates: std::marker::PhantomData }
    }
}

copied!([L: Level, C: Stored] DenseFiber<'_, L, C>);
copied!([L: Level, C] DensePlaces<'_, L, C>);

impl<'a, L: Level, C: Integer> Places for DensePlaces<'a, L, C> {
    type Coord = C;
    type Payload = L::Fiber<'a>;

    const TOUCHES: bool = L::Siblings::<'a>::TOUCHES;

    #[inline(always)]
    fn payload(&self, k: usize) -> L::Fiber<'a> {
        self.children.fiber(k)
    }

    #[inline(always)]
    fn holds(&self, len: usize) -> bool {
        self.children.holds(len)
    }

    #[inline(always)]
    fn part(self, first: usize, len: usize) -> Self {
        DensePlaces { children: self.children.part(first, len), ..self }
    }

    #[inline(always)]
    fn touch(&self, k: usize) {
        self.children.touch(k);
    }
}

#[diagnostic::do_not_recommend]
impl<'a, L: Level, C: Stored<Coord: Integer>> Fiber for DenseFiber<'a, L, C> {
    type Coord = C::Coord;
    type Stored = C;
    type Child = L::Fiber<'a>;
    type Walk = Lookup<DensePlaces<'a, L, C::Coord>>;
    type Back = Lookup<Mirrored<DensePlaces<'a, L, C::Coord>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        Lookup::new(self.places, self.first, self.len)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        let last = self.first.step(self.len - 1);
        Lookup::new(Mirrored::new(self.places, self.len), last.negated(), self.len)
    }

    #[inline(always)]
    fn at(self, place: C::Coord, mut visit: impl FnMut(Option<L::Fiber<'a>>) -> Flow) -> Flow {
        let k = place.offset_from(self.first);
        visit(if k < self.len { Some(self.places.payload(k)) } else { None })
    }

    #[inline(always)]
    fn zero_based(self) -> Option<Self> {
        let first = C::Coord::default();
        (self.first == first).then_some(DenseFiber { first, ..self })
    }
}

impl<L: Level, C: Stored<Coord: Integer>> Level for Dense<L, C> {
    type Value = L::Value;
    type Fiber<'a>
        = DenseFiber<'a, L, C>
    where
        Self: 'a;
    type Siblings<'a>
        = LevelSiblings<'a, Self>
    where
        Self: 'a;
    type Update = DenseUpdate<L::Update, C>;

    const RANK: usize = L::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> DenseFiber<'_, L, C> {
        let Axis { first, len, .. } = self.axis;
        // All values of the fiber are one slice, so that a place which is in the extent needs no second check.
        DenseFiber { first, len, places: DensePlaces::new(&self.child, position * len, len) }
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
        self.positions
    }

    fn footprint(&self) -> usize {
        // This does not overflow: `Axis::new` checked the product.
        self.axis.len * self.child.footprint()
    }

    fn declare(&self) -> Self::Update {
        DenseUpdate { axis: self.axis, positions: 0, child: self.child.declare() }
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        if roots.len() == update.positions && roots.iter().enumerate().all(|(p, &root)| root == Some(p)) {
            return self.freeze_all(update, roots.len());
        }
        let len = self.axis.len;
        let child_of = |root: &Option<usize>, k| root.map(|root| root * len + k);
        let children: Vec<_> = roots.iter().flat_map(|root| (0..len).map(move |k| child_of(root, k))).collect();
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(Dense { axis: self.axis, positions: roots.len(), child })
    }

    fn freeze_all(&self, update: &mut Self::Update, count: usize) -> Result<Self, LevelError> {
        let child = self.child.freeze_all(&mut update.child, count * self.axis.len)?;
        Ok(Dense { axis: self.axis, positions: count, child })
    }

    fn thaw_all(self, update: &mut Self::Update) {
        update.positions = self.positions;
        self.child.thaw_all(&mut update.child);
    }

    fn clear(&self, update: &mut Self::Update) {
        update.positions = 0;
        self.child.clear(&mut update.child);
    }
}

impl<L: Level, C: Stored<Coord: Integer>> AxisLevel for Dense<L, C> {
    type Coord = C::Coord;
    type Child = L;

    const NAME: &'static str = "Dense";
    const FULL: bool = true;
    const INJECTIVE: bool = true;
    const IN_PLACE: bool = true;

    fn extent(&self) -> Interval<C::Coord> {
        self.axis.extent.on_line()
    }

    fn child(&self) -> &L {
        &self.child
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<C::Coord>> + '_ {
        let (first, base) = (self.axis.first, position * self.axis.len);
        (0..self.axis.len).map(move |k| (first.step(k).before(), first.step(k).after(), base + k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::Coord;
    use crate::level::{AxisUpdate, Element, Leaf, LeafUpdate, Piecewise, SparseList};
    use crate::looplet::{Everywhere, Live, Looplet, Offset, Operand, Scale, coiterate};

    fn array(first: i64, values: &[i32]) -> Piecewise<Dense<Element<i32>>> {
        let extent = first..=first + values.len() as i64 - 1;
        let level = Dense::from_parts(extent, Element::from_values(0, values.to_vec())).expect("an array");
        Piecewise::from_level(level).expect("one array")
    }

    fn list(points: &[(i64, i32)]) -> Piecewise<SparseList<Element<i32>>> {
        let values = points.iter().map(|point| point.1).collect();
        let coordinates: Vec<i64> = points.iter().map(|point| point.0).collect();
        let pointers = vec![0, coordinates.len()];
        let values = Element::from_values(0, values);
        let level = SparseList::from_parts(Interval::EVERYWHERE, pointers, coordinates, values).expect("a list");
        Piecewise::from_level(level).expect("one list")
    }

    /// Collects the product of both operands where both are stored, with its place.
    fn both<A, B>(a: A, b: B) -> Vec<(i64, i32)>
    where
        A: Looplet<Coord = i64, Payload: Leaf<Value = i32>>,
        B: Looplet<Coord = i64, Payload: Leaf<Value = i32>>,
    {
        let mut found = Vec::new();
        let _ = coiterate::<_, _, false, 0>((a, b), Everywhere, Live(0b1000), |lo, hi, (a, b)| {
            assert_eq!(hi, lo.value.after());
            found.extend(a.zip(b).map(|(a, b)| (lo.value, a.get() * b.get())));
            std::ops::ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn a_list_and_an_array_meet_where_the_list_has_coordinates_inside() {
        let (array, list) = (array(-2, &[1, 2, 3, 4, 5]), list(&[(-9, 1), (-2, 1), (0, 10), (2, 100), (3, 1)]));
        let expected = [(-2, 1), (0, 30), (2, 500)];
        assert_eq!(both(array.root().walk(), list.root().walk()), expected);
        assert_eq!(both(list.root().walk(), array.root().walk()), expected);
    }

    #[test]
    fn an_array_read_from_its_end_has_negated_places() {
        let (array, list) = (array(-2, &[1, 2, 3, 4]), list(&[(-9, 1), (-2, 1), (0, 10), (1, 100)]));
        assert_eq!(both(array.root().back(), list.root().back()), [(-1, 400), (0, 30), (2, 1)]);
    }

    #[test]
    fn an_array_is_found_through_offsets_and_scales() {
        let (array, list) = (array(0, &[1, 2, 3, 4, 5, 6, 7, 8]), list(&[(-1, 1), (0, 1), (1, 1), (2, 1), (3, 1)]));
        let shifted = array.root().walk().mapped(Offset(5));
        assert_eq!(both(shifted, list.root().walk()), [(-1, 5), (0, 6), (1, 7), (2, 8)]);
        let mut scaled = array.root().walk().mapped(Scale { scale: 2, offset: 1 });
        for place in 0..4i64 {
            scaled.seek(place.before());
            assert_eq!((scaled.start().value, scaled.payload().get()), (place, 2 * place as i32 + 2));
        }
    }

    #[test]
    fn places_outside_of_an_array_hold_nothing_and_are_not_written() {
        let array = array(-2, &[1, 2, 3]);
        for place in [i64::MIN, -3, 1, i64::MAX] {
            assert_eq!(array.at(place), 0);
            assert!(array.slice(place).is_none());
            let mut thawed = array.thaw();
            assert!(thawed.set(place, 1).is_err());
            let (update, root) = thawed.parts();
            assert!(update.cover_at(root, place, |_, _| Ok(())).is_err());
        }
        assert_eq!([-2, -1, 0].map(|place| array.at(place)), [1, 2, 3]);
    }

    #[test]
    fn a_region_is_written_integer_by_integer_and_only_inside() {
        let format: Dense<Element<i32>, i8> = Dense::new(-100..=99, Element::new(0)).expect("few");
        let mut array = Piecewise::declare(format);
        let (update, root) = array.parts();
        let mut add = |lo: i8, hi: i8| {
            update.cover(root, lo.before(), hi.before(), |values, k| {
                *values.value(k) += 1;
                Ok(())
            })
        };
        assert_eq!(add(-100, 100), Ok(()));
        assert_eq!(add(-3, 2), Ok(()));
        assert_eq!(add(2, 2), Ok(()));
        for (lo, hi) in [(-101, -99), (-128, 127), (99, 101), (-120, -110), (100, 101)] {
            assert!(matches!(add(lo, hi), Err(LevelError::Outside { .. })), "{lo}..{hi}");
        }
        let array = array.freeze().expect("it fits");
        assert_eq!([-100, -4, -3, 1, 2, 99].map(|place: i8| array.at(place)), [1, 1, 2, 2, 1, 1]);
    }

    #[test]
    fn an_extent_without_room_is_refused() {
        let values = || Element::new(0u8);
        assert!(matches!(Dense::new(3..3i64, values()), Err(LevelError::Axis { .. })));
        let everywhere = Dense::new(Interval::<i64>::EVERYWHERE, values());
        assert!(matches!(everywhere, Err(LevelError::Unbounded { format: "Dense", .. })));
        assert!(matches!(Dense::new(0..1i64 << 62, values()), Err(LevelError::TooLarge { .. })));
        let row = Dense::new(0..1i64 << 31, values()).expect("its rows are made when it is declared");
        assert!(matches!(Dense::new(0..1i64 << 31, row), Err(LevelError::TooLarge { .. })));
    }

    #[test]
    fn the_positions_below_are_a_multiple_of_the_integers() {
        let level = Dense::from_parts(0..3i64, Element::from_values(0, vec![1, 2, 3, 4]));
        let needed = LevelError::Count { format: "Dense", what: "child positions", found: 4, needed: 6 };
        assert_eq!(level, Err(needed));
        let two = Dense::from_parts(0..2i64, Element::from_values(0, vec![1, 2, 3, 4])).expect("two arrays");
        assert_eq!((two.positions(), two.range()), (2, 0..=1));
        assert_eq!(Piecewise::from_level(two), Err(LevelError::Roots { found: 2 }));
    }

    #[test]
    fn an_array_below_pieces_is_copied_where_a_piece_is_cut() {
        let format = SparseList::new(Interval::EVERYWHERE, Dense::new(0..2i64, Element::new(0)).expect("few"));
        let mut tensor = Piecewise::declare(format);
        tensor.set((0..4i64, 1), 5).expect("inside");
        tensor.set((1..=2, 0), 7).expect("inside");
        let tensor = tensor.freeze().expect("it fits");
        let row = |i| [tensor.at((i, 0)), tensor.at((i, 1))];
        assert_eq!([row(0), row(1), row(2), row(3), row(4)], [[0, 5], [7, 5], [7, 5], [0, 5], [0, 0]]);
    }
}
