//! Single places written in any order, with a bit for each place of the extent.
//!
//! ```text
//!  places  0 1 0 0 1 0 0 0 0 1 0    a bit for each place of the extent, set if it is written
//!  words   1                        a bit for each word of places, set if it is not zero
//!  wide                             in wide tables, a bit for each word of words, set if it is not zero
//!
//!  values  - 5 - - 2 - - - - 7 -    a value for each place of the extent, which the child storage has (by_place.rs)
//! ```
//!
//! Nothing is searched or hashed, and the bits are in the order of the places. One fiber after the other uses the table.

use std::marker::PhantomData;

use super::{BY_PLACE, ValueLists};
use crate::continuous::{Coord, Interval, Stored};
use crate::level::LevelError;
use crate::value::Value;

/// The bits of a word.
const WORD: usize = u64::BITS as usize;

/// The most numbers of places that are moved at once: a power of two, so that an index below it needs no check.
const NUMBERS: usize = 2 * WORD * WORD;

/// A bit for each place of an extent, set if the place is written.
#[derive(Debug, Clone)]
pub(in crate::level) struct Direct<C> {
    /// The first place of the extent.
    lowest: C,
    blocks: Vec<Block>,
    /// A bit for each block, set if it is not empty. There are none if all blocks are read faster than those that are not empty are
    /// found. (In narrow tables each place of a row would change the same word, one after the other.)
    wide: Vec<u64>,
    /// The numbers of places that are moved at once.
    numbers: Box<[u32; NUMBERS]>,
}

/// A part of a table. (The words lie beside the bits for them, so that both are found by one index, which is checked once.)
#[derive(Debug, Clone, Copy)]
struct Block {
    /// A bit for each word of places, set if it is not zero.
    words: u64,
    places: [u64; WORD],
}

impl Block {
    const EMPTY: Block = Block { words: 0, places: [0; WORD] };

    /// Adds the place with a number, which is that of the place in the table.
    #[inline(always)]
    fn add(&mut self, number: usize) {
        let word = number / WORD % WORD;
        self.places[word] |= 1 << (number % WORD);
        self.words |= 1 << word;
    }

    /// Returns whether the place with a number is there.
    fn has(&self, number: usize) -> bool {
        self.places[number / WORD % WORD] >> (number % WORD) & 1 == 1
    }

    /// Removes the place with a number.
    fn remove(&mut self, number: usize) {
        let word = number / WORD % WORD;
        self.places[word] &= !(1 << (number % WORD));
        if self.places[word] == 0 {
            // A block without words is read as one that has none.
            self.words &= !(1 << word);
        }
    }
}

/// Removes all places of blocks from number `*at` on, and puts their numbers behind `len` others; returns how many there are then.
/// Counts `*at` on to the first block whose places may be too many for the list.
///
/// (Most words have one place or two, and which it is cannot be predicted. So a second one is written in any case, and counted if it
/// is there. A call, so that the loop has the registers.)
#[inline(never)]
fn drain_blocks(blocks: &mut [Block], at: &mut usize, numbers: &mut [u32; NUMBERS], mut len: usize) -> usize {
    while let Some(block) = blocks.get_mut(*at)
        && len <= NUMBERS - WORD * WORD
    {
        for word in Ones(std::mem::take(&mut block.words)) {
            let first = ((*at * WORD + word) * WORD) as u32;
            let places = std::mem::take(&mut block.places[word]);
            numbers[len % NUMBERS] = first + places.trailing_zeros();
            let others = places & places.wrapping_sub(1);
            numbers[(len + 1) % NUMBERS] = first + others.trailing_zeros();
            len += 1 + usize::from(others != 0);
            for place in Ones(others & others.wrapping_sub(1)) {
                numbers[len % NUMBERS] = first + place as u32;
                len += 1;
            }
        }
        *at += 1;
    }
    len
}

impl<C: Coord> Direct<C> {
    /// Creates an empty table for the `width` integers from `lowest` on.
    pub(in crate::level) fn new(lowest: C, width: usize) -> Self {
        let blocks = width.div_ceil(WORD * WORD);
        let wide = if blocks > WORD { blocks.div_ceil(WORD) } else { 0 };
        let numbers = Box::new([0; NUMBERS]);
        Direct { lowest, blocks: vec![Block::EMPTY; blocks], wide: vec![0; wide], numbers }
    }

