//! Operations on places: parts, the same place elsewhere, coverage, and access to neighbours.

mod access;
mod coarse;
mod colocate;
mod coverage;
mod edge;
mod partition;
mod place;
mod reshape;
mod within;

pub use coarse::Average;
pub use edge::{Clamp, Constant, Edge, Edged, Wrap};
pub use partition::Tiles;
pub use place::{Place, Spot};
pub use within::{Ancestor, Locate, Within};

pub(crate) use access::nowhere;
