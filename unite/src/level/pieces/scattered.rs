//! Single places written in any order: a list in the order of writing, and a hash table to find them.
//!
//! ```text
//!  places  (4, 0) (1, 1) (9, 2)     coordinate and child position
//!  slots   - 1 - - 0 - 2 -          numbers in the list, each at or after the slot of its coordinate's hash
//! ```

use crate::continuous::Coord;

/// The value of an empty slot.
const EMPTY: u32 = u32::MAX;

/// The greatest number of places.
const MOST: usize = EMPTY as usize;

/// Mixes the bits of a number: multiplies them, and combines the halves of the product.
#[inline(always)]
pub(in crate::level) fn mixed(bits: u64) -> u64 {
    // The fractions of the golden ratio and of the square root of three: both are odd and have no pattern.
    let product = u128::from(bits ^ 0x9E37_79B9_7F4A_7C15) * 0xBB67_AE85_84CA_A73B;
    (product as u64) ^ ((product >> 64) as u64)
}

/// Single places in the order of writing, or in their own order if there is no table.
#[derive(Debug, Clone)]
pub(in crate::level) struct Scattered<C> {
    places: Vec<(C, usize)>,
    /// Numbers in the list: a power of two, and at least twice as many as there are places; or none if there is no table.
    slots: Vec<u32>,
}

impl<C: Coord> Scattered<C> {
    /// Creates the table of different places; `None` if there are too many.
    pub(in crate::level) fn new(places: Vec<(C, usize)>) -> Option<Self> {
        (places.len() < MOST).then(|| {
            let mut scattered = Scattered::ordered(places);
            scattered.rebuild();
            scattered
        })
    }

    /// Creates the list of places in their order, fewer than 2^32 - 1, without a table.
    pub(in crate::level) fn ordered(places: Vec<(C, usize)>) -> Self {
        Scattered { places, slots: Vec::new() }
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
        let count = self.places.len();
        if count + 1 >= MOST {
            return false;
        }
        self.slots[slot] = count as u32;
        self.places.push((place, child));
        if 2 * self.places.len() > self.slots.len() {
            self.rebuild();
        }
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
