//! The laws of parts (tiles, bands), of edges, of coarse points and of elementwise iteration.

use proptest::prelude::*;
use rayon::prelude::*;
use unite::*;

universe! {
    struct Line: 1;
    struct Plane: 2;
    struct Cube: 3;
    struct Hyper: 4;
}

fn numbered(height: usize, width: usize, pad: usize) -> Block<Plane, u32> {
    let mut b = Block::<Plane, u32>::padded([3, -2], Dyn([height, width]), pad);
    b.padded_view_mut().fill_with(|[y, x]| (1000 * y + x) as u32);
    b
}

proptest! {
    #[test]
    fn tiles_cover_every_point_once_and_nothing_beyond_the_last_row_and_column_of_tiles(
        (height, width) in (0_usize..12, 0_usize..12), (h, w) in (1_usize..5, 1_usize..5),
    ) {
        let b = numbered(height, width, 4);
        let mut counts = vec![0; (height + 8) * (width + 8)];
        let tiles = b.view().tiles(Dyn([h, w]));
        prop_assert_eq!(tiles.len(), height.div_ceil(h) * width.div_ceil(w));
        for tile in tiles {
            for y in 0..h as isize {
                for x in 0..w as isize {
                    let (row, column) = (tile.origin()[0] - 3 + y, tile.origin()[1] + 2 + x);
                    prop_assert_eq!(tile.at([y, x]), b.view().at([row, column]));
                    counts[row as usize * (width + 8) + column as usize] += 1;
                }
            }
        }
        let covered = |y, x| usize::from(y < height.next_multiple_of(h) && x < width.next_multiple_of(w));
        for y in 0..height + 8 {
            for x in 0..width + 8 {
                let expected = if height == 0 || width == 0 { 0 } else { covered(y, x) };
                prop_assert_eq!(counts[y * (width + 8) + x], expected);
            }
        }
    }

    #[test]
    fn bands_are_disjoint_cover_the_view_and_do_not_reach_each_other(
        (height, width, pad) in (1_usize..20, 1_usize..12, 0_usize..4), points in 1_usize..7,
    ) {
        let mut b = numbered(height, width, pad);
        let before = b.clone();
        let mut top = 0;
        for band in b.view_mut().bands(points) {
            let rows = band.extent().0[0] as isize;
            prop_assert_eq!(band.origin(), [3 + top, -2]);
            prop_assert_eq!(band.get([-1, 0]), None);
            prop_assert_eq!(band.get([rows, 0]), None);
            prop_assert_eq!(band.get([0, -1 - pad as isize]), None);
            prop_assert_eq!(band.get([0, -(pad as isize)]), before.view().get([top, -(pad as isize)]));
            let mut band = band;
            band.fill_with(|[y, x]| (100 * (top + y) + x) as u32);
            top += rows;
        }
        prop_assert_eq!(top, height as isize);
        for y in 0..height as isize {
            for x in 0..width as isize {
                prop_assert_eq!(b.view().at([y, x]), (100 * y + x) as u32);
            }
        }
        // No sample around the view was written.
        prop_assert_eq!(b.view().get([-1, 0]), before.view().get([-1, 0]));
        prop_assert_eq!(b.view().get([0, width as isize]), before.view().get([0, width as isize]));
    }

    #[test]
    fn tiles_of_a_band_are_the_tiles_of_its_view((n, pad) in (0_usize..40, 0_usize..4)) {
        let mut b = numbered(8, n, pad);
        let before = b.clone();
        let mut count = 0;
        for tile in b.view_mut().bands(4).flat_map(Tensor::tiles_mut::<4, 5>) {
            let there = before.view().colocate(&tile);
            for (y, row) in tile.rows.into_iter().enumerate() {
                for (x, sample) in row.iter_mut().enumerate() {
                    prop_assert_eq!(*sample, there.at([y as isize, x as isize]));
                    *sample += 1;
                }
            }
            count += 1;
        }
        prop_assert_eq!(count, 2 * (n / 5));
        for y in 0..8 {
            for x in 0..n as isize {
                let whole = x < (n / 5 * 5) as isize;
                prop_assert_eq!(b.view().at([y, x]), before.view().at([y, x]) + u32::from(whole));
            }
        }
    }

    #[test]
    fn edges_read_the_index_they_are_named_for(
        (height, width) in (1_usize..6, 1_usize..6), (y, x) in (-20_isize..20, -20_isize..20), at in (-30_isize..30, -30_isize..30),
    ) {
        let b = numbered(height, width, 2);
        let v = b.view();
        let (h, w) = (height as isize, width as isize);
        let inside = (0..h).contains(&y) && (0..w).contains(&x);
        prop_assert_eq!(v.clamped().at([y, x]), v.at([y.clamp(0, h - 1), x.clamp(0, w - 1)]));
        prop_assert_eq!(v.wrapped().at([y, x]), v.at([y.rem_euclid(h), x.rem_euclid(w)]));
        prop_assert_eq!(v.or_constant(7).at([y, x]), if inside { v.at([y, x]) } else { 7 });
        // At another place, in another space, the edge stays at its place.
        let spot = Spot::<Permuted<Coarse<Plane, By<2, 3>>, Axes<1, 0>>, _>::new([at.0, at.1], Dyn([4, 4]));
        let [row, column] = [at.0 - 3 + 2 * x, at.1 + 2 + 3 * y];
        prop_assert_eq!(v.clamped().colocate(&spot).at([y, x]), v.at([row.clamp(0, h - 1), column.clamp(0, w - 1)]));
    }

    #[test]
    fn a_coarse_point_gathers_the_samples_at_its_place((y, x) in (-3_isize..6, -3_isize..6), pad in 0_usize..3) {
        let b = numbered(8, 9, pad);
        let coarse = b.view().coarsen::<By<3, 2>>();
        let mut expected = Vec::new();
        for row in 3 * y..3 * y + 3 {
            for column in 2 * x..2 * x + 2 {
                expected.extend(b.view().get([row, column]));
            }
        }
        prop_assert!(coarse.samples([y, x]).eq(expected.iter().copied()));
        if !expected.is_empty() {
            let n = expected.len() as u32;
            let sum: u32 = expected.iter().sum();
            prop_assert_eq!(coarse.mean([y, x]), (2 * sum + n) / (2 * n));
            prop_assert_eq!(Some(coarse.min([y, x])), expected.iter().copied().min());
            prop_assert_eq!(Some(coarse.max([y, x])), expected.iter().copied().max());
        }
        let mut written = b.clone();
        written.view_mut().coarsen::<By<3, 2>>().broadcast([y, x], 77);
        for row in -4..12 {
            for column in -4..13 {
                let covered = (3 * y..3 * y + 3).contains(&row) && (2 * x..2 * x + 2).contains(&column);
                let before = b.view().get([row, column]);
                prop_assert_eq!(written.view().get([row, column]), if covered { before.map(|_| 77) } else { before });
            }
        }
    }

    #[test]
    fn zip_reads_by_index_whatever_the_operands_are(seed in any::<u32>(), turned in any::<bool>()) {
        let mut a = numbered(5, 6, 2);
        a.view_mut().fill_with(|[y, x]| seed.wrapping_mul(y as u32 * 7 + x as u32 + 1) >> 3);
        let mut tile = Tile::<Cube, [[[u32; 6]; 5]; 1]>::at([9, 9, 9]);
        tile.fill_with(|[_, y, x]| (y * x) as u32);
        let other = tile.view().slice::<0>(0);
        let mut sum = Block::<Plane, u32>::new([0, 0], Dyn([5, 6]));
        if turned {
            // The left side is permuted, so none of its lines is contiguous.
            let copy = a.view().permute::<Axes<1, 0>>().to_block();
            let mut left = sum.view_mut().permute::<Axes<1, 0>>();
            left.zip((copy.view(), other.permute::<Axes<1, 0>>()), |(p, q)| p.wrapping_add(q));
        } else {
            sum.view_mut().zip((&a, other), |(p, q)| p.wrapping_add(q));
        }
        for y in 0..5 {
            for x in 0..6 {
                prop_assert_eq!(sum.view().at([y, x]), a.view().at([y, x]).wrapping_add((y * x) as u32));
            }
        }
    }

    #[test]
    fn a_copy_has_the_place_and_the_samples_of_its_original(pad in 0_usize..3) {
        let b = numbered(5, 6, pad);
        let v = b.view().permute::<Axes<1, 0>>().partition([1, 1], Dyn([4, 3])).coarsen::<By<2, 1>>();
        let copy = v.to_block();
        prop_assert!(copy.spot() == v.spot());
        for y in 0..2 {
            for x in 0..3 {
                prop_assert_eq!(copy.view().at([y, x]), v.at([y, x]));
            }
        }
        let clone = b.clone();
        prop_assert_eq!(clone.view().at([4, 5]), b.view().at([4, 5]));
        prop_assert_eq!(clone.view().get([-1, -1]), b.view().get([-1, -1]));
    }

    #[test]
    fn rows_and_items_of_a_block_are_aligned(height in 1_usize..5, width in 1_usize..200, pad in 0_usize..40) {
        fn law<T: Copy + Default>(b: &Block<Plane, T>, height: usize) -> bool {
            let rows = b.view().window::<Inside>().unwrap();
            (0..height as isize).all(|y| rows.line(y).as_ptr().addr().is_multiple_of(Block::<Plane, T>::ALIGNMENT))
        }
        let extent = Dyn([height, width]);
        let b = Block::<Plane, u16>::padded([0, 0], extent, pad);
        prop_assert!(law(&b, height) && law(&b.clone(), height));
        prop_assert!(law(&Block::<Plane, u8>::padded([0, 0], extent, pad), height));
        prop_assert!(law(&Block::<Plane, f64>::padded([0, 0], extent, pad), height));
    }

    #[test]
    fn replicated_edges_are_clamped_edges((height, width, pad) in (1_usize..5, 1_usize..5, 0_usize..4)) {
        let mut b = numbered(height, width, pad);
        b.replicate_edges();
        let reach = pad as isize;
        for y in -reach..height as isize + reach {
            for x in -reach..width as isize + reach {
                prop_assert_eq!(b.view().at([y, x]), b.view().clamped().at([y, x]));
            }
        }
    }
}

