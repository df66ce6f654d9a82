//! Evaluators of tensor programs: the definition, and faster ways that must agree with it.
//!
//! ```text
//! reference             the definition, one element at a time
//! in_place              no temporary where the target is read at its own index only
//! parallel              the target's elements on threads; feature `parallel`
//! padded                extents rounded up to the length of a vector, padding kept 0
//! padded_as_published   the same as the report on the model language has it, which is right in range over exact numbers
//! ```
//!
//! A [`Store`] maps every element of every variable to a number or to undefined, which is `None`. [`combine`] has the table of
//! values. All evaluators agree in range, over floats to the last bit; `tests/programs_laws.rs` shows it over random programs,
//! and catches evaluators with planted faults.

mod error;
mod in_place;
mod operations;
mod padded;
#[cfg(feature = "parallel")]
mod parallel;
mod prepare;
mod reference;
mod shape;
mod store;
mod value;

pub use error::EvaluateError;
pub use in_place::in_place;
pub use num_rational::BigRational;
pub use operations::operations;
pub use padded::{padded, padded_as_published};
#[cfg(feature = "parallel")]
pub use parallel::parallel;
pub use reference::reference;
pub use store::{DEFAULT_LIMIT, Store, Tensor};
pub use value::{Element, combine};
