//! The kernels as programs of `loops!`.

use crate::data::{Data, Rows};
use unite::continuous::{Interval, Stored};
use unite::level::{
    AxisLevel, Csr, Dense, DenseMatrix, DenseVector, Duplicates, Element, Level, LevelError, Piecewise, SparseList,
};
use unite::looplet::LoopError;
use unite::loops;

/// A sparse tensor with three axes: an array of lists of lists.
type Tensor = Piecewise<Dense<SparseList<SparseList<Element<f64>>>>>;

/// A sparse matrix by rows, whose columns are stored as `S`.
pub type Matrix<S> = Piecewise<Dense<SparseList<Element<f64>, i64, S>>>;

/// The operands as tensors; sparse matrices with columns of 64 bits, and of 32.
pub struct Ours {
    m: Csr<f64>,
    m32: Matrix<u32>,
    x: DenseVector<f64>,
    s: Csr<f64>,
    s32: Matrix<u32>,
    a: DenseMatrix<f64>,
    b: DenseMatrix<f64>,
    t: Tensor,
}

/// Returns the matrix of these rows, with columns that `column` makes.
fn matrix<S: Stored<Coord = i64>>(rows: &Rows, column: impl Fn(usize) -> S) -> Result<Matrix<S>, LevelError> {
    let columns = rows.columns.iter().map(|&j| column(j)).collect();
    let values = Element::from_values(0.0, rows.values.clone());
    let extent = Interval::closed(column(0), column(rows.side - 1)).expect("columns");
    let lists = SparseList::from_parts(extent, rows.pointers.clone(), columns, values)?;
    Piecewise::from_level(Dense::from_parts(0..rows.side as i64, lists)?)
}

fn array(len: usize) -> Result<Dense<Element<f64>>, LevelError> {
    Dense::new(0..len as i64, Element::new(0.0))
}

fn extent(len: usize) -> Interval<i64> {
    Interval::closed(0, len as i64 - 1).expect("an array with places")
}

fn list(len: usize) -> SparseList<Element<f64>> {
    SparseList::new(extent(len), Element::new(0.0))
}

/// Returns the result of a program, whose operands have the same extents.
fn ran(result: Result<(), LoopError>) {
    result.expect("extents that agree");
}

impl Ours {
    /// Makes tensors of the operands.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn new(data: &Data) -> Result<Ours, LevelError> {
        let lists = SparseList::new(extent(data.extent), list(data.extent));
        let t = data.t.iter().map(|&([i, j, k], value)| ((i as i64, j as i64, k as i64), value));
        Ok(Ours {
            m: matrix(&data.m, |j| j as i64)?,
            m32: matrix(&data.m, |j| j as u32)?,
            x: DenseVector::from_values(0, data.x.clone())?,
            s: matrix(&data.s, |j| j as i64)?,
            s32: matrix(&data.s, |j| j as u32)?,
            a: DenseMatrix::from_slice(0, data.s.side, data.rank, &data.a)?,
            b: DenseMatrix::from_slice(0, data.s.side, data.rank, &data.b)?,
            t: Piecewise::from_entries(Dense::new(0..data.extent as i64, lists)?, t, Duplicates::Refuse)?,
        })
    }

    /// Multiplies a sparse matrix by a vector.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spmv(&self) -> Result<DenseVector<f64>, LevelError> {
        spmv(&self.m, &self.x)
    }

    /// Multiplies a sparse matrix with columns of 32 bits by a vector.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spmv32(&self) -> Result<DenseVector<f64>, LevelError> {
        spmv(&self.m32, &self.x)
    }

    /// Multiplies two sparse matrices row by row.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spgemm(&self, side: usize) -> Result<Csr<f64>, LevelError> {
        spgemm(&self.s, list(side))
    }

    /// Multiplies two sparse matrices with columns of 32 bits row by row.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spgemm32(&self, side: usize) -> Result<Matrix<u32>, LevelError> {
        let extent = Interval::closed(0, side as u32 - 1).expect("columns");
        spgemm(&self.s32, SparseList::unsigned(extent, Element::new(0.0)))
    }

    /// Multiplies a sparse matrix by a dense one.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spmm(&self, side: usize, rank: usize) -> Result<DenseMatrix<f64>, LevelError> {
        let (s, b) = (&self.s, &self.b);
        let mut z = Piecewise::declare(Dense::new(0..side as i64, array(rank)?)?);
        ran(loops!(for i, k, r  z[i, r] += s[i, k] * b[k, r]));
        z.freeze()
    }

    /// Computes the elements of a dense product at the entries of a sparse matrix, times these.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn sddmm(&self, side: usize) -> Result<Csr<f64>, LevelError> {
        let (s, a, b) = (&self.s, &self.a, &self.b);
        let mut z = Piecewise::declare(Dense::new(0..side as i64, list(side))?);
        ran(loops!(for i, j, k  z[i, j] += s[i, j] * a[i, k] * b[j, k]));
        z.freeze()
    }

    /// Multiplies a sparse tensor by two dense matrices.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn mttkrp(&self, extent: usize, rank: usize) -> Result<DenseMatrix<f64>, LevelError> {
        let (t, a, b) = (&self.t, &self.a, &self.b);
        let mut z = Piecewise::declare(Dense::new(0..extent as i64, array(rank)?)?);
        let last = extent as i64 - 1;
        ran(loops! {
            for i, j, k = 0:last
                for r  z[i, r] += t[i, j, k] * a[j, r] * b[k, r]
        });
        z.freeze()
    }
}

fn spmv<S: Stored<Coord = i64>>(m: &Matrix<S>, x: &DenseVector<f64>) -> Result<DenseVector<f64>, LevelError> {
    let mut y = Piecewise::declare(array(m.level().child().positions())?);
    ran(loops!(for i, j  y[i] += m[i, j] * x[j]));
    y.freeze()
}

fn spgemm<S: Stored<Coord = i64>>(
    s: &Matrix<S>,
    row: SparseList<Element<f64>, i64, S>,
) -> Result<Matrix<S>, LevelError> {
    let mut z = Piecewise::declare(Dense::new(0..s.level().child().positions() as i64, row)?);
    ran(loops!(for i, l, j  z[i, j] += s[i, l] * s[l, j]));
    z.freeze()
}
