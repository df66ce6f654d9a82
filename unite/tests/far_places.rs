//! Places near the ends of `isize`, empty blocks, and items of size 0. Reads, windows and operations on places agree
//! there as elsewhere.
//!
//! The oracle is 128-bit arithmetic, on factors that are small enough for it.

use proptest::prelude::*;
use std::panic::catch_unwind;
use unite::*;

universe! {
    struct Line: 1;
    struct Video: 2;
    struct Still: 3;
}

/// An item of size 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Nothing;
impl Sample for Nothing {}

/// A factor of which four overflow: 2^62 on 64-bit machines.
const VAST: isize = 1 << (isize::BITS - 2);

/// Generates numbers near 0, near the ends, and near the limits of the places of blocks.
fn anywhere() -> impl Strategy<Value = isize> {
    let near = |at: isize| at.saturating_sub(9)..=at.saturating_add(9);
    let far = isize::BITS / 8 * 7;
    prop_oneof![
        6 => -20_isize..20,
        2 => near(isize::MAX),
        2 => near(isize::MIN),
        1 => near(isize::MAX / 2),
        1 => near(1 << far),
        1 => near(-(1 << far)),
        2 => any::<isize>(),
    ]
}

/// Returns the row of `view`'s block at which its point `y` begins, computed exactly, and `true` if the distance from
/// the block's first row to the view's and on to the point does not overflow.
fn row<S, E, H>(view: &Tensor<&[u8], S, E, H>, block: &Spot<H::Space, Dyn<2>>, y: isize) -> (Option<usize>, bool)
where
    S: Space<Universe = Video>,
    E: Extent,
    H: Home<Space: Space<Universe = Video>>,
{
    let [r, c] = [S::FRAME.refinement(0), S::FRAME.coarsening(0)].map(|n| n as i128);
    let [rb, cb] = [H::Space::FRAME.refinement(0), H::Space::FRAME.coarsening(0)].map(|n| n as i128);
    let (x, from) = (view.origin()[0], block.origin()[0]);
    let parts = [x as i128 * rb, from as i128 * r, x as i128 * rb - from as i128 * r, y as i128 * c * rb];
    let position = parts[2] + parts[3];
    let counted = parts.iter().all(|&part| isize::try_from(part).is_ok()) && isize::try_from(position).is_ok();
    // If a view with such small points begins at an end of `isize`, an operation may have saturated there.
    let saturated = r / rb >= isize::MAX as i128 >> (isize::BITS / 8 * 7) && [isize::MIN, isize::MAX].contains(&x);
    let row = usize::try_from(position.div_euclid(r * cb)).ok().filter(|&row| row < block.extent().dim(0));
    (row, counted && !saturated)
}

/// Compares `get` and `samples` with the exact place of row `y`.
fn reads<S, E, H>(view: Tensor<&[u8], S, E, H>, block: &Spot<H::Space, Dyn<2>>, y: isize)
where
    S: Space<Universe = Video, Ix = [isize; 2]>,
    E: Extent,
    H: Home<Space: Space<Universe = Video>>,
{
    let (row, counted) = row(&view, block, y);
    let exact = row.map(|row| row as u8).filter(|_| counted || view.get([y, 0]).is_some());
    assert_eq!(view.get([y, 0]), exact, "row {y} of {view}");
    // A point that begins before the block may end inside of it.
    let first = view.samples([y, 0]).next();
    assert!(first == exact || exact.is_none() && first == Some(0), "samples of row {y} of {view}: {first:?}");
}

