//! Operations on places: parts, the same place elsewhere, coverage, neighbours, the lag of a wavefront.

mod access;
mod coarse;
mod colocate;
mod coverage;
mod edge;
mod partition;
mod proven;
mod reshape;
mod row_block;
mod run_time;
mod sizes;
mod through;
pub mod wavefront;
mod within;

pub use coarse::Average;
pub use edge::{Clamp, Constant, Edge, Edged, Wrap};
pub use partition::Tiles;
pub use proven::Proven;
pub use row_block::RowBlock;
pub use run_time::{AnyPlace, AnyPlaceIn, DynSpot, DynTensor};
pub use through::{PointMap, Through};
pub use within::{Ancestor, Locate, LocateMut, Within};

pub(crate) use access::nowhere;
