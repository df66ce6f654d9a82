//! Errors of building an index of points.

use thiserror::Error;

/// An error of building an index of points.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RadiusIndexError {
    /// A coordinate is NaN or infinite.
    #[error("point {point}: coordinate {axis} is {value}, and must be finite; leave the point out")]
    Coordinate {
        /// The number of the point, from 0.
        point: usize,
        /// The axis, from 0.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// There are more points than identifiers.
    #[error("there are {points} points, and an index has room for {most}; split them over several indexes")]
    TooMany {
        /// The number of points.
        points: usize,
        /// The maximum number of points.
        most: usize,
    },
}
