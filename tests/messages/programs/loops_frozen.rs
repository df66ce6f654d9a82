//! A tensor can be written only while it is not frozen.

use unite::level::*;
use unite::loops;

type Vector = SparseVector<f64>;

fn lent(z: &Vector, x: &Vector) {
    loops!(for i z[i] += x[i]).unwrap();
}

fn lent_mutably(z: &mut Vector, x: &Vector) {
    loops!(for i z[i] += x[i]).unwrap();
}

fn owned(mut z: Vector, x: &Vector) {
    loops!(for i z[i] += x[i]).unwrap();
}

fn unfrozen_but_shared(z: &Updating<SparseList<Element<f64>>>, x: &Vector) {
    loops!(for i z[i] += x[i]).unwrap();
}

fn main() {}
