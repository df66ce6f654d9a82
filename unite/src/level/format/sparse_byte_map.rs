//! A flag for each of finitely many integers, and a list of those that are set. Reads and writes need neither a search
//! nor a hash, and loops go through the list.
//!
//! A flag is a bit rather than a byte. Each word of 64 flags stores the number of flags that are set before it, so a
//! count of the bits within the word gives the child position. The child stores nothing for flags that are not set.
//!
//! ```text
//!  extent       [-2, 4]
//!                    -2 -1  0  1  2  3  4
//!  flags of fiber 0   1  .  .  1  .  .  1      set before the word: 0
//!           fiber 1   .  .  .  .  1  .  .                           3
//!  pointers     0       3   4
//!  coordinates  -2 1 4 | 2 |                   coordinates[k] has position k of the child
//! ```

use std::marker::PhantomData;

use super::points::{CoordinateColumn, PointIndex};
use crate::continuous::{Integer, Interval, Stored};
use crate::level::write::slots::EMPTY;
use crate::level::{Level, LevelError, Lists, PointUpdate, Slots, Update};

/// The number of flags of a word.
const FLAGS: usize = u64::BITS as usize;

/// A flag for each of finitely many integers, and a list of those that are set.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Element, Piecewise, SparseByteMap};
///
/// let mut tensor = Piecewise::declare(SparseByteMap::new(Interval::closed(-2i64, 4)?, Element::new(0.0))?);
/// tensor.set(4, 1.5)?;
/// tensor.set(-2, 2.5)?;
/// let tensor = tensor.freeze()?;
/// assert_eq!(tensor.level().coordinates(), [-2, 4]);
/// assert_eq!((tensor.at(-2), tensor.at(4), tensor.at(0)), (2.5, 1.5, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SparseByteMap<L, C = i64, S = C> = Lists<CoordinateColumn<C, S, Flags>, L>;

/// The flags of all fibers, the same number of words for each.
#[derive(Debug, Clone, PartialEq)]
pub struct Flags {
    words: Vec<Word>,
}

/// A word of 64 flags, with the number of flags that are set before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Word {
    set: u64,
    before: usize,
}

/// Returns the number of integers of an extent, or the error of `new` if there are too many.
fn width<C: Integer>(extent: Interval<C>) -> Result<usize, LevelError> {
    if extent.measure().is_infinite() {
        return Err(LevelError::Unbounded { format: "SparseByteMap", extent: extent.to_string() });
    }
    let width = offset(extent, extent.hi().value);
    // An array is at most `isize::MAX` bytes.
    if width > isize::MAX as usize / size_of::<usize>() {
        return Err(LevelError::TooLarge { values: width as f64 });
    }
    Ok(width)
}

impl<L: Level, C: Integer> SparseByteMap<L, C> {
    /// Creates the format, from the extent of the integers and the child level.
    ///
    /// # Errors
    /// [`LevelError::Unbounded`]: the extent is infinite; [`LevelError::TooLarge`]: it has more integers than memory
    /// has room for.
    pub fn new(extent: Interval<C>, child: L) -> Result<Self, LevelError> {
        width(extent)?;
        Ok(Lists::format(extent, CoordinateColumn::new(), child))
    }
}

impl<L: Level, S: Stored<Coord: Integer>> SparseByteMap<L, S::Coord, S> {
    /// Creates the format with coordinates that are [stored](Stored) as unsigned integers, from their extent and the
    /// child level.
    ///
    /// # Errors
    /// [`LevelError::Unbounded`]: the extent is infinite; [`LevelError::TooLarge`]: it has more integers than memory
    /// has room for.
    pub fn unsigned(extent: Interval<S>, child: L) -> Result<Self, LevelError> {
        width(extent.on_line())?;
        Ok(Lists::format(extent.on_line(), CoordinateColumn::new(), child))
    }

    /// Returns the child position at an integer of a fiber, if it is set.
    #[inline(always)]
    pub fn position(&self, fiber: usize, coordinate: S) -> Option<usize> {
        self.columns.index.position(self.extent, fiber, coordinate.coord())
    }
}

impl Flags {
    #[inline(always)]
    fn position<C: Integer>(&self, extent: Interval<C>, fiber: usize, coordinate: C) -> Option<usize> {
        if coordinate < extent.lo().value || coordinate >= extent.hi().value {
            return None;
        }
        let flag = offset(extent, coordinate);
        let words = offset(extent, extent.hi().value).div_ceil(FLAGS);
        let word = self.words[fiber * words + flag / FLAGS];
        let bit = 1 << (flag % FLAGS);
        if word.set & bit == 0 { None } else { Some(word.before + (word.set & (bit - 1)).count_ones() as usize) }
    }
}

/// Returns the number of integers of the extent before `coordinate`.
#[inline(always)]
fn offset<C: Integer>(extent: Interval<C>, coordinate: C) -> usize {
    coordinate.steps_from(extent.lo().value)
}

impl<C: Integer, S: Stored<Coord = C>> PointIndex<C, S> for Flags {
    type Update<U: Update> = SparseByteMapUpdate<C, S, U>;

    const NAME: &'static str = "SparseByteMap";

    fn new() -> Self {
        Flags { words: Vec::new() }
    }

