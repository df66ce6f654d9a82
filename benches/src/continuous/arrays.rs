//! Programs over arrays: sums, look-ups, stencils and products.

use super::arrays_input::{Arrays, array, matrix};
use super::input::Input;
use super::{Case, held, must};
use unite::level::{Dense, Piecewise};
use unite::loops;

/// The gate for programs over arrays that are as fast as by hand; others have gates above what they measure.
const ARRAYS: f64 = 1.1;

pub(super) fn cases(input: &Input) -> Vec<Case<'_>> {
    let arrays = &input.arrays;
    let case = |name, gate, hand: fn(&Arrays) -> f64, program: fn(&Arrays) -> f64| Case {
        name,
        gate,
        hand: Box::new(move || hand(arrays)),
        generic: None,
        program: Box::new(move || program(arrays)),
    };
    vec![
        case("s += a[i], arrays", ARRAYS, sum_by_hand, sum),
        case("s += a[i] * b[i]", ARRAYS, dot_by_hand, dot),
        case("z[i] = a[i]", ARRAYS, copy_by_hand, copy),
        case("s += a[i - 1] + 2 * a[i] + a[i + 1]", ARRAYS, stencil_by_hand, stencil),
        case("s += x[i] * a[i], list and array", ARRAYS, sparse_by_hand, sparse),
        case("s += a[i - 2] + .. + a[i + 2]", ARRAYS, five_points_by_hand, five_points),
        case("s += a[2 * i] * b[i]", ARRAYS, twice_by_hand, twice),
        case("for i = 1:3:n s += a[i] * b[i]", ARRAYS, stepped_by_hand, stepped),
        case("s += x[i] * (a[i] + b[i])", ARRAYS, factor_by_hand, factor),
        case("s += x[i] + a[i], list and array", 1.6, merged_by_hand, merged),
        case("let b = k[i] s += a[b], look-up", 1.10, look_up_by_hand, look_up),
        case("let b = k[i] h[b] += 1, histogram", 1.10, histogram_by_hand, histogram),
        case("C[i, j] += A[i, l] * B[l, j], 64^3", 1.10, product_by_hand, product),
        case("y[i] += M[i, j] * a[j], CSR", 1.10, spmv_by_hand, spmv),
        case("Z[i, j] += M[i, k] * W[k, j], CSR, 16", 2.30, spmm_by_hand, spmm),
    ]
}

#[inline(never)]
fn sum_by_hand(arrays: &Arrays) -> f64 {
    let mut s = 0.0;
    for &value in &arrays.a.1 {
        s += value;
    }
    s
}

#[inline(never)]
fn sum(arrays: &Arrays) -> f64 {
    let (a, mut s) = (&arrays.a.0, 0.0);
    must(loops!(for i  s += a[i]));
    s
}

#[inline(never)]
fn dot_by_hand(arrays: &Arrays) -> f64 {
    let mut s = 0.0;
    for (a, b) in arrays.a.1.iter().zip(&arrays.b.1) {
        s += a * b;
    }
    s
}

#[inline(never)]
fn dot(arrays: &Arrays) -> f64 {
    let (a, b, mut s) = (&arrays.a.0, &arrays.b.0, 0.0);
    must(loops!(for i  s += a[i] * b[i]));
    s
}

#[inline(never)]
fn copy_by_hand(arrays: &Arrays) -> f64 {
    let mut z = vec![0.0; arrays.a.1.len()];
    for (z, &a) in z.iter_mut().zip(&arrays.a.1) {
        *z = a;
    }
    z[7] + z[z.len() - 1]
}

#[inline(never)]
fn copy(arrays: &Arrays) -> f64 {
    let (a, mut z) = (&arrays.a.0, Piecewise::declare(array(arrays.a.1.len())));
    must(loops!(for i  z[i] = a[i]));
    let z = held(z.freeze());
    z.at(7) + z.at(arrays.a.1.len() as i64 - 1)
}

#[inline(never)]
fn stencil_by_hand(arrays: &Arrays) -> f64 {
    let a = &arrays.a.1[..];
    let (mut s, last) = (2.0 * a[0] + a[1], a.len() - 1);
    for three in a.windows(3) {
        s += three[0] + 2.0 * three[1] + three[2];
    }
    s + a[last - 1] + 2.0 * a[last]
}

