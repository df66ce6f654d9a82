//! `d(i)` is a factor of the whole value of a sum over `i`, once.

use unite::loops;

fn main() {
    let (mut s, x, mut z) = (0.0, 1.0, 2.0);
    let _ = loops!(for i s += x[i] + d(i));
    let _ = loops!(for i s += x[i] / d(i));
    let _ = loops!(for i s max= x[i] * d(i));
    let _ = loops!(for i if d(i) > 1.0 s += x[i]);
    let _ = loops!(for i s += x[i] * d(i) * d(i));
    let _ = loops!(for i s += x[i] * d(k));
    let _ = loops!(for i z[i] += x[i] * d(i));
    let _ = loops!(for i s += x[i] * d(i + 1));
}