    fn of(extent: Interval<C>, pointers: &[usize], coordinates: &[S]) -> Result<Self, LevelError> {
        let fiber_words = width(extent)?.div_ceil(FLAGS);
        let mut words = Vec::new();
        let count = fiber_words.saturating_mul(pointers.len() - 1);
        let too_large = |_| LevelError::TooLarge { values: count as f64 * FLAGS as f64 };
        words.try_reserve_exact(count).map_err(too_large)?;
        words.resize(count, Word::default());
        for (fiber, range) in pointers.windows(2).enumerate() {
            for coordinate in &coordinates[range[0]..range[1]] {
                let flag = offset(extent, coordinate.coord());
                words[fiber * fiber_words + flag / FLAGS].set |= 1 << (flag % FLAGS);
            }
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.set.count_ones() as usize;
        }
        Ok(Flags { words })
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> SparseByteMapUpdate<C, S, U> {
        let width = offset(extent, extent.hi().value);
        PointUpdate::new(extent, ArraySlots { extent, width, slots: Vec::new(), stored: PhantomData }, child)
    }

    #[inline(always)]
    fn find<L: Level>(lists: &SparseByteMap<L, C, S>, position: usize, place: C) -> Option<L::Fiber<'_>> {
        lists.columns.index.position(lists.extent, position, place).map(|p| lists.child.fiber(p))
    }

    /// Returns the number of flags of a fiber.
    fn footprint(extent: Interval<C>) -> usize {
        offset(extent, extent.hi().value)
    }
}

/// Flags while they are written: a slot for each integer of each fiber, and lists of those that are set, in any order.
pub type SparseByteMapUpdate<C, S, U> = PointUpdate<ArraySlots<C, S>, U>;

/// An array with a slot for each integer of each fiber.
#[derive(Debug, Clone)]
pub struct ArraySlots<C: Integer, S = C> {
    extent: Interval<C>,
    width: usize,
    slots: Vec<usize>,
    stored: PhantomData<S>,
}

impl<C: Integer, S: Stored<Coord = C>> Slots for ArraySlots<C, S> {
    type Coord = C;
    type Stored = S;

    const FORMAT: &'static str = "SparseByteMap";

    fn grow(&mut self) {
        self.slots.resize(self.slots.len() + self.width, EMPTY);
    }

    #[inline(always)]
    fn slot(&mut self, fiber: usize, coordinate: C) -> &mut usize {
        &mut self.slots[fiber * self.width + offset(self.extent, coordinate)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::Coord;
    use crate::level::{AxisUpdate, Element, LeafUpdate, Piecewise};

    #[test]
    fn flags_count_on_across_words_and_fibers() {
        let extent = Interval::closed(-70i64, 80).expect("an interval");
        let fibers = [vec![-70, -7, -6, 57, 58, 80], vec![], vec![-70, 80]];
        let coordinates: Vec<i64> = fibers.concat();
        let values = (0..coordinates.len()).collect();
        let level = SparseByteMap::from_parts(extent, vec![0, 6, 6, 8], coordinates, Element::from_values(99, values));
        let level = level.expect("in order");
        let mut next = 0;
        for (fiber, set) in fibers.iter().enumerate() {
            for coordinate in -75..85 {
                let expected = set.contains(&coordinate).then_some(next);
                next += usize::from(expected.is_some());
                assert_eq!(level.position(fiber, coordinate), expected, "{fiber} {coordinate}");
            }
        }
    }

    #[test]
    fn extents_at_the_ends_of_a_type_have_room_for_all_integers() {
        let extent = Interval::closed(-125i8, 125).expect("an interval");
        let mut tensor = Piecewise::declare(SparseByteMap::new(extent, Element::new(0)).expect("finite"));
        let (update, root) = tensor.parts();
        let written = update.cover(root, extent.lo(), extent.hi(), |values, p| {
            *values.value(p) += 1;
            Ok(())
        });
        assert_eq!(written, Ok(()));
        let tensor = tensor.freeze().expect("integers");
        assert!(tensor.level().coordinates().iter().copied().eq(-125..=125));
        assert_eq!(tensor.level().position(0, 125), Some(250));
        assert_eq!(tensor.level().position(0, 126), None);
    }

    #[test]
    fn flags_that_memory_has_no_room_for_are_refused() {
        let extent = Interval::closed_open(0i64, 1 << 58).expect("an interval");
        let level = SparseByteMap::from_parts(extent, vec![0, 0, 0], vec![], Element::from_values(0, vec![]));
        assert_eq!(level, Err(LevelError::TooLarge { values: 2f64.powi(59) }));
        let format = SparseByteMap::new(extent, Element::new(0)).expect("it is finite");
        let fibers = format.freeze(&mut format.declare(), &[None, None]);
        assert_eq!(fibers, Err(LevelError::TooLarge { values: 2f64.powi(59) }));
    }

    #[test]
    fn an_infinite_extent_and_places_outside_are_refused() {
        let error = SparseByteMap::new(Interval::<i64>::EVERYWHERE, Element::new(0)).expect_err("infinite");
        assert!(matches!(error, LevelError::Unbounded { format: "SparseByteMap", .. }), "{error}");
        let extent = Interval::closed(0i64, 9).expect("an interval");
        let outside = SparseByteMap::from_parts(extent, vec![0, 2], vec![3, 10], Element::from_values(0, vec![1, 1]));
        assert!(matches!(outside, Err(LevelError::ElementOutside { element: 1, .. })));
        let double = SparseByteMap::from_parts(extent, vec![0, 2], vec![3, 3], Element::from_values(0, vec![1, 1]));
        assert!(matches!(double, Err(LevelError::Unordered { element: 1, .. })));
        let mut tensor = Piecewise::declare(SparseByteMap::new(extent, Element::new(0)).expect("finite"));
        let (update, root) = tensor.parts();
        let outside = update.cover(root, 8i64.before(), 11i64.after(), |_, _| Ok(()));
        assert_eq!(outside, Err(LevelError::Outside { place: "[8, 11]".into(), extent: "[0, 9]".into() }));
    }
}
