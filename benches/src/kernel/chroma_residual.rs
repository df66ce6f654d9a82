//! The residual of the 8x8 chroma block at the place of a 16x16 luma macroblock.
//!
//! Section: thesis, chapter 2.3 (a chroma sample has the place of the luma samples that it covers).

use super::{Chroma, Video};
use crate::bench::{Bench, Side};
use crate::input::{Noise, Picture, SIZE, places};
use crate::twin::Raw;
use unite::{Fixed, Spot, Tile, View, Window};

type Pred = [[u8; 8]; 8];
type Residual = [[i16; 8]; 8];

#[inline(always)]
fn residual(
    cur: Window<'_, Chroma, u8, Fixed<8, 8>>,
    pred: &Tile<Chroma, Pred>,
    out: &mut Tile<Chroma, Residual>,
) {
    out.zip((cur, pred), |(c, p)| i16::from(c) - i16::from(p));
}

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(
    cur: Window<'_, Chroma, u8, Fixed<8, 8>>,
    pred: &Tile<Chroma, Pred>,
    out: &mut Tile<Chroma, Residual>,
) {
    residual(cur, pred, out);
}

/// Computes the kernel over views: the place is that of the luma macroblock.
#[inline(never)]
pub fn view(
    picture: &View<'_, Chroma, u8>,
    mb: &Spot<Video, Fixed<16, 16>>,
    pred: &Tile<Chroma, Pred>,
    out: &mut Tile<Chroma, Residual>,
) -> bool {
    let Some(cur) = picture.under_fixed::<Fixed<8, 8>, _>(mb).window() else { return false };
    residual(cur, pred, out);
    true
}

/// Computes the kernel by hand, with pointers.
#[inline(never)]
pub fn pointers(cur: Raw<'_, u8>, pred: &Pred, out: &mut Residual) {
    for y in 0..8 {
        for x in 0..8 {
            out[y][x] = i16::from(cur.at(y as isize, x as isize)) - i16::from(pred[y][x]);
        }
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(cur: Raw<'_, u8>, pred: &Pred, out: &mut Residual) {
    for y in 0..8 {
        let row = cur.row::<8>(y as isize, 0);
        for x in 0..8 {
            out[y][x] = i16::from(row[x]) - i16::from(pred[y][x]);
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("chroma residual 8x8");
    let picture = Picture::noise(15, SIZE, |v| v as u8);
    let whole = picture.view::<Chroma>();
    let mut noise = Noise(16);
    let mut pred = Tile::<Chroma, Pred>::at([0, 0]);
    pred.fill_with(|_| noise.next().unwrap_or(0) as u8);
    let blank = Tile::<Chroma, Residual>::at([0, 0]);
    let mbs = places(16, |at| Spot::<Video, _>::new(at, Fixed::<16, 16>));
    let windows: Vec<_> = mbs.iter().map(|mb| whole.under_fixed::<Fixed<8, 8>, _>(mb).window().unwrap()).collect();
    let raws = places(16, |[y, x]| picture.raw([y / 2, x / 2]));
    b.side(Side::Window, blank, |k, out| window(windows[k], &pred, out));
    b.side(Side::View, blank, |k, out| assert!(view(&whole, &mbs[k], &pred, out)));
    b.side(Side::Pointers, blank.data, |k, out| pointers(raws[k], &pred.data, out));
    b.side(Side::Rows, blank.data, |k, out| rows(raws[k], &pred.data, out));
}
