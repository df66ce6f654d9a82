//! Two looplets joined at a cut.

use unite_ir::explain::looplets::Nest;

use super::{Looplet, Mixed, Names, Phase, Protocol};
use crate::continuous::{Coord, Cut};

/// Two looplets, one before a cut and the other after it.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Looplet, Run, Sequence};
///
/// let mut halves = Sequence::new(Run::new('a'), 0.0.before(), Run::new('b'));
/// assert_eq!((halves.payload(), halves.stop()), ('a', 0.0.before()));
/// halves.next_if(true);
/// assert_eq!((halves.payload(), halves.start()), ('b', 0.0.before()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sequence<A, B, C> {
    first: Phase<A, C>,
    second: Phase<B, C>,
}

impl<A: Looplet, B: Looplet<Coord = A::Coord, Payload = A::Payload>> Sequence<A, B, A::Coord> {
    /// Joins `first` before `at` and `second` from there on.
    #[inline(always)]
    pub fn new(first: A, at: Cut<A::Coord>, second: B) -> Self {
        Sequence { first: Phase::new(Cut::FIRST, at, first), second: Phase::new(at, Cut::LAST, second) }
    }
}

impl<C: Coord, A, B> Looplet for Sequence<A, B, C>
where
    A: Looplet<Coord = C>,
    B: Looplet<Coord = C, Payload = A::Payload>,
{
    type Coord = C;
    type Payload = A::Payload;
    type Kind = Mixed;

    const PROTOCOL: Protocol = A::PROTOCOL.with(B::PROTOCOL);

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        self.first.seek_where(near, &past);
        if self.first.done() {
            self.second.seek_where(near, past);
        }
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.first.done() && self.second.done()
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        if self.first.done() { self.second.start() } else { self.first.start() }
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        if self.first.done() { self.second.stop() } else { self.first.stop() }
    }

    #[inline(always)]
    fn payload(&self) -> A::Payload {
        if self.first.done() { self.second.payload() } else { self.first.payload() }
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        let first = !self.first.done();
        self.first.next_if(condition & first);
        self.second.next_if(condition & !first);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.first.remaining() + self.second.remaining()
    }

    fn describe(&self, names: &Names<'_, C>) -> Nest {
        let of = |part: &str| format!("{}.{part}", names.tensor);
        let (first, second) = (of("first"), of("second"));
        let names = |tensor| Names { tensor, fill: names.fill.clone(), ..*names };
        Nest::sequence([self.first.part(&names(&first)), self.second.part(&names(&second))])
    }
}
