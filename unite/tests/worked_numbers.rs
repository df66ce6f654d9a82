//! The worked examples of chapters 1, 2, 5, 6 and 10 of the thesis, over static tensors.

use unite::*;

universe! {
    /// A universe whose unit is a sample.
    struct Picture: 2;
    /// A universe of component, time, row, column.
    struct Video: 4;
}

fn tens(height: usize, width: usize) -> Block<Picture, u8> {
    let mut b = Block::<Picture, u8>::new([0, 0], Dyn([height, width]));
    b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    b
}

#[test]
fn a_part_reads_its_block_also_beside_itself() {
    let block = tens(8, 8);
    let v = block.view().partition([2, 3], Dyn([3, 5]));
    assert_eq!((v.at([0, 0]), v.at([-1, -1]), v.at([2, 0])), (23, 12, 43));
    // Row 4 of the block lies below rows 2 and 3.
    let two_rows = block.view().partition([2, 3], Dyn([2, 4]));
    assert_eq!(two_rows.at([2, 0]), 43);
}

#[test]
fn a_block_copy_reads_its_own_and_walks_up_beside_itself() {
    let block = tens(8, 8);
    let v = block.view().partition([2, 3], Fixed::<2, 4>);
    let copy = Tile::<Picture, [[u8; 4]; 2]>::block_copy(&v);
    let p = copy.view().within(block.view());
    assert_eq!((p.at([0, 0]), p.at([-1, 0])), (0, 13));
    assert_eq!(copy.view().get([-1, 0]), None);
}

#[test]
fn a_coarse_row_reads_every_second_sample() {
    let block = tens(8, 8);
    let v = block.view().partition([2, 3], Dyn([2, 4])).coarsen::<By<1, 2>>();
    assert_eq!((v.at([0, 0]), v.at([0, 1])), (23, 25));
}

#[test]
fn colocation_takes_the_parameters_of_the_source_or_keeps_the_destination_s() {
    let block = tens(8, 8);
    let copy = Block::<Picture, u8>::block_copy(&block.view().partition([2, 3], Dyn([2, 4])));
    let row = copy.view().partition([0, 0], Dyn([1, 4])).coarsen::<By<1, 2>>();
    let source_form = block.view().colocate(&row);
    assert_eq!((source_form.extent(), source_form.at([0, 0]), source_form.at([0, 1])), (Dyn([1, 2]), 23, 25));
    let destination_form = block.view().under(&row);
    assert_eq!((destination_form.extent(), destination_form.at([0, 1])), (Dyn([1, 4]), 24));
}

#[test]
fn an_index_beside_a_block_without_ancestors_is_nowhere() {
    // Figure 5.7: a block of 4 x 4; (2, 1) is valid, (-1, 1) is not.
    let block = tens(4, 4);
    assert_eq!((block.view().get([2, 1]), block.view().get([-1, 1])), (Some(21), None));
}

#[test]
fn flags_of_macroblocks_are_asked_by_sample() {
    // Figure 6.6: a frame of 8 x 8, macroblocks of 4 x 4.
    let frame = tens(8, 8);
    let mut flags = Block::<_, u8>::block_copy(&frame.view().coarsen::<By<4, 4>>());
    assert_eq!(flags.extent(), Dyn([2, 2]));
    flags.view_mut().fill_with(|[y, x]| (2 * y + x) as u8);
    let by_sample = flags.view().refine::<By<4, 4>>();
    assert_eq!((by_sample.dims(), by_sample.at([5, 2])), (Dyn([8, 8]), flags.view().at([1, 0])));
    for y in 0..8 {
        for x in 0..8 {
            assert_eq!(by_sample.at([y, x]), flags.view().at([y / 4, x / 4]));
        }
    }
}

