//! Kernels: searches, sums and layers in space. The data of each is a tensor of levels that is laid out for the question, its
//! queries walk their looplets, and the program of loops that defines it stands at its head. Here are the kernels, what can
//! be wrong with them, and what is handed to them; each module has what belongs to its kernel alone.

pub mod interval_index;
pub mod point_conv;
pub mod radius_index;
pub(crate) mod real;
pub mod trilinear;

pub use interval_index::{IntervalIndex, IntervalIndexError};
pub use point_conv::{NeighbourLists, PointConv, PointConvError};
pub use radius_index::{RadiusIndex, RadiusIndexError};
pub use real::Real;
pub use trilinear::{Ray, TrilinearError, VoxelGrid};
