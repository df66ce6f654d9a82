//! Streams with prescribed macroblocks: ffmpeg and openh264 decode exactly our reconstruction.

use codecs::h264::decide::{Leftover, Prescription};
use codecs::h264::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode, Mv};
use codecs::h264::syntax::Level;
use codecs::h264::{Deblocking, EntropyCoding, Options};
use tests::h264::{AtRandom, Clip, Coded, Content, Judges, SHAPES, choice};

const BOTH: [EntropyCoding; 2] = [EntropyCoding::Cavlc, EntropyCoding::Cabac];

/// Returns options with one reference and the same QP everywhere; only the first picture is intra.
fn plain([height, width]: [usize; 2], qp: u8, entropy_coding: EntropyCoding) -> Options {
    Options::new(width, height)
        .with_qp(qp)
        .with_ip_ratio(1.0)
        .with_references(1)
        .with_keyint(1000)
        .with_entropy_coding(entropy_coding)
}

/// Returns a level by its name: higher ones allow longer vectors.
fn level(name: &str) -> Option<&'static Level> {
    Level::ALL.iter().find(|level| level.name == name)
}

/// Returns every intra macroblock type and luma mode, with each chroma mode.
fn intra_modes() -> Vec<Prescription> {
    let chroma = IntraChromaMode::ALL.into_iter();
    let of_chroma = |chroma| {
        let small = IntraNxNMode::ALL.into_iter();
        let large = Intra16x16Mode::ALL.into_iter();
        (small.clone().map(move |mode| Prescription::Intra4x4(mode, chroma)))
            .chain(small.map(move |mode| Prescription::Intra8x8(mode, chroma)))
            .chain(large.map(move |mode| Prescription::Intra16x16(mode, chroma)))
            .chain([Prescription::Pcm])
    };
    chroma.flat_map(of_chroma).collect()
}

#[test]
fn every_intra_mode() {
    let mut judges = Judges::new("intra modes");
    let modes = intra_modes();
    // A picture in each mode, then pictures with all modes.
    let clip = Clip::new(Content::Mixed, [48, 64], modes.len() + 8);
    let plan = |n: usize, [y, x]: [isize; 2]| {
        let k = if n < modes.len() { n } else { (n * 37 + y as usize * 5 + x as usize * 11) % modes.len() };
        modes[k]
    };
    for entropy_coding in BOTH {
        for (qp, keyint) in [(12, 1), (30, 1), (22, 1000), (40, 7)] {
            let options = plain(clip.size, qp, entropy_coding).with_keyint(keyint);
            judges
                .judge(|| format!("{entropy_coding:?} QP {qp} keyint {keyint}"), Coded::by_plan(&options, &clip, plan));
        }
    }
    judges.finish();
}

#[test]
fn intra_modes_beside_inter_macroblocks_with_and_without_constrained_intra() {
    let mut judges = Judges::new("constrained intra");
    let modes = intra_modes();
    let clip = Clip::new(Content::Moving, [48, 80], 50);
    for entropy_coding in BOTH {
        for constrained_intra in [false, true] {
            for pattern in 0..4 {
                let options =
                    plain(clip.size, 20 + 4 * pattern, entropy_coding).with_constrained_intra(constrained_intra);
                let inter = AtRandom { intra_of: 0, ..AtRandom::new(pattern.into(), &options) };
                let plan = |n: usize, [y, x]: [isize; 2]| {
                    let k = match pattern {
                        0 => (y + x) % 2,
                        1 => x % 2,
                        2 => y % 2,
                        _ => (3 * y + 5 * x + n as isize) / 2 % 3,
                    };
                    match k {
                        0 => modes[(n * 5 + y as usize * 7 + x as usize * 13) % modes.len()],
                        _ => inter.at(n, [y, x]),
                    }
                };
                let what = || format!("{entropy_coding:?} constrained {constrained_intra} pattern {pattern}");
                judges.judge(what, Coded::by_plan(&options, &clip, plan));
            }
        }
    }
    judges.finish();
}

