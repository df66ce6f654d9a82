//! Bands of a block, and the padding around it: their rows and samples.

use proptest::prelude::*;
use unite::*;

universe! { struct Video: 2; }

#[test]
fn the_edges_of_interleaved_samples_are_replicated() {
    let mut b = Block::<Video, u8, Interleaved<1, 3>>::padded([0, 0], Interleaved([2]), 2);
    b.view_mut().fill_with(|[x, c]| (10 * x + c + 1) as u8);
    b.replicate_edges();
    for (x, pixel) in [(-2, 1), (-1, 1), (0, 1), (1, 11), (2, 11), (3, 11)] {
        assert_eq!([0, 1, 2].map(|c| b.view().get([x, c])), [0, 1, 2].map(|c| Some(pixel + c)), "pixel {x}");
    }
}

#[test]
fn a_band_lies_where_its_rows_do_in_a_view_refined_and_coarsened_by_one_factor() {
    let mut b = Block::<Video, u8>::new([4, 0], Dyn([8, 8]));
    let view = b.view_mut().refine::<By<2, 1>>().coarsen::<By<2, 1>>();
    for (n, mut band) in view.bands(2).enumerate() {
        band.fill_with(|_| n as u8);
    }
    assert_eq!([0, 2, 4, 6].map(|y| b.view().at([y, 7])), [0, 1, 2, 3]);
}

#[test]
fn rows_without_points_have_bands_too() {
    for pitch in [0, 8, isize::MAX] {
        let view =
            ViewMut::<Video, u8>::over_pitched_mut(&mut [], [0, 0], Dyn([4, 0]), P1(pitch)).expect("it is empty");
        assert_eq!(view.bands(3).map(|band| band.extent()).collect::<Vec<_>>(), [Dyn([3, 0]), Dyn([1, 0])]);
    }
    let mut block = Block::<Video, u8>::new([0, 0], Dyn([4, 0]));
    assert_eq!(block.view_mut().bands(3).count(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bands_lie_where_their_rows_do(
        origin in -40_isize..40, dims in [1_usize..20, 1_usize..4], pad in 0_usize..3, part in [0_usize..20, 0_usize..20],
        points in 1_usize..6, moved in 0_isize..4,
    ) {
        let mut block = Block::<Video, u8>::padded([origin, 0], Dyn(dims), pad);
        block.padded_view_mut().fill_with(|_| 0);
        let first = part[0] % dims[0];
        let rows = part[1] % (dims[0] - first) + 1;
        let at = [first as isize, 0];
        macro_rules! bands_of {
            ($view:expr) => {{
                let mut n = 0;
                for mut band in $view.bands(points) {
                    prop_assert!(band.as_view().window::<Inside>().is_some(), "{band} has data");
                    n += 1;
                    band.fill_with(|_| n);
                }
                prop_assert_eq!(usize::from(n), rows.div_ceil(points));
                for y in -(pad as isize)..(dims[0] + pad) as isize {
                    let inside = (first as isize..(first + rows) as isize).contains(&y);
                    let band = if inside { (y as usize - first) / points + 1 } else { 0 };
                    prop_assert_eq!(usize::from(block.view().at([y, 0])), band, "row {}", y);
                }
                block.padded_view_mut().fill_with(|_| 0);
            }};
        }
        let extent = Dyn([rows, dims[1]]);
        bands_of!(block.view_mut().partition(at, extent));
        bands_of!(block.view_mut().partition(at, extent).refine::<By<2, 1>>().coarsen::<By<2, 1>>());
        let quarter = block.view_mut().partition(at, extent).refine::<By<4, 4>>().partition([moved, moved], Dyn([4 * rows, 4]));
        bands_of!(quarter.coarsen::<By<4, 4>>());
        let mut thirds = Block::<Fine<Video, By<3, 1>>, u8>::new([origin, 0], Dyn(dims));
        for (n, mut band) in thirds.view_mut().refine::<By<5, 1>>().coarsen::<By<5, 1>>().bands(points).enumerate() {
            band.fill_with(|_| n as u8);
        }
        prop_assert!((0..dims[0]).all(|y| usize::from(thirds.view().at([y as isize, 0])) == y / points));
    }
}
