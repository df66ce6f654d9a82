//! [`Coefficients`]: the quantised blocks of one row of MCUs.
//!
//! The arithmetic of a whole row is done before its entropy coding: the arithmetic processes neighbouring blocks
//! together, entropy coding one block after another, and all scans of the file read the same coefficients.

use super::components::Components;
use super::dct::{Block8x8, ForwardDct};
use super::frame::Frame;
use super::quantize::Quantizer;
use fearless_simd::Simd;
use unite::{Fixed, Inside};

/// The replaceable stages that turn samples into coefficients.
pub(super) struct Stages<'s, D, Q> {
    pub(super) dct: &'s D,
    pub(super) quantizer: &'s Q,
}

/// The quantised blocks of a row of MCUs, by component.
pub(super) struct Coefficients(Vec<Plane>);

struct Plane {
    blocks: Vec<Block8x8>,
    /// Blocks per row, rounded up to an even number.
    pitch: usize,
    /// Blocks per row that hold samples of the picture.
    width: usize,
    height: usize,
    table: usize,
}

impl Coefficients {
    pub(super) fn new(frame: &Frame) -> Self {
        let planes = frame.components.iter().map(|c| {
            let pitch = c.width_in_blocks.next_multiple_of(2);
            let blocks = vec![[[0; 8]; 8]; pitch * c.v];
            Plane { blocks, pitch, width: c.width_in_blocks, height: c.v, table: c.table }
        });
        Coefficients(planes.collect())
    }

    /// Returns block (`y`, `x`) of component `c`.
    #[inline(always)]
    pub(super) fn block(&self, c: usize, y: usize, x: usize) -> &Block8x8 {
        let plane = &self.0[c];
        &plane.blocks[y * plane.pitch + x]
    }

    /// Transforms and quantises all blocks of a row of MCUs.
    #[inline(always)]
    pub(super) fn take<S: Simd, D: ForwardDct, Q: Quantizer>(
        &mut self,
        simd: S,
        stages: &Stages<'_, D, Q>,
        components: &Components,
    ) {
        for (c, coefficients) in self.0.iter_mut().enumerate() {
            let samples = components.plane(c);
            for y in 0..coefficients.height {
                let row = &mut coefficients.blocks[y * coefficients.pitch..][..coefficients.pitch];
                for (n, blocks) in
                    row.as_chunks_mut::<2>().0.iter_mut().enumerate().take(coefficients.width.div_ceil(2))
                {
                    let pair = samples.partition([8 * y as isize, 16 * n as isize], Fixed::<8, 16>);
                    let pair = pair.window::<Inside>().expect("a plane is whole pairs of blocks wide");
                    let transformed = stages.dct.forward_pair(simd.level(), pair);
                    for (block, transformed) in blocks.iter_mut().zip(&transformed) {
                        *block = clipped(stages.quantizer.quantize(coefficients.table, transformed));
                    }
                }
            }
        }
    }
}

/// Clips the coefficients to the range of the categories of F.1.2, which a user's own stages may exceed.
#[inline(always)]
fn clipped(block: Block8x8) -> Block8x8 {
    let dc = block[0][0].clamp(-1024, 1023);
    let mut clipped = block.map(|row| row.map(|c| c.clamp(-1023, 1023)));
    clipped[0][0] = dc;
    clipped
}
