//! The nested lists of a level of several axes, and the tuples that name their types.
//!
//! ```text
//!  (C1, C2)  ->  Column<C1, Column<C2, Bottom>>
//! ```

use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::Range;

use super::CooFiber;
use crate::continuous::{Coord, Interval};
use crate::level::format::points::{check_count, check_places};
use crate::level::write::singles::singles;
use crate::level::{Level, LevelError, PieceUpdate, Update, Workspace};

/// The lists of coordinates from one axis to the last.
pub trait Columns: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// A range of entries, as a fiber of the first of these axes.
    type Fiber<'a, L: Level + 'a>: Copy;
    /// The lists while they are written.
    type Update<U: Update>: Update<Value = U::Value>;

    /// The number of axes from this one on.
    const RANK: usize;

    /// Returns the fiber of the entries from `first` up to but excluding `end`, which agree on all previous axes.
    fn fiber<'a, L: Level>(&'a self, child: &'a L, first: usize, end: usize) -> Self::Fiber<'a, L>;

    /// Creates empty storage to be written, above that of the contents of the entries.
    fn declare<U: Update>(&self, child: U) -> Self::Update<U>;

    /// Returns the same axes without any entry.
    fn emptied(&self) -> Self;

    /// Appends the entries of the subtensor of `update` at `root`, and their contents to `children`; returns their
    /// number.
    ///
    /// # Errors
    /// A piece does not consist of finitely many coordinates.
    fn append<U: Update>(
        &mut self,
        format: &'static str,
        update: &Self::Update<U>,
        root: usize,
        children: &mut Vec<Option<usize>>,
    ) -> Result<usize, LevelError>;

    /// Creates a subtensor of a range of entries, which agree on all previous axes, and returns its position.
    fn restore<U: Update>(&self, update: &mut Self::Update<U>, entries: Range<usize>) -> usize;

    /// Returns the storage of the contents of the entries.
    fn bottom<U: Update>(update: &mut Self::Update<U>) -> &mut U;

    /// Checks that each list has `entries` coordinates, and that all of them lie in the extent of their axis.
    ///
    /// # Errors
    /// A list has another length, or a coordinate lies outside.
    fn check(&self, format: &'static str, entries: usize) -> Result<(), LevelError>;

    /// Compares two entries.
    fn compare(&self, one: usize, other: usize) -> Ordering;

    /// Appends the coordinates of an entry to `text`, each after a comma.
    fn tell(&self, entry: usize, text: &mut String);

    /// Formats the place of an entry.
    fn told(&self, entry: usize) -> String {
        let mut text = String::new();
        self.tell(entry, &mut text);
        format!("({})", text.trim_start_matches(", "))
    }
}

/// The empty list of axes, below the last axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bottom;

impl Columns for Bottom {
    type Fiber<'a, L: Level + 'a> = L::Fiber<'a>;
    type Update<U: Update> = U;

    const RANK: usize = 0;

    #[inline(always)]
    fn fiber<'a, L: Level>(&'a self, child: &'a L, first: usize, _end: usize) -> L::Fiber<'a> {
        child.fiber(first)
    }

    fn declare<U: Update>(&self, child: U) -> U {
        child
    }

    fn emptied(&self) -> Self {
        Bottom
    }

    fn append<U: Update>(
        &mut self,
        _format: &'static str,
        _update: &U,
        root: usize,
        children: &mut Vec<Option<usize>>,
    ) -> Result<usize, LevelError> {
        children.push(Some(root));
        Ok(1)
    }

    fn restore<U: Update>(&self, _update: &mut U, entries: Range<usize>) -> usize {
        entries.start
    }

    fn bottom<U: Update>(update: &mut U) -> &mut U {
        update
    }

    fn check(&self, _format: &'static str, _entries: usize) -> Result<(), LevelError> {
        Ok(())
    }

    fn compare(&self, _one: usize, _other: usize) -> Ordering {
        Ordering::Equal
    }

    fn tell(&self, _entry: usize, _text: &mut String) {}
}

/// The coordinates of one axis, and those of the axes after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Column<C: Coord, Rest> {
    pub(in crate::level) extent: Interval<C>,
    pub(in crate::level) coordinates: Vec<C>,
    pub(in crate::level) rest: Rest,
}

impl<C: Coord, Rest: Columns> Columns for Column<C, Rest> {
    type Fiber<'a, L: Level + 'a> = CooFiber<'a, C, Rest, L>;
    type Update<U: Update> = Workspace<C, Rest::Update<U>>;

    const RANK: usize = 1 + Rest::RANK;

    #[inline(always)]
    fn fiber<'a, L: Level>(&'a self, child: &'a L, first: usize, end: usize) -> CooFiber<'a, C, Rest, L> {
        CooFiber::new(&self.coordinates, &self.rest, child, first, end)
    }