#[test]
fn a_tile_asks_the_flags_of_its_neighbours_by_place() {
    // Figure 6.8: may vertical-right run? Above left, above and left must all be intra.
    let frame = Block::<Picture, u8>::new([0, 0], Dyn([32, 32]));
    let mut intra = Block::<_, bool>::block_copy(&frame.view().coarsen::<By<16, 16>>());
    intra.view_mut().fill_with(|[y, x]| (y, x) != (0, 1));
    let used = intra.view().refine::<By<16, 16>>();
    let may_run = |y, x| {
        let f = used.colocate(&Spot::<Picture, _>::new([y, x], Fixed::<4, 4>));
        [[-1, -1], [-1, 0], [0, -1]].iter().all(|&i| f.get(i) == Some(true))
    };
    assert!(may_run(4, 4) && may_run(20, 20));
    assert!(!may_run(0, 4), "above the frame");
    assert!(!may_run(16, 16), "above is macroblock (0, 1)");
    assert!(!may_run(4, 20), "it lies in macroblock (0, 1)");
    assert!(may_run(16, 4), "above is macroblock (0, 0)");
}

#[test]
fn a_colour_frame_and_a_gray_frame_of_a_video() {
    // Figures 1.1, 3.6 and 3.7: component, time, row, column; the frame at time 3, and the gray one at half the density.
    let mut video = Block::<Video, u32>::new([0, 0, 0, 0], Dyn([3, 5, 10, 12]));
    video.view_mut().fill_with(|[c, t, y, x]| (1000 * c + 100 * t + 10 * y + x) as u32);
    let colour = video.view().slice::<1>(3);
    assert_eq!((colour.origin(), colour.at([1, 4, 6])), ([0, 3, 0, 0], 1346));
    let gray = colour.slice::<0>(0).coarsen::<By<2, 2>>();
    assert_eq!((gray.origin(), gray.at([2, 3])), ([0, 3, 0, 0], 346));
    assert!(gray.samples([2, 3]).eq([346, 347, 356, 357]));
    // A point of another time, or of another component, is not in the gray frame.
    let mut copy = gray.to_block();
    copy.view_mut().fill_with(|_| 7);
    let at = |c, t, y, x| {
        let point = Spot::<Video, _>::new([c, t, y, x], Fixed::<1, 1, 1, 1>);
        let beside = video.view().colocate(&point);
        let plane = beside.slice::<1>(0).slice::<0>(0);
        copy.view().colocate(&plane).get([0, 0])
    };
    assert_eq!((at(0, 3, 5, 7), at(0, 2, 5, 7), at(1, 3, 5, 7)), (Some(7), None, None));
}

#[test]
fn chroma_lies_at_the_place_of_the_luma_samples_it_stands_for() {
    // Section 2.3, on a patch of 2 x 4: 4:2:2 halves the columns, 4:1:1 quarters them, 4:2:0 halves both.
    let patch = tens(2, 4);
    let subsampled = [
        patch.view().coarsen::<By<1, 2>>().to_block().view().dims(),
        patch.view().coarsen::<By<1, 4>>().to_block().view().dims(),
        patch.view().coarsen::<By<2, 2>>().to_block().view().dims(),
    ];
    assert_eq!(subsampled, [Dyn([2, 2]), Dyn([2, 1]), Dyn([1, 2])]);
    let cb = patch.view().coarsen::<By<2, 2>>().to_block();
    let at_luma = cb.view().colocate(&patch);
    assert_eq!([0, 1, 2, 3].map(|x| at_luma.at([1, x])), [0, 0, 2, 2]);
}

#[test]
fn a_vector_of_quarter_samples_covers_its_interpolation_s_support() {
    // Refine by 4, origin 6, coarsen by 4: point 0 starts at quarter 6, and covers quarters 6 to 9.
    type Quarter = Fine<Picture, By<1, 4>>;
    let mut quarters = Block::<Quarter, u8>::new([0, 0], Dyn([1, 40]));
    quarters.view_mut().fill_with(|[_, x]| x as u8);
    let moved = quarters.view().partition([0, 6], Dyn([1, 8])).coarsen::<By<1, 4>>();
    assert!(moved.samples([0, 0]).eq([6, 7, 8, 9]));
    assert_eq!((moved.at([0, 1]), moved.dims()), (10, Dyn([1, 2])));
    // On whole samples: 6 quarters lie in sample 1, 10 quarters in sample 2.
    let mut samples = Block::<Picture, u8>::new([0, 0], Dyn([1, 10]));
    samples.view_mut().fill_with(|[_, x]| x as u8);
    let reference = samples.view().colocate(&moved);
    assert!(reference.samples([0, 0]).eq([1, 2]));
    assert_eq!((reference.at([0, 0]), reference.at([0, 1])), (1, 2));
}

