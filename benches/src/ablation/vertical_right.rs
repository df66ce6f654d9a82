//! Intra_4x4_Vertical_Right, sample by sample as the standard prints it. H.264, 8-57 to 8-60; thesis, figure 6.9.

use super::{constant_extents, run_time};
use crate::bench::{Bench, Side};
use crate::input::{Noise, SIZE, places};
use crate::kernel::Video;
use crate::twin::Raw;
use unite::{Around, Block, Dyn, Fixed, Tile, View, Window};

/// The name of the kernel's row in the table.
pub const NAME: &str = "vertical right 4x4";

type Pred = [[u8; 4]; 4];

/// Returns one sample from the neighbours `p(x, y)`.
#[inline(always)]
fn sample(p: impl Fn(isize, isize) -> u8, x: isize, y: isize) -> u8 {
    let p = |x, y| u32::from(p(x, y));
    let at = x - (y >> 1);
    (match 2 * x - y {
        0 | 2 | 4 | 6 => (p(at - 1, -1) + p(at, -1) + 1) >> 1,
        1 | 3 | 5 => (p(at - 2, -1) + 2 * p(at - 1, -1) + p(at, -1) + 2) >> 2,
        -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
        _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
    }) as u8
}

/// Computes the kernel with everything at run time.
#[inline(never)]
pub fn run_time(picture: &mut run_time::Block<u8>, pred: &mut run_time::Block<u8>, place: &run_time::Place) {
    let near = picture.view().colocate(place);
    let mut pred = pred.view();
    for y in 0..pred.extents()[0] as isize {
        for x in 0..pred.extents()[1] as isize {
            pred.set(&[y, x], sample(|x, y| near.at(&[y, x]), x, y));
        }
    }
}

/// Computes the kernel with constant extents.
#[inline(never)]
pub fn constant_extents(
    picture: &constant_extents::Block<u8, 2>,
    pred: &mut constant_extents::Block<u8, 2>,
    place: &constant_extents::Place<2>,
) {
    for y in 0..4 {
        for x in 0..4 {
            pred.set(place, [y, x], sample(|x, y| picture.at(place, [y, x]), x, y));
        }
    }
}

/// Computes the kernel with a constant frame: every access is checked.
#[inline(never)]
pub fn constant_frame(picture: &View<'_, Video, u8>, pred: &mut Tile<Video, Pred>) {
    let near = picture.colocate(pred);
    pred.fill_with(move |[y, x]| sample(|x, y| near.at([y, x]), x, y));
}

/// Computes the kernel over a window.
#[inline(never)]
pub fn window(near: Window<'_, Video, u8, Fixed<4, 4>, Around<1, 1>>, pred: &mut Tile<Video, Pred>) {
    pred.fill_with(move |[y, x]| sample(|x, y| near[[y, x]], x, y));
}

/// Computes the kernel by hand.
#[inline(never)]
pub fn pointers(near: Raw<'_, u8>, pred: &mut Pred) {
    for y in 0..4 {
        for x in 0..4 {
            pred[y as usize][x as usize] = sample(|x, y| near.at(y, x), x, y);
        }
    }
}

/// Runs all steps.
pub fn bench(b: &mut Bench) {
    b.kernel(NAME);
    let samples: Vec<u8> = Noise(20).map(|v| v as u8).take(SIZE[0] * SIZE[1]).collect();
    let tiles = places(4, Tile::<Video, Pred>::at);

    let mut picture = run_time::Block::new(run_time::Place::new(&[0, 0], &SIZE), samples.clone());
    let at: Vec<_> = tiles.iter().map(|tile| run_time::Place::new(&tile.origin, &[4, 4])).collect();
    let pred = run_time::Block::new(at[0].clone(), vec![0; 16]);
    b.side(Side::RunTime, pred, |k, pred| {
        pred.put(&tiles[k].origin);
        run_time(&mut picture, pred, &at[k]);
    });

    let picture = constant_extents::Block::new(constant_extents::Place::new([0, 0]), SIZE, samples.clone());
    let at: Vec<_> = tiles.iter().map(|tile| constant_extents::Place::new(tile.origin)).collect();
    let pred = constant_extents::Block::new(at[0], [4, 4], vec![0; 16]);
    b.side(Side::ConstantExtents, pred, |k, pred| {
        pred.put(tiles[k].origin);
        constant_extents(&picture, pred, &at[k]);
    });

    let mut block = Block::<Video, u8>::new([0, 0], Dyn(SIZE));
    block.view_mut().fill_with(|[y, x]| samples[y as usize * SIZE[1] + x as usize]);
    let picture = block.view();
    b.side(Side::ConstantFrame, tiles[0], |k, out| {
        out.origin = tiles[k].origin;
        constant_frame(&picture, out);
    });
    let windows: Vec<_> = tiles.iter().map(|tile| picture.colocate(tile).window().unwrap()).collect();
    b.side(Side::Window, tiles[0], |k, out| window(windows[k], out));
    let raws = places(4, |[y, x]| Raw::new(&samples, SIZE[1], y as usize * SIZE[1] + x as usize));
    b.side(Side::Pointers, [[0; 4]; 4], |k, out| pointers(raws[k], out));
}
