//! Chroma prediction of an 8x8 block at eighths of a sample: each sample is interpolated from four.
//!
//! Clause: H.264, 8.4.2.2.2. It interpolates along the rows first, then down the columns, with common factors taken out
//! of the sum.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{PLACES, Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 8]; 8];
type Near<'a> = Window<'a, Video, u8, Fixed<8, 8>, Around<0, 0, 1, 1>>;

/// Returns the eighths of a sample down and to the right, the same for all sides.
fn fraction(k: usize) -> [u16; 2] {
    [(3 * k % 8) as u16, (5 * k % PLACES % 8) as u16]
}

/// Returns eight times the weighted mean of two rows of samples.
#[inline(always)]
fn along_row(left: &[u8; 8], right: &[u8; 8], fx: u16) -> [u16; 8] {
    let mut sums = [0; 8];
    for x in 0..8 {
        sums[x] = (8 - fx) * u16::from(left[x]) + fx * u16::from(right[x]);
    }
    sums
}

/// Returns the weighted mean of two rows of sums.
#[inline(always)]
fn along_columns(above: &[u16; 8], below: &[u16; 8], fy: u16) -> [u8; 8] {
    let mut row = [0; 8];
    for x in 0..8 {
        row[x] = (((8 - fy) * above[x] + fy * below[x] + 32) >> 6) as u8;
    }
    row
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(near: Near<'_>, [fy, fx]: [u16; 2], pred: &mut Tile<Video, Pred>) {
    let mut above = along_row(near.row(0), near.span::<1, 8>(0), fx);
    for y in 0..8 {
        let below = along_row(near.row(y + 1), near.span::<1, 8>(y + 1), fx);
        pred.data[y as usize] = along_columns(&above, &below, fy);
        above = below;
    }
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, fraction: [u16; 2], pred: &mut Tile<Video, Pred>) -> bool {
    let Some(near) = picture.colocate(pred).window() else { return false };
    window(near, fraction, pred);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(near: Raw<'_, u8>, [fy, fx]: [u16; 2], pred: &mut Pred) {
    let sums = |y: isize| {
        let mut sums = [0; 8];
        for x in 0..8 {
            let (left, right) = (near.at(y, x), near.at(y, x + 1));
            sums[x as usize] = (8 - fx) * u16::from(left) + fx * u16::from(right);
        }
        sums
    };
    let mut above = sums(0);
    for y in 0..8 {
        let below = sums(y + 1);
        pred[y as usize] = along_columns(&above, &below, fy);
        above = below;
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(near: Raw<'_, u8>, [fy, fx]: [u16; 2], pred: &mut Pred) {
    let mut above = along_row(near.row(0, 0), near.row(0, 1), fx);
    for y in 0..8 {
        let below = along_row(near.row(y + 1, 0), near.row(y + 1, 1), fx);
        pred[y as usize] = along_columns(&above, &below, fy);
        above = below;
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("chroma bilinear 8x8");
    let picture = Picture::noise(18, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(1, Tile::<Video, Pred>::at);
    let windows: Vec<_> = tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
    let raws = places(1, |at| picture.raw(at));
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], fraction(k), out));
    b.side(Side::View, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        assert!(view(&whole, fraction(k), out));
    });
    b.side(Side::Pointers, [[0; 8]; 8], |k, out| pointers(raws[k], fraction(k), out));
    b.side(Side::Rows, [[0; 8]; 8], |k, out| rows(raws[k], fraction(k), out));
}