#[test]
fn zonal_sums_of_two_rasters() {
    // Chapter 10: zones AAB/ABB/CCB, values 1 to 9.
    let zones = [b'A', b'A', b'B', b'A', b'B', b'B', b'C', b'C', b'B'];
    let values = [1_u32, 2, 3, 4, 5, 6, 7, 8, 9];
    let zones = View::<Picture, u8>::over(&zones, [0, 0], Dyn([3, 3])).unwrap();
    let values = View::<Picture, u32>::over(&values, [0, 0], Dyn([3, 3])).unwrap();
    let sum = |zone: u8, values: &dyn Fn([isize; 2]) -> u32| -> u32 {
        zones.tiles(Fixed::<1, 1>).map(|cell| cell.origin()).filter(|&at| zones.at(at) == zone).map(values).sum()
    };
    assert_eq!([b'A', b'B', b'C'].map(|zone| sum(zone, &|at| values.at(at))), [7, 23, 15]);
    // The same values twice as fine: the sum over a zone is that over the four quarters of its cells.
    let mut quarters = Block::<Fine<Picture, By<2, 2>>, u32>::new([0, 0], Dyn([6, 6]));
    quarters.view_mut().fill_with(|[y, x]| values.at([y / 2, x / 2]));
    let there = quarters.view().colocate(&zones);
    assert_eq!([b'A', b'B', b'C'].map(|zone| sum(zone, &|at| there.samples(at).sum())), [28, 92, 60]);
}

#[test]
fn ghost_cells_are_read_from_the_coarser_parent() {
    // Chapter 10: a patch twice as fine as its layer; what lies beside it is read from the coarser layer.
    let coarse = tens(8, 8);
    let mut patch = Block::<Fine<Picture, By<2, 2>>, u8>::new([4, 4], Dyn([4, 4]));
    patch.view_mut().fill_with(|_| 200);
    let p = patch.view().within(coarse.view());
    assert_eq!((p.at([0, 0]), p.at([-1, 0]), p.at([-2, 0]), p.at([-3, 0]), p.at([0, 4])), (200, 12, 12, 2, 24));
}

#[test]
fn zigzag_and_run_lengths_of_the_example_block() {
    // Figure 2.5: pairs of (zeros before, value).
    struct ZigZag;
    impl Scan<64> for ZigZag {
        const ORDER: [[isize; 2]; 64] = {
            let mut order = [[0; 2]; 64];
            let (mut n, mut diagonal) = (0, 0);
            while diagonal < 15 {
                let mut step = 0;
                while step <= diagonal {
                    let (a, b) = (step, diagonal - step);
                    if a < 8 && b < 8 {
                        order[n] = if diagonal % 2 == 1 { [a, b] } else { [b, a] };
                        n += 1;
                    }
                    step += 1;
                }
                diagonal += 1;
            }
            order
        };
    }
    let block = Tile::<Picture, [[i16; 8]; 8]> {
        origin: [0, 0],
        data: [
            [99, 65, 0, 0, 0, 0, 0, 0],
            [48, 0, 0, 0, 0, 7, 0, 0],
            [50, 10, 0, 0, 0, 0, 1, 0],
            [20, 43, 0, 4, 1, 0, 0, 0],
            [0; 8],
            [0, 0, 0, 0, 0, 0, 1, 0],
            [0, 0, 0, 3, 0, 0, 0, 0],
            [0; 8],
        ],
    };
    let coefficients = block.view().window::<Inside>().unwrap().scan::<ZigZag, 64>();
    let mut pairs = Vec::new();
    let mut zeros = 0;
    for c in coefficients {
        if c == 0 {
            zeros += 1;
        } else {
            pairs.push((zeros, c));
            zeros = 0;
        }
    }
    let expected = [
        (0, 99),
        (0, 65),
        (0, 48),
        (0, 50),
        (4, 10),
        (0, 20),
        (1, 43),
        (12, 4),
        (1, 7),
        (4, 1),
        (9, 1),
        (5, 3),
        (7, 1),
    ];
    assert_eq!((pairs.as_slice(), zeros), (expected.as_slice(), 8));
}
