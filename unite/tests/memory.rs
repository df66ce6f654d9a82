//! Windows over memory that fits exactly: under a memory checker, a read or write too far is an error.
//!
//! The law: a window exists exactly when every index of its extent and reach has data by `get`, which checks each
//! access by itself; then it reads the same samples, and writes those and no others. It is tested for random places,
//! reaches, permutations, coarsenings, slices and layouts of ranks 1 to 4; the numbers are the same in every run.
//!
//! `tests/run` runs this program under valgrind. As an ordinary test it compares the proof with `get`, but does not
//! detect accesses outside of a window.

#[path = "../../tests/src/random.rs"]
#[allow(unreachable_pub, reason = "the crate `tests` exports it")]
mod random;

use random::Random;
use std::collections::HashMap;

use unite::*;

universe! {
    struct Line: 1;
    struct Video: 2;
    struct Still: 3;
    struct Clip: 4;
}

type Quarter = Fine<Video, By<4, 4>>;
type Chroma = Coarse<Video, By<2, 2>>;

/// The number of cases, small enough for a memory checker to take seconds.
const CASES: usize = 1000;

/// The number of times that windows of a kind existed, and did not exist. A kind that always does one or the other
/// tests only half of the law.
#[derive(Debug, Default)]
struct Seen {
    windows: usize,
    none: usize,
}

impl Seen {
    fn count(&mut self, window: bool) {
        *(if window { &mut self.windows } else { &mut self.none }) += 1;
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.windows >= CASES / 30 && self.none >= CASES / 30, "{self:?}");
        }
    }
}

/// Returns every index of `extent` with the reach `R` around it, in row-major order.
fn indices<R: Reach, I: Tuple, E: Extent>(extent: E) -> Vec<I> {
    let mut indices = vec![I::splat(0)];
    for k in 0..I::RANK {
        let reach = |reach: [usize; 2]| reach.get(I::RANK - 1 - k).map_or(0, |&n| n as isize);
        let range = -reach(R::BEFORE)..extent.dim(k) as isize + reach(R::AFTER);
        let longer = |mut i: I| {
            range.clone().map(move |x| {
                i.put(k, x);
                i
            })
        };
        indices = indices.into_iter().flat_map(longer).collect();
    }
    indices
}

/// Asserts the law for reading. Returns whether there was a window.
fn reads<R: Reach, T, S, E, H>(view: Tensor<&[T], S, E, H>) -> bool
where
    T: Copy + PartialEq + std::fmt::Debug,
    S: Space,
    E: Extent,
    H: Home,
{
    let has_data = indices::<R, Ix<S>, E>(view.extent()).into_iter().all(|i| view.get(i).is_some());
    let window = view.window::<R>();
    assert_eq!(window.is_some(), has_data, "{view}, reach {:?} {:?}", R::BEFORE, R::AFTER);
    if let Some(window) = window {
        for i in indices::<R, Ix<S>, E>(view.extent()) {
            assert_eq!(window[i], view.at(i), "{i:?} of {view}");
        }
    }
    has_data
}

/// Asserts the law for writing: each index gets a value of its own, and no other sample changes.
///
/// The argument `view` is an expression of `samples`, so that these can be compared before and after.
macro_rules! writes {
    ($reach:ty, $samples:ident, $view:expr) => {{
        let mut expected = $samples.to_vec();
        let view = $view;
        let name = view.to_string();
        let extent = view.extent();
        let offsets: Option<Vec<usize>> = indices::<$reach, _, _>(extent).into_iter().map(|i| view.offset(i)).collect();
        let values: HashMap<usize, u8> =
            offsets.iter().flatten().enumerate().map(|(n, &offset)| (offset, n as u8)).collect();
        assert_eq!(values.len(), offsets.as_ref().map_or(0, Vec::len), "{name}: two indices share a sample");
        let window = view.window::<$reach>();
        assert_eq!(window.is_some(), offsets.is_some(), "{name}");
        let there = window.is_some();
        if let Some(mut window) = window {
            for (n, i) in indices::<$reach, _, _>(extent).into_iter().enumerate() {
                window[i] = n as u8;
                assert_eq!(window[i], n as u8);
            }
            values.iter().for_each(|(&offset, &value)| expected[offset] = value);
        }
        assert_eq!($samples[..], expected[..], "{name}");
        there
    }};
}

