//! Random slices with macroblocks of all kinds, as an encoder may write them.

use crate::h264::code::entropy::{SliceSyntax, SliceType};
use crate::h264::code::macroblock::*;
use crate::h264::code::map::MbMap;

/// A reproducible random number generator: `splitmix64`.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number less than `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// The contents of a slice.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub syntax: SliceSyntax,
    pub size: [usize; 2],
    pub slice_qp: u8,
    pub cabac_init_idc: u8,
    pub constrained_intra_pred_flag: bool,
    pub mbs: Vec<Macroblock>,
}

/// The density of nonzero levels in a block (out of 16), and their largest magnitude.
#[derive(Clone, Copy)]
struct Levels {
    density: usize,
    most: usize,
}

impl Levels {
    fn fill(self, random: &mut Random, levels: &mut [i16]) {
        for (k, level) in levels.iter_mut().enumerate() {
            // Fewer and smaller levels at high frequencies.
            if random.below(16 + 2 * k) < self.density {
                let most = 1 + random.below(self.most);
                let magnitude = 1 + random.below(most);
                *level = if random.flag() { magnitude as i16 } else { -(magnitude as i16) };
            }
        }
    }
}

impl Case {
    /// Creates a random slice, with or without `I_PCM` macroblocks.
    pub(super) fn new(random: &mut Random, size: [usize; 2], pcm: bool) -> Self {
        let syntax = SliceSyntax {
            slice_type: random.pick(&[SliceType::I, SliceType::P, SliceType::B, SliceType::P, SliceType::B]),
            num_ref_idx_l0_active_minus1: random.pick(&[0, 0, 1, 2, 3, 15]),
            num_ref_idx_l1_active_minus1: random.pick(&[0, 0, 1, 2, 3, 15]),
            transform_8x8_mode_flag: random.flag(),
            monochrome: random.below(4) == 0,
        };
        let slice_qp = random.below(52) as u8;
        let mut case = Case {
            syntax,
            size,
            slice_qp,
            cabac_init_idc: random.below(3) as u8,
            constrained_intra_pred_flag: random.flag(),
            mbs: vec![],
        };
        let density = random.pick(&[0, 1, 2, 6, 16, 40]);
        let most = random.pick(&[1, 1, 2, 3, 20, 200, 2000, 6500]);
        let mut qp = slice_qp;
        for _ in 0..size[0] * size[1] {
            let mb = case.macroblock(random, Levels { density, most }, pcm, qp);
            qp = mb.qp;
            case.mbs.push(mb);
        }
        case
    }

    /// Returns the map of the picture.
    pub(super) fn map(&self) -> MbMap {
        MbMap::with_lists(self.size, if self.syntax.slice_type == SliceType::B { 2 } else { 1 })
    }

    fn macroblock(&self, random: &mut Random, levels: Levels, pcm: bool, qp: u8) -> Macroblock {
        let prediction = self.prediction(random, pcm);
        let mut mb = Macroblock {
            prediction,
            intra_chroma_mode: IntraChromaMode::Dc,
            transform_8x8: matches!(prediction, Prediction::Intra8x8(_)),
            cbp_luma: 0,
            cbp_chroma: 0,
            qp,
            residual: Residual::default(),
        };
        if matches!(prediction, Prediction::Pcm) {
            let count = if self.syntax.monochrome { 256 } else { 384 };
            mb.residual.pcm = (0..count).map(|_| random.bits() as u8).collect();
            return mb;
        }
        if matches!(prediction, Prediction::Skip(_)) {
            return mb;
        }
        if prediction.is_intra() && !self.syntax.monochrome {
            use IntraChromaMode::*;
            mb.intra_chroma_mode = random.pick(&[Dc, Horizontal, Vertical, Plane]);
        }
        let intra_16x16 = matches!(prediction, Prediction::Intra16x16(_));
        mb.cbp_luma = if intra_16x16 { random.pick(&[0, 15]) } else { random.below(16) as u8 };
        mb.cbp_chroma = if self.syntax.monochrome { 0 } else { random.below(3) as u8 };
        if matches!(prediction, Prediction::Inter(_)) {
            mb.transform_8x8 = self.syntax.transform_8x8_mode_flag && mb.may_transform_8x8() && random.flag();
        }
        if intra_16x16 || mb.cbp_luma > 0 || mb.cbp_chroma > 0 {
            if random.below(3) == 0 {
                mb.qp = random.below(52) as u8;
            }
            fill_residual(random, levels, &mut mb);
        }
        mb
    }

    fn prediction(&self, random: &mut Random, pcm: bool) -> Prediction {
        let inter = self.syntax.slice_type != SliceType::I && random.below(4) != 0;
        if inter && self.syntax.slice_type == SliceType::B {
            return Prediction::Inter(self.motion_of_b(random));
        }
        if inter && random.below(3) == 0 {
            return Prediction::Skip(Mv { x: 5, y: -3 });
        }
        if inter {
            return Prediction::Inter(self.motion(random));
        }
        let likely = random.flag();
        let mode = |random: &mut Random| {
            if likely { IntraNxNMode::Dc } else { random.pick(&IntraNxNMode::ALL) }
        };
        match random.below(if pcm { 10 } else { 9 }) {
            0..3 => Prediction::Intra4x4(std::array::from_fn(|_| std::array::from_fn(|_| mode(random)))),
            3..6 if self.syntax.transform_8x8_mode_flag => {
                Prediction::Intra8x8(std::array::from_fn(|_| std::array::from_fn(|_| mode(random))))
            }
            9 => Prediction::Pcm,
            _ => {
                use Intra16x16Mode::*;
                Prediction::Intra16x16(random.pick(&[Vertical, Horizontal, Dc, Plane]))
            }
        }
    }

