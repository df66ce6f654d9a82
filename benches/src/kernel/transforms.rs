//! The transforms of H.264 that are tensor programs in `codecs`. These are the forward 4x4, the 4x4 of luma DC
//! coefficients and the 2x2 of chroma DC coefficients.
//!
//! ```text
//!   y = C x C^T, the matrix in the program        butterflies by hand, on rows and on columns
//! ```

use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES};
use codecs::h264::residual::transform::{forward_4x4_into, hadamard_2x2_into, hadamard_4x4_into};
use core::array::from_fn;

type Block = [[i32; 4]; 4];

/// The forward transform, a tensor program.
#[inline(never)]
pub fn forward_program(residual: &Block, out: &mut Block) {
    forward_4x4_into(residual, out);
}

/// The transform of luma DC coefficients, a tensor program.
#[inline(never)]
pub fn luma_dc_program(dc: &Block, out: &mut Block) {
    hadamard_4x4_into(dc, out);
}

/// The transform of chroma DC coefficients, a tensor program.
#[inline(never)]
pub fn chroma_dc_program(dc: &[i32; 4], out: &mut [i32; 4]) {
    hadamard_2x2_into(dc, out);
}

/// The forward transform of a line.
#[inline(always)]
fn forward_line([s0, s1, s2, s3]: [i32; 4]) -> [i32; 4] {
    let (a0, a1, a2, a3) = (s0 + s3, s1 + s2, s1 - s2, s0 - s3);
    [a0 + a1, a3 + a3 + a2, a0 - a1, a3 - (a2 + a2)]
}

/// The Hadamard transform of a line, ordered by the changes of sign in its rows.
#[inline(always)]
fn hadamard_line([c0, c1, c2, c3]: [i32; 4]) -> [i32; 4] {
    let (a0, a1, a2, a3) = (c0 + c1, c2 + c3, c0 - c1, c2 - c3);
    [a0 + a1, a0 - a1, a2 - a3, a2 + a3]
}

/// Rows become columns.
#[inline(always)]
fn transposed(block: Block) -> Block {
    from_fn(|y| from_fn(|x| block[x][y]))
}

/// The forward transform by hand.
#[inline(never)]
pub fn forward_rows(residual: &Block, out: &mut Block) {
    *out = transposed(transposed(residual.map(forward_line)).map(forward_line));
}

/// The transform of luma DC coefficients by hand.
#[inline(never)]
pub fn luma_dc_rows(dc: &Block, out: &mut Block) {
    *out = transposed(transposed(dc.map(hadamard_line)).map(hadamard_line));
}

/// The transform of chroma DC coefficients by hand.
#[inline(never)]
pub fn chroma_dc_rows(&[a, b, c, d]: &[i32; 4], out: &mut [i32; 4]) {
    *out = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
}

/// All sides of the three.
pub fn bench(b: &mut Bench) {
    let mut noise = Noise(23).map(|sample| i32::from(sample % 511) - 255);
    let blocks: [Block; PLACES] = from_fn(|_| from_fn(|_| from_fn(|_| noise.next().unwrap_or_default())));
    let out = [[0; 4]; 4];
    b.kernel("forward transform 4x4");
    b.side(Side::Program, out, |k, out| forward_program(&blocks[k], out));
    b.side(Side::Rows, out, |k, out| forward_rows(&blocks[k], out));
    b.kernel("luma DC transform 4x4");
    b.side(Side::Program, out, |k, out| luma_dc_program(&blocks[k], out));
    b.side(Side::Rows, out, |k, out| luma_dc_rows(&blocks[k], out));
    b.kernel("chroma DC transform 2x2");
    b.side(Side::Program, [0; 4], |k, out| chroma_dc_program(&blocks[k][0], out));
    b.side(Side::Rows, [0; 4], |k, out| chroma_dc_rows(&blocks[k][0], out));
}
