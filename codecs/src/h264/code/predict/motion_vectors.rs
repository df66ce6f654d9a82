//! Prediction of motion vectors from neighbouring vectors (8.4.1).
//!
//! ```text
//!   D ┊ B     ┊ C         A, B, C, D: the 4 x 4 blocks beside the corners of a part (Figure 6-14). D stands in
//!  ┄┄┄┏━━━━━━━┓┄┄┄        where C is not available.
//!   A ┃ part  ┃
//!     ┃       ┃
//! ```
//!
//! A neighbour outside of the macroblock is available if the [`MbMap`] says so. A neighbour inside is available if it
//! is decoded before the part. That depends only on its position, not on the stored values, which may be left over from
//! trial decisions.

use crate::h264::code::coding_order::{Beside, coded_at};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::{BlockMotion, MbMap};
use crate::spaces::{Luma, Luma4x4, Mb, points};
use unite::{Block, Dyn, Fixed, Place, Spot};

/// A macroblock partition or sub-macroblock partition: a rectangle of 4 x 4 blocks inside of its macroblock.
///
/// ```
/// use codecs::h264::predict::motion_vectors::Part;
/// assert_eq!(Part::MB, Part { x: 0, y: 0, width: 4, height: 4 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Column of the first block, 0 to 3.
    pub x: usize,
    /// Row of the first block, 0 to 3.
    pub y: usize,
    /// Width in blocks: 1, 2 or 4.
    pub width: usize,
    /// Height in blocks: 1, 2 or 4.
    pub height: usize,
}

impl Part {
    /// The whole macroblock.
    pub const MB: Part = Part { x: 0, y: 0, width: 4, height: 4 };

    /// Returns the place of the part's luma samples in a macroblock.
    ///
    /// ```
    /// use codecs::h264::predict::motion_vectors::Part;
    /// use codecs::spaces::macroblock;
    /// use unite::{Dyn, Place};
    /// let samples = Part { x: 0, y: 2, width: 4, height: 2 }.luma(&macroblock([0, 3]));
    /// assert_eq!((samples.origin(), samples.extent()), ([4 * 8, 4 * 48], Dyn([8, 16])));
    /// ```
    #[inline(always)]
    pub fn luma(self, mb: &Mb) -> Spot<Luma> {
        points(&self.blocks(mb))
    }

    /// Returns the place of the part's 4 x 4 blocks in a macroblock.
    #[inline(always)]
    pub fn blocks(self, mb: &Mb) -> Spot<Luma4x4> {
        let Part { x, y, width, height } = self;
        let blocks = Spot::<Luma4x4, _>::new(mb.origin(), Fixed::<4, 4>);
        blocks.partition([y as isize, x as isize], Dyn([height, width]))
    }
}

/// The motion of a neighbour (8.4.1.3.2).
///
/// ```
/// use codecs::h264::predict::motion_vectors::Neighbour;
/// assert!(!Neighbour::default().is_available());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// `refIdxLXN`: -1 for an intra macroblock, -2 if not available. (The standard uses -1 for both.)
    pub ref_idx: i8,
    /// `mvLXN`: 0 without a reference.
    pub mv: Mv,
}

impl Neighbour {
    /// Returns whether the neighbour is already decoded and in the same slice.
    #[inline(always)]
    pub fn is_available(&self) -> bool {
        self.ref_idx != -2
    }
}

impl Default for Neighbour {
    /// Returns a neighbour that is not available.
    fn default() -> Self {
        Neighbour { ref_idx: -2, mv: Mv { x: 0, y: 0 } }
    }
}

impl From<BlockMotion> for Neighbour {
    #[inline(always)]
    fn from(block: BlockMotion) -> Self {
        let mv = if block.ref_idx < 0 { Mv { x: 0, y: 0 } } else { block.mv };
        Neighbour { ref_idx: block.ref_idx, mv }
    }
}

