//! The nine predictions of a 4x4 block from its neighbours.
//!
//! Clause: H.264, 8.3.1.2.1 to 8.3.1.2.9; thesis, figure 6.9 (vertical right). Each mode is written once, over `p(x, y)`
//! as in the standard, and expanded for windows, pointers and rows: the same formulas on both sides. Terms that
//! several samples share are computed once, as every codec does.
//!
//! ```text
//!   lt t0 t1 t2 t3 t4 t5 t6 t7      p(-1, -1), p(0..8, -1)
//!   l0  .  .  .  .
//!   l1  .  .  .  .                  p(-1, 0..4)
//!   l2  .  .  .  .
//!   l3  .  .  .  .
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Tile, View, Window};

type Pred = [[u8; 4]; 4];

/// Returns `(a + b + 1) >> 1`.
#[inline(always)]
fn f2(a: u32, b: u32) -> u8 {
    ((a + b + 1) >> 1) as u8
}

/// Returns `(a + 2 b + c + 2) >> 2`.
#[inline(always)]
fn f3(a: u32, b: u32, c: u32) -> u8 {
    ((a + 2 * b + c + 2) >> 2) as u8
}

/// Returns `N` neighbours, the first at `(x, y)`, each at a distance of `(dx, dy)` from the previous one.
#[inline(always)]
fn along<const N: usize>(p: impl Fn(isize, isize) -> u32, [x, y]: [isize; 2], [dx, dy]: [isize; 2]) -> [u32; N] {
    core::array::from_fn(|k| p(x + k as isize * dx, y + k as isize * dy))
}