/// Compares like [`reads`], and also compares a window of three rows with `get`.
fn windows<S, E, H>(view: Tensor<&[u8], S, E, H>, block: &Spot<H::Space, Dyn<2>>, y: isize)
where
    S: Space<Universe = Video, Ix = [isize; 2]>,
    E: Extent,
    H: Home<Space: Space<Universe = Video>>,
{
    reads(view, block, y);
    let rows = [0, 1, 2].map(|y| view.get([y, 0]));
    match view.colocate(&Spot::<S, _>::new(view.origin(), Fixed::<3, 1>)).window::<Inside>() {
        Some(window) => assert_eq!([0, 1, 2].map(|y| Some(window[[y, 0]])), rows, "{view}"),
        None => assert!(rows.contains(&None), "no window: {view}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn get_samples_and_windows_read_the_exact_place(
        origin in anywhere(), at in [anywhere(), anywhere()], y in prop_oneof![4 => -3_isize..6, 1 => anywhere()],
    ) {
        let samples: [u8; 5] = [0, 1, 2, 3, 4];
        let whole = |dims| Spot::<Video, _>::new([origin, 0], dims);
        if let Ok(view) = View::<Video, u8>::over(&samples, [origin, 0], Dyn([5, 1])) {
            let block = whole(Dyn([5, 1]));
            for view in [view, view.partition([at[0], 0], Dyn([3, 1])).partition([at[1], 0], Dyn([3, 1]))] {
                windows(view, &block, y);
                reads(view.refine::<By<{ 1 << 20 }, 1>>(), &block, y);
                reads(view.refine::<By<3, 1>>().partition([at[1], 0], Dyn([9, 1])), &block, y);
                windows(view.refine::<By<4, 1>>().partition([at[1], 0], Dyn([9, 1])).coarsen::<By<4, 1>>(), &block, y);
                windows(view.coarsen::<By<2, 1>>(), &block, y);
                windows(view.coarsen::<By<VAST, 1>>(), &block, y);
            }
        }
        let half = Spot::<Coarse<Video, By<16, 1>>, _>::new([origin, 0], Dyn([5, 1]));
        if let Ok(view) = View::<Coarse<Video, By<16, 1>>, u8>::over(&samples, [origin, 0], Dyn([5, 1])) {
            let view = view.colocate(&Spot::<Coarse<Video, By<16, 1>>, _>::new([at[0], 0], Dyn([3, 1])));
            windows(view, &half, y);
            reads(view.refine::<By<16, 1>>(), &half, y);
            reads(view.refine::<By<48, 1>>().partition([at[1], 0], Dyn([9, 1])), &half, y);
        }
        // Tiles can lie at any place.
        let tile = Tile::<Video, _> { origin: [origin, 0], data: [[0_u8], [1], [2], [3], [4]] };
        let view = tile.view().partition([at[0], 0], Dyn([3, 1]));
        windows(tile.view(), &whole(Dyn([5, 1])), y);
        windows(view, &whole(Dyn([5, 1])), y);
        reads(view.refine::<By<4, 1>>().partition([at[1], 0], Dyn([9, 1])), &whole(Dyn([5, 1])), y);
        let vast = Tile::<Coarse<Video, By<VAST, 1>>, _> { origin: [origin, 0], data: [[0_u8], [1], [2], [3], [4]] };
        windows(vast.view(), &vast.spot().dims_at(), y);
        windows(vast.view().colocate(&Spot::<Coarse<Video, By<VAST, 1>>, _>::new([at[0], 0], Dyn([3, 1]))), &vast.spot().dims_at(), y);
    }

    #[test]
    fn a_place_is_within_another_where_its_first_and_its_last_point_are(
        at in [anywhere(), anywhere()], n in [extent(), extent()],
    ) {
        fn within<A, B>(at: [isize; 2], n: [usize; 2]) -> bool
        where
            A: Space<Universe = Line, Ix = [isize; 1]>,
            B: Space<Universe = Line, Ix = [isize; 1]>,
        {
            Spot::<A, _>::new([at[0]], Dyn([n[0]])).is_within(&Spot::<B, _>::new([at[1]], Dyn([n[1]])))
        }
        type Vast = Coarse<Line, By<VAST>>;
        type Sub = Fine<Line, By<VAST>>;
        let start = at.map(|at| at as i128);
        let end = |k: usize, by: isize| start[k] + n[k] as i128 * by as i128;
        let (vast, up) = (VAST as i128, |v: i128| -(-v).div_euclid(VAST as i128));
        let inside = |from: bool, to: bool| from && to;
        prop_assert_eq!(within::<Line, Line>(at, n), inside(start[0] >= start[1], end(0, 1) <= end(1, 1)));
        prop_assert_eq!(within::<Vast, Line>(at, n), inside(start[0] >= start[1], end(0, VAST) <= end(1, 1)));
        prop_assert_eq!(within::<Vast, Vast>(at, n), inside(start[0] >= start[1], end(0, VAST) <= end(1, VAST)));
        // Positions of the finer grid are divided by `VAST`, and rounded down or up such that the comparison stays
        // exact.
        let down = start[0].div_euclid(vast);
        prop_assert_eq!(within::<Sub, Line>(at, n), inside(down >= start[1], up(end(0, 1)) <= end(1, 1)));
        prop_assert_eq!(within::<Sub, Vast>(at, n), inside(down >= start[1], up(end(0, 1)) <= end(1, VAST)));
        prop_assert_eq!(within::<Line, Sub>(at, n), inside(start[0] >= up(start[1]), end(0, 1) <= end(1, 1).div_euclid(vast)));
    }

}

/// Generates extents, small ones and the largest possible.
fn extent() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 0_usize..30, 1 => usize::MAX - 9..=usize::MAX, 1 => any::<usize>()]
}

