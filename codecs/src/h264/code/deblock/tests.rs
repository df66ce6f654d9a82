//! The fast filter compared with the plain one, and cases worked by hand.

use super::{Params, edges, picture, plain, row};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::{BlockMotion, Coded, MbInfo, MbKind, MbMap};
use crate::h264::code::picture::Picture;
use crate::shared::dispatch::dispatch;
use fearless_simd::Level;
use unite::Place;

/// The generator splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// Returns a picture of random steps, in which samples differ from a common level by at most `spread`.
fn random_picture(random: &mut Random, size: [usize; 2], monochrome: bool, spread: i64) -> Picture {
    let mut picture = Picture::new(size, monochrome);
    let mut level = 128;
    let mut sample = |_| {
        level = if random.below(40) == 0 { random.between(0, 255) } else { level };
        (level + random.between(-spread, spread)).clamp(0, 255) as u8
    };
    picture.luma.view_mut().fill_with(&mut sample);
    for plane in picture.chroma.iter_mut().flatten() {
        plane.view_mut().fill_with(&mut sample);
    }
    picture
}

fn random_map(random: &mut Random, size: [usize; 2], qp: Option<u8>) -> MbMap {
    let lists = 1 + random.below(2) as usize;
    let mut map = MbMap::with_lists(size, lists);
    let still = if lists == 2 { MbKind::Direct } else { MbKind::Skip };
    let kinds = [MbKind::Intra4x4, MbKind::Intra8x8, MbKind::Intra16x16, MbKind::Pcm, MbKind::Inter, still];
    let intra = random.below(3);
    for mb_y in 0..size[0] as isize {
        for mb_x in 0..size[1] as isize {
            let kind = match intra {
                0 => kinds[random.below(6) as usize],
                1 => kinds[4 + random.below(2) as usize],
                _ => kinds[random.below(4) as usize],
            };
            let transform_8x8 = match kind {
                MbKind::Intra8x8 => true,
                MbKind::Inter => random.below(2) == 0,
                _ => false,
            };
            let mut luma_coded = [0xFFFF, random.below(0x10000), 0][random.below(3) as usize] as u16;
            if transform_8x8 {
                luma_coded =
                    [0, 2, 8, 10].into_iter().fold(0, |bits, n| bits | (((luma_coded >> n) & 1) * (0x33 << n)));
            }
            luma_coded = match kind {
                MbKind::Pcm => 0xFFFF,
                MbKind::Skip => 0,
                _ => luma_coded,
            };
            let random_qp = random.below(52) as u8;
            let qp = if kind == MbKind::Pcm { 0 } else { qp.unwrap_or(random_qp) };
            map.mbs.view_mut().set([mb_y, mb_x], MbInfo { kind, qp, transform_8x8, ..MbInfo::default() });
            let reach = [0, 3, 5, 40, 30_000][random.below(5) as usize];
            let vectors = [0; 16].map(|_| [0; 2].map(|_| random.between(-reach, reach) as i16));
            let ref_idx = [0; 4].map(|_| random.below(4) as i8);
            for y in 0..4 {
                for x in 0..4 {
                    let k = if kind == MbKind::Skip { 0 } else { 4 * y + x };
                    let [vx, vy] = vectors[k];
                    let (ref_idx, mv) = match kind {
                        MbKind::Inter => (ref_idx[y / 2 * 2 + x / 2], Mv { x: vx, y: vy }),
                        MbKind::Skip | MbKind::Direct => (0, Mv { x: vx, y: vy }),
                        _ => (-1, Mv::default()),
                    };
                    let at = [4 * mb_y + y as isize, 4 * mb_x + x as isize];
                    let coded = if luma_coded >> (4 * y + x) & 1 != 0 { Coded::HAS_LEVELS } else { 0 };
                    map.coded.view_mut().set(at, Coded(coded));
                    let (used, other) = (random.below(3), random.below(4) as i8);
                    let vector = if random.below(2) == 0 { mv } else { Mv { x: random.between(-9, 9) as i16, y: vy } };
                    let block = |used: bool, ref_idx, mv| match used {
                        true => BlockMotion { ref_idx, mv, ..BlockMotion::NONE },
                        false => BlockMotion::NONE,
                    };
                    let inter = ref_idx >= 0;
                    map.motion[0].view_mut().set(at, block(inter && (lists == 1 || used != 1), ref_idx, mv));
                    if lists == 2 {
                        map.motion[1].view_mut().set(at, block(inter && used != 2, other, vector));
                    }
                }
            }
        }
    }
    map
}

fn samples(picture: &Picture) -> Vec<u8> {
    let luma = picture.luma.view();
    let mut samples: Vec<u8> = luma.spot().indices().map(|i| luma.at(i)).collect();
    for plane in picture.chroma.iter().flatten() {
        let plane = plane.view();
        samples.extend(plane.spot().indices().map(|i| plane.at(i)));
    }
    samples
}

fn check(source: &Picture, map: &MbMap, params: &Params) {
    let (mut fast, mut slow) = (source.clone(), source.clone());
    picture(&mut fast, map, params);
    plain::picture(&mut slow, map, params);
    assert!(samples(&fast) == samples(&slow), "{params:?}");
}

