//! Tensor programs: linear algebra without indices, as functions whose shapes are types.
//!
//! ```
//! use unite::program::tensor;
//!
//! tensor! {
//!     /// Multiplies a matrix by a vector.
//!     pub fn mat_vec<const N: usize, const M: usize>:
//!     var input a : [N M]   var input x : [M]   var output y : [N]
//!     y = (a # x) . [2 3]
//! }
//!
//! assert_eq!(mat_vec(&[[1, 2, 3], [4, 5, 6]], &[1, 10, 100]), [321, 654]);
//! ```
//!
//! The program begins with its variables and their shapes: `[2 3]` is `[[T; 3]; 2]`, rank 0 a scalar `T`, a name a const
//! parameter. `input` says that the caller gives it, `output` that it is a result; one that is both is changed in place,
//! behind `&mut`. Then follow assignments; a right-hand side is evaluated completely before its target changes.
//!
//! | operator | shapes | value |
//! |---|---|---|
//! | `a + b`, `a - b`, `a * b`, `a / b` | equal; `s * a`, `a / s` with a scalar too | of the elements; `0 / b` is 0 whatever `b` is |
//! | `a # b` | `[2 3] # [4]` is `[2 3 4]` | the outer product: each element of `a` times each of `b` |
//! | `a . [2 3]` | both dimensions go; their extents are equal | the sums along both, counted from 1 |
//! | `a ^ [1 2]` | both dimensions change places | the transposition |
//! | `exp(a)`, `log(a)` | as `a` | of each element |
//!
//! All operators have one rank and associate to the left: `a + b * c` is `(a + b) * c`. A shape that does not agree, a name
//! that is not declared, a variable that is read before it holds anything: each is an error of the compiler at its token.
//! Constants are part of the program: `const C : [2 2] = [1 1; 1 -1]`.
//!
//! Beside `mat_vec` the macro writes `mat_vec_into(.., y: &mut [T; N])`, for results that are too large for the stack. An
//! outer product below a contraction is never made, and a chain of operations on elements is one loop. Temporary tensors
//! of up to 64 KiB lie on the stack. A product of integers with a constant matrix is written out as few additions.
//!
//! With `#[reorder]` before the function, products of three tensors or more are computed in the order of the fewest
//! operations: `((A # B) . [2 3] # v) . [2 3]` multiplies `B` by the vector first. Sums of reals are then rounded otherwise.
//!
//! # Programs that come when the program runs
//!
//! With the feature `interpreter` (a default) a `Program` is parsed from text or built of expressions, and runs on a `Store` of
//! `f32`, `f64`, `i32`, `i64` or exact rationals, whose elements may be undefined:
//!
#![cfg_attr(feature = "interpreter", doc = "```")]
#![cfg_attr(not(feature = "interpreter"), doc = "```ignore")]
//! use unite::program::{BigRational, Element, Program, contract, tensor};
//!
//! let (a, x) = (tensor([2, 2]).named("a"), tensor([2]).named("x"));
//! let y = contract([1], [0], &a, &x) / 3;
//! let program = Program::from_built(&y.program("third"))?;
//! assert_eq!(program.to_string(), "\
//! var input a : [2 2]
//! var input x : [2]
//! var output y : [2]
//! y = (a # x) . [2 3] / 3
//! ");
//!
//! let mut store = program.store::<BigRational>(&[])?;
//! store.set("a", ["1", "2", "3", "4"].map(BigRational::parse).to_vec())?;
//! store.set("x", vec![BigRational::parse("0.5"), BigRational::parse("0.25")])?;
//! program.run(&mut store)?;
//! let y: Vec<String> = store.tensor("y").unwrap().values().iter().flatten().map(|y| y.to_string()).collect();
//! assert_eq!(y, ["1/3", "5/6"]);
//!
//! store.set("x", vec![BigRational::parse("0.5"), None])?; // undefined
//! program.run(&mut store)?;
//! assert_eq!(store.tensor("y").unwrap().values(), [None, None]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "interpreter")]
mod mistakes;
mod number;
#[cfg(feature = "interpreter")]
mod run;
mod scratch;
mod sums;

#[cfg(feature = "interpreter")]
pub use mistakes::Mistakes;
#[doc(hidden)]
pub use number::multiply_large;
pub use number::{Number, Real};
#[cfg(feature = "interpreter")]
pub use run::Program;
pub use scratch::{Nested, with_scratch};
#[doc(hidden)]
pub use sums::{sum_places, sum_row, sum_rows};
#[cfg(feature = "interpreter")]
pub use unite_ir::programs::build::{
    Built, Expression, Extent, contract, exp, log, number, outer, scalar, scale, tensor, trace, transpose,
};
#[cfg(feature = "interpreter")]
pub use unite_ir::programs::evaluate::{BigRational, DEFAULT_LIMIT, Element, EvaluateError, Store, Tensor};
pub use unite_macros::tensor;
