//! Kernels: searches, sums and layers over points and intervals in space. Each stores its data in a tensor whose levels
//! suit its queries, answers them with looplets, and states the loop program that defines it at the head of its module.
//! This module exports the kernels, their errors and their inputs; each submodule has the items that only its kernel
//! uses.

pub mod interval_index;
pub mod point_conv;
pub mod radius_index;
pub(crate) mod real;
mod sorted_intervals;
pub mod trilinear;

pub use interval_index::{IntervalIndex, IntervalIndexError};
pub use point_conv::{NeighbourLists, PointConv, PointConvError};
pub use radius_index::{RadiusIndex, RadiusIndexError};
pub use real::Real;
pub use sorted_intervals::SortedIntervals;
pub use trilinear::{Ray, TrilinearError, VoxelGrid};
