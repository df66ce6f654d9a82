//! Intra prediction of chroma in 4:2:0 (8.3.4): four modes, the same for Cb and Cr.

use super::super::super::macroblock::IntraChromaMode;
use super::{Available, along, sum};
use crate::spaces::Chroma;
use unite::{AnyExtent, Around, Fixed, Home, Rows, Tile, Window};

/// The samples of a chroma component of a macroblock in a picture, with their neighbours.
pub type Near<'a, H = Rows<Chroma, AnyExtent<Chroma>>> = Window<'a, Chroma, u8, Fixed<8, 8>, Around<1, 1>, H>;

/// Predicts a component of a macroblock in a mode that [is possible](IntraChromaMode::is_possible).
///
/// ```
/// use codecs::h264::{picture::Picture, macroblock::IntraChromaMode};
/// use codecs::h264::predict::intra::{Available, chroma};
/// use unite::{Fixed, Tile};
/// let mut picture = Picture::new([2, 2], false);
/// let [cb, _] = picture.chroma.as_mut().expect("not monochrome");
/// cb.view_mut().fill_with(|[_, x]| if x < 12 { 50 } else { 70 });
/// let mb = cb.view().partition([8, 8], Fixed::<8, 8>);
/// let mut pred = Tile::block_copy(&mb);
/// chroma::predict(IntraChromaMode::Dc, mb.window().expect("inside"), Available::ALL, &mut pred);
/// // The top right block uses only the samples above, the block below it both sides.
/// assert_eq!((pred.data[0], pred.data[7]), ([50, 50, 50, 50, 70, 70, 70, 70], [50, 50, 50, 50, 60, 60, 60, 60]));
/// ```
#[inline(always)]
pub fn predict<H: Home>(
    mode: IntraChromaMode,
    near: Near<'_, H>,
    available: Available,
    pred: &mut Tile<Chroma, [[u8; 8]; 8]>,
) {
    let p = move |x, y| near[[y, x]];
    let pred = &mut pred.data;
    match mode {
        IntraChromaMode::Dc => dc(p, available, pred),
        // 8.3.4.2
        IntraChromaMode::Horizontal => *pred = along(p, [-1, 0], [0, 1]).map(|l| [l; 8]),
        // 8.3.4.3
        IntraChromaMode::Vertical => *pred = [*near.row(-1); 8],
        IntraChromaMode::Plane => plane(p, pred),
    }
}

/// Predicts the DC of each 4 x 4 block (8.3.4.1). Blocks on the diagonal take the mean of the available
/// samples above and to the left; the other two take one side, the nearer one if it is available.
///
/// ```text
///       t0 .. t3           t4 .. t7
///   l0  left and above     above, else left
///   l4  left, else above   left and above
/// ```
#[inline(always)]
pub fn dc(p: impl Fn(isize, isize) -> u8, Available { left, above, .. }: Available, pred: &mut [[u8; 8]; 8]) {
    let t = [sum::<4>(along(&p, [0, -1], [1, 0])), sum::<4>(along(&p, [4, -1], [1, 0]))];
    let l = [sum::<4>(along(&p, [-1, 0], [0, 1])), sum::<4>(along(&p, [-1, 4], [0, 1]))];
    let one = |sum: u32| ((sum + 2) >> 2) as u8;
    let both = |l: u32, t: u32| match (left, above) {
        (true, true) => ((l + t + 4) >> 3) as u8,
        (true, false) => one(l),
        (false, true) => one(t),
        (false, false) => 128,
    };
    let either = |is_near: bool, near: u32, is_far: bool, far: u32| match (is_near, is_far) {
        (true, _) => one(near),
        (false, true) => one(far),
        (false, false) => 128,
    };
    let blocks =
        [[both(l[0], t[0]), either(above, t[1], left, l[0])], [either(left, l[1], above, t[0]), both(l[1], t[1])]];
    for (rows, [a, b]) in pred.as_chunks_mut::<4>().0.iter_mut().zip(blocks) {
        *rows = [[a, a, a, a, b, b, b, b]; 4];
    }
}

/// Predicts by a plane through the neighbours (8.3.4.4).
///
/// ```text
///   lt t0 t1 t2 t3 t4 .. t7      H = 1 (t4 - t2) + .. + 4 (t7 - lt),  V likewise down the column
///   l0                           a = 16 (l7 + t7),  b = (34 H + 32) >> 6,  c = (34 V + 32) >> 6
///   ..                           sample = clip((a + b (x - 3) + c (y - 3) + 16) >> 5)
///   l7
/// ```
#[inline(always)]
pub fn plane(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    super::plane::<8, 34, 6>(p, pred);
}
