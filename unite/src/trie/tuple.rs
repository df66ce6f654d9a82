//! How a point, an origin or a list of factors is printed: `(1, 2)`.

use std::fmt;

/// Prints its items between parentheses with commas between them; no items print `()`.
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
