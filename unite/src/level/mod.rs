//! Levels: how one axis of a tensor is stored. A tensor is a tree of them.
//!
//! ```text
//!   format/     the formats of levels, one in each file
//!   write/      storage while it is written, and what fills it
//!   read/       tensors, their subtensors and values
//!   exchange/   conversion from and to arrays, matrices of other libraries, and text
//! ```

mod copied;
mod error;
mod exchange;
pub(crate) mod format;
mod place;
mod read;
mod value;
mod write;

pub use error::LevelError;
pub use exchange::*;
pub use format::*;
pub use place::Place;
pub use read::*;
pub use value::Value;
pub use write::*;
