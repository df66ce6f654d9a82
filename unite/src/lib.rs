//! Location-aware tensors.

pub mod elementwise;
pub mod frame;
pub mod link;
pub mod locate;
pub mod tensor;
pub mod trie;

pub use elementwise::{Elements, Lines, select};
pub use frame::*;
pub use link::{Atlas, Named};
pub use locate::{Ancestor, Average, Clamp, Constant, Edge, Edged, Locate, Place, Spot, Tiles, Within, Wrap};
pub use tensor::*;
