//! Tensor programs: linear algebra without indices, checked before it runs.
//!
//! ```text
//! var input A : [2 3]  var input x : [3]  var output y : [2]
//! y = (A # x) . [2 3]
//! ```
//!
//! ```text
//!  Tokens --parse--> Program --check--> Checked ----evaluate----> Store, with undefined elements
//!  Rust ---build------^ (ast)           (shapes)    |--analysis--> what is known before it runs, as text by describe
//!                                                   '--Graph--staged--> functions in Rust
//! ```

pub mod analysis;
mod ast;
pub mod build;
mod check;
mod checked;
pub mod describe;
#[cfg(feature = "interpreter")]
pub mod evaluate;
pub mod factor;
mod graph;
mod parse;
mod print;
mod reordered;
mod row_major;
pub mod staged;

pub use ast::*;
pub use check::check;
pub use checked::{Assignment, Checked, Op, Shape, Size, Term, Variable, VariableKind};
pub use graph::{Graph, Node, NodeId, NodeOp};
pub use parse::{Parsed, parse};
