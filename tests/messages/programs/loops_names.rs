//! A name has one meaning in a nest, and indexed or written tensors come from the surrounding program.

use unite::loops;

fn main() {
    let (mut s, mut n, x, y) = (0.0, 9, 1.0, 2.0);
    let _ = loops!(for i for i s += x[i]);
    let _ = loops!(for i let i = 3 s += x[i]);
    let _ = loops!(for i = 0:n for n s += x[i] * y[n]);
    let _ = loops!(for i i += x[i]);
    let _ = loops!(for i let w = 2 s += w[i]);
    let _ = loops!(for i s += x[i] * x[i, i]);
    let _ = loops!(for i x[i] = y[i] + x[i]);
    let _ = loops!(for i n[i] += x[i] * n[2]);
}
