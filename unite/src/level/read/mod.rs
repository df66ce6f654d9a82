//! Subtensors for reading, along an axis or at a place.

pub(super) mod fiber;
mod probe;

pub use fiber::Fiber;
pub use probe::Probe;
