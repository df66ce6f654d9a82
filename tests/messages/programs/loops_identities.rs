//! Identities of functions that are not known before the loops, or have another type than the value.

use unite::level::DenseVector;
use unite::loops;

fn main() {
    let x = DenseVector::from_values(0, [1.0, 2.0]).unwrap();
    let f = |old: f64, new: f64| old + new;
    let mut s = 0.0;
    let _ = loops!(for i s <<f, i>>= x[i]);
    let _ = loops!(for i s <<f, x[0]>>= x[i]);
    let _ = loops!(for i s <<|a, b| a + b>>= x[i]);
    let _ = loops!(for i s <<f, 0>>= x[i]);
    let _ = loops!(for i s <<f, (0.0, 0)>>= 2.0 * x[i]);
}
