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
