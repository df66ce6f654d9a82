//! The values of a program have types, and type errors are reported at the program's tokens.

use unite::level::*;
use unite::loops;

type Numbers = Piecewise<SparseList<Element<f64>>>;
type Flags = Piecewise<SparseList<Element<bool>>>;

fn number_for_a_condition(x: &Numbers) {
    let mut s = 0.0;
    loops!(for i if x[i] s += 1.0).unwrap();
}

fn integer_and_real(x: &Numbers) {
    let mut s = 0.0;
    loops!(for i s += 2 * x[i]).unwrap();
}

fn sum_of_truth_values(x: &Flags) {
    let mut s = 0;
    loops!(for i s += x[i]).unwrap();
}

fn too_many_indices(x: &Numbers) {
    let mut s = 0.0;
    loops!(for i for j s += x[i, j]).unwrap();
}

fn too_few_indices(x: &Piecewise<SparseList<SparseList<Element<f64>>>>) {
    let mut s = 0.0;
    loops!(for i s += x[i]).unwrap();
}

fn no_tensor(x: &[f64]) {
    let mut s = 0.0;
    loops!(for i s += x[i]).unwrap();
}

fn main() {}
