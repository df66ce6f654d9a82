//! Single places written in any order: a list in the order of writing, and a table to find them.
//!
//! ```text
//!  places  (4, 0) (1, 1) (9, 2)     coordinate and child position
//!  hashed  - 1 - - 0 - 2 -          numbers in the list, each at or after the slot of its coordinate's hash
//!  direct  - 1 - - 0 - - - - 2 -    the same with a slot for each place of the extent
//!  marks   0 1 0 0 1 0 0 0 0 1 0    a bit for each slot of a direct table that is not empty
//!  blocks  1                        a bit for each word of marks that is not zero
//! ```
//!
//! A direct table is used by one fiber after the other: where rows are written one after the other, nothing is hashed, and
//! unless few of many slots are taken, the order of the places is read from the marks instead of sorting them.

use crate::continuous::Coord;

/// The value of an empty slot.
const EMPTY: u32 = u32::MAX;

/// The bits of a word of marks.
const WORD: usize = u64::BITS as usize;

/// The number of words of blocks for each place from which on sorting the places is faster than reading the marks.
const FEW: usize = 16;

/// The greatest number of places.
const MOST: usize = EMPTY as usize;

/// Mixes the bits of a number: multiplies them, and combines the halves of the product.
#[inline(always)]
pub(in crate::level) fn mixed(bits: u64) -> u64 {
    // The fractions of the golden ratio and of the square root of three: both are odd and have no pattern.
    let product = u128::from(bits ^ 0x9E37_79B9_7F4A_7C15) * 0xBB67_AE85_84CA_A73B;
    (product as u64) ^ ((product >> 64) as u64)
}

/// Memory for a direct table: empty slots for the places of an extent, and an empty list.
#[derive(Debug, Clone)]
pub(in crate::level) struct Direct<C> {
    slots: Vec<u32>,
    marks: Vec<u64>,
    blocks: Vec<u64>,
    places: Vec<(C, usize)>,
}

impl<C: Coord> Direct<C> {
    /// Creates the memory for an extent of `width` places.
    pub(in crate::level) fn new(width: usize) -> Self {
        let words = width.div_ceil(WORD);
        let (marks, blocks) = (vec![0; words], vec![0; words.div_ceil(WORD)]);
        Direct { slots: vec![EMPTY; width], marks, blocks, places: Vec::new() }
    }

    /// Returns the numbers of the places of a list in their order, and empties their slots; `lowest` is the number of the first slot.
    fn settle(&mut self, lowest: u64) -> Vec<usize> {
        if self.blocks.len() >= FEW * self.places.len() {
            return self.sort(lowest);
        }
        let mut numbers = Vec::with_capacity(self.places.len());
        let parts = self.marks.chunks_mut(WORD).zip(self.slots.chunks_mut(WORD * WORD));
        for (words, (marks, slots)) in self.blocks.iter_mut().zip(parts) {
            let mut words = std::mem::take(words);
            while words != 0 {
                let word = words.trailing_zeros() as usize;
                let (mut left, slots) = (std::mem::take(&mut marks[word]), &mut slots[word * WORD..]);
                while left != 0 {
                    let slot = &mut slots[left.trailing_zeros() as usize];
                    numbers.push(std::mem::replace(slot, EMPTY) as usize);
                    left &= left - 1;
                }
                words &= words - 1;
            }
        }
        numbers
    }

    /// Does what [`settle`](Direct::settle) does, in a time that does not depend on the number of slots.
    #[inline(never)]
    fn sort(&mut self, lowest: u64) -> Vec<usize> {
        let slots_of = self.places.iter().map(|(place, _)| place.bits().wrapping_sub(lowest));
        // Slots have numbers of 32 bits, as the places in the list do.
        let mut keys: Vec<u64> = slots_of.zip(0..).map(|(slot, number)| slot << 32 | number).collect();
        keys.sort_unstable();
        for key in &keys {
            self.clear((key >> 32) as usize);
        }
        keys.into_iter().map(|key| key as u32 as usize).collect()
    }

    /// Empties a slot, where all others are emptied too: its words of marks and blocks are cleared as a whole.
    fn clear(&mut self, slot: usize) {
        self.slots[slot] = EMPTY;
        self.marks[slot / WORD] = 0;
        self.blocks[slot / WORD / WORD] = 0;
    }
}

