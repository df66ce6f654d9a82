//! [`decimate`], [`decimate_chroma`]: drop blocks whose few levels of ±1 are not worth their bits.

use super::super::coding_order::LumaBlocks8x8;
use super::super::picture::{ChromaTile, LumaTile, nth_block, put_nth_block};
use super::chroma::{CodedChroma, reconstruct_chroma};
use super::macroblock::CodedMacroblock;
use fearless_simd::Simd;

/// The worth of a level of ±1 after a number of levels of 0, in an order of 16 levels: what comes early and alone is seen most.
/// The numbers are those of the JM reference encoder (`COEFF_COST`).
const WORTH: [u8; 16] = [3, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// The same for an order of 64 levels.
const WORTH_8X8: [u8; 64] = {
    let mut worth = [0; 64];
    let mut run = 0;
    while run < 24 {
        worth[run] = match run {
            0..4 => 3,
            4..12 => 2,
            _ => 1,
        };
        run += 1;
    }
    worth
};

/// The worth below which an 8 x 8 block is dropped, and that of all blocks below which the macroblock is.
const LEAST_OF_8X8: u32 = 4;
const LEAST_OF_MB: u32 = 6;
/// The worth below which the AC levels of a chroma component are dropped.
const LEAST_OF_CHROMA: u32 = 7;
/// The most levels of an 8 x 8 block that can be worth less than [`LEAST_OF_8X8`].
const MOST_CHEAP: u32 = 8;
/// The worth of blocks with a level beyond ±1.
const KEPT: u32 = 9;

/// Drops the levels of 8 x 8 blocks that are not worth their bits: their reconstruction becomes the prediction. Levels count by
/// what they stand for in the picture, from the numbers of zeros between them; blocks with a level beyond ±1 stay.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{CodedMacroblock, decimate};
/// let pred = LumaTile { data: [[90; 16]; 16], ..LumaTile::at([0, 0]) };
/// for (level, is_left) in [(1, false), (2, true)] {
///     let (mut levels, mut recon) = ([[0; 16]; 16], pred);
///     let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
///     coded.recon.data[0][0] = 93;
///     (coded.levels[0][7], coded.masks[0]) = (level, 1 << 7);
///     decimate(&pred, false, &mut coded);
///     assert_eq!((coded.masks[0] != 0, recon != pred), (is_left, is_left));
/// }
/// ```
#[inline(always)]
pub fn decimate(pred: &LumaTile<16>, transform_8x8: bool, coded: &mut CodedMacroblock<'_>) {
    let (mut all, mut dropped) = (0, [false; 4]);
    for n in 0..4 {
        let mask = coded.mask_8x8(n);
        let levels = &coded.levels.as_chunks::<4>().0[n];
        let worth = match mask {
            0 => 0,
            _ if mask.count_ones() > MOST_CHEAP || beyond_one(levels.as_flattened()) => KEPT,
            _ if transform_8x8 => worth(mask, &WORTH_8X8),
            _ => coded.masks.as_chunks::<4>().0[n].iter().map(|mask| worth(u64::from(*mask), &WORTH)).sum(),
        };
        all += worth;
        dropped[n] = mask != 0 && worth < LEAST_OF_8X8;
    }
    for n in 0..4 {
        if dropped[n] || all < LEAST_OF_MB && coded.mask_8x8(n) != 0 {
            coded.levels.as_chunks_mut::<4>().0[n].fill([0; 16]);
            coded.masks.as_chunks_mut::<4>().0[n].fill(0);
            let block: LumaTile<8> = nth_block(LumaBlocks8x8, pred, n);
            put_nth_block(LumaBlocks8x8, coded.recon, n, &block);
        }
    }
}

/// Drops the AC levels of a chroma component if they are not worth their bits: what is left are its DC levels, of a `QP'_C`.
/// Levels count as they do for [`decimate`].
///
/// ```
/// use codecs::fearless_simd::{Level, dispatch};
/// use codecs::h264::picture::ChromaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, chroma_8x8, decimate_chroma, quant::MAX_LEVEL};
/// let pred = ChromaTile { data: [[80; 8]; 8], ..ChromaTile::at([0, 0]) };
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// for (sample, is_left) in [(116, false), (122, true)] {
///     let mut source = pred;
///     source.data[0][0] = sample;
///     let mut coded = dispatch!(Level::new(), simd => chroma_8x8(simd, &source, &pred, &quantization));
///     assert_ne!(coded.ac_masks, [0; 4]);
///     dispatch!(Level::new(), simd => decimate_chroma(simd, &pred, 28, &mut coded));
///     assert_eq!(coded.ac_masks != [0; 4], is_left);
/// }
/// ```
#[inline(always)]
pub fn decimate_chroma<S: Simd>(simd: S, pred: &ChromaTile<8>, qp: u8, coded: &mut CodedChroma) {
    if coded.ac_masks == [0; 4] || beyond_one(coded.ac.as_flattened()) {
        return;
    }
    // AC levels begin at entry 1.
    let worth: u32 = coded.ac_masks.iter().map(|mask| worth(u64::from(*mask >> 1), &WORTH)).sum();
    if worth < LEAST_OF_CHROMA {
        (coded.ac, coded.ac_masks, coded.ac_counts) = ([[0; 16]; 4], [0; 4], [0; 4]);
        coded.recon = reconstruct_chroma(simd, &coded.dc, &coded.ac, pred, qp);
    }
}

/// Returns whether a level is beyond ±1.
#[inline(always)]
fn beyond_one(levels: &[i16]) -> bool {
    let mut bits = 0;
    for level in levels {
        bits |= level.unsigned_abs();
    }
    bits > 1
}

/// Returns the worth of levels of ±1 at the bits of a mask.
#[inline(always)]
fn worth(mut mask: u64, table: &[u8]) -> u32 {
    let mut sum = 0;
    while mask != 0 {
        let run = mask.trailing_zeros();
        sum += u32::from(table[run as usize]);
        mask = mask >> run >> 1;
    }
    sum
}
