//! The list of single places that fibers share, and the table of those in any order.
//!
//! One fiber is open at a time. As the next one is opened, its places are put in order and moved to the end of the list.

use super::Workspace;
use crate::continuous::{Coord, Stored};
use crate::level::Update;
use crate::level::pieces::{Direct, FiberPieces, Pieces, give_back};

/// The greatest number of bytes of values by place.
const MOST_BYTES: u64 = 1 << 25;

/// After one fiber of this many, memory is reserved for the others, if it is not much: little has to be copied then.
const FIRST_OF: usize = 64;

/// The greatest number of places for which memory is reserved so early.
const NOT_MUCH: usize = 1 << 21;

/// After one fiber of this many, memory is reserved for what others are likely to need beside that.
const THEN_OF: usize = 8;

impl<C: Coord, U: Update, S: Stored<Coord = C>> Workspace<C, U, S> {
    /// Returns the places of the fibers `roots`, fiber after fiber, and the pointers that separate these, if they are places alone
    /// whose child positions are 0, 1, 2 and so on; `None` is a fiber without places.
    pub(in crate::level) fn take_places(&mut self, roots: &[Option<usize>]) -> Option<(Vec<S>, Vec<usize>)> {
        self.close_opened();
        self.settle_table();
        if std::mem::take(&mut self.reserved) {
            give_back(&mut self.places);
            self.child.shrink();
        }
        let (mut next, mut pointers) = (0, Vec::with_capacity(roots.len() + 1));
        pointers.push(0);
        for root in roots {
            match root.map(|root| &self.fibers[root]) {
                Some(FiberPieces::Shared(part)) if part.first == next && part.at == next => next += part.len,
                Some(fiber) if !fiber.is_empty() => return None,
                _ => {}
            }
            pointers.push(next);
        }
        if self.child.positions() != Some(next) || (0..next).any(|child| self.child.is_dropped(child)) {
            return None;
        }
        self.places.truncate(next);
        Some((std::mem::take(&mut self.places), pointers))
    }

    /// Copies the places of a fiber to the end of a list, if they are places alone and their child positions are `next` and
    /// the following ones; returns their number, or nothing if they are of another form.
    pub(in crate::level) fn copy_places(&mut self, position: usize, next: usize, into: &mut Vec<S>) -> Option<usize> {
        self.settle(position);
        let places = match &self.fibers[position] {
            FiberPieces::Own(Pieces::Places { first, places }) if places.is_empty() || *first == next => &places[..],
            FiberPieces::Shared(part) if part.first == next => part.of(&self.places),
            _ => return None,
        };
        if (next..next + places.len()).any(|child| self.child.is_dropped(child)) {
            return None;
        }
        if into.is_empty() {
            // Each place of all fibers has a subtensor of its own.
            into.reserve(self.child.positions().unwrap_or(0));
        }
        into.extend_from_slice(places);
        Some(places.len())
    }

    /// Puts the places of a fiber in order that were written in any order, if there are such; takes its table of places.
    pub(super) fn settle(&mut self, position: usize) {
        let fiber = &mut self.fibers[position];
        if fiber.has_direct_table() {
            let part = self.child.lists().and_then(|values| fiber.settle_table(&mut self.places, values));
            if let Some(part) = part
                && let FiberPieces::Own(Pieces::Direct(table)) = std::mem::replace(fiber, FiberPieces::Shared(part))
            {
                self.table = Some(table);
            }
        } else {
            fiber.settle_scattered(&mut self.places, |first, order| self.child.reorder(first, order));
        }
    }

    /// Puts the places of the fiber that has the table in order, if there is one.
    pub(super) fn settle_table(&mut self) {
        if let Some(fiber) = self.scattered.filter(|&fiber| fiber < self.fibers.len()) {
            self.settle(fiber);
        }
    }

    /// Puts the places of the fiber that was opened last in order, and moves them to the list that fibers share. Returns an empty
    /// list.
    fn close_opened(&mut self) -> Vec<S> {
        if self.opened >= self.fibers.len() {
            return Vec::new();
        }
        self.settle(self.opened);
        self.fibers[self.opened].share(&mut self.places)
    }

    /// Opens an empty fiber, to which single places are added if `single`. What was opened before is closed.
    #[inline]
    pub(super) fn open(&mut self, position: usize, single: bool) {
        if single && self.pass_table(position) {
            return;
        }
        if self.opened != position {
            let places = self.close_opened();
            self.fibers[position] = FiberPieces::Own(Pieces::Places { first: 0, places });
            self.opened = position;
            self.reserve_at(position);
        }
        // A fiber that follows one with the table is likely to be written in any order too.
        if single && self.scattered.is_some() {
            self.scatter(position);
        }
        if self.runs {
            self.open_runs(position, single);
        }
    }

