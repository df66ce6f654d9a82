//! Single places written in any order, found through a table with a slot for each place of the extent.
//!
//! ```text
//!  slots   - 1 - - 0 - - - - 2 -    the child position of a place, counted from that of the first one
//!  marks   0 1 0 0 1 0 0 0 0 1 0    a bit for each slot that is not empty
//!  blocks  1                        a bit for each word of marks that is not zero
//!  taken   4 1 9                    the slots that are not empty, in the order of writing
//! ```
//!
//! The table is used by one fiber after the other: where rows are written one after the other, nothing is hashed, and unless
//! few of many slots are taken, the order of the places is read from the marks instead of sorting them.

use crate::continuous::{Coord, Stored};

/// The value of an empty slot.
const EMPTY: u32 = u32::MAX;

/// The bits of a word of marks.
const WORD: usize = u64::BITS as usize;

/// The number of words of blocks for each place from which on sorting the places is faster than reading the marks.
const FEW: usize = 16;

/// Single places in the order of writing, and a slot for each place of an extent.
#[derive(Debug, Clone)]
pub(in crate::level) struct Direct<C> {
    /// The place of the first slot.
    lowest: C,
    /// The child position of the first place that was written.
    first: usize,
    /// The child positions of the places, counted from `first`.
    slots: Vec<u32>,
    marks: Vec<u64>,
    blocks: Vec<u64>,
    taken: Vec<u32>,
}

impl<C: Coord> Direct<C> {
    /// Creates an empty table for the `width` integers from `lowest` on, at most 2^32 of them.
    pub(in crate::level) fn new(lowest: C, width: usize) -> Self {
        let words = width.div_ceil(WORD);
        let (marks, blocks) = (vec![0; words], vec![0; words.div_ceil(WORD)]);
        Direct { lowest, first: 0, slots: vec![EMPTY; width], marks, blocks, taken: Vec::new() }
    }

    /// Returns whether there is no place.
    pub(in crate::level) fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Returns the child position of a place of the extent, or the slot that it takes if it is [inserted](Direct::insert).
    #[inline(always)]
    pub(in crate::level) fn find(&self, place: C) -> Result<usize, usize> {
        let slot = place.bits().wrapping_sub(self.lowest.bits()) as usize;
        match self.slots[slot] {
            EMPTY => Err(slot),
            number => Ok(self.first + number as usize),
        }
    }

    /// Adds a place at its slot, with a child position that is above those of all others; returns whether the table can hold it.
    #[inline(always)]
    pub(in crate::level) fn insert(&mut self, slot: usize, child: usize) -> bool {
        if self.taken.is_empty() {
            self.first = child;
        }
        let number = child.wrapping_sub(self.first);
        if number >= EMPTY as usize {
            return false;
        }
        self.slots[slot] = number as u32;
        if let Some(marks) = self.marks.get_mut(slot / WORD) {
            if *marks == 0
                && let Some(words) = self.blocks.get_mut(slot / WORD / WORD)
            {
                *words |= 1 << (slot / WORD % WORD);
            }
            *marks |= 1 << (slot % WORD);
        }
        self.taken.push(slot as u32);
        true
    }

    /// Returns the places of slots.
    #[inline(always)]
    fn places<S: Stored<Coord = C>>(&self, slots: &[u32]) -> Vec<S> {
        slots.iter().map(|&slot| S::stored(self.lowest.stepped(slot as usize))).collect()
    }

    /// Returns the places in their order, each with its child position.
    pub(in crate::level) fn sorted(&self) -> Vec<(C, usize)> {
        let mut slots = self.taken.clone();
        slots.sort_unstable();
        let children = slots.iter().map(|&slot| self.first + self.slots[slot as usize] as usize);
        let places: Vec<C> = self.places(&slots);
        places.into_iter().zip(children).collect()
    }

    /// Removes all places. Returns them in their order, with the child position of the first one that was written and the numbers
    /// of all, counted from it.
    pub(in crate::level) fn settle<S: Stored<Coord = C>>(&mut self) -> (Vec<S>, usize, Vec<u32>) {
        if self.blocks.len() >= FEW * self.taken.len() {
            self.taken.sort_unstable();
            self.unmark();
        } else {
            self.sort_by_marks();
        }
        let places = self.places(&self.taken);
        let slots = self.taken.iter().map(|&slot| slot as usize);
        let numbers = slots.map(|slot| std::mem::replace(&mut self.slots[slot], EMPTY)).collect();
        self.taken.clear();
        (places, self.first, numbers)
    }

    /// Sorts the slots that are taken, and removes the marks.
    fn sort_by_marks(&mut self) {
        let mut sorted = self.taken.iter_mut();
        for (block, (words, marks)) in self.blocks.iter_mut().zip(self.marks.chunks_mut(WORD)).enumerate() {
            let mut words = std::mem::take(words);
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                let mut left = std::mem::take(&mut marks[word]);
                while left != 0 {
                    if let Some(slot) = sorted.next() {
                        *slot = ((block * WORD + word) * WORD) as u32 + left.trailing_zeros();
                    }
                    left &= left - 1;
                }
                words &= words - 1;
            }
        }
    }

    /// Removes the marks of all places.
    fn unmark(&mut self) {
        for slot in self.taken.iter().map(|&slot| slot as usize) {
            // All others are removed too, so that the words are cleared as a whole.
            self.marks[slot / WORD] = 0;
            self.blocks[slot / WORD / WORD] = 0;
        }
    }

    /// Removes all places.
    pub(in crate::level) fn clear(&mut self) {
        self.unmark();
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
            lowest in -7..7i64,
            width in prop_oneof![1..3000i64, 60_000..90_000i64],
        ) {
            let mut table = Direct::new(lowest, width as usize);
            for (offsets, mut child, settles) in lists {
                let mut expected = BTreeMap::new();
                for place in offsets.into_iter().map(|k| lowest + k % width) {
                    match table.find(place) {
                        Ok(found) => prop_assert_eq!(Some(&found), expected.get(&place)),
                        Err(slot) => {
                            prop_assert!(table.insert(slot, child));
                            prop_assert_eq!(expected.insert(place, child), None);
                            child += 2;
                        }
                    }
                }
                prop_assert_eq!(table.is_empty(), expected.is_empty());
                prop_assert_eq!(table.sorted(), expected.clone().into_iter().collect::<Vec<_>>());
                if settles {
                    let (places, first, numbers) = table.settle::<i64>();
                    let children = numbers.into_iter().map(|number| first + number as usize);
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
