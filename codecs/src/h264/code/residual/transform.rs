//! The transforms of blocks with their inverses, and the Hadamard transforms of DC coefficients. Blocks are 4 x 4 and 8
//! x 8 (8.5.12.2, 8.5.13.2); DC coefficients: 8.5.10, 8.5.11.1.
//!
//! The forward 4 x 4 transform and the Hadamard transforms are products with constant matrices, written as tensor programs.
//! The others are functions of a line of numbers, applied to rows, then to columns. An element of a line may be a vector,
//! which is a row of the block: all columns are then transformed at once, and the block is transposed for the rows
//! (`lanes.rs`). The inverse transforms are those of the standard to the bit; the forward ones are their transposes, whose
//! gain the multipliers of the quantiser remove.

use core::ops::{Add, Shr, Sub};
use unite::program::tensor;

/// A number, or a vector of numbers.
pub(super) trait Lanes: Copy + Add<Output = Self> + Sub<Output = Self> + Shr<u32, Output = Self> {}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Shr<u32, Output = T>> Lanes for T {}

/// Returns the transposed block.
fn transposed<const N: usize>(block: [[i32; N]; N]) -> [[i32; N]; N] {
    core::array::from_fn(|y| core::array::from_fn(|x| block[x][y]))
}

/// Applies `line` to the rows of a block, then to its columns.
fn rows_then_columns<const N: usize>(block: [[i32; N]; N], line: fn([i32; N]) -> [i32; N]) -> [[i32; N]; N] {
    transposed(transposed(block.map(line)).map(line))
}

#[inline(always)]
pub(super) fn forward_line_4<T: Lanes>([s0, s1, s2, s3]: [T; 4]) -> [T; 4] {
    let (a0, a1, a2, a3) = (s0 + s3, s1 + s2, s1 - s2, s0 - s3);
    [a0 + a1, a3 + a3 + a2, a0 - a1, a3 - (a2 + a2)]
}