#[inline(never)]
fn stencil(arrays: &Arrays) -> f64 {
    let (a, mut s) = (&arrays.a.0, 0.0);
    must(loops!(for i  s += a[i - 1] + 2.0 * a[i] + a[i + 1]));
    s
}

#[inline(never)]
fn sparse_by_hand(arrays: &Arrays) -> f64 {
    let (at, values) = (&arrays.x.1.0[..], &arrays.x.1.1[..]);
    let (a, mut s) = (&arrays.a.1[..], 0.0);
    for (&at, value) in at.iter().zip(values) {
        s += value * a[at as usize];
    }
    s
}

#[inline(never)]
fn sparse(arrays: &Arrays) -> f64 {
    let (x, a, mut s) = (&arrays.x.0, &arrays.a.0, 0.0);
    must(loops!(for i  s += x[i] * a[i]));
    s
}

#[inline(never)]
fn five_points_by_hand(arrays: &Arrays) -> f64 {
    let a = &arrays.a.1[..];
    let at = |i: usize| a.get(i).copied().unwrap_or(0.0);
    let sum = |i: usize| at(i.wrapping_sub(2)) + at(i.wrapping_sub(1)) + at(i) + at(i + 1) + at(i + 2);
    let (mut s, last) = (sum(0) + sum(1), a.len() - 1);
    for five in a.windows(5) {
        s += five[0] + five[1] + five[2] + five[3] + five[4];
    }
    s + sum(last - 1) + sum(last)
}

#[inline(never)]
fn five_points(arrays: &Arrays) -> f64 {
    let (a, mut s) = (&arrays.a.0, 0.0);
    must(loops!(for i  s += a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2]));
    s
}

#[inline(never)]
fn twice_by_hand(arrays: &Arrays) -> f64 {
    let (a, b, mut s) = (&arrays.a.1[..], &arrays.b.1[..], 0.0);
    for i in 0..a.len().div_ceil(2) {
        s += a[2 * i] * b[i];
    }
    s
}

#[inline(never)]
fn twice(arrays: &Arrays) -> f64 {
    let (a, b, last, mut s) = (&arrays.a.0, &arrays.b.0, arrays.a.1.len() as i64 - 1, 0.0);
    must(loops!(for i = 0:last  s += a[2 * i] * b[i]));
    s
}

#[inline(never)]
fn stepped_by_hand(arrays: &Arrays) -> f64 {
    let a = &arrays.a.1[..];
    let (b, mut s, mut i) = (&arrays.b.1[..a.len()], 0.0, 1);
    while i < a.len() {
        s += a[i] * b[i];
        i += 3;
    }
    s
}

#[inline(never)]
fn stepped(arrays: &Arrays) -> f64 {
    let (a, b, last, mut s) = (&arrays.a.0, &arrays.b.0, arrays.a.1.len() as i64 - 1, 0.0);
    must(loops!(for i = 1:3:last  s += a[i] * b[i]));
    s
}

#[inline(never)]
fn factor_by_hand(arrays: &Arrays) -> f64 {
    let (at, values) = (&arrays.x.1.0[..], &arrays.x.1.1[..]);
    let (a, b, mut s) = (&arrays.a.1[..], &arrays.b.1[..], 0.0);
    for (&at, value) in at.iter().zip(values) {
        s += value * (a[at as usize] + b[at as usize]);
    }
    s
}

#[inline(never)]
fn factor(arrays: &Arrays) -> f64 {
    let (x, a, b, mut s) = (&arrays.x.0, &arrays.a.0, &arrays.b.0, 0.0);
    must(loops!(for i  s += x[i] * (a[i] + b[i])));
    s
}

#[inline(never)]
fn merged_by_hand(arrays: &Arrays) -> f64 {
    let (at, values) = (&arrays.x.1.0[..], &arrays.x.1.1[..]);
    let (a, mut s, mut i) = (&arrays.a.1[..], 0.0, 0);
    for (&at, value) in at.iter().zip(values) {
        for &between in &a[i..at as usize] {
            s += between;
        }
        s += value + a[at as usize];
        i = at as usize + 1;
    }
    for &behind in &a[i..] {
        s += behind;
    }
    s
}

