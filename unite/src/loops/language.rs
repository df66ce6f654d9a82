//! The language of [`loops!`](macro@super::loops): its syntax, its rules, and what it rejects.
//!
//! # Syntax
//! A program is one or several *nests*, which run one after the other. A nest is loops, conditions and names around an
//! assignment or a block of them. Colons after headers, semicolons and braces may be left out.
//!
//! | syntax | meaning |
//! |---|---|
//! | `for i = a:b` | all places from `a` to `b`, both included, such as `p[k]:p[k + 1]`; `inf` and `-inf` are bounds |
//! | `for i = a:s:b` | each `s`-th integer from `a` to `b`; `s` is above 0, and `b` may be `inf` |
//! | `for i` | the common extent of the tensors indexed by `i` alone; all places if there is none |
//! | `for i, j = a:b` | one loop for each index |
//! | `if e .. else ..` | only where `e` holds; `else` is optional |
//! | `let x = e, y = f;` | names for scalars; in a block, to its end |
//! | `s += e` | also `=`, `*=`, `max=`, `min=`, `&=` and `\|=`; into a variable, or a tensor that is [written](crate::level::Updating): `Z[i]` |
//! | `s <<f>>= e` | `s = f(s, e)` for an associative function `f`, see [`Combine`](super::Combine) |
//! | `s <<f, n>>= e` | the same, where `f(s, n)` is `s`: what is `n` at fill is passed over, as zeros are in a sum |
//! | `w .= e` | a variable becomes `e`, a whole tensor its fill `e`: a *step*, see below |
//! | `A[2 * i + 10, i + j]` | an access; each index is affine in the innermost of its loops |
//! | `A[(a:b)(i)]` | a *window*: `A[a + i]` for the places from `a` to `b`, both included; fill outside of them |
//! | `A[p]` | a lookup at `p`, any place named by `let` |
//! | `A[walk(i)]`, `gallop`, `follow` | how to iterate over the axis; by default, the sizes of the operands decide |
//! | `if c { a } else { b }` | a value by case |
//! | `d(i)` | the length of the piece of `i`: a factor that makes a sum an integral |
//! | `f(a)`, `a.f(b)`, `a as f64`, `(a, b)` | Rust, on scalars; `min` and `max` of two values are predefined |
//!
//! # Rules
//! - **Bounds.** A loop without bounds takes them from the extents of the tensors, target included, that are indexed by
//!   its index alone: `x[i]` counts; `x[i + 1]` and `x[2 * i]` do not, and are fill outside of their extent. Formats do
//!   not differ in this, so converting a tensor changes no result;
//!   [`EVERYWHERE`](crate::continuous::Interval::EVERYWHERE) imposes no bounds. Two different extents are
//!   [`LoopError::Extents`]. `for i = -inf:inf` covers all places whatever the extents are.
//! - **Fill.** A value that leaves the target's fill unchanged, in `z[i] = 0.0` or `z[i] max= x[i]`, is not stored
//!   where the target stores nothing, and may lie outside of the extent. A stored value is updated, and removed if it
//!   becomes fill. A target whose pieces overlap is the exception: each write adds a piece, even if its value is fill.
//!   The sign of a stored zero is not kept: after `z[i] += 0.0`, a `-0.0` may be `0.0`.
//! - **Windows.** `A[(a:b)(i)]` is at `i = 0` what `A` is at `a`, and at `i = b - a` what it is at `b`; at all other `i` it
//!   is fill, whatever `A` holds there. This is so over integers and over real numbers, and for each index of a tensor.
//!   `i` may be any affine index; where it is an index alone, the window bounds its loop, as an extent from 0 to `b - a`
//!   does. The ends are values known before the loop, such as outer indices or names given by `let`, and may lie outside of
//!   the extent of `A`; if `b < a`, nothing is in the window. Targets, and tensors whose pieces overlap, have no windows.
//! - **Steps of ranges.** `for i = a:s:b` takes the places `a`, `a + s`, `a + 2 * s`, and so on. Runs are visited at these
//!   places alone; entries of lists, and places of arrays, are passed over one by one where they are none of these. A step of
//!   0 or below is [`LoopError::Step`]. Over real numbers, steps are counted, and the place gets a name:
//!   `for k = 0:n let x = a + s * k`.
//! - **Blocks**, `{ s += e; t += f }`, and `else` stand for several nests. They do not compile where one loop over all
//!   could give another result: where one reads the tensor that another writes, or the order of two writes matters.
//! - **Steps**: `.=`, and all loops, conditions, names and blocks around it. Loops and blocks that write a scalar and
//!   read it, in one statement or in several, are steps too, such as a running sum, `for i { s += x[i]; z[i] = s }`: each statement
//!   sees what the scalar is then, in the order of the loop. Steps run as in Rust: a loop takes its places one by
//!   one, also in a run, and a block runs its statements in order, each a nest of its own, which may read what an
//!   earlier one wrote. Such a loop goes over integers within finite bounds, and in its nests the index is a place,
//!   as if named by `let`. Tensors that steps read and write are declared to be written; [`InTurn`](super::InTurn)
//!   has an example.
//! - **Rounding.** `x[i + o]` and `x[s * i + o]` over real numbers mean the float that the expression evaluates to.
//!   Beside a tensor of points indexed by `i` alone, and in a loop over one place, points of `x` are found exactly at
//!   that float. Elsewhere a point of `x` lies at the loop place that the inverse map gives, rounded: `c - o`. The ends
//!   of intervals are always mapped in this way. The format decides, not the data: a list of intervals is treated as
//!   intervals even if all of them are points.
//! - **Lengths.** `d(i)` is an `f64`, and is rounded to `f32` beside an `f32` value. An integer value times a length is
//!   exact or [`LoopError::Length`]; sums themselves are Rust's `+`. As in IEEE 754, zero times an infinite length is
//!   NaN: `(x[i] - 1.0) * d(i)` is NaN if `x` is 1 on a piece of infinite length.
//! - **Coordinates.** All axes indexed by one index have the same coordinate type, and so does the index used as a
//!   number. An axis that [stores](crate::continuous::Stored) unsigned integers lies on a line of signed ones, `i64`
//!   for `u32`, `u64` and `usize`: there `a[i - 1]` is fill at `i = 0`, and the extent of all `u8`, `[0, 255]`, bounds
//!   loops.
//!
//! ```
//! use unite::level::{Dense, Element, Piecewise, SparseList};
//! use unite::loops;
//!
//! let x = Piecewise::from_level(Dense::from_parts(0..4i64, Element::from_values(0, vec![5, 0, 7, 8]))?)?;
//! let (mut z, mut least) = (Piecewise::declare(SparseList::new(x.extents().0, Element::new(0))), i32::MAX);
//! loops! { for i z[i] = x[i]; for i least min= x[i] + 1 }?;
//! assert_eq!((z.freeze()?.level().coordinates(), least), (&[0, 2, 3][..], 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A window of a vector, and each second place:
//!
//! ```
//! use unite::level::DenseVector;
//! use unite::loops;
//!
//! let x = DenseVector::from_values(0, [5, 0, 7, 8, 1])?;
//! let (mut weighed, mut least, mut even) = (0, 9, 0);
//! loops! {
//!     for i  weighed += x[(2:4)(i)] * i;        // 7 * 0 + 8 * 1 + 1 * 2
//!     for i  least min= x[(2:3)(i)];            // over 2 places
//!     for i = 0:2:4  even += x[i]
//! }?;
//! assert_eq!((weighed, least, even), (10, 7, 13));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Values
//! Values are numbers and truth values, and tuples of them, see below. Other sums and products are those of a
//! [`semiring`](super::semiring): `+=`, `+`, `*` and `d(i)` are its operations where the values of the tensors are its
//! [`Scalar`](super::semiring::Scalar)s, and its zero is what sparse tensors do not store.
//!
//! Minima and maxima of numbers skip fill as sums of products do: `+= a[i] * b[i]` skips zeros, `max= min(a[i], b[i])` skips
//! the least values of the type, and `min= a[i] + b[i]` skips infinities. (As the product of zero and infinity counts as zero,
//! the sum of infinity and `-inf` counts as infinity.) A function of your own skips its identity, if the program names it.
//!
//! Functions of `<<f>>=` take any values that are `Copy`, such as pairs: [`Combine`](super::Combine) finds the place of the
//! least value. A type of one's own that is neither can be summed if it implements [`Value`](crate::level::Value) and
//! [`Weigh`](super::Weigh), and has a minimum if it implements [`Ordered`](crate::level::Ordered).
//!
//! Pairs and triples of values are values of tensors too. They are assigned and combined by functions, and their parts are
//! taken apart by functions; they have neither a sum nor an order. The nearest column of each row, with its distance:
//!
//! ```
//! use unite::level::{Dense, DenseMatrix, Element, Piecewise};
//! use unite::loops;
//!
//! let d = DenseMatrix::from_rows(0, &[[4.0, 2.0, 7.0], [1.0, 6.0, 1.0]])?;
//! let nearer = |old: (f64, i64), new: (f64, i64)| if new.0 < old.0 { new } else { old };
//! let mut z = Piecewise::declare(Dense::new(0..2i64, Element::new((f64::INFINITY, -1)))?);
//! loops! { for i, j  z[i] <<nearer>>= (d[i, j], j) }?;
//! let z = z.freeze()?;
//! assert_eq!((z.at((0,)), z.to_dense()?), ((2.0, 1), vec![(2.0, 1), (1.0, 0)]));
//!
//! let far = |(distance, _): (f64, i64)| distance > 1.5;
//! let mut count = 0;
//! loops! { for i if far(z[i]) count += 1 }?;
//! assert_eq!(count, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The order of loops
//! A tensor is traversed from the level of its root down. For `A[i, j]` that is the level of `i`, or the level of `j`
//! if the tensor is [`ColumnMajor`](crate::level::ColumnMajor), such as [`Csc`](crate::level::Csc). With `for i, j`, or
//! `for j, i` respectively, the inner loop iterates over the entries stored below each place of the outer one. With the
//! loops in the other order, the inner loop iterates over the root of `A` and looks up the place of the outer loop
//! below it; a column-major tensor is rejected there.
//!
//! # Rejected programs
//! A sum over an interval of positive length is infinite unless it is multiplied by `d(i)`, and an index that takes
//! every value of an interval cannot be used as a number. Such a program does not compile if types show the error;
//! otherwise it returns [`LoopError`], and values written before the error stay written. A tensor is either read or
//! written in a nest, not both.
//!
//! [`LoopError`]: crate::looplet::LoopError
//! [`LoopError::Extents`]: crate::looplet::LoopError::Extents
//! [`LoopError::Length`]: crate::looplet::LoopError::Length
//! [`LoopError::Step`]: crate::looplet::LoopError::Step
