//! [`Coefficients`]: the quantised blocks of one row of MCUs.
//!
//! The arithmetic of a whole row is done before its entropy coding: the arithmetic processes neighbouring blocks
//! together, entropy coding one block after another, and all scans of the file read the same coefficients.

use super::components::Components;
use super::dct::{Block8x8, ForwardDct};
use super::frame::Frame;
use super::quantize::Quantizer;
use crate::jpeg::coefficients::DctBlock;
use crate::spaces::{SampleBlocks, Samples};
use fearless_simd::{Level, Simd, dispatch};
use unite::{Block, Dyn, DynSpot, Extent, Fixed, Inside, Place};

/// The quantised blocks of a row of MCUs, by component.
pub(super) struct Coefficients(Vec<Plane>);

struct Plane {
    /// The blocks that hold samples of the picture, in rows of whole pairs.
    blocks: Block<SampleBlocks, Block8x8>,
    quant_table: usize,
}

impl Coefficients {
    pub(super) fn new(frame: &Frame) -> Self {
        let planes = frame.components.iter().map(|c| {
            let ([rows, _], [_, columns]) = (c.per_mcu, c.blocks.extent().0);
            let extent = Dyn([rows, columns.next_multiple_of(2)]);
            Plane { blocks: Block::new([0, 0], extent), quant_table: c.quant_table }
        });
        Coefficients(planes.collect())
    }

    /// Returns the rows of blocks of component `c` that `held` has: the blocks of the picture in this row of MCUs.
    #[inline(always)]
    pub(super) fn lines(&self, c: usize, held: &DynSpot<Samples>) -> impl Iterator<Item = &[Block8x8]> + use<'_> {
        let Dyn([rows, columns]) = held.extent();
        let blocks = self.0[c].blocks.view().partition([0, 0], Dyn([rows, columns]));
        (0..rows).filter_map(move |y| blocks.line(y as isize))
    }

    /// Quantises the blocks of a row of MCUs. Those of component `c` are `lines(c)`.
    pub(super) fn quantize<'b, L: Iterator<Item = &'b [DctBlock]>>(
        &mut self,
        quantizer: &impl Quantizer,
        lines: impl Fn(usize) -> L,
    ) {
        for (c, Plane { blocks, quant_table }) in self.0.iter_mut().enumerate() {
            for (y, exact) in lines(c).enumerate() {
                let line = blocks.view_mut().line_mut(y as isize).expect("a row of blocks");
                dispatch!(Level::new(), simd => quantize_line(simd, quantizer, *quant_table, exact, line));
            }
        }
    }

    /// Transforms and quantises all blocks of a row of MCUs.
    #[inline(always)]
    pub(super) fn take<S: Simd, D: ForwardDct, Q: Quantizer>(
        &mut self,
        simd: S,
        (dct, quantizer): (&D, &Q),
        components: &Components,
    ) {
        for (c, coefficients) in self.0.iter_mut().enumerate() {
            let samples = components.plane(c);
            let Plane { blocks, quant_table } = coefficients;
            let grid = blocks.spot();
            for y in 0..grid.dims().dim(0) as isize {
                let line = blocks.view_mut().line_mut(y).expect("a row of blocks");
                for (n, blocks) in line.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                    let pair = grid.partition([y, 2 * n as isize], Fixed::<1, 2>);
                    let pair = samples.under_fixed::<Fixed<8, 16>, _>(&pair);
                    let pair = pair.window::<Inside>().expect("a plane is whole pairs of blocks wide");
                    let transformed = dct.forward_pair(simd.level(), pair);
                    for (block, transformed) in blocks.iter_mut().zip(&transformed) {
                        *block = clipped(quantizer.quantize(*quant_table, transformed));
                    }
                }
            }
        }
    }
}

/// Quantises a row of blocks.
#[inline(always)]
fn quantize_line<S: Simd>(_: S, quantizer: &impl Quantizer, table: usize, exact: &[DctBlock], line: &mut [Block8x8]) {
    for (block, exact) in line.iter_mut().zip(exact) {
        *block = clipped(quantizer.quantize(table, exact));
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
