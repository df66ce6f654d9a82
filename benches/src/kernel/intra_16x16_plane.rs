//! The plane prediction of a 16x16 block from the row above and the column to the left.
//!
//! Clause: H.264, 8.3.3.4 (equations 8-122 to 8-127); thesis, chapter 1.2.
//!
//! ```text
//!   H = sum over k = 0..7 of (k + 1) (p(8 + k, -1) - p(6 - k, -1)),   V likewise down the column
//!   a = 16 (p(-1, 15) + p(15, -1)),   b = (5 H + 32) >> 6,   c = (5 V + 32) >> 6
//!   pred(x, y) = clip((a + b (x - 7) + c (y - 7) + 16) >> 5)
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 16]; 16];
type Near<'a> = Window<'a, Video, u8, Fixed<16, 16>, Around<1, 1>>;

/// Returns `a`, `b` and `c` from the neighbours, `p(x, y)` as in the standard.
#[inline(always)]
fn parameters(p: impl Fn(isize, isize) -> i32) -> [i32; 3] {
    let (mut h, mut v) = (0, 0);
    for k in 0..8 {
        h += (k as i32 + 1) * (p(8 + k, -1) - p(6 - k, -1));
        v += (k as i32 + 1) * (p(-1, 8 + k) - p(-1, 6 - k));
    }
    [16 * (p(-1, 15) + p(15, -1)), (5 * h + 32) >> 6, (5 * v + 32) >> 6]
}

#[inline(always)]
fn sample([a, b, c]: [i32; 3], y: i32, x: i32) -> u8 {
    ((a + b * (x - 7) + c * (y - 7) + 16) >> 5).clamp(0, 255) as u8
}

#[inline(always)]
fn plane(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
    let plane = parameters(move |x, y| i32::from(near[[y, x]]));
    pred.fill_with(|[y, x]| sample(plane, y as i32, x as i32));
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
    plane(near, pred);
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) -> bool {
    let Some(near) = picture.colocate(pred).window() else { return false };
    plane(near, pred);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
    let plane = parameters(|x, y| i32::from(near.at(y, x)));
    for y in 0..16 {
        for x in 0..16 {
            pred[y][x] = sample(plane, y as i32, x as i32);
        }
    }
}

/// Computes the kernel by hand, with the row above as an array.
#[inline(never)]
pub fn rows(near: Raw<'_, u8>, pred: &mut Pred) {
    let above = near.row::<17>(-1, -1);
    let p = |x, y| i32::from(if y < 0 { above[(x + 1) as usize] } else { near.at(y, x) });
    let plane = parameters(p);
    for (y, row) in pred.iter_mut().enumerate() {
        for (x, out) in row.iter_mut().enumerate() {
            *out = sample(plane, y as i32, x as i32);
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("intra 16x16 plane");
    let picture = Picture::noise(12, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(4, Tile::<Video, Pred>::at);
    let windows: Vec<_> = tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
    let raws = places(4, |at| picture.raw(at));
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
    b.side(Side::View, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        assert!(view(&whole, out));
    });
    b.side(Side::Pointers, [[0; 16]; 16], |k, out| pointers(raws[k], out));
    b.side(Side::Rows, [[0; 16]; 16], |k, out| rows(raws[k], out));
}
