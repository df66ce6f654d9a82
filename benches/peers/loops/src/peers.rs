//! The kernels of peers.

use crate::data::{Data, Rows};
use faer::sparse::{SparseColMat, Triplet, linalg::matmul};
use faer::{Accum, Mat, Par};
use sprs::CsMat;

/// The operands for `sprs`, by rows.
pub struct Sprs {
    pub m: CsMat<f64>,
    pub s: CsMat<f64>,
}

fn csr(rows: &Rows) -> CsMat<f64> {
    let shape = (rows.side, rows.side);
    CsMat::new(shape, rows.pointers.clone(), rows.columns.clone(), rows.values.clone())
}

impl Sprs {
    pub fn new(m: &Rows, s: &Rows) -> Sprs {
        Sprs { m: csr(m), s: csr(s) }
    }

    pub fn spmv(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.m.rows()];
        sprs::prod::mul_acc_mat_vec_csr(self.m.view(), x, &mut y[..]);
        y
    }

    pub fn spgemm(&self) -> CsMat<f64> {
        &self.s * &self.s
    }
}

/// The operands for `faer`, by columns.
pub struct Faer {
    m: SparseColMat<usize, f64>,
    s: SparseColMat<usize, f64>,
    x: Mat<f64>,
    b: Mat<f64>,
}

fn columns(rows: &Rows) -> SparseColMat<usize, f64> {
    let entries = (0..rows.side).flat_map(|i| rows.row(i).map(move |(j, value)| Triplet::new(i, j, value)));
    SparseColMat::try_new_from_triplets(rows.side, rows.side, &entries.collect::<Vec<_>>()).expect("entries in range")
}

impl Faer {
    pub fn new(data: &Data) -> Faer {
        let (x, b, rank) = (&data.x, &data.b, data.rank);
        let (x, b) = (Mat::from_fn(x.len(), 1, |i, _| x[i]), Mat::from_fn(data.s.side, rank, |k, r| b[k * rank + r]));
        Faer { m: columns(&data.m), s: columns(&data.s), x, b }
    }

    pub fn spmv(&self) -> Mat<f64> {
        let mut y = Mat::zeros(self.m.nrows(), 1);
        matmul::sparse_dense_matmul(y.as_mut(), Accum::Replace, self.m.as_ref(), self.x.as_ref(), 1.0, Par::Seq);
        y
    }

    pub fn spmm(&self) -> Mat<f64> {
        let mut z = Mat::zeros(self.s.nrows(), self.b.ncols());
        matmul::sparse_dense_matmul(z.as_mut(), Accum::Replace, self.s.as_ref(), self.b.as_ref(), 1.0, Par::Seq);
        z
    }

    pub fn spgemm(&self) -> SparseColMat<usize, f64> {
        matmul::sparse_sparse_matmul(self.s.as_ref(), self.s.as_ref(), 1.0, Par::Seq).expect("memory")
    }
}
