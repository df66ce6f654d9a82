//! Loops over piecewise constant tensors ("The Continuous Tensor Abstraction: Where Indices are Real").
//!
//! ```text
//! for i = -inf:inf  if Mask[i]  for j = -inf:inf  Z[i] += A[i+j] * B[j] * d(j)
//! ```

mod affine;
mod ast;
mod axes;
mod check;
#[cfg(feature = "interpreter")]
pub mod interpret;
mod linear;
mod live;
mod measure;
mod names;
mod nest;
mod orders;
mod parse;
mod parse_expr;
mod plan;
mod print;
mod steps;
mod together;
mod visit;
pub mod whole;

pub use affine::{Affine, Coefficient};
pub use ast::*;
pub use axes::MOST_TOGETHER;
pub use check::check;
pub use live::{Fact, Formula};
pub use nest::{Axis, AxisKind, Item, Loop, Moment, Nest, Operand, Target};
pub use orders::{OneWay, Orders, check_orders};
pub use parse::{parse, parse_text};
pub use plan::{OperandAxis, Plain, Round, Step};
#[cfg(feature = "interpreter")]
pub(crate) use steps::indexed_axes;
pub use steps::{Checked, Each, IndexedAxis, Statement};
