//! Storage while it is written: workspaces that collect pieces, and the copying of tensors into them.

mod appender;
mod axes;
mod held;
mod pour;
pub(super) mod singles;
pub(super) mod slots;
mod workspace;

pub use appender::Appender;
pub use axes::AllAxes;
pub(crate) use pour::each_piece;
pub use pour::{Manner, Meeting, Pour, Subtensor};
pub use slots::{PointUpdate, Slots};
pub use workspace::Workspace;
