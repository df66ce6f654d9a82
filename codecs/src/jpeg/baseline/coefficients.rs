//! [`Coefficients`]: the quantised blocks of one row of MCUs.
//!
//! The arithmetic of a whole row is done before its entropy coding: the arithmetic processes neighbouring blocks
//! together, entropy coding one block after another, and all scans of the file read the same coefficients.

use super::components::RowOfSamples;
use super::dct::{Block8x8, ForwardDct};
use super::frame::Frame;
use super::row_quantizer::{RowOfBlocks, RowQuantizer, Run};
use crate::jpeg::coefficients::DctBlock;
use crate::shared::dispatch::dispatch_wide;
use crate::spaces::{SampleBlocks, Samples};
use fearless_simd::{Level, Simd};
use unite::{Block, Dyn, DynSpot, Extent, Fixed, Inside, Place, View};

/// The quantised blocks of a row of MCUs, by component.
pub(super) struct Coefficients {
    planes: Vec<Plane>,
    /// The DCT's output for a row of blocks, if the quantiser wants whole rows.
    exact: Vec<Block8x8>,
}

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
        Coefficients { planes: planes.collect(), exact: Vec::new() }
    }

    /// Returns the rows of blocks of component `c` that `held` has: the blocks of the picture in this row of MCUs.
    #[inline(always)]
    pub(super) fn lines(&self, c: usize, held: &DynSpot<Samples>) -> impl Iterator<Item = &[Block8x8]> + use<'_> {
        let Dyn([rows, columns]) = held.extent();
        let blocks = self.planes[c].blocks.view().partition([0, 0], Dyn([rows, columns]));
        (0..rows).filter_map(move |y| blocks.line(y as isize))
    }

    /// Quantises the blocks of row `row` of MCUs. Those of component `c` are `lines(c)`.
    pub(super) fn quantize<'b, L: Iterator<Item = &'b [DctBlock]>>(
        &mut self,
        level: Level,
        quantizer: &impl RowQuantizer,
        lines: impl Fn(usize) -> L,
        (frame, row): (&Frame, usize),
    ) {
        for (c, (Plane { blocks, quant_table }, component)) in self.planes.iter_mut().zip(&frame.components).enumerate()
        {
            for (y, exact) in lines(c).enumerate() {
                let first = [row * component.per_mcu[0] + y, 0];
                let run = RowOfBlocks { component: c, table: *quant_table, blocks: &component.blocks, first };
                let line = blocks.view_mut().line_mut(y as isize).expect("a row of blocks");
                let levels = &mut line[..exact.len()];
                dispatch_wide!(level, simd => quantize_line(simd, quantizer, &run, exact, levels));
            }
        }
    }

    /// Transforms and quantises all blocks of row `row` of MCUs of a frame, which is no wider than that of these coefficients.
    #[inline(always)]
    pub(super) fn take<S: Simd, D: ForwardDct, Q: RowQuantizer>(
        &mut self,
        simd: S,
        (dct, quantizer): (&D, &Q),
        samples: &RowOfSamples<'_>,
        (frame, row): (&Frame, usize),
    ) {
        let Coefficients { planes, exact } = self;
        for (c, (Plane { blocks, quant_table }, component)) in planes.iter_mut().zip(&frame.components).enumerate() {
            let grid = blocks.spot();
            let first = row * component.per_mcu[0];
            let Dyn([rows, columns]) = component.blocks.extent();
            for y in 0..grid.dims().dim(0) {
                let run =
                    RowOfBlocks { component: c, table: *quant_table, blocks: &component.blocks, first: [first + y, 0] };
                let pair = |samples: &View<'_, Samples, u8>, n: usize| {
                    let pair = grid.partition([y as isize, 2 * n as isize], Fixed::<1, 2>);
                    let pair = samples.under_fixed::<Fixed<8, 16>, _>(&pair);
                    let pair = pair.window::<Inside>().expect("a plane is whole pairs of blocks wide");
                    dct.forward_pair(simd.level(), pair)
                };
                let line = blocks.view_mut().line_mut(y as isize).expect("a row of blocks");
                let line = &mut line[..columns.next_multiple_of(2)];
                match Q::RUN {
                    Run::Pair => {
                        let line = line.as_chunks_mut::<2>().0;
                        for (samples, pairs) in samples.pairs(c, line.len()) {
                            for (n, blocks) in pairs.clone().zip(&mut line[pairs]) {
                                let (transformed, mut levels) = (pair(&samples, n), [[[0; 8]; 8]; 2]);
                                let run = RowOfBlocks { first: [first + y, 2 * n], ..run };
                                quantizer.quantize_row(&run, &transformed, &mut levels);
                                *blocks = levels.map(clipped);
                            }
                        }
                    }
                    // Rows that complete an MCU are not coded.
                    Run::Row if run.first[0] >= rows => {}
                    Run::Row => {
                        exact.resize(line.len(), [[0; 8]; 8]);
                        let exact_pairs = exact.as_chunks_mut::<2>().0;
                        for (samples, pairs) in samples.pairs(c, exact_pairs.len()) {
                            for (n, exact) in pairs.clone().zip(&mut exact_pairs[pairs]) {
                                *exact = pair(&samples, n);
                            }
                        }
                        quantize_line(simd, quantizer, &run, &exact[..columns], &mut line[..columns]);
                    }
                }
            }
        }
    }
}

/// Quantises a row of blocks.
#[inline(always)]
fn quantize_line<S: Simd>(
    _: S,
    quantizer: &impl RowQuantizer,
    run: &RowOfBlocks<'_>,
    exact: &[DctBlock],
    levels: &mut [Block8x8],
) {
    quantizer.quantize_row(run, exact, levels);
    for levels in levels {
        *levels = clipped(*levels);
    }
}

/// Clips the coefficients to the range of the categories of F.1.2, which a user's own stages may exceed.
#[inline(always)]
fn clipped(mut block: Block8x8) -> Block8x8 {
    let dc = block[0][0].clamp(-1024, 1023);
    // `map` would call a function for each block.
    block.as_flattened_mut().iter_mut().for_each(|c| *c = (*c).clamp(-1023, 1023));
    block[0][0] = dc;
    block
}
