//! Operands that move together have coordinates of one type, and an offset of an index has that type.

use unite::level::*;
use unite::loops;

type Reals = Piecewise<Pinpoint<Element<f64>>>;
type Integers = Piecewise<SparseList<Element<f64>>>;

fn mixed(x: &Reals, y: &Integers) -> f64 {
    let mut s = 0.0;
    loops!(for i s += x[i] * y[i]).unwrap();
    s
}

fn mixed_with_the_target(x: &Integers, z: &mut Updating<Pinpoint<Element<f64>>>) {
    loops!(for i z[i] += x[i]).unwrap();
}

fn between(x: &Integers) -> f64 {
    let mut s = 0.0;
    loops!(for i s += x[i + 0.5]).unwrap();
    s
}

fn main() {}
