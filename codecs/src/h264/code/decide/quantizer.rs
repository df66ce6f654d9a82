//! The quantiser of a macroblock: a dead zone, a user's own, or the trellis with the levels around.

use crate::h264::code::coding_order::{BLOCKS_4X4, BLOCKS_8X8, fours_of};
use crate::h264::code::entropy::{Contexts, Neighbours, coded_levels, nc};
use crate::h264::code::map::{Coded, TotalCoeff};
use crate::h264::code::residual::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, unscan};
use crate::h264::code::residual::{BlockIndex, BlockQuantizer, DeadZone, Quantizer};
use crate::h264::code::trellis::{self, ErrorPrices};
use core::cell::Cell;
use fearless_simd::Simd;

/// The quantiser of a component of a macroblock.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'a> {
    pub(super) intra: bool,
    pub(super) own: Option<&'a dyn BlockQuantizer>,
    pub(super) trellis: Option<(&'a Trellis<'a>, Component)>,
    pub(super) block: BlockIndex,
}

/// A component of a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    Luma,
    /// Cb (0) or Cr (1).
    Chroma(usize),
}

impl Quantizer for Chosen<'_> {
    #[inline(always)]
    fn quantize<S: Simd, const N: usize>(
        &self,
        simd: S,
        coefficients: &[i32; N],
        multipliers: &[i32; N],
        shift: u32,
    ) -> [i16; N] {
        let mut levels = [0; N];
        if let Some((trellis, component)) = self.trellis {
            trellis.quantize(simd, component, self.block, coefficients, &mut levels);
        } else if let Some(own) = self.own {
            own.quantize(self.intra, coefficients, multipliers, shift, &mut levels);
        } else {
            levels = self.rounding().quantize(simd, coefficients, multipliers, shift);
        }
        levels
    }

    #[inline(always)]
    fn at(self, block: BlockIndex) -> Self {
        Chosen { block, ..self }
    }

    #[inline(always)]
    fn dead_zone(&self) -> Option<DeadZone> {
        (self.own.is_none() && self.trellis.is_none()).then(|| self.rounding())
    }

    #[inline(always)]
    fn zeros(&self) -> Option<DeadZone> {
        self.trellis.map(|(trellis, _)| trellis.zeros)
    }
}

impl Chosen<'_> {
    #[inline(always)]
    fn rounding(&self) -> DeadZone {
        if self.intra { DeadZone::INTRA } else { DeadZone::INTER }
    }
}

/// Data of the blocks of a macroblock and of those above and to its left: `M` by `M` entries.
type Grid<T, const M: usize> = [[Cell<T>; M]; M];

/// The trellis quantiser of a macroblock. It knows the levels around each block: those of the neighbours, and those it has
/// chosen before.
pub(super) struct Trellis<'c> {
    /// The states of CABAC before the macroblock; `None` for CAVLC.
    contexts: Option<&'c Contexts>,
    /// Coefficients within this dead zone become 0 where a group of blocks has no others.
    zeros: DeadZone,
    /// The prices of errors of luma and of chroma.
    luma: ErrorPrices,
    chroma: ErrorPrices,
    /// `true` for a block that counts as coded for the contexts of its neighbours (9.3.3.1.1.9).
    luma_flags: Grid<bool, 5>,
    chroma_flags: [Grid<bool, 3>; 2],
    /// The numbers of levels, for `nC` (9.2.1).
    luma_counts: Grid<TotalCoeff, 5>,
    chroma_counts: [Grid<TotalCoeff, 3>; 2],
    /// `ctxIdxInc` of the DC blocks of luma, Cb and Cr.
    dc_incs: [usize; 3],
}

impl<'c> Trellis<'c> {
    /// Creates the quantiser of a macroblock, given its prices of luma and chroma errors. The entry of the macroblock in the map of
    /// `around` needs its kind alone; its blocks have no levels until they are quantised.
    pub(super) fn new(
        contexts: Option<&'c Contexts>,
        zeros: DeadZone,
        [luma, chroma]: [ErrorPrices; 2],
        around: &Neighbours<'_>,
    ) -> Self {
        let intra = around.current.kind.is_intra();
        let flag = |coded: Coded| match coded.0 & Coded::NOT_AVAILABLE != 0 {
            true => intra,
            false => coded.0 & Coded::CODED_BLOCK_FLAG != 0,
        };
        let coded = around.coded_around();
        let at = |y: usize, x: usize| [y as isize - 1, x as isize - 1];
        Trellis {
            contexts,
            zeros,
            luma,
            chroma,
            luma_flags: around_blocks(false, |y, x| flag(coded[at(y, x)])),
            chroma_flags: [0, 1].map(|c| {
                around_blocks(false, |y, x| around.chroma_count(c, at(y, x)).known().map_or(intra, |count| count > 0))
            }),
            luma_counts: around_blocks(TotalCoeff::of(0), |y, x| around.luma_count(at(y, x))),
            chroma_counts: [0, 1].map(|c| around_blocks(TotalCoeff::of(0), |y, x| around.chroma_count(c, at(y, x)))),
            dc_incs: [0, 1, 2].map(|component| around.dc_flag_inc(component)),
        }
    }

