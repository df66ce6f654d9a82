//! The laws of folds, of parts of proven windows, and of writes through several blocks.

use proptest::prelude::*;
use unite::*;

universe! {
    struct Plane: 2;
    struct Cube: 3;
}

type Quarters = Coarse<Plane, By<4, 4>>;

fn numbered(height: usize, width: usize) -> Block<Plane, u32> {
    Block::<Plane, u32>::from_fn([3, -2], Dyn([height, width]), |[y, x]| (1000 * y + x) as u32)
}

/// The sum over the indices of a tensor, by checked access.
fn plain_sum<S: Space, E: Extent, H: Home>(view: Tensor<&[u32], S, E, H>) -> u64 {
    view.spot().indices().map(|i| u64::from(view.at(i))).sum()
}

proptest! {
    #[test]
    fn folds_visit_each_sample_once_in_the_order_of_the_indices(
        (height, width) in (1_usize..9, 1_usize..9), (y, x) in (0_isize..4, 0_isize..4), (h, w) in (0_usize..5, 0_usize..5),
    ) {
        let b = numbered(height + 8, width + 8);
        let part = b.view().partition([y, x], Dyn([h, w]));
        let turned = part.permute::<Axes<1, 0>>();
        let fine = part.refine::<By<2, 3>>();
        let listed: Vec<u32> = part.indices().map(|i| part.at(i)).collect();
        prop_assert!(part.iter().eq(listed.iter().copied()));
        let mut seen = Vec::new();
        part.fold((), |(), sample| seen.push(sample));
        prop_assert_eq!(seen, listed);
        prop_assert_eq!(part.sum::<u64>(), plain_sum(part));
        prop_assert_eq!(turned.sum::<u64>(), plain_sum(turned));
        prop_assert!(turned.iter().eq(turned.indices().map(|i| turned.at(i))));
        prop_assert_eq!(fine.sum::<u64>(), plain_sum(fine));
        prop_assert!(fine.iter().eq(fine.indices().map(|i| fine.at(i))));
        if let Some(window) = part.window::<Inside>() {
            prop_assert_eq!(window.sum::<u64>(), plain_sum(part));
            prop_assert_eq!(window.zip_fold(part, 0, |sum, p, q| sum + u64::from(p ^ q)), 0);
        }
        let plain: u64 = part.iter().zip(part.iter()).map(|(p, q)| u64::from(p) * u64::from(q)).sum();
        prop_assert_eq!(part.zip_fold(&part, 0, |sum, p, q| sum + u64::from(p) * u64::from(q)), plain);
    }

    #[test]
    fn a_part_of_a_window_exists_exactly_inside_of_it_and_reads_what_the_view_reads(
        (height, width) in (1_usize..7, 1_usize..7), (y, x) in (-3_isize..8, -3_isize..8), (h, w) in (0_usize..8, 0_usize..8),
        far in any::<[isize; 2]>(),
    ) {
        let b = numbered(20, 20);
        let whole = b.view().partition([5, 6], Dyn([height, width]));
        let proven = whole.proven::<Around<1, 2>>().expect("inside of the block");
        let fits = |at: isize, n: usize, of: usize| at >= 0 && n > 0 && at as usize + n <= of;
        let part = proven.window().partition([y, x], Dyn([h, w]));
        prop_assert_eq!(part.is_some(), fits(y, h, height) && fits(x, w, width));
        prop_assert!(proven.window().partition(far, Dyn([usize::MAX, h])).is_none());
        let by_place = proven.colocate(&whole.partition([y, x], Dyn([h, w])));
        prop_assert_eq!(by_place.is_some(), part.is_some());
        let there = proven.colocate(&Spot::<Plane, _>::new(far, Dyn([1, 1])));
        let index = [far[0].wrapping_sub(whole.origin()[0]), far[1].wrapping_sub(whole.origin()[1])];
        prop_assert_eq!(there.map(|it| it[[0, 0]]), Some(index).filter(|i| whole.indices().any(|j| j == *i)).map(|i| whole.at(i)));
        if let (Some(part), Some(by_place)) = (part, by_place) {
            let view = whole.partition([y, x], Dyn([h, w]));
            for row in -1..h as isize {
                for column in -2..w as isize {
                    prop_assert_eq!(part[[row, column]], view.at([row, column]));
                    prop_assert_eq!(by_place[[row, column]], view.at([row, column]));
                }
            }
            let is_two_by_three = unite::sizes!(part, fixed: 3 x 2, 2 x 3 => fixed.extent().dim(0) == 2, else false);
            prop_assert_eq!(is_two_by_three, (h, w) == (2, 3));
            prop_assert_eq!(part.moved([0, 0]).extent(), Dyn([h, w]));
        }
    }

    #[test]
    fn two_windows_of_one_proof_are_those_of_two(
        (height, width) in (1_usize..7, 1_usize..7),
        (more, origin) in (0_usize..2, -1_isize..2),
        (y, x) in (-2_isize..8, -2_isize..8),
        (a, b) in (0_usize..5, 0_usize..5),
    ) {
        let one = numbered(height, width);
        let mut other = Block::<Plane, u8>::new([3 + origin, -2], Dyn([height, width + more]));
        other.view_mut().fill_with(|[y, x]| (50 - 7 * y + x) as u8);
        let part = one.view().partition([y, x], Dyn([a, b]));
        let both = part.windows::<Around<1, 0>, _>(&other.view());
        let alone = (part.window::<Around<1, 0>>(), other.view().colocate(&part).window::<Around<1, 0>>());
        match (both, alone) {
            (Some((p, q)), (Some(first), Some(second))) => {
                prop_assert!(more == 0 && origin == 0);
                for i in part.indices() {
                    prop_assert_eq!((p[i], q[i]), (first[i], second[i]));
                }
            }
            (None, (first, _)) => prop_assert!(more != 0 || origin != 0 || first.is_none()),
            _ => prop_assert!(false, "two windows, where one tensor has none"),
        }
    }

    #[test]
    fn a_part_is_moved_within_its_reach_and_no_further((y, x) in (-3_isize..4, -4_isize..5)) {
        let whole = numbered(9, 9);
        let window = whole.view().window::<Inside>().expect("its own block");
        let part = window.partition_reaching::<Around<1, 2, 2, 1>, _>([3, 3], Dyn([2, 3])).expect("inside of the block");
        let moved = std::panic::catch_unwind(|| part.moved([y, x]));
        prop_assert_eq!(moved.is_ok(), (-1..=2).contains(&y) && (-2..=1).contains(&x));
        if let Ok(moved) = moved {
            prop_assert!(part.extent().dim(0) == 2 && (0..2).all(|i| moved[[i, 2]] == part[[y + i, x + 2]]));
        }
    }

    #[test]
    fn points_cover_places_at_the_ends_of_the_numbers_too(
        origin in prop::sample::select(vec![isize::MIN, isize::MIN + 3, -5, 0, 6, isize::MAX - 2, isize::MAX]),
        from in prop::sample::select(vec![isize::MIN, isize::MIN + 1, -9, 0, 3, 1000, isize::MAX - 1, isize::MAX]),
        points in prop::sample::select(vec![0, 1, 2, 3, 4, 5, 17, usize::MAX / 4, usize::MAX - 3, usize::MAX]),
    ) {
        let under = Spot::<Quarters, _>::new([origin, 0], Fixed::<1, 1>).under(&Spot::<Plane, _>::new([from, 0], Dyn([points, 1])));
        let (origin, from) = (origin as i128, from as i128);
        let first = origin + (from - origin).div_euclid(4) * 4;
        let count = if points == 0 { 0 } else { (from + points as i128 - first + 3) / 4 };
        prop_assert_eq!(under.origin()[0] as i128, first.clamp(isize::MIN as i128, isize::MAX as i128));
        prop_assert_eq!(under.extent().dim(0) as i128, count.min(usize::MAX as i128));
    }

    #[test]
    fn coarse_windows_are_found_under_places_as_views_are(
        (y, x) in (-9_isize..40, -9_isize..40), (h, w) in (1_usize..20, 1_usize..20),
    ) {
        let flags = Block::<Quarters, u32>::from_fn([0, 4], Dyn([6, 6]), |[y, x]| (10 * y + x) as u32);
        let (view, place) = (flags.view(), Spot::<Plane, _>::new([y, x], Dyn([h, w])));
        let under = view.under(&place);
        let part = view.proven::<Inside>().expect("its own block").under(&place);
        prop_assert_eq!(part.is_some(), under.indices().all(|i| under.get(i).is_some()));
        if let Some(part) = part {
            prop_assert_eq!(part.extent(), under.extent());
            prop_assert!(under.indices().all(|i| part[i] == under.at(i)));
        }
    }

    #[test]
    fn a_write_goes_to_the_nearest_block_that_has_the_place((y, x) in (-6_isize..12, -6_isize..12)) {
        let mut picture = Block::<Plane, u32>::new([0, 0], Dyn([8, 8]));
        let mut tile = Tile::<Plane, [[u32; 3]; 2]>::at([2, 4]);
        let place = [y + 2, x + 4];
        let mut both = tile.view_mut().within(picture.view_mut());
        let found = both.get_mut([y, x]).map(|sample| *sample = 7).is_some();
        prop_assert_eq!(found, both.get([y, x]) == Some(7));
        let inside = (0..8).contains(&place[0]) && (0..8).contains(&place[1]);
        prop_assert_eq!(found, inside);
        let in_tile = (0..2).contains(&y) && (0..3).contains(&x);
        prop_assert_eq!(tile.view().sum::<u32>(), if in_tile { 7 } else { 0 });
        prop_assert_eq!(picture.view().sum::<u32>(), if inside && !in_tile { 7 } else { 0 });
    }

    #[test]
    fn a_stop_is_an_extent((y, x) in (-9_isize..9, -9_isize..9), (stop_y, stop_x) in (-9_isize..9, -9_isize..9)) {
        let b = numbered(4, 4);
        let dims = Dyn([(stop_y - y).max(0) as usize, (stop_x - x).max(0) as usize]);
        let (by_stop, by_extent) = (b.view().partition_to([y, x], [stop_y, stop_x]), b.view().partition([y, x], dims));
        prop_assert_eq!((by_stop.origin(), by_stop.extent()), (by_extent.origin(), by_extent.extent()));
    }
}

