//! Bilateral filter 3x3 of 8x8 samples: a loop body with more values than registers.
//!
//! Compilers unroll the columns of the twin, not those over windows, so the window is read by rows of constant length:
//! an index of the window that depends on the column would be checked each time.
//!
//! A sample becomes the mean of the nine around it, each weighted by its difference from the sample.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Around, Fixed, Window};

/// The weights of differences.
pub type Weights = [u16; 256];
type Around8x8<'a> = Window<'a, Video, u8, Fixed<8, 8>, Around<1, 1, 1, 1>>;

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(p: Around8x8<'_>, weights: &Weights, out: &mut [[u8; 8]; 8]) {
    for (y, out) in (0..8).zip(out) {
        // Column x of the window is element x + 1 of a row that begins to its left.
        let rows = [-1, 0, 1].map(|v| p.span::<-1, 10>(y + v));
        for (x, out) in out.iter_mut().enumerate() {
            let (centre, mut sum, mut all) = (rows[1][x + 1], 0, 0);
            for row in rows {
                for near in [row[x], row[x + 1], row[x + 2]] {
                    let weight = u32::from(weights[usize::from(near.abs_diff(centre))]);
                    sum += weight * u32::from(near);
                    all += weight;
                }
            }
            *out = ((sum + all / 2) / all.max(1)) as u8;
        }
    }
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(p: Raw<'_, u8>, weights: &Weights, out: &mut [[u8; 8]; 8]) {
    for y in 0..8 {
        for x in 0..8 {
            let (mut sum, mut all) = (0, 0);
            for v in -1..=1 {
                for u in -1..=1 {
                    let near = p.at(y + v, x + u);
                    let weight = u32::from(weights[usize::from(near.abs_diff(p.at(y, x)))]);
                    sum += weight * u32::from(near);
                    all += weight;
                }
            }
            out[y as usize][x as usize] = ((sum + all / 2) / all.max(1)) as u8;
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("bilateral 3x3, 8x8");
    b.limit(1.05, "the loop over columns is too large to be unrolled, and three rows take registers; by index it is 1.42");
    let picture = Picture::noise(61, SIZE, |v| v as u8);
    let weights: Weights = core::array::from_fn(|difference| (4096 / (difference * difference / 64 + 16)) as u16);
    let whole = picture.view::<Video>();
    let windows = places(1, |at| whole.partition(at, Fixed::<8, 8>).window().expect("inside of the picture"));
    let raws = places(1, |at| picture.raw(at));
    b.side(Side::Window, [[0; 8]; 8], |k, out| window(windows[k], &weights, out));
    b.side(Side::Pointers, [[0; 8]; 8], |k, out| pointers(raws[k], &weights, out));
}
