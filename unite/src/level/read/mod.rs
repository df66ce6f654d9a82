//! Tensors for reading: their levels, subtensors and values, their properties, and their comparison.

mod children;
pub(super) mod fiber;
mod piecewise;
mod probe;
mod properties;
mod same;
mod sublevel;

pub use children::Children;
pub use fiber::{Fiber, Leaf};
pub use piecewise::Piecewise;
pub use probe::Probe;
pub use properties::Properties;
pub use same::Alike;
pub use sublevel::Sublevel;
