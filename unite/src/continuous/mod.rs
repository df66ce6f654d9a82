//! Places on a line of real numbers or integers: coordinates, cuts, limits and intervals.

mod coord;
mod cut;
mod error;
mod hull;
mod integer;
mod interval;
mod kind;
mod limit;
mod stored;

pub use coord::Coord;
pub use cut::Cut;
pub use error::PlaceError;
pub use hull::Hull;
pub use integer::Integer;
pub use interval::Interval;
pub use kind::{Kind, Mixed, Points, Segments};
pub use limit::Limit;
pub use stored::Stored;
