//! What can be wrong with points.

use thiserror::Error;

/// Why there is no index of some points.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RadiusIndexError {
    /// A coordinate that is NaN or infinite.
    #[error("point {point}: coordinate {axis} is {value}, and must be finite; leave the point out")]
    Coordinate {
        /// The number of the point, from 0.
        point: usize,
        /// The axis, from 0.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// More points than there are identifiers.
    #[error("there are {points} points, and an index has room for {most}; share them out to several")]
    TooMany {
        /// How many there are.
        points: usize,
        /// How many there may be.
        most: usize,
    },
}
