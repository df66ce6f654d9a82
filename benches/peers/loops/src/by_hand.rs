//! The kernels written by hand, on plain vectors.

use crate::data::{Data, Rows};

/// Multiplies a sparse matrix by a vector.
pub fn spmv(m: &Rows, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; m.side];
    for (y, row) in y.iter_mut().zip(m.pointers.windows(2)) {
        let mut s = 0.0;
        for (&j, value) in m.columns[row[0]..row[1]].iter().zip(&m.values[row[0]..row[1]]) {
            s += value * x[j];
        }
        *y = s;
    }
    y
}

/// Multiplies two sparse matrices row by row (Gustavson), with a row of sums and the list of its columns.
pub fn spgemm(a: &Rows, b: &Rows) -> Rows {
    let (mut pointers, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    let (mut sums, mut is_met) = (vec![0.0; b.side], vec![false; b.side]);
    for i in 0..a.side {
        let first = columns.len();
        for (l, x) in a.row(i) {
            for (j, y) in b.row(l) {
                if !is_met[j] {
                    is_met[j] = true;
                    columns.push(j);
                }
                sums[j] += x * y;
            }
        }
        columns[first..].sort_unstable();
        for &j in &columns[first..] {
            values.push(std::mem::take(&mut sums[j]));
            is_met[j] = false;
        }
        pointers.push(columns.len());
    }
    Rows { side: a.side, pointers, columns, values }
}

/// Multiplies a sparse matrix by a dense one.
pub fn spmm(data: &Data) -> Vec<f64> {
    let (s, rank) = (&data.s, data.rank);
    let mut z = vec![0.0; s.side * rank];
    for (i, z) in z.chunks_exact_mut(rank).enumerate() {
        for (k, value) in s.row(i) {
            for (z, b) in z.iter_mut().zip(&data.b[k * rank..][..rank]) {
                *z += value * b;
            }
        }
    }
    z
}

/// Computes the elements of the product of two dense matrices at the entries of a sparse one, times these.
pub fn sddmm(data: &Data) -> Vec<f64> {
    let (s, rank) = (&data.s, data.rank);
    let mut z = Vec::with_capacity(s.values.len());
    for i in 0..s.side {
        let a = &data.a[i * rank..][..rank];
        for (j, value) in s.row(i) {
            let b = &data.b[j * rank..][..rank];
            z.push(value * a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>());
        }
    }
    z
}

/// Multiplies a sparse tensor by two dense matrices: `z[i, r] = sum of t[i, j, k] a[j, r] b[k, r]`.
pub fn mttkrp(data: &Data) -> Vec<f64> {
    let rank = data.rank;
    let mut z = vec![0.0; data.extent * rank];
    for &([i, j, k], value) in &data.t {
        let (z, a, b) = (&mut z[i * rank..][..rank], &data.a[j * rank..][..rank], &data.b[k * rank..][..rank]);
        for ((z, a), b) in z.iter_mut().zip(a).zip(b) {
            *z += value * a * b;
        }
    }
    z
}
