//! A range with a step has integer places; pieces that overlap have no windows.

use unite::continuous::Interval;
use unite::level::{Element, Overlapping, Piecewise, Pinpoint};
use unite::loops;

fn main() {
    let points = Piecewise::declare(Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    let pieces = Piecewise::declare(Overlapping::new(Interval::<i64>::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    let (mut s, step) = (0.0, 2);
    let _ = loops!(for i = 0:step:8 s += points[i]);
    let _ = loops!(for i = 0:8 s += pieces[(0:8)(i)]);
}