#[test]
fn every_shape_of_parts_with_vectors_of_every_fraction() {
    let mut judges = Judges::new("parts and fractions");
    let leftovers = [Leftover::Dropped, Leftover::By4x4, Leftover::By8x8];
    let clip = Clip::new(Content::Moving, [64, 64], 1 + SHAPES.len() * leftovers.len());
    let plan = |n: usize, [y, x]: [isize; 2]| {
        let n = n.saturating_sub(1);
        let (shape, leftover) = (SHAPES[n / leftovers.len()], leftovers[n % leftovers.len()]);
        // Each macroblock and part has another fraction.
        let fraction = |k: usize| (k * 5 + n * 3 + y as usize * 4 + x as usize) % 16;
        let vector = |k: usize| {
            let whole = (k as i16 * 7 + n as i16 * 3) % 5 - 2;
            Mv { x: 4 * whole + (fraction(k) % 4) as i16, y: (fraction(k) / 4) as i16 - 4 * (k as i16 % 3) }
        };
        Prescription::Inter(choice(shape, |_| 0, vector), leftover)
    };
    for entropy_coding in BOTH {
        for (qp, deblocking) in [(10, None), (27, Some(Deblocking::default())), (45, Some(Deblocking::default()))] {
            let options = plain(clip.size, qp, entropy_coding).with_deblocking(deblocking);
            judges.judge(|| format!("{entropy_coding:?} QP {qp}"), Coded::by_plan(&options, &clip, plan));
        }
    }
    judges.finish();
}

#[test]
fn vectors_that_lead_far_out_of_the_picture_in_every_direction() {
    let mut judges = Judges::new("far vectors");
    let clip = Clip::new(Content::Mixed, [48, 32], 33);
    for entropy_coding in BOTH {
        for (name, vertical) in [("1", 64), ("2", 128), ("3", 256), ("5.1", 512)] {
            let options = plain(clip.size, 28, entropy_coding).with_level(level(name));
            let plan = |n: usize, [y, x]: [isize; 2]| {
                // The longest vectors of the level, then shorter and shorter ones.
                let (direction, near) = (n % 8, (n / 8) as i16);
                let (right, down) = ([-1, 0, 1, 1, 1, 0, -1, -1][direction], [-1, -1, -1, 0, 1, 1, 1, 0][direction]);
                let reach = |sign: i16, most: i16, k: i16| match sign {
                    -1 => -(most >> (near * 2)) + k,
                    1 => (most >> (near * 2)) - 1 - k,
                    _ => k - 2,
                };
                let shape = SHAPES[(n + 2 * y as usize + x as usize) % SHAPES.len()];
                let vector = |k: usize| {
                    let k = k as i16 * 3 % 7;
                    Mv { x: reach(right, 8192, k), y: reach(down, 4 * vertical, k) }
                };
                Prescription::Inter(choice(shape, |_| 0, vector), Leftover::By4x4)
            };
            judges.judge(|| format!("{entropy_coding:?} level {name}"), Coded::by_plan(&options, &clip, plan));
        }
    }
    judges.finish();
}

#[test]
fn one_to_sixteen_references() {
    let mut judges = Judges::new("references");
    let clip = Clip::new(Content::Noise, [48, 48], 22);
    for entropy_coding in BOTH {
        for references in 1..=16 {
            for keyint in [1000, 9] {
                let options = plain(clip.size, 33, entropy_coding).with_references(references).with_keyint(keyint);
                let random = AtRandom { intra_of: 12, ..AtRandom::new(references.into(), &options) };
                let what = || format!("{entropy_coding:?} {references} references, keyint {keyint}");
                judges.judge(what, Coded::by_plan(&options, &clip, |n, at| random.at(n, at)));
            }
        }
    }
    judges.finish();
}

