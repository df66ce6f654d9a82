//! Cuts of a line and the regions between them.
//!
//! A cut lies before or after a number and never on it, so that regions tile the line without overlap and without a
//! smallest distance:
//!
//! ```text
//! [a,b] = a- .. b+      [a,b) = a- .. b-      (a,b] = a+ .. b+      the point x = x- .. x+
//! ```
//!
//! On an axis of integers all cuts lie before an integer: `3, 4, 5` is `3- .. 6-`. Infinities are not places: the whole
//! line is `(-inf)+ .. inf-`.

use std::fmt;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::number::Number;

/// The kind of the places of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AxisKind {
    /// Real numbers.
    Real,
    /// Integers.
    Integer,
}

/// The side of its number on which a cut lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The number itself is after the cut.
    Before,
    /// The number itself is before the cut.
    After,
}

/// A cut of the line, next to a number. Cuts are ordered as on the line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    value: Number,
    side: Side,
}

impl Cut {
    /// Creates the cut on one side of a number. At an infinity, the side is always the one towards the line.
    pub fn new(value: Number, side: Side) -> Cut {
        let side = match value {
            Number::NegativeInfinity => Side::After,
            Number::Finite(_) => side,
            Number::Infinity => Side::Before,
        };
        Cut { value, side }
    }

    /// Returns the number next to the cut.
    pub fn value(&self) -> &Number {
        &self.value
    }

    /// Returns the side of the number that the cut lies on.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the canonical cut that separates the places of an axis of this kind in the same way.
    #[must_use]
    pub fn on(self, kind: AxisKind) -> Cut {
        match (kind, self.side, self.value.finite()) {
            (AxisKind::Integer, Side::Before, Some(x)) => Cut::new(x.ceil().into(), Side::Before),
            (AxisKind::Integer, Side::After, Some(x)) => {
                Cut::new((x.floor() + BigRational::one()).into(), Side::Before)
            }
            _ => self,
        }
    }

    /// Returns the image of the cut under `x -> scale * x + offset`; a negative scale swaps the sides.
    #[must_use]
    pub fn mapped(&self, scale: &BigRational, offset: &BigRational) -> Cut {
        let value = match &self.value {
            Number::Finite(x) => (x * scale + offset).into(),
            infinity if scale.is_negative() => infinity.neg(),
            infinity => infinity.clone(),
        };
        let side = match (self.side, scale.is_negative()) {
            (Side::Before, false) | (Side::After, true) => Side::Before,
            (Side::After, false) | (Side::Before, true) => Side::After,
        };
        Cut::new(value, side)
    }
}

/// The places between two cuts; empty if the first is not before the second.
///
/// ```
/// use unite_ir::loops::interpret::{AxisKind, Number, Region};
///
/// let r = Region::closed(Number::from(1), Number::from(3));
/// let s = Region::half_open(Number::from(3), Number::from(4));
/// assert_eq!(r.intersect(&s), Region::point(Number::from(3)));
/// assert_eq!(r.length(AxisKind::Real), Some(Number::from(2)));
/// assert_eq!(r.on(AxisKind::Integer).length(AxisKind::Integer), Some(Number::from(3)));
/// assert_eq!(s.show(AxisKind::Real), "[3,4)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Region {
    /// The lower end.
    pub lo: Cut,
    /// The upper end.
    pub hi: Cut,
}

impl Region {
    /// Returns the region of all places.
    pub fn all() -> Region {
        Region::closed(Number::NegativeInfinity, Number::Infinity)
    }

