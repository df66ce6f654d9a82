//! A matrix that is stored by columns is traversed by columns.

use unite::level::*;
use unite::loops;

type Vector = Updating<Dense<Element<f64>>>;

fn rows_of_a_matrix_by_columns(a: &Csc<f64>, x: &DenseVector<f64>, y: &mut Vector) {
    loops!(for i, j y[i] += a[i, j] * x[j]).unwrap();
}

fn columns_of_a_matrix_by_rows(a: &Csr<f64>, y: &mut Vector) {
    loops!(for j, i y[i] += a[i, j]).unwrap();
}

fn main() {}
