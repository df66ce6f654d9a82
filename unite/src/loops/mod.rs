//! Loops over piecewise constant tensors: the macro `loops!`, and what its programs are made of ("The Continuous Tensor
//! Abstraction: Where Indices are Real").
//!
//! A loop runs over *all* places between its bounds, integers or real numbers. That is finite because tensors are constant
//! on pieces: what happens is worked out once a piece.
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
//! # The language
//! A program is one or several *nests*, which run one after the other. A nest is loops, conditions and names around one
//! assignment. Colons after headers, semicolons and braces may be left out.
//!
//! | written | what |
//! |---|---|
//! | `for i = a:b` | all places from `a` to `b`, both included; `inf` and `-inf` are bounds |
//! | `for i` | all places of the extent of the tensors that `i` alone indexes, or without an extent, all places |
//! | `for i, j = a:b` | a loop each |
//! | `if e` | only where `e` holds |
//! | `let x = e, y = f;` | names for scalars |
//! | `s += e` | also `=`, `max=`, `min=`, `&=` and `\|=`; into a variable, or a tensor that is [written](crate::level::Updating): `Z[i]` |
//! | `A[2 * i + 10, i + j]` | an index is affine in the innermost loop in it |
//! | `A[p]` | any place that has a name by `let` is looked up |
//! | `A[walk(i)]`, `gallop`, `follow` | how the axis is gone through; as the sizes suggest, if nothing is said |
//! | `d(i)` | the length of the piece of `i`: a factor that makes a sum an integral |
//! | `f(a)`, `a.f(b)`, `a as f64` | Rust, on scalars; `min` and `max` of two are there |
//!
//! # Rules
//! - **Bounds.** A loop without bounds takes them from the extents of the tensors, target included, that its index alone
//!   indexes: `x[i]` counts, `x[i + 1]` and `x[2 * i]` do not, and hold fill outside. All formats with an extent count alike,
//!   so that converting a tensor changes no result; [`EVERYWHERE`](crate::continuous::Interval::EVERYWHERE) bounds nothing.
//!   Two different extents are [`LoopError::Extents`]. `for i = -inf:inf` goes over all places whatever the extents are.
//! - **Fill.** A value that leaves a target's fill as it is, in `z[i] = 0.0` or `z[i] max= x[i]`, is not stored where nothing
//!   is, and may lie outside of the extent. Where something is stored, it is changed, and removed if it becomes fill. A target
//!   whose pieces overlap is the exception: whatever is written there is a further piece, and fill is none.
//! - **Rounding.** `x[i + o]` and `x[s * i + o]` over real numbers mean the float that the expression gives. Beside a tensor of
//!   points that is indexed by `i` alone, and in a loop over one place, points of `x` are found exactly there. Elsewhere the
//!   places of points, and always the ends of intervals, are those at which the index would be theirs, rounded: `c - o`. The
//!   format counts, not the data: a list of intervals that happen to be points is one of intervals.
//! - **Lengths.** `d(i)` is an `f64`, and is rounded to an `f32` value. An integer value times a length is exact or
//!   [`LoopError::Length`]; sums themselves are Rust's `+`. As in IEEE 754, zero times an infinite length is NaN:
//!   `(x[i] - 1.0) * d(i)` has no value where `x` is 1 on a piece without an end.
//! - **Coordinates.** All axes that an index goes along have coordinates of one type, and so has the index as a number. An axis
//!   that [stores](crate::continuous::Stored) unsigned integers lies on a line of signed ones, `i64` for `u32`, `u64` and
//!   `usize`: there `a[i - 1]` is fill at `i = 0`, and the extent of all `u8`, `[0, 255]`, bounds loops.
//!
//! ```
//! use unite::level::{Dense, Element, Piecewise, SparseList};
//! use unite::loops;
//!
//! let x = Piecewise::from_level(Dense::from_parts(0..4i64, Element::from_values(0, vec![5, 0, 7, 8]))?)?;
//! let mut z = Piecewise::declare(SparseList::new(x.extents().0, Element::new(0)));
//! let mut least = i32::MAX;
//! loops! {
//!     for i z[i] = x[i];
//!     for i least min= x[i] + 1
//! }?;
//! assert_eq!((z.freeze()?.level().coordinates(), least), (&[0, 2, 3][..], 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Values are numbers and truth values. A type of one's own can be summed and integrated once it is a
//! [`Value`](crate::level::Value) and [`Weigh`].
//!
//! # The order of loops
//! A tensor is gone through from the level of its root down. Of `A[i, j]` that is the level of `i`, or for a tensor that is
//! [`ColumnMajor`](crate::level::ColumnMajor), such as [`Csc`](crate::level::Csc), that of `j`: with `for i, j`, or `for j, i`, the
//! inner loop goes through what is stored below each place of the outer one. With the loops in the other order, `A` is gone
//! through in the inner loop, and looked up for the outer one; a column-major tensor is refused there.
//!
//! # What is refused
//! A sum over an interval of positive length is infinite unless it is multiplied by `d(i)`, and an index that takes every
//! value of an interval is no number. Where types show that, the program does not compile; where they do not, it ends with
//! [`LoopError`], and has changed what was written up to there.
//! A tensor stands on one side of a nest only.
//!
//! What is here besides the macro is called by programs that it writes, and documented for whoever reads them.

mod accumulate;
mod bounds;
mod check;
mod convert;
mod found;
mod operand;
mod order;
mod region;
mod tensor;
mod ways;
mod write;

pub use accumulate::{All, Any, Last, Max, Min, Sum, settled};
pub use bounds::{Bounds, Extents, extents, extents_of_target};
pub use check::{Apart, Countable, Meets, Numeric, apart, beside, countable, numeric};
pub use convert::{Convert, FromNumber};
pub use found::{is_highest, is_lowest, is_one, is_zero, value};
pub use operand::{EitherWay, falling, rising, scaled};
pub use order::{Absent, NOTHING, Turned, turned};
pub use region::{Weigh, fallen, image, one_place, place, points, risen, single, summed, weighed};
pub use tensor::{Frozen, MistakenOperand, MistakenTarget, Plain, Source, Target, Thawed};
pub use ways::{followed, galloped, walked};
pub use write::{Axis, Bound, Region, Write, enter, free, root_first};

#[cfg(feature = "continuous")]
pub use unite_macros::loops;

use crate::looplet::{Flow, LoopError, Stop};
use std::ops::ControlFlow;

/// A step that may fail, in a loop.
#[inline(always)]
pub fn step<T, E: Into<LoopError>>(result: Result<T, E>) -> ControlFlow<Stop, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(error) => ControlFlow::Break(error.into().into()),
    }
}

/// How a nest ended.
///
/// # Errors
/// The loop failed.
#[inline(always)]
pub fn ended(flow: Flow) -> Result<(), LoopError> {
    match flow {
        ControlFlow::Break(Stop::Failed(error)) => Err(*error),
        _ => Ok(()),
    }
}
