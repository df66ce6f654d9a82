//! A loop has numeric bounds, or its index is used in a tensor.

use unite::loops;

fn main() {
    let (mut s, x) = (0.0, 1.0);
    let _ = loops!(for i = 0:x[i] s += x[i]);
    let _ = loops!(for i = 0:inf - 1 s += x[i]);
    let _ = loops!(for i s += x[i] * inf);
    let _ = loops!(for i s += 1.0);
}
