//! The macro `einsum!`: expressions over whole tensors, by the indices of their axes.

/// Evaluates an expression over whole tensors, in loops whose order it finds.
///
/// ```
/// use unite::level::{Csr, DenseMatrix, DenseVector, Element, Piecewise, SparseList};
/// use unite::loops::einsum;
///
/// let a = Csr::from_rows(0, &[[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])?;
/// let b = DenseMatrix::from_rows(0, &[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
/// let (x, c) = (DenseVector::from_values(0, [1.0, 2.0, 3.0])?, DenseVector::from_values(0, [0.5, 0.25])?);
///
/// // A tensor of its own, with the indices `i` and `j`; a number; a declared tensor of any format.
/// assert_eq!(einsum!([i, j] = a[i, k] * b[k, j] - c[i])?.to_rows()?, [[5.5, 7.5], [15.75, 19.75]]);
/// assert_eq!(einsum!(x[i] * x[i])?, 14.0);
/// let mut z = Piecewise::declare(SparseList::new(a.extents().0, Element::new(0.0)));
/// einsum!(z[i] = 0.5 * a[i, j] * x[j])?;
/// einsum!(z[i] max= c[i])?;
/// assert_eq!(z.freeze()?.to_dense()?, [2.0, 5.0]);
///
/// // Products, by letters.
/// assert_eq!(einsum!("ik,kj->ij", a, b)?.to_rows()?, [[6.0, 8.0], [16.0, 20.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Expressions
/// | syntax | meaning |
/// |---|---|
/// | `[i, j] = e` | a tensor with the indices `i` and `j`: an array of the extents of the tensors, or for real indices an interval list |
/// | `e` | a number: the sum over all indices |
/// | `z[i] = e`, `s = e` | a declared tensor or a variable becomes `e`, whatever it held; if all terms of `e` are sums, the fill of `z` must be 0, where sums begin |
/// | `z[i] += e`, `max=`, `min=`, `*=`, `&=`, `\|=`, `<<f>>=` | it is combined with `e`, as in [`loops!`](super::loops!) |
/// | `"ik,kj->ij", a, b` | `[i, j] = a[i, k] * b[k, j]`: letters for each axis of each tensor, and those of the result; without a letter it is a number |
/// | `z = "ij,j->i", a, x` | `z[i] += a[i, j] * x[j]` |
///
/// An expression is one of the [language of `loops!`](super::language): products, quotients, minima, functions, conditions,
/// lengths `d(i)`, indices such as `i + 1`. An index is a name that stands alone along some axis. Each term of a sum is summed
/// over the indices in it that the result does not have: `a[i, k] * x[k] + c[i]` adds `c[i]` once. Where `+=` is another
/// operator, such as `max=`, it is this one that combines, over all of `e`. A result that is not declared has values of the type of
/// the first tensor's.
///
/// # Loops
/// All terms without a sum become one nest of loops, as if written by hand: nothing is stored in between, and what is sparse
/// is passed over. Each term with a sum becomes a nest. The order of its loops is found: the compiler keeps up to three orders,
/// which differ in cost for tensors of some formats, and leaves out those that are not for the orders of storage of these
/// types; if there are still several, the numbers of entries select one when the program runs.
///
/// # Conversions
/// Loops go through a tensor as it is stored. If a tensor is stored in another order than the loops, it is copied into one
/// that is not, before the loops: `"ij,ji->"` of two matrices that are stored row by row reads the second one by columns.
/// The copy takes time for the entries of the tensor and the places of its new root, and has lists of places or of
/// intervals, or arrays, if all of it is arrays. Where there is a choice, the cheapest one is copied: often that with the fewest
/// entries. [`einsum_plan!`] tells which are. An order that needs no copy is taken unless a copy pays: inner products of
/// sparse matrices, `"ik,jk->ij"`, take time for each pair of rows, and those of a copy by columns for entries that meet.
///
/// A tensor with an index that is more than a name, `x[i + 1]` or `x[(2:5)(i)]`, is not copied, and is stored row-major. If no
/// order of loops goes through all of these, the program does not compile. A level of one's own implements
/// [`Reorder`](crate::level::Reorder).
///
/// # Errors
/// A nest fails as in [`loops!`](super::loops!). [`LoopError::Shapes`]: the extents of two tensors along an index differ.
/// [`LoopError::FillOfSum`]: a tensor that becomes a sum has another fill than 0.
pub use unite_macros::einsum;

/// Describes how [`einsum!`] evaluates an expression: its loops, which tensors are converted, and why.
///
/// It takes what `einsum!` takes, and returns a `String`; nothing is computed. Costs are estimates, in pieces that the loops
/// visit, from the extents and the numbers of entries of the tensors.
///
/// ```
/// use unite::level::Csr;
/// use unite::loops::einsum_plan;
///
/// let a = Csr::from_rows(0, &[[1.0, 2.0], [0.0, 3.0]])?;
/// assert_eq!(einsum_plan!("ik,kj->ij", a, a), "\
/// for i, k, j  result[i, j] += a[i, k] * a[k, j]
///   a[i, k] is read as it is stored
///   a[k, j] is read as it is stored
///   about 38 steps
/// ");
/// assert_eq!(einsum_plan!(a[i, j] * a[j, i]), "\
/// for i, j  result += a[i, j] * a[j, i]
///   a[i, j] is read as it is stored
///   a[j, i] is converted: stored by j, i, read by i, j; 3 entries
///   about 41 steps, 24 of them for conversions; for j, i: 41
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use unite_macros::einsum_plan;

use crate::continuous::{Coord, Interval};
use crate::level::{Dense, IndexOrder, IntervalList, Level, LevelError, Updating, Value};
use crate::looplet::LoopError;

/// Checks that sums can begin at the fill of a target.
///
/// # Errors
/// [`LoopError::FillOfSum`]: the fill is not the zero of the values.
pub fn sums_begin<L: Level, O: IndexOrder>(tensor: &'static str, target: &Updating<L, O>) -> Result<(), LoopError> {
    let (fill, zero) = (target.fill_value(), L::Value::ZERO);
    if fill == zero {
        return Ok(());
    }
    Err(LoopError::FillOfSum { tensor, fill: format!("{fill:?}"), zero: format!("{zero:?}") })
}

/// Replaces an error that advises to change a loop, where the program has no loops.
pub fn without_loops<T>(done: Result<T, LoopError>) -> Result<T, LoopError> {
    done.map_err(|error| match error {
        LoopError::Extents { index, one, extent, other, another, .. } => {
            LoopError::Shapes { index, one, extent, other, another }
        }
        error => error,
    })
}

/// Returns a function that writes into a target of the type of `_target`.
#[inline(always)]
pub fn into<T, F: Fn(&mut T) -> Result<(), LoopError>>(_target: &T, nest: F) -> F {
    nest
}

/// A coordinate of a result that is not declared.
///
/// Integers make an array, real numbers a list of intervals.
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
