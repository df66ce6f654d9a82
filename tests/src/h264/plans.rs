//! Prescriptions of macroblocks, for streams that use every tool.

use crate::Random;
use codecs::h264::Options;
use codecs::h264::decide::{Choice, Leftover, Prescription};
use codecs::h264::macroblock::{
    Intra16x16Mode, IntraChromaMode, IntraNxNMode, ListMotion, MbPart, Motion, Mv, SubMbPart,
};
use codecs::h264::predict::motion_vectors::Part;

/// The partitions of macroblocks to test: each type, with 8 x 8 blocks of equal sub-partitions, and two types with 8 x
/// 8 blocks of different ones.
pub const SHAPES: [MbPart; 9] = {
    use SubMbPart::*;
    [
        MbPart::P16x16,
        MbPart::P16x8,
        MbPart::P8x16,
        MbPart::P8x8([P8x8; 4]),
        MbPart::P8x8([P8x4; 4]),
        MbPart::P8x8([P4x8; 4]),
        MbPart::P8x8([P4x4; 4]),
        MbPart::P8x8([P8x8, P8x4, P4x8, P4x4]),
        MbPart::P8x8([P4x4, P4x8, P8x4, P8x8]),
    ]
};

/// Returns the parts of a macroblock.
pub fn parts(part: MbPart) -> Vec<Part> {
    let tiled = |outer: Part, width: usize, height: usize| {
        let (across, down) = (outer.width / width, outer.height / height);
        (0..across * down).map(move |n| Part {
            x: outer.x + n % across * width,
            y: outer.y + n / across * height,
            width,
            height,
        })
    };
    match part {
        MbPart::P16x16 => vec![Part::MB],
        MbPart::P16x8 => tiled(Part::MB, 4, 2).collect(),
        MbPart::P8x16 => tiled(Part::MB, 2, 4).collect(),
        MbPart::Direct => tiled(Part::MB, 2, 2).collect(),
        MbPart::P8x8(sub) => {
            let size = |sub| match sub {
                SubMbPart::P8x8 | SubMbPart::Direct => (2, 2),
                SubMbPart::P8x4 => (2, 1),
                SubMbPart::P4x8 => (1, 2),
                SubMbPart::P4x4 => (1, 1),
            };
            let of_block = |(outer, sub)| tiled(outer, size(sub).0, size(sub).1);
            tiled(Part::MB, 2, 2).zip(sub).flat_map(of_block).collect()
        }
    }
}

/// Returns a choice with one reference per 8 x 8 block, that of its part, and one vector per part.
pub fn choice(part: MbPart, mut ref_idx: impl FnMut(usize) -> u8, mut mv: impl FnMut(usize) -> Mv) -> Choice {
    let mut choice = Choice { part, ref_idx: [0; 4], mv: [[Mv::default(); 4]; 4] };
    let mut references = [None; 4];
    for (n, part) in parts(part).into_iter().enumerate() {
        // The parts of one 8 x 8 block share a reference.
        let block = 2 * (part.y / 2) + part.x / 2;
        let reference = *references[block].get_or_insert_with(|| ref_idx(block));
        choice.set(part, reference, mv(n));
    }
    choice
}

/// A generator of random prescriptions, within a stream's options.
#[derive(Clone, Debug)]
pub struct AtRandom {
    /// The seed of the random numbers, together with picture and macroblock.
    pub seed: u64,
    /// The largest components of vectors in quarter samples; smaller ones are more frequent.
    pub range: Mv,
    /// The number of macroblocks of which one is intra on average; 0 for none.
    pub intra_of: isize,
    /// The number of inter macroblocks of which one is skipped on average.
    pub skip_of: isize,
    /// `true` to allow `I_PCM` macroblocks.
    pub pcm: bool,
    /// `true` to allow 8 x 8 transforms.
    pub transform_8x8: bool,
    /// The number of reference pictures.
    pub references: u8,
    /// `true` for macroblocks of B pictures: direct ones, and parts of 8 x 8 samples or more from one or both lists.
    pub b: bool,
}

impl AtRandom {
    /// Returns a generator with a mix of all tools, with vectors that lead out of small pictures.
    pub fn new(seed: u64, options: &Options) -> Self {
        let (transform_8x8, references) = (options.transform_8x8, options.references);
        AtRandom {
            seed,
            range: Mv { x: 400, y: 250 },
            intra_of: 4,
            skip_of: 4,
            pcm: true,
            transform_8x8,
            references,
            b: options.b_frames > 0,
        }
    }

