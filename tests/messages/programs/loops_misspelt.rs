//! A misspelt word of the language.

use unite::loops;

fn main() {
    let (mut s, x, y) = (0.0, 1.0, 2.0);
    let _ = loops!(fro i s += x[i]);
    let _ = loops!(fore i = 0:9 s += x[i]);
    let _ = loops!(for i lett w = 2.0; s += x[i] * w);
    let _ = loops!(for i iff x[i] > 1.0 s += y[i]);
    let _ = loops!(for i iff (x[i] > 1.0) s += y[i]);
    let _ = loops!(for i s maxx= x[i]);
    let _ = loops!(for i s += x[gallup(i)] * y[wallk(i)]);
    let _ = loops!(for i s += x[folow(i + 1)]);
}
