//! Colour conversion of an 8x8 tile: interleaved RGB, seen as component x row x column, to planar YCbCr.
//!
//! Section: thesis, figure 6.1; the formula is JFIF's, with 16 fractional bits. The input is read through a permutation
//! of rank-3 data, so the kernel reads `rgb[[c, y, x]]` whatever the order in memory.

use super::{Planar, Rgb, Still};
use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES, place};
use crate::twin::Raw;
use unite::{AnyExtent, Axes, Fixed, Inside, Interleaved, P1, Tile, View, Window};

type Planes = [[[u8; 8]; 8]; 3];

#[inline(always)]
fn convert([r, g, b]: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = [r, g, b].map(i32::from);
    [
        (19595 * r + 38470 * g + 7471 * b + 32768) >> 16,
        (-11059 * r - 21709 * g + 32768 * b + (128 << 16) + 32767) >> 16,
        (32768 * r - 27439 * g - 5329 * b + (128 << 16) + 32767) >> 16,
    ]
    .map(|v| v as u8)
}

#[inline(always)]
fn rgb_to_ycbcr(rgb: Window<'_, Planar, u8, Fixed<3, 8, 8>, Inside, Rgb>, ycc: &mut Tile<Planar, Planes>) {
    for y in 0..8 {
        let row: [[u8; 3]; 8] = core::array::from_fn(|x| core::array::from_fn(|c| rgb[[c as isize, y, x as isize]]));
        for x in 0..8 {
            let samples = convert(row[x]);
            for c in 0..3 {
                ycc.data[c][y as usize][x] = samples[c];
            }
        }
    }
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(rgb: Window<'_, Planar, u8, Fixed<3, 8, 8>, Inside, Rgb>, ycc: &mut Tile<Planar, Planes>) {
    rgb_to_ycbcr(rgb, ycc);
}

/// Computes the kernel over views.
#[inline(never)]
pub fn view(rgb: &View<'_, Planar, u8, AnyExtent<Planar>, Rgb>, ycc: &mut Tile<Planar, Planes>) -> bool {
    let Some(rgb) = rgb.colocate(ycc).window() else { return false };
    rgb_to_ycbcr(rgb, ycc);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(rgb: Raw<'_, u8>, ycc: &mut Planes) {
    for y in 0..8 {
        for x in 0..8 {
            let [luma, cb, cr] = convert([rgb.at(y, 3 * x), rgb.at(y, 3 * x + 1), rgb.at(y, 3 * x + 2)]);
            ycc[0][y as usize][x as usize] = luma;
            ycc[1][y as usize][x as usize] = cb;
            ycc[2][y as usize][x as usize] = cr;
        }
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(rgb: Raw<'_, u8>, ycc: &mut Planes) {
    for y in 0..8 {
        let row = rgb.row::<24>(y, 0).as_chunks::<3>().0;
        for x in 0..8 {
            let samples = convert(row[x]);
            for c in 0..3 {
                ycc[c][y as usize][x] = samples[c];
            }
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("RGB -> YCbCr 8x8");
    let (size, pitch) = ([112, 112], 3 * 112 + 48);
    let samples: Vec<u8> = Noise(5).map(|v| v as u8).take(size[0] * pitch).collect();
    let still = View::<Still, u8, Interleaved<2, 3>, Rgb>::over_pitched(
        &samples,
        [0, 0, 0],
        Interleaved(size),
        P1(pitch as isize),
    )
    .expect("rows lie in memory");
    let planar = still.permute::<Axes<2, 0, 1>>();
    let tile_at = |[y, x]: [isize; 2]| Tile::<Planar, Planes>::at([y, x, 0]);
    let at: Vec<_> = (0..PLACES).map(|k| place(k, 1)).collect();
    let windows: Vec<_> = at.iter().map(|&at| planar.colocate(&tile_at(at)).window().unwrap()).collect();
    let raws: Vec<_> = at.iter().map(|&[y, x]| Raw::new(&samples, pitch, y as usize * pitch + 3 * x as usize)).collect();
    b.side(Side::Window, tile_at([0, 0]), |k, out| window(windows[k], out));
    b.side(Side::View, tile_at([0, 0]), |k, out| {
        out.origin = [at[k][0], at[k][1], 0];
        assert!(view(&planar, out));
    });
    b.side(Side::Pointers, [[[0; 8]; 8]; 3], |k, out| pointers(raws[k], out));
    b.side(Side::Rows, [[[0; 8]; 8]; 3], |k, out| rows(raws[k], out));
}