trait DimsAt<S: Space> {
    /// Returns the same place with its extent as numbers.
    fn dims_at(self) -> Spot<S, Dyn<2>>;
}

impl<S: Space<Ix = [isize; 2]>, E: Extent> DimsAt<S> for Spot<S, E> {
    fn dims_at(self) -> Spot<S, Dyn<2>> {
        Spot::new(self.origin(), Dyn([0, 1].map(|k| self.extent().dim(k))))
    }
}

#[test]
fn a_block_without_points_has_no_data_whatever_its_strides() {
    for pitch in [isize::MAX, isize::MIN, -1, 7] {
        let view = View::<Video, u8>::over_pitched(&[], [0, 0], Dyn([4, 0]), P1(pitch)).expect("it is empty");
        assert_eq!(view.extent(), Dyn([4, 0]));
        for y in -1..5 {
            assert_eq!((view.get([y, 0]), view.samples([y, 0]).next()), (None, None), "{pitch}");
            assert!(view.partition([y, 0], Fixed::<1, 1>).window::<Inside>().is_none());
            assert!(view.partition([y, 0], Dyn([1, 0])).window::<Around<0, 0, 0, 1>>().is_none());
        }
    }
    // The first axis of the search is not the empty one, and its stride is a constant.
    type Turned<const K: usize> = View<'static, Axes102, u8, Interleaved<2, K>, Rows<Axes102, Interleaved<2, K>>>;
    type Axes102 = Permuted<Still, Axes<1, 0, 2>>;
    let n = isize::BITS / 3;
    let wide = Turned::<1024>::over(&[], [0; 3], Interleaved([0, 1 << n])).expect("it is empty");
    assert_eq!(wide.get([0, (1 << n) - 1, 0]), None);
    let wider = Turned::<{ VAST as usize }>::over(&[], [0; 3], Interleaved([0, 1 << n]));
    assert!(matches!(wider, Err(LayoutError::TooShort { .. })), "one row is more than can be counted");
}

#[test]
fn a_place_is_within_another_also_where_both_end_beyond_what_can_be_counted() {
    type Vast = Coarse<Line, By<VAST>>;
    type Sub = Fine<Line, By<VAST>>;
    let most = usize::MAX;
    let vast = |n: usize| Spot::<Vast, _>::new([0], Dyn([n]));
    assert!(vast(most - 1).is_within(&vast(most)));
    assert!(!vast(most).is_within(&vast(most - 1)));
    // A point of `Sub` is 1 / VAST of a root point, and a point of `Vast` is VAST root points.
    let sub = |at: isize, n: usize| Spot::<Sub, _>::new([at], Dyn([n]));
    assert!(sub(0, most).is_within(&vast(1)) && sub(isize::MAX, most).is_within(&vast(most)));
    assert!(!vast(1).is_within(&sub(0, most)) && !vast(most).is_within(&sub(0, most)));
    assert!(!sub(-1, 1).is_within(&vast(most)));
}