struct Spiral;

impl Scan<9> for Spiral {
    const ORDER: [[isize; 2]; 9] = [[1, 1], [1, 2], [2, 2], [2, 1], [2, 0], [1, 0], [0, 0], [0, 1], [0, 4]];
}

/// Compares rows, spans, lines, loads and scans with `at`.
fn reads_by_rows<S, H>(view: Tensor<&[u8], S, Fixed<3, 5>, H>) -> bool
where
    S: Space<Ix = [isize; 2]>,
    H: Home,
{
    let Some(window) = view.window::<Around<1, 2, 1, 1>>() else { return false };
    let samples = |y: isize, x: std::ops::Range<isize>| x.map(move |x| view.at([y, x]));
    for y in -1..4 {
        assert!(samples(y, 0..5).eq(*window.row(y)));
        assert!(samples(y, -2..6).eq(*window.span::<-2, 8>(y)));
        assert!(samples(y, 5..6).eq(*window.span::<5, 1>(y)));
        assert!(samples(y, -2..6).eq(window.line(y).iter().copied()));
    }
    for (y, (row, loaded)) in window.rows().into_iter().zip(window.load()).enumerate() {
        assert!(samples(y as isize, 0..5).eq(*row) && *row == loaded);
    }
    assert_eq!(window.scan::<Spiral, 9>(), Spiral::ORDER.map(|i| view.at(i)));
    true
}

/// Returns a layout of a picture in exactly fitting memory: extent, pitch, samples.
fn picture(random: &mut Random) -> (Dyn<2>, P1, Box<[u8]>) {
    let (height, width) = (random.size(20), random.size(20));
    let pitch = width + random.between(0, 9) as usize;
    (Dyn([height, width]), P1(pitch as isize), random.bytes((height - 1) * pitch + width))
}

#[test]
fn a_window_of_rank_1_is_exactly_what_has_data() {
    let mut random = Random::new(1);
    let mut seen: [Seen; 5] = Default::default();
    for _ in 0..CASES {
        let n = random.size(30);
        let mut samples = random.bytes(n);
        let origin = random.index(-9, 9);
        let line = View::<Line, u8>::over(&samples, origin, Dyn([n])).expect("it fits");
        let at = random.index(-6, 30);
        seen[0].count(reads::<Inside, _, _, _, _>(line.partition(at, Dyn([random.size(20)]))));
        seen[1].count(reads::<Along<2, 1>, _, _, _, _>(line.partition(at, Fixed::<4>)));
        seen[2].count(reads::<Along<0, 3>, _, _, _, _>(line.coarsen::<By<3>>().partition([at[0] / 3], Fixed::<2>)));
        seen[3].count(reads::<Along<1, 0>, _, _, _, _>(line.partition_by::<By<5>, _>(at, Dyn([random.size(4)]))));
        let mut line = ViewMut::<Line, u8>::over_mut(&mut samples, origin, Dyn([n])).expect("it fits");
        line.set([n as isize - 1], 0);
        seen[4].count(writes!(
            Along<1, 1>,
            samples,
            ViewMut::<Line, u8>::over_mut(&mut samples, origin, Dyn([n])).expect("it fits").partition(at, Fixed::<3>)
        ));
    }
}

