//! Direct prediction against its definition, sample by sample.

use super::temporal::dist_scale_factor;
use super::*;
use crate::h264::code::macroblock::{Motion, Mv};
use crate::h264::code::map::{BlockMotion, MbMap};
use crate::h264::code::predict::inter::MotionField;
use crate::spaces::macroblock;
use noise::Noise;

/// Returns random motion of one list: often at rest, and often the same.
fn block(noise: &mut Noise, references: usize) -> BlockMotion {
    let ref_idx = noise.below(references + 2) as i8 - 1;
    let component = |noise: &mut Noise| noise.below(7) as i16 - 3;
    match ref_idx {
        -1 => BlockMotion::NONE,
        _ if noise.below(3) == 0 => BlockMotion { ref_idx: 0, ..BlockMotion::NONE },
        _ => BlockMotion { ref_idx, mv: Mv { x: component(noise), y: component(noise) }, ..BlockMotion::NONE },
    }
}

/// Returns a map of 3 x 3 macroblocks with random motion; those from that at (1, 1) on are not available, and some others.
fn around(noise: &mut Noise) -> MbMap {
    let mut map = MbMap::with_lists([3, 3], 2);
    let missing = [0, 1, 2, 3].map(|_| noise.below(6) == 0);
    for (y, x) in (0..12).flat_map(|y| (0..12).map(move |x| (y, x))) {
        let address = y / 4 * 3 + x / 4;
        if address < 4 && !missing[address] {
            for list in 0..2 {
                map.motion[list].view_mut().set([y as isize, x as isize], block(noise, 3));
            }
        }
    }
    map
}

/// Returns the motion at a sample of the picture; -2 if it is not available.
fn at(map: &MbMap, list: usize, x: i32, y: i32) -> (i8, Mv) {
    let block = map.motion[list].view().at([(y >> 2) as isize, (x >> 2) as isize]);
    (block.ref_idx, if block.ref_idx < 0 { Mv::default() } else { block.mv })
}

/// Returns the vector and index of a list at a sample of a direct macroblock, as 8.4.1.2.2 says.
fn plain_spatial(map: &MbMap, (before, is_long_term): (&MbMap, bool), [x, y]: [i32; 2]) -> [(i8, Mv); 2] {
    let min_positive = |x: i8, y: i8| if x >= 0 && y >= 0 { x.min(y) } else { x.max(y) };
    let near = [0, 1].map(|list| {
        let c = at(map, list, 16 + 16, 16 - 1);
        let c = if c.0 == -2 { at(map, list, 16 - 1, 16 - 1) } else { c };
        [at(map, list, 16 - 1, 16), at(map, list, 16, 16 - 1), c]
    });
    let index = near.map(|[a, b, c]| min_positive(a.0.max(-1), min_positive(b.0.max(-1), c.0.max(-1))));
    if index[0] < 0 && index[1] < 0 {
        return [(0, Mv::default()); 2];
    }
    // The colocated sample is that of the corner of the macroblock in whose quarter the sample lies.
    let corner = [x, y].map(|v| if v < 8 { 16 } else { 31 });
    let motion = |list: usize| before.motion[list].view().get([(corner[1] / 4) as isize, (corner[0] / 4) as isize]);
    let (ref_idx_col, mv_col) = match (motion(0), motion(1)) {
        (Some(block), _) if block.ref_idx >= 0 => (block.ref_idx, block.mv),
        (_, Some(block)) if block.ref_idx >= 0 => (block.ref_idx, block.mv),
        _ => (-1, Mv::default()),
    };
    let is_still = (-1..=1).contains(&mv_col.x) && (-1..=1).contains(&mv_col.y);
    let col_zero_flag = !is_long_term && ref_idx_col == 0 && is_still;
    [0, 1].map(|list: usize| {
        let ref_idx = index[list];
        if ref_idx < 0 || ref_idx == 0 && col_zero_flag {
            return (ref_idx, Mv::default());
        }
        let [a, mut b, mut c] = near[list];
        if b.0 == -2 && c.0 == -2 && a.0 != -2 {
            (b, c) = (a, a);
        }
        let same: Vec<_> = [a, b, c].into_iter().filter(|n| n.0 == ref_idx).collect();
        if let [only] = same[..] {
            return (ref_idx, only.1);
        }
        let median = |mut v: [i16; 3]| {
            v.sort_unstable();
            v[1]
        };
        (ref_idx, Mv { x: median([a, b, c].map(|n| n.1.x)), y: median([a, b, c].map(|n| n.1.y)) })
    })
}

/// Returns the vector and index of a list at a sample of a macroblock.
fn of_sample(motion: &Motion, [x, y]: [i32; 2]) -> [(i8, Mv); 2] {
    let [y, x] = [y as usize / 4, x as usize / 4];
    motion.lists.map(|list| (list.ref_idx[y / 2 * 2 + x / 2], list.mv[y][x]))
}

fn samples() -> impl Iterator<Item = [i32; 2]> {
    (0..256).map(|n| [n % 16, n / 16])
}

