//! The profile of intervals that overlap: the sums of their values, as pieces that do not overlap.
//!
//! ```text
//!  [-----2-----)                      cuts, in order; at each, values are put into slots or taken out
//!       [---------3----)
//!  [ 2 )[   5   )[  3  )              the sum of all slots, by pairs of pairs
//! ```
//!
//! The slots are the leaves of a binary tree whose nodes hold the sums of the two below: a change of one slot changes a
//! logarithm of the nodes, and nothing is ever subtracted, so the sum of floats is as exact as a sum by pairs. An interval
//! gets the free slot that was left last, so the order of additions depends on the intervals, and of equal ones on their
//! positions.

use super::index::Index;
use crate::continuous::{Coord, Cut};
use crate::level::{Entry, Level, Value};
use crate::looplet::{Arrays, Mixed, Pieces, Stepper};

use super::sight::Sight;

/// The number of intervals from which on a profile is worth its memory.
pub(super) const WORTH: usize = 8;

/// The profiles of all fibers.
#[derive(Debug, Clone)]
pub(super) struct Profile<L, C: Coord> {
    pointers: Vec<usize>,
    ends: Vec<(Cut<C>, Cut<C>)>,
    sums: L,
}

impl<L: Level, C: Coord> Profile<L, C> {
    /// Returns the profiles of the fibers of an index that have at least `worth` intervals; `None` if the contents of the
    /// intervals are not values.
    pub(super) fn of(index: &Index<C>, child: &L, worth: usize) -> Option<Self> {
        let (mut pointers, mut ends, mut sums) = (vec![0], Vec::new(), Vec::new());
        for fiber in 0..index.fibers() {
            let entries = index.entries(fiber);
            if entries.len() >= worth {
                let values: Option<Vec<L::Value>> = entries.iter().map(|entry| child.stored_value(entry.2)).collect();
                sweep(&entries, &values?, |lo, hi, sum| {
                    ends.push((lo, hi));
                    sums.push(sum);
                });
            }
            pointers.push(ends.len());
        }
        Some(Profile { pointers, ends, sums: child.with_values(sums)? })
    }

    /// Returns the sum at a place of a fiber; `None` if no interval of a profile holds it.
    pub(super) fn at(&self, fiber: usize, place: C) -> Option<L::Fiber<'_>> {
        let (first, end) = (self.pointers[fiber], self.pointers[fiber + 1]);
        let number = first + self.ends[first..end].partition_point(|&(_, hi)| hi <= place.before());
        (number < end && self.ends[number].0 <= place.before()).then(|| self.sums.fiber(number))
    }

    /// Returns the profile of a fiber as a looplet, `None` if the fiber has few intervals.
    #[inline(always)]
    pub(super) fn looplet<S: Sight<C>>(&self, fiber: usize, sight: S) -> Option<Stepper<Seen<'_, L, C, S>>> {
        let (first, end) = (self.pointers[fiber], self.pointers[fiber + 1]);
        let pieces = Seen { profile: self, first, end, sight };
        if first < end { Some(Stepper::new(pieces, 0, end - first)) } else { None }
    }
}

/// Calls `visit` with the parts of the line in which the same intervals lie, in order, and the sum of their values.
fn sweep<C: Coord, V: Value>(entries: &[Entry<C>], values: &[V], mut visit: impl FnMut(Cut<C>, Cut<C>, V)) {
    let ends = |end: fn(&Entry<C>) -> Cut<C>| {
        let mut ends: Vec<(Cut<C>, usize)> = entries.iter().map(end).zip(0..).collect();
        let key = |cut: Cut<C>| (cut.value.ordered(), cut.after);
        if !ends.is_sorted_by_key(|&(cut, _)| key(cut)) {
            ends.sort_unstable_by_key(|&(cut, number)| (key(cut), number));
        }
        ends
    };
    let (starts, stops) = (ends(|entry| entry.0), ends(|entry| entry.1));
    let mut slots = Slots { sums: vec![V::ZERO; 2], free: vec![0], held: 0 };
    let mut slot_of = vec![usize::MAX; entries.len()];
    let (mut p, mut q) = (0, 0);
    while q < stops.len() {
        // Stops come first: an interval that starts where another one stops does not meet it.
        let at = if p < starts.len() && starts[p].0 < stops[q].0 { starts[p].0 } else { stops[q].0 };
        while q < stops.len() && stops[q].0 <= at {
            let slot = std::mem::replace(&mut slot_of[stops[q].1], usize::MAX);
            if slot < usize::MAX {
                slots.leave(slot);
            }
            q += 1;
        }
        while p < starts.len() && starts[p].0 <= at {
            let number = starts[p].1;
            if entries[number].0 < entries[number].1 {
                slot_of[number] = slots.enter(values[number]);
            }
            p += 1;
        }
        if slots.held > 0 && q < stops.len() {
            let next = if p < starts.len() { starts[p].0.min(stops[q].0) } else { stops[q].0 };
            visit(at, next, slots.sums[1]);
        }
    }
}

