//! The reference interpreter of the loop language: slow, plain and exact. The other implementations are tested against
//! it.
//!
//! Places are real numbers or integers; tensors are piecewise constant. A loop is cut at the places where an operand
//! that moves with its index changes. Between two cuts every operand is constant, and the body runs once.
//!
//! ```text
//!            0         1    1.5       2
//! A          |----2----|--------3-----|           for i  s += A[i] * B[i] * d(i)
//! B               0.5|------4--|
//! regions    |---|---|-|---|---|------|           each with its value of A and of B
//! ```
//!
//! It does not aim at speed, and it has no irrational numbers (functions of the environment can stand in for them).

mod assign;
mod cuts;
mod environment;
mod error;
mod fiber;
pub(crate) mod machine;
pub(crate) mod moving;
mod number;
mod region;
mod run;
mod steps;
mod tensor;
pub(crate) mod value;

pub use environment::{Environment, Function};
pub use error::InterpretError;
pub use fiber::Node;
pub use number::Number;
pub use region::{AxisKind, Cut, Region, Side};
pub(crate) use run::kind_of_range;
pub use run::run;
pub use tensor::{Overlap, Piece, Tensor};
pub use value::Value;
