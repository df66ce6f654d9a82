//! Requests for pictures, stages of a user: decoders show what the encoder reconstructed.

use codecs::h264::decide::{Candidate, Lambda, MbContext, ModeDecision, RateDistortion};
use codecs::h264::macroblock::{IntraNxNMode, ModeSet};
use codecs::h264::quant_map::Region;
use codecs::h264::residual::BlockQuantizer;
use codecs::h264::syntax::{SeiMessage, SeiPayload, UserData};
use codecs::h264::{Deblocking, EntropyCoding, H264Error, Options, Request, Session};
use tests::Random;
use tests::h264::{Clip, Coded, Content, Judges};

const BOTH: [EntropyCoding; 2] = [EntropyCoding::Cavlc, EntropyCoding::Cabac];

fn options(clip: &Clip, entropy_coding: EntropyCoding) -> Options {
    let [height, width] = clip.size;
    Options::new(width, height).with_keyint(4).with_references(2).with_entropy_coding(entropy_coding)
}

fn below(random: &mut Random, bound: usize) -> usize {
    random.between(0, bound as isize) as usize
}

/// Returns a random request.
fn request(random: &mut Random, [height, width]: [usize; 2]) -> Request {
    let mut request = Request::default().with_key_picture(below(random, 4) == 0);
    if below(random, 2) == 0 {
        request.qp = Some(below(random, 52) as u8);
    }
    for _ in 0..below(random, 4) {
        // Some regions leave the picture, or have no samples.
        let origin = [below(random, height + 20), below(random, width + 20)];
        let size = [below(random, height + 9), below(random, width + 9)];
        request.regions.push(Region { origin, size, qp_offset: below(random, 60) as i8 - 30 });
    }
    if below(random, 3) == 0 {
        request.references = Some(1 + below(random, 2) as u8);
    }
    request.deblocking = match below(random, 3) {
        0 => None,
        1 => Some(None),
        _ => Some(Some(Deblocking::new(below(random, 13) as i8 - 6, below(random, 13) as i8 - 6))),
    };
    request
}

#[test]
fn decoders_show_what_random_requests_ask_for() {
    let mut judges = Judges::new("requests");
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let clip = Clip::new([Content::Moving, Content::Noise][seed as usize % 2], [50, 70], 7);
        let requests: Vec<_> = (0..7).map(|_| request(&mut random, clip.size)).collect();
        let mut session = Session::new(options(&clip, BOTH[random.between(0, 2) as usize])).expect("lawful options");
        let coded = Coded::by_session(&mut session, &clip, |n| requests[n].clone());
        judges.judge(|| format!("{seed}: {requests:?}"), coded);
    }
    judges.finish();
}

/// Codes each macroblock at a QP and a lambda of its own, that of its place; intra with a few modes, inter by the encoder.
struct OwnQp(RateDistortion);

impl ModeDecision for OwnQp {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let [row, column] = codecs::spaces::row_and_column(&mb.place());
        let chroma = mb.intra_chroma(None); // at the picture's QP: coded again at the macroblock's
        mb.set_qp(((7 * row + 11 * column) % 52) as u8);
        mb.set_lambda(Lambda::new(mb.qp() / 2));
        if (row + column) % 3 != 0 {
            return self.0.decide(mb);
        }
        let few = ModeSet::of(&[IntraNxNMode::Dc, IntraNxNMode::VerticalLeft]);
        let candidates =
            [mb.intra_4x4(|_| few, &chroma), mb.intra_8x8(|_| few, &chroma), mb.intra_16x16(None, &chroma)];
        let costs = candidates.each_ref().map(|candidate| mb.cost(candidate));
        let least = costs.iter().min().copied();
        candidates.into_iter().zip(costs).find(|(_, cost)| Some(*cost) == least).expect("three candidates").0
    }
}

#[test]
fn decoders_show_macroblocks_of_any_qp() {
    let mut judges = Judges::new("QP by macroblock");
    for (content, entropy_coding) in [Content::Moving, Content::Noise].into_iter().flat_map(|c| BOTH.map(|e| (c, e))) {
        let clip = Clip::new(content, [66, 94], 5);
        let options = options(&clip, entropy_coding);
        let decision: Box<dyn ModeDecision + Sync> = Box::new(OwnQp(RateDistortion::new(&options)));
        let mut session = Session::with_decision(options, decision).expect("lawful options");
        judges.judge(|| format!("{entropy_coding:?}"), Coded::by_session(&mut session, &clip, |_| Request::default()));
    }
    judges.finish();
}

