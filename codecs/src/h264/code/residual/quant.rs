//! Quantisation, and scaling with flat scaling lists (8.5.9 to 8.5.13.1). The encoder chooses the first, the standard
//! prescribes the second.
//!
//! | coefficients | `s` in `level = c m / 2^s`, with `k = qP / 6` | scaling |
//! |---|---|---|
//! | 4 x 4 | 15 + k | 8.5.12.1 |
//! | 8 x 8 | 16 + k | 8.5.13.1 |
//! | luma DC, after its transform | 17 + k | 8.5.10 |
//! | chroma DC, after its transform | 16 + k | 8.5.11.2 |

use super::level_scale_tables::{LEVEL_SCALE_4X4, LEVEL_SCALE_8X8, MULTIPLIERS_4X4, MULTIPLIERS_8X8, MULTIPLIERS_DC};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, i32x8};

/// The greatest magnitude that CAVLC can write with a `level_prefix` of at most 15, as in the Baseline, Main and
/// Extended profiles (9.2.2.1): with `suffixLength` 0 and 1 the greatest `levelCode` is `15 + 15 + 4095`, and a level
/// is half of that.
pub const MAX_LEVEL_OF_PREFIX_15: i16 = 2063;

/// A magnitude that no level of 8-bit video reaches, for profiles without a limit and for CABAC.
pub const MAX_LEVEL: i16 = 8191;

/// A quantiser of the residual functions of this module.
///
/// The encoder itself uses [`DeadZone`], unless a session has a [`BlockQuantizer`]. The method is called from code compiled for each SIMD level: mark it
/// `#[inline(always)]`.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{Quantization, Quantizer, luma_4x4, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, Simd, dispatch};
/// /// Keeps the DC coefficient alone.
/// #[derive(Clone, Copy)]
/// struct DcOnly;
/// impl Quantizer for DcOnly {
///     fn quantize<S: Simd, const N: usize>(
///         &self,
///         _: S,
///         coefficients: &[i32; N],
///         multipliers: &[i32; N],
///         shift: u32,
///     ) -> [i16; N] {
///         let mut levels = [0; N];
///         levels[0] = ((coefficients[0] * multipliers[0]) >> shift) as i16;
///         levels
///     }
/// }
/// let quantization = Quantization { quantizer: DcOnly, qp: 20, max_level: MAX_LEVEL };
/// let tile = |data| LumaTile { data, ..LumaTile::at([0, 0]) };
/// let (source, pred) = (tile([[10, 200, 10, 200]; 4]), tile([[60; 4]; 4]));
/// let coded = dispatch!(Level::new(), simd => luma_4x4(simd, &source, &pred, &quantization));
/// assert_eq!((coded.count, coded.recon), (1, tile([[104; 4]; 4])));
/// ```
pub trait Quantizer: Copy {
    /// Returns the levels of coefficients in the same order (rows of a block of 16 or 64, or 4 DC coefficients of
    /// chroma). The exact quotient of coefficient `c` is `c * multipliers[k] / 2^shift`, and the product is below
    /// `2^31`. Levels beyond [`Quantization::max_level`] are clipped.
    fn quantize<S: Simd, const N: usize>(
        &self,
        simd: S,
        coefficients: &[i32; N],
        multipliers: &[i32; N],
        shift: u32,
    ) -> [i16; N];

    /// Returns the quantiser for a block. One that weighs bits needs to know what lies around the block; others ignore it.
    #[inline(always)]
    fn at(self, _: BlockIndex) -> Self {
        self
    }

    /// Returns the dead zone that this quantiser is. Its levels are then computed in 16 bits, without
    /// [`quantize`](Quantizer::quantize).
    #[inline(always)]
    fn dead_zone(&self) -> Option<DeadZone> {
        None
    }

    /// Returns a dead zone within which all levels are 0. Groups of blocks without coefficients beyond it are left out, without
    /// [`quantize`](Quantizer::quantize).
    #[inline(always)]
    fn zeros(&self) -> Option<DeadZone> {
        None
    }
}

/// Rounds quotients towards 0, after adding `rounding` / 65536 to their magnitude. See [`luma_4x4`](super::luma_4x4)
/// for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadZone {
    /// The rounding offset, in 65536ths of a quantisation step.
    pub rounding: u16,
}