    /// Gives the table of the fiber that was opened last, whose places are put in order, to an empty one behind it. Returns `false`
    /// if that fiber has none.
    #[inline]
    fn pass_table(&mut self, position: usize) -> bool {
        if self.opened >= position || self.scattered != Some(self.opened) {
            return false;
        }
        let Ok([last, next]) = self.fibers.get_disjoint_mut([self.opened, position]) else { return false };
        let Some(values) = self.child.lists() else { return false };
        let Some(part) = last.settle_table(&mut self.places, values) else { return false };
        std::mem::swap(last, next);
        *last = FiberPieces::Shared(part);
        (self.opened, self.scattered) = (position, Some(position));
        self.reserve_at(position);
        true
    }

    /// Reserves memory for the places of all fibers as one is opened, if that is a good moment for it.
    #[inline]
    fn reserve_at(&mut self, position: usize) {
        if position > 0
            && let Some(of) = [FIRST_OF, THEN_OF].into_iter().find(|of| position == self.fibers.len() / of)
        {
            self.reserve(of);
        }
    }

    /// Has runs of values appended to a fiber without pieces, with memory for as many as the fiber before it has; places if `single`.
    #[inline(never)]
    fn open_runs(&mut self, position: usize, single: bool) {
        if single || self.child.lists().is_none() {
            if let FiberPieces::Own(Pieces::Runs { .. }) = self.fibers[position] {
                self.fibers[position] = FiberPieces::new();
            }
            return;
        }
        let alike = match position.checked_sub(1).map(|before| &self.fibers[before]) {
            Some(FiberPieces::Own(Pieces::Runs { stops, .. })) => stops.len(),
            _ => 0,
        };
        let stops = Vec::with_capacity(alike);
        self.fibers[position] = FiberPieces::Own(Pieces::Runs { first: 0, start: self.extent.lo(), stops });
    }

    /// Reserves memory for the places of all fibers and their values, of which those of one fiber of `of` are there: lists that grow
    /// step by step are copied, and take memory for a while that is then given back.
    #[cold]
    #[inline(never)]
    fn reserve(&mut self, of: usize) {
        let all = self.places.len().saturating_mul(of);
        // The second estimate asks for more only if the first one was wrong by more than what was spare then.
        let spare = all / if self.reserved { 64 } else { 10 };
        let more = all.saturating_add(spare) - self.places.len();
        if of == FIRST_OF && more > NOT_MUCH {
            return;
        }
        // Without that memory the list grows as others do.
        let _ = self.places.try_reserve_exact(more);
        self.child.reserve(more);
        self.reserved = true;
    }

    /// Returns whether a fiber that is about to get places in any order has the table, after giving it to one that may have it.
    #[inline]
    pub(super) fn has_table(&mut self, position: usize) -> bool {
        if matches!(self.fibers[position], FiberPieces::Own(Pieces::Places { .. })) {
            self.scatter(position);
        }
        self.fibers[position].has_direct_table()
    }

    /// Returns whether an extent of integers, `width` of them, is not wide beside what is stored.
    fn is_worth_table(&self, width: u64) -> bool {
        let widest = MOST_BYTES / size_of::<U::Value>().max(1) as u64;
        let stored = (self.gone + self.child.positions().unwrap_or(0)) as u64;
        let is_infinite = !C::DISCRETE || C::measure(self.extent.lo(), self.extent.hi()).is_infinite();
        !is_infinite && width <= widest.min(stored.saturating_mul(16))
    }

    /// Gives a fiber the table with a bit for each place of the extent, which another one may have, if the extent is not wide beside
    /// what is stored, and the subtensors are values.
    #[inline(never)]
    pub(super) fn scatter(&mut self, position: usize) {
        // A fiber that comes back has a table of its own.
        if self.scattered.is_some_and(|fiber| fiber >= position) {
            return;
        }
        let (lo, hi) = (self.extent.lo(), self.extent.hi());
        let width = hi.value.bits().wrapping_sub(lo.value.bits());
        if self.table.is_none() && !self.is_worth_table(width) {
            return;
        }
        self.settle_table();
        let Some(mut values) = self.child.lists() else { return };
        values.provide(width as usize);
        let table = self.table.take().unwrap_or_else(|| Box::new(Direct::new(lo.value, width as usize)));
        self.table = self.fibers[position].own(&self.places).scatter(table, values);
        if self.table.is_none() {
            self.scattered = Some(position);
        }
    }
}
