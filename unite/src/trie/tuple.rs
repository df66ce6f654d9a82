//! Formatting of a point, an origin or a list of factors: `(1, 2)`.

use std::fmt;

/// A list that prints between parentheses, with commas between its items; an empty list prints as `()`.
pub(super) struct Tuple<'a, T>(pub(super) &'a [T]);

impl<T: fmt::Display> fmt::Display for Tuple<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (position, item) in self.0.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{item}")?;
        }
        f.write_str(")")
    }
}
