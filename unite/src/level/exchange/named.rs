//! Matrices and vectors under the names that other libraries use. They are built from their arrays there and converted
//! back. Indices in arrays count from 0.
//!
//! ```text
//!                   rows         columns
//!  Csr              Dense        SparseList     pointers, indices, values: "uncompressed, compressed"
//!  Csc              SparseList   Dense          the same with rows and columns exchanged
//!  Dcsr             SparseList   SparseList     only rows that hold something
//!  Dcsc             SparseList   SparseList     only columns that hold something
//!  Coo              SparseCoo                   rows, columns, values
//!  DenseMatrix      Dense        Dense          values
//! ```

use crate::continuous::Interval;
use crate::level::{
    AxisLevel, ColumnMajor, Dense, Element, IndexOrder, LevelError, Piecewise, SparseCoo, SparseList, Tabulated, Value,
    indices,
};

/// A matrix that stores for each row a list of its columns: compressed sparse rows.
pub type Csr<T> = Piecewise<Dense<SparseList<Element<T>>>>;

/// A matrix that stores for each column a list of its rows: compressed sparse columns.
pub type Csc<T> = Piecewise<Dense<SparseList<Element<T>>>, ColumnMajor>;

/// A matrix that stores a list of its non-empty rows, and for each a list of its columns.
pub type Dcsr<T> = Piecewise<SparseList<SparseList<Element<T>>>>;

/// A matrix that stores a list of its non-empty columns, and for each a list of its rows.
pub type Dcsc<T> = Piecewise<SparseList<SparseList<Element<T>>>, ColumnMajor>;

/// A matrix that stores the row and the column of each value, row by row.
pub type Coo<T> = Piecewise<SparseCoo<(i64, i64), Element<T>>>;

/// A matrix that stores every value, row by row.
pub type DenseMatrix<T> = Piecewise<Dense<Dense<Element<T>>>>;

/// A vector that stores a list of the places that are not zero.
pub type SparseVector<T> = Piecewise<SparseList<Element<T>>>;

/// A vector that stores every value.
pub type DenseVector<T> = Piecewise<Dense<Element<T>>>;

impl<T: Value> DenseVector<T> {
    /// Creates a vector from its values; its indices count from `first`.
    ///
    /// ```
    /// use unite::level::DenseVector;
    ///
    /// let x = DenseVector::from_values(1, [5.0, 6.0])?;
    /// assert_eq!([0, 1, 2, 3].map(|i| x.at(i)), [0.0, 5.0, 6.0, 0.0]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`]: `values` is empty.
    pub fn from_values(first: i64, values: impl Into<Vec<T>>) -> Result<Self, LevelError> {
        let values = values.into();
        let places = indices(first, values.len())?;
        Piecewise::with_level(Dense::from_parts(places, Element::from_values(T::ZERO, values))?)
    }
}

/// The format of a matrix with integer indices.
pub trait MatrixFormat: Tabulated {
    /// Creates the format, from the extents of the root axis and of the axis below it.
    ///
    /// # Errors
    /// The format does not have room for all values.
    fn matrix(outer: Interval<i64>, inner: Interval<i64>, fill: Self::Value) -> Result<Self, LevelError>;
}

impl<T: Value> MatrixFormat for Dense<SparseList<Element<T>>> {
    fn matrix(outer: Interval<i64>, inner: Interval<i64>, fill: T) -> Result<Self, LevelError> {
        Dense::new(outer, SparseList::new(inner, Element::new(fill)))
    }
}

impl<T: Value> MatrixFormat for SparseList<SparseList<Element<T>>> {
    fn matrix(outer: Interval<i64>, inner: Interval<i64>, fill: T) -> Result<Self, LevelError> {
        Ok(SparseList::new(outer, SparseList::new(inner, Element::new(fill))))
    }
}

