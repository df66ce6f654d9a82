//! Colour conversion (JFIF 1.02, section 7): RGB to YCbCr, in fixed point with 16 fraction bits.
//!
//! ```text
//!   Y  =  0.29900 R + 0.58700 G + 0.11400 B
//!   Cb = -0.16874 R - 0.33126 G + 0.50000 B + 128
//!   Cr =  0.50000 R - 0.41869 G - 0.08131 B + 128
//! ```

use crate::spaces::{Pixel, Planar};
use unite::{Fixed, Inside, Interleaved, Rows, Window};

/// The number of columns converted at a time.
pub(super) const COLUMNS: usize = 32;

/// A row of pixels of `K` bytes, viewed as planes.
pub(super) type PixelWindow<'a, const K: usize> =
    Window<'a, Planar, u8, Fixed<K, 1, COLUMNS>, Inside, Rows<Pixel, Interleaved<2, K>>>;

const fn fix(x: f64) -> i32 {
    (x * 65536.0 + 0.5) as i32
}

const HALF: i32 = 1 << 15;
/// 128 with a rounding offset that keeps 128.5 from becoming 129.
const CENTRE: i32 = (128 << 16) + HALF - 1;

/// Computes the luma of pixels whose red is component `RED` and whose blue is component `BLUE`.
#[inline(always)]
pub(super) fn luma<const K: usize, const RED: isize, const BLUE: isize>(
    pixels: PixelWindow<'_, K>,
    y: &mut [u8; COLUMNS],
) {
    for (x, y) in y.iter_mut().enumerate() {
        let at = |c| i32::from(pixels[[c, 0, x as isize]]);
        let (r, g, b) = (at(RED), at(1), at(BLUE));
        *y = ((fix(0.299) * r + fix(0.587) * g + fix(0.114) * b + HALF) >> 16) as u8;
    }
}

/// Computes the colour differences of pixels whose red is component `RED` and whose blue is component `BLUE`.
#[inline(always)]
pub(super) fn chroma<const K: usize, const RED: isize, const BLUE: isize>(
    pixels: PixelWindow<'_, K>,
    cb: &mut [u8; COLUMNS],
    cr: &mut [u8; COLUMNS],
) {
    for (x, (cb, cr)) in cb.iter_mut().zip(cr).enumerate() {
        let at = |c| i32::from(pixels[[c, 0, x as isize]]);
        let (r, g, b) = (at(RED), at(1), at(BLUE));
        *cb = ((-fix(0.16874) * r - fix(0.33126) * g + fix(0.5) * b + CENTRE) >> 16) as u8;
        *cr = ((fix(0.5) * r - fix(0.41869) * g - fix(0.08131) * b + CENTRE) >> 16) as u8;
    }
}

/// Copies component `component` unchanged.
#[inline(always)]
pub(super) fn copy<const K: usize>(pixels: PixelWindow<'_, K>, component: isize, out: &mut [u8; COLUMNS]) {
    for (x, out) in out.iter_mut().enumerate() {
        *out = pixels[[component, 0, x as isize]];
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
}
