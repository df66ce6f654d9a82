//! The kinds of ends that intervals have, as types: where all pieces of a tensor have the same, comparisons of cuts fold
//! into comparisons of numbers.

use std::fmt::Debug;

use crate::continuous::{Coord, Cut, Limit};
use crate::looplet::{Kind, Mixed, Segments};

/// Which ends belong to an interval from `a` to `b`: [`Closed`], [`ClosedOpen`], [`OpenClosed`] or [`Open`].
///
/// ```
/// use unite::continuous::Coord;
/// use unite::level::{ClosedOpen, Ends};
///
/// assert_eq!((ClosedOpen::start(1.0), ClosedOpen::stop(3.0)), (1.0.before(), 3.0.before()));
/// assert_eq!(ClosedOpen::stop_of(3.0.before()), Some(3.0));
/// assert_eq!(ClosedOpen::stop_of(3.0.after()), None); // .., 3]
/// assert_eq!(ClosedOpen::stop_of(5i64.before()), Some(5)); // integers up to 4
/// ```
pub trait Ends: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// What is known of the length of intervals with these ends.
    type Kind: Kind;

    /// Whether `a` belongs to the interval.
    const HAS_START: bool;
    /// Whether `b` belongs to the interval.
    const HAS_STOP: bool;
    /// How such an interval is written.
    const SHOWN: &'static str;
    /// What a format with such pieces asks for.
    const REASON: &'static str;

    /// Where an interval from `a` on starts.
    #[inline(always)]
    fn start<C: Coord>(a: C) -> Cut<C> {
        if Self::HAS_START || (C::DISCRETE && a == C::LOWEST) { a.before() } else { a.after() }
    }

    /// Where an interval up to `b` stops.
    #[inline(always)]
    fn stop<C: Coord>(b: C) -> Cut<C> {
        if Self::HAS_STOP { b.after() } else { b.before() }
    }

    /// The start `a` as a limit.
    fn left<C: Coord>(a: C) -> Limit<C> {
        if Self::HAS_START { Limit::at(a) } else { Limit::after(a) }
    }

    /// The stop `b` as a limit.
    fn right<C: Coord>(b: C) -> Limit<C> {
        if Self::HAS_STOP { Limit::at(b) } else { Limit::before(b) }
    }

    /// The `a` of an interval that starts at `cut`; nothing if there is none. An open end of real intervals is finite.
    fn start_of<C: Coord>(cut: Cut<C>) -> Option<C> {
        if C::DISCRETE {
            return Some(if Self::HAS_START { cut.value } else { cut.value.last_below() });
        }
        if cut.after == Self::HAS_START { None } else { Some(cut.value) }
    }

    /// The `b` of an interval that stops at `cut`; nothing if there is none.
    fn stop_of<C: Coord>(cut: Cut<C>) -> Option<C> {
        if C::DISCRETE {
            return Some(if Self::HAS_STOP { cut.value.last_below() } else { cut.value });
        }
        if cut.after == Self::HAS_STOP { Some(cut.value) } else { None }
    }
}

macro_rules! ends {
    ($($name:ident $kind:ident $start:literal $stop:literal $shown:literal;)*) => {$(
        #[doc = concat!("Intervals `", $shown, "`.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name;

        impl Ends for $name {
            type Kind = $kind;

            const HAS_START: bool = $start;
            const HAS_STOP: bool = $stop;
            const SHOWN: &'static str = $shown;
            const REASON: &'static str = concat!(
                "all its pieces are of the form ", $shown,
                ", where an infinite end counts as closed; store it as IntervalList, which holds any ends",
            );
        }
    )*};
}
ends! {
    Closed Mixed true true "[a, b]";
    ClosedOpen Segments true false "[a, b)";
    OpenClosed Segments false true "(a, b]";
    Open Segments false false "(a, b)";
}