    fn declare<U: Update>(&self, child: U) -> Self::Update<U> {
        Workspace::new(self.extent, self.rest.declare(child))
    }

    fn emptied(&self) -> Self {
        Column { extent: self.extent, coordinates: Vec::new(), rest: self.rest.emptied() }
    }

    fn append<U: Update>(
        &mut self,
        format: &'static str,
        update: &Self::Update<U>,
        root: usize,
        children: &mut Vec<Option<usize>>,
    ) -> Result<usize, LevelError> {
        let before = self.coordinates.len();
        for (start, stop, child) in update.pieces(root) {
            for coordinate in singles(format, start, stop)? {
                let entries = self.rest.append(format, &update.child, child, children)?;
                self.coordinates.extend(std::iter::repeat_n(coordinate, entries));
            }
        }
        Ok(self.coordinates.len() - before)
    }

    fn restore<U: Update>(&self, update: &mut Self::Update<U>, entries: Range<usize>) -> usize {
        let (mut pieces, mut first) = (Vec::new(), entries.start);
        for run in self.coordinates[entries].chunk_by(|one, next| one == next) {
            let child = self.rest.restore(&mut update.child, first..first + run.len());
            pieces.push((run[0].before(), run[0].after(), child));
            first += run.len();
        }
        update.restore(pieces.into_iter())
    }

    fn bottom<U: Update>(update: &mut Self::Update<U>) -> &mut U {
        Rest::bottom(&mut update.child)
    }

    fn check(&self, format: &'static str, entries: usize) -> Result<(), LevelError> {
        check_count(format, "coordinates along an axis", self.coordinates.len(), entries)?;
        check_places(self.extent, &self.coordinates)?;
        self.rest.check(format, entries)
    }

    fn compare(&self, one: usize, other: usize) -> Ordering {
        match self.coordinates[one].partial_cmp(&self.coordinates[other]) {
            Some(Ordering::Equal) | None => self.rest.compare(one, other),
            Some(order) => order,
        }
    }

    fn tell(&self, entry: usize, text: &mut String) {
        *text += &format!(", {}", self.coordinates[entry]);
        self.rest.tell(entry, text);
    }
}

/// A tuple of the coordinate types of one to four axes.
pub trait Coordinates: Copy + Debug + PartialEq + 'static {
    /// The lists of coordinates.
    type Columns: Columns;
    /// The extents, as a tuple.
    type Extents: Copy;
    /// The lists of coordinates, as a tuple.
    type Lists: Default;
    /// The lists of coordinates, as a tuple of slices.
    type Slices<'a>;

    /// The name of a level with these axes.
    const NAME: &'static str;

    /// Creates the lists from a tuple of extents and a tuple of lists.
    fn columns(extents: Self::Extents, lists: Self::Lists) -> Self::Columns;

    /// Returns the extents.
    fn extents(columns: &Self::Columns) -> Self::Extents;

    /// Returns the lists as slices.
    fn slices(columns: &Self::Columns) -> Self::Slices<'_>;
}

macro_rules! axes {
    (@type) => { Bottom };
    (@type $coord:ident $($rest:ident)*) => { Column<$coord, axes!(@type $($rest)*)> };
    (@nest) => { Bottom };
    (@nest $extent:ident $list:ident $($rest:ident)*) => {
        Column { extent: $extent, coordinates: $list, rest: axes!(@nest $($rest)*) }
    };
    (@pattern $field:ident) => { Bottom };
    (@pattern $field:ident $name:ident $($names:ident)*) => {
        Column { $field: $name, rest: axes!(@pattern $field $($names)*), .. }
    };
    ($name:literal: $($coord:ident $extent:ident $list:ident),+) => {
        impl<$($coord: Coord),+> Coordinates for ($($coord,)+) {
            type Columns = axes!(@type $($coord)+);
            type Extents = ($(Interval<$coord>,)+);
            type Lists = ($(Vec<$coord>,)+);
            type Slices<'a> = ($(&'a [$coord],)+);

            const NAME: &'static str = $name;

            fn columns(($($extent,)+): Self::Extents, ($($list,)+): Self::Lists) -> Self::Columns {
                axes!(@nest $($extent $list)+)
            }

            fn extents(columns: &Self::Columns) -> Self::Extents {
                let axes!(@pattern extent $($extent)+) = columns;
                ($(*$extent,)+)
            }

            fn slices(columns: &Self::Columns) -> Self::Slices<'_> {
                let axes!(@pattern coordinates $($list)+) = columns;
                ($($list,)+)
            }
        }
    };
}
axes!("SparseCOO{1}": A a list);
axes!("SparseCOO{2}": A a list_a, B b list_b);
axes!("SparseCOO{3}": A a list_a, B b list_b, C c list_c);
axes!("SparseCOO{4}": A a list_a, B b list_b, C c list_c, D d list_d);
