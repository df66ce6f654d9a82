//! Operations on places: parts, the same place elsewhere, coverage, and access to neighbours.
//!
//! | file | content |
//! |---|---|
//! | `place.rs` | [`Place`], [`Spot`]: the place of a tensor |
//! | `reshape.rs` | permute, slice, refine, coarsen |
//! | `partition.rs` | parts and tiles |
//! | `colocate.rs` | the same place in another tensor, source form and destination form |
//! | `coverage.rs` | the points that share a place, as seen from another tensor |
//! | `access.rs` | reading and writing by index, in the nearest block |
//! | `within.rs` | [`Locate`], [`Within`]: the walk up the trie, from block to block |
//! | `edge.rs` | [`Edged`]: clamped, wrapped and constant edges |
//! | `coarse.rs` | reads and writes of coarse points |

mod access;
mod coarse;
mod colocate;
mod coverage;
mod edge;
mod partition;
mod place;
mod reshape;
mod within;

pub use coarse::Average;
pub use edge::{Clamp, Constant, Edge, Edged, Wrap};
pub use partition::Tiles;
pub use place::{Place, Spot};
pub use within::{Ancestor, Locate, Within};

pub(crate) use access::nowhere;