    /// Returns `[a,b]`.
    pub fn closed(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::Before), hi: Cut::new(b, Side::After) }
    }

    /// Returns `[a,b)`.
    pub fn half_open(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::Before), hi: Cut::new(b, Side::Before) }
    }

    /// Returns `(a,b]`.
    pub fn open_closed(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::After), hi: Cut::new(b, Side::After) }
    }

    /// Returns `(a,b)`.
    pub fn open(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::After), hi: Cut::new(b, Side::Before) }
    }

    /// Returns the region of the single place x.
    pub fn point(x: Number) -> Region {
        Region::closed(x.clone(), x)
    }

    /// Returns the region with the same places, in canonical form for an axis of this kind.
    #[must_use]
    pub fn on(self, kind: AxisKind) -> Region {
        Region { lo: self.lo.on(kind), hi: self.hi.on(kind) }
    }

    /// Returns whether the region has no places.
    pub fn is_empty(&self) -> bool {
        self.lo >= self.hi
    }

    /// Returns the places that are in both regions.
    #[must_use]
    pub fn intersect(&self, other: &Region) -> Region {
        Region { lo: (&self.lo).max(&other.lo).clone(), hi: (&self.hi).min(&other.hi).clone() }
    }

    /// Returns whether all places of `other` are in this region.
    pub fn contains(&self, other: &Region) -> bool {
        other.is_empty() || (self.lo <= other.lo && other.hi <= self.hi)
    }

    /// Returns the place, if the region has exactly one.
    pub fn as_point(&self, kind: AxisKind) -> Option<&BigRational> {
        let (lo, hi) = (self.lo.value.finite()?, self.hi.value.finite()?);
        let single = match kind {
            AxisKind::Real => lo == hi && !self.is_empty(),
            AxisKind::Integer => hi - lo == BigRational::one(),
        };
        single.then_some(lo)
    }

    /// Returns the length of a region of reals, or the number of places of a region of integers; `None` if it is empty.
    pub fn length(&self, kind: AxisKind) -> Option<Number> {
        let on = self.clone().on(kind);
        if on.is_empty() { None } else { on.hi.value.sub(&on.lo.value) }
    }

    /// Returns the image under `x -> scale * x + offset`, on an axis of this kind; for integers, the range from the
    /// first to the last image.
    #[must_use]
    pub fn mapped(&self, scale: &BigRational, offset: &BigRational, kind: AxisKind) -> Region {
        let last = match kind {
            AxisKind::Real => self.hi.clone(),
            AxisKind::Integer => before_by_one(&self.hi),
        };
        let (from, to) = (self.lo.mapped(scale, offset), last.mapped(scale, offset));
        let (lo, hi) = if scale.is_negative() { (to, from) } else { (from, to) };
        match kind {
            AxisKind::Real => Region { lo, hi },
            AxisKind::Integer => Region::closed(lo.value, hi.value).on(kind),
        }
    }

    /// Returns the region moved by an offset.
    #[must_use]
    pub(crate) fn mapped_by(&self, offset: &BigRational) -> Region {
        Region { lo: self.lo.mapped(&BigRational::one(), offset), hi: self.hi.mapped(&BigRational::one(), offset) }
    }

    /// Returns the places x of an axis of this kind for which `scale * x + offset` is in the region.
    #[must_use]
    pub fn unmapped(&self, scale: &BigRational, offset: &BigRational, kind: AxisKind) -> Region {
        let (scale, offset) = (scale.recip(), -offset / scale);
        let (from, to) = (self.lo.mapped(&scale, &offset), self.hi.mapped(&scale, &offset));
        let (lo, hi) = if scale.is_negative() { (to, from) } else { (from, to) };
        Region { lo, hi }.on(kind)
    }

    /// Formats the region: `[0,3)`, `1.5` for a point, `3..6` for the integers 3, 4, 5 and 6.
    pub fn show(&self, kind: AxisKind) -> String {
        if let Some(x) = self.as_point(kind) {
            return Number::Finite(x.clone()).to_string();
        }
        match kind {
            AxisKind::Real => self.to_string(),
            AxisKind::Integer => format!("{}..{}", self.lo.value, before_by_one(&self.hi).value),
        }
    }
}

/// Returns the cut moved down by one.
fn before_by_one(cut: &Cut) -> Cut {
    cut.mapped(&BigRational::one(), &-BigRational::one())
}

/// Formats the region as one of reals.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opening = if self.lo.side == Side::Before { '[' } else { '(' };
        let closing = if self.hi.side == Side::After { ']' } else { ')' };
        write!(f, "{opening}{},{}{closing}", self.lo.value, self.hi.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(x: i64) -> Number {
        Number::from(x)
    }

    fn ratio(a: i64, b: i64) -> BigRational {
        BigRational::new(a.into(), b.into())
    }

    /// Returns all regions of all four forms whose ends are multiples of 1/2 from -3 to 3.
    fn regions() -> Vec<Region> {
        let halves: Vec<Number> = (-6..=6).map(|n| ratio(n, 2).into()).collect();
        let mut regions = Vec::new();
        for a in &halves {
            for b in &halves {
                for form in [Region::closed, Region::half_open, Region::open_closed, Region::open] {
                    regions.push(form(a.clone(), b.clone()));
                }
            }
        }
        regions
    }

    fn has(region: &Region, x: &BigRational) -> bool {
        region.contains(&Region::point(x.clone().into()))
    }

    #[test]
    fn a_region_of_integers_has_the_integers_of_the_region_of_reals() {
        for region in regions() {
            let integers = region.clone().on(AxisKind::Integer);
            let inside: Vec<i64> = (-5..=5).filter(|&n| has(&region, &ratio(n, 1))).collect();
            assert_eq!(integers.is_empty(), inside.is_empty(), "{region}");
            if let Some(length) = integers.length(AxisKind::Integer) {
                assert_eq!(length, number(inside.len() as i64), "{region}");
            }
        }
    }

    #[test]
    fn a_place_is_in_the_inverse_image_exactly_if_its_image_is_in_the_region() {
        for region in regions() {
            for (scale, offset) in
                [(ratio(1, 1), ratio(0, 1)), (ratio(-2, 1), ratio(1, 1)), (ratio(1, 2), ratio(-1, 2))]
            {
                let (reals, integers) = (
                    region.unmapped(&scale, &offset, AxisKind::Real),
                    region.unmapped(&scale, &offset, AxisKind::Integer),
                );
                for quarter in -40..=40 {
                    let x = ratio(quarter, 4);
                    let inside = has(&region, &(&x * &scale + &offset));
                    assert_eq!(has(&reals, &x), inside, "{region} {x}");
                    let place = Region::point(x.clone().into()).on(AxisKind::Integer);
                    assert!(!x.is_integer() || integers.contains(&place) == inside, "{region} {x}");
                }
            }
        }
    }

    #[test]
    fn the_image_of_integers_goes_from_the_first_to_the_last() {
        let region = Region::closed(number(2), number(4)).on(AxisKind::Integer);
        assert_eq!(region.mapped(&ratio(-2, 1), &ratio(1, 1), AxisKind::Integer).show(AxisKind::Integer), "-7..-3");
        let all = Region::all();
        assert_eq!(all.mapped(&ratio(-2, 1), &ratio(1, 1), AxisKind::Integer), all);
    }

    #[test]
    fn infinities_are_no_places() {
        assert!(Region::point(Number::Infinity).is_empty());
        assert_eq!(Region::all().length(AxisKind::Real), Some(Number::Infinity));
        assert_eq!(Region::all().to_string(), "(-inf,inf)");
    }
}
