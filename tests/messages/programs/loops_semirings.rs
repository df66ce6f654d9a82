//! Numbers of a semiring have a sum and a product, and no order.

use unite::level::DenseVector;
use unite::loops;
use unite::loops::semiring::{MinPlus, Scalar};

fn main() {
    let x = DenseVector::from_values(0, [1.0, 2.0].map(Scalar::<MinPlus>)).unwrap();
    let mut s = Scalar::<MinPlus>(0.0);
    let _ = loops!(for i s max= x[i]);
    let _ = loops!(for i s += min(x[i], x[i]));
    let _ = loops!(for i s += x[i] * x[i] * d(i));
}
