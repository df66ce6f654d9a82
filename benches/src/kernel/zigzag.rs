//! The zigzag traversal of an 8x8 block of coefficients.
//!
//! Clause: T.81 (JPEG), figure 5; thesis, chapter 2.5. The order is a constant that is checked at compile time, so the
//! traversal reads by constant offsets.
//!
//! ```text
//!   0  1  5  6 ..      down the odd diagonals, up the even ones
//!   2  4  7 ..
//!   3  8 ..
//!   9 ..
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES};
use unite::{Fixed, Inside, Scan, Stack, Tile, Window};

type Coefficients = [[i16; 8]; 8];
type Block<'a> = Window<'a, Video, i16, Fixed<8, 8>, Inside, Stack<Video, Fixed<8, 8>>>;

/// The order of the coefficients, row and column.
const ORDER: [[isize; 2]; 64] = {
    let mut order = [[0; 2]; 64];
    let (mut n, mut diagonal) = (0, 0_isize);
    while diagonal < 15 {
        let mut along = 0;
        while along <= diagonal {
            let [y, x] = if diagonal % 2 == 0 { [diagonal - along, along] } else { [along, diagonal - along] };
            if y < 8 && x < 8 {
                order[n] = [y, x];
                n += 1;
            }
            along += 1;
        }
        diagonal += 1;
    }
    order
};

/// The same order as offsets into 64 coefficients, the table of a C programmer.
const OFFSETS: [u8; 64] = {
    let mut offsets = [0; 64];
    let mut n = 0;
    while n < 64 {
        offsets[n] = (8 * ORDER[n][0] + ORDER[n][1]) as u8;
        n += 1;
    }
    offsets
};

struct ZigZag;
impl Scan<64> for ZigZag {
    const ORDER: [[isize; 2]; 64] = ORDER;
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(block: Block<'_>, out: &mut [i16; 64]) {
    block.scan_into::<ZigZag, 64>(out);
}

/// Computes the kernel over a tile: the proof involves only constants.
#[inline(never)]
pub fn view(block: &Tile<Video, Coefficients>, out: &mut [i16; 64]) -> bool {
    let Some(block) = block.view().window::<Inside>() else { return false };
    block.scan_into::<ZigZag, 64>(out);
    true
}

/// Computes the kernel by hand, with the table of offsets.
#[inline(never)]
pub fn rows(block: &[i16; 64], out: &mut [i16; 64]) {
    for n in 0..64 {
        out[n] = block[OFFSETS[n] as usize];
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("zigzag 8x8");
    let mut noise = Noise(7);
    let tiles: Vec<_> = (0..PLACES)
        .map(|_| {
            let mut tile = Tile::<Video, Coefficients>::at([0, 0]);
            tile.fill_with(|_| noise.next().unwrap_or(0) as i16);
            tile
        })
        .collect();
    let windows: Vec<_> = tiles.iter().map(|tile| tile.view().window().unwrap()).collect();
    let flat: Vec<[i16; 64]> = tiles.iter().map(|tile| core::array::from_fn(|n| tile.data[n / 8][n % 8])).collect();
    b.side(Side::Window, [0; 64], |k, out| window(windows[k], out));
    b.side(Side::View, [0; 64], |k, out| assert!(view(&tiles[k], out)));
    b.side(Side::Rows, [0; 64], |k, out| rows(&flat[k], out));
}
