//! The test whether a 4x4 block may be predicted from its neighbours. One flag per macroblock is stored, and accessed
//! by sample.
//!
//! Section: thesis, figures 6.6 and 6.8 (constrained intra prediction, H.264 8.3.1.2). The flags are a block at the
//! place of the coarsened picture; their refined view is colocated with the block, so the kernel reads `f(-1, -1)`.
//!
//! A single flag is not worth a window: every access is checked, here and in the twin.

use super::{BySample, Flags, Mbs, Video};
use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES, place};
use unite::{By, Dyn, P1, Tile, View};

type Pred = [[u8; 4]; 4];

/// Computes the kernel over views: the samples above left, left and above must lie in macroblocks whose flag is set.
#[inline(never)]
pub fn view(used: &View<'_, BySample, u8, Dyn<2>, Flags>, pred: &Tile<Video, Pred>) -> bool {
    let f = used.colocate(pred);
    (f.at([-1, -1]) & f.at([-1, 0]) & f.at([0, -1])) != 0
}

/// Flags by hand, with the fields of a block: memory and its pitch, origin, extents.
#[derive(Debug)]
pub struct Map<'a> {
    flags: &'a [u8],
    pitch: usize,
    origin: [isize; 2],
    dims: [usize; 2],
}

/// Computes the kernel by hand, with checks.
#[inline(never)]
pub fn rows(map: &Map<'_>, y: isize, x: isize) -> bool {
    let f = |y: isize, x: isize| {
        let (y, x) = ((y - map.origin[0]) >> 4, (x - map.origin[1]) >> 4);
        assert!((y as usize) < map.dims[0] && (x as usize) < map.dims[1]);
        map.flags[y as usize * map.pitch + x as usize]
    };
    (f(y - 1, x - 1) & f(y - 1, x) & f(y, x - 1)) != 0
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    b.kernel("flags of macroblocks");
    let (dims, pitch) = ([7, 7], 12);
    let memory: Vec<u8> = Noise(14).map(|v| u8::from(v & 3 != 0)).take(dims[0] * pitch).collect();
    let flags = View::<Mbs, u8, Dyn<2>, Flags>::over_pitched(&memory, [0, 0], Dyn(dims), P1(pitch as isize))
        .expect("the flags are in memory");
    let used = flags.refine::<By<16, 16>>();
    let tiles: Vec<_> = (0..PLACES).map(|k| Tile::<Video, Pred>::at(place(k, 4))).collect();
    let map = Map { flags: &memory, pitch, origin: [0, 0], dims };
    b.side(Side::View, false, |k, out| *out = view(&used, &tiles[k]));
    b.side(Side::Rows, false, |k, out| *out = rows(&map, tiles[k].origin[0], tiles[k].origin[1]));
}
