//! Errors in places.

use thiserror::Error;

/// The reason why something is not a place, or not an interval.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// A coordinate is NaN.
    #[error("a coordinate is not a number (NaN); leave the element out or give it a place")]
    NotANumber,
    /// An integer stands for an infinity, or is too close to it.
    #[error(
        "coordinate {place} is beyond what {coordinate} holds: the values at the ends of its range stand for the infinities; use a wider type"
    )]
    Beyond {
        /// The coordinate.
        place: String,
        /// The type of the coordinate.
        coordinate: &'static str,
    },
    /// An axis would have no places.
    #[error("it has 0 places, and an axis has at least 1; leave the tensor out where there is no data")]
    NoPlaces,
    /// The ends of an interval are in the wrong order.
    #[error("interval {interval} ends before it starts; exchange its ends")]
    Reversed {
        /// The interval as given.
        interval: String,
    },
    /// An interval is empty: nothing lies between its ends.
    #[error("interval {interval} is empty; leave it out, or close its ends")]
    Empty {
        /// The interval as given.
        interval: String,
    },
}
