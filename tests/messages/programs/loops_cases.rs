//! A value by case has two cases of one type, and a condition.

use unite::continuous::Interval;
use unite::level::{Element, Piecewise, SparseList};
use unite::loops;

fn main() {
    let x = Piecewise::declare(SparseList::new(Interval::closed(0, 9).unwrap(), Element::new(0.0))).freeze().unwrap();
    let mut s = 0.0;
    let _ = loops!(for i s += if x[i] > 0.0 { x[i] });
    let _ = loops!(for i s += if x[i] { x[i] } else { 0.0 });
    let _ = loops!(for i s += if x[i] > 0.0 { x[i] } else { 0 });
    let _ = loops!(for i s += (if x[i] > 0.0 { d(i) } else { 0.0 }));
}
