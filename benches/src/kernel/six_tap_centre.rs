//! Half-sample interpolation of an 8x8 block in the middle of four samples. It goes down the columns, then along the
//! rows of the sums.
//!
//! Clause: H.264, 8.4.2.2.1, the sample j: taps 1, -5, 20, 20, -5, 1 in both directions, rounded once.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 8]; 8];
type Near<'a> = Window<'a, Video, u8, Fixed<8, 8>, Around<2, 2, 3, 3>>;

/// Returns the sum between `t(0)` and `t(1)`.
#[inline(always)]
fn taps(t: impl Fn(isize) -> i32) -> i32 {
    t(-2) - 5 * t(-1) + 20 * t(0) + 20 * t(1) - 5 * t(2) + t(3)
}

/// Returns the samples of a row from sums down the columns, the first of which is two columns to the left.
#[inline(always)]
fn along(sums: &[i32; 13], row: &mut [u8; 8]) {
    for x in 0..8 {
        row[x] = ((taps(|d| sums[(x as isize + 2 + d) as usize]) + 512) >> 10).clamp(0, 255) as u8;
    }
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
    for y in 0..8 {
        let mut sums = [0; 13];
        for x in 0..13 {
            sums[x] = taps(|d| i32::from(near[[y as isize + d, x as isize - 2]]));
        }
        along(&sums, &mut pred.data[y]);
    }
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) -> bool {
    let Some(near) = picture.colocate(pred).window() else { return false };
    window(near, pred);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
    for y in 0..8 {
        let mut sums = [0; 13];
        for x in 0..13 {
            sums[x] = taps(|d| i32::from(near.at(y as isize + d, x as isize - 2)));
        }
        along(&sums, &mut pred[y]);
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(near: Raw<'_, u8>, pred: &mut Pred) {
    for y in 0..8 {
        let mut sums = [0; 13];
        for x in 0..13 {
            sums[x] = taps(|d| i32::from(near.row::<13>(y as isize + d, -2)[x]));
        }
        along(&sums, &mut pred[y]);
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("six taps, centre 8x8");
    let picture = Picture::noise(17, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(1, Tile::<Video, Pred>::at);
    let windows: Vec<_> = tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
    let raws = places(1, |at| picture.raw(at));
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
    b.side(Side::View, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        assert!(view(&whole, out));
    });
    b.side(Side::Pointers, [[0; 8]; 8], |k, out| pointers(raws[k], out));
    b.side(Side::Rows, [[0; 8]; 8], |k, out| rows(raws[k], out));
}
