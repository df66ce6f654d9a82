//! What can be wrong with a place.

use thiserror::Error;

/// Why something is not a place, or not an interval.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// NaN.
    #[error("a coordinate is not a number (NaN); leave the element out or give it a place")]
    NotANumber,
    /// An integer that stands for an infinity, or is too close to it.
    #[error(
        "coordinate {place} is beyond what {coordinate} holds: the values at the ends of its range stand for the infinities; use a wider type"
    )]
    Beyond {
        /// The coordinate.
        place: String,
        /// Its type.
        coordinate: &'static str,
    },
    /// The ends of an interval are in the wrong order.
    #[error("interval {interval} ends before it starts; exchange its ends")]
    Reversed {
        /// As it was given.
        interval: String,
    },
    /// Nothing lies between the ends.
    #[error("interval {interval} is empty; leave it out, or close its ends")]
    Empty {
        /// As it was given.
        interval: String,
    },
}
