//! The traps of price: kernels over unite that are correct and dear, beside what to write instead.
//!
//! `docs/from-c-to-unite.md` explains each. Both sides of a row give the same.

use crate::bench::{Bench, Side};
use crate::input::{Noise, Picture, SIZE, places};
use crate::kernel::Video;
use codecs::h264::coding_order::{Beside, coded_at};
use codecs::h264::macroblock::Mv;
use codecs::h264::map::{BlockMotion, MbMap};
use codecs::h264::predict::motion_vectors::Neighbour;
use codecs::spaces::{Luma, Luma4x4};
use core::hint::black_box;
use unite::{Block, By, Coarse, Dyn, Fixed, FixedExtent, Inside, Place, Scan, Spot, Tile, View, Window, sizes};

type Samples<'a, E = Fixed<8, 8>> = Window<'a, Video, u8, E>;
type Square<'a> = View<'a, Video, u8, Fixed<8, 8>>;
type Flags = Block<Coarse<Video, By<4, 4>>, u8>;
type Mb = Spot<Video, Fixed<16, 16>>;

#[inline(always)]
fn add(sum: u32, p: u8, q: u8) -> u32 {
    sum + u32::from(p.abs_diff(q))
}

/// Sums absolute differences by checked access.
#[inline(never)]
pub fn sad_at(a: &Square<'_>, b: &Square<'_>) -> u32 {
    a.indices().fold(0, |sum, i| add(sum, a.at(i), b.at(i)))
}

/// Sums absolute differences by a fold over windows.
#[inline(never)]
pub fn sad_fold(a: Samples<'_>, b: Samples<'_>) -> u32 {
    a.zip_fold(b, 0, add)
}

/// Sums absolute differences over an extent known when the program runs, by index.
#[inline(never)]
pub fn sad_index(a: Samples<'_, Dyn<2>>, b: Samples<'_, Dyn<2>>) -> u32 {
    let Dyn([height, width]) = a.extent();
    let mut sum = 0;
    for y in 0..height as isize {
        for x in 0..width as isize {
            sum = add(sum, a[[y, x]], b[[y, x]]);
        }
    }
    sum
}

/// Sums absolute differences over an extent known when the program runs, by a fold.
#[inline(never)]
pub fn sad_dyn(a: Samples<'_, Dyn<2>>, b: Samples<'_, Dyn<2>>) -> u32 {
    a.zip_fold(b, 0, add)
}

/// Sums absolute differences over a constant extent.
#[inline(always)]
fn same<E: FixedExtent>(a: Samples<'_, E>, b: Samples<'_, E>) -> u32 {
    a.zip_fold(b, 0, add)
}

/// Sums absolute differences over an extent that is one of three.
#[inline(never)]
pub fn sad_fixed(a: Samples<'_, Dyn<2>>, b: Samples<'_, Dyn<2>>) -> u32 {
    sizes!(a, fixed: 16 x 16, 8 x 8 => same(fixed, b.fixed()), else a.zip_fold(b, 0, add))
}

/// Sums absolute differences at four places, by folds of views.
#[inline(never)]
pub fn search_views(picture: &View<'_, Video, u8>, block: &Tile<Video, [[u8; 8]; 8]>) -> u32 {
    let at = |[y, x]: [isize; 2]| picture.colocate(block).partition([y, x], Fixed::<8, 8>).zip_fold(block, 0, add);
    [[-1, 0], [0, -1], [0, 1], [1, 0]].map(at).into_iter().fold(u32::MAX, u32::min)
}

/// Sums absolute differences at four places, by folds of windows.
#[inline(never)]
pub fn search_windows(picture: &View<'_, Video, u8>, block: &Tile<Video, [[u8; 8]; 8]>) -> u32 {
    let there = picture.colocate(block);
    let at =
        |at: [isize; 2]| there.partition(at, Fixed::<8, 8>).window::<Inside>().map_or(0, |w| w.zip_fold(block, 0, add));
    [[-1, 0], [0, -1], [0, 1], [1, 0]].map(at).into_iter().fold(u32::MAX, u32::min)
}

/// Sums absolute differences at four places of an area that is proven once.
#[inline(never)]
pub fn search_area(picture: &View<'_, Video, u8>, block: &Tile<Video, [[u8; 8]; 8]>) -> u32 {
    let area = picture.colocate(block).partition([-1, -1], Fixed::<10, 10>);
    let area = area.window::<Inside>().expect("inside of the picture");
    let (up, left) = (area.part::<0, 1, Fixed<8, 8>>(), area.part::<1, 0, Fixed<8, 8>>());
    let (right, down) = (area.part::<1, 2, Fixed<8, 8>>(), area.part::<2, 1, Fixed<8, 8>>());
    [up, left, right, down].map(|part| part.zip_fold(block, 0, add)).into_iter().fold(u32::MAX, u32::min)
}

