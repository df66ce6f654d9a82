//! The 8x8 forward DCT of JPEG, by one 1-D kernel. It goes over the rows, then over the rows of the permuted view.
//!
//! Section: thesis, figures 6.3, 8.2 and 9.2; the transform of Loeffler, Ligtenberg and Moschytz in 13-bit constants, with
//! two extra bits between the passes. Rows come from the picture, less 128.
//!
//! ```text
//!   t = picture - 128
//!   for row in rows of t:            row = dct(row), descaled by 11 bits
//!   for row in rows of permute(t):   row = dct(row), descaled by 15 bits
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Axes, Fixed, Inside, Tile, View, Window, Write};

type Coefficients = [[i32; 8]; 8];

/// Applies the 1-D transform; `FIRST` is the pass that keeps two more bits.
#[inline(always)]
pub(crate) fn dct8<const FIRST: bool>(v: [i32; 8]) -> [i32; 8] {
    let bits = if FIRST { 11 } else { 15 };
    let descale = |x: i32| (x + (1 << (bits - 1))) >> bits;
    let even = |x: i32| if FIRST { x << 2 } else { (x + 2) >> 2 };
    let (t0, t7, t1, t6) = (v[0] + v[7], v[0] - v[7], v[1] + v[6], v[1] - v[6]);
    let (t2, t5, t3, t4) = (v[2] + v[5], v[2] - v[5], v[3] + v[4], v[3] - v[4]);
    let (t10, t13, t11, t12) = (t0 + t3, t0 - t3, t1 + t2, t1 - t2);
    let z1 = (t12 + t13) * 4433;
    let z5 = (t4 + t6 + t5 + t7) * 9633;
    let (z3, z4) = ((t4 + t6) * -16069 + z5, (t5 + t7) * -3196 + z5);
    let (z6, z7) = ((t4 + t7) * -7373, (t5 + t6) * -20995);
    [
        even(t10 + t11),
        descale(t7 * 12299 + z6 + z4),
        descale(z1 + t13 * 6270),
        descale(t6 * 25172 + z7 + z3),
        even(t10 - t11),
        descale(t5 * 16819 + z7 + z4),
        descale(z1 - t12 * 15137),
        descale(t4 * 2446 + z6 + z3),
    ]
}

/// Applies the 1-D transform to every row of a tensor, whatever the order of its axes.
#[inline(always)]
pub(crate) fn rows_of<const FIRST: bool>(t: &mut impl Write<2, Item = i32, Extent = Fixed<8, 8>>) {
    let Some(mut w) = t.view_mut().window::<Inside>() else { return };
    for y in 0..8 {
        let row = dct8::<FIRST>(core::array::from_fn(|x| w[[y, x as isize]]));
        for x in 0..8 {
            w[[y, x as isize]] = row[x];
        }
    }
}

#[inline(always)]
fn dct(samples: Window<'_, Video, u8, Fixed<8, 8>>, t: &mut Tile<Video, Coefficients>) {
    t.zip(samples, |s| i32::from(s) - 128);
    rows_of::<true>(t);
    rows_of::<false>(&mut t.view_mut().permute::<Axes<1, 0>>().fixed::<Fixed<8, 8>>());
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(samples: Window<'_, Video, u8, Fixed<8, 8>>, t: &mut Tile<Video, Coefficients>) {
    dct(samples, t);
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(picture: &View<'_, Video, u8>, t: &mut Tile<Video, Coefficients>) -> bool {
    let Some(samples) = picture.colocate(t).window() else { return false };
    dct(samples, t);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(samples: Raw<'_, u8>, t: &mut Coefficients) {
    for y in 0..8 {
        for x in 0..8 {
            t[y][x] = i32::from(samples.at(y as isize, x as isize)) - 128;
        }
    }
    both_passes(t);
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(samples: Raw<'_, u8>, t: &mut Coefficients) {
    for y in 0..8 {
        t[y] = samples.row::<8>(y as isize, 0).map(|s| i32::from(s) - 128);
    }
    both_passes(t);
}

#[inline(always)]
pub(crate) fn both_passes(t: &mut Coefficients) {
    for y in 0..8 {
        t[y] = dct8::<true>(t[y]);
    }
    for x in 0..8 {
        let column = dct8::<false>(core::array::from_fn(|y| t[y][x]));
        for y in 0..8 {
            t[y][x] = column[y];
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("DCT 8x8");
    let picture = Picture::noise(6, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let tiles = places(1, Tile::<Video, Coefficients>::at);
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
