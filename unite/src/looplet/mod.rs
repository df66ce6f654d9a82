//! Looplets: lazy descriptions of a fiber, the part of a tensor along one axis, that loops iterate over.
//!
//! A [`Looplet`] describes a line from left to right as a sequence of pieces that hold a payload, with fill values
//! between them. It is a cursor: it points at one piece, returns where that piece starts and stops, and advances to the
//! next. An [`Operand`] is the input of a loop: one looplet, or several in layers if pieces overlap. [`coiterate`]
//! iterates over up to eight looplets together.
//!
//! ```text
//!   level::Fiber --walk--> Operand --mapped--> Operand --walk, gallop, follow--> Operand
//!                          x[..]               x[i + 2]                          x[gallop(i + 2)]
//!                                                                                   |
//!   body(lo, hi, found)  <--coiterate(range, live)--  layers: a Looplet each  <-----'
//! ```
//!
//! | structure | looplets |
//! |---|---|
//! | pieces in storage | [`Stepper`] over [`Pieces`], from right to left over [`Reversed`] ones |
//! | at most one piece | [`Run`], [`Spike`], [`Single`]; without a piece: [`Nothing`] |
//! | combinations of looplets | [`Phase`], [`Sequence`], [`Switch`] |
//! | in the coordinates of a loop | [`Affine`] |
//! | with a requested strategy | [`Walker`], [`Jumper`], [`Follower`] |
//!
//! A product of two operands:
//!
//! ```
//! use std::ops::ControlFlow::Continue;
//! use unite::continuous::Coord;
//! use unite::looplet::{Everywhere, Live, Phase, Run, coiterate};
//!
//! let x = Phase::new(1.0.before(), 3.0.after(), Run::new(2.0)); // 2 on [1, 3], else nothing
//! let y = Phase::new(2.5.before(), 9.0.before(), Run::new(5.0)); // 5 on [2.5, 9)
//! let mut integral = 0.0;
//! let flow = coiterate::<_, _, true, 0>((x, y), Everywhere, Live(1 << 0b11), |lo, hi, found| {
//!     if let (Some(x), Some(y)) = found {
//!         integral += x * y * f64::measure(lo, hi);
//!     }
//!     Continue(())
//! });
//! assert_eq!((flow, integral), (Continue(()), 5.0));
//! ```
//!
//! All of it is inlined, so that only the merge remains that one would write by hand (`benches/benches/continuous.rs`
//! counts the instructions of both). For that, an implementation of `Looplet` adds conditions to positions instead of
//! branching on them, stays small, and passes no reference to itself to a function call. Looplets print themselves, see
//! [`Looplet::nest`].

mod affine;
mod coiterate;
mod flow;
mod free;
mod layers;
mod line;
mod live;
mod located;
mod lookup;
mod nest;
mod operand;
mod operands;
mod phase;
mod protocol;
mod range;
mod sequence;
mod single;
mod stepper;
mod stride;
mod switch;

pub use crate::continuous::{Kind, Mixed, Points, Segments};
pub use affine::{Affine, Map, Offset, Scale};
pub use coiterate::coiterate;
pub use flow::{Flow, LoopError, Stop};
pub use free::Free;
pub use layers::{Layered, coiterate_inlined, coiterate_into, coiterate_layers};
pub use line::{Looplet, Piece};
pub use live::{Live, LiveBits};
pub use located::{ListsIn, Slot, Slots, SlotsIn};
pub use lookup::{Lookup, Mirrored, Places};
pub use nest::{Arrays, End, Names, Symbolic, Way};
pub use operand::{Disjoint, LayerVisit, Operand, Order, Overlapping, SumVisit};
pub use operands::Operands;
pub use phase::Phase;
pub use protocol::{Follow, Follower, Gallop, Jumper, Protocol, Walk, Walker, Wish, Wished, Wishing};
pub use range::{At, Between, Everywhere, Once, Range, Within};
pub use sequence::Sequence;
pub use single::{One, Run, Single, Spike};
pub(crate) use stepper::gallop;
pub use stepper::{Pieces, Reversed, Stepper};
pub use stride::{ByStride, Stride};
pub use switch::{Nothing, Switch};