#[test]
fn a_window_of_rank_2_is_exactly_what_has_data() {
    let mut random = Random::new(2);
    let mut seen: [Seen; 6] = Default::default();
    for _ in 0..CASES {
        let (extent, pitch, samples) = picture(&mut random);
        let picture = View::<Video, u8>::over_pitched(&samples, random.index(-9, 9), extent, pitch).expect("it fits");
        let at = random.index(-2, 14);
        let dims = Dyn([random.size(8), random.size(8)]);
        seen[0].count(reads::<Around<1, 2, 0, 1>, _, _, _, _>(picture.partition(at, Fixed::<3, 5>)));
        seen[1].count(reads::<Around<1, 0, 1, 0>, _, _, _, _>(picture.partition(at, dims)));
        let turned = picture.permute::<Axes<1, 0>>();
        seen[2].count(reads::<Around<0, 1, 2, 0>, _, _, _, _>(turned.partition(at, Fixed::<3, 5>)));
        seen[3].count(reads::<Inside, _, _, _, _>(turned.partition(at, dims)));
        let coarse = picture.coarsen::<By<2, 3>>();
        seen[4].count(reads::<Around<1, 1>, _, _, _, _>(coarse.partition([at[0] / 2, at[1] / 3], Fixed::<2, 2>)));
        let stepped = picture.partition_by::<By<2, 1>, _>(at, Fixed::<3, 5>).permute::<Axes<1, 0>>();
        seen[5].count(reads::<Inside, _, _, _, _>(stepped));
    }
}

#[test]
fn rows_spans_lines_and_scans_read_what_has_data() {
    let mut random = Random::new(3);
    let mut seen: [Seen; 4] = Default::default();
    for _ in 0..CASES {
        let (extent, pitch, samples) = picture(&mut random);
        let picture = View::<Video, u8>::over_pitched(&samples, random.index(-9, 9), extent, pitch).expect("it fits");
        let at = random.index(0, 14);
        seen[0].count(reads_by_rows(picture.partition(at, Fixed)));
        seen[1].count(reads_by_rows(picture.partition_by::<By<2, 1>, _>(at, Fixed)));
        // A plane of a volume whose rows are the last dimension.
        let volume = random.bytes(4 * 6 * 9);
        let volume = View::<Still, u8>::over(&volume, random.index(-9, 9), Dyn([4, 6, 9])).expect("it fits");
        let plane = volume.slice::<0>(random.between(-1, 5));
        seen[2].count(reads_by_rows(plane.partition(random.index(0, 4), Fixed)));
        // An order over strides that are not constants, and over those of a tile, which are.
        let turned = picture.permute::<Axes<1, 0>>().partition(at, Fixed::<3, 5>);
        if let Some(window) = turned.window::<Inside>() {
            assert_eq!(window.scan::<Spiral, 9>(), Spiral::ORDER.map(|i| turned.at(i)));
        }
        let mut tile = Box::new(Tile::<Video, [[u8; 9]; 8]>::at(random.index(-9, 9)));
        tile.fill_with(|_| random.bits() as u8);
        let part = tile.view().partition(random.index(0, 4), Fixed::<3, 5>);
        seen[3].count(reads_by_rows(part));
        let turned = part.permute::<Axes<1, 0>>().fixed::<Fixed<5, 3>>();
        if let Some(window) = turned.window::<Inside>() {
            assert_eq!(window.scan::<Bend, 3>(), Bend::ORDER.map(|i| turned.at(i)));
        }
    }
}

struct Bend;

impl Scan<3> for Bend {
    const ORDER: [[isize; 2]; 3] = [[4, 2], [4, 0], [0, 0]];
}

#[test]
fn a_window_of_whole_samples_of_a_finer_block_is_exactly_what_has_data() {
    let mut random = Random::new(4);
    let mut seen: [Seen; 3] = Default::default();
    for _ in 0..CASES {
        let (height, width) = (random.size(40), random.size(40));
        let samples = random.bytes(height * width);
        let quarters = View::<Quarter, u8>::over(&samples, random.index(-9, 9), Dyn([height, width])).expect("it fits");
        // Whole samples at a fractional origin, as read by a motion vector.
        let at = random.index(-3, 20);
        let fetched = quarters.partition(at, Dyn([12, 20])).coarsen::<By<4, 4>>().fixed::<Fixed<3, 5>>();
        seen[0].count(reads::<Around<1, 0>, _, _, _, _>(fetched));
        seen[1].count(reads::<Inside, _, _, _, _>(quarters.partition_by::<By<2, 3>, _>(at, Dyn([random.size(4), 3]))));
        // Whole samples at a whole origin, found by colocation.
        let tile = Tile::<Video, [[u8; 3]; 2]>::at(random.index(-3, 6));
        seen[2].count(reads::<Inside, _, _, _, _>(quarters.colocate(&tile)));
    }
}

