//! Printing of several axes in one level, and their conversion from and to plain arrays. An entry is printed as `[2,
//! 1]: 1.1`.

use std::fmt::{self, Display, Formatter};

use super::arrays::size;
use super::print::{Extent, write_entries, write_head, write_places};
use crate::continuous::Coord;
use crate::level::sparse_coo::{Bottom, Column, Columns, Coordinates};
use crate::level::{IndexOrder, Labelled, Layout, Level, LevelError, Part, SparseCoo, Tabulated, Workspace};

/// Lists that can be printed and converted to plain arrays axis by axis.
pub trait Indices: Columns {
    /// Appends the coordinate of an entry along each axis, outermost first.
    fn push_places<'a>(&'a self, entry: usize, places: &mut Vec<&'a dyn Display>);

    /// Writes the head of a level of these axes: its name, its fill, the extent of the outermost axis.
    ///
    /// # Errors
    /// The errors of `f`.
    fn write_head<O: IndexOrder, L: Level>(&self, name: &str, child: &L, f: &mut Formatter<'_>) -> fmt::Result;

    /// Implements [`Tabulated::sizes`].
    ///
    /// # Errors
    /// An axis is infinite.
    fn sizes(&self, sizes: &mut Vec<usize>) -> Result<(), LevelError>;

    /// Returns the offset of an entry in a plain array.
    fn offset(&self, entry: usize, strides: &[usize]) -> usize;

    /// Implements [`Tabulated::gather`], with `child` below the last axis.
    ///
    /// # Errors
    /// The format refuses a value or a place.
    fn gather<L: Tabulated>(
        &self,
        child: &L,
        update: &mut Self::Update<L::Update>,
        position: usize,
        part: Part<'_, L::Value>,
    ) -> Result<(), LevelError>;
}

impl Indices for Bottom {
    fn push_places<'a>(&'a self, _entry: usize, _places: &mut Vec<&'a dyn Display>) {}

    fn write_head<O: IndexOrder, L: Level>(&self, name: &str, child: &L, f: &mut Formatter<'_>) -> fmt::Result {
        write_head::<O>(name, Some(child.fill()), &[], L::RANK, f)
    }

    fn sizes(&self, _sizes: &mut Vec<usize>) -> Result<(), LevelError> {
        Ok(())
    }

    fn offset(&self, _entry: usize, _strides: &[usize]) -> usize {
        0
    }

    fn gather<L: Tabulated>(
        &self,
        child: &L,
        update: &mut L::Update,
        position: usize,
        part: Part<'_, L::Value>,
    ) -> Result<(), LevelError> {
        child.gather(update, position, part)
    }
}

impl<C: Coord, Rest: Indices> Indices for Column<C, Rest> {
    fn push_places<'a>(&'a self, entry: usize, places: &mut Vec<&'a dyn Display>) {
        places.push(&self.coordinates[entry]);
        self.rest.push_places(entry, places);
    }

    fn write_head<O: IndexOrder, L: Level>(&self, name: &str, child: &L, f: &mut Formatter<'_>) -> fmt::Result {
        write_head::<O>(name, Some(child.fill()), &[&Extent(self.extent)], Rest::RANK + L::RANK, f)
    }

    fn sizes(&self, sizes: &mut Vec<usize>) -> Result<(), LevelError> {
        const { assert!(C::DISCRETE, "the places of a plain array are integers: give the axis integer coordinates") };
        sizes.push(size(self.extent)?);
        self.rest.sizes(sizes)
    }

    fn offset(&self, entry: usize, strides: &[usize]) -> usize {
        let steps = C::measure(self.extent.lo(), self.coordinates[entry].before()) as usize;
        steps * strides[0] + self.rest.offset(entry, &strides[1..])
    }

    fn gather<L: Tabulated>(
        &self,
        child: &L,
        update: &mut Workspace<C, Rest::Update<L::Update>>,
        position: usize,
        part: Part<'_, L::Value>,
    ) -> Result<(), LevelError> {
        part.cover(self.extent, update, position, child.fill(), |update, position, part| {
            self.rest.gather(child, update, position, part)
        })
    }
}

impl<Cs: Coordinates<Columns: Indices>, L: Labelled> Labelled for SparseCoo<Cs, L> {
    fn write_title<O: IndexOrder>(&self, _position: Option<usize>, f: &mut Formatter<'_>) -> fmt::Result {
        self.columns.write_head::<O, L>(Self::NAME, &self.child, f)
    }

    fn write_below<O: IndexOrder>(&self, position: usize, left: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let entries = self.entries(position).map(|entry| (entry, entry));
        let write_place = |&entry: &usize, f: &mut Formatter<'_>| {
            let mut places = Vec::new();
            self.columns.push_places(entry, &mut places);
            write_places::<O>(&places, L::RANK, f)
        };
        write_entries::<O, _, _>(entries, write_place, &self.child, left, f)
    }

    fn is_fill(&self, _position: usize) -> bool {
        false
    }
}

impl<Cs: Coordinates<Columns: Indices>, L: Tabulated> Tabulated for SparseCoo<Cs, L> {
    fn sizes(&self, sizes: &mut Vec<usize>) -> Result<(), LevelError> {
        self.columns.sizes(sizes)?;
        self.child.sizes(sizes)
    }

    fn scatter(&self, position: usize, layout: Layout<'_>, offset: usize, array: &mut [Option<L::Value>]) {
        for entry in self.entries(position) {
            let at = offset + self.columns.offset(entry, layout.strides);
            self.child.scatter(entry, layout.below(Cs::Columns::RANK), at, array);
        }
    }

    fn gather(&self, update: &mut Self::Update, position: usize, part: Part<'_, L::Value>) -> Result<(), LevelError> {
        self.columns.gather(&self.child, update, position, part)
    }
}
