//! `Reorder`: levels whose axes can be put in another order.
//!
//! ```text
//!  stored                       with its axes exchanged
//!  Dense over Dense             Dense over Dense             all of it is arrays
//!  Dense over SparseList        SparseList over SparseList   places hold something, or nothing is stored
//!  RunList over IntervalList    IntervalList over IntervalList
//! ```

use std::marker::PhantomData;

use unite_ir::loops::whole::Sizes;

use crate::continuous::{Coord, Integer, Interval, Kind, Mixed, Points, Segments, Stored};
use crate::level::sparse_coo::Coordinates;
use crate::level::{
    AxisLevel, Consecutive, Dense, Element, IntervalList, Level, LevelError, Lists, Overlapping, Pattern, PieceColumns,
    SparseCoo, SparseList, Value,
};

/// A level whose axes can be put in another order.
///
/// `einsum!` asks this of each tensor with two indices or more. A level of one's own implements it with
/// [`PointAxis`] for an axis of single places, and [`PieceAxis`] for one of intervals.
#[diagnostic::on_unimplemented(
    message = "the axes of `{Self}` cannot be put in another order",
    label = "its format has no `Reorder`",
    note = "implement `unite::level::Reorder` for a level of your own, or write the loops with `loops!`"
)]
pub trait Reorder: Level {
    /// The axes from this level down, as nested pairs.
    type Axes;
    /// [`AllArrays`] if all axes are arrays, else [`SomeLists`].
    type Storage: Storage;

    /// Returns the axes.
    fn axes(&self) -> Self::Axes;

    /// Appends the size of each axis, and the number of subtensors below it.
    fn measure(&self, sizes: &mut Sizes);
}

/// The choice between arrays and lists, for all axes of a tensor.
pub trait Storage {
    /// One of two levels.
    type Of<A: Level, B: Level<Value = A::Value>>: Level<Value = A::Value>;

    /// Creates one of two levels.
    ///
    /// # Errors
    /// The called function returns one.
    fn choose<T, A: Level, B: Level<Value = A::Value>>(
        input: T,
        array: impl FnOnce(T) -> Result<A, LevelError>,
        list: impl FnOnce(T) -> Result<B, LevelError>,
    ) -> Result<Self::Of<A, B>, LevelError>;
}

/// The storage of a tensor all of whose axes are arrays.
#[derive(Debug, Clone, Copy)]
pub struct AllArrays;

/// The storage of a tensor with an axis that stores some places only.
#[derive(Debug, Clone, Copy)]
pub struct SomeLists;

impl Storage for AllArrays {
    type Of<A: Level, B: Level<Value = A::Value>> = A;

    fn choose<T, A: Level, B: Level<Value = A::Value>>(
        input: T,
        array: impl FnOnce(T) -> Result<A, LevelError>,
        _list: impl FnOnce(T) -> Result<B, LevelError>,
    ) -> Result<A, LevelError> {
        array(input)
    }
}

impl Storage for SomeLists {
    type Of<A: Level, B: Level<Value = A::Value>> = B;

    fn choose<T, A: Level, B: Level<Value = A::Value>>(
        input: T,
        _array: impl FnOnce(T) -> Result<A, LevelError>,
        list: impl FnOnce(T) -> Result<B, LevelError>,
    ) -> Result<B, LevelError> {
        list(input)
    }
}

/// An axis of such a level: its extent, and the level that stores it over another one.
pub trait ReorderedAxis {
    /// The level in a tensor of arrays.
    type Array<L: Level>: Level<Value = L::Value>;
    /// The level in any other tensor.
    type List<L: Level>: Level<Value = L::Value>;

    /// Creates the level of a tensor of arrays.
    ///
    /// # Errors
    /// The level cannot have this extent.
    fn array<L: Level>(self, child: L) -> Result<Self::Array<L>, LevelError>;

    /// Creates the level of any other tensor.
    fn list<L: Level>(self, child: L) -> Self::List<L>;
}

/// An axis that is an array.
#[derive(Debug, Clone, Copy)]
pub struct ArrayAxis<C: Stored>(pub Interval<C>);

/// An axis of single places.
#[derive(Debug, Clone, Copy)]
pub struct PointAxis<C: Stored>(pub Interval<C>);

/// An axis of intervals.
#[derive(Debug, Clone, Copy)]
pub struct PieceAxis<C: Stored>(pub Interval<C>);

impl<C: Integer + Stored<Coord = C>> ReorderedAxis for ArrayAxis<C> {
    type Array<L: Level> = Dense<L, C>;
    type List<L: Level> = SparseList<L, C>;

    fn array<L: Level>(self, child: L) -> Result<Dense<L, C>, LevelError> {
        Dense::new(self.0, child)
    }

    fn list<L: Level>(self, child: L) -> SparseList<L, C> {
        SparseList::new(self.0, child)
    }
}

impl<C: Coord> ReorderedAxis for PointAxis<C> {
    type Array<L: Level> = SparseList<L, C>;
    type List<L: Level> = SparseList<L, C>;

    fn array<L: Level>(self, child: L) -> Result<SparseList<L, C>, LevelError> {
        Ok(self.list(child))
    }

    fn list<L: Level>(self, child: L) -> SparseList<L, C> {
        SparseList::new(self.0, child)
    }
}

impl<C: Coord> ReorderedAxis for PieceAxis<C> {
    type Array<L: Level> = IntervalList<L, C>;
    type List<L: Level> = IntervalList<L, C>;

    fn array<L: Level>(self, child: L) -> Result<IntervalList<L, C>, LevelError> {
        Ok(self.list(child))
    }

    fn list<L: Level>(self, child: L) -> IntervalList<L, C> {
        IntervalList::new(self.0, child)
    }
}

