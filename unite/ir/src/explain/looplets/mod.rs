//! # Looplets and their lowering
//!
//! A fiber of a tensor with piecewise constant values is a function on the whole line. A *looplet nest* describes the
//! composition of that function from left to right: a run of one value, a sequence of phases, or a stepper with as many
//! pieces as an array has elements. Loops over several fibers are *lowered*: looplet by looplet, the loop is split
//! until each access is a plain value. This module represents both as symbolic trees that print themselves, so that
//! every step can be read. It serves explanation and tests; it is neither fast nor a source of generated code.
//!
//! ```
//! use unite_ir::explain::looplets::{Domain, Level, Loop, lower};
//!
//! let (x, y) = (Level::interval("x", "p"), Level::interval("y", "q"));
//! let dot = Loop::dot_product("s", "i", Domain::Reals, [x.into(), y.into()]);
//! let steps = lower(dot)?;
//! assert_eq!(
//!     steps.last().code.to_string(),
//!     "\
//! let stop = min(en, last(x.right), last(y.right))
//! if st <= stop
//!     var p = first(x.right >= st)
//!     var q = first(y.right >= st)
//!     var start = st
//!     while start <= stop
//!         let stop_2 = min(stop, x.right[p], y.right[q])
//!         let start_2 = max(start, x.left[p], y.left[q])
//!         if start_2 <= stop_2
//!             s += x.val[p] * y.val[q] * drop_eps(stop_2 - start_2)
//!         if x.right[p] == stop_2
//!             p = p + 1
//!         if y.right[q] == stop_2
//!             q = q + 1
//!         start = stop_2 + eps
//! "
//! );
//! # Ok::<(), unite_ir::explain::looplets::LoopletError>(())
//! ```

pub mod code;
pub mod draw;
pub mod error;
pub mod eval;
pub mod expr;
pub mod level;
pub mod lower;
pub mod nest;
mod rules;
pub mod simplify;

pub use code::{AssignOp, Code, Domain, Extent, Form, Loop, Operand, Update};
pub use draw::{Drawing, Piece};
pub use error::LoopletError;
pub use eval::{Limit, Machine, Value};
pub use expr::{Expr, Op};
pub use level::{Format, Level, Protocol};
pub use lower::{Lowering, Step, lower, lower_step};
pub use nest::{Nest, Phase, Steps};
