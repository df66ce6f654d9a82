//! Expressions over whole tensors, for `einsum!`: the loops that they become, and their order.
//!
//! ```text
//!  z[i] = a[i, k] * x[k] + c[i]       the index `k` is not in the result: each term is summed over such indices of its own
//!
//!  terms        z[i] = c[i]           one nest for all terms without a sum, then
//!               z[i] += a[i, k] * x[k]  one for each term with a sum
//!  candidates   for i, k; for k, i    orders of the loops that are best for some formats
//!  choice       for i, k              by the number of entries of the tensors, where types leave more than one
//! ```
//! A tensor is gone through as it is stored. Where the order of the loops is another one, the tensor is converted first.

mod candidates;
mod cost;
mod outline;
mod plan;
mod terms;

pub use candidates::{Candidates, MOST_TURNED};
pub use cost::Cost;
pub use outline::{Meet, Outline, Part, Sizes};
pub use plan::Plan;
pub use terms::{TensorRead, TermNest, terms};
