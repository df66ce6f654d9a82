//! A chroma component of a macroblock in 4:2:0 (8.5.4). It has four blocks, whose DC coefficients are transformed once
//! more.

use super::super::coding_order::ChromaBlocks4x4;
use super::super::picture::{ChromaTile, nth_block, put_nth_block};
use super::lanes::{add_4x4, add_dc, count, forward_4x4};
use super::quant::{Quantization, Quantizer, scale_chroma_dc};
use super::scan::{ZIG_ZAG_4X4, scan, unscan};
use super::transform::hadamard_2x2;
use fearless_simd::Simd;

/// A chroma component of a macroblock as it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodedChroma {
    /// `ChromaDCLevel`.
    pub dc: [i16; 4],
    /// The number of DC levels that are not 0.
    pub dc_count: u8,
    /// `ChromaACLevel` by block: top left, top right, bottom left, bottom right; entry 0 is 0.
    pub ac: [[i16; 16]; 4],
    /// The number of levels that are not 0, by block.
    pub ac_counts: [u8; 4],
    /// The samples that a decoder reconstructs.
    pub recon: ChromaTile<8>,
}

/// Codes a chroma component of a macroblock; the quantisation has its `QP'_C`.
///
/// ```
/// use codecs::h264::picture::ChromaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, chroma_8x8, chroma_qp, quant::MAX_LEVEL, reconstruct_chroma};
/// use codecs::fearless_simd::{Level, dispatch};
/// let quantization = Quantization { quantizer: DeadZone::INTRA, qp: chroma_qp(28, 0), max_level: MAX_LEVEL };
/// let flat = |sample| ChromaTile { data: [[sample; 8]; 8], ..ChromaTile::at([0, 0]) };
/// let (source, pred) = (flat(100), flat(80));
/// let coded = dispatch!(Level::new(), simd => chroma_8x8(simd, &source, &pred, &quantization));
/// assert_eq!((coded.dc, coded.ac_counts), ([10, 0, 0, 0], [0; 4]));
/// assert_eq!(coded.recon, source);
/// let recon = dispatch!(Level::new(), simd => reconstruct_chroma(simd, &coded.dc, &coded.ac, &pred, 28));
/// assert_eq!(recon, coded.recon);
/// ```
#[inline(always)]
pub fn chroma_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &ChromaTile<8>,
    pred: &ChromaTile<8>,
    quantization: &Quantization<Q>,
) -> CodedChroma {
    let mut coded = CodedChroma { dc: [0; 4], dc_count: 0, ac: [[0; 16]; 4], ac_counts: [0; 4], recon: *pred };
    let mut dc = [0; 4];
    for n in 0..4 {
        let block = |whole| -> ChromaTile<4> { nth_block(ChromaBlocks4x4, whole, n) };
        let (source, pred) = (block(source), block(pred));
        let coefficients = forward_4x4(simd, &source.data, &pred.data);
        dc[n] = coefficients[0][0];
        let mut levels = quantization.levels_4x4(simd, &coefficients);
        levels[0] = 0;
        coded.ac[n] = scan(&ZIG_ZAG_4X4, &levels);
        coded.ac_counts[n] = count(simd, &levels);
    }
    coded.dc = quantization.levels_chroma_dc(simd, &hadamard_2x2(&dc));
    coded.dc_count = coded.dc.iter().filter(|&&level| level != 0).count() as u8;
    coded.recon = reconstruct_chroma(simd, &coded.dc, &coded.ac, pred, quantization.qp);
    coded
}

/// Returns the samples that a decoder reconstructs from the levels of a chroma component: for levels that were changed
/// after [`chroma_8x8`], which has an example.
#[inline(always)]
pub fn reconstruct_chroma<S: Simd>(
    simd: S,
    dc: &[i16; 4],
    ac: &[[i16; 16]; 4],
    pred: &ChromaTile<8>,
    qp: u8,
) -> ChromaTile<8> {
    let dc = scale_chroma_dc(hadamard_2x2(&dc.map(i32::from)), qp);
    let mut recon = ChromaTile::block_copy(pred);
    for n in 0..4 {
        let mut block: ChromaTile<4> = nth_block(ChromaBlocks4x4, pred, n);
        block.data = if ac[n] == [0; 16] {
            // The inverse transform of a single DC coefficient is constant.
            add_dc(simd, &block.data, (dc[n] + 32) >> 6)
        } else {
            add_4x4(simd, &block.data, &unscan(&ZIG_ZAG_4X4, &ac[n]), dc[n], qp)
        };
        put_nth_block(ChromaBlocks4x4, &mut recon, n, &block);
    }
    recon
}
