//! The kernels as programs of `loops!`.

use crate::data::{Data, Rows};
use unite::continuous::Interval;
use unite::level::{
    CompressedParts, Csr, Dense, DenseMatrix, DenseVector, Duplicates, Element, LevelError, Piecewise, SparseList,
};
use unite::looplet::LoopError;
use unite::loops;

/// A sparse tensor with three axes: an array of lists of lists.
type Tensor = Piecewise<Dense<SparseList<SparseList<Element<f64>>>>>;

/// The operands as tensors.
pub struct Ours {
    m: Csr<f64>,
    x: DenseVector<f64>,
    s: Csr<f64>,
    a: DenseMatrix<f64>,
    b: DenseMatrix<f64>,
    t: Tensor,
}

fn csr(rows: &Rows) -> Result<Csr<f64>, LevelError> {
    Csr::from_csr_parts(CompressedParts {
        rows: rows.side,
        columns: rows.side,
        pointers: rows.pointers.clone(),
        indices: rows.columns.clone(),
        values: rows.values.clone(),
    })
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
            m: csr(&data.m)?,
            x: DenseVector::from_values(0, data.x.clone())?,
            s: csr(&data.s)?,
            a: DenseMatrix::from_slice(0, data.s.side, data.rank, &data.a)?,
            b: DenseMatrix::from_slice(0, data.s.side, data.rank, &data.b)?,
            t: Piecewise::from_entries(Dense::new(0..data.extent as i64, lists)?, t, Duplicates::Refuse)?,
        })
    }

    /// Multiplies a sparse matrix by a vector.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spmv(&self, side: usize) -> Result<DenseVector<f64>, LevelError> {
        let (m, x, mut y) = (&self.m, &self.x, Piecewise::declare(array(side)?));
        ran(loops!(for i, j  y[i] += m[i, j] * x[j]));
        y.freeze()
    }

    /// Multiplies two sparse matrices row by row.
    ///
    /// # Errors
    /// Returns no error for these operands.
    pub fn spgemm(&self, side: usize) -> Result<Csr<f64>, LevelError> {
        let (s, mut z) = (&self.s, Piecewise::declare(Dense::new(0..side as i64, list(side))?));
        ran(loops!(for i, l, j  z[i, j] += s[i, l] * s[l, j]));
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
