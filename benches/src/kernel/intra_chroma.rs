//! Two of the four predictions of the chroma of a macroblock in 4:2:0.
//!
//! Clause: H.264, 8.3.4.1 to 8.3.4.3 (DC, all neighbours available) and 8.3.4.6 (plane). Each mode is written once, over
//! `p(x, y)` as in the standard, and expanded for windows, pointers and rows.
//!
//! ```text
//!   DC, by 4x4 block:    left and above    above
//!                        left              left and above
//! ```

use super::Chroma;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 8]; 8];

/// Returns the sum of four neighbours.
#[inline(always)]
fn sum(p: impl Fn(isize, isize) -> u8, [x, y]: [isize; 2], [dx, dy]: [isize; 2]) -> u32 {
    let mut sum = 0;
    for k in 0..4 {
        sum += u32::from(p(x + k * dx, y + k * dy));
    }
    sum
}

/// Declares all sides of a mode from one formula over `p(x, y)`.
macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident($title:literal, $reach:ty) |$p:ident, $pred:ident| $formula:expr;)*) => {
        $(
            $(#[$doc])*
            pub mod $name {
                use super::*;

                type Near<'a> = Window<'a, Chroma, u8, Fixed<8, 8>, $reach>;

                #[inline(always)]
                fn predict($p: impl Fn(isize, isize) -> u8, $pred: &mut Pred) {
                    let $p = &$p;
                    $formula
                }

                /// Computes the kernel over windows.
                #[inline(never)]
                pub fn window(near: Near<'_>, pred: &mut Tile<Chroma, Pred>) {
                    predict(move |x, y| near[[y, x]], &mut pred.data);
                }

                /// Computes the kernel over views; returns `false` if a neighbour has no data.
                #[inline(never)]
                pub fn view(picture: &View<'_, Chroma, u8>, pred: &mut Tile<Chroma, Pred>) -> bool {
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
                    let above = near.row::<9>(-1, -1);
                    let p = |x: isize, y: isize| if y < 0 { above[(x + 1) as usize] } else { near.at(y, x) };
                    predict(p, pred);
                }

                pub(super) fn bench(b: &mut Bench) {
                    b.kernel($title);
                    let picture = Picture::noise(20, SIZE, |v| v as u8);
                    let whole = picture.view::<Chroma>();
                    let tiles = places(16, Tile::<Chroma, Pred>::at);
                    let windows: Vec<Near<'_>> =
                        tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
                    let raws = places(16, |[y, x]| picture.raw([y / 2, x / 2]));
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
    /// Intra_Chroma_DC
    dc("intra chroma DC", Around<1, 1>) |p, pred| {
        let (t0, t1) = (sum(p, [0, -1], [1, 0]), sum(p, [4, -1], [1, 0]));
        let (l0, l1) = (sum(p, [-1, 0], [0, 1]), sum(p, [-1, 4], [0, 1]));
        let (a, b) = (((t0 + l0 + 4) >> 3) as u8, ((t1 + 2) >> 2) as u8);
        let (c, d) = (((l1 + 2) >> 2) as u8, ((t1 + l1 + 4) >> 3) as u8);
        for y in 0..4 {
            pred[y] = [a, a, a, a, b, b, b, b];
            pred[4 + y] = [c, c, c, c, d, d, d, d];
        }
    };

    /// Intra_Chroma_Plane
    plane("intra chroma plane", Around<1, 1>) |p, pred| {
        let (mut h, mut v) = (0, 0);
        for k in 0..4 {
            h += (k as i32 + 1) * (i32::from(p(4 + k, -1)) - i32::from(p(2 - k, -1)));
            v += (k as i32 + 1) * (i32::from(p(-1, 4 + k)) - i32::from(p(-1, 2 - k)));
        }
        let (b, c) = ((34 * h + 32) >> 6, (34 * v + 32) >> 6);
        let a = 16 * (i32::from(p(-1, 7)) + i32::from(p(7, -1)));
        for y in 0..8 {
            for x in 0..8 {
                pred[y][x] = ((a + b * (x as i32 - 3) + c * (y as i32 - 3) + 16) >> 5).clamp(0, 255) as u8;
            }
        }
    };
}
