//! Tensors for writing.

use std::marker::PhantomData;

use crate::continuous::Stored;
use crate::level::{
    AxisUpdate, IndexOrder, Indexing, LeafUpdate, Level, LevelError, Piecewise, Place, RowMajor, Update,
};

/// A piecewise constant tensor for writing.
#[derive(Debug, Clone)]
pub struct Updating<L: Level, O = RowMajor> {
    format: L,
    update: L::Update,
    root: usize,
    order: PhantomData<O>,
}

impl<L: Level, O: IndexOrder> Updating<L, O> {
    /// Creates a tensor in a format, at fill everywhere.
    #[inline]
    pub fn new(format: L) -> Self {
        let mut update = format.declare();
        let root = update.assemble();
        Updating { format, update, root, order: PhantomData }
    }

    /// Converts the written data to its format.
    ///
    /// # Errors
    /// The data does not fit the format.
    pub fn freeze(mut self) -> Result<Piecewise<L, O>, LevelError> {
        Ok(Piecewise::new(self.format.freeze_all(&mut self.update, 1)?))
    }

    /// Removes all that was written, so that every place is fill. Memory of values is kept.
    ///
    /// ```
    /// use unite::level::{Dense, Element, Piecewise};
    ///
    /// let mut row = Piecewise::declare(Dense::new(0..3i64, Element::new(0))?);
    /// row.set(1, 5)?;
    /// row.clear();
    /// assert_eq!(row.freeze()?.to_dense()?, [0, 0, 0]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    pub fn clear(&mut self) {
        self.format.clear(&mut self.update);
        self.root = self.update.assemble();
    }

    /// Moves the written data out into its format. Nothing else is done with this tensor until they are
    /// [put back](Updating::put_back).
    pub(crate) fn take(&mut self) -> Result<Piecewise<L, O>, LevelError> {
        Ok(Piecewise::new(self.format.freeze_all(&mut self.update, 1)?))
    }

    /// Moves data back that were [taken out](Updating::take).
    pub(crate) fn put_back(&mut self, data: Piecewise<L, O>) {
        data.into_level().thaw_all(&mut self.update);
        self.root = 0;
    }

    /// Empties the tensor, as [`clear`](Updating::clear) does, with the memory of data that were [taken out](Updating::take).
    pub(crate) fn start_anew(&mut self, data: Piecewise<L, O>) {
        data.into_level().recycle(&mut self.update);
        self.clear();
    }

    /// Returns the storage, to read the extents of its axes.
    pub(crate) fn storage(&self) -> &L::Update {
        &self.update
    }

    /// Returns the value of places that were not written.
    pub fn fill_value(&self) -> L::Value {
        self.format.fill()
    }

    /// Writes `value` at a place, which has a coordinate or an interval for each index. If pieces may overlap, it adds
    /// a piece, which is [joined](crate::level::Value::joined) with the existing ones.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Dense, Element, Piecewise, Pinpoint};
    ///
    /// let format = Dense::new(0..10i64, Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)))?;
    /// let mut tensor = Piecewise::declare(format);
    /// tensor.set((1, 2.5), 4.0)?;
    /// tensor.set((2..=4, 0.5), 1.0)?; // in three rows
    /// tensor.update((0..3, 0.5), |v| *v += 2.0)?;
    /// let tensor = tensor.freeze()?;
    /// assert_eq!([(1, 2.5), (0, 0.5), (2, 0.5), (3, 0.5), (3, 0.6)].map(|p| tensor.at(p)), [4.0, 2.0, 3.0, 1.0, 0.0]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError::NoPlace`], [`LevelError::Outside`].
    pub fn set<P: Indexing<O>>(&mut self, place: P, value: L::Value) -> Result<(), LevelError>
    where
        L::Update: WriteAt<P::Nest>,
    {
        self.update(place, |slot| *slot = value)
    }

    /// Calls `change` for the values at a place, which has a coordinate or an interval for each index.
    ///
    /// # Errors
    /// [`LevelError::NoPlace`], [`LevelError::Outside`].
    pub fn update<P: Indexing<O>>(&mut self, place: P, mut change: impl FnMut(&mut L::Value)) -> Result<(), LevelError>
    where
        L::Update: WriteAt<P::Nest>,
    {
        let written = self.update.write_at(self.root, 0, place.root_first(), &mut change);
        written.map_err(|error| match error {
            LevelError::NoPlace { axis, source } => LevelError::NoPlace { axis: O::index(axis, L::RANK), source },
            error => error,
        })
    }

    /// Returns the storage, and the position of the tensor in it.
    #[inline(always)]
    pub fn parts(&mut self) -> (&mut L::Update, usize) {
        (&mut self.update, self.root)
    }
}

/// Storage that can be written at a place: a [nest](crate::level::PerAxis) that converts to a [`Place`] for each axis.
pub trait WriteAt<Nest>: Update {
    /// The coordinates of a place, one for each axis.
    type Key: Copy + PartialOrd;

    /// Returns the coordinates of a place, if it has a valid coordinate for each axis.
    fn key(place: &Nest) -> Option<Self::Key>;

    /// Calls `change` for the values at `place` of the subtensor at `position`, whose first axis has the number `axis`.
    ///
    /// # Errors
    /// [`LevelError::NoPlace`], [`LevelError::Outside`].
    fn write_at(
        &mut self,
        position: usize,
        axis: usize,
        place: Nest,
        change: &mut impl FnMut(&mut Self::Value),
    ) -> Result<(), LevelError>;
}

impl<U: AxisUpdate, P: Clone + Into<Place<U::Stored>>, Rest: Clone> WriteAt<(P, Rest)> for U
where
    U::Child: WriteAt<Rest>,
{
    type Key = (U::Coord, <U::Child as WriteAt<Rest>>::Key);

    fn key((place, rest): &(P, Rest)) -> Option<Self::Key> {
        match place.clone().into() {
            Place::At(place) => Some((place.place().ok()?, U::Child::key(rest)?)),
            _ => None,
        }
    }

    fn write_at(
        &mut self,
        position: usize,
        axis: usize,
        (place, rest): (P, Rest),
        change: &mut impl FnMut(&mut Self::Value),
    ) -> Result<(), LevelError> {
        let place = place.into().checked().map_err(|source| LevelError::NoPlace { axis, source })?;
        self.cover(position, place.lo(), place.hi(), |child, position| {
            child.write_at(position, axis + 1, rest.clone(), change)
        })
    }
}

impl<U: LeafUpdate> WriteAt<()> for U {
    type Key = ();

    fn key(_place: &()) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn write_at(
        &mut self,
        position: usize,
        _axis: usize,
        _place: (),
        change: &mut impl FnMut(&mut Self::Value),
    ) -> Result<(), LevelError> {
        change(self.value(position));
        Ok(())
    }
}
