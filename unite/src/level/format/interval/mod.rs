//! Common parts of the formats of intervals: kinds of ends, grids, and checks of pieces.

pub(super) mod check;
mod ends;
mod grid;

pub(super) use grid::Grid;

pub use ends::{Closed, ClosedOpen, Ends, Open, OpenClosed};
