//! Kernels: searches, sums and layers in space. The data of each is a tensor of levels that is laid out for the question, its
//! queries walk their looplets, and the program of loops that defines it stands at its head.

mod interval_index;
pub mod point_conv;
pub mod radius_index;
mod real;
pub mod trilinear;

pub use interval_index::{Direction, IntervalIndex, IntervalIndexError, Located, Nearest};
pub use point_conv::{NeighbourLists, PointConv, PointConvError, PointConvWeights};
#[cfg(feature = "parallel")]
pub use radius_index::Found;
pub use radius_index::{Neighbour, RadiusIndex, RadiusIndexError};
pub use real::Real;
pub use trilinear::{TrilinearError, VoxelGrid};