impl DeadZone {
    /// A third of a step, the usual choice for intra macroblocks.
    pub const INTRA: Self = DeadZone { rounding: 65536_u32.div_ceil(3) as u16 };
    /// A sixth of a step, the usual choice for inter macroblocks.
    pub const INTER: Self = DeadZone { rounding: 65536_u32.div_ceil(6) as u16 };
    /// Half a step: none of the levels nearest to the quotients is made smaller.
    pub const NEAREST: Self = DeadZone { rounding: 1 << 15 };
}

impl Quantizer for DeadZone {
    #[inline(always)]
    fn quantize<S: Simd, const N: usize>(
        &self,
        simd: S,
        coefficients: &[i32; N],
        multipliers: &[i32; N],
        shift: u32,
    ) -> [i16; N] {
        // `shift` is 15 to 25, so products with their offset stay below 2^31.
        let offset = (i32::from(self.rounding) << (shift - 15)) >> 1;
        let mut levels = [0; N];
        if N.is_multiple_of(16) {
            for k in (0..N).step_by(16) {
                let low = quotients(simd, &coefficients[k..k + 8], &multipliers[k..k + 8], offset, shift);
                let high = quotients(simd, &coefficients[k + 8..k + 16], &multipliers[k + 8..k + 16], offset, shift);
                low.narrow(high).store_slice(&mut levels[k..k + 16]);
            }
        } else {
            for k in 0..N {
                let magnitude = (coefficients[k].abs() * multipliers[k] + offset) >> shift;
                levels[k] = (magnitude * coefficients[k].signum()) as i16;
            }
        }
        levels
    }

    #[inline(always)]
    fn dead_zone(&self) -> Option<DeadZone> {
        Some(*self)
    }
}

/// Returns eight quotients.
#[inline(always)]
fn quotients<S: Simd>(simd: S, coefficients: &[i32], multipliers: &[i32], offset: i32, shift: u32) -> i32x8<S> {
    let c = i32x8::from_slice(simd, coefficients);
    let magnitude = (c.abs() * i32x8::from_slice(simd, multipliers) + offset) >> shift;
    let sign = c >> 31;
    (magnitude ^ sign) - sign
}

/// Rounds quotients to the nearest integer, halves away from 0: the least error, without regard to the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nearest;

impl Quantizer for Nearest {
    #[inline(always)]
    fn quantize<S: Simd, const N: usize>(
        &self,
        _: S,
        coefficients: &[i32; N],
        multipliers: &[i32; N],
        shift: u32,
    ) -> [i16; N] {
        let mut levels = [0; N];
        for k in 0..N {
            let quotient = (coefficients[k].abs() * multipliers[k] + (1 << (shift - 1))) >> shift;
            levels[k] = (quotient * coefficients[k].signum()) as i16;
        }
        levels
    }
}

/// A block of a component of a macroblock. Blocks are numbered in the order of coding (6.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockIndex {
    /// The DC coefficients of `Intra_16x16`, or of a chroma component.
    Dc,
    /// The AC coefficients of a 4 x 4 block whose DC coefficient is coded apart.
    Ac(usize),
    /// A 4 x 4 block.
    Block4x4(usize),
    /// An 8 x 8 block.
    Block8x8(usize),
}

/// A quantiser of a user's own, a stage of a session: it sees all blocks, luma and chroma, as slices. In contrast to
/// [`Quantizer`] it can be chosen when the program runs. See
/// [`Session::with_quantizer`](crate::h264::Session::with_quantizer) for an example.
pub trait BlockQuantizer: Send + Sync {
    /// Sets `levels` to the levels of coefficients in the same order, as [`Quantizer::quantize`] returns them: 16 of a
    /// 4 x 4 block or of luma DC, 64 of an 8 x 8 block, 4 of chroma DC. `intra` states whether the macroblock is intra.
    ///
    /// Blocks with DC levels of their own come twice: entry 0 of the 4 x 4 blocks is not used, and the DC coefficients follow
    /// as a block of 16 (luma) or 4 (chroma). Levels must be near the quotients: scaled far beyond the range of residuals, they exceed the 16 bits that 8.5.12 and
    /// 8.5.13 allow, and decoders show other samples.
    fn quantize(&self, intra: bool, coefficients: &[i32], multipliers: &[i32], shift: u32, levels: &mut [i16]);
}

