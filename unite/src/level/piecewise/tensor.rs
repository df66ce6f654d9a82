//! Piecewise constant tensors: a tree of levels with one root.

use std::marker::PhantomData;

use super::same::Tree;
use crate::level::{
    AllAxes, ElementUpdate, Fiber, IndexOrder, Indexing, Level, LevelError, Manner, Meeting, Nested, Pour, Probe,
    RowMajor, Spill, Subtensor, Update, Updating, Value,
};
use crate::looplet::{Disjoint, Operand};

/// A piecewise constant tensor for reading: its levels, and the order of its indices ([`IndexOrder`]).
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Dense, Element, Piecewise, SparseList};
///
/// let row = SparseList::new(Interval::closed(0i64, 99)?, Element::new(0.0));
/// let mut matrix = Piecewise::declare(Dense::new(0..4i64, row)?);
/// matrix.set((3, 50), 1.5)?;
/// matrix.set((3, 7), 2.5)?;
/// let matrix = matrix.freeze()?;
/// assert_eq!((matrix.rank(), matrix.stored(), matrix.size()), (2, 2, vec![4.0, 100.0]));
/// assert_eq!((matrix.at((3, 7)), matrix.at((0, 7)), matrix.fill_value()), (2.5, 0.0, 0.0));
///
/// let mut more = matrix.thaw();
/// more.set((0, 7), 1.0)?;
/// assert_eq!(more.freeze()?.at((0, 7)), 1.0);
///
/// let array = matrix.convert(Dense::new(0..4i64, Dense::new(0..100i64, Element::new(0.0))?)?)?;
/// assert!(array.same_function(&matrix));
/// assert_eq!(array.level().child().child().values().len(), 400);
/// # use unite::level::AxisLevel;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Piecewise<L, O = RowMajor> {
    level: L,
    order: PhantomData<O>,
}

impl<L: Level> Piecewise<L> {
    /// The number of axes.
    pub const RANK: usize = L::RANK;

    /// Creates a tensor in a format, at fill everywhere, to be written.
    #[inline]
    pub fn declare(format: L) -> Updating<L> {
        Updating::new(format)
    }

    /// Creates a tensor from a level with one subtensor.
    ///
    /// # Errors
    /// [`LevelError::Roots`]: the level does not have exactly one subtensor.
    pub fn from_level(level: L) -> Result<Self, LevelError> {
        Self::with_level(level)
    }

    /// Returns the root fiber, from the first index on. For a [`ColumnMajor`](crate::level::ColumnMajor) tensor, use
    /// [`transposed`](Piecewise::transposed) or [`by_ref`](Piecewise::by_ref) first.
    #[inline(always)]
    pub fn root(&self) -> L::Fiber<'_> {
        self.level.fiber(0)
    }

    /// Returns the extents of the axes as a tuple, outermost first.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Dense, Element, Piecewise, Pinpoint};
    ///
    /// let format = Dense::new(0..3i64, Pinpoint::new(Interval::closed(0.5, 2.0)?, Element::new(0)))?;
    /// let tensor = Piecewise::declare(format).freeze()?;
    /// assert_eq!(tensor.extents(), (Interval::closed(0, 2)?, Interval::closed(0.5, 2.0)?));
    /// assert_eq!(tensor.size(), [3.0, 1.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extents(&self) -> <<L::Update as AllAxes>::Extents as Nested>::Flat
    where
        L::Update: AllAxes<Extents: Nested>,
    {
        self.level.declare().extents().flat()
    }

    /// Returns the subtensor at a place of the first axis, or `None` if nothing is stored there.
    pub fn slice<'a, F>(&'a self, place: F::Coord) -> Option<F::Child>
    where
        L: Level<Fiber<'a> = F>,
        F: Fiber<Walk: Operand<Order = Disjoint>>,
    {
        self.level.fiber(0).slice(place)
    }
}

impl<L: Level, O: IndexOrder> Piecewise<L, O> {
    /// Creates a tensor from a level with one subtensor.
    pub(in crate::level) fn new(level: L) -> Self {
        Piecewise { level, order: PhantomData }
    }