#[test]
fn a_window_of_rank_3_is_exactly_what_has_data() {
    let mut random = Random::new(5);
    let mut seen: [Seen; 6] = Default::default();
    for _ in 0..CASES {
        let dims: [usize; 3] = std::array::from_fn(|_| random.size(9));
        let row = dims[2] + random.between(0, 4) as usize;
        let plane = dims[1] * row + random.between(0, 4) as usize;
        let samples = random.bytes((dims[0] - 1) * plane + (dims[1] - 1) * row + dims[2]);
        let pitches = P2(plane as isize, row as isize);
        let volume = View::<Still, u8>::over_pitched(&samples, random.index(-9, 9), Dyn(dims), pitches);
        let volume = volume.expect("it fits");
        let at = random.index(-1, 4);
        seen[0].count(reads::<Around<1, 0, 0, 1>, _, _, _, _>(volume.partition(at, Fixed::<2, 3, 2>)));
        seen[1].count(reads::<Inside, _, _, _, _>(
            volume.partition(at, Dyn([random.size(4), random.size(4), random.size(4)])),
        ));
        let turned = volume.permute::<Axes<2, 0, 1>>();
        seen[2].count(reads::<Around<0, 1, 1>, _, _, _, _>(turned.partition(at, Fixed::<2, 2, 2>)));
        let plane = [at[1], at[2]];
        seen[3].count(reads::<Around<1, 1>, _, _, _, _>(
            volume.slice::<1>(random.between(-1, 9)).partition(plane, Fixed::<2, 2>),
        ));
        seen[4].count(reads::<Inside, _, _, _, _>(
            turned.slice::<2>(random.between(-1, 9)).partition(plane, Fixed::<2, 2>),
        ));
        let coarse = volume.coarsen::<By<1, 2, 3>>();
        seen[5].count(reads::<Inside, _, _, _, _>(coarse.partition([at[0], at[1] / 2, at[2] / 3], Fixed::<2, 2, 2>)));
    }
}

#[test]
fn a_window_of_interleaved_samples_is_exactly_what_has_data() {
    let mut random = Random::new(6);
    let mut seen: [Seen; 4] = Default::default();
    for _ in 0..CASES {
        let (height, width) = (random.size(12), random.size(12));
        let pitch = 3 * width + random.between(0, 5) as usize;
        let samples = random.bytes((height - 1) * pitch + 3 * width);
        let extent = Interleaved::<2, 3>([height, width]);
        let pixels = View::<Still, u8, Interleaved<2, 3>, Rows<Still, Interleaved<2, 3>>>::over_pitched(
            &samples,
            random.index(-9, 9),
            extent,
            P1(pitch as isize),
        );
        let pixels = pixels.expect("it fits");
        let [y, x] = random.index(-1, 8);
        let channel = pixels.slice::<2>(random.between(-1, 4));
        seen[0].count(reads::<Around<1, 0, 0, 1>, _, _, _, _>(channel.partition([y, x], Fixed::<3, 3>)));
        seen[1].count(reads::<Inside, _, _, _, _>(pixels.partition([y, x, random.between(-1, 2)], Fixed::<2, 3, 3>)));
        let planar = pixels.permute::<Axes<2, 0, 1>>();
        seen[2].count(reads::<Around<1, 1>, _, _, _, _>(planar.partition([0, y, x], Fixed::<3, 3, 2>)));
        let row = channel.slice::<0>(y);
        seen[3].count(reads::<Along<1, 1>, _, _, _, _>(row.partition([x], Fixed::<3>)));
    }
}

