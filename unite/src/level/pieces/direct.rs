//! Single places written in any order, found through a table with a slot for each place of the extent.
//!
//! ```text
//!  slots   - 1 - - 0 - - - - 2 -    the child position of a place, counted from that of the first one
//!  taken   4 1 9                    the slots that are not empty, in the order of writing
//!  marks   0 1 0 0 1 0 0 0 0 1 0    a bit for each slot that is not empty, while they are sorted
//!  blocks  1                        a bit for each word of marks that is not zero
//! ```
//!
//! The table is used by one fiber after the other: where rows are written one after the other, nothing is hashed, and unless
//! few of many slots are taken, they are sorted by marks.

use crate::continuous::{Coord, Stored};

/// The value of an empty slot.
const EMPTY: u32 = u32::MAX;

/// The bits of a word of marks.
const WORD: usize = u64::BITS as usize;

/// The number of words of blocks for each place from which on sorting the places is faster than reading the marks.
const FEW: usize = 16;

/// The number of slots of a word of marks that are written at once.
const AT_ONCE: usize = 4;

/// The greatest distance of child positions for which a loop may write.
const FAR: usize = EMPTY as usize / 2;

/// Single places in the order of writing, and a slot for each place of an extent.
#[derive(Debug, Clone)]
pub(in crate::level) struct Direct<C> {
    /// The place of the first slot.
    lowest: C,
    /// The child position of the first place that was written, or of the next one if there is none.
    first: usize,
    /// The child positions of the places, counted from `first`.
    slots: Vec<u32>,
    taken: Vec<u32>,
    marks: Vec<u64>,
    blocks: Vec<u64>,
    /// The child positions that were removed last, counted from `first`.
    numbers: Vec<u32>,
}

impl<C: Coord> Direct<C> {
    /// Creates an empty table for the `width` integers from `lowest` on, at most 2^31 of them.
    pub(in crate::level) fn new(lowest: C, width: usize) -> Self {
        let words = width.div_ceil(WORD);
        let (marks, blocks) = (vec![0; words], vec![0; words.div_ceil(WORD)]);
        Direct { lowest, first: 0, slots: vec![EMPTY; width], taken: Vec::new(), marks, blocks, numbers: Vec::new() }
    }

    /// Returns whether the child positions of the places follow each other.
    pub(in crate::level) fn is_consecutive(&self) -> bool {
        // They are increasing in the order of writing.
        self.taken.last().is_none_or(|&last| self.slots[last as usize] as usize + 1 == self.taken.len())
    }

    /// Returns whether there is no place.
    pub(in crate::level) fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Has places inserted whose child positions are `next` and the following ones, one for each slot at most; returns whether
    /// the table can hold these.
    #[inline(always)]
    pub(in crate::level) fn continue_at(&mut self, next: usize) -> bool {
        if self.taken.is_empty() {
            self.first = next;
        }
        next.wrapping_sub(self.first) <= FAR
    }

    /// Returns the child position of a place of the extent. If it is not there, inserts it with the child position `next`, to
    /// which the table was [continued](Direct::continue_at), and returns nothing.
    #[inline(always)]
    pub(in crate::level) fn find_or_insert(&mut self, place: C, next: usize) -> Option<usize> {
        let number = self.slot(place);
        let slot = &mut self.slots[number];
        if *slot != EMPTY {
            return Some(self.first + *slot as usize);
        }
        *slot = (next - self.first) as u32;
        self.taken.push(number as u32);
        None
    }

    /// Returns the child position of a place of the extent.
    pub(in crate::level) fn find(&self, place: C) -> Option<usize> {
        match self.slots[self.slot(place)] {
            EMPTY => None,
            number => Some(self.first + number as usize),
        }
    }

    /// Returns the slot of a place of the extent.
    #[inline(always)]
    fn slot(&self, place: C) -> usize {
        place.bits().wrapping_sub(self.lowest.bits()) as usize
    }

    /// Returns the places in their order, each with its child position.
    pub(in crate::level) fn sorted(&self) -> Vec<(C, usize)> {
        let mut slots = self.taken.clone();
        slots.sort_unstable();
        let slots = slots.into_iter().map(|slot| slot as usize);
        slots.map(|slot| (self.lowest.stepped(slot), self.first + self.slots[slot] as usize)).collect()
    }

