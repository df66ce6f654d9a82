//! Subtensors for reading, along an axis or at a place.

mod children;
pub(super) mod fiber;
mod probe;

pub use children::Children;
pub use fiber::Fiber;
pub use probe::Probe;
