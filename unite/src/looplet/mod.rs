//! Looplets: how a fiber of a tensor, the part of it along one axis, is gone through.
//!
//! A [`Looplet`] describes a line from left to right: pieces that hold something, and between them fill. It is a cursor: it
//! stands at one piece, says where that starts and stops, and goes on. An [`Operand`] is what a loop is given: a looplet,
//! or several in layers, where pieces overlap. [`coiterate`] goes through up to four of them together.
//!
//! ```text
//!   level::Fiber --walk--> Operand --mapped--> Operand --walk, gallop, follow--> Operand
//!                          x[..]               x[i + 2]                          x[gallop(i + 2)]
//!                                                                                   |
//!   body(lo, hi, found)  <--coiterate(range, live)--  layers: a Looplet each  <-----'
//! ```
//!
//! | what | looplets |
//! |---|---|
//! | pieces in storage | [`Stepper`] over [`Pieces`], from right to left over [`Reversed`] ones |
//! | one piece | [`Run`], [`Spike`], [`Single`]; none: [`Nothing`] |
//! | put together | [`Phase`], [`Sequence`], [`Switch`] |
//! | in the coordinates of a loop | [`Affine`] |
//! | with a wish | [`Walker`], [`Jumper`], [`Follower`] |
//!
//! Two operands, multiplied:
//!
//! ```
//! use std::ops::ControlFlow::Continue;
//! use unite::continuous::Coord;
//! use unite::looplet::{Everywhere, Live, Phase, Run, coiterate};
//!
//! let x = Phase::new(1.0.before(), 3.0.after(), Run::new(2.0)); // 2 on [1, 3], else nothing
//! let y = Phase::new(2.5.before(), 9.0.before(), Run::new(5.0)); // 5 on [2.5, 9)
//! let mut integral = 0.0;
//! let flow = coiterate::<_, _, true>((x, y), Everywhere, Live(1 << 0b11), |lo, hi, found| {
//!     if let (Some(x), Some(y)) = found {
//!         integral += x * y * f64::measure(lo, hi);
//!     }
//!     Continue(())
//! });
//! assert_eq!((flow, integral), (Continue(()), 5.0));
//! ```
//!
//! All of it is inlined: what is left is the merge that one would write by hand (`benches/benches/continuous.rs` counts
//! the instructions of both). For that, whoever writes a looplet adds conditions to positions instead of branching on
//! them, keeps it small, and hands no reference to it to a call. Looplets print themselves, see [`Looplet::nest`].

mod affine;
mod coiterate;
mod flow;
mod kind;
mod layers;
mod line;
mod live;
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
mod switch;

pub use affine::{Affine, Map, Offset, Scale};
pub use coiterate::coiterate;
pub use flow::{Flow, LoopError, Stop};
pub use kind::{Kind, Mixed, Points, Segments};
pub use layers::{Layered, coiterate_layers};
pub use line::Looplet;
pub use live::Live;
pub use lookup::{Lookup, Mirrored, Places};
pub use nest::{Arrays, End, Names, Symbolic, Way};
pub use operand::{Disjoint, LayerVisit, Operand, Order, Overlapping};
pub use operands::{Free, Operands};
pub use phase::Phase;
pub use protocol::{Follow, Follower, Gallop, Jumper, Protocol, Walk, Walker, Wish, Wished, Wishing};
pub use range::{At, Between, Everywhere, Range, Within};
pub use sequence::Sequence;
pub use single::{One, Run, Single, Spike};
pub(crate) use stepper::gallop;
pub use stepper::{Pieces, Reversed, Stepper};
pub use switch::{Nothing, Switch};
