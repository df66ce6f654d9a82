//! Checks of pieces before a tensor is made of them.

use crate::continuous::{Coord, Interval};
use crate::level::LevelError;

/// Checks that a piece lies inside of the extent.
pub(in crate::level) fn inside<C: Coord>(
    element: usize,
    piece: Interval<C>,
    extent: Interval<C>,
) -> Result<(), LevelError> {
    if piece.lo() < extent.lo() || piece.hi() > extent.hi() {
        return Err(LevelError::outside(piece.lo(), piece.hi(), extent).of_element(element));
    }
    Ok(())
}

/// Checks that the pieces of each fiber are sorted, do not overlap, and lie inside of the extent. `pointers` must be
/// valid.
pub(in crate::level) fn disjoint<C: Coord>(
    pointers: &[usize],
    extent: Interval<C>,
    piece: impl Fn(usize) -> Interval<C>,
) -> Result<(), LevelError> {
    for fiber in pointers.windows(2) {
        for element in fiber[0]..fiber[1] {
            let this = piece(element);
            inside(element, this, extent)?;
            if element == fiber[0] {
                continue;
            }
            let before = piece(element - 1);
            let shown = || (element, this.to_string(), before.to_string());
            if this.lo() < before.lo() {
                let (element, piece, previous) = shown();
                return Err(LevelError::Unordered { element, place: piece, previous });
            }
            if this.lo() < before.hi() {
                let (element, piece, previous) = shown();
                return Err(LevelError::Overlap { element, piece, previous });
            }
        }
    }
    Ok(())
}
