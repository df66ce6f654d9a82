//! What can be wrong with the data of a tensor.

use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};

/// Why data does not make a tensor, or not one of this format.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LevelError {
    /// A coordinate or an interval is none.
    #[error("element {element}: {source}")]
    Place {
        /// Its number in the list, from 0.
        element: usize,
        /// What is wrong.
        source: PlaceError,
    },
    /// A place outside of the tensor.
    #[error("{place} lies outside of {extent}; widen the extent of the axis or leave the element out")]
    Outside {
        /// The place.
        place: String,
        /// What the axis has.
        extent: String,
    },
    /// A piece that the format has no room for.
    #[error("{format} cannot hold the piece {piece}: {reason}")]
    Unfit {
        /// The format.
        format: &'static str,
        /// The piece.
        piece: String,
        /// What the format asks for.
        reason: &'static str,
    },
    /// More than one piece at a place.
    #[error("{format} has several pieces at {place}; go through its entries, or store it without overlaps")]
    Several {
        /// The format.
        format: &'static str,
        /// The place.
        place: String,
    },
    /// A list that is too long or too short.
    #[error("{format}: there are {found} {what}, and {needed} are needed; the lists of a level belong together")]
    Count {
        /// The format.
        format: &'static str,
        /// What the list holds.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Pointers that do not tell where each fiber starts.
    #[error(
        "{format}: pointer {element} is {found} and must lie in {least}..={most}; pointers start at 0, never fall, and end with the number of entries"
    )]
    Pointer {
        /// The format.
        format: &'static str,
        /// The number of the pointer, from 0.
        element: usize,
        /// What it is.
        found: usize,
        /// The least that it may be.
        least: usize,
        /// The most that it may be.
        most: usize,
    },
    /// An element of a list outside of the tensor.
    #[error(
        "element {element}: {place} lies outside of {extent}; widen the extent of the axis or leave the element out"
    )]
    ElementOutside {
        /// Its number in the list, from 0.
        element: usize,
        /// The place.
        place: String,
        /// What the axis has.
        extent: String,
    },
    /// An element that does not lie after the one before.
    #[error(
        "element {element}: {place} does not come after {previous}; sort the elements of each fiber, and join those at one place"
    )]
    Unordered {
        /// Its number in the list, from 0.
        element: usize,
        /// The place.
        place: String,
        /// The place of the element before.
        previous: String,
    },
    /// Runs that do not go up to the end of the axis.
    #[error(
        "RunList: the runs of fiber {fiber} stop {stop} and must stop {end}, where the axis does; add a run, of fill if need be"
    )]
    Uncovered {
        /// The fiber, from 0.
        fiber: usize,
        /// Where its last run stops.
        stop: String,
        /// Where the axis stops.
        end: String,
    },
    /// An axis with infinitely many places, for a format that has room for each.
    #[error(
        "{format} has room for each place of an axis, and {extent} has infinitely many; bound the extent of the axis"
    )]
    Unbounded {
        /// The format.
        format: &'static str,
        /// What the axis has.
        extent: String,
    },
    /// A tensor with another fill where only zero will do.
    #[error(
        "the tensor holds {fill} where nothing is stored, and sprs has zero there; convert it to a format with fill 0"
    )]
    FillNotZero {
        /// Its fill.
        fill: String,
    },
    /// Arrays that `sprs` does not take.
    #[error("sprs does not take the arrays: {reason}")]
    Sprs {
        /// What it says.
        reason: String,
    },
    /// An array of another size than the tensor.
    #[error("the array has {given}, the axes have {needed}; give it one value for each place, the last index fastest")]
    Shape {
        /// What was given.
        given: String,
        /// What the axes of the tensor ask for.
        needed: String,
    },
    /// The extent of an axis is no interval.
    #[error("an axis without an extent: {source}")]
    Axis {
        /// What is wrong.
        source: PlaceError,
    },
    /// More values than memory has room for.
    #[error("{values:e} values are more than memory has room for; choose a sparse format or smaller axes")]
    TooLarge {
        /// How many values.
        values: f64,
    },
    /// Where something was to be written is no place.
    #[error("axis {axis}: {source}")]
    NoPlace {
        /// The axis, from 0.
        axis: usize,
        /// What is wrong.
        source: PlaceError,
    },
    /// An element of a list that cannot be written.
    #[error("element {element}: {source}")]
    Element {
        /// Its number in the list, from 0.
        element: usize,
        /// What is wrong with it.
        source: Box<LevelError>,
    },
    /// Two elements of a list at one place.
    #[error(
        "element {element} lies where element {earlier} does already; leave one out, or say what duplicates mean: Join, Last or First"
    )]
    Collision {
        /// Its number in the list, from 0.
        element: usize,
        /// The number of the one before it.
        earlier: usize,
    },
    /// A place without truth, in a format that stores nothing but places.
    #[error("subtensor {position} is false, and a Pattern has no values: what it stores is true; use Element<bool>")]
    Untrue {
        /// Its position.
        position: usize,
    },
    /// A level that is no tensor.
    #[error(
        "a tensor is a level with one subtensor, and this one has {found}; take them one by one, or put an axis above"
    )]
    Roots {
        /// How many subtensors it has.
        found: usize,
    },
    /// A piece that overlaps the one in front of it.
    #[error(
        "element {element}: {piece} has places in common with {previous}, the element in front of it; cut them apart, or store them as Overlapping"
    )]
    Overlap {
        /// Its number in the list, from 0.
        element: usize,
        /// The piece.
        piece: String,
        /// The piece in front of it.
        previous: String,
    },
    /// A stride or a length that makes no pieces.
    #[error("Regular with stride {stride}, length {length} and pieces {ends}: {reason}")]
    Grid {
        /// From one piece to the next.
        stride: String,
        /// Of each piece.
        length: String,
        /// Its ends, `[a, b)` for instance.
        ends: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
    /// A piece that is none of those which a stride and a length make.
    #[error(
        "Regular cannot hold the piece {piece}: with stride {stride}, length {length} and pieces {ends}, {reason}; store it as IntervalList"
    )]
    Irregular {
        /// The piece.
        piece: String,
        /// From one piece to the next.
        stride: String,
        /// Of each piece.
        length: String,
        /// Its ends, `[a, b)` for instance.
        ends: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
    /// A fill that a format cannot have.
    #[error("{format} adds up what lies at one place: its fill is zero or false, not {fill}")]
    Fill {
        /// The format.
        format: &'static str,
        /// The fill.
        fill: String,
    },
    /// A position that the level below does not have.
    #[error(
        "element {element}: position {position} is not one of the {positions} that the level below has; positions count from 0"
    )]
    Position {
        /// Its number in the list, from 0.
        element: usize,
        /// The position.
        position: usize,
        /// How many positions there are.
        positions: usize,
    },
}

impl LevelError {
    /// A place outside of the tensor.
    pub(crate) fn outside<C: Coord>(lo: Cut<C>, hi: Cut<C>, extent: Interval<C>) -> Self {
        LevelError::Outside { place: Interval::between(lo, hi).to_string(), extent: extent.to_string() }
    }

    /// The same, of an element of a list.
    pub(super) fn of_element(self, element: usize) -> Self {
        match self {
            LevelError::NoPlace { source, .. } => LevelError::Place { element, source },
            LevelError::Outside { place, extent } => LevelError::ElementOutside { element, place, extent },
            other => LevelError::Element { element, source: Box::new(other) },
        }
    }

    /// A piece that a format has no room for.
    pub(crate) fn unfit<C: Coord>(format: &'static str, lo: Cut<C>, hi: Cut<C>, reason: &'static str) -> Self {
        LevelError::Unfit { format, piece: Interval::between(lo, hi).to_string(), reason }
    }
}
