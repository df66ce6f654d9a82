//! What the formats of intervals share: the kinds of ends, grids, what is checked of pieces, and how a workspace becomes lists.

pub(super) mod check;
mod ends;
pub(super) mod gather;
mod grid;

pub(super) use grid::Grid;

pub use ends::{Closed, ClosedOpen, Ends, Open, OpenClosed};