#[test]
fn spatial_direct_is_that_of_the_definition() {
    let (mut noise, mut moved, mut both) = (Noise::new(31), 0, 0);
    for _ in 0..3000 {
        let (map, mut before) = (around(&mut noise), MbMap::with_lists([3, 3], 1 + noise.below(2)));
        for motion in &mut before.motion {
            motion.view_mut().fill_with(|_| block(&mut noise, 2));
        }
        let (field, is_long_term) = (MotionField::new(&before.motion, 0, [&[], &[]]), noise.below(8) == 0);
        let colocated = Colocated { field: &field, is_long_term };
        let motion = spatial(&map.motion, &colocated, &macroblock([1, 1]));
        for sample in samples() {
            assert_eq!(of_sample(&motion, sample), plain_spatial(&map, (&before, is_long_term), sample), "{sample:?}");
        }
        let [list_0, list_1] = motion.lists;
        moved += usize::from(list_0.mv[0][0] != list_0.mv[3][3]);
        both += usize::from(list_0.ref_idx[0] >= 0 && list_1.ref_idx[0] >= 0);
    }
    assert!(moved > 100 && both > 1000, "{moved} {both}");
}

/// Returns the vectors and indices at a sample of a direct macroblock, as 8.4.1.2.3 says; `lists` are the picture order counts of
/// list 0 and of the pictures that the colocated picture referred to.
fn plain_temporal(
    later: &MbMap,
    [x, y]: [i32; 2],
    (current, list_0, col): (i32, &[i32], [&[i32]; 2]),
    pic_1: i32,
) -> Option<[(i8, Mv); 2]> {
    let corner = [x, y].map(|v| if v < 8 { 0 } else { 15 });
    let motion = |list: usize| later.motion[list].view().get([(corner[1] / 4) as isize, (corner[0] / 4) as isize]);
    let (reference, mv_col) = match (motion(0), motion(1)) {
        (Some(block), _) if block.ref_idx >= 0 => (Some(col[0][block.ref_idx as usize]), block.mv),
        (_, Some(block)) if block.ref_idx >= 0 => (Some(col[1][block.ref_idx as usize]), block.mv),
        _ => (None, Mv::default()),
    };
    let ref_idx = match reference {
        Some(count) => list_0.iter().position(|&found| found == count)?,
        None => 0,
    };
    let pic_0 = list_0[ref_idx];
    let (tb, td) = ((current - pic_0).clamp(-128, 127), (pic_1 - pic_0).clamp(-128, 127));
    let vectors = if td == 0 {
        [mv_col, Mv::default()]
    } else {
        let tx = (16384 + (td / 2).abs()) / td;
        let scale = ((tb * tx + 32) >> 6).clamp(-1024, 1023);
        let scaled = |v: i16| ((scale * i32::from(v) + 128) >> 8) as i16;
        let mv = Mv { x: scaled(mv_col.x), y: scaled(mv_col.y) };
        [mv, Mv { x: mv.x - mv_col.x, y: mv.y - mv_col.y }]
    };
    Some([(ref_idx as i8, vectors[0]), (0, vectors[1])])
}

#[test]
fn temporal_direct_is_that_of_the_definition() {
    let (mut noise, mut unusable) = (Noise::new(32), 0);
    for _ in 0..3000 {
        let mut later = MbMap::with_lists([1, 1], 2);
        for motion in &mut later.motion {
            motion.view_mut().fill_with(|_| {
                let BlockMotion { ref_idx, mv, .. } = block(&mut noise, 3);
                BlockMotion { ref_idx, mv: Mv { x: 37 * mv.x, y: -29 * mv.y }, ..BlockMotion::NONE }
            });
        }
        let field = MotionField::new(&later.motion, 0, [&[], &[]]);
        let colocated = Colocated { field: &field, is_long_term: false };
        let mut counts = |n: usize| -> Vec<i32> { (0..n).map(|_| 2 * noise.below(8) as i32 - 4).collect() };
        let (list_0, col) = (counts(4), [counts(4), counts(4)]);
        let (current, pic_1) = (counts(1)[0] + 1, counts(1)[0]);
        let mut references = TemporalReferences { of_colocated: [[None; 16]; 2], scales: [None; 16] };
        for (n, &count) in list_0.iter().enumerate() {
            references.scales[n] = dist_scale_factor(current, count, pic_1);
        }
        for (found, counts) in references.of_colocated.iter_mut().zip(&col) {
            for (found, count) in found.iter_mut().zip(counts) {
                *found = list_0.iter().position(|other| other == count).map(|n| n as u8);
            }
        }
        let motion = temporal(&references, &colocated, &macroblock([0, 0]));
        let plain: Option<Vec<_>> = samples()
            .map(|sample| plain_temporal(&later, sample, (current, &list_0, [&col[0], &col[1]]), pic_1))
            .collect();
        assert_eq!(motion.map(|motion| samples().map(|at| of_sample(&motion, at)).collect::<Vec<_>>()), plain);
        unusable += usize::from(motion.is_none());
    }
    assert!((300..2700).contains(&unusable), "{unusable}");
}