/// The quantisation of a block: a quantiser and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantization<Q> {
    /// The quantiser.
    pub quantizer: Q,
    /// `QP'_Y` or `QP'_C`, 0 to 51.
    pub qp: u8,
    /// The greatest magnitude of a level: [`MAX_LEVEL_OF_PREFIX_15`] or [`MAX_LEVEL`]; larger values have no effect.
    pub max_level: i16,
}

impl<Q: Quantizer> Quantization<Q> {
    /// Returns the quantisation of a block of the macroblock.
    #[inline(always)]
    pub(in crate::h264::code) fn at(&self, block: BlockIndex) -> Self {
        Quantization { quantizer: self.quantizer.at(block), ..*self }
    }

    /// Returns the greatest magnitude of a level at `qP / 6 = k`. A coefficient divided by a step of 2^k is at most 2^-k of
    /// its value at QP 0. The same bound for the levels of a quantiser keeps sums of scaled levels within 32 bits.
    #[inline(always)]
    pub(super) fn most(&self, k: u32) -> i16 {
        self.max_level.clamp(0, MAX_LEVEL).min(MAX_LEVEL >> k)
    }

    #[inline(always)]
    fn levels<S: Simd, const N: usize>(
        &self,
        simd: S,
        coefficients: &[i32; N],
        tables: &[[i32; N]; 6],
        shift: u32,
    ) -> [i16; N] {
        let qp = QpParts::new(self.qp);
        let mut levels = self.quantizer.quantize(simd, coefficients, &tables[qp.rem], shift + qp.div);
        let most = self.most(qp.div);
        if N.is_multiple_of(16) {
            for k in (0..N).step_by(16) {
                let levels = &mut levels[k..k + 16];
                i16x16::from_slice(simd, levels).max(-most).min(most).store_slice(levels);
            }
        } else {
            for k in 0..N {
                levels[k] = levels[k].clamp(-most, most);
            }
        }
        levels
    }

    /// Returns the levels of a 4 x 4 block; coefficients and levels are in raster order.
    #[inline(always)]
    pub(in crate::h264::code) fn levels_4x4<S: Simd>(&self, simd: S, coefficients: &[[i32; 4]; 4]) -> [i16; 16] {
        self.levels(simd, flat(coefficients), &MULTIPLIERS_4X4, 15)
    }

    /// Returns the levels of an 8 x 8 block; coefficients and levels are in raster order.
    #[inline(always)]
    pub(super) fn levels_8x8<S: Simd>(&self, simd: S, coefficients: &[[i32; 8]; 8]) -> [i16; 64] {
        self.levels(simd, flat(coefficients), &MULTIPLIERS_8X8, 16)
    }

    /// Returns the levels of transformed luma DC coefficients, in raster order. The transform has an
    /// additional gain of 4.
    #[inline(always)]
    pub(super) fn levels_luma_dc<S: Simd>(&self, simd: S, coefficients: &[[i32; 4]; 4]) -> [i16; 16] {
        self.levels(simd, flat(coefficients), &MULTIPLIERS_DC, 17)
    }

    /// Returns the levels of transformed chroma DC coefficients. The transform has an additional gain of 2.
    #[inline(always)]
    pub(super) fn levels_chroma_dc<S: Simd>(&self, simd: S, coefficients: &[i32; 4]) -> [i16; 4] {
        const MULTIPLIERS: [[i32; 4]; 6] = {
            let mut dc = [[0; 4]; 6];
            let mut m = 0;
            while m < 6 {
                dc[m] = [MULTIPLIERS_DC[m][0]; 4];
                m += 1;
            }
            dc
        };
        self.levels(simd, coefficients, &MULTIPLIERS, 16)
    }
}

/// Returns the rows of a block, concatenated.
#[inline(always)]
fn flat<const N: usize, const M: usize>(rows: &[[i32; N]; N]) -> &[i32; M] {
    rows.as_flattened().try_into().expect("M is N N")
}

