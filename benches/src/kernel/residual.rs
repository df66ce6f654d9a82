//! The residual of a 4x4 block, and the copy of its prediction into the prediction of its macroblock.
//!
//! Section: thesis, figures 6.5 and 7.1 (three colocations; the JM software indexes the same arrays in three ways).
//!
//! ```text
//!   mb_pred at pred = pred,   m7 at pred = cur at pred - pred
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Noise, Picture, SIZE, place, places};
use crate::twin::{Raw, RawMut};
use unite::{Fixed, Inside, Stack, Tile, View, Window, WindowMut};

type Pred = [[u8; 4]; 4];
type MbPred = [[u8; 16]; 16];
type Residual = [[i16; 4]; 4];
type Cur<'a> = Window<'a, Video, u8, Fixed<4, 4>>;
type Part<'a> = WindowMut<'a, Video, u8, Fixed<4, 4>, Inside, Stack<Video, Fixed<16, 16>>>;

/// Computes the kernel over windows.
#[inline(never)]
pub fn window(cur: Cur<'_>, pred: &Tile<Video, Pred>, mut part: Part<'_>, m7: &mut Residual) {
    for y in 0..4 {
        for x in 0..4 {
            part[[y as isize, x as isize]] = pred.data[y][x];
        }
    }
    for y in 0..4 {
        let cur = cur.row(y as isize);
        for x in 0..4 {
            m7[y][x] = i16::from(cur[x]) - i16::from(pred.data[y][x]);
        }
    }
}

/// Computes the kernel over views and the macroblock's prediction.
#[inline(never)]
pub fn view(
    cur: &View<'_, Video, u8>,
    pred: &Tile<Video, Pred>,
    mb_pred: &mut Tile<Video, MbPred>,
    m7: &mut Residual,
) -> bool {
    let Some(part) = mb_pred.view_mut().colocate(pred).window() else { return false };
    let Some(cur) = cur.colocate(pred).window() else { return false };
    window(cur, pred, part, m7);
    true
}

/// Computes the kernel by hand, with pointers. `part` has a pitch of 16.
#[inline(never)]
pub fn pointers(cur: Raw<'_, u8>, pred: &Pred, mut part: RawMut<'_, u8>, m7: &mut Residual) {
    for y in 0..4 {
        for x in 0..4 {
            part.set(0, (16 * y + x) as isize, pred[y][x]);
        }
    }
    for y in 0..4 {
        for x in 0..4 {
            m7[y][x] = i16::from(cur.at(y as isize, x as isize)) - i16::from(pred[y][x]);
        }
    }
}

/// Computes the kernel by hand, with rows.
#[inline(never)]
pub fn rows(cur: Raw<'_, u8>, pred: &Pred, mut part: RawMut<'_, u8>, m7: &mut Residual) {
    for y in 0..4 {
        *part.row::<4>(0, 16 * y as isize) = pred[y];
    }
    for y in 0..4 {
        let cur = cur.row::<4>(y as isize, 0);
        for x in 0..4 {
            m7[y][x] = i16::from(cur[x]) - i16::from(pred[y][x]);
        }
    }
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("residual and copy 4x4");
    b.exception(40.0, "two places are proven, in the picture and in the macroblock, in some 17 instructions each");
    let picture = Picture::noise(8, SIZE, |v| v as u8);
    let cur = picture.view::<Video>();
    let mut noise = Noise(9);
    let mut preds = places(4, Tile::<Video, Pred>::at);
    preds.iter_mut().for_each(|pred| pred.fill_with(|_| noise.next().unwrap_or(0) as u8));
    let mb_at = |k: usize| place(k, 4).map(|v| v / 16 * 16);
    let windows = places(4, |at| cur.partition(at, Fixed::<4, 4>).window().unwrap());
    let raws = places(4, |at| picture.raw(at));
    let blank = (Tile::<Video, MbPred>::at([0, 0]), [[0; 4]; 4]);

    // The part is made where it is used: sixteen parts of one macroblock cannot be borrowed at once.
    b.side(Side::Window, blank, |k, (mb, m7)| {
        let [y, x] = preds[k].origin.map(|v| v % 16);
        let part = mb.view_mut().partition([y, x], Fixed::<4, 4>).window().unwrap();
        window(windows[k], &preds[k], part, m7);
    });
    b.side(Side::View, blank, |k, (mb, m7)| {
        mb.origin = mb_at(k);
        assert!(view(&cur, &preds[k], mb, m7));
    });
    for (side, twin) in [(Side::Pointers, pointers as Twin), (Side::Rows, rows as Twin)] {
        b.side(side, (blank.0.data, blank.1), |k, (mb, m7)| {
            let [y, x] = preds[k].origin.map(|v| v as usize % 16);
            twin(raws[k], &preds[k].data, RawMut::new(mb.as_flattened_mut(), 16, 16 * y + x), m7);
        });
    }
}

type Twin = fn(Raw<'_, u8>, &Pred, RawMut<'_, u8>, &mut Residual);