/// Skips macroblocks, but codes what is left.
struct SkipWithLevels;

impl ModeDecision for SkipWithLevels {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let chroma = mb.intra_chroma(None);
        if mb.slice().is_intra() {
            return mb.intra_16x16(None, &chroma);
        }
        let skip = mb.skip();
        mb.with_residual(&skip, true)
    }
}

#[test]
fn skipped_macroblocks_with_levels_are_inter_macroblocks() {
    let mut judges = Judges::new("skip with levels");
    for entropy_coding in BOTH {
        let clip = Clip::new(Content::Moving, [50, 66], 4);
        let options = options(&clip, entropy_coding);
        let mut session = Session::with_decision(options, SkipWithLevels).expect("lawful options");
        judges.judge(|| format!("{entropy_coding:?}"), Coded::by_session(&mut session, &clip, |_| Request::default()));
    }
    judges.finish();
}

/// Returns levels up to two steps beside the quotients, and none at some places.
struct Rough;

impl BlockQuantizer for Rough {
    fn quantize(&self, intra: bool, coefficients: &[i32], multipliers: &[i32], shift: u32, levels: &mut [i16]) {
        for (k, level) in levels.iter_mut().enumerate() {
            let beside = (k % 5) as i32 - 2;
            let near = ((coefficients[k] * multipliers[k]) >> shift) + beside;
            *level = if k % 7 == 6 { 0 } else { near as i16 + i16::from(intra) };
        }
    }
}

#[test]
fn decoders_show_the_blocks_of_an_own_quantiser() {
    let mut judges = Judges::new("own quantiser");
    for entropy_coding in BOTH {
        let clip = Clip::new(Content::Moving, [66, 94], 4);
        let mut session = Session::new(options(&clip, entropy_coding)).expect("lawful options").with_quantizer(Rough);
        judges.judge(|| format!("{entropy_coding:?}"), Coded::by_session(&mut session, &clip, |_| Request::default()));
    }
    judges.finish();
}

#[test]
fn requests_out_of_range_leave_the_session_as_it_was() {
    let clip = Clip::new(Content::Moving, [34, 50], 3);
    let new = || Session::new(options(&clip, EntropyCoding::Cabac)).expect("lawful options");
    let plain = Coded::by_session(&mut new(), &clip, |_| Request::default()).expect("the stream's pictures");
    let mut session = new();
    let pixels = clip.pixels(0).expect("a picture");
    let error = session.push_with(&pixels, &Request::default().with_qp(Some(52))).expect_err("QP 52");
    assert!(matches!(error, H264Error::Qp(52)));
    let offsets = Request::default().with_deblocking(Some(Some(Deblocking::new(7, 0))));
    let error = session.push_with(&pixels, &offsets).expect_err("an offset of 7");
    assert!(matches!(error, H264Error::DeblockingOffsets { alpha: 7, beta: 0 }));
    for requested in [0, 3] {
        let references = Request::default().with_references(Some(requested));
        let error = session.push_with(&pixels, &references).expect_err("references of the stream are 2");
        assert_eq!(
            error.to_string(),
            format!("{requested} reference pictures requested for a picture; the stream has 2: use 1 to 2")
        );
    }
    assert!(Coded::by_session(&mut session, &clip, |_| Request::default()).expect("the stream's pictures") == plain);
    assert!(session.finish().expect("nothing is held back").is_empty());
}

#[test]
fn messages_and_key_pictures_stand_where_they_were_asked_for() {
    let clip = Clip::new(Content::Moving, [34, 50], 9);
    let data = UserData { uuid: [7; 16], data: b"a mark".to_vec() };
    let message = SeiMessage { payload: SeiPayload::UserDataUnregistered(data) };
    let mut session = Session::new(options(&clip, EntropyCoding::Cabac)).expect("lawful options");
    let (mut keys, mut marked) = (Vec::new(), Vec::new());
    for n in 0..9 {
        let sei = if n == 5 { vec![message.clone()] } else { Vec::new() };
        let request = Request::default().with_key_picture(n == 2).with_sei(sei);
        for unit in session.push_with(&clip.pixels(n).expect("a picture"), &request).expect("the stream's picture") {
            keys.push(unit.is_idr);
            marked.push(unit.byte_stream().windows(6).any(|bytes| bytes == b"a mark"));
        }
    }
    // The key interval of 4 counts from the key picture that was asked for.
    assert_eq!(keys, [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|n| [0, 2, 6].contains(&n)));
    assert_eq!(marked, [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|n| n == 5));
}
