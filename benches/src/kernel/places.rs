//! Questions about places that are known only when the program runs.
//!
//! Clause: H.264, 6.4.11.7: neighbours A, B and C of a part of a macroblock, and D in place of C. The twin works out the
//! indices and the order of coding by hand. The sum of absolute differences has extents known only at run time.

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::{Noise, PLACES, Picture, SIZE, place as place_of, places};
use crate::twin::Raw;
use codecs::h264::macroblock::Mv;
use codecs::h264::map::{BlockMotion, MbMap};
use codecs::h264::predict::motion_vectors::{self, Neighbour, Part};
use codecs::spaces::{Mb, macroblock, row_and_column};
use core::hint::black_box;
use unite::{Around, Dyn, Fixed, FixedExtent, Inside, Spot, View, Window, sizes};

/// Returns neighbours A, B and C of a part, by place.
#[inline(never)]
pub fn neighbours_place(map: &MbMap, mb: &Mb, part: Part) -> [Neighbour; 3] {
    motion_vectors::neighbours(&map.motion[0], mb, part)
}

/// Returns neighbours A, B and C of a part, by hand over a window.
#[inline(never)]
pub fn neighbours_rows(map: &MbMap, mb: &Mb, part: Part) -> [Neighbour; 3] {
    let [mb_y, mb_x] = row_and_column(mb);
    let order = |x: usize, y: usize| 8 * (y / 2) + 4 * (x / 2) + 2 * (y % 2) + x % 2;
    let is_after = |x: usize, y: usize| x < 4 && order(x, y) < order(part.x, part.y);
    let blocks = map.motion[0].view().partition([4 * mb_y, 4 * mb_x], Fixed::<4, 4>);
    let near = blocks.window::<Around<1, 1, 0, 1>>().expect("a macroblock of the picture");
    let at = |y, x| Neighbour::from(near[[y, x]]);
    let (y, x, right) = (part.y as isize, part.x as isize, part.x + part.width);
    let (a, b) = (at(y, x - 1), at(y - 1, x));
    let c = if part.y == 0 || is_after(right, part.y - 1) { at(y - 1, right as isize) } else { Neighbour::default() };
    [a, b, if c.is_available() { c } else { at(y - 1, x - 1) }]
}

/// A window of an extent known only at run time.
pub type Candidate<'a> = Window<'a, Video, u8, Dyn<2>>;

/// Returns the sum of absolute differences, by a fold.
#[inline(never)]
pub fn sad_place(a: Candidate<'_>, b: Candidate<'_>) -> u32 {
    a.zip_fold(b, 0, |sum, p, q| sum + u32::from(p.abs_diff(q)))
}

/// Returns the sum of absolute differences, by hand.
#[inline(never)]
pub fn sad_pointers(a: Raw<'_, u8>, b: Raw<'_, u8>, [height, width]: [isize; 2]) -> u32 {
    let mut sum = 0;
    for y in 0..height {
        for x in 0..width {
            sum += u32::from(a.at(y, x).abs_diff(b.at(y, x)));
        }
    }
    sum
}

/// Returns the sum of absolute differences, by one of the extents that occur.
#[inline(never)]
pub fn sad_sizes(a: Candidate<'_>, b: Candidate<'_>) -> u32 {
    sizes!(a, fixed: 16 x 16, 8 x 8 => same(fixed, b.fixed()), else sad_place(a, b))
}

/// Sums absolute differences over a constant extent.
#[inline(always)]
fn same<E: FixedExtent>(a: Window<'_, Video, u8, E>, b: Window<'_, Video, u8, E>) -> u32 {
    a.zip_fold(b, 0, |sum, p, q| sum + u32::from(p.abs_diff(q)))
}

/// Returns the sum of absolute differences, by hand for the extents that occur.
#[inline(never)]
pub fn sad_sizes_pointers(a: Raw<'_, u8>, b: Raw<'_, u8>, extent: [isize; 2]) -> u32 {
    match extent {
        [16, 16] => square::<16>(a, b),
        [8, 8] => square::<8>(a, b),
        _ => sad_pointers(a, b, extent),
    }
}

