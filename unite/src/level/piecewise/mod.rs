//! Tensors as wholes: reading, writing, building from entries, properties, comparison.

mod entries;
mod properties;
mod reorder;
mod same;
mod sublevel;
mod tensor;
mod tensor_ref;
mod updating;

pub use entries::{Duplicates, Spill};
pub use properties::Properties;
pub use reorder::{
    AllArrays, ArrayAxis, AxisOfKind, AxisOver, PieceAxis, PointAxes, PointAxis, Reorder, ReorderedAxis, SomeLists,
    Storage, axis_over,
};
pub use same::Alike;
pub use sublevel::Sublevel;
pub use tensor::Piecewise;
pub use tensor_ref::TensorRef;
pub use updating::{Updating, WriteAt};