#[test]
fn a_window_of_rank_4_is_exactly_what_has_data() {
    let mut random = Random::new(7);
    let mut seen: [Seen; 4] = Default::default();
    for _ in 0..CASES {
        let dims: [usize; 4] = std::array::from_fn(|_| 1 + random.size(6));
        let samples = random.bytes(dims.iter().product());
        let clip = View::<Clip, u8>::over(&samples, random.index(-9, 9), Dyn(dims)).expect("it fits");
        let at = random.index(-1, 2);
        seen[0].count(reads::<Around<0, 1, 1, 0>, _, _, _, _>(clip.partition(at, Fixed::<2, 1, 2, 1>)));
        let turned = clip.permute::<Axes<3, 1, 0, 2>>();
        seen[1].count(reads::<Around<1, 0>, _, _, _, _>(turned.partition(at, Dyn([random.size(2), 2, 1, 2]))));
        let volume = clip.slice::<1>(random.between(-1, 6)).partition([at[0], at[2], at[3]], Fixed::<2, 2, 2>);
        seen[2].count(reads::<Along<1, 0>, _, _, _, _>(volume));
        let plane = clip.slice::<3>(random.between(-1, 5)).slice::<0>(random.between(-1, 5));
        seen[3].count(reads::<Around<1, 1>, _, _, _, _>(plane.partition([at[1], at[2]], Fixed::<2, 2>)));
    }
}

#[test]
fn a_window_of_a_block_is_exactly_what_has_data() {
    let mut random = Random::new(8);
    let mut seen: [Seen; 5] = Default::default();
    for _ in 0..CASES {
        let (extent, pad) = (Dyn([random.size(24), random.size(24)]), random.between(0, 5) as usize);
        let mut picture = Block::<Video, u16>::padded(random.index(-9, 9), extent, pad);
        picture.padded_view_mut().fill_with(|_| random.bits() as u16);
        let at = random.index(-6, 26);
        seen[0].count(reads::<Around<1, 2, 0, 1>, _, _, _, _>(picture.view().partition(at, Fixed::<3, 5>)));
        seen[1].count(reads::<Inside, _, _, _, _>(picture.view().colocate(&Tile::<Video, [[u8; 4]; 4]>::at(at))));
        let mut chroma = Block::<Chroma, u16>::padded(random.index(-9, 9), extent, pad);
        chroma.padded_view_mut().fill_with(|_| random.bits() as u16);
        let luma = Spot::<Video, _>::new(at, Fixed::<6, 8>);
        seen[2].count(reads::<Around<1, 1>, _, _, _, _>(chroma.view().under_fixed::<Fixed<3, 4>, _>(&luma)));
        seen[3].count(reads::<Inside, _, _, _, _>(chroma.view().under(&luma)));
        let mut turned = Block::<Permuted<Video, Axes<1, 0>>, u16>::new(random.index(-9, 9), extent);
        turned.view_mut().fill_with(|_| random.bits() as u16);
        seen[4].count(reads::<Around<1, 0>, _, _, _, _>(turned.view().colocate(&Tile::<Video, [[u8; 4]; 4]>::at(at))));
    }
}

