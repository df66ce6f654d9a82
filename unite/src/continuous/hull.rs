//! Hulls: rounded bounds of sets of places, to tell that two sets are apart.

use super::{Coord, Cut};

/// Bounds of a set of places along an axis: no place lies below the first one or above the second one. Both are rounded to
/// `f64`, whatever the coordinates are, so that sets whose hulls do not meet have no place in common, but sets whose hulls meet may
/// have none either.
///
/// ```
/// use unite::continuous::{Coord, Hull};
///
/// let left = Hull::between(1.0.before(), 3.0.before());
/// assert!(left.meet(Hull::between(4.0.before(), 6.0.after())).is_empty());
/// assert!(!left.meet(Hull::between(3.0.before(), 6.0.after())).is_empty()); // they touch, with no place in common
/// assert_eq!(left.meet(Hull::EVERYWHERE), left);
/// assert!(Hull::EVERYWHERE.meet(Hull::NOWHERE).is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hull {
    from: f64,
    to: f64,
}

impl Hull {
    /// The bounds of all places.
    pub const EVERYWHERE: Hull = Hull { from: f64::NEG_INFINITY, to: f64::INFINITY };
    /// The bounds of no place.
    pub const NOWHERE: Hull = Hull { from: f64::INFINITY, to: f64::NEG_INFINITY };

    /// Returns the bounds of the places between two cuts.
    #[inline(always)]
    pub fn between<C: Coord>(start: Cut<C>, stop: Cut<C>) -> Hull {
        Hull { from: start.value.to_f64(), to: stop.value.to_f64() }
    }

    /// Returns the bounds of the places that lie within both bounds.
    #[inline(always)]
    #[must_use]
    pub fn meet(self, other: Hull) -> Hull {
        let from = if other.from > self.from { other.from } else { self.from };
        let to = if other.to < self.to { other.to } else { self.to };
        Hull { from, to }
    }

    /// Returns whether no place lies within the bounds.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.to < self.from
    }
}