/// Returns neighbours A, B and C of a part, with D in place of C if C is not available (6.4.11.7, 8.4.1.3.2). `motion` is
/// [`MbMap::motion`] of the list. The vectors also serve as starting points of a motion search.
///
/// ```
/// use codecs::h264::{macroblock::Mv, map::{BlockMotion, MbMap}, predict::motion_vectors::{Part, neighbours}};
/// let mut map = MbMap::new([2, 2]);
/// let above = BlockMotion { ref_idx: 0, mv: Mv { x: 5, y: -3 }, ..BlockMotion::NONE };
/// map.motion[0].view_mut().set([3, 4], above);
/// let [a, b, c] = neighbours(&map.motion[0], &codecs::spaces::macroblock([1, 1]), Part::MB);
/// assert!(!a.is_available() && !c.is_available());
/// assert_eq!((b.ref_idx, b.mv), (0, Mv { x: 5, y: -3 }));
/// ```
///
/// # Panics
/// If the macroblock lies outside of the map.
#[inline]
pub fn neighbours(motion: &Block<Luma4x4, BlockMotion>, mb: &Mb, part: Part) -> [Neighbour; 3] {
    let mb = motion.view().under_fixed::<Fixed<4, 4>, _>(mb);
    let (at, extent) = ([part.y as isize, part.x as isize], Dyn([part.height, part.width]));
    let blocks = mb.window::<Beside>().expect("a macroblock of the picture");
    let blocks = blocks.partition(at, extent).expect("a part of the macroblock");
    let when = coded_at(&mb.spot()).window().partition(at, extent).expect("a part of the macroblock");
    let neighbour = move |i| Neighbour::from(blocks[i]);
    // Of parts of any shape, the block that can be C is decoded before the part exactly if it comes first in the order of
    // 4 x 4 blocks.
    let right = [-1, part.width as isize];
    let c = if when[right] < when[[0, 0]] { neighbour(right) } else { Neighbour::default() };
    [neighbour([0, -1]), neighbour([-1, 0]), if c.is_available() { c } else { neighbour([-1, -1]) }]
}

/// Returns `mvpLX`, the predicted vector of a part that has reference `ref_idx` (8.4.1.3).
///
/// Parts of 16 x 8 and 8 x 16 samples use directional rules; their shape identifies them. `motion` is
/// [`MbMap::motion`] of list X; it must contain the blocks of earlier parts of the macroblock.
///
/// ```
/// use codecs::h264::{macroblock::Mv, map::{BlockMotion, MbMap}, predict::motion_vectors::{Part, predict}};
/// let mut map = MbMap::new([1, 2]);
/// for (y, mv) in [Mv { x: 4, y: 8 }, Mv { x: 12, y: 0 }].into_iter().enumerate() {
///     for row in [2 * y, 2 * y + 1] {
///         map.motion[0].view_mut().set([row as isize, 3], BlockMotion { ref_idx: 0, mv, ..BlockMotion::NONE });
///     }
/// }
/// let mb = codecs::spaces::macroblock([0, 1]);
/// assert_eq!(predict(&map.motion[0], &mb, Part::MB, 0), Mv { x: 4, y: 8 }); // from A, the only one
/// let lower = Part { x: 0, y: 2, width: 4, height: 2 };
/// assert_eq!(predict(&map.motion[0], &mb, lower, 0), Mv { x: 12, y: 0 });
/// ```
///
/// # Panics
/// If the macroblock lies outside of the map.
#[inline]
pub fn predict(motion: &Block<Luma4x4, BlockMotion>, mb: &Mb, part: Part, ref_idx: i8) -> Mv {
    predict_from(neighbours(motion, mb, part), part, ref_idx)
}

/// Predicts as [`predict`] does, from known neighbours. The neighbours of a part are the same for all references.
///
/// ```
/// use codecs::h264::{macroblock::Mv, predict::motion_vectors::{Neighbour, Part, predict_from}};
/// let near = [(0, 1, 9), (0, 5, 2), (0, 3, 4)].map(|(ref_idx, x, y)| Neighbour { ref_idx, mv: Mv { x, y } });
/// assert_eq!(predict_from(near, Part::MB, 0), Mv { x: 3, y: 4 }); // medians
/// ```
#[inline]
pub fn predict_from(neighbours: [Neighbour; 3], part: Part, ref_idx: i8) -> Mv {
    let [a, b, c] = neighbours;
    let directional = match part {
        Part { y: 0, width: 4, height: 2, .. } => Some(b),
        Part { width: 4, height: 2, .. } => Some(a),
        Part { x: 0, width: 2, height: 4, .. } => Some(a),
        Part { width: 2, height: 4, .. } => Some(c),
        _ => None,
    };
    match directional {
        Some(neighbour) if neighbour.ref_idx == ref_idx => neighbour.mv,
        _ => median([a, b, c], ref_idx),
    }
}

/// Returns the median luma motion vector prediction (8.4.1.3.1).
#[inline(always)]
fn median([a, b, c]: [Neighbour; 3], ref_idx: i8) -> Mv {
    if !b.is_available() && !c.is_available() && a.is_available() {
        return a.mv;
    }
    match [a, b, c].map(|neighbour| neighbour.ref_idx == ref_idx) {
        [true, false, false] => a.mv,
        [false, true, false] => b.mv,
        [false, false, true] => c.mv,
        _ => median_of([a.mv, b.mv, c.mv]),
    }
}