    /// Writes the levels of a block to `levels`, in the order of the coefficients.
    #[inline(always)]
    fn quantize<S: Simd>(
        &self,
        simd: S,
        component: Component,
        block: BlockIndex,
        coefficients: &[i32],
        levels: &mut [i16],
    ) {
        match (component, block, levels.len()) {
            (Component::Luma, BlockIndex::Block8x8(n), 64) => {
                let (Some(c), Some(out)) = (coefficients.first_chunk(), levels.first_chunk_mut()) else { return };
                *out = self.block_8x8(simd, n, c);
            }
            (Component::Chroma(c), BlockIndex::Dc, 4) => {
                let (Some(dc), Some(out)) = (coefficients.first_chunk(), levels.first_chunk_mut()) else { return };
                *out = match self.contexts {
                    Some(contexts) => trellis::cabac::<S, 3, 4>(simd, dc, &self.chroma, contexts, self.dc_incs[1 + c]),
                    None => trellis::cavlc::<S, 3, 4>(simd, dc, &self.chroma, 0),
                };
            }
            (_, _, 16) => {
                let (Some(c), Some(out)) = (coefficients.first_chunk(), levels.first_chunk_mut()) else { return };
                *out = unscan(&ZIG_ZAG_4X4, &self.block_4x4(simd, component, block, c));
            }
            _ => unreachable!("a macroblock has no such block"),
        }
    }

    /// Returns the levels of a block of 16 coefficients in coding order.
    #[inline(always)]
    fn block_4x4<S: Simd>(
        &self,
        simd: S,
        component: Component,
        block: BlockIndex,
        coefficients: &[i32; 16],
    ) -> [i16; 16] {
        match (component, block) {
            (Component::Luma, BlockIndex::Dc) => match self.contexts {
                Some(contexts) => trellis::cabac::<S, 0, 16>(simd, coefficients, &self.luma, contexts, self.dc_incs[0]),
                None => trellis::cavlc::<S, 0, 16>(simd, coefficients, &self.luma, nc_at(&self.luma_counts, [0, 0])),
            },
            (Component::Luma, BlockIndex::Ac(n)) => {
                let (flags, counts) = (&self.luma_flags, &self.luma_counts);
                self.kept::<S, 1, 5>(simd, coefficients, &self.luma, flags, counts, BLOCKS_4X4[n])
            }
            (Component::Luma, BlockIndex::Block4x4(n)) => {
                let (flags, counts) = (&self.luma_flags, &self.luma_counts);
                self.kept::<S, 2, 5>(simd, coefficients, &self.luma, flags, counts, BLOCKS_4X4[n])
            }
            (Component::Chroma(c), BlockIndex::Ac(n)) => {
                let (flags, counts) = (&self.chroma_flags[c], &self.chroma_counts[c]);
                self.kept::<S, 4, 3>(simd, coefficients, &self.chroma, flags, counts, BLOCKS_8X8[n])
            }
            _ => unreachable!("a macroblock has no such block of 16 coefficients"),
        }
    }

    /// Returns the levels of a block at a place, and keeps their number for the blocks after it.
    #[inline(always)]
    fn kept<S: Simd, const CAT: usize, const M: usize>(
        &self,
        simd: S,
        coefficients: &[i32; 16],
        prices: &ErrorPrices,
        flags: &Grid<bool, M>,
        counts: &Grid<TotalCoeff, M>,
        [y, x]: [isize; 2],
    ) -> [i16; 16] {
        let [y, x] = [y as usize, x as usize];
        let levels = match self.contexts {
            Some(contexts) => {
                let inc = usize::from(flags[y + 1][x].get()) + 2 * usize::from(flags[y][x + 1].get());
                trellis::cabac::<S, CAT, 16>(simd, coefficients, prices, contexts, inc)
            }
            None => trellis::cavlc::<S, CAT, 16>(simd, coefficients, prices, nc_at(counts, [y, x])),
        };
        let count = coded_levels(&levels).count_ones() as u8;
        flags[y + 1][x + 1].set(count > 0);
        counts[y + 1][x + 1].set(TotalCoeff::of(count));
        levels
    }

    /// Returns the levels of an 8 x 8 block in raster order.
    #[inline(always)]
    fn block_8x8<S: Simd>(&self, simd: S, n: usize, coefficients: &[i32; 64]) -> [i16; 64] {
        let fours = fours_of(n).map(|four| BLOCKS_4X4[four].map(|at| at as usize));
        let levels = match self.contexts {
            Some(contexts) => trellis::cabac::<S, 5, 64>(simd, coefficients, &self.luma, contexts, 0),
            None => trellis::cavlc_8x8(simd, coefficients, &self.luma, |k, before| {
                for (&[y, x], &count) in fours[..k].iter().zip(before) {
                    self.luma_counts[y + 1][x + 1].set(TotalCoeff::of(count));
                }
                nc_at(&self.luma_counts, fours[k])
            }),
        };
        for (k, [y, x]) in fours.into_iter().enumerate() {
            // CAVLC codes every fourth level as a block (7.3.5.3.2).
            let count = levels.iter().skip(k).step_by(4).filter(|level| **level != 0).count();
            self.luma_counts[y + 1][x + 1].set(TotalCoeff::of(count as u8));
        }
        unscan(&ZIG_ZAG_8X8, &levels)
    }
}

/// Returns a grid with these entries in its first row and column, by row and column, and others within.
fn around_blocks<T: Copy, const M: usize>(within: T, entry: impl Fn(usize, usize) -> T) -> Grid<T, M> {
    core::array::from_fn(|y| core::array::from_fn(|x| Cell::new(if y == 0 || x == 0 { entry(y, x) } else { within })))
}

/// Returns `nC` of the block at `[y, x]`.
fn nc_at<const M: usize>(counts: &Grid<TotalCoeff, M>, [y, x]: [usize; 2]) -> u32 {
    nc([counts[y + 1][x].get(), counts[y][x + 1].get()])
}
