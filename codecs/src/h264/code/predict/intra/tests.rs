//! The predictors compared with the standard's equations ([`plain`]), sample by sample. A mode that reads a missing
//! neighbour fails.

use super::super::super::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode};
use super::super::super::map::{MbInfo, MbKind, MbMap};
use super::super::super::picture::Picture;
use super::{Available, chroma, intra_4x4, intra_8x8, intra_16x16, plain};
use crate::spaces::{Chroma, Luma, Mbs};
use noise::Noise;
use unite::{Dyn, Fixed, Spot, Tile};

/// Returns a picture of noise, of black and white noise, of slopes or of rectangles.
fn picture(noise: &mut Noise, kind: u64) -> Picture {
    let mut picture = Picture::new([3, 3], false);
    let mut fill = |y: isize, x: isize| match kind % 4 {
        0 => noise.bits() as u8,
        1 => 255 * noise.below(2) as u8,
        2 => (5 * x + 3 * y) as u8,
        _ => [0, 255][(x / 3 + y / 5).rem_euclid(2) as usize],
    };
    picture.luma.padded_view_mut().fill_with(|[y, x]| fill(y, x));
    for plane in picture.chroma.as_mut().expect("it has chroma") {
        plane.padded_view_mut().fill_with(|[y, x]| fill(y, x));
    }
    picture
}

/// Returns all sixteen combinations.
fn all_availabilities() -> impl Iterator<Item = Available> {
    (0..16).map(|bits| Available {
        left: bits & 1 != 0,
        above: bits & 2 != 0,
        above_left: bits & 4 != 0,
        above_right: bits & 8 != 0,
    })
}

/// Returns the samples around a block; `None` for those the standard marks as not available.
fn marked(available: Available, n: isize, p: impl Fn(isize, isize) -> u8) -> impl Fn(isize, isize) -> Option<i32> {
    move |x, y| {
        let there = match (x, y) {
            (-1, -1) => available.above_left,
            (-1, _) => available.left,
            (_, -1) if x < n => available.above,
            _ => available.above_right,
        };
        there.then(|| i32::from(p(x, y)))
    }
}

#[test]
fn the_nine_4x4_modes_are_the_equations_of_the_standard() {
    let mut noise = Noise::new(1);
    for round in 0..40 {
        let picture = picture(&mut noise, round);
        let [y, x] = [(); 2].map(|()| 4 * noise.below(12) as isize);
        let block = picture.luma.view().partition([y, x], Fixed::<4, 4>);
        for available in all_availabilities() {
            let around = intra_4x4::neighbours(&block, available).unwrap();
            let p = plain::repeated(4, marked(available, 4, |x, y| block.at([y, x])));
            for mode in IntraNxNMode::ALL.into_iter().filter(|mode| mode.is_possible(available)) {
                let mut pred = Tile::block_copy(&block);
                intra_4x4::predict(mode, intra_4x4::near(&around), available, &mut pred);
                let mut plain = Tile::<Luma, [[u8; 4]; 4]>::block_copy(&block);
                plain.fill_with(|[y, x]| plain::intra_nxn(mode, 4, &p, x, y) as u8);
                assert_eq!(pred.data, plain.data, "{mode:?} {available:?}");
                if available.above_right {
                    // No sample is replaced, so the picture itself can be used.
                    intra_4x4::predict(mode, block.window().unwrap(), available, &mut pred);
                    assert_eq!(pred.data, plain.data, "{mode:?} of the picture");
                }
            }
        }
    }
}

#[test]
fn the_nine_8x8_modes_are_the_equations_of_the_standard_over_smoothed_neighbours() {
    let mut noise = Noise::new(2);
    for round in 0..40 {
        let picture = picture(&mut noise, round);
        let [y, x] = [(); 2].map(|()| 8 * noise.below(6) as isize);
        let block = picture.luma.view().partition([y, x], Fixed::<8, 8>);
        for available in all_availabilities() {
            let around = intra_8x8::neighbours(&block, available).unwrap();
            let p = plain::repeated(8, marked(available, 8, |x, y| block.at([y, x])));
            let smooth = |x, y| plain::smoothed(&p, x, y);
            for mode in IntraNxNMode::ALL.into_iter().filter(|mode| mode.is_possible(available)) {
                let mut pred = Tile::block_copy(&block);
                intra_8x8::predict(mode, intra_8x8::near(&around), available, &mut pred);
                let mut plain = Tile::<Luma, [[u8; 8]; 8]>::block_copy(&block);
                plain.fill_with(|[y, x]| plain::intra_nxn(mode, 8, &smooth, x, y) as u8);
                assert_eq!(pred.data, plain.data, "{mode:?} {available:?}");
            }
        }
    }
}