/// Single places in the order of writing, or in their own order if there is no table.
#[derive(Debug, Clone)]
pub(in crate::level) struct Scattered<C> {
    places: Vec<(C, usize)>,
    /// Numbers in the list. Those of a hash table are a power of two, and at least twice as many as there are places.
    slots: Vec<u32>,
    /// `true` if the table is a direct one.
    direct: bool,
    /// The number of the first place of a direct table.
    lowest: u64,
    /// The marks of a direct table.
    marks: Vec<u64>,
    /// The blocks of a direct table.
    blocks: Vec<u64>,
}

impl<C: Coord> Scattered<C> {
    /// Creates the table of different places; `None` if there are too many.
    pub(in crate::level) fn new(places: Vec<(C, usize)>) -> Option<Self> {
        let (slots, marks, blocks) = (Vec::new(), Vec::new(), Vec::new());
        let mut scattered = Scattered { places, slots, direct: false, lowest: 0, marks, blocks };
        (scattered.places.len() < MOST).then(|| {
            scattered.rebuild();
            scattered
        })
    }

    /// Creates the direct table of different places, the lowest of which may be `lowest`; it has slots for all that follow.
    pub(in crate::level) fn direct(places: impl Iterator<Item = (C, usize)>, lowest: C, table: Direct<C>) -> Self {
        let Direct { slots, marks, blocks, places: list } = table;
        let mut scattered = Scattered { places: list, slots, direct: true, lowest: lowest.bits(), marks, blocks };
        for (place, child) in places {
            scattered.insert_at(scattered.direct_slot(place), place, child);
        }
        scattered
    }

    /// Removes the table, after which the list is in the order of the places, and returns the memory of a direct one. First calls
    /// `order` with the list and its numbers in that order; the list is not needed any more if that returns `true`.
    pub(in crate::level) fn settle(
        &mut self,
        order: impl FnOnce(&[(C, usize)], &[usize]) -> bool,
    ) -> Option<Direct<C>> {
        let direct = self.direct;
        let mut table = self.take_memory();
        let numbers = if direct {
            table.settle(self.lowest)
        } else {
            let mut numbers: Vec<usize> = (0..table.places.len()).collect();
            numbers.sort_unstable_by_key(|&number| table.places[number].0.ordered());
            numbers
        };
        if !order(&table.places, &numbers) {
            self.places = numbers.into_iter().map(|number| table.places[number]).collect();
        }
        table.places.clear();
        direct.then_some(table)
    }

    /// Removes all places, and returns the memory of a direct table.
    pub(in crate::level) fn take_table(&mut self) -> Option<Direct<C>> {
        if !self.direct {
            return None;
        }
        let mut table = self.take_memory();
        for number in 0..table.places.len() {
            table.clear(self.direct_slot(table.places[number].0));
        }
        table.places.clear();
        Some(table)
    }

    /// Takes the list and the table out, and leaves an empty list without a table.
    fn take_memory(&mut self) -> Direct<C> {
        self.direct = false;
        Direct {
            slots: std::mem::take(&mut self.slots),
            marks: std::mem::take(&mut self.marks),
            blocks: std::mem::take(&mut self.blocks),
            places: std::mem::take(&mut self.places),
        }
    }

    /// Gives every place a slot in a hash table for four times as many places.
    #[cold]
    fn rebuild(&mut self) {
        self.slots = vec![EMPTY; (8 * self.places.len()).next_power_of_two().max(64)];
        for number in 0..self.places.len() {
            let (_, slot) = self.probe(self.places[number].0);
            self.slots[slot] = number as u32;
        }
    }

    /// Returns the number of a place in the list, if it is stored, and its slot or the empty one that it would take.
    #[inline]
    fn probe(&self, place: C) -> (Option<usize>, usize) {
        if self.direct {
            let slot = self.direct_slot(place);
            let number = self.slots[slot];
            return ((number != EMPTY).then_some(number as usize), slot);
        }
        let last = self.slots.len() - 1;
        let mut slot = mixed(place.bits()) as usize & last;
        loop {
            match self.slots[slot & last] {
                EMPTY => return (None, slot & last),
                number if self.places[number as usize].0 == place => return (Some(number as usize), slot & last),
                _ => slot += 1,
            }
        }
    }

