//! Cuts: the boundaries between places. A piece of a line lies between two of them.
//!
//! ```text
//!  [a, b]  from before a to after b        a   b
//!  [a, b)  from before a to before b     | . | . |      each coordinate has a cut before it
//!  (a, b]  from after a  to after b      ^   ^            and one after it
//!  (a, b)  from after a  to before b    a-   a+
//! ```
//!
//! Adjacent pieces share a cut. A piece is empty exactly if its start is not below its stop. An integer has only a cut
//! before it; the cut after it is the one before the next integer.

use std::cmp::Ordering;

use super::Coord;

/// A boundary between places.
#[derive(Debug, Clone, Copy)]
pub struct Cut<C> {
    /// The coordinate beside the cut.
    pub value: C,
    /// `true` if the cut lies after the coordinate, `false` if before. Always `false` for an integer.
    pub after: bool,
}

impl<C: Coord> Cut<C> {
    /// The cut before all coordinates.
    pub const FIRST: Self = Cut { value: C::LOWEST, after: false };
    /// The cut after all coordinates.
    pub const LAST: Self = Cut { value: C::HIGHEST, after: !C::DISCRETE };

    /// Returns the lower of two cuts.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        // The value is computed by itself, so that a caller that does not use the side pays for one comparison of
        // numbers.
        let value = if other.value < self.value { other.value } else { self.value };
        Cut { value, after: !C::DISCRETE && if other < self { other.after } else { self.after } }
    }

    /// Returns the higher of two cuts.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let value = if self.value < other.value { other.value } else { self.value };
        Cut { value, after: !C::DISCRETE && if self < other { other.after } else { self.after } }
    }

    /// Returns the cut at the same place of the mirrored line, on which each coordinate is negated.
    #[inline(always)]
    #[must_use]
    pub fn negated(self) -> Self {
        if C::DISCRETE {
            // The cut before integer `c` is the one after `c - 1`; mirrored, it is the one before `1 - c`.
            self.value.negated().after()
        } else {
            Cut { value: self.value.negated(), after: !self.after }
        }
    }
}

// Cuts of integers are compared by their numbers alone.
impl<C: Coord> PartialEq for Cut<C> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && (C::DISCRETE || self.after == other.after)
    }
}

impl<C: Coord> PartialOrd for Cut<C> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.value.partial_cmp(&other.value) {
            Some(Ordering::Equal) if !C::DISCRETE => Some(self.after.cmp(&other.after)),
            order => order,
        }
    }

    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        (self.value < other.value) | (!C::DISCRETE & (self.value == other.value) & !self.after & other.after)
    }

    #[inline(always)]
    fn le(&self, other: &Self) -> bool {
        if C::DISCRETE {
            return self.value <= other.value;
        }
        (self.value < other.value) | ((self.value == other.value) & (!self.after | other.after))
    }

    #[inline(always)]
    fn gt(&self, other: &Self) -> bool {
        other < self
    }

    #[inline(always)]
    fn ge(&self, other: &Self) -> bool {
        other <= self
    }
}
