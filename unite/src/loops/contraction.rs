//! The macro `einsum!`: sums of products of tensors, by the indices of their axes.

/// Sums products of tensors over the indices that the result does not have.
///
/// Each tensor has a letter for each axis, from its first index to its last. The result is a number if it has no letter; else
/// it is dense, with the extents of the tensors, or it is a declared tensor of any format, `einsum!(z = "..", ..)`, to which
/// the sums are added. Names without letters are numbers.
///
/// ```
/// use unite::level::{Csr, DenseMatrix, DenseVector, Element, Piecewise, SparseList};
/// use unite::loops::einsum;
///
/// let a = Csr::from_rows(0, &[[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])?;
/// let b = DenseMatrix::from_rows(0, &[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
/// let x = DenseVector::from_values(0, vec![1.0, 2.0, 3.0])?;
/// assert_eq!(einsum!("ik,kj->ij", a, b)?.to_rows()?, [[6.0, 8.0], [16.0, 20.0]]);
/// assert_eq!(einsum!("i,i->", x, x)?, 14.0);
///
/// let mut z = Piecewise::declare(SparseList::new(a.extents().0, Element::new(0.0)));
/// einsum!(z = ",ij,j->i", 0.5, a, x)?;
/// assert_eq!(z.freeze()?.level().coordinates(), [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It stands for a nest of [`loops!`](super::loops!), whose loops are ordered so that each tensor is gone through as it is stored, from the
/// first index on: `"ik,kj->ij"` is `for i, k, j z[i, j] += a[i, k] * b[k, j]`, which takes time for the pairs of entries that
/// meet, and not for `i * k * j`. If there is no such order, it does not compile, and the message says what to transpose.
pub use unite_macros::einsum;

pub use unite_macros::einsum_plan;

use crate::continuous::{Coord, Interval};
use crate::level::{Dense, IntervalList, Level, LevelError};
use crate::looplet::LoopError;

/// Returns a function that writes into a target of the type of `_target`.
#[inline(always)]
pub fn into<T, F: Fn(&mut T) -> Result<(), LoopError>>(_target: &T, nest: F) -> F {
    nest
}

/// A coordinate of a result that is not declared: integers make an array, real numbers a list of intervals.
pub trait ResultAxis: Coord {
    /// The level of an axis over another level.
    type Axis<L: Level>: Level<Value = L::Value>;

    /// Creates the level of an axis.
    ///
    /// # Errors
    /// The errors of [`Dense::new`].
    fn axis<L: Level>(extent: Interval<Self>, child: L) -> Result<Self::Axis<L>, LevelError>;
}

macro_rules! axes {
    ($($integer:ident)*; $($real:ident)*) => {
        $(
            impl ResultAxis for $integer {
                type Axis<L: Level> = Dense<L, $integer>;

                fn axis<L: Level>(extent: Interval<$integer>, child: L) -> Result<Dense<L, $integer>, LevelError> {
                    Dense::new(extent, child)
                }
            }
        )*
        $(
            impl ResultAxis for $real {
                type Axis<L: Level> = IntervalList<L, $real>;

                fn axis<L: Level>(extent: Interval<$real>, child: L) -> Result<IntervalList<L, $real>, LevelError> {
                    Ok(IntervalList::new(extent, child))
                }
            }
        )*
    };
}
axes!(i8 i16 i32 i64; f32 f64);

/// Creates an axis of a result that is not declared.
///
/// # Errors
/// The errors of [`Dense::new`].
pub fn result_axis<C: ResultAxis, L: Level>(extent: Interval<C>, child: L) -> Result<C::Axis<L>, LevelError> {
    C::axis(extent, child)
}