#[test]
fn a_window_writes_its_samples_and_no_others() {
    let mut random = Random::new(9);
    let mut seen: [Seen; 5] = Default::default();
    for _ in 0..CASES {
        let (extent, pitch, mut samples) = picture(&mut random);
        let (origin, at) = (random.index(-9, 9), random.index(-2, 14));
        macro_rules! picture {
            () => {
                ViewMut::<Video, u8>::over_pitched_mut(&mut samples, origin, extent, pitch).expect("it fits")
            };
        }
        seen[0].count(writes!(Around<1, 2, 0, 1>, samples, picture!().partition(at, Fixed::<3, 5>)));
        let dims = Dyn([random.size(4), random.size(4)]);
        seen[1].count(writes!(Around<1, 0>, samples, picture!().permute::<Axes<1, 0>>().partition(at, dims)));
        let half = [at[0] / 2, at[1] / 2];
        seen[2].count(writes!(Inside, samples, picture!().coarsen::<By<2, 2>>().partition(half, Fixed::<3, 2>)));

        // Access by rows, including the rows of the reach.
        let before = samples.clone();
        let part = picture!().partition(at, Fixed::<3, 5>);
        let there = part.as_view().window::<Around<1, 1>>().is_some();
        if let Some(mut window) = part.window::<Around<1, 1>>() {
            for y in -1..3 {
                window.row_mut(y).fill(y as u8);
                window.line_mut(y)[0] = 100;
            }
        }
        let written = View::<Video, u8>::over_pitched(&samples, origin, extent, pitch).expect("it fits");
        let was = View::<Video, u8>::over_pitched(&before, origin, extent, pitch).expect("it fits");
        for i in indices::<Inside, [isize; 2], _>(extent) {
            let (y, x) = (i[0] - at[0], i[1] - at[1]);
            let row = if there && (-1..3).contains(&y) { -1..5 } else { 0..0 };
            let expected = if !row.contains(&x) {
                was.at(i)
            } else if x == -1 {
                100
            } else {
                y as u8
            };
            assert_eq!(written.at(i), expected, "{i:?}");
        }
        seen[3].count(there);

        let mut volume = random.bytes(5 * 6 * 7);
        let at = random.index(-1, 4);
        seen[4].count(writes!(
            Around<1, 0>,
            volume,
            ViewMut::<Still, u8>::over_mut(&mut volume, [0, 0, 0], Dyn([5, 6, 7]))
                .expect("it fits")
                .permute::<Axes<1, 2, 0>>()
                .partition(at, Fixed::<2, 2, 3>)
        ));
    }
}

#[test]
fn elementwise_lines_read_and_write_what_has_data() {
    let mut random = Random::new(10);
    for _ in 0..CASES {
        let (extent, pitch, mut target) = picture(&mut random);
        let (other, other_pitch, samples) = picture(&mut random);
        let source =
            View::<Video, u8>::over_pitched(&samples, random.index(-9, 9), other, other_pitch).expect("it fits");
        // A part that lies in both.
        let [height, width] = [0, 1].map(|k| random.size(extent.0[k].min(other.0[k])));
        let there = [0, 1].map(|k| random.between(0, (extent.0[k] - [height, width][k]) as isize + 1));
        let here = [0, 1].map(|k| random.between(0, (other.0[k] - [height, width][k]) as isize + 1));
        let source = source.partition(here, Dyn([height, width]));
        let mut view = ViewMut::<Video, u8>::over_pitched_mut(&mut target, [0, 0], extent, pitch).expect("it fits");
        let mut part = view.reborrow().partition(there, Dyn([height, width]));
        part.zip((source, source), |(a, b)| a.wrapping_add(b));
        for i in indices::<Inside, [isize; 2], _>(Dyn([height, width])) {
            assert_eq!(part.at(i), source.at(i).wrapping_add(source.at(i)));
        }
        part.reborrow().permute::<Axes<1, 0>>().copy_from(source.permute::<Axes<1, 0>>());
        for i in indices::<Inside, [isize; 2], _>(Dyn([height, width])) {
            assert_eq!(part.at(i), source.at(i));
        }
        part.fill_with(|[y, x]| (3 * y + x) as u8);
        assert_eq!(part.at([height as isize - 1, 0]), 3 * (height as u8 - 1));
    }
}