    /// Removes all places, and appends them to a list in their order. Returns the child position of the first one that was
    /// written, and the numbers of all, counted from it.
    pub(in crate::level) fn settle<S: Stored<Coord = C>>(&mut self, into: &mut Vec<S>) -> (usize, &[u32]) {
        if self.blocks.len() >= FEW * self.taken.len() {
            self.taken.sort_unstable();
        } else {
            self.sort_by_marks();
        }
        into.extend(self.taken.iter().map(|&slot| S::stored(self.lowest.stepped(slot as usize))));
        let Direct { slots, taken, numbers, .. } = self;
        numbers.clear();
        numbers.extend(taken.drain(..).map(|slot| std::mem::replace(&mut slots[slot as usize], EMPTY)));
        (self.first, &self.numbers)
    }

    /// Sorts the slots that are taken.
    fn sort_by_marks(&mut self) {
        for slot in self.taken.iter().map(|&slot| slot as usize) {
            self.marks[slot / WORD] |= 1 << (slot % WORD);
            self.blocks[slot / WORD / WORD] |= 1 << (slot / WORD % WORD);
        }
        // The slots of a word are written four at a time, past those that it has, so that no branch depends on their number.
        let count = self.taken.len();
        self.taken.resize(count + AT_ONCE, 0);
        let mut sorted = 0;
        for (block, (words, marks)) in self.blocks.iter_mut().zip(self.marks.chunks_mut(WORD)).enumerate() {
            let mut words = std::mem::take(words);
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                let mut left = std::mem::take(&mut marks[word]);
                let (first, end) = (((block * WORD + word) * WORD) as u32, sorted + left.count_ones() as usize);
                loop {
                    for slot in &mut self.taken[sorted..sorted + AT_ONCE] {
                        *slot = first + left.trailing_zeros();
                        left &= left.wrapping_sub(1);
                    }
                    if left == 0 {
                        break;
                    }
                    sorted += AT_ONCE;
                }
                sorted = end;
                words &= words - 1;
            }
        }
        self.taken.truncate(count);
    }

    /// Removes all places.
    pub(in crate::level) fn clear(&mut self) {
        for slot in self.taken.drain(..) {
            self.slots[slot as usize] = EMPTY;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_table_is_like_a_map_and_is_empty_once_it_is_settled_or_cleared(
            lists in prop::collection::vec((prop::collection::vec(0..90_000i64, 0..9), 0..9usize, any::<bool>()), 1..6),
            step in 1..3usize,
            lowest in -7..7i64,
            width in prop_oneof![1..3000i64, 60_000..90_000i64],
        ) {
            let mut table = Direct::new(lowest, width as usize);
            for (offsets, mut child, settles) in lists {
                let mut expected = BTreeMap::new();
                for place in offsets.into_iter().map(|k| lowest + k % width) {
                    prop_assert!(table.continue_at(child));
                    prop_assert_eq!(table.find(place), expected.get(&place).copied());
                    let found = table.find_or_insert(place, child);
                    prop_assert_eq!(found, expected.get(&place).copied());
                    if found.is_none() {
                        expected.insert(place, child);
                        child += step;
                    }
                }
                prop_assert_eq!(table.is_empty(), expected.is_empty());
                prop_assert_eq!(table.is_consecutive(), expected.len() < 2 || step == 1);
                prop_assert_eq!(table.sorted(), expected.clone().into_iter().collect::<Vec<_>>());
                if settles {
                    let mut places: Vec<i64> = Vec::new();
                    let (first, numbers) = table.settle(&mut places);
                    let children = numbers.iter().map(|&number| first + number as usize);
                    prop_assert!(places.into_iter().zip(children).eq(expected));
                } else {
                    table.clear();
                }
                prop_assert!(table.slots.iter().all(|&slot| slot == EMPTY));
                prop_assert!(table.marks.iter().chain(&table.blocks).all(|&word| word == 0));
            }
        }
    }
}
