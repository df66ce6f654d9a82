//! The same everywhere.

use std::marker::PhantomData;

use unite_ir::looplets::Nest;

use super::{Looplet, Names, Segments};
use crate::continuous::{Coord, Cut};

/// One piece that covers all of the line.
///
/// ```
/// use unite::continuous::Cut;
/// use unite::looplet::{Looplet, Run};
///
/// let mut seven = Run::<f64, _>::new(7);
/// assert_eq!((seven.start(), seven.stop(), seven.payload()), (Cut::FIRST, Cut::LAST, 7));
/// seven.next_if(true);
/// assert!(seven.done());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Run<C, P> {
    payload: P,
    passed: bool,
    line: PhantomData<C>,
}

impl<C, P> Run<C, P> {
    /// What is everywhere.
    #[inline(always)]
    pub fn new(payload: P) -> Self {
        Run { payload, passed: false, line: PhantomData }
    }
}

impl<C: Coord, P: Copy> Looplet for Run<C, P> {
    type Coord = C;
    type Payload = P;
    type Kind = Segments;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        self.passed |= past(Cut::LAST);
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.passed
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        Cut::FIRST
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        Cut::LAST
    }

    #[inline(always)]
    fn payload(&self) -> P {
        self.payload
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.passed |= condition;
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        usize::from(!self.passed)
    }

    fn describe(&self, names: &Names<'_, C>) -> Nest {
        Nest::run(names.tensor)
    }
}
