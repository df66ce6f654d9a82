//! Intra_16x16 prediction (8.3.3): four modes.

use super::super::super::macroblock::Intra16x16Mode;
use super::{Available, along};
use crate::spaces::Luma;
use unite::{AnyExtent, Around, Fixed, Home, Rows, Tile, Window};

/// The luma samples of a macroblock in a picture, with their neighbours.
pub type Near<'a, H = Rows<Luma, AnyExtent<Luma>>> = Window<'a, Luma, u8, Fixed<16, 16>, Around<1, 1>, H>;

/// Predicts a macroblock in a mode that [is possible](Intra16x16Mode::is_possible).
///
/// ```
/// use codecs::h264::{picture::Picture, macroblock::Intra16x16Mode};
/// use codecs::h264::predict::intra::{Available, intra_16x16};
/// use unite::{Fixed, Tile};
/// let mut picture = Picture::new([2, 2], true);
/// picture.luma.view_mut().fill_with(|[y, x]| (20 + 3 * x + 2 * y) as u8);
/// let mb = picture.luma.view().partition([16, 16], Fixed::<16, 16>);
/// let mut pred = Tile::block_copy(&mb);
/// intra_16x16::predict(Intra16x16Mode::Plane, mb.window().expect("inside"), Available::ALL, &mut pred);
/// assert_eq!(pred.data[15][15], mb.at([15, 15]));
/// ```
#[inline(always)]
pub fn predict<H: Home>(
    mode: Intra16x16Mode,
    near: Near<'_, H>,
    available: Available,
    pred: &mut Tile<Luma, [[u8; 16]; 16]>,
) {
    let p = move |x, y| near[[y, x]];
    let pred = &mut pred.data;
    match mode {
        // 8.3.3.1
        Intra16x16Mode::Vertical => *pred = [*near.row(-1); 16],
        // 8.3.3.2
        Intra16x16Mode::Horizontal => {
            for y in 0..16 {
                pred[y] = [left(near)[y]; 16];
            }
        }
        // 8.3.3.3
        Intra16x16Mode::Dc => *pred = [[mean(near, available); 16]; 16],
        // 8.3.3.4
        Intra16x16Mode::Plane => plane(p, pred),
    }
}

/// Returns the samples to the left of a macroblock, from top to bottom.
#[inline(always)]
pub fn left<H: Home>(near: Near<'_, H>) -> [u8; 16] {
    along(move |x, y| near[[y, x]], [-1, 0], [0, 1])
}

/// Returns the DC prediction: the mean of the neighbours that are available, 128 if there are none (8.3.3.3).
#[inline(always)]
pub fn mean<H: Home>(near: Near<'_, H>, available: Available) -> u8 {
    super::mean::<16, 4>(left(near), *near.row(-1), available)
}

/// Predicts by a plane through the neighbours (8.3.3.4).
///
/// ```text
///   lt t0 .. t6 t7 t8 .. t15      H = 1 (t8 - t6) + 2 (t9 - t5) + .. + 8 (t15 - lt),  V likewise down the column
///   l0                            a = 16 (l15 + t15),  b = (5 H + 32) >> 6,  c = (5 V + 32) >> 6
///   ..                            sample = clip((a + b (x - 7) + c (y - 7) + 16) >> 5)
///   l15
/// ```
#[inline(always)]
pub fn plane(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 16]; 16]) {
    super::plane::<16, 5, 6>(p, pred);
}