    /// Returns the child position of a place.
    #[inline]
    pub(in crate::level) fn find(&mut self, place: C) -> Option<usize> {
        if self.slots.is_empty() {
            self.rebuild();
        }
        self.probe(place).0.map(|number| self.places[number].1)
    }

    /// Adds a place that is not stored; returns `false` if there are too many.
    #[inline]
    pub(in crate::level) fn insert(&mut self, place: C, child: usize) -> bool {
        if self.slots.is_empty() {
            self.rebuild();
        }
        let (_, slot) = self.probe(place);
        if !self.insert_at(slot, place, child) {
            return false;
        }
        if !self.direct && 2 * self.places.len() > self.slots.len() {
            self.rebuild();
        }
        true
    }

    /// Returns the slot of a place in a direct table.
    #[inline(always)]
    fn direct_slot(&self, place: C) -> usize {
        place.bits().wrapping_sub(self.lowest) as usize
    }

    /// Returns whether the table has a slot for each place.
    pub(in crate::level) fn is_direct(&self) -> bool {
        self.direct
    }

    /// Returns the child position of a place, or the slot that it takes if it is [inserted](Scattered::insert_at). The table must
    /// have a slot for each place.
    #[inline(always)]
    pub(in crate::level) fn find_directly(&self, place: C) -> Result<usize, usize> {
        let slot = self.direct_slot(place);
        match self.slots[slot] {
            EMPTY => Err(slot),
            number => Ok(self.places[number as usize].1),
        }
    }

    /// Adds a place at its slot, unless there are too many; returns whether it did.
    #[inline(always)]
    pub(in crate::level) fn insert_at(&mut self, slot: usize, place: C, child: usize) -> bool {
        let count = self.places.len();
        if count + 1 >= MOST {
            return false;
        }
        self.slots[slot] = count as u32;
        if let Some(marks) = self.marks.get_mut(slot / WORD) {
            if *marks == 0
                && let Some(words) = self.blocks.get_mut(slot / WORD / WORD)
            {
                *words |= 1 << (slot / WORD % WORD);
            }
            *marks |= 1 << (slot % WORD);
        }
        self.places.push((place, child));
        true
    }

    /// Returns the places in order.
    pub(in crate::level) fn sorted(&self) -> Vec<(C, usize)> {
        let mut places = self.places.clone();
        if !self.slots.is_empty() {
            places.sort_unstable_by_key(|(place, _)| place.ordered());
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_direct_table_returns_the_order_of_its_places_and_is_empty_after_it(
            lists in prop::collection::vec((-7..7i64, prop::collection::vec(0..90_000i64, 0..9)), 1..6),
            width in prop_oneof![1..3000i64, 60_000..90_000i64],
        ) {
            let mut table = Direct::new(width as usize);
            for (lowest, offsets) in lists {
                let mut seen = BTreeSet::new();
                let places: Vec<i64> = offsets.into_iter().map(|k| lowest + k % width).filter(|&k| seen.insert(k)).collect();
                let before = places.len() / 2;
                let mut scattered = Scattered::direct(places[..before].iter().copied().zip(0..), lowest, table);
                for (child, &place) in places.iter().enumerate() {
                    match scattered.find_directly(place) {
                        Ok(found) => prop_assert_eq!(found, child),
                        Err(slot) => {
                            prop_assert!(child >= before);
                            prop_assert!(scattered.insert_at(slot, place, child));
                        }
                    }
                }
                let mut ordered = Vec::new();
                let settled = scattered.settle(|list, numbers| {
                    ordered.extend(numbers.iter().map(|&number| list[number].0));
                    true
                });
                prop_assert_eq!(ordered, seen.into_iter().collect::<Vec<_>>());
                table = settled.expect("the table is direct");
                prop_assert!(table.slots.iter().all(|&slot| slot == EMPTY));
                prop_assert!(table.marks.iter().chain(&table.blocks).all(|&word| word == 0));
            }
        }
    }
}
