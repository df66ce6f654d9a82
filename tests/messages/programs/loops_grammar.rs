//! A program of loops that does not parse: the compiler says what was expected, at the token.

use unite::loops;

fn main() {
    let (mut s, x, y) = (0.0, 1.0, 2.0);
    let _ = loops!(for i = 0..9 s += x[i]);
    let _ = loops!(for i in 0:9 s += x[i]);
    let _ = loops!(for i s += x[i]^2);
    let _ = loops!(for i s -= x[i]);
    let _ = loops!(for i if x[i] = 1.0 s += y[i]);
    let _ = loops!(for i { s += x[i], s += y[i] });
    let _ = loops!(for i if x[i] > 0.0 { s += 1.0 }; else { s += 2.0 });
    let _ = loops!(for i s <<f> x[i]);
    let _ = loops!(for i if 0.0 < x[i] < 1.0 s += 1.0);
    let _ = loops!(for i s += (x[i] | y[i]));
    let _ = loops!(for i if x[i] > 0.0 { s += 1.0 } elif y[i] > 0.0 { s += 2.0 });
    let _ = loops!(for i s /= x[i]);
    let _ = loops!(for i { s += x[i]; if s > 9.0 { break } });
    let _ = loops!(for i if x[i] > 9.0 { return } else s += x[i]);
    let _ = loops!(for i s <<|a, b| a + b>>= x[i]);
    let _ = loops!(for i = 0:9);
}
