//! A chroma component of a macroblock in 4:2:0 (8.5.4). It has four blocks, whose DC coefficients are transformed once
//! more.

use super::blocks::{part, set_part};
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
    pub recon: [[u8; 8]; 8],
}

/// Codes a chroma component of a macroblock; the quantisation has its `QP'_C`.
///
/// ```
/// use codecs::h264::residual::{DeadZone, Quantization, chroma_8x8, chroma_qp, quant::MAX_LEVEL, reconstruct_chroma};
/// use codecs::fearless_simd::{Level, dispatch};
/// let quantization = Quantization { quantizer: DeadZone::INTRA, qp: chroma_qp(28, 0), max_level: MAX_LEVEL };
/// let (source, pred) = ([[100; 8]; 8], [[80; 8]; 8]);
/// let coded = dispatch!(Level::new(), simd => chroma_8x8(simd, &source, &pred, &quantization));
/// assert_eq!((coded.dc, coded.ac_counts), ([10, 0, 0, 0], [0; 4]));
/// assert_eq!(coded.recon, [[100; 8]; 8]);
/// let recon = dispatch!(Level::new(), simd => reconstruct_chroma(simd, &coded.dc, &coded.ac, &pred, 28));
/// assert_eq!(recon, coded.recon);
/// ```
#[inline(always)]
pub fn chroma_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &[[u8; 8]; 8],
    pred: &[[u8; 8]; 8],
    quantization: &Quantization<Q>,
) -> CodedChroma {
    let mut coded = CodedChroma { dc: [0; 4], dc_count: 0, ac: [[0; 16]; 4], ac_counts: [0; 4], recon: [[0; 8]; 8] };
    let mut dc = [0; 4];
    for n in 0..4 {
        let at = (n % 2, n / 2);
        let coefficients = forward_4x4(simd, &part(source, at), &part(pred, at));
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
    pred: &[[u8; 8]; 8],
    qp: u8,
) -> [[u8; 8]; 8] {
    let dc = scale_chroma_dc(hadamard_2x2(&dc.map(i32::from)), qp);
    let mut recon = [[0; 8]; 8];
    for n in 0..4 {
        let at = (n % 2, n / 2);
        let pred = part(pred, at);
        let block = if ac[n] == [0; 16] {
            // The inverse transform of a single DC coefficient is constant.
            add_dc(simd, &pred, (dc[n] + 32) >> 6)
        } else {
            add_4x4(simd, &pred, &unscan(&ZIG_ZAG_4X4, &ac[n]), dc[n], qp)
        };
        set_part(&mut recon, at, &block);
    }
    recon
}
