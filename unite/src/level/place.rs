//! A place to be written along one axis: a coordinate or an interval.

use std::ops::{Range, RangeInclusive};

use crate::continuous::{Coord, Interval, PlaceError, Stored};

/// An unchecked coordinate or interval: `2.5`, `1..=4`, `1..5` or an [`Interval`].
///
/// ```
/// use unite::level::Place;
///
/// assert_eq!(Place::from(1..=4).checked()?, Place::from(1..5).checked()?);
/// assert!(Place::from(f64::NAN).checked().is_err());
/// assert!(Place::Closed(4, 1).checked().is_err());
/// # Ok::<(), unite::continuous::PlaceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place<C: Stored> {
    /// A coordinate.
    At(C),
    /// An interval.
    Within(Interval<C>),
    /// The closed interval from one coordinate to another, `[a, b]`.
    Closed(C, C),
    /// The half-open interval from one coordinate to another, `[a, b)`.
    HalfOpen(C, C),
}

impl<C: Stored> Place<C> {
    /// Checks the place and returns it as an interval.
    ///
    /// # Errors
    /// [`PlaceError`]: a coordinate is invalid, or the interval is reversed or empty.
    #[inline]
    pub fn checked(self) -> Result<Interval<C>, PlaceError> {
        match self {
            Place::At(place) => {
                let place = place.place()?;
                Ok(Interval::of_places(place.before(), place.after()))
            }
            Place::Within(interval) => Ok(interval),
            Place::Closed(a, b) => Interval::closed(a, b),
            Place::HalfOpen(a, b) => {
                let (a, b) = (a.place()?, b.place()?);
                if a == b {
                    return Err(PlaceError::Empty { interval: format!("[{a}, {b})") });
                }
                if b < a {
                    return Err(PlaceError::Reversed { interval: format!("[{a}, {b})") });
                }
                Ok(Interval::of_places(a.before(), b.before()))
            }
        }
    }
}

impl<C: Stored> From<C> for Place<C> {
    fn from(place: C) -> Self {
        Place::At(place)
    }
}

impl<C: Stored> From<Interval<C>> for Place<C> {
    fn from(interval: Interval<C>) -> Self {
        Place::Within(interval)
    }
}

impl<C: Stored> From<RangeInclusive<C>> for Place<C> {
    fn from(range: RangeInclusive<C>) -> Self {
        let (a, b) = range.into_inner();
        Place::Closed(a, b)
    }
}

impl<C: Stored> From<Range<C>> for Place<C> {
    fn from(range: Range<C>) -> Self {
        Place::HalfOpen(range.start, range.end)
    }
}
