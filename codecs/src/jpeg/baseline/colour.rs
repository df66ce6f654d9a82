//! Colour conversion (JFIF 1.02, section 7): RGB to YCbCr.
//!
//! ```text
//!   Y  =  0.29900 R + 0.58700 G + 0.11400 B
//!   Cb = -0.16874 R - 0.33126 G + 0.50000 B + 128
//!   Cr =  0.50000 R - 0.41869 G - 0.08131 B + 128
//! ```
//!
//! [`IntegerColour`] computes in fixed point with 16 fraction bits, [`DoubleColour`] as the formula says.

use fearless_simd::Level;

/// The number of columns converted at a time.
pub(super) const COLUMNS: usize = 32;

/// One component of 32 neighbouring pixels of a row.
pub type ComponentRun = [u8; COLUMNS];

/// 32 neighbouring pixels of a row, in any order of their bytes.
///
/// ```
/// use codecs::jpeg::baseline::RgbRun;
/// let planes = [[10; 32], [20; 32], [30; 32]];
/// assert_eq!(planes.pixel(31), [10, 20, 30]);
/// ```
pub trait RgbRun {
    /// Returns red, green and blue of pixel `x`, 0 to 31.
    fn pixel(&self, x: usize) -> [u8; 3];

    /// Returns the same pixels as bytes, if they lie in memory one after the other. By default they do not.
    #[inline(always)]
    fn packed(&self) -> Option<PackedRun<'_>> {
        None
    }
}

/// 32 neighbouring pixels of a row, one after the other in memory. Made by the encoder.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PackedRun<'a> {
    /// The bytes of the pixels.
    pub bytes: &'a [u8],
    /// The number of bytes of a pixel: 3, or 4 of which the last is not used.
    pub pixel: usize,
    /// The byte of red: 0, with blue as byte 2, or the other way round.
    pub red: usize,
}

impl RgbRun for [ComponentRun; 3] {
    #[inline(always)]
    fn pixel(&self, x: usize) -> [u8; 3] {
        [self[0][x], self[1][x], self[2][x]]
    }
}

/// A colour conversion from RGB: a stage of the encoder that a user can replace.
///
/// The file declares JFIF's YCbCr, whatever the conversion computes. The last run of a row is completed with copies of the
/// last pixel. The methods are called from code compiled for each SIMD level: mark them `#[inline(always)]`.
///
/// ```
/// use codecs::jpeg::baseline::{ColourConversion, Encoder, ComponentRun, Options, RgbRun};
/// use codecs::picture::{PixelFormat, Pixels};
///
/// /// Luma as in BT.709, for gray files.
/// struct Bt709;
/// impl ColourConversion for Bt709 {
///     #[inline(always)]
///     fn ycbcr(&self, rgb: &impl RgbRun, [y, cb, cr]: [&mut ComponentRun; 3]) {
///         for (x, y) in y.iter_mut().enumerate() {
///             let [r, g, b] = rgb.pixel(x).map(u32::from);
///             *y = ((13_933 * r + 46_871 * g + 4_732 * b) >> 16) as u8;
///         }
///         (*cb, *cr) = ([128; 32], [128; 32]);
///     }
/// }
///
/// let picture = Pixels::interleaved(&[10, 250, 90], 1, 1, PixelFormat::Rgb)?;
/// let mut file = Vec::new();
/// Encoder::new(Options::new(90)?).with_colour_conversion(Bt709).encode(&picture, &mut file)?;
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub trait ColourConversion: Sync {
    /// Computes Y, Cb and Cr of a run of pixels, 0 to 255, Cb and Cr around 128.
    fn ycbcr(&self, rgb: &impl RgbRun, ycbcr: [&mut ComponentRun; 3]);

    /// Computes the same as [`ycbcr`](ColourConversion::ycbcr), which it calls by default; an implementation may be faster on
    /// some levels.
    #[inline(always)]
    fn ycbcr_at(&self, _level: Level, rgb: &impl RgbRun, ycbcr: [&mut ComponentRun; 3]) {
        self.ycbcr(rgb, ycbcr);
    }

    /// Computes the component of a gray file. By default the Y of [`ycbcr`](ColourConversion::ycbcr).
    #[inline(always)]
    fn luma(&self, rgb: &impl RgbRun, y: &mut ComponentRun) {
        let [mut cb, mut cr] = [[0; COLUMNS]; 2];
        self.ycbcr(rgb, [y, &mut cb, &mut cr]);
    }
}