/// Declares all sides of a mode from one formula over `p(x, y)`.
macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident($title:literal, $reach:ty) |$p:ident| $formula:expr;)*) => {
        $(
            $(#[$doc])*
            pub mod $name {
                use super::*;

                type Near<'a> = Window<'a, Video, u8, Fixed<4, 4>, $reach>;

                #[inline(always)]
                fn predict($p: impl Fn(isize, isize) -> u32) -> Pred {
                    let $p = &$p;
                    $formula
                }

                /// Computes the kernel over windows.
                #[inline(never)]
                pub fn window(near: Near<'_>, pred: &mut Tile<Video, Pred>) {
                    pred.data = predict(move |x, y| u32::from(near[[y, x]]));
                }

                /// Computes the kernel over views; returns `false` if a neighbour has no data.
                #[inline(never)]
                pub fn view(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) -> bool {
                    let Some(near) = picture.colocate(pred).window::<$reach>() else { return false };
                    pred.data = predict(move |x, y| u32::from(near[[y, x]]));
                    true
                }

                /// Computes the kernel by hand, with pointers.
                #[inline(never)]
                pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
                    *pred = predict(move |x, y| u32::from(near.at(y, x)));
                }

                /// Computes the kernel by hand, with the row above as an array.
                #[inline(never)]
                pub fn rows(near: Raw<'_, u8>, pred: &mut Pred) {
                    let above = near.row::<9>(-1, -1);
                    let p = |x, y| if y < 0 { above[(x + 1) as usize] } else { near.at(y, x) };
                    *pred = predict(move |x: isize, y: isize| u32::from(p(x, y)));
                }

                pub(super) fn bench(b: &mut Bench) {
                    b.kernel($title);
                    let picture = Picture::noise(18, SIZE, |v| v as u8);
                    let whole = picture.view::<Video>();
                    let tiles = places(4, Tile::<Video, Pred>::at);
                    let windows: Vec<Near<'_>> =
                        tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
                    let raws = places(4, |at| picture.raw(at));
                    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
                    b.side(Side::View, tiles[0], |k, out| {
                        out.origin = tiles[k].origin;
                        assert!(view(&whole, out));
                    });
                    b.side(Side::Pointers, [[0; 4]; 4], |k, out| pointers(raws[k], out));
                    b.side(Side::Rows, [[0; 4]; 4], |k, out| rows(raws[k], out));
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
    /// Intra_4x4_Vertical
    vertical("intra 4x4 vertical", Around<1, 0>) |p| [along(p, [0, -1], [1, 0]).map(|t| t as u8); 4];

    /// Intra_4x4_Horizontal
    horizontal("intra 4x4 horizontal", Around<0, 1>) |p| along(p, [-1, 0], [0, 1]).map(|l| [l as u8; 4]);

    /// Intra_4x4_DC, both neighbours available
    dc("intra 4x4 DC", Around<1, 1>) |p| {
        let (t, l) = (along::<4>(p, [0, -1], [1, 0]), along::<4>(p, [-1, 0], [0, 1]));
        [[((t.iter().sum::<u32>() + l.iter().sum::<u32>() + 4) >> 3) as u8; 4]; 4]
    };

    /// Intra_4x4_Diagonal_Down_Left
    diagonal_down_left("intra 4x4 diagonal down left", Around<1, 0, 0, 4>) |p| {
        let [t0, t1, t2, t3, t4, t5, t6, t7] = along(p, [0, -1], [1, 0]);
        let (a, b, c, d) = (f3(t0, t1, t2), f3(t1, t2, t3), f3(t2, t3, t4), f3(t3, t4, t5));
        let (e, f, g) = (f3(t4, t5, t6), f3(t5, t6, t7), f3(t6, t7, t7));
        [[a, b, c, d], [b, c, d, e], [c, d, e, f], [d, e, f, g]]
    };

    /// Intra_4x4_Diagonal_Down_Right
    diagonal_down_right("intra 4x4 diagonal down right", Around<1, 1>) |p| {
        let [lt, t0, t1, t2, t3] = along(p, [-1, -1], [1, 0]);
        let [l0, l1, l2, l3] = along(p, [-1, 0], [0, 1]);
        let (a, b, c, d) = (f3(l3, l2, l1), f3(l2, l1, l0), f3(l1, l0, lt), f3(l0, lt, t0));
        let (e, f, g) = (f3(lt, t0, t1), f3(t0, t1, t2), f3(t1, t2, t3));
        [[d, e, f, g], [c, d, e, f], [b, c, d, e], [a, b, c, d]]
    };

    /// Intra_4x4_Vertical_Right
    vertical_right("intra 4x4 vertical right", Around<1, 1>) |p| {
        let [lt, t0, t1, t2, t3] = along(p, [-1, -1], [1, 0]);
        let [l0, l1, l2] = along(p, [-1, 0], [0, 1]);
        let (a, b, c, d) = (f2(lt, t0), f2(t0, t1), f2(t1, t2), f2(t2, t3));
        let (e, f, g, h) = (f3(l0, lt, t0), f3(lt, t0, t1), f3(t0, t1, t2), f3(t1, t2, t3));
        let (i, j) = (f3(lt, l0, l1), f3(l0, l1, l2));
        [[a, b, c, d], [e, f, g, h], [i, a, b, c], [j, e, f, g]]
    };

    /// Intra_4x4_Horizontal_Down
    horizontal_down("intra 4x4 horizontal down", Around<1, 1>) |p| {
        let [lt, t0, t1, t2] = along(p, [-1, -1], [1, 0]);
        let [l0, l1, l2, l3] = along(p, [-1, 0], [0, 1]);
        let (a, b, c, d) = (f2(lt, l0), f3(l0, lt, t0), f3(lt, t0, t1), f3(t0, t1, t2));
        let (e, f, g, h) = (f2(l0, l1), f3(lt, l0, l1), f2(l1, l2), f3(l0, l1, l2));
        let (i, j) = (f2(l2, l3), f3(l1, l2, l3));
        [[a, b, c, d], [e, f, a, b], [g, h, e, f], [i, j, g, h]]
    };

    /// Intra_4x4_Vertical_Left
    vertical_left("intra 4x4 vertical left", Around<1, 0, 0, 4>) |p| {
        let [t0, t1, t2, t3, t4, t5, t6] = along(p, [0, -1], [1, 0]);
        let (a, b, c, d, e) = (f2(t0, t1), f2(t1, t2), f2(t2, t3), f2(t3, t4), f2(t4, t5));
        let (f, g, h) = (f3(t0, t1, t2), f3(t1, t2, t3), f3(t2, t3, t4));
        let (i, j) = (f3(t3, t4, t5), f3(t4, t5, t6));
        [[a, b, c, d], [f, g, h, i], [b, c, d, e], [g, h, i, j]]
    };

    /// Intra_4x4_Horizontal_Up
    horizontal_up("intra 4x4 horizontal up", Around<0, 1>) |p| {
        let [l0, l1, l2, l3] = along(p, [-1, 0], [0, 1]);
        let (a, b, c, d) = (f2(l0, l1), f3(l0, l1, l2), f2(l1, l2), f3(l1, l2, l3));
        let (e, f, z) = (f2(l2, l3), f3(l2, l3, l3), l3 as u8);
        [[a, b, c, d], [c, d, e, f], [e, f, z, z], [z, z, z, z]]
    };
}