#[test]
fn bands_and_tiles_to_write_are_disjoint_and_fit() {
    let mut random = Random::new(11);
    for _ in 0..CASES {
        let (extent, pitch, mut samples) = picture(&mut random);
        let origin = random.index(-9, 9);
        let height = random.size(6);
        let view = ViewMut::<Video, u8>::over_pitched_mut(&mut samples, origin, extent, pitch).expect("it fits");
        for (n, band) in view.bands(height).enumerate() {
            let mut window = band.window::<Inside>().expect("a band has data");
            for i in indices::<Inside, [isize; 2], _>(window.extent()) {
                window[i] = n as u8;
            }
        }
        let written = View::<Video, u8>::over_pitched(&samples, origin, extent, pitch).expect("it fits");
        for [y, x] in indices::<Inside, [isize; 2], _>(extent) {
            assert_eq!(written.at([y, x]), (y as usize / height) as u8);
        }

        let view = ViewMut::<Video, u8>::over_pitched_mut(&mut samples, origin, extent, pitch).expect("it fits");
        for (n, tile) in view.bands(4).flat_map(Tensor::tiles_mut::<4, 3>).enumerate() {
            tile.rows.into_iter().for_each(|row| row.fill(100 + n as u8));
        }
        let (bands, tiles) = (extent.0[0] / 4, extent.0[1] / 3);
        let written = View::<Video, u8>::over_pitched(&samples, origin, extent, pitch).expect("it fits");
        for [y, x] in indices::<Inside, [isize; 2], _>(extent) {
            let (band, tile) = (y as usize / 4, x as usize / 3);
            let tiled = band < bands && tile < tiles;
            assert_eq!(written.at([y, x]) == 100 + (band * tiles + tile) as u8, tiled, "{y} {x} of {extent:?}");
        }
    }
}

#[test]
fn no_place_and_no_extent_fools_the_proof() {
    let samples = Random::new(12).bytes(16 * 16);
    let picture = View::<Video, u8>::over(&samples, [0, 0], Dyn([16, 16])).expect("it fits");
    let far =
        [isize::MAX, isize::MAX - 1, isize::MAX - 3, isize::MAX / 2, 1 << 62, -(1 << 62), -isize::MAX, isize::MIN];
    for at in far {
        for origin in [[at, 0], [0, at], [at, at]] {
            let there = picture.colocate(&Tile::<Video, [[u8; 4]; 4]>::at(origin));
            assert!(!reads::<Around<1, 1, 1, 1>, _, _, _, _>(there));
            assert!(!reads::<Inside, _, _, _, _>(there.permute::<Axes<1, 0>>()));
            assert!(!reads::<Inside, _, _, _, _>(picture.partition(origin, Fixed::<4, 4>)));
            assert!(!reads::<Inside, _, _, _, _>(picture.coarsen::<By<4, 4>>().partition(origin, Fixed::<1, 1>)));
            assert!(!reads::<Inside, _, _, _, _>(picture.partition_by::<By<{ 1 << 40 }, 1>, _>(origin, Fixed::<1, 1>)));
        }
    }
    for n in [usize::MAX, usize::MAX / 2, usize::MAX / 2 + 2, (1 << 62) + 1, 1 << 62, 17] {
        for extent in [Dyn([n, 4]), Dyn([4, n]), Dyn([n, n])] {
            assert!(picture.partition([0, 0], extent).window::<Inside>().is_none());
            assert!(picture.partition([0, 0], extent).window::<Around<0, 0, 1, 1>>().is_none());
            assert!(picture.coarsen::<By<4, 4>>().partition([0, 0], extent).window::<Inside>().is_none());
            assert!(picture.permute::<Axes<1, 0>>().partition([1, 1], extent).window::<Around<1, 1>>().is_none());
        }
    }
}

#[test]
fn no_factor_fools_the_proof() {
    let samples = Random::new(13).bytes(16 * 16);
    let picture = View::<Video, u8>::over(&samples, [0, 0], Dyn([16, 16])).expect("it fits");
    let coarse = picture.coarsen::<By<{ 1 << 62 }, 1>>();
    assert!(reads::<Inside, _, _, _, _>(coarse.partition([0, 0], Fixed::<1, 16>)));
    assert!(!reads::<Inside, _, _, _, _>(coarse.partition([0, 0], Fixed::<2, 16>)));
    assert!(!reads::<Around<7, 0>, _, _, _, _>(coarse.partition([0, 0], Fixed::<1, 16>)));
    assert!(!reads::<Around<0, 0, 7, 0>, _, _, _, _>(coarse.partition([0, 0], Fixed::<1, 16>)));
    assert!(coarse.partition([0, 0], Dyn([16, 16])).window::<Inside>().is_none());
}

