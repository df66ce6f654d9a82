//! Intra predictions of H.264: the functions of `codecs`, over windows, pointers and rows.
//!
//! Clauses: H.264, 8.3.1.2, 8.3.2.2, 8.3.3.4, 8.3.4; thesis, figure 6.9. A mode is a function over the neighbours
//! `p(x, y)`; all sides call it, each with its own access. Neighbours of 8x8 blocks count as smoothed already.

use super::{Chroma, Video};
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use codecs::h264::predict::intra::{Available, chroma, intra_4x4, intra_8x8, intra_16x16};
use unite::{Around, Fixed, Tile, View, Window};

/// Declares all sides of each mode: its title, the space of its samples and the samples of that space under one of it, the
/// rows of a block, the place's multiple, the reach, the length of the row above, and the prediction.
macro_rules! modes {
    ($($name:ident: $title:literal, $space:ident / $under:literal, $n:literal, $unit:literal, $reach:ty, $above:literal,
        |$p:ident, $pred:ident| $predict:expr;)*) => {
        $(
            #[doc = $title]
            pub mod $name {
                use super::*;

                type Pred = [[u8; $n]; $n];
                type Near<'a> = Window<'a, $space, u8, Fixed<$n, $n>, $reach>;

                #[inline(always)]
                fn predict($p: impl Fn(isize, isize) -> u8, $pred: &mut Pred) {
                    $predict;
                }

                /// Computes the kernel over windows.
                #[inline(never)]
                pub fn window(near: Near<'_>, pred: &mut Tile<$space, Pred>) {
                    predict(move |x, y| near[[y, x]], &mut pred.data);
                }

                /// Computes the kernel over views; returns `false` if a neighbour has no data.
                #[inline(never)]
                pub fn view(picture: &View<'_, $space, u8>, pred: &mut Tile<$space, Pred>) -> bool {
                    let Some(near) = picture.colocate(pred).window() else { return false };
                    window(near, pred);
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
                    let above = near.row::<$above>(-1, -1);
                    predict(|x, y| if y < 0 { above[(x + 1) as usize] } else { near.at(y, x) }, pred);
                }

                pub(super) fn bench(b: &mut Bench) {
                    b.kernel($title);
                    let picture = Picture::noise(18, SIZE, |v| v as u8);
                    let whole = picture.view::<$space>();
                    let tiles = places($unit, Tile::<$space, Pred>::at);
                    let windows: Vec<Near<'_>> =
                        tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
                    let raws = places($unit, |[y, x]| picture.raw([y / $under, x / $under]));
                    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
                    b.side(Side::View, tiles[0], |k, out| {
                        out.origin = tiles[k].origin;
                        assert!(view(&whole, out));
                    });
                    b.side(Side::Pointers, [[0; $n]; $n], |k, out| pointers(raws[k], out));
                    b.side(Side::Rows, [[0; $n]; $n], |k, out| rows(raws[k], out));
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
    vertical_4x4: "intra 4x4 vertical", Video / 1, 4, 4, Around<1, 0>, 9,
        |p, pred| *pred = intra_4x4::vertical(p);
    horizontal_4x4: "intra 4x4 horizontal", Video / 1, 4, 4, Around<0, 1>, 9,
        |p, pred| *pred = intra_4x4::horizontal(p);
    dc_4x4: "intra 4x4 DC", Video / 1, 4, 4, Around<1, 1>, 9,
        |p, pred| *pred = intra_4x4::dc(p, Available::ALL);
    diagonal_down_left_4x4: "intra 4x4 diagonal down left", Video / 1, 4, 4, Around<1, 0, 0, 4>, 9,
        |p, pred| *pred = intra_4x4::diagonal_down_left(p);
    diagonal_down_right_4x4: "intra 4x4 diagonal down right", Video / 1, 4, 4, Around<1, 1>, 9,
        |p, pred| *pred = intra_4x4::diagonal_down_right(p);
    vertical_right_4x4: "intra 4x4 vertical right", Video / 1, 4, 4, Around<1, 1>, 9,
        |p, pred| *pred = intra_4x4::vertical_right(p);
    horizontal_down_4x4: "intra 4x4 horizontal down", Video / 1, 4, 4, Around<1, 1>, 9,
        |p, pred| *pred = intra_4x4::horizontal_down(p);
    vertical_left_4x4: "intra 4x4 vertical left", Video / 1, 4, 4, Around<1, 0, 0, 4>, 9,
        |p, pred| *pred = intra_4x4::vertical_left(p);
    horizontal_up_4x4: "intra 4x4 horizontal up", Video / 1, 4, 4, Around<0, 1>, 9,
        |p, pred| *pred = intra_4x4::horizontal_up(p);
    dc_8x8: "intra 8x8 DC", Video / 1, 8, 8, Around<1, 1>, 17,
        |p, pred| intra_8x8::dc(p, Available::ALL, pred);
    diagonal_down_right_8x8: "intra 8x8 diagonal down right", Video / 1, 8, 8, Around<1, 1>, 17,
        |p, pred| intra_8x8::diagonal_down_right(p, pred);
    vertical_left_8x8: "intra 8x8 vertical left", Video / 1, 8, 8, Around<1, 0, 0, 8>, 17,
        |p, pred| intra_8x8::vertical_left(p, pred);
    plane_16x16: "intra 16x16 plane", Video / 1, 16, 4, Around<1, 1>, 17,
        |p, pred| intra_16x16::plane(p, pred);
    dc_chroma: "intra chroma DC", Chroma / 2, 8, 16, Around<1, 1>, 9,
        |p, pred| chroma::dc(p, Available::ALL, pred);
    plane_chroma: "intra chroma plane", Chroma / 2, 8, 16, Around<1, 1>, 9,
        |p, pred| chroma::plane(p, pred);
}
