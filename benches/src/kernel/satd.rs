//! Sum of absolute transformed differences of two 8x8 blocks, which mode decision uses. A tile is compared with the
//! picture at the tile's place.
//!
//! One two-dimensional Hadamard transform, as in the JM reference software; half of the sum of absolute coefficients,
//! rounded twice, is the usual scale.
//!
//! ```text
//!   for d in 4, 2, 1:  for i in 0..8 without bit d:  (v[i], v[i + d]) = (v[i] + v[i + d], v[i] - v[i + d])
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Noise, Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Fixed, Tile, View, Window};

type Block = [[u8; 8]; 8];
type Candidate<'a> = Window<'a, Video, u8, Fixed<8, 8>>;

#[inline(always)]
fn hadamard(mut v: [i32; 8]) -> [i32; 8] {
    for d in [4, 2, 1] {
        v = core::array::from_fn(|i| if i & d == 0 { v[i] + v[i | d] } else { v[i & !d] - v[i] });
    }
    v
}

/// Transforms the columns, and sums the absolute coefficients.
#[inline(always)]
fn sum_of_columns(rows: [[i32; 8]; 8]) -> u32 {
    let mut sum = 0;
    for x in 0..8 {
        for v in hadamard(core::array::from_fn(|y| rows[y][x])) {
            sum += v.unsigned_abs();
        }
    }
    (sum + 2) >> 2
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(a: &Tile<Video, Block>, b: Candidate<'_>) -> u32 {
    let mut rows = [[0; 8]; 8];
    for y in 0..8 {
        let difference = |x: usize| i32::from(a.data[y][x]) - i32::from(b[[y as isize, x as isize]]);
        rows[y] = hadamard(core::array::from_fn(difference));
    }
    sum_of_columns(rows)
}

/// Computes the kernel over views, with the block at the place of `a`.
#[inline(never)]
pub fn view(a: &Tile<Video, Block>, picture: &View<'_, Video, u8>) -> Option<u32> {
    Some(window(a, picture.colocate(a).window()?))
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(a: &Block, b: Raw<'_, u8>) -> u32 {
    let mut rows = [[0; 8]; 8];
    for y in 0..8 {
        let difference = |x: usize| i32::from(a[y][x]) - i32::from(b.at(y as isize, x as isize));
        rows[y] = hadamard(core::array::from_fn(difference));
    }
    sum_of_columns(rows)
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(a: &Block, b: Raw<'_, u8>) -> u32 {
    let mut rows = [[0; 8]; 8];
    for y in 0..8 {
        let (a, b) = (a[y], b.row::<8>(y as isize, 0));
        rows[y] = hadamard(core::array::from_fn(|x| i32::from(a[x]) - i32::from(b[x])));
    }
    sum_of_columns(rows)
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("SATD 8x8");
    let picture = Picture::noise(8, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let mut noise = Noise(81);
    let tiles = places(1, Tile::<Video, Block>::at).into_iter().map(|mut tile| {
        tile.fill_with(|_| noise.next().unwrap_or(0) as u8);
        tile
    });
    let tiles: Vec<_> = tiles.collect();
    let windows: Vec<_> = tiles.iter().map(|tile| whole.colocate(tile).window().unwrap()).collect();
    let raws = places(1, |at| picture.raw(at));
    b.side(Side::Window, 0, |k, out| *out = window(&tiles[k], windows[k]));
    b.side(Side::View, 0, |k, out| *out = view(&tiles[k], &whole).unwrap());
    b.side(Side::Pointers, 0, |k, out| *out = pointers(&tiles[k].data, raws[k]));
    b.side(Side::Rows, 0, |k, out| *out = rows(&tiles[k].data, raws[k]));
}