#[test]
fn elementwise_iteration_visits_tensors_of_every_rank_in_row_major_order() {
    let mut seen = Vec::new();
    Tile::<Line, [u8; 2]>::at([0]).fill_with(|[x]| {
        seen.push([0, 0, 0, x]);
        0
    });
    Tile::<Hyper, [[[[u8; 2]; 1]; 2]; 1]>::at([0, 0, 0, 0]).fill_with(|i| {
        seen.push(i);
        0
    });
    assert_eq!(seen, [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 1, 0, 1]]);
    let mut hyper = Block::<Hyper, u32>::padded([0; 4], Dyn([2, 3, 4, 5]), 1);
    hyper.view_mut().fill_with(|[a, b, c, d]| (a * 1000 + b * 100 + c * 10 + d) as u32);
    let mut copy = Block::<Hyper, u32>::new([7; 4], Dyn([2, 3, 4, 5]));
    copy.view_mut().copy_from(&hyper);
    assert_eq!(copy.view().at([1, 2, 3, 4]), 1234);
}

#[test]
fn filling_through_a_refined_view_writes_the_point_each_index_lies_in() {
    let mut flags = Block::<Coarse<Line, By<4>>, u8>::new([0], Dyn([3]));
    flags.view_mut().refine::<By<4>>().fill_with(|[x]| x as u8);
    assert_eq!([0, 1, 2].map(|x| flags.view().at([x])), [3, 7, 11], "the last one written stays");
}

