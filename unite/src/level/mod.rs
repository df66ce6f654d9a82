//! Levels: how one axis of a tensor is stored. A tensor is a tree of them.
//!
//! ```text
//!   pieces/      the pieces of a fiber while they are written
//!   storage      the traits: a level to read, an update while it is written
//!   read/        subtensors for reading
//!   leaf/        values, below the last axis
//!   write/       workspaces that collect pieces
//!   format/      the formats of an axis, one in each file
//!   piecewise/   tensors as wholes
//!   exchange/    conversion from and to arrays, matrices of other libraries, and text
//! ```

mod exchange;
pub(crate) mod format;
mod leaf;
mod nest;
mod order;
mod pieces;
mod piecewise;
mod place;
mod read;
mod storage;
mod write;

pub use crate::level_error::LevelError;
pub use crate::value::{Ordered, Value};
pub use exchange::*;
pub use format::*;
pub use leaf::*;
pub use nest::{Nested, PerAxis};
pub use order::{ColumnMajor, IndexOrder, Indexing, RowMajor};
pub use pieces::{Entry, OpenPieces, PlaceTable, ValueLists};
pub use piecewise::*;
pub use place::Place;
pub use read::*;
pub use storage::{
    AxisLevel, AxisUpdate, Leaf, LeafUpdate, Level, LevelSiblings, OpenedAt, PieceUpdate, Siblings, Update,
};
pub use write::*;
