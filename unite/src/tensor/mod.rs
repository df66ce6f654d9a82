//! Data: blocks that own it, views that share it, windows that are proven to lie inside it.
//!
//! ```text
//!   Block  heap, pitch padded, may have samples around the picture  ┐                      ┌ get, at   checked
//!   Tile   stack, [[T; W]; H]                                       ├─ view() ─▶ View ─────┤
//!   View::over(slice, ..)  borrowed memory                          ┘                      └ window() ─▶ Window  proven
//! ```
//!
//! A view is small, `Copy`, and made without allocation. It knows its place and its **nearest block**, the block whose
//! data it shows. The two may have different spaces, and the place may lie outside of the block.

mod bands;
mod block;
mod external;
mod geometry;
mod lines;
mod print;
mod proof;
mod reach;
mod scan;
mod tile;
mod view;
mod window;

pub use bands::{Band, TileMut};
pub use block::Block;
pub use geometry::LayoutError;
pub use reach::{Along, Around, Inside, Reach};
pub use scan::Scan;
pub use tile::{Nest, Sample, Tile, TileView, TileViewMut};
pub use view::{Data, Read, Tensor, View, ViewMut, Write};
pub use window::{Window, WindowMut};

pub(crate) use geometry::{Apart, block_coordinate, coordinate, stride};
pub(crate) use proof::assert_contiguous;
pub(crate) use reach::{after, before};
