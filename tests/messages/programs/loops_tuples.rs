//! Tuples have neither a sum nor a product nor an order: the compiler names the type.

use unite::level::{Dense, Element, Piecewise};
use unite::loops;

fn main() {
    let format = || Dense::new(0..9i64, Element::new((0.0f64, 0i64))).unwrap();
    let x = Piecewise::declare(format()).freeze().unwrap();
    let mut z = Piecewise::declare(format());
    let mut y = Piecewise::declare(format());
    let mut least = (0.0f64, 0i64);
    let _ = loops!(for i z[i] += x[i]);
    let _ = loops!(for i y[i] max= x[i]);
    let _ = loops!(for i least min= x[i]);
}
