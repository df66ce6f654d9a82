//! The lookahead on drawn pictures: vectors, cuts, flashes, and what a still background receives.

use super::brightness::Brightness;
use super::{Anchors, Lookahead};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::picture::Picture;
use crate::h264::options::{BAdapt, DirectMode, LookaheadOptions, Options};
use crate::spaces::macroblock;
use fearless_simd::Level;
use std::num::NonZeroUsize;
use std::sync::Arc;
use unite::{Dyn, Place};

const SIZE: [usize; 2] = [6, 8];

fn options() -> Options {
    let lookahead =
        LookaheadOptions { pictures: 20, scene_cut: 40, min_keyint: 1, mb_tree: true, ..LookaheadOptions::NONE };
    Options { lookahead, crf: Some(23.0), ..Options::new(16 * SIZE[1], 16 * SIZE[0]) }
}

/// Returns a value between 0 and 200 of a scene at a point of a lattice, as a hash draws it.
fn lattice(number: isize, y: isize, x: isize) -> isize {
    let mixed = (y * 7919 + x * 104_729 + number * 1_299_709).wrapping_mul(2_654_435_761) & 0xffff_ffff;
    (((mixed ^ (mixed >> 15)) * 668_265_263) >> 9).rem_euclid(201)
}

/// Returns a picture of a scene that moves by `[down, right]`.
fn scene(number: isize, [down, right]: [isize; 2]) -> Picture {
    let mut picture = Picture::new(SIZE, true);
    picture.luma.view_mut().fill_with(|[y, x]| {
        let (y, x) = (y - down, x - right);
        // Points 24 samples apart, and straight lines between them.
        let (row, column, v, u) = (y.div_euclid(24), x.div_euclid(24), y.rem_euclid(24), x.rem_euclid(24));
        let along = |row| lattice(number, row, column) * (24 - u) + lattice(number, row, column + 1) * u;
        (20 + (along(row) * (24 - v) + along(row + 1) * v) / 576) as u8
    });
    picture
}

fn flash() -> Picture {
    let mut picture = Picture::new(SIZE, true);
    picture.luma.view_mut().fill_with(|[y, x]| 200 + ((y * 31 + x * 17) % 55) as u8);
    picture
}

fn lookahead(options: &Options, pictures: &[Picture]) -> Lookahead {
    let mut lookahead = Lookahead::new(Level::new(), options);
    pictures.iter().for_each(|picture| lookahead.push(Arc::new(picture.clone())));
    lookahead.read(options);
    lookahead
}

#[test]
fn a_pan_has_its_vector_everywhere_inside() {
    for moved in [[0, 0], [2, -4], [-3, 5], [1, 1]] {
        let mut lookahead = lookahead(&options(), &[scene(0, [0, 0]), scene(0, moved)]);
        let from = Anchors { before: 0, after: None };
        let intra = lookahead.intra(1).sum;
        assert!(lookahead.costs(1, from).sum * 8 < intra, "{moved:?}");
        let (_, [vectors, _]) = lookahead.known(1, from);
        let inside = vectors.expect("they were searched").view().partition([1, 1], Dyn(SIZE.map(|n| n - 2)));
        let expected = Mv { x: -4 * moved[1] as i16, y: -4 * moved[0] as i16 };
        assert!(inside.iter().all(|found| found.mv == expected), "{moved:?}");
    }
}

#[test]
fn a_direct_mode_is_that_of_which_motion_tells() {
    // Rows of macroblocks that move against each other: those above tell nothing.
    let against = [0, 1, 2].map(|t| {
        let [mut left, right] = [-4 * t, 4 * t].map(|by| scene(0, [0, by]));
        for row in (0..SIZE[0] as isize).step_by(2) {
            let place = left.luma.spot().partition([16 * row, 0], Dyn([16, 16 * SIZE[1]]));
            let from = right.luma.view().partition([16 * row, 0], Dyn([16, 16 * SIZE[1]]));
            left.luma.view_mut().colocate(&place).zip(&from, |sample| sample);
        }
        left
    });
    // A pan that turns back: time tells nothing.
    let back = [0, 8, 4].map(|by| scene(0, [0, by]));
    for (pictures, expected) in [(against, DirectMode::Temporal), (back, DirectMode::Spatial)] {
        let mut lookahead = lookahead(&options(), &pictures);
        let (of_b, of_p) = (Anchors { before: 0, after: Some(2) }, Anchors { before: 0, after: None });
        lookahead.compute(1, of_b);
        lookahead.compute(2, of_p);
        assert_eq!(lookahead.direct_mode(1, of_b, (2, of_p)), expected);
    }
}

#[test]
fn cuts_are_found_and_flashes_are_not_cuts() {
    let mut pictures: Vec<Picture> = Vec::new();
    for number in 0..3 {
        pictures.extend((0..8).map(|t| scene(number, [t, 2 * t])));
    }
    pictures[12] = flash();
    let options = options();
    let mut lookahead = lookahead(&options, &pictures);
    let end = pictures.len() as u64;
    let cuts: Vec<u64> = (1..end).filter(|&n| lookahead.is_cut(&options, n, n as u32, end)).collect();
    assert_eq!(cuts, [8, 16]);
    let off = Options { lookahead: LookaheadOptions { scene_cut: 0, ..options.lookahead }, ..options.clone() };
    assert!(!lookahead.is_cut(&off, 8, 8, end));
    // Not before the least distance.
    let later = Options { lookahead: LookaheadOptions { min_keyint: 9, ..options.lookahead }, ..options };
    assert!(!lookahead.is_cut(&later, 8, 8, end) && lookahead.is_cut(&later, 16, 9, end));
}

