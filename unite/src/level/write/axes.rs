//! All axes of storage that is being written: extents, writes to places, and workspaces. Writes go to all places of the
//! axes; the tree of [`Workspace`]s over the same axes is alike for all formats.

use crate::continuous::Interval;
use crate::level::{AxisUpdate, ElementUpdate, LeafUpdate, LevelError, PatternUpdate, Update, Value, Workspace};

/// Storage that is being written, seen as all of its axes, down to the values.
pub trait AllAxes: Update {
    /// The extents as nested pairs: that of this axis, and those of the axes below.
    type Extents;
    /// A tree of workspaces over the same axes, with other values below.
    type Tree<Leaf: LeafUpdate>: Update<Value = Leaf::Value>;
    /// The same tree, whose axes are written with the coordinate types of this storage.
    type Likewise<Leaf: LeafUpdate>: Update<Value = Leaf::Value>;

    /// `true` if pieces may overlap along some axis.
    const OVERLAPS: bool;

    /// Returns the extents as nested pairs: that of this axis, and those of the axes below.
    fn extents(&self) -> Self::Extents;

    /// Appends the size of each axis: its length, or for integers their number.
    fn sizes(&self, sizes: &mut Vec<f64>);

    /// Creates an empty tree of workspaces over the same axes.
    fn tree<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Self::Tree<Leaf>;

    /// Creates an empty tree of workspaces over the same axes, written with the coordinate types of this storage.
    fn likewise<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Self::Likewise<Leaf>;

    /// Writes `value` at every place of the subtensor at `position`.
    ///
    /// # Errors
    /// The errors of [`AxisUpdate::cover`].
    fn flood(&mut self, position: usize, value: Self::Value) -> Result<(), LevelError>;
}

impl<U: AxisUpdate> AllAxes for U
where
    U::Child: AllAxes,
{
    type Extents = (Interval<U::Coord>, <U::Child as AllAxes>::Extents);
    type Tree<Leaf: LeafUpdate> = Workspace<U::Coord, <U::Child as AllAxes>::Tree<Leaf>>;
    type Likewise<Leaf: LeafUpdate> = Workspace<U::Coord, <U::Child as AllAxes>::Likewise<Leaf>, U::Stored>;

    const OVERLAPS: bool = <U as AxisUpdate>::OVERLAPS || <U::Child as AllAxes>::OVERLAPS;

    fn extents(&self) -> Self::Extents {
        (self.extent(), self.below().extents())
    }

    fn sizes(&self, sizes: &mut Vec<f64>) {
        let extent = self.extent();
        sizes.push(<U::Coord as crate::continuous::Coord>::measure(extent.lo(), extent.hi()));
        self.below().sizes(sizes);
    }

    fn tree<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Self::Tree<Leaf> {
        Workspace::new(self.extent(), self.below().tree(leaf))
    }

    fn likewise<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Self::Likewise<Leaf> {
        Workspace::likewise(self.extent(), self.below().likewise(leaf))
    }

    fn flood(&mut self, position: usize, value: U::Value) -> Result<(), LevelError> {
        let extent = self.extent();
        self.cover(position, extent.lo(), extent.hi(), |child, position| child.flood(position, value))
    }
}

macro_rules! leaf {
    ([$($generic:tt)*] $update:ty) => {
        impl<$($generic)*> AllAxes for $update {
            type Extents = ();
            type Tree<Leaf: LeafUpdate> = Leaf;
            type Likewise<Leaf: LeafUpdate> = Leaf;

            const OVERLAPS: bool = false;

            fn extents(&self) {}

            fn sizes(&self, _sizes: &mut Vec<f64>) {}

            fn tree<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Leaf {
                leaf
            }

            fn likewise<Leaf: LeafUpdate>(&self, leaf: Leaf) -> Leaf {
                leaf
            }

            fn flood(&mut self, position: usize, value: Self::Value) -> Result<(), LevelError> {
                *self.value(position) = value;
                Ok(())
            }
        }
    };
}
leaf!([T: Value] ElementUpdate<T>);
leaf!([] PatternUpdate);
