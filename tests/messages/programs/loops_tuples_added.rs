//! A tuple that is added, and an access in round brackets.

use unite::level::DenseVector;
use unite::loops;

fn main() {
    let x = DenseVector::from_values(0, [1.0, 2.0]).unwrap();
    let (mut s, mut p) = (0.0, (0.0, 0));
    let _ = loops!(for i p += (x[i], i));
    let _ = loops!(for i s += x(i));
}
