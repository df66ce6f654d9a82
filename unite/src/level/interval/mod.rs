//! Common parts of the formats of intervals: kinds of ends, grids, checks of pieces, and conversion of a workspace to
//! lists.

pub(super) mod check;
mod ends;
pub(super) mod gather;
mod grid;

pub(super) use grid::Grid;

pub use ends::{Closed, ClosedOpen, Ends, Open, OpenClosed};