#[test]
fn a_block_without_points_is_a_block() {
    for dims in [[0, 0], [0, 5], [5, 0]] {
        let mut b = Block::<Plane, u8>::new([0, 0], Dyn(dims));
        assert_eq!((b.view().get([0, 0]), b.view().window::<Inside>().is_none()), (None, true));
        b.view_mut().fill_with(|_| unreachable!());
        b.replicate_edges();
        assert_eq!(b.clone().to_string(), format!("block of u8, {} x {} at (0, 0) of Plane", dims[0], dims[1]));
    }
}

#[test]
fn threads_that_write_bands_write_what_one_would() {
    let mut one = Block::<Plane, u8>::padded([0, 0], Dyn([100, 64]), 8);
    let mut many = one.clone();
    let paint = |mut band: ViewMut<'_, Plane, u8>| {
        let top = band.origin()[0];
        band.fill_with(|[y, x]| ((top + y) * x) as u8);
    };
    one.view_mut().bands(16).for_each(paint);
    many.view_mut().bands(16).par_bridge().for_each(paint);
    assert!((0..100).all(|y| (0..64).all(|x| one.view().at([y, x]) == many.view().at([y, x]))));
}

#[test]
fn operands_of_other_extents_are_refused_with_their_numbers() {
    let (mut a, b) = (numbered(2, 3, 0), numbered(2, 4, 0));
    let message = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| a.view_mut().copy_from(&b)));
    let message = *message.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(
        message,
        "elementwise: an operand of extent [2, 4, 0, 0] does not fit [2, 3, 0, 0] (0: no such dimension)"
    );
}