    /// Creates a tensor as [`from_level`](Piecewise::from_level) does, with indices of either order.
    ///
    /// # Errors
    /// [`LevelError::Roots`]: the level does not have exactly one subtensor.
    pub fn with_level(level: L) -> Result<Self, LevelError> {
        match level.positions() {
            1 => Ok(Piecewise::new(level)),
            found => Err(LevelError::Roots { found }),
        }
    }

    /// Returns the root level.
    pub fn level(&self) -> &L {
        &self.level
    }

    /// Converts the tensor into its root level.
    pub fn into_level(self) -> L {
        self.level
    }

    /// Returns the number of axes.
    pub fn rank(&self) -> usize {
        L::RANK
    }

    /// Returns the value of all places that are not stored.
    #[inline(always)]
    pub fn fill_value(&self) -> L::Value {
        self.level.fill()
    }

    /// Returns the size of each axis, that of the first index first: its length, or for integers their number.
    pub fn size(&self) -> Vec<f64>
    where
        L::Update: AllAxes,
    {
        let mut sizes = Vec::new();
        self.level.declare().sizes(&mut sizes);
        O::arrange(&mut sizes);
        sizes
    }

    /// Returns the value at a place, which has a coordinate for each index. An invalid place, or one outside of the
    /// extents, has the fill value. The values of overlapping pieces are [joined](Value::joined).
    pub fn at<'a, P: Indexing<O>>(&'a self, place: P) -> L::Value
    where
        L::Fiber<'a>: Probe<P::Nest, Value = L::Value>,
    {
        let mut found: Option<L::Value> = None;
        self.level.fiber(0).probe(place.root_first(), &mut |value| {
            found = Some(found.map_or(value, |found| found.joined(value)));
        });
        found.unwrap_or(self.fill_value())
    }

    /// Returns the number of stored values.
    pub fn stored<'a>(&'a self) -> usize
    where
        L::Fiber<'a>: Subtensor,
    {
        self.level.fiber(0).stored()
    }

    /// Copies the tensor into storage that can be written.
    pub fn thaw<'a>(&'a self) -> Updating<L, O>
    where
        L::Fiber<'a>: Pour<L::Update>,
    {
        let mut copy = Updating::new(self.level.clone());
        let (update, root) = copy.parts();
        let poured = self.level.fiber(0).pour(Manner { background: None, meeting: Meeting::Set }, update, root);
        assert!(poured.is_ok(), "a tensor does not fit its own format: {poured:?}");
        copy
    }

    /// Converts the tensor to another format with the same axes. Values equal to the fill are not copied; if `format`
    /// has another fill, the places at fill are stored in it.
    ///
    /// # Errors
    /// [`LevelError::Outside`]: a piece lies outside of an extent of `format`. Others: `format` cannot store a piece.
    pub fn convert<'a, M: Level<Value = L::Value>>(&'a self, format: M) -> Result<Piecewise<M, O>, LevelError>
    where
        L::Fiber<'a>: Pour<M::Update> + Pour<Tree<M>>,
        M::Update: AllAxes,
        Tree<M>: AllAxes + Spill<M::Update>,
    {
        let fill = self.fill_value();
        let manner = Manner { background: Some(fill), meeting: Meeting::Set };
        let mut target = Updating::new(format);
        let (other_fill, (update, root)) = (target.fill_value(), target.parts());
        if other_fill.same(fill) {
            self.level.fiber(0).pour(manner, update, root)?;
        } else if !<M::Update as AllAxes>::OVERLAPS {
            update.flood(root, fill)?;
            self.level.fiber(0).pour(manner, update, root)?;
        } else {
            // Pieces of the target do not replace each other, so they are cut in a workspace first.
            let mut tree = update.tree(ElementUpdate::new(fill));
            let position = tree.assemble();
            tree.flood(position, fill)?;
            self.level.fiber(0).pour(manner, &mut tree, position)?;
            tree.spill(position, &Some, update, root)?;
        }
        target.freeze()
    }
}