#[test]
fn an_empty_extent_has_no_window_that_reads_outside() {
    let samples = Random::new(14).bytes(4 * 4);
    let picture = View::<Video, u8>::over(&samples, [0, 0], Dyn([4, 4])).expect("it fits");
    for extent in [Dyn([0, 3]), Dyn([3, 0]), Dyn([0, 0])] {
        for at in indices::<Around<1, 1, 1, 1>, [isize; 2], _>(Dyn([4, 4])) {
            let part = picture.partition(at, extent);
            assert!(part.window::<Inside>().is_none());
            if let Some(window) = part.window::<Around<1, 1, 1, 1>>() {
                for i in indices::<Around<1, 1, 1, 1>, [isize; 2], _>(extent) {
                    assert_eq!(Some(window[i]), part.get(i));
                }
            }
        }
    }
}

#[test]
fn an_index_outside_of_the_window_is_refused() {
    let samples = Random::new(15).bytes(8 * 8);
    let picture = View::<Video, u8>::over(&samples, [0, 0], Dyn([8, 8])).expect("it fits");
    let window = picture.partition([2, 2], Fixed::<3, 4>).window::<Around<1, 2>>().expect("inside of the picture");
    for i in [[-2, 0], [3, 0], [0, -3], [0, 4], [isize::MIN, 0], [0, isize::MAX], [isize::MAX, isize::MIN]] {
        let read = std::panic::catch_unwind(|| window[i]);
        assert!(read.is_err(), "{i:?}");
    }
    for y in [-2, 3, isize::MIN, isize::MAX] {
        assert!(std::panic::catch_unwind(|| window.row(y)).is_err(), "{y}");
        assert!(std::panic::catch_unwind(|| window.line(y)).is_err(), "{y}");
    }
}

#[test]
fn memory_an_item_too_short_is_refused() {
    let mut random = Random::new(17);
    for _ in 0..CASES {
        let origin = random.index(-9, 9);
        let (extent, pitch, mut samples) = picture(&mut random);
        let n = samples.len();
        assert!(View::<Video, u8>::over_pitched(&samples, origin, extent, pitch).is_ok());
        let refused = View::<Video, u8>::over_pitched(&samples[..n - 1], origin, extent, pitch).err();
        assert!(matches!(refused, Some(LayoutError::TooShort { needed, given, .. }) if needed == n && given == n - 1));
        assert!(ViewMut::<Video, u8>::over_pitched_mut(&mut samples[..n - 1], origin, extent, pitch).is_err());
        let dims: [usize; 4] = std::array::from_fn(|_| random.size(6));
        let samples = random.bytes(dims.iter().product());
        assert!(View::<Clip, u8>::over(&samples, [0; 4], Dyn(dims)).is_ok());
        assert!(View::<Clip, u8>::over(&samples[1..], [0; 4], Dyn(dims)).is_err());
    }
}

#[test]
fn a_tensor_without_points_is_a_tensor() {
    for dims in [[2, 0], [0, 2], [0, 0]] {
        assert!(View::<Video, u8>::over(&[], [0, 0], Dyn(dims)).is_ok(), "{dims:?}");
        assert!(Block::<Video, u8>::try_new([0, 0], Dyn(dims)).is_ok(), "{dims:?}");
    }
}

#[test]
fn a_band_holds_all_of_its_rows() {
    let mut samples = Random::new(16).bytes(8);
    for pitch in [-8, 0, 2, 8] {
        let row = ViewMut::<Video, u8>::over_pitched_mut(&mut samples, [0, 0], Dyn([1, 8]), P1(pitch));
        // Without adaptors of iterators: memcheck takes their reordered conditions for uninitialised ones.
        let Ok(row) = row else { continue };
        for band in row.bands(1) {
            assert!(band.get([0, 7]).is_some(), "{pitch}");
        }
    }
}
