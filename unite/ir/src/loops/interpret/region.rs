//! Cuts of a line and the regions between them.
//!
//! A cut lies before or after a number and never on it, so that regions tile the line without overlap and without a
//! smallest distance:
//!
//! ```text
//! [a,b] = a- .. b+      [a,b) = a- .. b-      (a,b] = a+ .. b+      the point x = x- .. x+
//! ```
//!
//! On an axis of integers all cuts lie before an integer: `3, 4, 5` is `3- .. 6-`. The infinities are no places: the
//! whole line is `(-inf)+ .. inf-`.

use std::fmt;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::number::Number;

/// What the places of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AxisKind {
    /// Real numbers.
    Real,
    /// Integers.
    Integer,
}

/// On which side of its number a cut lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The number itself is after the cut.
    Before,
    /// The number itself is before the cut.
    After,
}

/// A cut of the line, next to a number. The order is that of the line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    value: Number,
    side: Side,
}

impl Cut {
    /// The cut on one side of a number; next to an infinity there is but the one on the side of the line.
    pub fn new(value: Number, side: Side) -> Cut {
        let side = match value {
            Number::NegativeInfinity => Side::After,
            Number::Finite(_) => side,
            Number::Infinity => Side::Before,
        };
        Cut { value, side }
    }

    /// The number next to it.
    pub fn value(&self) -> &Number {
        &self.value
    }

    /// The side of the number that it lies on.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The cut of an axis of this kind that parts its places in the same way.
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

    /// Where it lies after `x -> scale * x + offset`; a negative scale swaps the sides.
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

/// What lies between two cuts; nothing if the first is not before the second.
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
    /// Where it begins.
    pub lo: Cut,
    /// Where it ends.
    pub hi: Cut,
}

impl Region {
    /// All places.
    pub fn all() -> Region {
        Region::closed(Number::NegativeInfinity, Number::Infinity)
    }

    /// `[a,b]`
    pub fn closed(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::Before), hi: Cut::new(b, Side::After) }
    }

    /// `[a,b)`
    pub fn half_open(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::Before), hi: Cut::new(b, Side::Before) }
    }

    /// `(a,b]`
    pub fn open_closed(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::After), hi: Cut::new(b, Side::After) }
    }

    /// `(a,b)`
    pub fn open(a: Number, b: Number) -> Region {
        Region { lo: Cut::new(a, Side::After), hi: Cut::new(b, Side::Before) }
    }

    /// The one place x.
    pub fn point(x: Number) -> Region {
        Region::closed(x.clone(), x)
    }

    /// The same places of an axis of this kind.
    #[must_use]
    pub fn on(self, kind: AxisKind) -> Region {
        Region { lo: self.lo.on(kind), hi: self.hi.on(kind) }
    }

    /// Whether there is no place in it.
    pub fn is_empty(&self) -> bool {
        self.lo >= self.hi
    }

    /// The places that are in both.
    #[must_use]
    pub fn intersect(&self, other: &Region) -> Region {
        Region { lo: (&self.lo).max(&other.lo).clone(), hi: (&self.hi).min(&other.hi).clone() }
    }

    /// Whether all places of `other` are in it.
    pub fn contains(&self, other: &Region) -> bool {
        other.is_empty() || (self.lo <= other.lo && other.hi <= self.hi)
    }

    /// The place, if it is the only one.
    pub fn as_point(&self, kind: AxisKind) -> Option<&BigRational> {
        let (lo, hi) = (self.lo.value.finite()?, self.hi.value.finite()?);
        let single = match kind {
            AxisKind::Real => lo == hi && !self.is_empty(),
            AxisKind::Integer => hi - lo == BigRational::one(),
        };
        single.then_some(lo)
    }

    /// The length of a region of reals; how many integers a region of integers has. `None` if it is empty.
    pub fn length(&self, kind: AxisKind) -> Option<Number> {
        let on = self.clone().on(kind);
        if on.is_empty() { None } else { on.hi.value.sub(&on.lo.value) }
    }

    /// Its places after `x -> scale * x + offset`, on an axis of this kind: of integers, from the first to the last.
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

    /// The places x for which `scale * x + offset` is in it, on an axis of this kind.
    #[must_use]
    pub fn unmapped(&self, scale: &BigRational, offset: &BigRational, kind: AxisKind) -> Region {
        let (scale, offset) = (scale.recip(), -offset / scale);
        let (from, to) = (self.lo.mapped(&scale, &offset), self.hi.mapped(&scale, &offset));
        let (lo, hi) = if scale.is_negative() { (to, from) } else { (from, to) };
        Region { lo, hi }.on(kind)
    }

    /// As it is written: `[0,3)`, `1.5` for a point, `3..6` for the integers 3, 4, 5 and 6.
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

/// The cut an integer earlier.
fn before_by_one(cut: &Cut) -> Cut {
    cut.mapped(&BigRational::one(), &-BigRational::one())
}

/// As a region of reals.
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

    /// All regions with ends of halves from -3 to 3, of all four forms.
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
