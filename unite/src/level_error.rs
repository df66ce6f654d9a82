//! Errors in the data of a tensor.

use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};

/// The reason why data does not make a tensor, or does not fit a format.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LevelError {
    /// A coordinate or interval is invalid.
    #[error("element {element}: {source}")]
    Place {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The error.
        source: PlaceError,
    },
    /// A place lies outside of the tensor.
    #[error("{place} lies outside of {extent}; widen the extent of the axis or leave the element out")]
    Outside {
        /// The place.
        place: String,
        /// The extent of the axis.
        extent: String,
    },
    /// A format cannot store a piece.
    #[error("{format} cannot hold the piece {piece}: {reason}")]
    Unfit {
        /// The format.
        format: &'static str,
        /// The piece.
        piece: String,
        /// The requirement of the format.
        reason: &'static str,
    },
    /// Several pieces lie at one place.
    #[error("{format} has several pieces at {place}; go through its entries, or store it without overlaps")]
    Several {
        /// The format.
        format: &'static str,
        /// The place.
        place: String,
    },
    /// A list is too long or too short.
    #[error("{format}: there are {found} {what}, and {needed} are needed; pass lists of matching lengths")]
    Count {
        /// The format.
        format: &'static str,
        /// The contents of the list.
        what: &'static str,
        /// The length of the list.
        found: usize,
        /// The length that is needed.
        needed: usize,
    },
    /// The pointers do not delimit fibers.
    #[error(
        "{format}: pointer {element} is {found} and must lie in {least}..={most}; pointers start at 0, never fall, and end with the number of entries"
    )]
    Pointer {
        /// The format.
        format: &'static str,
        /// The number of the pointer, from 0.
        element: usize,
        /// The value of the pointer.
        found: usize,
        /// The least value allowed.
        least: usize,
        /// The greatest value allowed.
        most: usize,
    },
    /// An element of a list lies outside of the tensor.
    #[error(
        "element {element}: {place} lies outside of {extent}; widen the extent of the axis or leave the element out"
    )]
    ElementOutside {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The place.
        place: String,
        /// The extent of the axis.
        extent: String,
    },
    /// An element does not come after the previous one.
    #[error(
        "element {element}: {place} does not come after {previous}; sort the elements of each fiber, and join those at one place"
    )]
    Unordered {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The place.
        place: String,
        /// The place of the previous element.
        previous: String,
    },
    /// Runs do not reach the end of the axis.
    #[error(
        "RunList: the runs of fiber {fiber} stop {stop} and must stop {end}, where the axis does; add a run, of fill if need be"
    )]
    Uncovered {
        /// The number of the fiber, from 0.
        fiber: usize,
        /// The end of the last run of the fiber.
        stop: String,
        /// The end of the axis.
        end: String,
    },
    /// An axis has infinitely many places, and the format stores each place.
    #[error(
        "{format} has room for each place of an axis, and {extent} has infinitely many; bound the extent of the axis"
    )]
    Unbounded {
        /// The format.
        format: &'static str,
        /// The extent of the axis.
        extent: String,
    },
    /// A tensor has another fill where only zero is supported.
    #[error(
        "the tensor holds {fill} where nothing is stored, and sprs has zero there; convert it to a format with fill 0"
    )]
    FillNotZero {
        /// The fill of the tensor.
        fill: String,
    },
    /// `sprs` rejects the arrays.
    #[error("sprs does not take the arrays: {reason}")]
    Sprs {
        /// The error message of `sprs`.
        reason: String,
    },
    /// An array has another size than the tensor.
    #[error("the array has {given}, the axes have {needed}; give it one value for each place, the last index fastest")]
    Shape {
        /// The size of the array.
        given: String,
        /// The size that the axes of the tensor require.
        needed: String,
    },
    /// The extent of an axis is not an interval.
    #[error("the extent of an axis is invalid: {source}")]
    Axis {
        /// The error.
        source: PlaceError,
    },
    /// There are more values than memory has room for.
    #[error("{values:e} values are more than memory has room for; choose a sparse format or smaller axes")]
    TooLarge {
        /// The number of values.
        values: f64,
    },
    /// The place to be written is invalid.
    #[error("axis {axis}: {source}")]
    NoPlace {
        /// The number of the axis, from 0.
        axis: usize,
        /// The error.
        source: PlaceError,
    },
    /// An element of a list cannot be written.
    #[error("element {element}: {source}")]
    Element {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The error.
        source: Box<LevelError>,
    },
    /// Two elements of a list lie at one place.
    #[error(
        "element {element} lies where element {earlier} does already; leave one out, or say what duplicates mean: Join, Last or First"
    )]
    Collision {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The number of the earlier element.
        earlier: usize,
    },
    /// A stored place is false, in a format that stores only places that are true.
    #[error("subtensor {position} is false, but a Pattern stores only places that are true; use Element<bool>")]
    Untrue {
        /// The position of the subtensor.
        position: usize,
    },
    /// A level does not have exactly one subtensor, so it is not a tensor.
    #[error(
        "a tensor is a level with one subtensor, and this one has {found}; take them one by one, or put an axis above"
    )]
    Roots {
        /// The number of subtensors of the level.
        found: usize,
    },
    /// A piece overlaps the previous one.
    #[error(
        "element {element}: {piece} has places in common with {previous}, the element in front of it; cut them apart, or store them as Overlapping"
    )]
    Overlap {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The piece.
        piece: String,
        /// The previous piece.
        previous: String,
    },
    /// A stride and a length do not make intervals.
    #[error("Regular with stride {stride}, length {length} and pieces {ends}: {reason}")]
    Grid {
        /// The distance from the start of one piece to the start of the next.
        stride: String,
        /// The length of each piece.
        length: String,
        /// The ends of the pieces, for instance `[a, b)`.
        ends: &'static str,
        /// The requirement that is violated.
        reason: &'static str,
    },
    /// A piece does not lie on the grid of a stride and a length.
    #[error(
        "Regular cannot hold the piece {piece}: with stride {stride}, length {length} and pieces {ends}, {reason}; store it as IntervalList"
    )]
    Irregular {
        /// The piece.
        piece: String,
        /// The distance from the start of one piece to the start of the next.
        stride: String,
        /// The length of each piece.
        length: String,
        /// The ends of the pieces, for instance `[a, b)`.
        ends: &'static str,
        /// The difference between the piece and those of the grid.
        reason: &'static str,
    },
    /// A format does not support the fill.
    #[error("{format} adds up the values at one place, so its fill must be zero or false, not {fill}")]
    Fill {
        /// The format.
        format: &'static str,
        /// The fill.
        fill: String,
    },
    /// The child level does not have a position.
    #[error(
        "element {element}: position {position} is not one of the {positions} that the level below has; positions count from 0"
    )]
    Position {
        /// The number of the element in the list, from 0.
        element: usize,
        /// The position.
        position: usize,
        /// The number of positions of the child level.
        positions: usize,
    },
}

impl LevelError {
    /// Creates the error of a place outside of the tensor.
    pub(crate) fn outside<C: Coord>(lo: Cut<C>, hi: Cut<C>, extent: Interval<C>) -> Self {
        LevelError::Outside { place: Interval::between(lo, hi).to_string(), extent: extent.to_string() }
    }

    /// Turns an error into that of an element of a list.
    pub(crate) fn of_element(self, element: usize) -> Self {
        match self {
            LevelError::NoPlace { source, .. } => LevelError::Place { element, source },
            LevelError::Outside { place, extent } => LevelError::ElementOutside { element, place, extent },
            other => LevelError::Element { element, source: Box::new(other) },
        }
    }

    /// Creates the error of a piece that a format cannot store.
    pub(crate) fn unfit<C: Coord>(format: &'static str, lo: Cut<C>, hi: Cut<C>, reason: &'static str) -> Self {
        LevelError::Unfit { format, piece: Interval::between(lo, hi).to_string(), reason }
    }
}
