//! Steps around `.=` whose bounds, names or targets are not valid.

use unite::level::{Dense, Element, Piecewise};
use unite::loops;

fn main() {
    let x = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap()).freeze().unwrap();
    let mut w = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap());
    let (mut s, mut t) = (0.0, 0.0);
    let _ = loops!(for i { w[i] .= 0.0; s += x[i] });
    let _ = loops!(for i = 0:inf { s .= 0.0; s += x[i] });
    let _ = loops!(for i { s .= 0.0; for j s += x[j + i] });
    let _ = loops!(for i { s .= 0.0; for i s += x[i] });
    let _ = loops!(for i { i .= 0; s += x[i] });
    let _ = loops!(for i { s .= 0.0; let v = x[i]; v += 1.0 });
    let _ = loops!(for i { s .= i[2]; t += x[i] });
    let _ = loops!(for i { s .= 0.0; t += x[i]; for j w[j] = w[i] });
    let _ = loops!(for i { s .= 0.0; for j s += x[j] * d(i); t += x[i] });
    let _ = loops!(for i { w .= 0.0; for j w[j] = w[j] + x[i] });
    let _ = loops!({ let v = w[1]; t += v; w[2] += 1.0; t += 2.0 * v });
    let _ = loops!(s .= );
}