    /// Returns whether there is no place.
    pub(in crate::level) fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.words == 0)
    }

    /// Returns the number of a place of the extent, from 0.
    #[inline(always)]
    fn number(&self, place: C) -> usize {
        place.bits().wrapping_sub(self.lowest.bits()) as usize
    }

    /// Adds a place of the extent, if it is not there yet, and returns its number.
    #[inline(always)]
    pub(in crate::level) fn insert(&mut self, place: C) -> usize {
        let number = self.number(place);
        let at = number / WORD / WORD;
        self.blocks[at].add(number);
        if let Some(wide) = self.wide.get_mut(at / WORD) {
            *wide |= 1 << (at % WORD);
        }
        number
    }

    /// Returns the number of a place of the extent, if it is there.
    pub(in crate::level) fn find(&self, place: C) -> Option<usize> {
        let number = self.number(place);
        self.blocks[number / WORD / WORD].has(number).then_some(number)
    }

    /// Removes a place of the extent.
    pub(in crate::level) fn remove(&mut self, place: C) {
        let number = self.number(place);
        self.blocks[number / WORD / WORD].remove(number);
    }

    /// Returns the places in order, each with its child position.
    pub(in crate::level) fn sorted(&self) -> Vec<(C, usize)> {
        let mut sorted = Vec::new();
        self.clone().drain(|numbers| {
            let numbers = numbers.iter().map(|&number| number as usize);
            sorted.extend(numbers.map(|number| (self.lowest.stepped(number), BY_PLACE + number)));
        });
        sorted
    }

    /// Moves all places to the end of a list, in order, and their values to the end of that of values.
    pub(in crate::level) fn settle<S: Stored<Coord = C>, T: Value>(
        &mut self,
        into: &mut Vec<S>,
        ValueLists { fill, values, by_place }: ValueLists<'_, T>,
    ) {
        let (lowest, by_place) = (self.lowest, &mut by_place[..]);
        self.drain(|numbers| {
            let (at, lowest, fill) = (into.len(), lowest, fill);
            into.resize(at + numbers.len(), S::stored(lowest));
            // One loop over both lists: the compiler would read the numbers for the first one as vectors, for which the processor
            // waits until the numbers, just written one by one, are stored.
            values.extend(numbers.iter().zip(&mut into[at..]).map(|(&number, place)| {
                *place = S::stored(lowest.stepped(number as usize));
                std::mem::replace(&mut by_place[number as usize], fill)
            }));
        });
    }

    /// Removes all places, and calls `each` with their numbers, some at a time, in order.
    #[inline(always)]
    fn drain(&mut self, mut each: impl FnMut(&[u32])) {
        let Direct { blocks, wide, numbers, .. } = self;
        let (count, mut len) = (blocks.len(), 0);
        let mut part = |mut at: usize, end: usize| {
            loop {
                len = drain_blocks(&mut blocks[..end], &mut at, numbers, len);
                if at == end {
                    break;
                }
                each(&numbers[..len]);
                len = 0;
            }
        };
        if wide.is_empty() {
            part(0, count);
        } else {
            for (number, wide) in wide.iter_mut().enumerate() {
                Ones(std::mem::take(wide)).for_each(|at| part(number * WORD + at, number * WORD + at + 1));
            }
        }
        each(&numbers[..len]);
    }
}

/// The table of a fiber with the values at its places, to which loops write in any order.
#[derive(Debug)]
pub struct PlaceTable<'a, C, T> {
    blocks: &'a mut [Block],
    /// A value for each place of the extent.
    values: &'a mut [T],
    fill: T,
    coordinates: PhantomData<C>,
}

impl<'a, C: Coord, T: Value> PlaceTable<'a, C, T> {
    /// Borrows a table and its values, if the table begins at 0 and is not wide, so that a loop does without the first place and the
    /// bits of blocks.
    #[inline(always)]
    pub(in crate::level) fn new(table: &'a mut Direct<C>, values: &'a mut [T], fill: T) -> Option<Self> {
        let plain = table.wide.is_empty() && table.lowest == C::default();
        plain.then(|| PlaceTable { blocks: &mut table.blocks, values, fill, coordinates: PhantomData })
    }