#[test]
fn smoothed_neighbours_are_those_of_8_3_2_2_1() {
    let mut noise = Noise::new(3);
    for round in 0..20 {
        let picture = picture(&mut noise, round);
        let block = picture.luma.view().partition([16, 16], Fixed::<8, 8>);
        for available in all_availabilities() {
            let around = intra_8x8::neighbours(&block, available).unwrap();
            let p = plain::repeated(8, marked(available, 8, |x, y| block.at([y, x])));
            let ring = (-1..16).map(|x| (x, -1)).chain((0..8).map(|y| (-1, y)));
            for (x, y) in ring {
                if let Some(plain) = plain::smoothed(&p, x, y) {
                    assert_eq!(i32::from(around.view().at([y + 1, x + 1])), plain, "{x} {y} {available:?}");
                }
            }
        }
    }
}

#[test]
fn the_four_16x16_modes_are_the_equations_of_the_standard() {
    let mut noise = Noise::new(4);
    for round in 0..40 {
        let picture = picture(&mut noise, round);
        let mb = picture.luma.view().partition([16, 16], Fixed::<16, 16>);
        for available in all_availabilities() {
            let p = marked(available, 16, |x, y| mb.at([y, x]));
            for mode in Intra16x16Mode::ALL.into_iter().filter(|mode| mode.is_possible(available)) {
                let mut pred = Tile::block_copy(&mb);
                intra_16x16::predict(mode, mb.window().unwrap(), available, &mut pred);
                let mut expected = Tile::<Luma, [[u8; 16]; 16]>::block_copy(&mb);
                expected.fill_with(|[y, x]| plain::intra_16x16(mode, &p, x, y) as u8);
                assert_eq!(pred.data, expected.data, "{mode:?} {available:?}");
            }
        }
    }
}

#[test]
fn the_four_chroma_modes_are_the_equations_of_the_standard() {
    let mut noise = Noise::new(5);
    for round in 0..40 {
        let picture = picture(&mut noise, round);
        for plane in picture.chroma.as_ref().unwrap() {
            let mb = plane.view().partition([8, 8], Fixed::<8, 8>);
            for available in all_availabilities() {
                let p = marked(available, 8, |x, y| mb.at([y, x]));
                for mode in IntraChromaMode::ALL.into_iter().filter(|mode| mode.is_possible(available)) {
                    let mut pred = Tile::block_copy(&mb);
                    chroma::predict(mode, mb.window().unwrap(), available, &mut pred);
                    let mut expected = Tile::<Chroma, [[u8; 8]; 8]>::block_copy(&mb);
                    expected.fill_with(|[y, x]| plain::chroma(mode, &p, x, y) as u8);
                    assert_eq!(pred.data, expected.data, "{mode:?} {available:?}");
                }
            }
        }
    }
}

#[test]
fn planes_of_the_steepest_slopes_fit_sixteen_bits() {
    // Every neighbour is black or white, with opposite halves of each line: sums and slopes at their extremes.
    for bits in 0..32 {
        let sample = |k: u32| if bits >> k & 1 == 1 { 255 } else { 0 };
        let mut picture = Picture::new([2, 2], false);
        let fill = |half: isize| {
            move |[y, x]: [isize; 2]| match (y < 2 * half, x < 2 * half) {
                (true, true) => sample(0),
                (true, false) => sample(if x < 3 * half - 1 { 1 } else { 2 }),
                (false, true) => sample(if y < 3 * half - 1 { 3 } else { 4 }),
                _ => 0,
            }
        };
        picture.luma.view_mut().fill_with(fill(8));
        let mb = picture.luma.view().partition([16, 16], Fixed::<16, 16>);
        let mut pred = Tile::block_copy(&mb);
        intra_16x16::predict(Intra16x16Mode::Plane, mb.window().unwrap(), Available::ALL, &mut pred);
        let [plane, _] = picture.chroma.as_mut().unwrap();
        plane.view_mut().fill_with(fill(4));
        let mb = plane.view().partition([8, 8], Fixed::<8, 8>);
        let mut pred = Tile::block_copy(&mb);
        chroma::predict(IntraChromaMode::Plane, mb.window().unwrap(), Available::ALL, &mut pred);
    }
}

#[test]
fn a_4x4_block_by_hand() {
    // Neighbours 10 20 30 40 50 60 70 80 above, corner 0, and 15 25 35 45 to the left.
    let mut picture = Picture::new([1, 1], true);
    picture.luma.view_mut().fill_with(|[y, x]| match (y, x) {
        (3, 4..12) => 10 * (x - 3) as u8,
        (4..8, 3) => (10 * (y - 4) + 15) as u8,
        _ => 0,
    });
    let block = picture.luma.view().partition([4, 4], Fixed::<4, 4>);
    let around = intra_4x4::neighbours(&block, Available::ALL).unwrap();
    let row = |mode, y: usize| {
        let mut pred = Tile::block_copy(&block);
        intra_4x4::predict(mode, intra_4x4::near(&around), Available::ALL, &mut pred);
        pred.data[y]
    };
    assert_eq!(row(IntraNxNMode::Dc, 0), [28; 4]); // (100 + 120 + 4) >> 3
    assert_eq!(row(IntraNxNMode::DiagonalDownLeft, 3), [50, 60, 70, 78]); // (70 + 240 + 2) >> 2
    assert_eq!(row(IntraNxNMode::DiagonalDownRight, 0), [6, 10, 20, 30]); // (15 + 0 + 10 + 2) >> 2
    assert_eq!(row(IntraNxNMode::VerticalRight, 0), [5, 15, 25, 35]);
    assert_eq!(row(IntraNxNMode::HorizontalDown, 0), [8, 6, 10, 20]); // (0 + 15 + 1) >> 1
    assert_eq!(row(IntraNxNMode::VerticalLeft, 1), [20, 30, 40, 50]);
    assert_eq!(row(IntraNxNMode::HorizontalUp, 2), [40, 43, 45, 45]); // (35 + 3 * 45 + 2) >> 2
}

