//! Targets with more or fewer indices than axes.

use unite::level::{Dense, DenseMatrix, DenseVector, Element, Piecewise};
use unite::loops;

fn main() {
    let a = DenseMatrix::from_rows(0, &[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let x = DenseVector::from_values(0, [1.0, 2.0]).unwrap();
    let mut z = Piecewise::declare(Dense::new(0..2i64, Element::new(0.0)).unwrap());
    let mut c = Piecewise::declare(Dense::new(0..2i64, Dense::new(0..2i64, Element::new(0.0)).unwrap()).unwrap());
    let _ = loops!(for i, j z[i, j] += a[i, j]);
    let _ = loops!(for i c[i] += x[i]);
}
