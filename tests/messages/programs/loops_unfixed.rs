//! The type of an output's coordinates is stated if nothing else determines it.

use unite::continuous::Interval;
use unite::level::*;
use unite::loops;

fn main() {
    let mut z = Piecewise::declare(IntervalList::new(Interval::EVERYWHERE, Element::new(0.0)));
    loops!(for i = 0:9 z[i] += 1.0).unwrap();
    let z = z.freeze().unwrap();
    println!("{}", z.stored());
}