/// Returns four neighbours of a part by a closure that borrows its windows and reads the time of the part in each call.
#[inline(never)]
pub fn neighbours_borrowed(
    map: &MbMap,
    mb: &Spot<Luma4x4, Fixed<4, 4>>,
    part: &Spot<Luma4x4, Dyn<2>>,
) -> [Neighbour; 4] {
    let info =
        map.motion[0].view().colocate(mb).proven::<Beside>().and_then(|mb| mb.colocate(part)).expect("of the map");
    let when = coded_at(mb).colocate(part).expect("a part of the macroblock");
    let at = |i| if when[i] < when[[0, 0]] { Neighbour::from(info[i]) } else { Neighbour::default() };
    [at([0, -1]), at([-1, 0]), at([-1, part.extent().0[1] as isize]), at([-1, -1])]
}

/// Returns four neighbours of a part by a closure that has moved its windows and reads the time of the part in each call.
#[inline(never)]
pub fn neighbours_inside(map: &MbMap, mb: &Spot<Luma4x4, Fixed<4, 4>>, part: &Spot<Luma4x4, Dyn<2>>) -> [Neighbour; 4] {
    let info =
        map.motion[0].view().colocate(mb).proven::<Beside>().and_then(|mb| mb.colocate(part)).expect("of the map");
    let when = coded_at(mb).colocate(part).expect("a part of the macroblock");
    let at = move |i| if when[i] < when[[0, 0]] { Neighbour::from(info[i]) } else { Neighbour::default() };
    [at([0, -1]), at([-1, 0]), at([-1, part.extent().0[1] as isize]), at([-1, -1])]
}

/// Returns four neighbours of a part by a closure that has moved its windows and the time of the part.
#[inline(never)]
pub fn neighbours_moved(map: &MbMap, mb: &Spot<Luma4x4, Fixed<4, 4>>, part: &Spot<Luma4x4, Dyn<2>>) -> [Neighbour; 4] {
    let info =
        map.motion[0].view().colocate(mb).proven::<Beside>().and_then(|mb| mb.colocate(part)).expect("of the map");
    let when = coded_at(mb).colocate(part).expect("a part of the macroblock");
    let now = when[[0, 0]];
    let at = move |i| if when[i] < now { Neighbour::from(info[i]) } else { Neighbour::default() };
    [at([0, -1]), at([-1, 0]), at([-1, part.extent().0[1] as isize]), at([-1, -1])]
}

/// Counts the flags of a macroblock's sixteen blocks, each found by its place.
#[inline(never)]
pub fn flags_by_place(flags: &Flags, mb: &Mb) -> u32 {
    mb.tiles(Fixed::<4, 4>).map(|block| u32::from(flags.view().under(&block).at([0, 0]))).sum()
}

/// Counts the flags of a macroblock's sixteen blocks, found by its place together.
#[inline(never)]
pub fn flags_together(flags: &Flags, mb: &Mb) -> u32 {
    flags.view().under_fixed::<Fixed<4, 4>, _>(mb).sum::<u32>()
}

/// The order of coding of the 4 x 4 blocks of a macroblock (6.4.3), as the indices of their first samples.
struct Coding;

impl Scan<16> for Coding {
    const ORDER: [[isize; 2]; 16] = {
        let mut order = [[0; 2]; 16];
        let mut n = 0;
        while n < 16 {
            order[n] = [4 * (n / 8 * 2 + n / 2 % 2) as isize, 4 * (n / 4 % 2 * 2 + n % 2) as isize];
            n += 1;
        }
        order
    };
}

/// Weighs the first sample of each block of a macroblock by the order of coding, by parts found by index.
#[inline(never)]
pub fn parts_by_index(mb: Samples<'_, Fixed<16, 16>>, order: &[[isize; 2]; 16]) -> u32 {
    let first = |at| mb.partition(at, Fixed::<4, 4>).map_or(0, |block| u32::from(block[[0, 0]]));
    order.iter().fold(0, |sum, &at| 3 * (sum & 0xFFFF) + first(at))
}

/// Weighs the first sample of each block of a macroblock by the order of coding, by parts of a constant order.
#[inline(never)]
pub fn parts_by_order(mb: Samples<'_, Fixed<16, 16>>) -> u32 {
    (0..16).fold(0, |sum, n| 3 * (sum & 0xFFFF) + u32::from(mb.nth::<Coding, 16, Fixed<4, 4>>(n)[[0, 0]]))
}

fn map() -> MbMap {
    let mut map = MbMap::new([4, 4]);
    let mut noise = Noise(41);
    let mut next = move || noise.next().unwrap_or_default();
    map.motion[0].view_mut().fill_with(|_| {
        let mv = Mv { x: next() as i16, y: next() as i16 };
        BlockMotion { ref_idx: (next() % 4) as i8 - 2, mv, ..BlockMotion::NONE }
    });
    map
}

/// Runs all traps.
pub fn all(b: &mut Bench) {
    sums(b);
    neighbours(b);
    questions(b);
}

