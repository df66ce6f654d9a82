//! Three of the nine predictions of an 8x8 block from its already smoothed neighbours.
//!
//! Clause: H.264, 8.3.2.2.2 to 8.3.2.2.10. The neighbours of a slanted mode are one line, from the bottom left to the top right;
//! means of two or three that follow each other on it are lines too, and every row of the prediction is a piece of one.
//! Each mode is written once, over `p(x, y)` as in the standard, and expanded for windows, pointers and rows.
//!
//! ```text
//!   lt t0 t1 .. t7 t8 .. t15      p'(-1, -1), p'(0..16, -1)
//!   l0  .  .  ..  .
//!   ..                            p'(-1, 0..8)
//!   l7  .  .  ..  .
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 8]; 8];

/// Returns `(a + b + 1) >> 1`.
#[inline(always)]
fn f2(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

/// Returns `(a + 2 b + c + 2) >> 2`.
#[inline(always)]
fn f3(a: u8, b: u8, c: u8) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8
}

/// Returns the line `l7 .. l0 lt t0 .. t7`.
#[inline(always)]
fn corner_line(p: impl Fn(isize, isize) -> u8) -> [u8; 17] {
    let mut line = [0; 17];
    for k in 0..8 {
        line[k] = p(-1, 7 - k as isize);
        line[9 + k] = p(k as isize, -1);
    }
    line[8] = p(-1, -1);
    line
}

/// Declares all sides of a mode from one formula over `p(x, y)`.
macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident($title:literal, $reach:ty) |$p:ident, $pred:ident| $formula:expr;)*) => {
        $(
            $(#[$doc])*
            pub mod $name {
                use super::*;

                type Near<'a> = Window<'a, Video, u8, Fixed<8, 8>, $reach>;

                #[inline(always)]
                fn predict($p: impl Fn(isize, isize) -> u8, $pred: &mut Pred) {
                    let $p = &$p;
                    $formula
                }

                /// Computes the kernel over windows.
                #[inline(never)]
                pub fn window(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
                    predict(move |x, y| near[[y, x]], &mut pred.data);
                }

                /// Computes the kernel over views; returns `false` if a neighbour has no data.
                #[inline(never)]
                pub fn view(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) -> bool {
                    let Some(near) = picture.colocate(pred).window::<$reach>() else { return false };
                    predict(move |x, y| near[[y, x]], &mut pred.data);
                    true
                }

                /// Computes the kernel by hand, with pointers.
                #[inline(never)]
                pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
                    predict(move |x, y| near.at(y, x), pred);
                }

                /// Computes the kernel by hand, with the row above as an array.
                #[inline(never)]
                pub fn rows(near: Raw<'_, u8>, pred: &mut Pred) {
                    let above = near.row::<17>(-1, -1);
                    let p = |x: isize, y: isize| if y < 0 { above[(x + 1) as usize] } else { near.at(y, x) };
                    predict(p, pred);
                }

                pub(super) fn bench(b: &mut Bench) {
                    b.kernel($title);
                    let picture = Picture::noise(19, SIZE, |v| v as u8);
                    let whole = picture.view::<Video>();
                    let tiles = places(8, Tile::<Video, Pred>::at);
                    let windows: Vec<Near<'_>> =
                        tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
                    let raws = places(8, |at| picture.raw(at));
                    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
                    b.side(Side::View, tiles[0], |k, out| {
                        out.origin = tiles[k].origin;
                        assert!(view(&whole, out));
                    });
                    b.side(Side::Pointers, [[0; 8]; 8], |k, out| pointers(raws[k], out));
                    b.side(Side::Rows, [[0; 8]; 8], |k, out| rows(raws[k], out));
                }
            }
        )*

        /// Runs all sides of all modes.
        pub fn bench(b: &mut Bench) {
            $($name::bench(b);)*
        }
    };
}

modes! {
    /// Intra_8x8_DC, both neighbours available
    dc("intra 8x8 DC", Around<1, 1>) |p, pred| {
        let mut sum = 8;
        for k in 0..8 {
            sum += u32::from(p(k, -1)) + u32::from(p(-1, k));
        }
        *pred = [[(sum >> 4) as u8; 8]; 8];
    };

    /// Intra_8x8_Diagonal_Down_Right
    diagonal_down_right("intra 8x8 diagonal down right", Around<1, 1>) |p, pred| {
        let edge = corner_line(p);
        let mut line = [0; 15];
        for k in 0..15 {
            line[k] = f3(edge[k], edge[k + 1], edge[k + 2]);
        }
        for y in 0..8 {
            for x in 0..8 {
                pred[y][x] = line[7 - y + x];
            }
        }
    };

    /// Intra_8x8_Vertical_Left
    vertical_left("intra 8x8 vertical left", Around<1, 0, 0, 8>) |p, pred| {
        let mut t = [0; 13];
        for x in 0..13 {
            t[x] = p(x as isize, -1);
        }
        let (mut even, mut odd) = ([0; 11], [0; 11]);
        for k in 0..11 {
            even[k] = f2(t[k], t[k + 1]);
            odd[k] = f3(t[k], t[k + 1], t[k + 2]);
        }
        for y in 0..4 {
            for x in 0..8 {
                pred[2 * y][x] = even[y + x];
                pred[2 * y + 1][x] = odd[y + x];
            }
        }
    };
}
