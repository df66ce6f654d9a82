//! The order of indices: the first index of a tensor belongs to the root level, or the last one does.
//!
//! ```text
//!                A[i, j]
//!  RowMajor      i on the root, j below it      A[1:3,:]
//!  ColumnMajor   j on the root, i below it      A[:,1:3]
//! ```
//!
//! Places and the programs of [`loops!`](crate::loops) give the indices in the same order for both: row, then column of
//! a matrix. Loops go from the root down: those over a [`ColumnMajor`] tensor have the last index outermost. To access
//! the root of such a tensor without a program, transpose it, which moves no data: [`Piecewise::transposed`], or
//! [`Piecewise::by_ref`] and [`TensorRef::transposed`].
//!
//! ```
//! use unite::level::{Csc, Fiber};
//! use unite::loops;
//!
//! let a = Csc::from_rows(1, &[[0i64, 0, 4], [1, 0, 0]])?;
//! assert_eq!((a.at((1, 3)), a.at((2, 1))), (4, 1)); // row, column
//! let mut s = 0;
//! loops!(for j, i  s += a[i, j] * i)?; // column after column
//! assert_eq!(s, 6);
//!
//! let columns = a.by_ref().transposed();
//! let _walk = columns.root().walk();
//! assert_eq!(a.transposed().at((3, 1)), 4); // column, row
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Debug, Display};
use std::ops::{Range, RangeInclusive};

use crate::continuous::{Interval, Stored};
use crate::level::{PerAxis, Place};

/// The index that belongs to the root level: [`RowMajor`] or [`ColumnMajor`].
pub trait IndexOrder: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The other order.
    type Transposed: IndexOrder<Transposed = Self>;

    /// Writes the indices of a subtensor in their order: `upper` for the axes of the level, outermost first, and a
    /// colon for each of the `below` axes under them.
    fn write_indices(upper: &[&dyn Display], below: usize, comma: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the number of the index, of `rank` indices, that belongs to an axis; axes count from the root.
    fn index(axis: usize, rank: usize) -> usize;

    /// One of two types, selected by the order.
    type Of<A, B>;

    /// Returns the first argument for [`RowMajor`], the second for [`ColumnMajor`].
    fn choose<A, B>(self, row_major: A, column_major: B) -> Self::Of<A, B>;

    /// Reorders places from the order of the indices to that of the levels, root first, or back.
    fn arrange<P>(places: &mut [P]);
}

/// The order whose first index belongs to the root: `A[1:3,:]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowMajor;

/// The order whose last index belongs to the root: `A[:,1:3]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColumnMajor;

/// Writes `indices`, separated by `comma`.
fn write_list<'a>(
    mut indices: impl Iterator<Item = &'a dyn Display>,
    comma: &str,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if let Some(first) = indices.next() {
        write!(f, "{first}")?;
    }
    indices.try_for_each(|index| write!(f, "{comma}{index}"))
}

impl IndexOrder for RowMajor {
    type Transposed = ColumnMajor;

    fn write_indices(upper: &[&dyn Display], below: usize, comma: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colons = std::iter::repeat_n::<&dyn Display>(&':', below);
        write_list(upper.iter().copied().chain(colons), comma, f)
    }

    fn index(axis: usize, _rank: usize) -> usize {
        axis
    }

    type Of<A, B> = A;

    #[inline(always)]
    fn choose<A, B>(self, row_major: A, _column_major: B) -> A {
        row_major
    }

    #[inline(always)]
    fn arrange<P>(_places: &mut [P]) {}
}

impl IndexOrder for ColumnMajor {
    type Transposed = RowMajor;

    fn write_indices(upper: &[&dyn Display], below: usize, comma: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colons = std::iter::repeat_n::<&dyn Display>(&':', below);
        write_list(colons.chain(upper.iter().rev().copied()), comma, f)
    }

    fn index(axis: usize, rank: usize) -> usize {
        rank - 1 - axis
    }

    type Of<A, B> = B;

    #[inline(always)]
    fn choose<A, B>(self, _row_major: A, column_major: B) -> B {
        column_major
    }

    #[inline(always)]
    fn arrange<P>(places: &mut [P]) {
        places.reverse();
    }
}

/// A place for each index, in a given order: a tuple of up to six, or for a single index the place itself.
///
/// ```
/// use unite::level::{ColumnMajor, Indexing, RowMajor};
///
/// assert_eq!(Indexing::<RowMajor>::root_first((1, 2.5)), (1, (2.5, ())));
/// assert_eq!(Indexing::<ColumnMajor>::root_first((1, 2.5)), (2.5, (1, ())));
/// ```
pub trait Indexing<O> {
    /// The places as nested pairs, that of the root axis first.
    type Nest;

    /// Converts to nested pairs, the place along the root axis first.
    fn root_first(self) -> Self::Nest;
}

impl<P: PerAxis> Indexing<RowMajor> for P {
    type Nest = P::Nest;

    #[inline(always)]
    fn root_first(self) -> P::Nest {
        self.nest()
    }
}

macro_rules! from_last {
    (@nest [$($nest:tt)*]) => { $($nest)* };
    (@nest [$($nest:tt)*] $first:ident $($rest:ident)*) => { from_last!(@nest [($first, $($nest)*)] $($rest)*) };
    ($($name:ident $value:ident),*) => {
        impl<$($name),*> Indexing<ColumnMajor> for ($($name,)*) {
            type Nest = from_last!(@nest [()] $($name)*);

            #[inline(always)]
            fn root_first(self) -> Self::Nest {
                let ($($value,)*) = self;
                from_last!(@nest [()] $($value)*)
            }
        }
    };
}

/// The empty tuple, for a tensor without axes.
impl Indexing<ColumnMajor> for () {
    type Nest = ();

    #[inline(always)]
    fn root_first(self) {}
}

from_last!(A a);
from_last!(A a, B b);
from_last!(A a, B b, C c);
from_last!(A a, B b, C c, D d);
from_last!(A a, B b, C c, D d, E e);
from_last!(A a, B b, C c, D d, E e, F f);

macro_rules! single {
    ($($single:ty),*) => {$(
        impl<C: Stored> Indexing<ColumnMajor> for $single {
            type Nest = (Self, ());

            #[inline(always)]
            fn root_first(self) -> (Self, ()) {
                (self, ())
            }
        }
    )*};
}
single!(C, Place<C>, Interval<C>, Range<C>, RangeInclusive<C>);