    /// Changes the value of a place, and adds the place if it is not there. A place that is not there is left out if its value
    /// stays fill; one that is there, and becomes fill by what leaves fill unchanged, is removed.
    ///
    /// # Errors
    /// [`LevelError::Outside`]: the place lies outside of the extent, and `change` does not leave fill unchanged.
    #[inline(always)]
    pub fn write(&mut self, place: C, change: impl Fn(&mut T)) -> Result<(), LevelError> {
        let number = place.bits() as usize;
        let Some(value) = self.values.get_mut(number) else {
            let mut fresh = self.fill;
            change(&mut fresh);
            return if fresh.same(self.fill) { Ok(()) } else { Err(outside(place, self.values.len())) };
        };
        let mut new = *value;
        change(&mut new);
        if new.differs(self.fill) {
            *value = new;
            self.blocks[number / WORD / WORD].add(number);
            return Ok(());
        }
        let PlaceTable { blocks, values, fill, coordinates } = self;
        PlaceTable { blocks, values, fill: *fill, coordinates: *coordinates }.amend(number, change);
        Ok(())
    }

    /// Changes a value to one that may be fill. The place is removed if so, and `change` leaves fill unchanged.
    ///
    /// Takes a table by value, so that the one of the loop is in registers.
    #[cold]
    #[inline(never)]
    fn amend(self, number: usize, change: impl Fn(&mut T)) {
        let (value, block) = (&mut self.values[number], &mut self.blocks[number / WORD / WORD]);
        let (mut new, mut fresh) = (*value, self.fill);
        change(&mut new);
        change(&mut fresh);
        if !new.same(self.fill) || !fresh.same(self.fill) {
            *value = new;
            block.add(number);
        } else if block.has(number) {
            *value = self.fill;
            block.remove(number);
        }
    }
}

/// Creates the error of a place outside of the `width` places from 0 on.
#[cold]
#[inline(never)]
fn outside<C: Coord>(place: C, width: usize) -> LevelError {
    let lowest = C::default();
    let extent = Interval::between(lowest.before(), lowest.stepped(width).before());
    LevelError::outside(place.before(), place.after(), extent)
}

/// The numbers of the bits of a word that are set, from the lowest on.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_table_is_like_a_map_and_is_empty_once_it_is_settled(
            lists in prop::collection::vec(prop::collection::vec((0..600_000i64, 0..9i32), 0..40), 1..6),
            lowest in -7..7i64,
            width in prop_oneof![1..3000i64, 60_000..90_000i64, 300_000..600_000i64],
        ) {
            let mut table = Direct::new(lowest, width as usize);
            let (mut list, mut by_place) = (vec![7], Vec::new());
            for writes in lists {
                let mut values = ValueLists { fill: 0, values: &mut list, by_place: &mut by_place };
                values.provide(width as usize);
                let mut expected = BTreeMap::new();
                for (place, value) in writes.into_iter().map(|(k, value)| (lowest + k % width, value)) {
                    prop_assert_eq!(table.find(place).is_some(), expected.contains_key(&place));
                    if value == 0 && expected.remove(&place).is_some() {
                        table.remove(place);
                        values.clear_place((place - lowest) as usize);
                    } else {
                        let number = table.insert(place);
                        prop_assert_eq!(table.find(place), Some(number));
                        values.by_place[number] += value;
                        *expected.entry(place).or_insert(0) += value;
                    }
                }
                prop_assert_eq!(table.is_empty(), expected.is_empty());
                let sorted = table.sorted().into_iter().map(|(place, child)| (place, values.by_place[child - BY_PLACE]));
                prop_assert_eq!(sorted.collect::<BTreeMap<_, _>>(), expected.clone());
                let mut places: Vec<i64> = Vec::new();
                table.settle(&mut places, values);
                prop_assert!(table.is_empty());
                prop_assert!(by_place.iter().all(|&value| value == 0));
                prop_assert_eq!(list[0], 7);
                prop_assert!(places.into_iter().zip(list.drain(1..)).eq(expected));
            }
        }
    }
}
