//! [`Coefficients`]: the quantised blocks of one row of MCUs.
//!
//! The arithmetic of a whole row is done before its entropy coding: the arithmetic processes neighbouring blocks
//! together, entropy coding one block after another, and all scans of the file read the same coefficients.

use super::components::RowOfSamples;
use super::dct::{Block8x8, ForwardDct, has_quads};
use super::frame::Frame;
use super::row_quantizer::{RowOfBlocks, RowQuantizer, Run};
use crate::jpeg::coefficients::DctBlock;
use crate::shared::dispatch::dispatch_wide;
use crate::spaces::{SampleBlocks, Samples};
use fearless_simd::{Level, Simd};
use unite::{Block, Dyn, DynSpot, Extent, Fixed, Inside, Place, Spot};

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
                let run = |n: usize| RowOfBlocks {
                    component: c,
                    table: *quant_table,
                    blocks: &component.blocks,
                    first: [first + y, n],
                };
                let line = blocks.view_mut().line_mut(y as isize).expect("a row of blocks");
                let line = &mut line[..columns.next_multiple_of(2)];
                match Q::RUN {
                    Run::Pairs => transform_line(simd, dct, samples, (c, y), line.len() / 2, |n, exact| {
                        let levels = &mut [[[0; 8]; 8]; 4][..exact.len()];
                        quantizer.quantize_row(&run(n), exact, levels);
                        for (block, levels) in line[n..].iter_mut().zip(levels) {
                            *block = clipped(*levels);
                        }
                    }),
                    // Rows that complete an MCU are not coded.
                    Run::Row if first + y >= rows => {}
                    Run::Row => {
                        exact.resize(line.len(), [[0; 8]; 8]);
                        transform_line(simd, dct, samples, (c, y), exact.len() / 2, |n, blocks| {
                            exact[n..][..blocks.len()].copy_from_slice(blocks);
                        });
                        quantize_line(simd, quantizer, &run(0), &exact[..columns], &mut line[..columns]);
                    }
                }
            }
        }
    }
}

/// Transforms `pairs` pairs of blocks, row `y` of component `c`, and passes two or four at a time to `put`, with the number of
/// the first one.
#[inline(always)]
pub(super) fn transform_line<S: Simd>(
    simd: S,
    dct: &impl ForwardDct,
    samples: &RowOfSamples<'_>,
    (c, y): (usize, usize),
    pairs: usize,
    mut put: impl FnMut(usize, &[DctBlock]),
) {
    let grid = Spot::<SampleBlocks>::new([0, 0], Dyn([y + 1, 2 * pairs]));
    let width = "a plane is whole pairs of blocks wide";
    for (samples, pairs) in samples.pairs(c, pairs) {
        let (mut n, end) = (2 * pairs.start, 2 * pairs.end);
        while has_quads(simd.level()) && n + 4 <= end {
            let quad = grid.partition([y as isize, n as isize], Fixed::<1, 4>);
            let quad = samples.under_fixed::<Fixed<8, 32>, _>(&quad).window::<Inside>().expect(width);
            put(n, &dct.forward_quad(simd.level(), quad));
            n += 4;
        }
        while n < end {
            let pair = grid.partition([y as isize, n as isize], Fixed::<1, 2>);
            let pair = samples.under_fixed::<Fixed<8, 16>, _>(&pair).window::<Inside>().expect(width);
            put(n, &dct.forward_pair(simd.level(), pair));
            n += 2;
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

/// The least coefficients of a block, and the greatest one (F.1.2).
const LEAST: [i16; 64] = {
    let mut least = [-1023; 64];
    least[0] = -1024;
    least
};
const GREATEST: i16 = 1023;

/// Clips the coefficients to the range of the categories of F.1.2, which a user's own stages may exceed.
#[inline(always)]
fn clipped(mut block: Block8x8) -> Block8x8 {
    // `map` would call a function for each block.
    block.as_flattened_mut().iter_mut().zip(&LEAST).for_each(|(c, least)| *c = (*c).clamp(*least, GREATEST));
    block
}
