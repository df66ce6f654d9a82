//! Intra prediction (8.3) from surrounding samples of the same picture, before the loop filter.
//!
//! ```text
//!    D  B B B B  C C C C        p(-1, -1), p(0 .., -1), p(N .., -1)
//!    A  . . . .
//!    A  . . . .                 p(-1, 0 ..)
//!    A  . . . .
//!    A  . . . .
//! ```
//!
//! Prediction takes three steps:
//!
//! 1. [`Available`] determines which of A, B, C, D may be used, from the map of coded macroblocks.
//! 2. [`intra_4x4::neighbours`] and [`intra_8x8::neighbours`] copy the samples and replace missing ones. Larger blocks
//!    need no replacement and read the picture.
//! 3. `predict` applies a mode that is possible ([`IntraNxNMode::is_possible`] and its siblings).
//!
//! [`plain`] has the equations of the standard, one sample at a time: the definition that the modes are tested against.
//!
//! Not covered: 4:2:2 and 4:4:4, more than eight bits, field macroblocks.
//!
//! [`IntraNxNMode::is_possible`]: super::super::macroblock::IntraNxNMode::is_possible

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "kernels are written in the indices of the standard"
)]

mod available;
pub mod chroma;
pub mod intra_16x16;
pub mod intra_4x4;
pub mod intra_8x8;
pub mod plain;
#[cfg(test)]
mod tests;

pub use available::Available;

/// Returns `(a + b + 1) >> 1`.
#[inline(always)]
fn f2(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

/// Returns `(a + 2 b + c + 2) >> 2`.
#[inline(always)]
fn f3(a: u8, b: u8, c: u8) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8
}

/// Returns `N` neighbours, the first at `(x, y)`, with a distance of `(dx, dy)` between them.
#[inline(always)]
fn along<const N: usize>(p: impl Fn(isize, isize) -> u8, [x, y]: [isize; 2], [dx, dy]: [isize; 2]) -> [u8; N] {
    let mut line = [0; N];
    for k in 0..N {
        line[k] = p(x + k as isize * dx, y + k as isize * dy);
    }
    line
}

/// Returns the sum of samples.
#[inline(always)]
fn sum<const N: usize>(samples: [u8; N]) -> u32 {
    let mut sum = 0;
    for sample in samples {
        sum += u32::from(sample);
    }
    sum
}

/// Returns the DC prediction: the mean of the available neighbours of two lines of `2^SHIFT` samples, 128 if there are
/// none (8.3.1.2.3, 8.3.2.2.4, 8.3.3.3).
#[inline(always)]
fn mean<const N: usize, const SHIFT: u32>(left: [u8; N], above: [u8; N], available: Available) -> u8 {
    const { assert!(N == 1 << SHIFT) };
    let mean = match (available.left, available.above) {
        (true, true) => (sum(left) + sum(above) + (1 << SHIFT)) >> (SHIFT + 1),
        (true, false) => (sum(left) + (1 << SHIFT >> 1)) >> SHIFT,
        (false, true) => (sum(above) + (1 << SHIFT >> 1)) >> SHIFT,
        (false, false) => 128,
    };
    mean as u8
}

/// Predicts a block of `N` by `N` samples by a plane through its neighbours (8.3.3.4, 8.3.4.4), with the factor and the
/// shift of its slopes. Every sum fits 16 bits: slopes are within ±1355 for `N` = 8 and ±717 for `N` = 16.
#[inline(always)]
fn plane<const N: usize, const FACTOR: i32, const SHIFT: u32>(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; N]; N]) {
    let p = |x: isize, y: isize| i32::from(p(x, y));
    let (half, last) = (N as isize / 2, N as isize - 1);
    let (mut h, mut v) = (0, 0);
    for k in 0..half {
        h += (k as i32 + 1) * (p(half + k, -1) - p(half - 2 - k, -1));
        v += (k as i32 + 1) * (p(-1, half + k) - p(-1, half - 2 - k));
    }
    let slope = |sum: i32| ((FACTOR * sum + (1 << SHIFT >> 1)) >> SHIFT) as i16;
    let (a, b, c) = (16 * (p(-1, last) + p(last, -1)) as i16, slope(h), slope(v));
    let first = a + 16 - (half as i16 - 1) * (b + c);
    let mut slope = [0; N];
    for x in 0..N {
        slope[x] = b * x as i16;
    }
    for y in 0..N {
        let start = first + c * y as i16;
        let mut row = [0; N];
        for x in 0..N {
            row[x] = ((start + slope[x]) >> 5).clamp(0, 255) as u8;
        }
        pred[y] = row;
    }
}
