//! Streams with the encoder's own decisions: pictures of all sizes and contents, options of all kinds. ffmpeg and
//! openh264 decode exactly our reconstruction.

use codecs::h264::{Deblocking, EntropyCoding, MotionMethod, MotionOptions, Options, Partitions, Preset, Tune};
use tests::h264::{AtRandom, Clip, Coded, Content, Judges};

const BOTH: [EntropyCoding; 2] = [EntropyCoding::Cavlc, EntropyCoding::Cabac];

/// Changes some options.
type Change = fn(&mut Options);

fn options(clip: &Clip, qp: u8, entropy_coding: EntropyCoding) -> Options {
    let [height, width] = clip.size;
    Options::new(width, height).with_qp(qp).with_entropy_coding(entropy_coding).with_monochrome(clip.monochrome)
}

#[test]
fn every_content() {
    let mut judges = Judges::new("contents");
    for (k, content) in Content::ALL.into_iter().enumerate() {
        let clip = Clip::new(content, [50, 66], 5);
        for qp in [0, 14, 28, 42, 51] {
            let options = options(&clip, qp, BOTH[(k + qp as usize) % 2]);
            judges.judge(|| format!("{content:?} QP {qp}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn every_option() {
    let mut judges = Judges::new("options");
    let clip = Clip::new(Content::Moving, [56, 72], 7);
    let sets: [(&str, Change); 16] = [
        ("keyint 1", |o| o.keyint = 1),
        ("keyint 2", |o| o.keyint = 2),
        ("keyint 5", |o| o.keyint = 5),
        ("one reference", |o| o.references = 1),
        ("six references", |o| o.references = 6),
        ("constrained intra", |o| o.constrained_intra = true),
        ("no 8 x 8 transform", |o| o.transform_8x8 = false),
        ("no deblocking", |o| o.deblocking = None),
        ("deblocking offsets", |o| o.deblocking = Some(Deblocking::new(-3, 4))),
        ("no parts", |o| o.partitions = Partitions::NONE),
        ("all parts", |o| o.partitions = Partitions::ALL),
        ("diamond", |o| {
            o.motion = MotionOptions::default().with_method(MotionMethod::Diamond).with_range(8).with_subme(2);
        }),
        ("exhaustive", |o| {
            o.motion = MotionOptions::default().with_method(MotionMethod::Exhaustive).with_range(6).with_subme(4);
        }),
        ("full samples", |o| o.motion.subme = 0),
        ("delimiters", |o| o.access_unit_delimiters = true),
        ("no message, a coarser P", |o| (o.encoder_message, o.ip_ratio) = (false, 3.0)),
    ];
    for entropy_coding in BOTH {
        for (name, change) in sets {
            let mut options = options(&clip, 25, entropy_coding);
            change(&mut options);
            judges.judge(|| format!("{entropy_coding:?} {name}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn every_preset() {
    let mut judges = Judges::new("presets");
    for content in [Content::Moving, Content::Mixed] {
        let clip = Clip::new(content, [56, 72], 6);
        for preset in Preset::ALL {
            for qp in [8, 27, 40] {
                let default = options(&clip, qp, EntropyCoding::Cabac).with_preset(preset);
                for (name, options) in [("", default.clone()), ("fastdecode", default.with_tune(Tune::Fastdecode))] {
                    judges.judge(|| format!("{preset:?} {name} {qp}"), Coded::by_default(&options, &clip));
                }
            }
        }
    }
    judges.finish();
}

#[test]
fn every_size() {
    let mut judges = Judges::new("sizes");
    let small = [2, 4, 10, 14, 16, 18, 30, 34].into_iter();
    let pairs = small.clone().flat_map(|height| small.clone().map(move |width| [height, width]));
    let extreme = [[16, 4096], [34, 4096], [4, 4094], [2048, 16], [1030, 18], [50, 178], [16, 1366]];
    for (k, size) in pairs.chain(extreme).enumerate() {
        let clip = Clip::new([Content::Moving, Content::Mixed][k % 2], size, 3);
        let options = options(&clip, 22 + (k % 9) as u8, BOTH[k / 2 % 2]);
        let random = AtRandom::new(k as u64, &options);
        judges.judge(|| format!("{size:?} at random"), Coded::by_plan(&options, &clip, |n, at| random.at(n, at)));
        if k % 3 == 0 {
            judges.judge(|| format!("{size:?}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn the_widest_and_the_tallest() {
    let mut judges = Judges::new("largest");
    for (k, size) in [[16, 16384], [16384, 16]].into_iter().enumerate() {
        let clip = Clip::new(Content::Gradient, size, 2);
        let options = options(&clip, 30, BOTH[k]).with_references(1).with_frame_rate((5, 1));
        judges.judge(|| format!("{size:?}"), Coded::by_default(&options, &clip));
    }
    judges.finish();
}

#[test]
fn luma_alone() {
    let mut judges = Judges::new("monochrome");
    let sizes = [[1, 5], [7, 1], [1, 16], [17, 33], [32, 48], [33, 5], [64, 64], [15, 31]];
    for (k, size) in sizes.into_iter().enumerate() {
        let clip = Clip::new(Content::Mixed, size, 6).gray();
        for entropy_coding in BOTH {
            let options = options(&clip, 12 + 5 * k as u8, entropy_coding).with_keyint(4);
            let random = AtRandom { pcm: k % 2 == 1, ..AtRandom::new(k as u64, &options) };
            let at_random = Coded::by_plan(&options, &clip, |n, at| random.at(n, at));
            judges.judge(|| format!("{entropy_coding:?} {size:?} at random"), at_random);
            judges.judge(|| format!("{entropy_coding:?} {size:?}"), Coded::by_default(&options, &clip));
        }
    }
    judges.finish();
}

#[test]
fn videos() {
    let mut judges = Judges::new("videos");
    let cuts = [
        ("foreman_cif_raw10.y4m.xz", [96, 120], [80, 96]),
        ("mobile_cif_30.y4m.xz", [150, 30], [64, 114]),
        ("basketballpass_416x240.y4m.xz", [60, 200], [98, 80]),
        ("carphone_qcif.y4m.xz", [0, 0], [144, 176]),
    ];
    for (name, from, size) in cuts {
        let Some(clip) = Clip::shared(name, from, size, 8) else { continue };
        for (k, qp) in [4, 20, 32, 44].into_iter().enumerate() {
            let options = options(&clip, qp, BOTH[k % 2]);
            judges.judge(|| format!("{name} QP {qp}"), Coded::by_default(&options, &clip));
        }
        let options = options(&clip, 27, EntropyCoding::Cavlc).with_transform_8x8(false);
        judges.judge(|| format!("{name} baseline"), Coded::by_default(&options, &clip));
        let random = AtRandom { intra_of: 9, ..AtRandom::new(1, &options) };
        judges.judge(|| format!("{name} at random"), Coded::by_plan(&options, &clip, |n, at| random.at(n, at)));
    }
    judges.finish();
}
