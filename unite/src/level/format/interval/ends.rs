//! The kinds of ends of intervals, as types. If all pieces of a tensor have the same kind, comparisons of cuts fold
//! into comparisons of numbers.

use std::fmt::Debug;

use crate::continuous::{Coord, Cut, Limit};
use crate::looplet::{Kind, Mixed, Segments};

/// The ends that belong to an interval from `a` to `b`: [`Closed`], [`ClosedOpen`], [`OpenClosed`] or [`Open`].
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
    /// The [`Kind`] of pieces with these ends.
    type Kind: Kind;

    /// `true` if `a` belongs to the interval.
    const HAS_START: bool;
    /// `true` if `b` belongs to the interval.
    const HAS_STOP: bool;
    /// The notation of such an interval, as shown to the user.
    const SHOWN: &'static str;
    /// The requirement of a format with such pieces, for errors.
    const REASON: &'static str;

    /// Returns the cut at which an interval from `a` on starts.
    #[inline(always)]
    fn start<C: Coord>(a: C) -> Cut<C> {
        if Self::HAS_START || (C::DISCRETE && a == C::LOWEST) { a.before() } else { a.after() }
    }

    /// Returns the cut at which an interval up to `b` stops.
    #[inline(always)]
    fn stop<C: Coord>(b: C) -> Cut<C> {
        if Self::HAS_STOP { b.after() } else { b.before() }
    }

    /// Returns the start `a` as a limit.
    fn left<C: Coord>(a: C) -> Limit<C> {
        if Self::HAS_START { Limit::at(a) } else { Limit::after(a) }
    }

    /// Returns the stop `b` as a limit.
    fn right<C: Coord>(b: C) -> Limit<C> {
        if Self::HAS_STOP { Limit::at(b) } else { Limit::before(b) }
    }

    /// Returns the `a` of an interval that starts at `cut`, or `None` if none with these ends does. An infinite end of
    /// a real interval counts as closed.
    fn start_of<C: Coord>(cut: Cut<C>) -> Option<C> {
        if C::DISCRETE {
            return Some(if Self::HAS_START { cut.value } else { cut.value.last_below() });
        }
        if cut.after == Self::HAS_START { None } else { Some(cut.value) }
    }

    /// Returns the `b` of an interval that stops at `cut`, or `None` if none with these ends does.
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
