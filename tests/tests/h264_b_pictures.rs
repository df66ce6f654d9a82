//! B pictures against two decoders: every tool forced on, and the encoder's own decisions.

use codecs::h264::decide::{Leftover, Prescription};
use codecs::h264::{AdaptiveMode, AdaptiveQuant, DirectMode, EntropyCoding, Options, Preset};
use tests::h264::{AtRandom, Clip, Coded, Content, Judges};

const BOTH: [EntropyCoding; 2] = [EntropyCoding::Cavlc, EntropyCoding::Cabac];
const MODES: [DirectMode; 2] = [DirectMode::Spatial, DirectMode::Temporal];

/// Returns options with B pictures at a QP.
fn options([height, width]: [usize; 2], qp: u8, b_frames: u8) -> Options {
    Options::new(width, height).with_qp(qp).with_b_frames(b_frames)
}

#[test]
fn every_tool_of_b_pictures_at_every_size_and_qp() {
    let mut judges = Judges::new("B tools");
    let mut seed = 0;
    for qp in [0, 12, 26, 40, 51] {
        for size in [[16, 16], [34, 50], [64, 48], [18, 98]] {
            for entropy_coding in BOTH {
                for direct in MODES {
                    seed += 1;
                    let b_frames = [1, 2, 3, 5][seed as usize % 4];
                    let clip = Clip::new(Content::ALL[seed as usize % 6], size, 11);
                    let options = options(size, qp, b_frames)
                        .with_entropy_coding(entropy_coding)
                        .with_direct(direct)
                        .with_b_pyramid(seed % 3 > 0)
                        .with_weighted_b(seed % 5 > 0)
                        .with_transform_8x8(seed % 2 > 0)
                        .with_references(1 + (seed % 4) as u8)
                        .with_keyint([4, 7, 250][seed as usize % 3]);
                    let random = AtRandom { intra_of: 8, pcm: seed % 3 == 0, ..AtRandom::new(seed, &options) };
                    let coded = Coded::by_plan(&options, &clip, |n, at| random.at(n, at));
                    judges.judge(|| format!("{options:?}"), coded);
                }
            }
        }
    }
    judges.finish();
}

#[test]
fn everything_direct() {
    let mut judges = Judges::new("direct");
    for (n, content) in Content::ALL.into_iter().enumerate() {
        for direct in MODES {
            for leftover in [Leftover::Dropped, Leftover::By4x4, Leftover::By8x8] {
                let clip = Clip::new(content, [48, 80], 12);
                let options = options(clip.size, 28, 3 + n as u8 % 3)
                    .with_direct(direct)
                    .with_entropy_coding(BOTH[n % 2])
                    .with_keyint(9);
                // P pictures move at random, so that there is something to infer.
                let random = AtRandom { b: false, skip_of: 9, intra_of: 9, ..AtRandom::new(n as u64, &options) };
                let coded = Coded::by_plan(&options, &clip, |n, at| match random.at(n, at) {
                    Prescription::Inter(choice, _) if n % 4 == 3 => Prescription::Inter(choice, leftover),
                    _ => Prescription::Direct(leftover),
                });
                judges.judge(|| format!("{content:?}, {options:?}"), coded);
            }
        }
    }
    judges.finish();
}

#[test]
fn own_decisions_with_every_number_of_b_pictures() {
    let mut judges = Judges::new("B decisions");
    for b_frames in [1, 2, 3, 4, 7, 16] {
        for (n, preset) in [Preset::Ultrafast, Preset::Veryfast, Preset::Medium, Preset::Slow].into_iter().enumerate() {
            let clip = Clip::new(Content::ALL[(b_frames as usize + n) % 6], [48, 64], 20);
            let clip = if (n + b_frames as usize) % 5 == 4 { clip.gray() } else { clip };
            let options = options(clip.size, 24 + b_frames, b_frames)
                .with_preset(preset)
                .with_monochrome(clip.monochrome)
                .with_slices(1 + n as u16 % 2)
                .with_direct(
                    [DirectMode::Spatial, DirectMode::Temporal, DirectMode::Auto][(n + b_frames as usize) % 3],
                );
            judges.judge(|| format!("{options:?}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn streams_that_end_in_the_middle_of_a_group() {
    let mut judges = Judges::new("ends");
    for pictures in 1..9 {
        for keyint in [1, 2, 3, 5, 250] {
            let clip = Clip::new(Content::ALL[0], [32, 32], pictures);
            let options = options(clip.size, 30, 3).with_keyint(keyint);
            judges.judge(|| format!("{pictures} pictures, {options:?}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn a_rate_factor_with_every_preset() {
    let mut judges = Judges::new("rate factor");
    for (n, preset) in Preset::ALL.into_iter().enumerate() {
        for (k, crf) in [8.0, 24.5, 40.0].into_iter().enumerate() {
            let clip = Clip::new(Content::ALL[(n + k) % 6], [64, 48], 26);
            let clip = if (n + k) % 5 == 4 { clip.gray() } else { clip };
            let options = Options::new(48, 64)
                .with_preset(preset)
                .with_rate_factor(crf, preset)
                .with_monochrome(clip.monochrome)
                .with_slices(1 + k as u16 % 2)
                .with_keyint([250, 9, 30][k]);
            let mode = [AdaptiveMode::Variance, AdaptiveMode::Auto, AdaptiveMode::AutoDark][(n + k) % 3];
            let options = options.with_adaptive(AdaptiveQuant { mode, strength: 1.5 });
            judges.judge(|| format!("{options:?}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}
