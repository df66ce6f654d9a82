//! Conversion of matrices and vectors of the crate `sprs` to tensors and back (feature `sprs`). The arrays are copied
//! as they are; a matrix that `sprs` stores along the other axis is sorted anew.
//!
//! Values that `sprs` does not store are zero, so a tensor can be converted to `sprs` only if its fill is zero. Rows
//! and columns that start at another integer in a tensor start at 0 in `sprs`.

use sprs::{CsMat, CsVec};

use crate::level::{
    AxisLevel, CompressedParts, Csc, Csr, Element, LevelError, Piecewise, SparseList, SparseVector, Value, indices,
};

/// Returns an error unless the fill is zero.
fn zero_fill<T: Value>(fill: T) -> Result<(), LevelError> {
    if fill == T::ZERO { Ok(()) } else { Err(LevelError::FillNotZero { fill: format!("{fill:?}") }) }
}

/// Returns the arrays of a matrix, in the storage order that it has.
fn parts<T: Value>(matrix: &CsMat<T>) -> CompressedParts<T> {
    CompressedParts {
        rows: matrix.rows(),
        columns: matrix.cols(),
        pointers: matrix.indptr().to_proper().into_owned(),
        indices: matrix.indices().to_vec(),
        values: matrix.data().to_vec(),
    }
}

/// Conversion from a matrix in either storage order.
///
/// ```
/// use sprs::TriMat;
/// use unite::level::{Csc, Csr};
///
/// let mut triplets = TriMat::new((2, 3));
/// triplets.add_triplet(0, 2, 7.0);
/// triplets.add_triplet(1, 0, 5.0);
/// let theirs: sprs::CsMat<f64> = triplets.to_csr();
///
/// let rows = Csr::try_from(&theirs)?;
/// let columns = Csc::try_from(&theirs)?;
/// assert_eq!(rows.to_rows()?, [[0.0, 0.0, 7.0], [5.0, 0.0, 0.0]]);
/// assert_eq!(columns.to_rows()?, [[0.0, 0.0, 7.0], [5.0, 0.0, 0.0]]);
/// assert_eq!(sprs::CsMat::try_from(&rows)?, theirs);
/// # Ok::<(), unite::level::LevelError>(())
/// ```
impl<T: Value> TryFrom<&CsMat<T>> for Csr<T> {
    type Error = LevelError;

    fn try_from(matrix: &CsMat<T>) -> Result<Self, LevelError> {
        Csr::from_csr_parts(if matrix.is_csr() { parts(matrix) } else { parts(&matrix.to_csr()) })
    }
}

/// Conversion from a matrix in either storage order.
impl<T: Value> TryFrom<&CsMat<T>> for Csc<T> {
    type Error = LevelError;

    fn try_from(matrix: &CsMat<T>) -> Result<Self, LevelError> {
        Csc::from_csc_parts(if matrix.is_csc() { parts(matrix) } else { parts(&matrix.to_csc()) })
    }
}

/// Conversion to a matrix in CSR storage.
impl<T: Value> TryFrom<&Csr<T>> for CsMat<T> {
    type Error = LevelError;

    fn try_from(matrix: &Csr<T>) -> Result<Self, LevelError> {
        zero_fill(matrix.fill_value())?;
        let CompressedParts { rows, columns, pointers, indices, values } = matrix.to_csr_parts()?;
        CsMat::try_new((rows, columns), pointers, indices, values)
            .map_err(|(.., reason)| LevelError::Sprs { reason: reason.to_string() })
    }
}

/// Conversion to a matrix in CSC storage.
impl<T: Value> TryFrom<&Csc<T>> for CsMat<T> {
    type Error = LevelError;

    fn try_from(matrix: &Csc<T>) -> Result<Self, LevelError> {
        zero_fill(matrix.fill_value())?;
        let CompressedParts { rows, columns, pointers, indices, values } = matrix.to_csc_parts()?;
        CsMat::try_new_csc((rows, columns), pointers, indices, values)
            .map_err(|(.., reason)| LevelError::Sprs { reason: reason.to_string() })
    }
}

/// Conversion from a sparse vector.
///
/// ```
/// use unite::level::SparseVector;
///
/// let theirs = sprs::CsVec::new(5, vec![1, 3], vec![2.0, 4.0]);
/// let ours = SparseVector::try_from(&theirs)?;
/// assert_eq!(ours.to_dense()?, [0.0, 2.0, 0.0, 4.0, 0.0]);
/// assert_eq!(sprs::CsVec::try_from(&ours)?, theirs);
/// # Ok::<(), unite::level::LevelError>(())
/// ```
impl<T: Value> TryFrom<&CsVec<T>> for SparseVector<T> {
    type Error = LevelError;

    fn try_from(vector: &CsVec<T>) -> Result<Self, LevelError> {
        // An index that is too large for `i64` becomes one that lies in no axis.
        let coordinates = vector.indices().iter().map(|&index| i64::try_from(index).unwrap_or(i64::MAX)).collect();
        let values = Element::from_values(T::ZERO, vector.data().to_vec());
        let pointers = vec![0, vector.nnz()];
        Piecewise::with_level(SparseList::from_parts(indices(0, vector.dim())?, pointers, coordinates, values)?)
    }
}

/// Conversion to a sparse vector with indices from 0.
impl<T: Value> TryFrom<&SparseVector<T>> for CsVec<T> {
    type Error = LevelError;

    fn try_from(vector: &SparseVector<T>) -> Result<Self, LevelError> {
        zero_fill(vector.fill_value())?;
        let (size, level) = (vector.sizes()?[0], vector.level());
        let first = level.extent().lo().value;
        let (indices, values) =
            level.entries(0).map(|(lo, _, p)| (lo.value.abs_diff(first) as usize, level.child().values()[p])).unzip();
        CsVec::try_new(size, indices, values).map_err(|(.., reason)| LevelError::Sprs { reason: reason.to_string() })
    }
}