const fn fix(x: f64) -> i32 {
    (x * 65536.0 + 0.5) as i32
}

pub(super) const HALF: i32 = 1 << 15;
/// 128 with a rounding offset that keeps 128.5 from becoming 129.
pub(super) const CENTRE: i32 = (128 << 16) + HALF - 1;

/// The conversion in fixed point. Its results are the same on every machine, and those of other encoders.
#[derive(Clone, Copy, Debug, Default)]
pub struct IntegerColour;

impl ColourConversion for IntegerColour {
    #[inline(always)]
    fn ycbcr(&self, rgb: &impl RgbRun, [y, cb, cr]: [&mut ComponentRun; 3]) {
        self.luma(rgb, y);
        for (x, (cb, cr)) in cb.iter_mut().zip(cr).enumerate() {
            let [r, g, b] = rgb.pixel(x).map(i32::from);
            *cb = ((-fix(0.16874) * r - fix(0.33126) * g + fix(0.5) * b + CENTRE) >> 16) as u8;
            *cr = ((fix(0.5) * r - fix(0.41869) * g - fix(0.08131) * b + CENTRE) >> 16) as u8;
        }
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn ycbcr_at(&self, level: Level, rgb: &impl RgbRun, ycbcr: [&mut ComponentRun; 3]) {
        match (rgb.packed(), level.as_avx512(), level.as_avx2()) {
            (Some(run), Some(avx512), _) => super::colour_x86::ycbcr_512(avx512, run, ycbcr),
            (Some(run), _, Some(avx2)) => super::colour_x86::ycbcr_256(avx2, run, ycbcr),
            _ => self.ycbcr(rgb, ycbcr),
        }
    }

    #[inline(always)]
    fn luma(&self, rgb: &impl RgbRun, y: &mut ComponentRun) {
        for (x, y) in y.iter_mut().enumerate() {
            let [r, g, b] = rgb.pixel(x).map(i32::from);
            *y = ((fix(0.299) * r + fix(0.587) * g + fix(0.114) * b + HALF) >> 16) as u8;
        }
    }
}

/// The formula in double precision, rounded: slow, the reference for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoubleColour;

impl ColourConversion for DoubleColour {
    fn ycbcr(&self, rgb: &impl RgbRun, ycbcr: [&mut ComponentRun; 3]) {
        const FORMULA: [[f64; 4]; 3] =
            [[0.299, 0.587, 0.114, 0.0], [-0.16874, -0.33126, 0.5, 128.0], [0.5, -0.41869, -0.08131, 128.0]];
        for (out, [red, green, blue, centre]) in ycbcr.into_iter().zip(FORMULA) {
            for (x, out) in out.iter_mut().enumerate() {
                let [r, g, b] = rgb.pixel(x).map(f64::from);
                *out = (red * r + green * g + blue * b + centre).round().clamp(0.0, 255.0) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_those_every_integer_encoder_has() {
        assert_eq!([fix(0.299), fix(0.587), fix(0.114)], [19595, 38470, 7471]);
        assert_eq!([fix(0.16874), fix(0.33126), fix(0.5)], [11059, 21709, 32768]);
        assert_eq!([fix(0.41869), fix(0.08131)], [27439, 5329]);
        assert_eq!(fix(0.299) + fix(0.587) + fix(0.114), 65536, "white stays white");
    }

    #[test]
    fn the_integer_conversion_is_the_formula_but_for_halves() {
        for (r, g) in (0..=255_u8).flat_map(|r| (0..=255_u8).step_by(3).map(move |g| (r, g))) {
            for first in (0..=255).step_by(COLUMNS) {
                let rgb = [[r; COLUMNS], [g; COLUMNS], core::array::from_fn(|x| first as u8 + x as u8)];
                let (mut fast, mut exact, mut luma) = ([[0; COLUMNS]; 3], [[0; COLUMNS]; 3], [0; COLUMNS]);
                IntegerColour.ycbcr(&rgb, fast.each_mut());
                DoubleColour.ycbcr(&rgb, exact.each_mut());
                for (fast, exact) in fast.as_flattened().iter().zip(exact.as_flattened()) {
                    assert!(fast.abs_diff(*exact) <= 1, "{r} {g}");
                }
                IntegerColour.luma(&rgb, &mut luma);
                assert_eq!(luma, fast[0]);
            }
        }
    }
}