#[test]
fn any_number_of_threads_finds_the_same_order_and_offsets() {
    let pictures: Vec<Picture> = (0..14).map(|t| scene(t / 9, [t % 9, 2 * (t % 9)])).collect();
    for b_adapt in [BAdapt::Fixed, BAdapt::Greedy, BAdapt::Path] {
        let lookahead = LookaheadOptions { b_adapt, ..options().lookahead };
        let options = Options { b_frames: 3, lookahead, ..options() };
        let found = |threads: usize| {
            let threads = NonZeroUsize::new(threads).expect("a thread");
            let mut lookahead = Lookahead::new(Level::new(), &options).with_threads(threads).expect("threads");
            pictures.iter().for_each(|picture| lookahead.push(Arc::new(picture.clone())));
            lookahead.read(&options);
            // What is asked for between must not matter.
            assert!(threads.get().is_multiple_of(2) || lookahead.is_cut(&options, 9, 9, 14));
            let order = lookahead.order(&options, 0, 8);
            let outlook = lookahead.outlooks(&options, &order, &[(0, None)], &[0]).remove(0);
            (order, outlook.cost, outlook.offsets.view().iter().collect::<Vec<_>>())
        };
        let expected = found(1);
        assert!([2, 3, 7, 16].into_iter().all(|threads| found(threads) == expected), "{b_adapt:?}");
    }
}

#[test]
fn what_stays_is_finer_than_what_changes() {
    // A still scene whose right half is replaced in each picture.
    let mut pictures: Vec<Picture> = (0..10).map(|_| scene(1, [0, 0])).collect();
    for (t, picture) in pictures.iter_mut().enumerate() {
        let other = scene(t as isize % 3 + 2, [3 * t as isize, 11 * t as isize]);
        let half = Dyn([16 * SIZE[0], 8 * SIZE[1]]);
        let from = other.luma.view().partition([0, 8 * SIZE[1] as isize], half);
        let place = picture.luma.spot().partition([0, 8 * SIZE[1] as isize], half);
        picture.luma.view_mut().colocate(&place).zip(&from, |sample| sample);
    }
    let options = options();
    let mut lookahead = lookahead(&options, &pictures);
    let order = lookahead.order(&options, 0, 9);
    let outlook = lookahead.outlooks(&options, &order, &[(0, None)], &[0]).remove(0);
    let offset = |row, column| outlook.offsets.view().colocate(&macroblock([row, column])).at([0, 0]);
    assert!(offset(3, 1) < -4 << 8, "{}", offset(3, 1));
    assert!(offset(3, 1) < offset(3, 6) - (2 << 8), "{} and {}", offset(3, 1), offset(3, 6));
}

/// Returns a picture whose samples come near a level: `share` of 64 parts.
fn faded(mut picture: Picture, level: i32, share: i32) -> Picture {
    let from = picture.luma.clone();
    let near = |sample: u8| ((i32::from(sample) * (64 - share) + level * share + 32) >> 6) as u8;
    picture.luma.view_mut().zip(&from.view(), near);
    picture
}

#[test]
fn the_weight_of_a_fade_is_its_factor_whatever_moves() {
    for (level, share) in [(16, 8), (16, 32), (235, 16), (128, 20)] {
        let of = |picture: &Picture| Brightness::of(Level::new(), picture);
        let (before, after) = (of(&scene(0, [0, 0])), of(&faded(scene(0, [1, -2]), level, share)));
        let scale = after.weight_of(&before, 0).expect("the picture fades");
        let scale = scale.scale(before.mean(0), 0).expect("a weight");
        let factor = f64::from(scale.weight.weight) / f64::from(1 << scale.log_wd);
        assert!((factor - f64::from(64 - share) / 64.0).abs() < 0.04, "{scale:?} to {level} by {share}");
        assert!(before.weight_of(&before, 0).is_none() && after.weight_of(&before, 1).is_none());
        // Motion alone is no fade.
        assert_eq!(of(&scene(0, [2, 3])).weight_of(&before, 0), None);
    }
}

#[test]
fn a_fade_costs_less_with_weights_and_has_no_cut() {
    let options = Options { weighted_p: true, ..options() };
    for level in [16, 235] {
        let picture = |t: i32| faded(scene(0, [0, t as isize]), level, 6 * t.min(10));
        let pictures: Vec<Picture> = (0..12).map(picture).collect();
        let [mut with, mut without] =
            [true, false].map(|weighted_p| lookahead(&Options { weighted_p, ..options.clone() }, &pictures));
        let end = pictures.len() as u64;
        assert!((1..end).all(|n| !with.is_cut(&options, n, n as u32, end)), "a fade to {level}");
        for n in 1..10 {
            let p = Anchors { before: n - 1, after: None };
            let (sum, weight) = (with.costs(n, p).sum, with.costs(n, p).weight);
            let unweighted = without.costs(n, p).sum;
            // Vectors are a larger part of the last picture, which is nearly flat.
            let share = if n == 9 { 6 } else { 5 };
            assert!(
                weight.is_some() && 10 * sum < share * unweighted,
                "picture {n} to {level}: {sum} and {unweighted}"
            );
            let b = Anchors { before: n - 1, after: Some(n + 1) };
            assert!(with.costs(n, b).sum <= without.costs(n, b).sum, "picture {n} to {level}");
        }
        // What does not fade has the same costs.
        let p = Anchors { before: 10, after: None };
        assert_eq!(with.costs(11, p).sum, without.costs(11, p).sum);
    }
}