/// Returns whether the sample at (x, y) of a macroblock is available for the block whose samples begin at `first`, from
/// the coding order of samples.
fn plain_available(
    mb: Available,
    order: &dyn Fn(isize, isize) -> isize,
    first: [isize; 2],
    [x, y]: [isize; 2],
) -> bool {
    match (x, y) {
        (-1, -1) => mb.above_left,
        (-1, _) => mb.left,
        (0..16, -1) => mb.above,
        (_, -1) => mb.above_right,
        (16.., _) => false,
        _ => order(x, y) < order(first[0], first[1]),
    }
}

#[test]
fn blocks_may_use_what_is_coded_before_them() {
    // 6.4.3: the index of the 4 x 4 block that contains a sample interleaves the bits of its position.
    let number = |x: isize, y: isize| x / 8 + 2 * (y / 8);
    let order_4 = |x: isize, y: isize| 4 * number(x, y) + number(x % 8 * 2, y % 8 * 2);
    for mb in all_availabilities() {
        for n in 0..16 {
            let [y, x] = super::super::super::coding_order::BLOCKS_4X4[n].map(|at| 4 * at);
            assert_eq!(order_4(x, y), n as isize);
            let at = |p| plain_available(mb, &order_4, [x, y], p);
            let Available { left, above, above_left, above_right } = mb.of_4x4(n);
            let expected = [at([x - 1, y]), at([x, y - 1]), at([x - 1, y - 1]), at([x + 4, y - 1])];
            assert_eq!([left, above, above_left, above_right], expected, "{n} {mb:?}");
        }
        for n in 0..4 {
            let [x, y] = [n % 2 * 8, n / 2 * 8];
            let at = |p| plain_available(mb, &number, [x, y], p);
            let Available { left, above, above_left, above_right } = mb.of_8x8(n as usize);
            let expected = [at([x - 1, y]), at([x, y - 1]), at([x - 1, y - 1]), at([x + 8, y - 1])];
            assert_eq!([left, above, above_left, above_right], expected, "{n} {mb:?}");
        }
    }
    let missing: Vec<_> = (0..16).filter(|&n| !Available::ALL.of_4x4(n).above_right).collect();
    assert_eq!(missing, [3, 7, 11, 13, 15]);
}

#[test]
fn macroblocks_may_use_what_is_coded_and_under_constrained_intra_what_is_intra() {
    use MbKind::*;
    for kind in [NotAvailable, Intra4x4, Intra8x8, Intra16x16, Pcm, Inter, Skip] {
        for neighbour in 0..4 {
            let mut map = MbMap::new([3, 3]);
            let at = [[1, 0], [0, 1], [0, 0], [0, 2]][neighbour];
            map.mbs.view_mut().set(at, MbInfo { kind, ..Default::default() });
            let mb = Spot::<Mbs, _>::new([0, 0], Dyn([3, 3])).partition([1, 1], Fixed::<1, 1>);
            for constrained in [false, true] {
                let usable = kind != NotAvailable && !(constrained && matches!(kind, Inter | Skip));
                let Available { left, above, above_left, above_right } =
                    Available::of_macroblock(&map, &mb, constrained);
                let expected: [bool; 4] = core::array::from_fn(|k| usable && k == neighbour);
                assert_eq!([left, above, above_left, above_right], expected, "{kind:?}");
            }
        }
    }
}

#[test]
fn there_is_nothing_beyond_the_picture() {
    let mut map = MbMap::new([2, 2]);
    map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Intra4x4, ..Default::default() });
    let picture = Picture::new([2, 2], true);
    let at = |y: isize, x: isize| {
        let mb = picture.luma.view().partition([16 * y, 16 * x], Fixed::<16, 16>);
        let Available { left, above, above_left, above_right } = Available::of_macroblock(&map, &mb, false);
        [left, above, above_left, above_right]
    };
    assert_eq!((at(0, 0), at(0, 1)), ([false; 4], [true, false, false, false]));
    assert_eq!((at(1, 0), at(1, 1)), ([false, true, false, true], [true, true, true, false]));
}