/// Values in slots, and the sums of pairs of them, of pairs of pairs and so on: node `k` is the sum of nodes `2 k` and
/// `2 k + 1`, and slots are the last half of the nodes.
struct Slots<V> {
    sums: Vec<V>,
    free: Vec<usize>,
    held: usize,
}

impl<V: Value> Slots<V> {
    /// Puts a value into a slot, and returns the slot.
    fn enter(&mut self, value: V) -> usize {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => self.grow(),
        };
        self.held += 1;
        self.set(slot, value);
        slot
    }

    /// Empties a slot.
    fn leave(&mut self, slot: usize) {
        self.held -= 1;
        self.free.push(slot);
        self.set(slot, V::ZERO);
    }

    /// Doubles the slots, and returns the first one of the new half.
    fn grow(&mut self) -> usize {
        let slots = self.sums.len() / 2;
        let held = self.sums.split_off(slots);
        self.sums = vec![V::ZERO; 2 * slots];
        self.sums.extend(held);
        self.sums.resize(4 * slots, V::ZERO);
        for node in (1..2 * slots).rev() {
            self.sums[node] = self.sums[2 * node].joined(self.sums[2 * node + 1]);
        }
        self.free.extend((slots + 1..2 * slots).rev());
        slots
    }

    fn set(&mut self, slot: usize, value: V) {
        let mut node = self.sums.len() / 2 + slot;
        self.sums[node] = value;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node].joined(self.sums[2 * node + 1]);
        }
    }
}

/// The profile of a fiber, seen from a loop.
#[derive(Debug)]
pub struct Seen<'a, L, C: Coord, S> {
    profile: &'a Profile<L, C>,
    first: usize,
    end: usize,
    sight: S,
}

impl<L, C: Coord, S: Copy> Clone for Seen<'_, L, C, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, C: Coord, S: Copy> Copy for Seen<'_, L, C, S> {}

impl<L, C: Coord, S: Sight<C>> Seen<'_, L, C, S> {
    /// Returns the number of a piece in the profile.
    #[inline(always)]
    fn number(&self, p: usize) -> usize {
        if S::BACKWARD { self.end - 1 - p } else { self.first + p }
    }
}

impl<'a, L: Level, C: Coord, S: Sight<C>> Pieces for Seen<'a, L, C, S> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = Mixed;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        let (lo, hi) = self.profile.ends[self.number(p)];
        self.sight.to_loop(if S::BACKWARD { hi } else { lo })
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        let (lo, hi) = self.profile.ends[self.number(p)];
        self.sight.to_loop(if S::BACKWARD { lo } else { hi })
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.profile.sums.fiber(self.number(p))
    }

    fn arrays(&self) -> Arrays {
        Arrays::closed("left", "right")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_profile_has_the_sum_of_all_intervals_at_each_place(
            list in prop::collection::vec((0..40i64, 0..12i64, -9..9i64), 0..40),
        ) {
            let entries: Vec<Entry<i64>> = list.iter().map(|&(lo, len, _)| (lo.before(), (lo + len).before(), 0)).collect();
            let values: Vec<i64> = list.iter().map(|&(.., value)| value).collect();
            let (mut found, mut last) = ([0; 60], Cut::FIRST);
            let mut apart = true;
            sweep(&entries, &values, |lo, hi, sum| {
                apart &= last <= lo && lo < hi;
                last = hi;
                (lo.value..hi.value).for_each(|place| found[place as usize] = sum);
            });
            prop_assert!(apart);
            for place in 0..60 {
                let inside = list.iter().filter(|&&(lo, len, _)| lo <= place && place < lo + len);
                prop_assert_eq!(found[place as usize], inside.map(|&(.., value)| value).sum::<i64>());
            }
        }
    }

    #[test]
    fn what_cancels_leaves_nothing_behind() {
        let ends = [(0.0, 9.0), (1.0, 3.0), (2.0, 5.0)].map(|(lo, hi)| (f64::before(lo), f64::before(hi), 0));
        let mut sums = Vec::new();
        sweep(&ends, &[1.0, 1e300, f64::NAN], |_, _, sum| sums.push(sum));
        assert_eq!((sums.len(), sums[0], sums[1], sums[4]), (5, 1.0, 1e300, 1.0));
        assert!(sums[2].is_nan() && sums[3].is_nan());
    }
}