#[test]
fn a_view_whose_place_cannot_be_counted_has_no_samples() {
    let far = 1 << (isize::BITS / 8 * 6);
    let samples = [7_u8; 4];
    let view = View::<Video, u8>::over(&samples, [far, 0], Dyn([4, 1])).expect("it fits");
    let fine = view.refine::<By<{ 1 << (isize::BITS / 3) }, 1>>();
    assert_eq!(fine.origin()[0], isize::MAX);
    for y in [0, 5, -1] {
        assert_eq!((fine.get([y, 0]), fine.samples([y, 0]).next()), (None, None));
        assert!(catch_unwind(|| fine.mean([y, 0])).is_err());
    }
    let mut samples = samples;
    let view = ViewMut::<Video, u8>::over_mut(&mut samples, [far, 0], Dyn([4, 1])).expect("it fits");
    view.refine::<By<{ 1 << (isize::BITS / 3) }, 1>>().broadcast([5, 0], 9);
    assert_eq!(samples, [7; 4]);
}

#[test]
fn a_tile_that_ends_beyond_what_can_be_counted_is_read_as_its_window_is() {
    let tile = Tile::<Video, _> { origin: [isize::MAX - 1, isize::MIN], data: [[1_u8, 5], [2, 6], [3, 7], [4, 8]] };
    let view = tile.view();
    let window = view.window::<Inside>().expect("a tile has its samples");
    for [y, x] in view.spot().indices() {
        let sample = tile.data[y as usize][x as usize];
        assert_eq!(
            (window[[y, x]], view.get([y, x]), view.samples([y, x]).next()),
            (sample, Some(sample), Some(sample))
        );
    }
    assert_eq!((view.get([4, 0]), view.get([-1, 0]), view.get([isize::MAX, 0])), (None, None, None));
}

#[test]
fn a_window_of_items_without_size_is_no_longer_than_its_block() {
    const N: usize = (1 << (usize::BITS - 2)) + 1;
    let tile = Tile::<Line, _> { origin: [0], data: [Nothing; N] };
    assert!(tile.view().window::<Inside>().is_some());
    assert!(tile.view().partition([0], Fixed::<{ N + 1 }>).window::<Inside>().is_none());
    assert!(tile.view().partition([0], Fixed::<{ usize::MAX }>).window::<Inside>().is_none());
    assert!(tile.view().partition([1], Fixed::<N>).window::<Inside>().is_none());
}

#[test]
fn places_beyond_what_can_be_counted_are_found_without_overflow() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    let vast = Spot::<Video, _>::new([isize::MIN, 0], Dyn([usize::MAX, 8]));
    let under = picture.view().under(&vast);
    assert_eq!((under.origin(), under.extent()), ([isize::MIN, 0], Dyn([usize::MAX, 8])));
    let halves = Block::<Coarse<Video, By<2, 2>>, u8>::new([0, 0], Dyn([4, 4]));
    let under = halves.view().under(&vast);
    assert_eq!((under.origin(), under.extent()), ([isize::MIN, 0], Dyn([usize::MAX / 2 + 1, 4])));
    assert_eq!(halves.view().under(&vast.refine::<By<{ VAST / 4 }, 1>>()).extent().dim(1), 4);

    let clamped = picture.view().partition([0, 0], Dyn([usize::MAX, 8])).clamped();
    assert_eq!((clamped.get([7, 0]), clamped.get([8, 0])), (Some(0), None));
    let far = picture.view().partition([1, 1], Dyn([4, 4])).clamped();
    assert_eq!((far.get([isize::MAX, 0]), far.get([isize::MIN, 0])), (Some(0), Some(0)));

    let tiles: Vec<_> = vast.tiles(Dyn([1 << (usize::BITS - 1), 8])).map(|tile| tile.origin()[0]).collect();
    assert_eq!(tiles, [isize::MIN, 0]);

    // A position of a vast grid relative to a fine one: in their common unit it takes more than 64 bits.
    const STEP: isize = 1 << (isize::BITS / 2 - 2);
    let (steps, fine) = (picture.view().coarsen::<By<STEP, 1>>(), picture.view().refine::<By<STEP, 1>>());
    for y in [isize::MAX, isize::MIN, 1] {
        assert_eq!(steps.coverage([y, 0], &fine).extent(), Dyn([0, 0]), "{y}");
    }
    assert_eq!(steps.coverage([0, 0], &fine).extent(), Dyn([1, 1]));
}