/// The level of an axis over another level.
pub type AxisOver<S, A, L> = <S as Storage>::Of<<A as ReorderedAxis>::Array<L>, <A as ReorderedAxis>::List<L>>;

/// Creates the level of an axis over another level.
///
/// # Errors
/// [`LevelError::TooLarge`]: an array has more places than memory has room for.
pub fn axis_over<S: Storage, A: ReorderedAxis, L: Level>(
    _storage: PhantomData<S>,
    axis: A,
    child: L,
) -> Result<AxisOver<S, A, L>, LevelError> {
    S::choose((axis, child), |(axis, child)| axis.array(child), |(axis, child)| Ok(axis.list(child)))
}

/// A kind of pieces, as an axis.
pub trait AxisOfKind: Kind {
    /// The axis.
    type Axis<C: Coord>: ReorderedAxis;

    /// Returns the axis with an extent.
    fn axis<C: Coord>(extent: Interval<C>) -> Self::Axis<C>;
}

macro_rules! kinds {
    ($($kind:ident $axis:ident;)*) => {$(
        impl AxisOfKind for $kind {
            type Axis<C: Coord> = $axis<C>;

            fn axis<C: Coord>(extent: Interval<C>) -> $axis<C> {
                $axis(extent)
            }
        }
    )*};
}
kinds! {
    Points PointAxis;
    Segments PieceAxis;
    Mixed PieceAxis;
}

/// Appends the size of an axis, and those below it.
fn measured<L: AxisLevel<Child: Reorder>>(level: &L, sizes: &mut Sizes) {
    let extent = level.extent();
    sizes.push(L::Coord::measure(extent.lo(), extent.hi()), level.child().positions() as f64);
    level.child().measure(sizes);
}

impl<L: Reorder, C: Stored<Coord: Integer>> Reorder for Dense<L, C> {
    type Axes = (ArrayAxis<C::Coord>, L::Axes);
    type Storage = L::Storage;

    fn axes(&self) -> Self::Axes {
        (ArrayAxis(self.extent()), self.child().axes())
    }

    fn measure(&self, sizes: &mut Sizes) {
        measured(self, sizes);
    }
}

impl<P: PieceColumns<Kind: AxisOfKind>, L: Reorder> Reorder for Lists<P, L> {
    type Axes = (<P::Kind as AxisOfKind>::Axis<P::Coord>, L::Axes);
    type Storage = SomeLists;

    fn axes(&self) -> Self::Axes {
        (P::Kind::axis(self.extent()), self.child().axes())
    }

    fn measure(&self, sizes: &mut Sizes) {
        measured(self, sizes);
    }
}

impl<L: Reorder, C: Integer> Reorder for Consecutive<L, C> {
    type Axes = (PointAxis<C>, L::Axes);
    type Storage = SomeLists;

    fn axes(&self) -> Self::Axes {
        (PointAxis(self.extent()), self.child().axes())
    }

    fn measure(&self, sizes: &mut Sizes) {
        measured(self, sizes);
    }
}

impl<L: Reorder, C: Coord> Reorder for Overlapping<L, C> {
    type Axes = (PieceAxis<C>, L::Axes);
    type Storage = SomeLists;

    fn axes(&self) -> Self::Axes {
        (PieceAxis(self.extent()), self.child().axes())
    }

    fn measure(&self, sizes: &mut Sizes) {
        measured(self, sizes);
    }
}

/// The extents of axes of single places, as a tuple.
pub trait PointAxes {
    /// The axes.
    type Axes;

    /// Returns the axes.
    fn axes(self) -> Self::Axes;

    /// Returns the sizes of the axes.
    fn sizes(self) -> Vec<f64>;
}

macro_rules! point_axes {
    (@type) => { () };
    (@type $coord:ident $($rest:ident)*) => { (PointAxis<$coord>, point_axes!(@type $($rest)*)) };
    (@nest) => { () };
    (@nest $extent:ident $($rest:ident)*) => { (PointAxis($extent), point_axes!(@nest $($rest)*)) };
    ($($coord:ident $extent:ident),+) => {
        impl<$($coord: Coord),+> PointAxes for ($(Interval<$coord>,)+) {
            type Axes = point_axes!(@type $($coord)+);

            fn axes(self) -> Self::Axes {
                let ($($extent,)+) = self;
                point_axes!(@nest $($extent)+)
            }

            fn sizes(self) -> Vec<f64> {
                let ($($extent,)+) = self;
                vec![$($coord::measure($extent.lo(), $extent.hi())),+]
            }
        }
    };
}
point_axes!(A a);
point_axes!(A a, B b);
point_axes!(A a, B b, C c);
point_axes!(A a, B b, C c, D d);

impl<Cs: Coordinates<Extents: PointAxes>, L: Reorder<Axes = ()>> Reorder for SparseCoo<Cs, L> {
    type Axes = <Cs::Extents as PointAxes>::Axes;
    type Storage = SomeLists;

    fn axes(&self) -> Self::Axes {
        self.extents().axes()
    }

    fn measure(&self, sizes: &mut Sizes) {
        // The number of places along the first axes is not stored.
        let (entries, mut places) = (self.child().positions() as f64, 1.0);
        for size in self.extents().sizes() {
            places *= size;
            sizes.push(size, entries.min(places));
        }
    }
}

macro_rules! leaf {
    ([$($generic:tt)*] $level:ty) => {
        impl<$($generic)*> Reorder for $level {
            type Axes = ();
            type Storage = AllArrays;

            fn axes(&self) {}

            fn measure(&self, _sizes: &mut Sizes) {}
        }
    };
}
leaf!([T: Value] Element<T>);
leaf!([] Pattern);