    /// Returns the prescription of a macroblock of a picture.
    pub fn at(&self, picture: usize, [y, x]: [isize; 2]) -> Prescription {
        let place = ((picture as u64) << 24) + ((y as u64) << 12) + x as u64;
        let random = &mut Random::new(Random::new(self.seed).bits() ^ Random::new(place).bits());
        if self.intra_of > 0 && random.between(0, self.intra_of) == 0 {
            return self.intra(random);
        }
        if random.between(0, self.skip_of) == 0 {
            return Prescription::Skip;
        }
        let leftover = match random.between(0, 4) {
            0 => Leftover::Dropped,
            1 | 2 if self.transform_8x8 => Leftover::By8x8,
            _ => Leftover::By4x4,
        };
        match random.between(0, 4) {
            0 if self.b => Prescription::Direct(leftover),
            1 | 2 if self.b => Prescription::Bidirectional(self.bidirectional(random), leftover),
            _ => Prescription::Inter(self.choice(random), leftover),
        }
    }

    /// Returns an intra prescription.
    pub fn intra_at(&self, picture: usize, [y, x]: [isize; 2]) -> Prescription {
        let place = ((picture as u64) << 24) + ((y as u64) << 12) + x as u64;
        self.intra(&mut Random::new(Random::new(self.seed).bits() ^ Random::new(place).bits()))
    }

    fn intra(&self, random: &mut Random) -> Prescription {
        let mut of = |n: usize| random.size(n) - 1;
        let chroma = IntraChromaMode::ALL[of(4)];
        let (small, large) = (IntraNxNMode::ALL[of(9)], Intra16x16Mode::ALL[of(4)]);
        match of(10) {
            0 if self.pcm => Prescription::Pcm,
            0..=3 => Prescription::Intra16x16(large, chroma),
            4..=6 if self.transform_8x8 => Prescription::Intra8x8(small, chroma),
            _ => Prescription::Intra4x4(small, chroma),
        }
    }

    /// Returns motion of a B macroblock: two choices with equal parts, one for each list, of which parts use one or both.
    fn bidirectional(&self, random: &mut Random) -> Motion {
        use SubMbPart::{Direct, P8x8};
        let part = match random.between(0, 4) {
            0 => MbPart::P16x16,
            1 => MbPart::P16x8,
            2 => MbPart::P8x16,
            _ => MbPart::P8x8([0; 4].map(|_| if random.between(0, 3) == 0 { Direct } else { P8x8 })),
        };
        let mut motion = Motion { part, lists: [ListMotion::UNUSED; 2] };
        let uses = [0; 4].map(|_| random.size(3));
        for (list, of_list) in motion.lists.iter_mut().enumerate() {
            let Choice { ref_idx, mv, .. } = self.choice_of(random, part);
            // Equal parts use equal lists.
            let uses = |block: usize| match part {
                MbPart::P16x16 => uses[0],
                MbPart::P16x8 => uses[block / 2],
                MbPart::P8x16 => uses[block % 2],
                _ => uses[block],
            };
            for block in (0..4).filter(|&block| uses(block) != 2 - list) {
                of_list.ref_idx[block] = ref_idx[block] as i8;
            }
            for (y, x) in (0..4).flat_map(|y| (0..4).map(move |x| (y, x))) {
                if of_list.ref_idx[y / 2 * 2 + x / 2] >= 0 {
                    of_list.mv[y][x] = mv[y][x];
                }
            }
        }
        motion
    }

    fn choice(&self, random: &mut Random) -> Choice {
        let part = match random.size(SHAPES.len() + 4) - 1 {
            n @ 0..3 => SHAPES[n],
            n @ 3..9 if n % 2 == 0 => SHAPES[n],
            _ => {
                use SubMbPart::*;
                MbPart::P8x8([0; 4].map(|_| [P8x8, P8x4, P4x8, P4x4][random.size(4) - 1]))
            }
        };
        self.choice_of(random, part)
    }

    fn choice_of(&self, random: &mut Random, part: MbPart) -> Choice {
        // Few references and equal vectors are frequent.
        let refs: [u8; 2] = [0; 2].map(|_| (random.size(self.references.into()) - 1) as u8);
        let far = random.between(0, 6);
        let Mv { x, y } = self.range;
        let (x, y) = match far {
            0 => (x, y),
            1 => (x / 4, y / 4),
            2 => (1, 1),
            _ => (x.min(24), y.min(24)),
        };
        let mut component = |range: i16| random.between(-isize::from(range), isize::from(range) + 1) as i16;
        let mvs: [Mv; 3] = [0; 3].map(|_| Mv { x: component(x), y: component(y) });
        let (by_block, by_part) = (random.bits(), random.bits());
        choice(part, |block| refs[(by_block >> block & 1) as usize], |n| mvs[(by_part >> (2 * n) & 3) as usize % 3])
    }
}