/// Sums absolute differences over `N` rows of `N` samples.
#[inline(always)]
fn square<const N: isize>(a: Raw<'_, u8>, b: Raw<'_, u8>) -> u32 {
    let mut sum = 0;
    for y in 0..N {
        for x in 0..N {
            sum += u32::from(a.at(y, x).abs_diff(b.at(y, x)));
        }
    }
    sum
}

/// A map of random vectors, references and kinds of blocks.
fn map() -> MbMap {
    let mut map = MbMap::new([4, 4]);
    let mut noise = Noise(41);
    let mut next = move || noise.next().unwrap_or_default();
    for i in Spot::<codecs::spaces::Luma4x4, _>::new([0, 0], Dyn([16, 16])).indices() {
        let ref_idx = (next() % 4) as i8 - 2;
        let mv = Mv { x: (next() % 256) as i16 - 128, y: (next() % 256) as i16 - 128 };
        map.motion[0].view_mut().set(i, BlockMotion { ref_idx, mv, ..BlockMotion::NONE });
    }
    map
}

/// The samples of an extent at the `k`th place.
fn candidate(picture: View<'_, Video, u8>, k: usize, extent: [usize; 2]) -> Candidate<'_> {
    picture.partition(place_of(k, 1), Dyn(extent)).window::<Inside>().expect("inside of the picture")
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    let map = map();
    let parts = [(0, 0, 4, 4), (0, 0, 4, 2), (0, 2, 4, 2), (2, 0, 2, 4), (2, 2, 2, 2), (1, 1, 1, 1), (2, 3, 2, 1), (3, 0, 1, 2)];
    let parts = parts.map(|(x, y, width, height)| Part { x, y, width, height });
    let place = |k: usize| (macroblock([1 + (k / 8) as isize, 1 + (k % 3) as isize]), parts[k % 8]);
    let numbers = |neighbours: [Neighbour; 3]| neighbours.map(|n| ((n.ref_idx as u8, n.mv.x), n.mv.y));
    let none = [((0_u8, 0_i16), 0_i16); 3];
    b.kernel("neighbours of a part");
    b.side(Side::Place, none, |k, out| *out = numbers(neighbours_place(&map, &place(k).0, place(k).1)));
    b.side(Side::Rows, none, |k, out| *out = numbers(neighbours_rows(&map, &place(k).0, place(k).1)));

    let extent = black_box([8, 8]);
    let (one, other) = (Picture::noise(42, SIZE, |v| v as u8), Picture::noise(43, SIZE, |v| v as u8));
    let (whole, other_whole) = (one.view::<Video>(), other.view::<Video>());
    let a = places(1, |at| whole.partition(at, Dyn(extent)).window::<Inside>().expect("inside of the picture"));
    let c = places(1, |at| other_whole.partition(at, Dyn(extent)).window::<Inside>().expect("inside of the picture"));
    let (p, q) = (places(1, |at| one.raw(at)), places(1, |at| other.raw(at)));
    b.kernel("SAD, extent at run time");
    b.side(Side::Place, 0, |k, out| *out = sad_place(a[k], c[k]));
    b.side(Side::Pointers, 0, |k, out| *out = sad_pointers(p[k], q[k], extent.map(|n| n as isize)));

    let extents = [[16, 16], [8, 8]].map(black_box);
    let a: Vec<_> = (0..PLACES).map(|k| candidate(whole, k, extents[k % 2])).collect();
    let c: Vec<_> = (0..PLACES).map(|k| candidate(other_whole, k, extents[k % 2])).collect();
    b.kernel("SAD, one of two extents");
    b.limit(1.18, "two windows bring an extent each, and the second is checked against the first; aimed at: 1.10");
    b.side(Side::Place, 0, |k, out| *out = sad_sizes(a[k], c[k]));
    b.side(Side::Pointers, 0, |k, out| *out = sad_sizes_pointers(p[k], q[k], extents[k % 2].map(|n| n as isize)));
}
