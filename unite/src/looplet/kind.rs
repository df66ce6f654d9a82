//! What is known of the length of pieces when the program is written.

/// Whether pieces are points. It is a type so that a program that asks for what points alone have, such as a sum without a
/// length, compiles where they are points, and does not where they cannot be.
///
/// ```
/// use unite::looplet::{Kind, Mixed, Points, Segments};
///
/// fn point<K: Kind>() -> bool {
///     K::POINTS
/// }
/// assert!(point::<<Points as Kind>::Meet<Segments>>()); // what a point and an interval have in common
/// assert!(!point::<<Mixed as Kind>::Meet<Segments>>());
/// ```
pub trait Kind {
    /// What is known of the parts that pieces of two operands have in common.
    type Meet<K: Kind>: Kind;
    /// The same, where the other one's pieces have a positive length.
    type MeetSegments: Kind;
    /// The same, where the other one's may be either.
    type MeetMixed: Kind;

    /// Each piece is a point.
    const POINTS: bool;
    /// Some piece may be a point.
    const MAY_BE_POINT: bool;
}

/// Each piece is a single point.
#[derive(Debug, Clone, Copy)]
pub struct Points;

/// Each piece has a positive length.
#[derive(Debug, Clone, Copy)]
pub struct Segments;

/// Either; known when the program runs.
#[derive(Debug, Clone, Copy)]
pub struct Mixed;

impl Kind for Points {
    type Meet<K: Kind> = Points;
    type MeetSegments = Points;
    type MeetMixed = Points;

    const POINTS: bool = true;
    const MAY_BE_POINT: bool = true;
}

impl Kind for Segments {
    type Meet<K: Kind> = K::MeetSegments;
    type MeetSegments = Segments;
    type MeetMixed = Mixed;

    const POINTS: bool = false;
    const MAY_BE_POINT: bool = false;
}

impl Kind for Mixed {
    type Meet<K: Kind> = K::MeetMixed;
    type MeetSegments = Mixed;
    type MeetMixed = Mixed;

    const POINTS: bool = false;
    const MAY_BE_POINT: bool = true;
}