fn sums(b: &mut Bench) {
    let (one, other) = (Picture::noise(42, SIZE, |v| v as u8), Picture::noise(43, SIZE, |v| v as u8));
    let (whole, other_whole) = (one.view::<Video>(), other.view::<Video>());
    let extent = Dyn(black_box([8, 8]));
    let views = places(1, |at| [whole, other_whole].map(|whole| whole.partition(at, Fixed::<8, 8>)));
    let windows = places(1, |at| {
        [whole, other_whole]
            .map(|it| it.partition(at, Fixed::<8, 8>).window::<Inside>().expect("inside of the picture"))
    });
    let dynamic = places(1, |at| {
        [whole, other_whole].map(|it| it.partition(at, extent).window::<Inside>().expect("inside of the picture"))
    });
    b.kernel("SAD 8x8: `.at()`; a fold over windows");
    b.side(Side::Dear, 0, |k, out| *out = sad_at(&views[k][0], &views[k][1]));
    b.side(Side::Instead, 0, |k, out| *out = sad_fold(windows[k][0], windows[k][1]));
    b.kernel("SAD 8x8, extent at run time: by index; a fold");
    b.side(Side::Dear, 0, |k, out| *out = sad_index(dynamic[k][0], dynamic[k][1]));
    b.side(Side::Instead, 0, |k, out| *out = sad_dyn(dynamic[k][0], dynamic[k][1]));
    b.kernel("SAD 8x8, extent at run time: a fold; `fixed`, one of three sizes");
    b.side(Side::Dear, 0, |k, out| *out = sad_dyn(dynamic[k][0], dynamic[k][1]));
    b.side(Side::Instead, 0, |k, out| *out = sad_fixed(dynamic[k][0], dynamic[k][1]));
    let tiles = places(1, |at| {
        let mut tile = Tile::<Video, [[u8; 8]; 8]>::at(at);
        tile.zip(other_whole.partition(at, Fixed::<8, 8>), |p| p);
        tile
    });
    b.kernel("four SADs 8x8: folds of views; folds of windows");
    b.side(Side::Dear, 0, |k, out| *out = search_views(&whole, &tiles[k]));
    b.side(Side::Instead, 0, |k, out| *out = search_windows(&whole, &tiles[k]));
    b.kernel("four SADs 8x8: four windows; parts of one window");
    b.side(Side::Dear, 0, |k, out| *out = search_windows(&whole, &tiles[k]));
    b.side(Side::Instead, 0, |k, out| *out = search_area(&whole, &tiles[k]));
}

fn neighbours(b: &mut Bench) {
    let map = map();
    let whole = Spot::<Luma, _>::new([0, 0], Dyn([64, 64]));
    let sizes = [
        (0, 0, 4, 4),
        (0, 0, 4, 2),
        (0, 2, 4, 2),
        (2, 0, 2, 4),
        (2, 2, 2, 2),
        (1, 1, 1, 1),
        (2, 3, 2, 1),
        (3, 0, 1, 2),
    ];
    let at = |k: usize| {
        let mb = map
            .blocks
            .view()
            .under_fixed::<Fixed<4, 4>, _>(&whole.partition([16, 16 + 16 * (k as isize / 8)], Fixed::<16, 16>));
        let (x, y, width, height) = sizes[k % 8];
        (mb.spot(), mb.spot().partition([y, x], Dyn([height, width])))
    };
    let parts: Vec<_> = (0..crate::input::PLACES).map(at).collect();
    let numbers = |neighbours: [Neighbour; 4]| neighbours.map(|n| (n.ref_idx as u8, n.mv.x));
    b.kernel("neighbours of a part: a closure that borrows; `move`");
    b.side(Side::Dear, [(0, 0); 4], |k, out| *out = numbers(neighbours_borrowed(&map, &parts[k].0, &parts[k].1)));
    b.side(Side::Instead, [(0, 0); 4], |k, out| *out = numbers(neighbours_inside(&map, &parts[k].0, &parts[k].1)));
    b.kernel("neighbours of a part: its time read in the closure; before it");
    b.side(Side::Dear, [(0, 0); 4], |k, out| *out = numbers(neighbours_inside(&map, &parts[k].0, &parts[k].1)));
    b.side(Side::Instead, [(0, 0); 4], |k, out| *out = numbers(neighbours_moved(&map, &parts[k].0, &parts[k].1)));
}

fn questions(b: &mut Bench) {
    let mut noise = Noise(46);
    let flags = Flags::from_fn([0, 0], Dyn([32, 32]), |_| (noise.next().unwrap_or_default() & 1) as u8);
    let mbs = places(16, |at| Mb::new(at, Fixed));
    b.kernel("16 flags of a macroblock: `under` for each; `under` once");
    b.side(Side::Dear, 0, |k, out| *out = flags_by_place(&flags, &mbs[k]));
    b.side(Side::Instead, 0, |k, out| *out = flags_together(&flags, &mbs[k]));

    let picture = Picture::noise(47, SIZE, |v| v as u8);
    let windows = places(1, |at| picture.view().partition(at, Fixed).window().expect("inside of the picture"));
    let order = black_box(Coding::ORDER);
    b.kernel("16 parts of a macroblock: `partition` at run time; `nth` of a constant order");
    b.side(Side::Dear, 0, |k, out| *out = parts_by_index(windows[k], &order));
    b.side(Side::Instead, 0, |k, out| *out = parts_by_order(windows[k]));
}