impl<T: Value> MatrixFormat for SparseCoo<(i64, i64), Element<T>> {
    fn matrix(outer: Interval<i64>, inner: Interval<i64>, fill: T) -> Result<Self, LevelError> {
        Ok(SparseCoo::new((outer, inner), Element::new(fill)))
    }
}

impl<T: Value> MatrixFormat for Dense<Dense<Element<T>>> {
    fn matrix(outer: Interval<i64>, inner: Interval<i64>, fill: T) -> Result<Self, LevelError> {
        Dense::new(outer, Dense::new(inner, Element::new(fill))?)
    }
}

impl<L: MatrixFormat, O: IndexOrder> Piecewise<L, O> {
    /// Creates a matrix from its values, row by row. Its rows and columns count from `first`, and zeros are not stored
    /// if the format allows.
    ///
    /// ```
    /// use unite::level::Csc;
    ///
    /// let a = Csc::from_slice(1, 2, 3, &[1, 0, 2, 0, 0, 3])?;
    /// assert_eq!(a.to_csc_parts()?.indices, [0, 0, 1]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`]: there are no rows, no columns, or another number of values.
    pub fn from_slice(first: i64, rows: usize, columns: usize, values: &[L::Value]) -> Result<Self, LevelError> {
        let mut axes = [indices(first, rows)?, indices(first, columns)?];
        O::arrange(&mut axes);
        Self::with_dense(L::matrix(axes[0], axes[1], L::Value::ZERO)?, values)
    }

    /// Creates a matrix from its rows. Rows and columns count from `first`.
    ///
    /// ```
    /// use unite::level::{Csr, DenseMatrix};
    ///
    /// let rows = [[1.5, 0.0, 2.0], [0.0, 0.0, 3.0]];
    /// let a = Csr::from_rows(0, &rows)?;
    /// assert_eq!(a.to_csr_parts()?.values, [1.5, 2.0, 3.0]);
    /// assert_eq!(a.to_rows()?, rows);
    /// assert_eq!(DenseMatrix::from_rows(0, &rows)?.to_rows()?, rows);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`]: there are no rows, or no columns.
    pub fn from_rows<const N: usize, const M: usize>(
        first: i64,
        rows: &[[L::Value; M]; N],
    ) -> Result<Self, LevelError> {
        Self::from_slice(first, N, M, rows.as_flattened())
    }
}

/// The arrays of a matrix that is compressed along one axis, for [`Csr`] and [`Csc`].
///
/// ```text
///  [[1, 0, 2],    Csr   pointers 0 2 3     indices 0 2 | 2        values 1 2 | 3
///   [0, 0, 3]]    Csc   pointers 0 1 1 3   indices 0 | | 0 1      values 1 | | 2 3
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CompressedParts<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Row (column) `k` has the entries `pointers[k]..pointers[k + 1]`.
    pub pointers: Vec<usize>,
    /// The column (row) of each entry, increasing within a row (column).
    pub indices: Vec<usize>,
    /// The value of each entry.
    pub values: Vec<T>,
}

/// The arrays of a matrix that is compressed along both axes, for [`Dcsr`] and [`Dcsc`].
#[derive(Debug, Clone, PartialEq)]
pub struct DoublyCompressedParts<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The non-empty rows (columns), increasing.
    pub outer: Vec<usize>,
    /// Row (column) `outer[k]` has the entries `pointers[k]..pointers[k + 1]`.
    pub pointers: Vec<usize>,
    /// The column (row) of each entry, increasing within a row (column).
    pub indices: Vec<usize>,
    /// The value of each entry.
    pub values: Vec<T>,
}

/// The arrays of a matrix whose entries each have a row and a column, for [`Coo`].
#[derive(Debug, Clone, PartialEq)]
pub struct CoordinateParts<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The row of each entry, never decreasing.
    pub row_indices: Vec<usize>,
    /// The column of each entry, increasing within a row.
    pub column_indices: Vec<usize>,
    /// The value of each entry.
    pub values: Vec<T>,
}

