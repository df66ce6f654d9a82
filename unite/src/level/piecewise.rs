//! Piecewise constant tensors: a tree of levels with one root.

use std::marker::PhantomData;

use super::same::Tree;
use super::{
    AllAxes, ElementUpdate, Fiber, IndexOrder, Indexing, Level, LevelError, Manner, Meeting, Nested, Pour, Probe,
    RowMajor, Spill, Subtensor, Update, Updating, Value,
};
use crate::looplet::{Disjoint, Operand};

/// A piecewise constant tensor, to read: levels, and which index belongs to which of them ([`IndexOrder`]).
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
    /// How many axes it has.
    pub const RANK: usize = L::RANK;

    /// A tensor in a format, at fill everywhere, to be written.
    pub fn declare(format: L) -> Updating<L> {
        Updating::new(format)
    }

    /// A tensor that is stored already.
    ///
    /// # Errors
    /// [`LevelError::Roots`]: the level has none, or several.
    pub fn from_level(level: L) -> Result<Self, LevelError> {
        Self::with_level(level)
    }

    /// All of it, from the first index on. A tensor that is [`ColumnMajor`](super::ColumnMajor) has it
    /// [transposed](Piecewise::transposed), or [by reference](Piecewise::by_ref).
    #[inline(always)]
    pub fn root(&self) -> L::Fiber<'_> {
        self.level.fiber(0)
    }

    /// The extents of its axes as a tuple, outermost first.
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

    /// What lies at a place of the first axis: a subtensor, or nothing if that is at fill.
    pub fn slice<'a, F>(&'a self, place: F::Coord) -> Option<F::Child>
    where
        L: Level<Fiber<'a> = F>,
        F: Fiber<Walk: Operand<Order = Disjoint>>,
    {
        self.level.fiber(0).slice(place)
    }
}

impl<L: Level, O: IndexOrder> Piecewise<L, O> {
    /// A level with one subtensor.
    pub(super) fn new(level: L) -> Self {
        Piecewise { level, order: PhantomData }
    }

    /// [`from_level`](Piecewise::from_level) for indices of any order.
    ///
    /// # Errors
    /// [`LevelError::Roots`]: the level has none, or several.
    pub fn with_level(level: L) -> Result<Self, LevelError> {
        match level.positions() {
            1 => Ok(Piecewise::new(level)),
            found => Err(LevelError::Roots { found }),
        }
    }

    /// How it is stored.
    pub fn level(&self) -> &L {
        &self.level
    }

    /// How it is stored.
    pub fn into_level(self) -> L {
        self.level
    }

    /// How many axes it has.
    pub fn rank(&self) -> usize {
        L::RANK
    }

    /// What it holds where nothing is stored.
    #[inline(always)]
    pub fn fill_value(&self) -> L::Value {
        self.level.fill()
    }

    /// The size of each axis, that of the first index first: its length, or of integers their number.
    pub fn size(&self) -> Vec<f64>
    where
        L::Update: AllAxes,
    {
        let mut sizes = Vec::new();
        self.level.declare().sizes(&mut sizes);
        O::arrange(&mut sizes);
        sizes
    }

    /// What it holds at a place: a coordinate for each index. What lies outside of the extents, or is no place at all,
    /// holds fill; pieces that lie over each other hold what they are [joined](Value::joined).
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

    /// How many values are stored.
    pub fn stored<'a>(&'a self) -> usize
    where
        L::Fiber<'a>: Subtensor,
    {
        self.level.fiber(0).stored()
    }

    /// A copy, to be written further.
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

    /// The same tensor in another format, with the same axes. What is fill here need not be stored there; if the other
    /// format has another fill value, the places at fill are stored there.
    ///
    /// # Errors
    /// [`LevelError::Outside`]: a piece lies outside of an extent of the other format; or it has no room for a piece.
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
            // Pieces there do not replace each other, so that they are cut here.
            let mut tree = update.tree(ElementUpdate::new(fill));
            let position = tree.assemble();
            tree.flood(position, fill)?;
            self.level.fiber(0).pour(manner, &mut tree, position)?;
            tree.spill(position, &Some, update, root)?;
        }
        target.freeze()
    }
}