/// Returns `Median(x, y, z)` (5.7) of each component of three vectors.
#[inline(always)]
pub(in crate::h264) fn median_of(vectors: [Mv; 3]) -> Mv {
    let median = |[x, y, z]: [i16; 3]| x.min(y).max(x.max(y).min(z));
    Mv { x: median(vectors.map(|mv| mv.x)), y: median(vectors.map(|mv| mv.y)) }
}

/// Returns the vector of a `P_Skip` macroblock (8.4.1.1).
///
/// ```
/// use codecs::h264::{macroblock::Mv, map::MbMap, predict::motion_vectors::predict_skip};
/// let mb = codecs::spaces::macroblock([0, 0]);
/// assert_eq!(predict_skip(&MbMap::new([1, 1]), &mb), Mv { x: 0, y: 0 });
/// ```
///
/// # Panics
/// If the macroblock lies outside of the map.
#[inline]
pub fn predict_skip(map: &MbMap, mb: &Mb) -> Mv {
    predict_skip_from(neighbours(&map.motion[0], mb, Part::MB))
}

/// Predicts as [`predict_skip`] does, from the known neighbours of the macroblock.
#[inline]
pub(in crate::h264::code) fn predict_skip_from(near: [Neighbour; 3]) -> Mv {
    let [a, b, _] = near;
    let stays = Neighbour { ref_idx: 0, mv: Mv { x: 0, y: 0 } };
    if !a.is_available() || !b.is_available() || a == stays || b == stays {
        return Mv { x: 0, y: 0 };
    }
    median(near, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::macroblock;
    use noise::Noise;
    use std::collections::HashMap;

    /// Returns random motion of a neighbour.
    fn neighbour(noise: &mut Noise) -> Neighbour {
        // Use few values, so that neighbours often agree.
        let mv = Mv { x: noise.below(5) as i16 - 2, y: noise.below(5) as i16 - 2 };
        match noise.below(8) {
            0 => Neighbour { ref_idx: -2, mv: Mv::default() },
            1 => Neighbour { ref_idx: -1, mv: Mv::default() },
            n => Neighbour { ref_idx: (n % 3) as i8, mv },
        }
    }

    /// Returns random motion of an inter block.
    fn inter(noise: &mut Noise) -> Neighbour {
        Neighbour { ref_idx: noise.below(3) as i8, mv: Mv { x: noise.below(99) as i16, y: -(noise.below(99) as i16) } }
    }

    /// A part in luma samples: x, y, width, height.
    type Samples = [i32; 4];

    /// Returns the parts of a macroblock in decoding order for every `mb_type` and `sub_mb_type` (Tables 7-13 and
    /// 7-17).
    fn all_divisions() -> Vec<Vec<Samples>> {
        let sub = |n: i32, sub_mb_type: u32| -> Vec<Samples> {
            let (x, y) = (n % 2 * 8, n / 2 * 8);
            match sub_mb_type {
                0 => vec![[x, y, 8, 8]],
                1 => vec![[x, y, 8, 4], [x, y + 4, 8, 4]],
                2 => vec![[x, y, 4, 8], [x + 4, y, 4, 8]],
                _ => vec![[x, y, 4, 4], [x + 4, y, 4, 4], [x, y + 4, 4, 4], [x + 4, y + 4, 4, 4]],
            }
        };
        let mut all =
            vec![vec![[0, 0, 16, 16]], vec![[0, 0, 16, 8], [0, 8, 16, 8]], vec![[0, 0, 8, 16], [8, 0, 8, 16]]];
        all.extend((0..256).map(|types| (0..4).flat_map(|n| sub(n, types >> (2 * n) & 3)).collect()));
        all
    }

    /// The motion at each luma sample of the picture; in the current macroblock only that of decoded parts.
    #[derive(Default)]
    struct Plain {
        decoded: HashMap<(i32, i32), Neighbour>,
    }

    impl Plain {
        fn at(&self, x: i32, y: i32) -> Neighbour {
            self.decoded.get(&(x, y)).copied().unwrap_or_default()
        }

        /// Returns the neighbours by 8.4.1.3.2, for the part at luma sample (x, y) of the picture.
        fn neighbours(&self, [x, y, width, _]: Samples) -> [Neighbour; 3] {
            let c = self.at(x + width, y - 1);
            let c = if c.ref_idx == -2 { self.at(x - 1, y - 1) } else { c };
            [self.at(x - 1, y), self.at(x, y - 1), c]
        }

        /// Predicts by 8.4.1.3, for the part of index `k` of the macroblock.
        fn predict(&self, part: Samples, k: usize, ref_idx: i8) -> Mv {
            let [a, mut b, mut c] = self.neighbours(part);
            match (part[2], part[3], k) {
                (16, 8, 0) if b.ref_idx == ref_idx => return b.mv,
                (16, 8, 1) if a.ref_idx == ref_idx => return a.mv,
                (8, 16, 0) if a.ref_idx == ref_idx => return a.mv,
                (8, 16, 1) if c.ref_idx == ref_idx => return c.mv,
                _ => {}
            }
            if b.ref_idx == -2 && c.ref_idx == -2 && a.ref_idx != -2 {
                (b, c) = (a, a);
            }
            let same: Vec<_> = [a, b, c].into_iter().filter(|n| n.ref_idx == ref_idx).collect();
            if let [only] = same[..] {
                return only.mv;
            }
            let median = |mut v: [i16; 3]| {
                v.sort_unstable();
                v[1]
            };
            Mv { x: median([a, b, c].map(|n| n.mv.x)), y: median([a, b, c].map(|n| n.mv.y)) }
        }

        fn decode(&mut self, [x, y, width, height]: Samples, motion: Neighbour) {
            for y in y..y + height {
                for x in x..x + width {
                    self.decoded.insert((x, y), motion);
                }
            }
        }
    }

    fn set(map: &mut MbMap, [y, x]: [isize; 2], motion: Neighbour) {
        let motion = BlockMotion { ref_idx: motion.ref_idx, mv: motion.mv, ..BlockMotion::NONE };
        map.motion[0].view_mut().set([y, x], motion);
    }

    /// Returns a map of 3 x 3 macroblocks with random motion around that at (1, 1), and arbitrary values in it.
    fn around(noise: &mut Noise) -> (MbMap, Plain) {
        let (mut map, mut plain) = (MbMap::new([3, 3]), Plain::default());
        let mbs = [0, 1, 2, 3].map(|_| noise.below(6) > 0); // whether those at D, B, C, A are available
        for y in 3..8 {
            for x in 3..9 {
                let outside = y < 4 || x < 4;
                let mb = match (y < 4, x) {
                    (true, 3) => 0,
                    (true, 4..8) => 1,
                    (true, _) => 2,
                    (false, 3) => 3,
                    (false, _) => {
                        let rubbish = inter(noise);
                        if x < 8 {
                            set(&mut map, [y, x], rubbish);
                        }
                        continue;
                    }
                };
                let motion = if outside && mbs[mb] { neighbour(noise) } else { Neighbour::default() };
                set(&mut map, [y, x], motion);
                plain.decode([4 * x as i32, 4 * y as i32, 4, 4], motion);
            }
        }
        (map, plain)
    }

    #[test]
    fn every_part_of_every_division_is_predicted_as_by_the_standards_coordinates() {
        let mut noise = Noise::new(1);
        for division in all_divisions() {
            for _ in 0..60 {
                let (mut map, mut plain) = around(&mut noise);
                for (k, &[x, y, width, height]) in division.iter().enumerate() {
                    let [bx, by, w, h] = [x, y, width, height].map(|n| n as usize / 4);
                    let part = Part { x: bx, y: by, width: w, height: h };
                    let samples = [x + 16, y + 16, width, height];
                    assert_eq!(
                        neighbours(&map.motion[0], &macroblock([1, 1]), part),
                        plain.neighbours(samples),
                        "{part:?} of {division:?}"
                    );
                    for ref_idx in 0..3 {
                        let mv = predict(&map.motion[0], &macroblock([1, 1]), part, ref_idx);
                        assert_eq!(mv, plain.predict(samples, k, ref_idx), "{part:?} of {division:?}");
                    }
                    let motion = inter(&mut noise);
                    plain.decode(samples, motion);
                    for (y, x) in (by..by + h).flat_map(|y| (bx..bx + w).map(move |x| (y, x))) {
                        set(&mut map, [4 + y as isize, 4 + x as isize], motion);
                    }
                }
            }
        }
    }

    #[test]
    fn a_skipped_macroblock_stays_where_a_neighbour_does_or_is_missing() {
        let mut noise = Noise::new(2);
        let mut moved = 0;
        for _ in 0..4000 {
            let (map, plain) = around(&mut noise);
            let whole = [16, 16, 16, 16];
            let [a, b, _] = plain.neighbours(whole);
            let still = |n: Neighbour| n.ref_idx == -2 || (n.ref_idx == 0 && n.mv == Mv::default());
            let mv = if still(a) || still(b) { Mv::default() } else { plain.predict(whole, 0, 0) };
            assert_eq!(predict_skip(&map, &macroblock([1, 1])), mv);
            moved += usize::from(mv != Mv::default());
        }
        assert!(moved > 1000, "{moved}");
    }
}
