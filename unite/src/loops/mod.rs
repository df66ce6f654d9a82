//! Loops over piecewise constant tensors: the macro `loops!` and the items that its expansion uses. The language is
//! that of "The Continuous Tensor Abstraction: Where Indices are Real".
//!
//! A loop runs over *all* places between its bounds, integers or real numbers. This takes finite time because tensors
//! are constant on pieces: the body is evaluated once per piece.
//!
//! ```
//! use unite::continuous::Interval;
//! use unite::level::{Element, IntervalList, Piecewise, Pinpoint};
//! use unite::loops;
//!
//! // 1 on [0, 2], and points at 0.5, 1.5, 3.
//! let mut field = Piecewise::declare(IntervalList::new(Interval::EVERYWHERE, Element::new(0.0)));
//! let mut points = Piecewise::declare(Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)));
//! loops! {
//!     for x = 0:2 field[x] = 1.0;
//!     points[0.5] = 10.0; points[1.5] = 20.0; points[3] = 40.0
//! }?;
//! let (field, points) = (field.freeze()?, points.freeze()?);
//!
//! let (mut sum, mut integral, mut any) = (0.0, 0.0, false);
//! loops! {
//!     for x        sum += field[x] * points[x];              // over points: a sum
//!     for x = 1:9  integral += field[x] * d(x);              // over intervals: an integral
//!     for x        any |= field[x] > 0.5 && points[x + 1] > 30.0
//! }?;
//! assert_eq!((sum, integral, any), (30.0, 1.0, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`einsum!`] finds the loops of an expression over whole tensors: `einsum!([i] = a[i, k] * x[k] + c[i])`.
//!
//! [`language`] describes the language: its syntax, its rules, and what it rejects. docs/loops.md has kernels of the
//! literature as programs.

mod accumulate;
mod bounds;
mod check;
mod convert;
mod flow;
mod found;
mod in_turn;
pub mod language;
mod operand;
mod order;
mod region;
mod reorder;
pub mod semiring;
mod steps;
mod stride;
mod table;
mod tensor;
mod ways;
mod whole;
mod window;
mod write;

pub use accumulate::{All, Any, Combine, Fold, Last, Max, Min, Sum, go_on, settled};
pub use bounds::{Bounds, Extents, bounded, extents, extents_of_target, unless_differ};
pub use check::{Apart, Countable, Meets, Numeric, apart, beside, countable, numeric};
pub use convert::{Convert, FromNumber};
pub use flow::{ended, entered, step};
pub use found::{
    Known, is_highest, is_identity, is_infinity, is_lowest, is_minus_infinity, is_one, is_unwritten, is_zero,
    like_identity, value,
};
pub use in_turn::InTurn;
pub use operand::{EitherWay, falling, rising, scaled};
pub use order::{Absent, NOTHING, Turned, turned};
pub use region::{
    Weigh, at, coordinate, fallen, folded, image, one_place, place, place_of_target, points, risen, single,
    single_region, summed, summed_around, unless_invalid, weighed,
};
pub use reorder::{Entries, LastRegion, NextAxis, as_stored, reordered, sizes};
pub use steps::{Stepped, Steps, along, bounds_along, found, meets, steps, steps_between, steps_by};
pub use stride::{Strided, stride};
pub use table::{FiberType, TableOf, by_table};
pub use tensor::{Frozen, MistakenOperand, MistakenTarget, Plain, Source, Target, Thawed, zero};
pub use ways::{followed, galloped, walked};
pub use whole::{ResultAxis, einsum, einsum_plan, into, result_axis, sums_begin, without_loops};
pub use window::{Windowed, bound_by_window, windowed};
pub use write::{
    AppenderTo, Axis, Bound, Line, Region, Regions, Write, WrittenAt, above_values, append, around_line, below, change,
    enter, enter_place, free, root_first, written_at,
};

pub use unite_ir::loops::whole::{Meet, Outline, Part, Plan};
pub use unite_macros::loops;