#[test]
fn the_fast_filter_is_the_plain_one_at_every_qp_and_offset() {
    let mut random = Random(1);
    for qp in (0..52).map(Some).chain([None; 20]) {
        for (a, b) in [(0, 0), (-6, 6), (6, -6), (6, 6), (-6, -6), (2, -3)] {
            let spread = [0, 1, 2, 5, 12, 60, 255][random.below(7) as usize];
            let size = [random.between(1, 3) as usize, random.between(1, 4) as usize];
            let monochrome = random.below(4) == 0;
            let source = random_picture(&mut random, size, monochrome, spread);
            let map = random_map(&mut random, size, qp);
            let params = Params {
                slice_alpha_c0_offset_div2: a,
                slice_beta_offset_div2: b,
                chroma_qp_index_offset: [0; 2].map(|_| random.between(-12, 12) as i8),
                ref_pics: [(); 2].map(|()| [0; 16].map(|_| random.below(3) as u8)),
            };
            check(&source, &map, &params);
        }
    }
}

#[test]
fn every_level_of_the_machine_filters_alike() {
    let mut random = Random(2);
    let size = [3, 4];
    let source = random_picture(&mut random, size, false, 6);
    let map = random_map(&mut random, size, None);
    let params = Params::default();
    let mut expected = source.clone();
    plain::picture(&mut expected, &map, &params);
    for level in [Level::new(), Level::baseline()] {
        let mut filtered = source.clone();
        for at in (0..3).flat_map(|y| (0..4).map(move |x| [y, x])) {
            dispatch!(level, simd => edges::macroblock(simd, &mut filtered, &map, &params, crate::spaces::macroblock(at)));
        }
        assert!(samples(&filtered) == samples(&expected), "{level:?}");
    }
}

#[test]
fn rows_in_their_order_make_the_picture() {
    let mut random = Random(3);
    let source = random_picture(&mut random, [3, 2], false, 4);
    let map = random_map(&mut random, [3, 2], Some(40));
    let (mut whole, mut rows) = (source.clone(), source);
    picture(&mut whole, &map, &Params::default());
    (0..3).for_each(|mb_row| row(&mut rows, &map, &Params::default(), mb_row));
    assert_eq!(samples(&whole), samples(&rows));
}

#[test]
fn a_picture_without_edges_to_filter_stays() {
    let mut random = Random(4);
    let source = random_picture(&mut random, [2, 3], false, 4);
    let mut map = MbMap::new([2, 3]);
    map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Skip, qp: 51, ..MbInfo::default() });
    map.coded.view_mut().fill_with(|_| Coded::NO_LEVELS);
    map.motion[0].view_mut().fill_with(|_| BlockMotion { ref_idx: 0, mv: Mv { x: 3, y: -9 }, ..BlockMotion::NONE });
    let mut filtered = source.clone();
    picture(&mut filtered, &map, &Params::default());
    assert_eq!(samples(&filtered), samples(&source));
}

#[test]
fn two_indices_of_one_picture_are_one_reference() {
    let mut random = Random(5);
    let source = random_picture(&mut random, [1, 2], true, 2);
    let mut map = MbMap::new([1, 2]);
    map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Inter, qp: 40, ..MbInfo::default() });
    map.motion[0].view_mut().fill_with(|[_, x]| BlockMotion { ref_idx: (x / 4) as i8, ..BlockMotion::NONE });
    let twice = Params { ref_pics: [[7; 16]; 2], ..Params::default() };
    for (params, stays) in [(Params::default(), false), (twice, true)] {
        let mut filtered = source.clone();
        picture(&mut filtered, &map, &params);
        assert_eq!(samples(&filtered) == samples(&source), stays);
    }
}

#[test]
fn worked_by_hand_between_inter_macroblocks() {
    // QP 36: alpha 50, beta 11; bS 1: tC0 2. Across the edge p2 to q2 = 60, 62, 64, 80, 80, 80:
    // ap = 4 < 11 and aq = 0 < 11, so tC = 4; delta = (4 * 16 + (62 - 80) + 4) >> 3 = 6, clipped to 4;
    // p1' = 62 + clip((60 + 72 - 124) >> 1 = 4, to 2) = 64; q1' = 80 + clip((80 + 72 - 160) >> 1 = -4, to -2) = 78.
    let line = |x: isize| [60, 60, 60, 62, 64, 80][(x - 10).clamp(0, 5) as usize];
    let mut filtered = Picture::new([1, 2], true);
    filtered.luma.view_mut().fill_with(|[_, x]| line(x - 1));
    let mut map = MbMap::new([1, 2]);
    map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Inter, qp: 36, ..MbInfo::default() });
    map.motion[0].view_mut().fill_with(|[_, x]| {
        let mv = Mv { x: if x < 4 { 0 } else { 4 }, y: 0 };
        BlockMotion { ref_idx: 0, mv, ..BlockMotion::NONE }
    });
    picture(&mut filtered, &map, &Params::default());
    let luma = filtered.luma.view();
    assert_eq!([12, 13, 14, 15, 16, 17, 18].map(|x| luma.at([5, x])), [60, 60, 64, 68, 76, 78, 80]);
}