#[test]
fn an_extent_without_data_is_no_reason_to_count_to_its_end() {
    let mut b = numbered(4, 4, 0);
    let calls = std::cell::Cell::new(0);
    b.view_mut().partition([0, 0], Dyn([usize::MAX, 0])).fill_with(|_| {
        calls.set(calls.get() + 1);
        0
    });
    assert_eq!(calls.get(), 0);
    let beyond = std::panic::AssertUnwindSafe(|| b.view_mut().partition([0, 0], Dyn([usize::MAX, 1])).fill_with(|_| 0));
    assert!(std::panic::catch_unwind(beyond).is_err(), "row 4 has no data");
    let beyond = std::panic::AssertUnwindSafe(|| b.view_mut().partition([0, 0], Dyn([usize::MAX, 1])).bands(1).count());
    assert!(std::panic::catch_unwind(beyond).is_err(), "a view of more rows than its block has no bands");
}

#[test]
fn an_access_that_finds_nothing_says_where_it_looked() {
    let picture = numbered(8, 8, 0);
    let tile = Tile::<Plane, [[u32; 2]; 2]>::at([4, 4]);
    let message = |f: &dyn Fn()| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
        *payload.downcast::<String>().unwrap()
    };
    assert_eq!(
        message(&|| _ = tile.view().at([0, 2])),
        "index [0, 2] of 2 x 2 at (4, 4) of Plane: there is no data; looked in a block of 2 x 2 at (4, 4)"
    );
    assert_eq!(
        message(&|| _ = tile.view().within(picture.view()).at([-9, 0])),
        "index [-9, 0] of 2 x 2 at (4, 4) of Plane: there is no data; \
         looked in a block of 2 x 2 at (4, 4), then in a block of 8 x 8 at (3, -2)"
    );
}

#[test]
fn places_beyond_what_can_be_counted_hold_no_data() {
    let b = numbered(4, 4, 1);
    for far in [isize::MAX, isize::MIN, isize::MAX - 1, isize::MAX / 2, 1 << 62] {
        assert_eq!(b.view().get([far, 0]), None);
        assert_eq!(b.view().partition([far, 0], Dyn([1, 1])).get([0, 0]), None);
        assert_eq!(b.view().partition([far, 0], Dyn([1, 1])).get([far, 0]), None);
        assert_eq!(b.view().coarsen::<By<16, 1>>().get([far, 0]), None);
        assert_eq!(
            b.view().refine::<By<4, 4>>().partition([far, far], Dyn([1, 1])).coarsen::<By<4, 4>>().get([1, 1]),
            None
        );
        assert_eq!(b.view().slice::<0>(far).get([0]), None);
        assert_eq!(b.view().coverage([far, 0], &b.view().coarsen::<By<2, 2>>()).extent(), Dyn([0, 0]));
    }
}

#[test]
fn memory_that_cannot_be_a_block_is_refused_with_its_numbers() {
    let error = |r: Result<View<'_, Plane, u8>, LayoutError>| r.err().unwrap().to_string();
    let bytes = [0_u8; 12];
    let over = |dims: [usize; 2], pitch| error(View::<Plane, u8>::over_pitched(&bytes, [0, 0], Dyn(dims), P1(pitch)));
    assert_eq!(
        error(View::over(&bytes, [0, 0], Dyn([3, 5]))),
        "a block of 3 x 5 items needs memory for 15 items, and 12 are given"
    );
    assert_eq!(over([3, 4], 5), "a block of 3 x 4 items needs memory for 14 items, and 12 are given");
    assert_eq!(over([3, 4], 3), "a pitch of 3 is less than the 4 items that dimension 0 steps over");
    assert_eq!(over([3, 4], -4), "a pitch of -4 is less than the 4 items that dimension 0 steps over");
    assert_eq!(
        error(View::over(&bytes, [isize::MAX, 0], Dyn([3, 4]))),
        format!("a block of 3 x 4 points at [{}, 0] reaches beyond the places that can be counted", isize::MAX)
    );
    assert!(View::<Plane, u8>::over(&bytes, [0, 0], Dyn([usize::MAX, usize::MAX])).is_err());
    assert!(View::<Plane, u8>::over(&bytes, [0, 0], Dyn([usize::MAX, 0])).is_err());
    assert!(View::<Plane, u8>::over(&bytes, [0, 0], Dyn([0, 5])).is_ok());
    assert_eq!(
        Block::<Plane, u8, Fixed<4, 4>>::try_padded([0, 0], Fixed, 2).err().unwrap().to_string(),
        "a block of constant extent cannot be padded by 2; state its extent with Dyn"
    );
    let mut rows = [vec![1_u8, 2], vec![3]];
    assert_eq!(
        RowBlock::<Plane, _>::over(&mut rows, [0, 0]).err().unwrap().to_string(),
        "row 1 has 1 items and row 0 has 2"
    );
}
