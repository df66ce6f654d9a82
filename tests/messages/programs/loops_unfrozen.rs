//! A tensor can be read only when it is frozen.

use unite::continuous::Interval;
use unite::level::*;
use unite::loops;

fn read_what_is_written(x: &Updating<SparseList<Element<f64>>>) {
    let mut s = 0.0;
    loops!(for i s += x[i]).unwrap();
}

struct Field {
    points: Updating<Pinpoint<Element<f64>>>,
}

fn main() {
    let mut field = Field { points: Piecewise::declare(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0))) };
    field.points.set(0.5, 1.0).unwrap();
    let mut s = 0.0;
    loops!(for i s += field.points[i]).unwrap();
}
