//! The proof behind a window. It exists exactly if every index of its extent and reach has a sample, also at the ends
//! of `isize`, where differences of places overflow.

use proptest::prelude::*;
use unite::{Around, Block, By, Coarse, Dyn, Fixed, Inside, Reach, Space, Tensor, Tile};

unite::universe! { struct Video: 2; }

type Half = Coarse<Video, By<2, 2>>;

/// Generates places near a block, and places near the limits of the places that can be counted.
fn coordinate() -> impl Strategy<Value = isize> {
    prop_oneof![8 => -12_isize..24, 1 => isize::MIN..isize::MIN + 20, 1 => isize::MAX - 20..=isize::MAX]
}

/// Compares a window of a view with `get` at every index. (An empty extent may have no window, whatever its reach.)
fn agrees<S, E, H, const TOP: usize, const LEFT: usize, const BOTTOM: usize, const RIGHT: usize>(
    view: Tensor<&[u16], S, E, H>,
    dims: [usize; 2],
) -> bool
where
    S: Space<Ix = [isize; 2]>,
    E: unite::Extent,
    H: unite::Home,
    Around<TOP, LEFT, BOTTOM, RIGHT>: Reach,
{
    let window = view.window::<Around<TOP, LEFT, BOTTOM, RIGHT>>();
    let [height, width] = dims.map(|n| n as isize);
    let rows = -(TOP as isize)..height + BOTTOM as isize;
    let mut indices = rows.flat_map(|y| (-(LEFT as isize)..width + RIGHT as isize).map(move |x| [y, x]));
    match window {
        Some(window) => indices.all(|i| view.get(i) == Some(window[i])),
        None => height * width == 0 || indices.any(|i| view.get(i).is_none()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_window_exists_where_every_index_has_a_sample(
        origin in [-9_isize..9, -9_isize..9],
        size in [1_usize..14, 1_usize..14],
        pad in 0_usize..4,
        at in [coordinate(), coordinate()],
        dims in [0_usize..7, 0_usize..7],
    ) {
        let mut block = Block::<Video, u16>::padded(origin, Dyn(size), pad);
        block.padded_view_mut().fill_with(|[y, x]| (100 * y + x) as u16);
        let view = block.view();
        prop_assert!(agrees::<_, _, _, 0, 0, 0, 0>(view.partition(at, Fixed::<4, 3>), [4, 3]));
        prop_assert!(agrees::<_, _, _, 1, 2, 0, 3>(view.partition(at, Fixed::<4, 3>), [4, 3]));
        prop_assert!(agrees::<_, _, _, 0, 0, 0, 0>(view.partition(at, Dyn(dims)), dims));
        prop_assert!(agrees::<_, _, _, 1, 1, 1, 1>(view.partition(at, Dyn(dims)), dims));
        prop_assert!(agrees::<_, _, _, 0, 1, 1, 0>(view.coarsen::<By<2, 3>>().partition(at, Dyn(dims)), dims));
        prop_assert!(agrees::<_, _, _, 1, 0, 0, 1>(view.coarsen::<By<2, 3>>().partition(at, Fixed::<2, 2>), [2, 2]));
    }

    #[test]
    fn a_coarse_block_and_a_tile_agree_too(
        origin in [coordinate(), coordinate()],
        at in [coordinate(), coordinate()],
    ) {
        let near = origin.map(|v| v.clamp(-12, 24));
        let mut half = Block::<Half, u16>::new(near, Dyn([9, 9]));
        half.view_mut().fill_with(|[y, x]| (100 * y + x) as u16);
        let place = Tile::<Video, [[u8; 8]; 6]>::at(at);
        prop_assert!(agrees::<_, _, _, 0, 1, 0, 0>(half.view().under_fixed::<Fixed<3, 4>, _>(&place), [3, 4]));

        // The tile lies such that all its points are at places that can be counted.
        let mut tile = Tile::<Video, [[u16; 8]; 8]>::at(origin.map(|v| v.min(isize::MAX - 8)));
        tile.fill_with(|[y, x]| (100 * y + x) as u16);
        let there = Tile::<Video, [[u16; 3]; 4]>::at(at);
        prop_assert!(agrees::<_, _, _, 1, 0, 0, 1>(tile.view().colocate(&there), [4, 3]));
    }
}

#[test]
fn extents_beyond_memory_have_no_window() {
    let block = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    for n in [9, isize::MAX as usize, isize::MAX as usize + 1, usize::MAX - 1, usize::MAX] {
        for at in [[0, 0], [0, 1], [7, 7], [-1, 0], [isize::MAX, 0], [isize::MIN, 0]] {
            assert!(block.view().partition(at, Dyn([n, 1])).window::<Inside>().is_none(), "{n} rows at {at:?}");
            assert!(block.view().partition(at, Dyn([1, n])).window::<Around<0, 0, 0, 2>>().is_none(), "{n} columns");
            assert!(block.view().coarsen::<By<1, 4>>().partition(at, Dyn([1, n])).window::<Inside>().is_none());
        }
    }
    let huge = Fixed::<{ usize::MAX }, 1>;
    assert!(block.view().partition([1, 0], huge).window::<Inside>().is_none());
}
