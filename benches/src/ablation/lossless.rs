//! One row of 1024 samples of lossless JPEG, predictor 7 (T.81, table H.1): `x - ((left + above) >> 1)`.

use super::{constant_extents, run_time};
use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES};
use crate::kernel::Video;
use crate::twin::Raw;
use unite::{Around, Block, Dyn, Fixed, Tile, View, Window};

/// The name of the kernel's row in the table.
pub const NAME: &str = "JPEG lossless 7, row of 1024";

const WIDTH: usize = 1024;
const SIZE: [usize; 2] = [PLACES + 1, WIDTH + 1];

type Row = [[u16; WIDTH]; 1];

/// Returns the residual of sample (0, `x`) of a row.
#[inline(always)]
fn residual(p: impl Fn(isize, isize) -> u16, x: isize) -> u16 {
    p(0, x).wrapping_sub(((u32::from(p(0, x - 1)) + u32::from(p(-1, x))) >> 1) as u16)
}

/// Computes the kernel with everything at run time.
#[inline(never)]
pub fn run_time(picture: &mut run_time::Block<u16>, out: &mut run_time::Block<u16>, place: &run_time::Place) {
    let row = picture.view().colocate(place);
    let mut out = out.view();
    for x in 0..out.extents()[1] as isize {
        out.set(&[0, x], residual(|y, x| row.at(&[y, x]), x));
    }
}

/// Computes the kernel with constant extents.
#[inline(never)]
pub fn constant_extents(
    picture: &constant_extents::Block<u16, 2>,
    out: &mut constant_extents::Block<u16, 2>,
    place: &constant_extents::Place<2>,
) {
    for x in 0..WIDTH as isize {
        out.set(place, [0, x], residual(|y, x| picture.at(place, [y, x]), x));
    }
}

/// Computes the kernel with a constant frame: every access is checked.
#[inline(never)]
pub fn constant_frame(picture: &View<'_, Video, u16>, out: &mut Tile<Video, Row>) {
    let row = picture.colocate(out);
    out.fill_with(move |[_, x]| residual(|y, x| row.at([y, x]), x));
}

/// Computes the kernel over a window.
#[inline(never)]
pub fn window(row: Window<'_, Video, u16, Fixed<1, WIDTH>, Around<1, 1>>, out: &mut Tile<Video, Row>) {
    out.fill_with(move |[_, x]| residual(|y, x| row[[y, x]], x));
}

/// Computes the kernel by hand.
#[inline(never)]
pub fn pointers(row: Raw<'_, u16>, out: &mut Row) {
    for x in 0..WIDTH {
        out[0][x] = residual(|y, x| row.at(y, x), x as isize);
    }
}

/// Runs all steps.
pub fn bench(b: &mut Bench) {
    b.kernel(NAME);
    let samples: Vec<u16> = Noise(22).take(SIZE[0] * SIZE[1]).collect();
    let origin = |k: usize| [k as isize + 1, 1];

    let mut picture = run_time::Block::new(run_time::Place::new(&[0, 0], &SIZE), samples.clone());
    let at: Vec<_> = (0..PLACES).map(|k| run_time::Place::new(&origin(k), &[1, WIDTH])).collect();
    let row = run_time::Block::new(at[0].clone(), vec![0; WIDTH]);
    b.side(Side::RunTime, row, |k, row| {
        row.put(&origin(k));
        run_time(&mut picture, row, &at[k]);
    });

    let picture = constant_extents::Block::new(constant_extents::Place::new([0, 0]), SIZE, samples.clone());
    let at: Vec<_> = (0..PLACES).map(|k| constant_extents::Place::new(origin(k))).collect();
    let row = constant_extents::Block::new(at[0], [1, WIDTH], vec![0; WIDTH]);
    b.side(Side::ConstantExtents, row, |k, row| {
        row.put(origin(k));
        constant_extents(&picture, row, &at[k]);
    });

    let mut block = Block::<Video, u16>::new([0, 0], Dyn(SIZE));
    block.view_mut().fill_with(|[y, x]| samples[y as usize * SIZE[1] + x as usize]);
    let picture = block.view();
    let blank = Tile::<Video, Row>::at([0, 0]);
    b.side(Side::ConstantFrame, blank, |k, out| {
        out.origin = origin(k);
        constant_frame(&picture, out);
    });
    let windows: Vec<_> = (0..PLACES).map(|k| picture.partition(origin(k), Fixed).window().unwrap()).collect();
    b.side(Side::Window, blank, |k, out| window(windows[k], out));
    let raws: Vec<_> = (0..PLACES).map(|k| Raw::new(&samples, SIZE[1], (k + 1) * SIZE[1] + 1)).collect();
    b.side(Side::Pointers, [[0; WIDTH]; 1], |k, out| pointers(raws[k], out));
}
