//! The formats of an axis, one in each file.

mod consecutive;
mod dense;
mod homogeneous;
mod interval;
mod interval_list;
mod lists;
pub(crate) mod overlapping;
pub(super) mod points;
mod regular;
mod run_list;
mod sparse_byte_map;
pub mod sparse_coo;
mod sparse_dict;
mod sparse_list;

pub use consecutive::{Consecutive, ConsecutiveFiber};
pub use dense::{Dense, DenseFiber, DensePlaces, DenseUpdate};
pub use homogeneous::{EndColumns, EndView, HomogeneousIntervals};
pub use interval::{Closed, ClosedOpen, Ends, Open, OpenClosed};
pub use interval_list::{CutColumns, CutView, IntervalList};
pub use lists::{Lists, ListsFiber, ListsPieces, ListsSiblings, PieceColumns, PieceView};
pub use overlapping::{Overlapping, OverlappingFiber, OverlappingUpdate, OverlappingWalk, Seen, sight};
pub use points::{CoordinateColumn, CoordinateView, PointIndex};
pub use regular::{GridColumn, GridView, Regular};
pub use run_list::{RunList, StopColumn, StopView};
pub use sparse_byte_map::{ArraySlots, Flags, SparseByteMap, SparseByteMapUpdate};
pub use sparse_coo::SparseCoo;
pub use sparse_dict::{SparseDict, SparseDictUpdate, Table, TableSlots};
pub use sparse_list::{Pinpoint, Searched, SparseList};
