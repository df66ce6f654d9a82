//! Checks of the inputs of layers and lists of neighbours.

use super::error::PointConvError;
use crate::kernel::{RadiusIndex, Real};
use crate::level::AxisLevel;

/// Checks that no coordinate of the points is NaN.
pub(super) fn check_points<T: Real>(what: &'static str, points: &[[T; 3]]) -> Result<(), PointConvError> {
    let nowhere = |point: &[T; 3]| point.iter().position(|place| place.checked().is_err());
    match points.iter().enumerate().find_map(|(element, point)| Some((element, nowhere(point)?))) {
        Some((element, axis)) => Err(PointConvError::NotANumber { what, element, axis }),
        None => Ok(()),
    }
}

/// Checks that a radius is finite and not negative.
pub(super) fn check_radius<T: Real>(radius: T) -> Result<(), PointConvError> {
    if radius >= T::ZERO && radius.finite() { Ok(()) } else { Err(PointConvError::Radius { radius: radius.to_f64() }) }
}

/// Checks the length of an array.
pub(super) fn check_count(
    what: &'static str,
    found: usize,
    needed: usize,
    layout: &'static str,
) -> Result<(), PointConvError> {
    if found == needed { Ok(()) } else { Err(PointConvError::Count { what, found, needed, layout }) }
}

/// Checks that an index was built from `points`.
pub(super) fn check_index<T: Real>(index: &RadiusIndex<T, 3>, points: &[[T; 3]]) -> Result<(), PointConvError> {
    check_count("support points", points.len(), index.len(), "the index is that of the support points")?;
    let ids = index.ids().level().child().values();
    let [xs, ys, zs] = index.coordinates().each_ref().map(|along| along.level().child().values());
    for (&id, ((&x, &y), &z)) in ids.iter().zip(xs.iter().zip(ys).zip(zs)) {
        if points[id as usize] != [x, y, z] {
            return Err(PointConvError::Index { element: id as usize });
        }
    }
    Ok(())
}

/// Checks that numbers are finite.
pub(super) fn check_finite<T: Real>(what: &'static str, numbers: &[T]) -> Result<(), PointConvError> {
    match numbers.iter().position(|number| !number.finite()) {
        Some(element) => Err(PointConvError::NotFinite { what, element, value: numbers[element].to_f64() }),
        None => Ok(()),
    }
}
