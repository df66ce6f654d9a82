//! A tensor whose pieces overlap can only be a factor of a sum.

use unite::continuous::Interval;
use unite::level::*;
use unite::loops;

type Heap = Piecewise<Overlapping<Element<f64>>>;

fn greatest(x: &Heap) -> f64 {
    let mut s = 0.0;
    loops!(for i = 0:9 s max= x[i]).unwrap();
    s
}

fn squared(x: &Heap) -> f64 {
    let mut s = 0.0;
    loops!(for i s += x[i] * x[i] * d(i)).unwrap();
    s
}

fn main() {
    let heap = Piecewise::declare(Overlapping::new(Interval::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    greatest(&heap);
    squared(&heap);
}