#[test]
fn eight_sources_are_read_together_and_views_by_reference() {
    let b = Block::<Cube, u32>::from_fn([0, 0, 0], Dyn([2, 3, 4]), |[z, y, x]| (100 * z + 10 * y + x) as u32);
    let v = b.view();
    let mut sum = Block::<Cube, u32>::new([0, 0, 0], Dyn([2, 3, 4]));
    sum.view_mut().zip((&v, v, &b, &v, v, &v, &v, &v), |(a, b, c, d, e, f, g, h)| a + b + c + d + e + f + g + h);
    assert!(sum.view().iter().zip(v.iter()).all(|(eightfold, sample)| eightfold == 8 * sample));
    sum.view_mut().copy_from(&v);
    assert_eq!(sum.view().sum::<u64>(), v.sum::<u64>());
}

#[test]
#[should_panic(expected = "there is no data")]
fn a_fold_over_places_without_data_panics() {
    numbered(4, 4).view().partition([2, 2], Dyn([3, 3])).sum::<u64>();
}

#[test]
#[should_panic(expected = "an operand of extent [2, 3, 0, 0] does not fit [2, 2, 0, 0]")]
fn a_fold_of_two_extents_panics() {
    let b = numbered(4, 4);
    b.view().partition([0, 0], Dyn([2, 2])).zip_fold(b.view().partition([0, 0], Dyn([2, 3])), 0, |sum, _, _| sum);
}
