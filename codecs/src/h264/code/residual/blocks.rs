//! One luma block: levels and reconstruction from source and prediction.

use super::lanes::{add_4x4, add_8x8, count, forward_4x4, forward_8x8};
use super::quant::{Quantization, Quantizer};
use super::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, scan, unscan};
use crate::h264::code::picture::LumaTile;
use fearless_simd::Simd;

/// A coded block of `N` by `N` samples, `M` in total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded<const N: usize, const M: usize> {
    /// Levels in zig-zag order.
    pub levels: [i16; M],
    /// The number of non-zero levels.
    pub count: u8,
    /// The decoder's reconstruction.
    pub recon: LumaTile<N>,
}

/// Codes a 4 x 4 luma block (8.5.1, 8.5.12).
///
/// ```
/// use codecs::fearless_simd::{Level, dispatch};
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, luma_4x4, quant::MAX_LEVEL};
/// let flat = |sample| LumaTile { data: [[sample; 4]; 4], ..LumaTile::at([0, 0]) };
/// let (source, pred) = (flat(100), flat(80));
/// let quantization = Quantization { quantizer: DeadZone::INTRA, qp: 28, max_level: MAX_LEVEL };
/// let coded = dispatch!(Level::new(), simd => luma_4x4(simd, &source, &pred, &quantization));
/// assert_eq!((coded.levels[0], coded.count), (5, 1)); // the step of QP 28 is 16, and the gain of the transform 4
/// assert_eq!(coded.recon, source);
/// ```
#[inline(always)]
pub fn luma_4x4<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<4>,
    pred: &LumaTile<4>,
    quantization: &Quantization<Q>,
) -> Coded<4, 16> {
    let raster = quantization.levels_4x4(simd, &forward_4x4(simd, &source.data, &pred.data));
    let count = count(simd, &raster);
    let data = if count == 0 { pred.data } else { add_4x4(simd, &pred.data, &raster, 0, quantization.qp) };
    Coded { levels: scan(&ZIG_ZAG_4X4, &raster), count, recon: LumaTile { data, ..*pred } }
}

/// Codes an 8 x 8 luma block with the 8 x 8 transform (8.5.3, 8.5.13). See [`luma_4x4`] for an example.
#[inline(always)]
pub fn luma_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<8>,
    pred: &LumaTile<8>,
    quantization: &Quantization<Q>,
) -> Coded<8, 64> {
    let raster = quantization.levels_8x8(simd, &forward_8x8(simd, &source.data, &pred.data));
    let count = count(simd, &raster);
    let data = if count == 0 { pred.data } else { add_8x8(simd, &pred.data, &raster, quantization.qp) };
    Coded { levels: scan(&ZIG_ZAG_8X8, &raster), count, recon: LumaTile { data, ..*pred } }
}

/// Reconstructs a 4 x 4 block from its levels as a decoder does; for levels that were changed after [`luma_4x4`].
///
/// ```
/// use codecs::h264::{picture::LumaTile, residual::reconstruct_4x4};
/// use codecs::fearless_simd::{Level, dispatch};
/// let mut levels = [0; 16];
/// levels[0] = 5;
/// let pred = LumaTile { data: [[80; 4]; 4], ..LumaTile::at([0, 0]) };
/// let recon = dispatch!(Level::new(), simd => reconstruct_4x4(simd, &levels, &pred, 28));
/// assert_eq!(recon.data, [[100; 4]; 4]);
/// ```
#[inline(always)]
pub fn reconstruct_4x4<S: Simd>(simd: S, levels: &[i16; 16], pred: &LumaTile<4>, qp: u8) -> LumaTile<4> {
    LumaTile { data: add_4x4(simd, &pred.data, &unscan(&ZIG_ZAG_4X4, levels), 0, qp), ..*pred }
}

/// Reconstructs an 8 x 8 block from its levels as a decoder does. See [`reconstruct_4x4`] for an example.
#[inline(always)]
pub fn reconstruct_8x8<S: Simd>(simd: S, levels: &[i16; 64], pred: &LumaTile<8>, qp: u8) -> LumaTile<8> {
    LumaTile { data: add_8x8(simd, &pred.data, &unscan(&ZIG_ZAG_8X8, levels), qp), ..*pred }
}
