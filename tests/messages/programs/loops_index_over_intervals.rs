//! An index that takes every value of an interval is not a number.

use unite::continuous::Interval;
use unite::level::*;
use unite::loops;

type Steps = Piecewise<HomogeneousIntervals<Element<f64>, ClosedOpen>>;

fn moment(x: &Steps) -> f64 {
    let mut s = 0.0;
    loops!(for i s += x[i] * i * d(i)).unwrap();
    s
}

fn main() {
    let format = HomogeneousIntervals::new(Interval::EVERYWHERE, Element::new(0.0));
    moment(&Piecewise::declare(format).freeze().unwrap());
}
