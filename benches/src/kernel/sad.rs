//! Sum of absolute differences of two 16x16 blocks, the most frequent operation of motion search.
//!
//! Section: thesis, chapter 2.11. The block to search for is a tile, copied once for many candidates in the reference
//! picture.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Noise, Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Fixed, Tile, View, Window};

type Block = [[u8; 16]; 16];
type Candidate<'a> = Window<'a, Video, u8, Fixed<16, 16>>;

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(a: &Tile<Video, Block>, b: Candidate<'_>) -> u32 {
    let mut sum = 0;
    for y in 0..16 {
        for x in 0..16 {
            sum += u32::from(a.data[y as usize][x as usize].abs_diff(b[[y, x]]));
        }
    }
    sum
}

/// Computes the kernel over views, with the block at the place of `a`.
#[inline(never)]
pub fn view(a: &Tile<Video, Block>, picture: &View<'_, Video, u8>) -> Option<u32> {
    Some(window(a, picture.colocate(a).window()?))
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(a: &Block, b: Raw<'_, u8>) -> u32 {
    let mut sum = 0;
    for y in 0..16 {
        for x in 0..16 {
            sum += u32::from(a[y as usize][x as usize].abs_diff(b.at(y, x)));
        }
    }
    sum
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(a: &Block, b: Raw<'_, u8>) -> u32 {
    let mut sum = 0;
    for y in 0..16 {
        let (a, b) = (a[y as usize], b.row::<16>(y, 0));
        for x in 0..16 {
            sum += u32::from(a[x].abs_diff(b[x]));
        }
    }
    sum
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("SAD 16x16");
    let picture = Picture::noise(16, SIZE, |v| v as u8);
    let whole = picture.view::<Video>();
    let mut noise = Noise(161);
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
