//! Half-sample interpolation of a 16x16 block along its rows.
//!
//! Clause: H.264, 8.4.2.2.1 (equation 8-241 and the clipping after it): taps 1, -5, 20, 20, -5, 1.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 16]; 16];
type Near<'a> = Window<'a, Video, u8, Fixed<16, 16>, Around<0, 2, 0, 3>>;

/// Returns the sample between `t(0)` and `t(1)`.
#[inline(always)]
fn half(t: impl Fn(isize) -> u8) -> u8 {
    let t = |d| i32::from(t(d));
    ((t(-2) - 5 * t(-1) + 20 * t(0) + 20 * t(1) - 5 * t(2) + t(3) + 16) >> 5).clamp(0, 255) as u8
}

#[inline(always)]
fn six_tap(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
    pred.fill_with(move |[y, x]| half(|d| near[[y, x + d]]));
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
    six_tap(near, pred);
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) -> bool {
    let Some(near) = picture.colocate(pred).window() else { return false };
    six_tap(near, pred);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
    for y in 0..16 {
        for x in 0..16 {
            pred[y][x] = half(|d| near.at(y as isize, x as isize + d));
        }
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(near: Raw<'_, u8>, pred: &mut Pred) {
    for y in 0..16 {
        let row = near.row::<21>(y as isize, -2);
        for x in 0..16 {
            pred[y][x] = half(|d| row[(x as isize + 2 + d) as usize]);
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("six taps 16x16");
    let picture = Picture::noise(13, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(1, Tile::<Video, Pred>::at);
    let windows: Vec<_> = tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
    let raws = places(1, |at| picture.raw(at));
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
    b.side(Side::View, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        assert!(view(&whole, out));
    });
    b.side(Side::Pointers, [[0; 16]; 16], |k, out| pointers(raws[k], out));
    b.side(Side::Rows, [[0; 16]; 16], |k, out| rows(raws[k], out));
}