#[inline(never)]
fn merged(arrays: &Arrays) -> f64 {
    let (x, a, mut s) = (&arrays.x.0, &arrays.a.0, 0.0);
    must(loops!(for i  s += x[i] + a[i]));
    s
}

#[inline(never)]
fn look_up_by_hand(arrays: &Arrays) -> f64 {
    let (a, mut s) = (&arrays.a.1[..], 0.0);
    for &k in &arrays.k.1 {
        s += a[k as usize];
    }
    s
}

#[inline(never)]
fn look_up(arrays: &Arrays) -> f64 {
    let (a, k, mut s) = (&arrays.a.0, &arrays.k.0, 0.0);
    must(loops!(for i let b = k[i] s += a[b]));
    s
}

#[inline(never)]
fn histogram_by_hand(arrays: &Arrays) -> f64 {
    let mut h = vec![0.0; arrays.a.1.len()];
    for &k in &arrays.k.1 {
        h[k as usize] += 1.0;
    }
    h[arrays.k.1[9] as usize]
}

#[inline(never)]
fn histogram(arrays: &Arrays) -> f64 {
    let (k, mut h) = (&arrays.k.0, Piecewise::declare(array(arrays.a.1.len())));
    must(loops!(for i let b = k[i] h[b] += 1.0));
    held(h.freeze()).at(arrays.k.1[9])
}

#[inline(never)]
fn product_by_hand(arrays: &Arrays) -> f64 {
    let n = arrays.side;
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        let c = &mut c[i * n..][..n];
        for l in 0..n {
            let a = arrays.m.1[i * n + l];
            for (c, b) in c.iter_mut().zip(&arrays.n.1[l * n..][..n]) {
                *c += a * b;
            }
        }
    }
    c[n + 3]
}

#[inline(never)]
fn product(arrays: &Arrays) -> f64 {
    let (a, b, mut c) = (&arrays.m.0, &arrays.n.0, Piecewise::declare(matrix(arrays.side)));
    must(loops!(for i, l, j  c[i, j] += a[i, l] * b[l, j]));
    held(c.freeze()).at((1, 3))
}

#[inline(never)]
fn spmv_by_hand(arrays: &Arrays) -> f64 {
    let (pointers, columns, values) = (&arrays.csr.1.0[..], &arrays.csr.1.1[..], &arrays.csr.1.2[..]);
    let a = &arrays.a.1[..];
    let mut y = vec![0.0; pointers.len() - 1];
    for (y, row) in y.iter_mut().zip(pointers.windows(2)) {
        let mut s = 0.0;
        for (&j, value) in columns[row[0]..row[1]].iter().zip(&values[row[0]..row[1]]) {
            s += value * a[j as usize];
        }
        *y += s;
    }
    y[0] + y[y.len() - 1]
}

#[inline(never)]
fn spmv(arrays: &Arrays) -> f64 {
    let (m, a) = (&arrays.csr.0, &arrays.a.0);
    let mut y = Piecewise::declare(array(arrays.csr.1.0.len() - 1));
    must(loops!(for i, j  y[i] += m[i, j] * a[j]));
    let y = held(y.freeze());
    y.at(0) + y.at(arrays.csr.1.0.len() as i64 - 2)
}

#[inline(never)]
fn spmm_by_hand(arrays: &Arrays) -> f64 {
    let (pointers, columns, values) = (&arrays.csr.1.0[..], &arrays.csr.1.1[..], &arrays.csr.1.2[..]);
    let (w, width) = (&arrays.w.1[..], arrays.width);
    let mut z = vec![0.0; (pointers.len() - 1) * width];
    for (z, row) in z.chunks_exact_mut(width).zip(pointers.windows(2)) {
        for (&k, value) in columns[row[0]..row[1]].iter().zip(&values[row[0]..row[1]]) {
            for (z, w) in z.iter_mut().zip(&w[k as usize * width..][..width]) {
                *z += value * w;
            }
        }
    }
    z[width + 3]
}

#[inline(never)]
fn spmm(arrays: &Arrays) -> f64 {
    let (m, w, rows) = (&arrays.csr.0, &arrays.w.0, arrays.csr.1.0.len() - 1);
    let mut z = Piecewise::declare(held(Dense::new(0..rows as i64, array(arrays.width))));
    must(loops!(for i, k, j  z[i, j] += m[i, k] * w[k, j]));
    held(z.freeze()).at((1, 3))
}
