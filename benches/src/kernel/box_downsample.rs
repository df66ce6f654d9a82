//! Downsampling of 16x16 luma samples to 8x8: the mean of 2x2, rounded up.
//!
//! The result lies in the chroma space; the luma samples under it are accessed by its place.

use super::{Chroma, Video};
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Fixed, Tile, View, Window};

type Half = [[u8; 8]; 8];

/// Returns the mean of four samples; `t(0, 0)` is the upper left one.
#[inline(always)]
fn mean(t: impl Fn(isize, isize) -> u8) -> u8 {
    let t = |y, x| u32::from(t(y, x));
    ((t(0, 0) + t(0, 1) + t(1, 0) + t(1, 1) + 2) >> 2) as u8
}

#[inline(always)]
fn downsample(luma: Window<'_, Video, u8, Fixed<16, 16>>, out: &mut Tile<Chroma, Half>) {
    out.fill_with(move |[y, x]| mean(|dy, dx| luma[[2 * y + dy, 2 * x + dx]]));
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(luma: Window<'_, Video, u8, Fixed<16, 16>>, out: &mut Tile<Chroma, Half>) {
    downsample(luma, out);
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, out: &mut Tile<Chroma, Half>) -> bool {
    let Some(luma) = picture.under_fixed::<Fixed<16, 16>, _>(out).window() else { return false };
    downsample(luma, out);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(luma: Raw<'_, u8>, out: &mut Half) {
    for y in 0..8 {
        for x in 0..8 {
            out[y][x] = mean(|dy, dx| luma.at(2 * y as isize + dy, 2 * x as isize + dx));
        }
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(luma: Raw<'_, u8>, out: &mut Half) {
    for y in 0..8 {
        let pair = [luma.row::<16>(2 * y as isize, 0), luma.row::<16>(2 * y as isize + 1, 0)];
        for x in 0..8 {
            out[y][x] = mean(|dy, dx| pair[dy as usize][2 * x + dx as usize]);
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("box 2x2, 16x16 -> 8x8");
    let picture = Picture::noise(17, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(2, Tile::<Chroma, Half>::at);
    let windows = places(2, |at| whole.partition(at, Fixed::<16, 16>).window().unwrap());
    let raws = places(2, |at| picture.raw(at));
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
    b.side(Side::View, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        assert!(view(&whole, out));
    });
    b.side(Side::Pointers, [[0; 8]; 8], |k, out| pointers(raws[k], out));
    b.side(Side::Rows, [[0; 8]; 8], |k, out| rows(raws[k], out));
}
