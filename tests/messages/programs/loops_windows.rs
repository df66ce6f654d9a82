//! A window is read, has two ends that stand still, and no step; a range with a step counts up.

use unite::loops;

fn main() {
    let (mut s, mut z, x, n) = (0.0, 0.0, [0.0; 9], 3);
    let _ = loops!(for i z[(0:3)(i)] = x[i]);
    let _ = loops!(for i s += x[(0:inf)(i)]);
    let _ = loops!(for i s += x[(0:2:8)(i)]);
    let _ = loops!(for i s += x[(0:3)]);
    let _ = loops!(for i s += x[(0:3)((1:2)(i))]);
    let _ = loops!(for i = 0:n s += x[(i:3)(i)]);
    let _ = loops!(for i = 0:n for j = 0:n s += x[(0:j)(i + j)]);
    let _ = loops!(for i = 8:-2:0 s += x[i]);
    let _ = loops!(for i = -inf:2:0 s += x[i]);
    let _ = loops!(for i = 0:0.5:2 s += x[i]);
}