/// The quotient and the remainder of `qP / 6`.
pub(in crate::h264::code) struct QpParts {
    pub(in crate::h264::code) div: u32,
    pub(in crate::h264::code) rem: usize,
}

impl QpParts {
    #[inline(always)]
    pub(in crate::h264::code) fn new(qp: u8) -> Self {
        assert!(qp <= 51, "a quantisation parameter of {qp} is above 51");
        QpParts { div: u32::from(qp / 6), rem: usize::from(qp % 6) }
    }
}

/// Returns `(level * scale) << (k - full)`; if `k` is less than `full`, a rounding shift to the right.
#[inline(always)]
fn scaled(level: i32, scale: i32, k: u32, full: u32) -> i32 {
    if k >= full { (level * scale) << (k - full) } else { (level * scale + (1 << (full - 1 - k))) >> (full - k) }
}

#[inline(always)]
fn scale_block<const N: usize, const M: usize>(
    levels: &[i16; M],
    table: &[i32; M],
    k: u32,
    full: u32,
) -> [[i32; N]; N] {
    let mut block = [[0; N]; N];
    let out = block.as_flattened_mut();
    // One shift up and one shift down, at least one of them by 0, are the same for every level.
    let (up, down) = (k.saturating_sub(full), full.saturating_sub(k));
    let offset = 1 << down >> 1;
    for n in 0..M {
        out[n] = (((i32::from(levels[n]) * table[n]) << up) + offset) >> down;
    }
    block
}

/// Returns the scaled coefficients of the levels of a 4 x 4 block in raster order (8.5.12.1). For blocks with separate
/// DC levels the caller overwrites entry 0.
///
/// ```
/// use codecs::h264::residual::quant::{scale_4x4, scale_8x8, scale_chroma_dc, scale_luma_dc};
/// assert_eq!(scale_4x4(&[3; 16], 24)[0], [480, 624, 480, 624]); // 10, 13 and 16 times 2^(24 / 6)
/// assert_eq!(scale_8x8(&[1; 64], 36)[1][..2], [16 * 19, 16 * 18]);
/// assert_eq!(scale_luma_dc([[1; 4]; 4], 0), [[3; 4]; 4]); // (160 + 32) >> 6
/// assert_eq!(scale_chroma_dc([1, 2, -1, -2], 0), [5, 10, -5, -10]);
/// ```
///
/// # Panics
/// If `qp` is above 51; the same holds for the other scaling functions.
#[inline(always)]
pub fn scale_4x4(levels: &[i16; 16], qp: u8) -> [[i32; 4]; 4] {
    let qp = QpParts::new(qp);
    scale_block(levels, &LEVEL_SCALE_4X4[qp.rem], qp.div, 4)
}

/// Returns the scaled coefficients of the levels of an 8 x 8 block in raster order (8.5.13.1). See [`scale_4x4`] for an
/// example.
#[inline(always)]
pub fn scale_8x8(levels: &[i16; 64], qp: u8) -> [[i32; 8]; 8] {
    let qp = QpParts::new(qp);
    scale_block(levels, &LEVEL_SCALE_8X8[qp.rem], qp.div, 6)
}

/// Returns `dcY` of transformed levels (8.5.10). See [`scale_4x4`] for an example.
#[inline(always)]
pub fn scale_luma_dc(f: [[i32; 4]; 4], qp: u8) -> [[i32; 4]; 4] {
    let qp = QpParts::new(qp);
    let mut dc = f;
    for dc in dc.as_flattened_mut() {
        *dc = scaled(*dc, LEVEL_SCALE_4X4[qp.rem][0], qp.div, 6);
    }
    dc
}

/// Returns `dcC` of transformed levels of 4:2:0 (8.5.11.2). See [`scale_4x4`] for an example.
#[inline(always)]
pub fn scale_chroma_dc(f: [i32; 4], qp: u8) -> [i32; 4] {
    let qp = QpParts::new(qp);
    let mut dc = f;
    for dc in &mut dc {
        *dc = ((*dc * LEVEL_SCALE_4X4[qp.rem][0]) << qp.div) >> 5;
    }
    dc
}
