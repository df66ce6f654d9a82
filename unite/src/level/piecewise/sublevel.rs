//! Access to levels by their number, and to their subtensors by position.

use crate::level::{AxisLevel, Level, Piecewise};

/// A tree of levels that has a level below `K` axes.
pub trait Sublevel<const K: usize>: Level {
    /// The level below `K` axes.
    type Level: Level<Value = Self::Value>;

    /// Returns the level below `K` axes.
    fn sublevel(&self) -> &Self::Level;
}

impl<L: Level> Sublevel<0> for L {
    type Level = L;

    fn sublevel(&self) -> &L {
        self
    }
}

macro_rules! below {
    ($($k:literal $above:literal;)*) => {$(
        impl<L: AxisLevel> Sublevel<$k> for L
        where
            L::Child: Sublevel<$above>,
        {
            type Level = <L::Child as Sublevel<$above>>::Level;

            fn sublevel(&self) -> &Self::Level {
                self.child().sublevel()
            }
        }
    )*};
}
below! {
    1 0;
    2 1;
    3 2;
    4 3;
    5 4;
    6 5;
}

impl<L: Level> Piecewise<L> {
    /// Returns the subtensor at a position of the level below `K` axes; `None` if the level has no such position.
    ///
    /// ```
    /// use unite::level::{Dense, Element, Fiber, Leaf, Piecewise};
    ///
    /// let columns = [0.0, 1.1, 2.2, 3.3, 0.0, 0.0, 0.0, 0.0, 4.4, 0.0, 5.5, 0.0];
    /// let columns = Dense::from_parts(0..4i64, Element::from_values(0.0, columns.to_vec()))?;
    /// let matrix = Piecewise::from_level(Dense::from_parts(0..3i64, columns)?)?;
    ///
    /// let column = matrix.subfiber::<1>(2).expect("there are three columns");
    /// assert_eq!(column.slice(0).map(|value| value.get()), Some(4.4));
    /// assert_eq!(matrix.slice(2).and_then(|column| column.slice(2)).map(|value| value.get()), Some(5.5));
    /// assert_eq!(matrix.subfiber::<2>(8).map(|value| value.get()), Some(4.4));
    /// assert!(matrix.subfiber::<1>(3).is_none());
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    pub fn subfiber<const K: usize>(&self, position: usize) -> Option<<<L as Sublevel<K>>::Level as Level>::Fiber<'_>>
    where
        L: Sublevel<K>,
    {
        let level = self.level().sublevel();
        (position < level.positions()).then(|| level.fiber(position))
    }
}
