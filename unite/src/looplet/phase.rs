//! A looplet restricted to a part of the line, with fill elsewhere.

use unite_ir::explain::looplets::Nest;

use super::{Kind, Looplet, Names, Protocol};
use crate::continuous::{Coord, Cut};

/// A looplet restricted to the part of the line between two cuts.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Looplet, Phase, Run};
///
/// let mut phase = Phase::new(1.0.before(), 3.0.before(), Run::new(7)); // 7 on [1, 3)
/// assert_eq!((phase.start(), phase.stop()), (1.0.before(), 3.0.before()));
/// phase.seek(3.0.before());
/// assert!(phase.done());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Phase<L, C> {
    lo: Cut<C>,
    hi: Cut<C>,
    looplet: L,
}

impl<L: Looplet> Phase<L, L::Coord> {
    /// Restricts a looplet to the part between two cuts.
    #[inline(always)]
    pub fn new(lo: Cut<L::Coord>, hi: Cut<L::Coord>, mut looplet: L) -> Self {
        looplet.seek(lo);
        Phase { lo, hi, looplet }
    }

    /// Returns the tree of the part up to the second cut.
    pub(super) fn part(&self, names: &Names<'_, L::Coord>) -> unite_ir::explain::looplets::Phase {
        names.up_to(self.hi, self.looplet.describe(names))
    }
}

impl<C: Coord, L: Looplet<Coord = C>> Looplet for Phase<L, C> {
    type Coord = C;
    type Payload = L::Payload;
    // A part of a segment may be a single point.
    type Kind = <L::Kind as Kind>::MeetMixed;

    const PROTOCOL: Protocol = L::PROTOCOL;
    const STORED_POINTS: bool = L::STORED_POINTS;
    const LOCATED: bool = L::LOCATED;

    #[inline(always)]
    fn bounds(&self) -> (Cut<C>, Cut<C>) {
        let (lo, hi) = self.looplet.bounds();
        let lo = lo.max(self.lo);
        (lo, hi.min(self.hi).max(lo))
    }

    #[inline(always)]
    fn narrowed(self, first: u64, len: usize) -> Self {
        Phase { looplet: self.looplet.narrowed(first, len), ..self }
    }

    #[inline(always)]
    fn prechecked(self) -> Self {
        Phase { looplet: self.looplet.prechecked(), ..self }
    }

    #[inline(always)]
    fn may_hold(&self) -> bool {
        self.looplet.may_hold()
    }

    #[inline(always)]
    fn begins_at(&self, first: u64, len: usize) -> bool {
        self.looplet.begins_at(first, len)
    }

    #[inline(always)]
    fn payload_at(&self, k: usize) -> L::Payload {
        self.looplet.payload_at(k)
    }

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        let hi = self.hi;
        self.looplet.seek_where(near, |stop| past(stop.min(hi)));
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.looplet.done() || self.looplet.start() >= self.hi
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        self.looplet.start().max(self.lo)
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        self.looplet.stop().min(self.hi)
    }

    #[inline(always)]
    fn payload(&self) -> L::Payload {
        self.looplet.payload()
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.looplet.next_if(condition);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.looplet.remaining()
    }

    fn describe(&self, names: &Names<'_, C>) -> Nest {
        let before = (self.lo > Cut::FIRST).then(|| names.up_to(self.lo, names.fill()));
        let after = (self.hi < Cut::LAST).then(|| names.up_to(Cut::LAST, names.fill()));
        Nest::sequence(before.into_iter().chain([self.part(names)]).chain(after))
    }
}
