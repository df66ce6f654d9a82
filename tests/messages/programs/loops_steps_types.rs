//! Steps around `.=` over real numbers, or with tensors, coordinates or values of the wrong type.

use unite::continuous::Interval;
use unite::level::{Dense, Element, Piecewise, Pinpoint, SparseList};
use unite::loops;

fn main() {
    let p = Piecewise::declare(Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    let x = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap()).freeze().unwrap();
    let y = Piecewise::declare(SparseList::new(Interval::closed(0i32, 2).unwrap(), Element::new(0.0))).freeze().unwrap();
    let mut w = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap());
    let array = [1.0];
    let mut s = 0.0;
    let _ = loops!(for i { s .= 0.0; s += p[i] });
    let _ = loops!(for i { s += p[i]; w[2] = s });
    let _ = loops!(for i = 0.5:2.5 { s .= 0.0; for j s += x[j] * i });
    let _ = loops!(for i { s .= x[i]; s += y[i] });
    let _ = loops!(for i { x .= 0.0; for j x[j] = i as f64 * y[j]; s += y[i] });
    let _ = loops!(for i { w .= 0; for j w[j] = x[j]; s += x[i] });
    let _ = loops!(for i { s .= i; s += x[i] });
    let _ = loops!(for i { s .= 0.0; if x[i] s += 1.0 else { s .= 1.0 } });
    let _ = loops!(for i = 0:2 { array .= 0.0; array[i] = x[i] });
}