tensor! {
    /// Computes the forward 4 x 4 transform: coefficients are at most 36 times the largest sample of a residual.
    ///
    /// ```
    /// use codecs::h264::residual::transform::{forward_4x4, inverse_4x4};
    /// assert_eq!(forward_4x4(&[[3; 4]; 4])[0], [48, 0, 0, 0]);
    /// assert_eq!(inverse_4x4([[64 * 3, 0, 0, 0], [0; 4], [0; 4], [0; 4]]), [[3; 4]; 4]);
    /// ```
    pub fn forward_4x4:
    const C : [4 4] = [1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1]
    var input residual : [4 4]
    var output coefficients : [4 4]
    coefficients = (C # ((residual # C) . [2 4])) . [2 3]
}

/// Transforms a line by Equations 8-338 to 8-345.
#[inline(always)]
pub(super) fn inverse_line_4<T: Lanes>([d0, d1, d2, d3]: [T; 4]) -> [T; 4] {
    let (e0, e1) = (d0 + d2, d0 - d2);
    let (e2, e3) = ((d1 >> 1) - d3, d1 + (d3 >> 1));
    [e0 + e3, e1 + e2, e1 - e2, e0 - e3]
}

/// Returns the residual of scaled coefficients (8.5.12.2). See [`forward_4x4`] for an example.
pub fn inverse_4x4(scaled: [[i32; 4]; 4]) -> [[i32; 4]; 4] {
    rounded(rows_then_columns(scaled, inverse_line_4))
}

/// Returns `(x + 32) >> 6` of each element.
fn rounded<const N: usize>(block: [[i32; N]; N]) -> [[i32; N]; N] {
    block.map(|row| row.map(|x| (x + 32) >> 6))
}

tensor! {
    /// Transforms luma DC coefficients; the transform is its own inverse but for a gain of 16 (Equation 8-328).
    ///
    /// ```
    /// use codecs::h264::residual::transform::hadamard_4x4;
    /// let dc = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 8, 7, 6], [5, 4, 3, -2]];
    /// assert_eq!(hadamard_4x4(&hadamard_4x4(&dc)), dc.map(|row| row.map(|c| 16 * c)));
    /// ```
    pub fn hadamard_4x4:
    const H : [4 4] = [1 1 1 1; 1 1 -1 -1; 1 -1 -1 1; 1 -1 1 -1]
    var input dc : [4 4]
    var output transformed : [4 4]
    transformed = (H # ((dc # H) . [2 4])) . [2 3]
}

tensor! {
    /// Transforms chroma DC coefficients of 4:2:0 in raster order; the transform is its own inverse but for a gain of 4
    /// (Equation 8-330).
    ///
    /// ```
    /// use codecs::h264::residual::transform::hadamard_2x2;
    /// assert_eq!(hadamard_2x2(&[4, 3, 2, 1]), [10, 2, 4, 0]);
    /// ```
    #[inline(always)]
    pub fn hadamard_2x2:
    const H : [4 4] = [1 1 1 1; 1 -1 1 -1; 1 1 -1 -1; 1 -1 -1 1]
    var input dc : [4]
    var output transformed : [4]
    transformed = (H # dc) . [2 3]
}

/// Returns `3 a / 2`.
#[inline(always)]
fn three_halves<T: Lanes>(a: T) -> T {
    a + (a >> 1)
}

#[inline(always)]
pub(super) fn forward_line_8<T: Lanes>([s0, s1, s2, s3, s4, s5, s6, s7]: [T; 8]) -> [T; 8] {
    let (a0, a1, a2, a3) = (s0 + s7, s1 + s6, s2 + s5, s3 + s4);
    let (b0, b1, b2, b3) = (a0 + a3, a1 + a2, a0 - a3, a1 - a2);
    let (a4, a5, a6, a7) = (s0 - s7, s1 - s6, s2 - s5, s3 - s4);
    let (b4, b5) = (a5 + a6 + three_halves(a4), a4 - a7 - three_halves(a6));
    let (b6, b7) = (a4 + a7 - three_halves(a5), a5 - a6 + three_halves(a7));
    [b0 + b1, b4 + (b7 >> 2), b2 + (b3 >> 1), b5 + (b6 >> 2), b0 - b1, b6 - (b5 >> 2), (b2 >> 1) - b3, (b4 >> 2) - b7]
}

/// Computes the forward 8 x 8 transform: coefficients are at most 64 times the largest sample of a residual.
///
/// ```
/// use codecs::h264::residual::transform::{forward_8x8, inverse_8x8};
/// assert_eq!(forward_8x8([[3; 8]; 8])[0], [192, 0, 0, 0, 0, 0, 0, 0]);
/// let mut scaled = [[0; 8]; 8];
/// scaled[0][0] = 64 * 3;
/// assert_eq!(inverse_8x8(scaled), [[3; 8]; 8]);
/// ```
pub fn forward_8x8(residual: [[i32; 8]; 8]) -> [[i32; 8]; 8] {
    rows_then_columns(residual, forward_line_8)
}

/// Transforms a line by Equations 8-358 to 8-381.
#[inline(always)]
pub(super) fn inverse_line_8<T: Lanes>([d0, d1, d2, d3, d4, d5, d6, d7]: [T; 8]) -> [T; 8] {
    let (e0, e2, e4, e6) = (d0 + d4, d0 - d4, (d2 >> 1) - d6, d2 + (d6 >> 1));
    let (e1, e3) = (d5 - d3 - three_halves(d7), d1 + d7 - three_halves(d3));
    let (e5, e7) = (d7 - d1 + three_halves(d5), d3 + d5 + three_halves(d1));
    let (f0, f2, f4, f6) = (e0 + e6, e2 + e4, e2 - e4, e0 - e6);
    let (f1, f3, f5, f7) = (e1 + (e7 >> 2), e3 + (e5 >> 2), (e3 >> 2) - e5, e7 - (e1 >> 2));
    [f0 + f7, f2 + f5, f4 + f3, f6 + f1, f6 - f1, f4 - f3, f2 - f5, f0 - f7]
}

/// Returns the residual of scaled coefficients (8.5.13.2). See [`forward_8x8`] for an example.
pub fn inverse_8x8(scaled: [[i32; 8]; 8]) -> [[i32; 8]; 8] {
    rounded(rows_then_columns(scaled, inverse_line_8))
}
