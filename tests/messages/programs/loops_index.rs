//! An index is affine in the innermost loop that it depends on.

use unite::loops;

fn main() {
    let (mut s, a, b) = (0.0, 1.0, 2.0);
    let _ = loops!(for i s += a[i * i]);
    let _ = loops!(for i s += a[f64::sin(i)]);
    let _ = loops!(for i s += a[b[i]]);
    let _ = loops!(for i s += a[i / 2]);
    let _ = loops!(for i s += a[3 + i - i]);
    let _ = loops!(for i s += a[walk(3), i]);
}
