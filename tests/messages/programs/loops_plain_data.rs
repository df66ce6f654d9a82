//! Slices, arrays and `Vec`s are made into tensors before a program indexes them.

use unite::level::*;
use unite::loops;

fn slice(x: &[f64]) {
    let mut s = 0.0;
    loops!(for i s += x[i]).unwrap();
}

fn vector(x: Vec<f64>, y: &SparseVector<f64>) {
    let mut s = 0.0;
    loops!(for i s += x[i] * y[i]).unwrap();
}

fn array(x: [[f64; 2]; 2]) {
    let mut s = 0.0;
    loops!(for i, j s += x[i, j]).unwrap();
}

fn number(x: f64) {
    let mut s = 0.0;
    loops!(for i s += x[i]).unwrap();
}

fn target(z: &mut Vec<f64>, y: &SparseVector<f64>) {
    loops!(for i z[i] += y[i]).unwrap();
}

fn main() {}
