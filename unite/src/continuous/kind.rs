//! Compile-time knowledge of the lengths of pieces: points, segments, or either.

/// Compile-time knowledge of the lengths of pieces. It is a type, so that an operation that requires points, such as a
/// sum without a length, compiles where pieces are points and is rejected where they cannot be.
///
/// ```
/// use unite::continuous::{Kind, Mixed, Points, Segments};
///
/// fn point<K: Kind>() -> bool {
///     K::POINTS
/// }
/// assert!(point::<<Points as Kind>::Meet<Segments>>()); // what a point and an interval have in common
/// assert!(!point::<<Mixed as Kind>::Meet<Segments>>());
/// ```
pub trait Kind {
    /// The kind of the intersections of two operands' pieces.
    type Meet<K: Kind>: Kind;
    /// The kind of the intersections with pieces of positive length.
    type MeetSegments: Kind;
    /// The kind of the intersections with pieces that may be points or segments.
    type MeetMixed: Kind;
    /// The kind of pieces of either operand.
    type Or<K: Kind>: Kind;
    /// The kind of pieces that are points or of this kind.
    type OrPoints: Kind;
    /// The kind of pieces that have positive length or are of this kind.
    type OrSegments: Kind;

    /// `true` if every piece is a point.
    const POINTS: bool;
    /// `true` if some piece may be a point.
    const MAY_BE_POINT: bool;
}

/// Each piece is a single point.
#[derive(Debug, Clone, Copy)]
pub struct Points;

/// Each piece has a positive length.
#[derive(Debug, Clone, Copy)]
pub struct Segments;

/// Pieces may be points or have a positive length; decided at run time.
#[derive(Debug, Clone, Copy)]
pub struct Mixed;

impl Kind for Points {
    type Meet<K: Kind> = Points;
    type MeetSegments = Points;
    type MeetMixed = Points;
    type Or<K: Kind> = K::OrPoints;
    type OrPoints = Points;
    type OrSegments = Mixed;

    const POINTS: bool = true;
    const MAY_BE_POINT: bool = true;
}

impl Kind for Segments {
    type Meet<K: Kind> = K::MeetSegments;
    type MeetSegments = Segments;
    type MeetMixed = Mixed;
    type Or<K: Kind> = K::OrSegments;
    type OrPoints = Mixed;
    type OrSegments = Segments;

    const POINTS: bool = false;
    const MAY_BE_POINT: bool = false;
}

impl Kind for Mixed {
    type Meet<K: Kind> = K::MeetMixed;
    type MeetSegments = Mixed;
    type MeetMixed = Mixed;
    type Or<K: Kind> = Mixed;
    type OrPoints = Mixed;
    type OrSegments = Mixed;

    const POINTS: bool = false;
    const MAY_BE_POINT: bool = true;
}