    /// Returns the motion of a P macroblock.
    fn motion(&self, random: &mut Random) -> Motion {
        let part = partitioning(random);
        Motion::of_p(part, list_motion(random, part, self.syntax.num_ref_idx_l0_active_minus1))
    }

    /// Returns the motion of a B macroblock; a fourth of them is direct.
    fn motion_of_b(&self, random: &mut Random) -> Motion {
        let mut part = partitioning(random);
        match &mut part {
            _ if random.below(4) == 0 => part = MbPart::Direct,
            MbPart::P8x8(parts) => {
                parts.iter_mut().filter(|_| random.below(3) == 0).for_each(|part| *part = SubMbPart::Direct);
            }
            _ => {}
        }
        let most = [self.syntax.num_ref_idx_l0_active_minus1, self.syntax.num_ref_idx_l1_active_minus1];
        let mut lists = most.map(|most| list_motion(random, part, most));
        let used: [usize; 4] = std::array::from_fn(|_| random.below(3));
        for n in 0..4 {
            let (y, x) = first(part, 2 * (n / 2), 2 * (n % 2));
            let is_direct = match part {
                MbPart::Direct => true,
                MbPart::P8x8(parts) => parts[n] == SubMbPart::Direct,
                _ => false,
            };
            for (list, motion) in lists.iter_mut().enumerate() {
                // Both lists, or one of them.
                let unused = used[y / 2 * 2 + x / 2] == 1 + list;
                if unused {
                    motion.ref_idx[n] = -1;
                }
                if unused || is_direct {
                    for k in 0..4 {
                        motion.mvd[2 * (n / 2) + k / 2][2 * (n % 2) + k % 2] = Mv::default();
                    }
                }
            }
        }
        Motion { part, lists }
    }
}

fn partitioning(random: &mut Random) -> MbPart {
    use SubMbPart::*;
    let whole = random.flag();
    let subs = std::array::from_fn(|_| if whole { P8x8 } else { random.pick(&[P8x8, P8x4, P4x8, P4x4]) });
    random.pick(&[MbPart::P16x16, MbPart::P16x8, MbPart::P8x16, MbPart::P8x8(subs)])
}

/// Returns the first block of the part that a 4 x 4 block lies in.
fn first(part: MbPart, y: usize, x: usize) -> (usize, usize) {
    match part {
        MbPart::P16x16 => (0, 0),
        MbPart::P16x8 => (y & 2, 0),
        MbPart::P8x16 => (0, x & 2),
        MbPart::Direct => (y & 2, x & 2),
        MbPart::P8x8(subs) => match subs[y / 2 * 2 + x / 2] {
            SubMbPart::P8x8 | SubMbPart::Direct => (y & 2, x & 2),
            SubMbPart::P8x4 => (y, x & 2),
            SubMbPart::P4x8 => (y & 2, x),
            SubMbPart::P4x4 => (y, x),
        },
    }
}

/// Returns references of 0 to `most`, and vector differences.
fn list_motion(random: &mut Random, part: MbPart, most: u8) -> ListMotion {
    let greatest = random.pick(&[1, 2, 10, 40, 300, 16000]);
    let vectors: [[Mv; 4]; 4] = std::array::from_fn(|_| {
        std::array::from_fn(|_| {
            let mut component = || random.below(2 * greatest + 1) as i16 - greatest as i16;
            Mv { x: component(), y: component() }
        })
    });
    let mvd = std::array::from_fn(|y| {
        std::array::from_fn(|x| {
            let (y, x) = first(part, y, x);
            vectors[y][x]
        })
    });
    let count = usize::from(most) + 1;
    let all_0 = random.below(3) == 0;
    let refs: [u8; 4] = std::array::from_fn(|_| if all_0 { 0 } else { random.below(count) as u8 });
    let ref_idx = std::array::from_fn(|n| {
        let (y, x) = first(part, 2 * (n / 2), 2 * (n % 2));
        refs[y / 2 * 2 + x / 2] as i8
    });
    ListMotion { ref_idx, mvd, ..ListMotion::UNUSED }
}

fn fill_residual(random: &mut Random, levels: Levels, mb: &mut Macroblock) {
    let residual = &mut mb.residual;
    let intra_16x16 = matches!(mb.prediction, Prediction::Intra16x16(_));
    if intra_16x16 {
        levels.fill(random, &mut residual.luma_dc);
    }
    for n in (0..4).filter(|n| mb.cbp_luma >> n & 1 != 0) {
        let eight = residual.luma[4 * n..4 * n + 4].as_flattened_mut();
        if mb.transform_8x8 {
            levels.fill(random, eight);
            // An 8x8 block in the pattern has a nonzero level, because no flag could state otherwise.
            if eight.iter().all(|&level| level == 0) {
                eight[random.below(64)] = 1;
            }
        } else {
            eight.chunks_exact_mut(16).for_each(|four| levels.fill(random, &mut four[usize::from(intra_16x16)..]));
        }
    }
    if mb.cbp_chroma > 0 {
        residual.chroma_dc.iter_mut().for_each(|dc| levels.fill(random, dc));
    }
    if mb.cbp_chroma == 2 {
        residual.chroma_ac.as_flattened_mut().iter_mut().for_each(|ac| levels.fill(random, &mut ac[1..]));
    }
}