#[test]
fn runs_of_skipped_macroblocks_of_every_length() {
    let mut judges = Judges::new("skip runs");
    let clip = Clip::new(Content::Moving, [48, 112], 40);
    let last = 3 * 7 - 1;
    for entropy_coding in BOTH {
        for others in 0..3 {
            let options = plain(clip.size, 30, entropy_coding);
            let random = AtRandom::new(others, &options);
            let coded = |n: usize, at: [isize; 2]| match others {
                0 => Prescription::Inter(choice(SHAPES[0], |_| 0, |_| Mv { x: 3, y: -2 }), Leftover::By4x4),
                1 => random.intra_at(n, at),
                _ => AtRandom { skip_of: 1000, ..random.clone() }.at(n, at),
            };
            let plan = |n: usize, [y, x]: [isize; 2]| {
                let k = (7 * y + x) as usize;
                let is_coded = match n {
                    0..=20 => k.is_multiple_of(n + 1),
                    21 => false,
                    22 => k == 0,
                    23 => k == last,
                    24 => k != 0,
                    25 => k != last,
                    26 => false,
                    _ => !(k + n).is_multiple_of(n - 25),
                };
                if is_coded { coded(n, [y, x]) } else { Prescription::Skip }
            };
            judges.judge(|| format!("{entropy_coding:?} between {others}"), Coded::by_plan(&options, &clip, plan));
        }
    }
    judges.finish();
}

#[test]
fn every_qp() {
    let mut judges = Judges::new("QP");
    let clips = [Content::Mixed, Content::Extremes].map(|content| Clip::new(content, [48, 48], 5));
    for entropy_coding in BOTH {
        for qp in 0..=51 {
            let clip = &clips[usize::from(qp % 5 == 0)];
            let options = plain(clip.size, qp, entropy_coding).with_keyint(3).with_references(2);
            let random = AtRandom::new(qp.into(), &options);
            judges.judge(
                || format!("{entropy_coding:?} QP {qp}"),
                Coded::by_plan(&options, clip, |n, at| random.at(n, at)),
            );
        }
    }
    judges.finish();
}

#[test]
fn deblocking_at_every_offset() {
    let mut judges = Judges::new("deblocking offsets");
    let clip = Clip::new(Content::Moving, [48, 64], 4);
    for (k, alpha) in (-6..=6).enumerate() {
        for beta in [-6, -2, 0, 3, 6] {
            let qp = 18 + (k as u8 * 7 + beta as u8 % 3) % 30;
            let deblocking = Some(Deblocking::new(alpha, beta));
            let options = plain(clip.size, qp, BOTH[k % 2]).with_deblocking(deblocking).with_references(2);
            let random = AtRandom::new(k as u64, &options);
            let coded = Coded::by_plan(&options, &clip, |n, at| random.at(n, at));
            judges.judge(|| format!("offsets {alpha}:{beta} QP {qp}"), coded);
        }
    }
    judges.finish();
}

#[test]
fn mixtures_of_everything() {
    let mut judges = Judges::new("mixtures");
    for seed in 0..96_u64 {
        let bit = |n: u64| ((seed * 0x9E37_79B9) >> n) & 1 == 1;
        let content = Content::ALL[seed as usize % 6];
        let clip = Clip::new(content, [[48, 64], [32, 96], [80, 32]][seed as usize % 3], 6);
        let clip = if seed % 8 == 7 { clip.gray() } else { clip };
        let options = plain(clip.size, (seed * 7 % 52) as u8, BOTH[usize::from(bit(11))])
            .with_monochrome(clip.monochrome)
            .with_transform_8x8(bit(3) || clip.monochrome)
            .with_constrained_intra(bit(5))
            .with_deblocking(bit(7).then(Deblocking::default).or(bit(9).then_some(Deblocking::new(2, -1))))
            .with_keyint([1, 2, 5, 1000, 1000][seed as usize % 5])
            .with_references(1 + (seed % 4) as u8)
            .with_slices(1 + (seed / 6 % 2) as u16)
            .with_ip_ratio(1.4);
        let random = AtRandom { pcm: !clip.monochrome, ..AtRandom::new(seed, &options) };
        let coded = Coded::by_plan(&options, &clip, |n, at| random.at(n, at));
        judges.judge(|| format!("seed {seed}, {content:?}"), coded);
    }
    judges.finish();
}

#[test]
fn frame_num_begins_anew_after_256_pictures() {
    let mut judges = Judges::new("frame_num");
    let clip = Clip::new(Content::Moving, [16, 32], 300);
    let options = plain(clip.size, 35, EntropyCoding::Cabac).with_references(16);
    let random = AtRandom { intra_of: 40, ..AtRandom::new(1, &options) };
    judges.judge(|| "300 pictures".to_owned(), Coded::by_plan(&options, &clip, |n, at| random.at(n, at)));
    judges.finish();
}
