//! A sum over intervals of positive length has no value. It is integrated, or counted over something else.

use unite::continuous::Interval;
use unite::level::*;
use unite::loops;

type Steps = Piecewise<HomogeneousIntervals<Element<f64>, ClosedOpen>>;

fn total(x: &Steps, y: &Steps) -> f64 {
    let mut s = 0.0;
    loops!(for i s += x[i] * y[i]).unwrap();
    s
}

fn main() {
    let format = HomogeneousIntervals::new(Interval::EVERYWHERE, Element::new(0.0));
    let steps = Piecewise::declare(format).freeze().unwrap();
    total(&steps, &steps);
}