/// Converts indices to coordinates; an index that is too large becomes one that lies in no axis.
fn coordinates(indices: Vec<usize>) -> Vec<i64> {
    indices.into_iter().map(|index| i64::try_from(index).unwrap_or(i64::MAX)).collect()
}

/// Creates a compressed axis.
fn list<T: Value>(
    size: usize,
    pointers: Vec<usize>,
    crd: Vec<usize>,
    values: Vec<T>,
) -> Result<SparseList<Element<T>>, LevelError> {
    SparseList::from_parts(indices(0, size)?, pointers, coordinates(crd), Element::from_values(T::ZERO, values))
}

/// Returns the entries of the fibers at `positions`: pointers, indices from 0, and values.
fn entries<T: Value>(
    list: &SparseList<Element<T>>,
    positions: impl Iterator<Item = usize>,
) -> (Vec<usize>, Vec<usize>, Vec<T>) {
    let first = list.extent().lo().value;
    let (mut pointers, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for position in positions {
        for (lo, _, p) in list.entries(position) {
            indices.push(lo.value.abs_diff(first) as usize);
            values.push(list.child().values()[p]);
        }
        pointers.push(indices.len());
    }
    (pointers, indices, values)
}

impl<T: Value> Csr<T> {
    /// Creates a matrix from its arrays, which are those of scipy's `csr_matrix`.
    ///
    /// ```
    /// use unite::level::{CompressedParts, Csr};
    ///
    /// let (pointers, indices, values) = (vec![0, 2, 3], vec![0, 2, 2], vec![1.0, 2.0, 3.0]);
    /// let parts = CompressedParts { rows: 2, columns: 3, pointers, indices, values };
    /// let a = Csr::from_csr_parts(parts.clone())?;
    /// assert_eq!(a.to_rows()?, [[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]);
    /// assert_eq!(a.to_csr_parts()?, parts);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`], with the element: lengths differ, pointers decrease, indices do not increase or are out of
    /// range.
    pub fn from_csr_parts(parts: CompressedParts<T>) -> Result<Self, LevelError> {
        let list = list(parts.columns, parts.pointers, parts.indices, parts.values)?;
        Piecewise::with_level(Dense::from_parts(indices(0, parts.rows)?, list)?)
    }

    /// Returns the arrays of the matrix, with indices from 0.
    ///
    /// # Errors
    /// The axis of the columns is infinite.
    pub fn to_csr_parts(&self) -> Result<CompressedParts<T>, LevelError> {
        let (rows, columns) = self.rows_and_columns()?;
        let (pointers, indices, values) = entries(self.level().child(), 0..rows);
        Ok(CompressedParts { rows, columns, pointers, indices, values })
    }
}

impl<T: Value> Csc<T> {
    /// Creates a matrix from its arrays, which are those of scipy's `csc_matrix`.
    ///
    /// # Errors
    /// The errors of [`Csr::from_csr_parts`].
    pub fn from_csc_parts(parts: CompressedParts<T>) -> Result<Self, LevelError> {
        let list = list(parts.rows, parts.pointers, parts.indices, parts.values)?;
        Piecewise::with_level(Dense::from_parts(indices(0, parts.columns)?, list)?)
    }

    /// Returns the arrays of the matrix, with indices from 0.
    ///
    /// # Errors
    /// The axis of the rows is infinite.
    pub fn to_csc_parts(&self) -> Result<CompressedParts<T>, LevelError> {
        let (rows, columns) = self.rows_and_columns()?;
        let (pointers, indices, values) = entries(self.level().child(), 0..columns);
        Ok(CompressedParts { rows, columns, pointers, indices, values })
    }
}

impl<T: Value, O: IndexOrder> Piecewise<SparseList<SparseList<Element<T>>>, O> {
    /// Creates a matrix from its arrays: `outer` are the non-empty rows for [`Dcsr`], the non-empty columns for
    /// [`Dcsc`].
    ///
    /// # Errors
    /// The errors of [`Csr::from_csr_parts`].
    pub fn from_doubly_compressed_parts(parts: DoublyCompressedParts<T>) -> Result<Self, LevelError> {
        let mut sizes = [parts.rows, parts.columns];
        O::arrange(&mut sizes);
        let count = parts.outer.len();
        let list = list(sizes[1], parts.pointers, parts.indices, parts.values)?;
        let outer = SparseList::from_parts(indices(0, sizes[0])?, vec![0, count], coordinates(parts.outer), list)?;
        Piecewise::with_level(outer)
    }

    /// Returns the arrays of the matrix, with indices from 0.
    ///
    /// # Errors
    /// An axis is infinite.
    pub fn to_doubly_compressed_parts(&self) -> Result<DoublyCompressedParts<T>, LevelError> {
        let (rows, columns) = self.rows_and_columns()?;
        let first = self.level().extent().lo().value;
        let stored = || self.level().entries(0);
        let outer = stored().map(|(lo, _, _)| lo.value.abs_diff(first) as usize).collect();
        let (pointers, indices, values) = entries(self.level().child(), stored().map(|(_, _, child)| child));
        Ok(DoublyCompressedParts { rows, columns, outer, pointers, indices, values })
    }
}

impl<T: Value> Coo<T> {
    /// Creates a matrix from its arrays, which are those of scipy's `coo_matrix`, sorted and without duplicates.
    ///
    /// ```
    /// use unite::level::{Coo, CoordinateParts};
    ///
    /// let (row_indices, column_indices, values) = (vec![0, 0, 1], vec![0, 2, 2], vec![1.0, 2.0, 3.0]);
    /// let parts = CoordinateParts { rows: 2, columns: 3, row_indices, column_indices, values };
    /// let a = Coo::from_coo_parts(parts.clone())?;
    /// assert_eq!(a.to_rows()?, [[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]]);
    /// assert_eq!(a.to_coo_parts()?, parts);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`], with the element: lengths differ, an entry does not come after the previous one, an index is out
    /// of range.
    pub fn from_coo_parts(parts: CoordinateParts<T>) -> Result<Self, LevelError> {
        let extents = (indices(0, parts.rows)?, indices(0, parts.columns)?);
        let lists = (coordinates(parts.row_indices), coordinates(parts.column_indices));
        let (count, values) = (parts.values.len(), Element::from_values(T::ZERO, parts.values));
        Piecewise::with_level(SparseCoo::from_parts(extents, vec![0, count], lists, values)?)
    }

    /// Returns the arrays of the matrix, with indices from 0.
    ///
    /// # Errors
    /// An axis is infinite.
    pub fn to_coo_parts(&self) -> Result<CoordinateParts<T>, LevelError> {
        let (rows, columns) = self.rows_and_columns()?;
        let ((row_axis, column_axis), (row_list, column_list)) = (self.level().extents(), self.level().coordinates());
        Ok(CoordinateParts {
            rows,
            columns,
            row_indices: steps(row_list, row_axis),
            column_indices: steps(column_list, column_axis),
            values: self.level().child().values().to_vec(),
        })
    }
}

/// Returns the distances of coordinates from the start of their axis.
fn steps(coordinates: &[i64], axis: Interval<i64>) -> Vec<usize> {
    coordinates.iter().map(|place| place.abs_diff(axis.lo().value) as usize).collect()
}

impl<L: Tabulated, O: IndexOrder> Piecewise<L, O> {
    /// Returns the number of rows and of columns of a matrix.
    fn rows_and_columns(&self) -> Result<(usize, usize), LevelError> {
        let sizes = self.sizes()?;
        assert_eq!(sizes.len(), 2, "a matrix has two axes");
        Ok((sizes[0], sizes[1]))
    }
}
