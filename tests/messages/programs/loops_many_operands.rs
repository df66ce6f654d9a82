//! At most four operands move with a loop at once.

use unite::loops;

fn main() {
    let (mut s, a, b, c, e, f) = (0.0, 1, 2, 3, 4, 5);
    let _ = loops!(for i s += a[i] * b[i] * c[i] * e[i] * f[i]);
}
