//! Laws of the H.264 encoder: invariance of its output, its refusals, the level that it states.

use allocation_counter::measure;
use codecs::h264::syntax::{Level, Profile, Stream};
use codecs::h264::{Deblocking, EntropyCoding, H264Error, Options, Session};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use tests::h264::{AtRandom, Clip, Coded, Content};

fn options([height, width]: [usize; 2]) -> Options {
    Options::new(width, height)
}

fn level(name: &str) -> Option<&'static Level> {
    Level::ALL.iter().find(|level| level.name == name)
}

#[test]
fn a_stream_is_the_same_every_time() {
    let clip = Clip::new(Content::Moving, [48, 64], 5);
    let coded = || Coded::by_default(&options(clip.size), &clip).expect("lawful options").stream;
    assert!(coded() == coded());
}

#[test]
fn half_planes_and_pitches_do_not_change_a_byte() {
    let clip = Clip::new(Content::Mixed, [34, 50], 3);
    let mut planar = Session::new(options(clip.size)).expect("lawful options");
    let mut other = Session::new(options(clip.size)).expect("lawful options");
    for (n, frame) in clip.frames.iter().enumerate() {
        let (luma, chroma) = frame.split_at(34 * 50);
        let (cb, cr) = chroma.split_at(17 * 25);
        let y: Vec<u8> = luma.chunks(50).flat_map(|row| row.iter().copied().chain([7; 13])).collect();
        let rows = cb.chunks(25).zip(cr.chunks(25));
        let c: Vec<u8> = rows.flat_map(|(b, r)| b.iter().zip(r).flat_map(|(&b, &r)| [b, r]).chain([9; 5])).collect();
        let planes = [Plane { data: &y[..], pitch: 63 }, Plane { data: &c[..], pitch: 55 }];
        let pixels = Pixels::new(50, 34, Layout::SemiPlanar { planes, subsampling: (2, 2) }).expect("a picture");
        let expected = planar.push(&clip.pixels(n).expect("a picture")).expect("the stream's picture");
        let nals = |units: Vec<codecs::h264::AccessUnit>| units.into_iter().map(|unit| unit.nals).collect::<Vec<_>>();
        assert_eq!(nals(other.push(&pixels).expect("the stream's picture")), nals(expected));
    }
}

#[test]
fn memory_does_not_grow_with_the_number_of_pictures() {
    let clip = Clip::new(Content::Moving, [144, 176], 10);
    for references in [1, 4] {
        let most = |pictures: usize| {
            let options = options(clip.size).with_references(references);
            let info = measure(|| {
                let random = AtRandom::new(3, &options);
                let decision = codecs::h264::decide::Forced(|mb| random.at(0, codecs::spaces::row_and_column(&mb)));
                let mut session = Session::with_decision(options.clone(), decision).expect("lawful options");
                for n in 0..pictures {
                    session.push(&clip.pixels(n % 10).expect("a picture")).expect("the stream's picture");
                }
            });
            assert_eq!(info.bytes_current, 0, "kept after the session");
            info.bytes_max
        };
        let (few, many) = (most(10), most(60));
        println!("QCIF, {references} references: {few} bytes at a time after 10 pictures, {many} after 60");
        assert!(many.abs_diff(few) * 20 <= few, "{few} and {many} bytes");
    }
}

/// Returns the error of a session with changed options.
fn refusal(change: impl FnOnce(&mut Options)) -> String {
    let mut options = Options::new(64, 48);
    change(&mut options);
    match Session::new(options.clone()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{options:?} made a session"),
    }
}

#[test]
fn options_out_of_range_are_refused_in_words() {
    let sizes = "is not allowed; use even numbers from 2 to 16384 (pad or crop by one)";
    for (width, height) in [(63, 48), (64, 47), (0, 48), (64, 0), (16386, 16), (16, 16386), (usize::MAX, 2)] {
        assert_eq!(refusal(|o| (o.width, o.height) = (width, height)), format!("{width}x{height} {sizes}"));
    }
    assert_eq!(refusal(|o| o.qp = 52), "QP 52 is not allowed; use 0 (finest) to 51");
    for ratio in [0.9, 10.5, f64::NAN, f64::INFINITY] {
        assert_eq!(refusal(|o| o.ip_ratio = ratio), format!("an I to P ratio of {ratio} is not allowed; use 1 to 10"));
    }
    assert_eq!(refusal(|o| o.keyint = 0), "a key interval of 0 is not allowed; use 1 or more");
    assert_eq!(refusal(|o| o.references = 0), "0 reference pictures requested; H.264 allows 1 to 16");
    assert_eq!(refusal(|o| o.references = 17), "17 reference pictures requested; H.264 allows 1 to 16");
    assert_eq!(refusal(|o| o.slices = 0), "0 slices requested; the picture has 3 rows of macroblocks: use 1 to 3");
    assert_eq!(refusal(|o| o.slices = 4), "4 slices requested; the picture has 3 rows of macroblocks: use 1 to 3");
    let offsets = |alpha, beta| refusal(|o| o.deblocking = Some(Deblocking::new(alpha, beta)));
    assert_eq!(offsets(7, 0), "deblocking offsets 7:0 are not allowed; use -6 to 6 each");
    assert_eq!(offsets(0, -7), "deblocking offsets 0:-7 are not allowed; use -6 to 6 each");
    assert_eq!(refusal(|o| o.motion.range = 3), "a search range of 3 samples is not allowed; use 4 to 1024");
    assert_eq!(refusal(|o| o.motion.range = 1025), "a search range of 1025 samples is not allowed; use 4 to 1024");
    assert_eq!(
        refusal(|o| o.frame_rate = (0, 1)),
        "0/1 pictures a second requested; H.264 streams and MP4 files hold 1/2147483647 to 2147483647"
    );
    assert_eq!(
        refusal(|o| o.frame_rate = (25, 0)),
        "25/0 pictures a second requested; H.264 streams and MP4 files hold 1/2147483647 to 2147483647"
    );
    let profile = refusal(|o| o.profile = Some(Profile::Main));
    assert_eq!(profile, format!("the tools asked for need the {} profile, not {}", Profile::High, Profile::Main));
}

#[test]
fn other_pictures_are_refused_and_the_session_goes_on() {
    let clip = Clip::new(Content::Mixed, [32, 48], 4);
    let other_size = Clip::new(Content::Noise, [32, 46], 1);
    let gray = clip.gray();
    let mut session = Session::new(options(clip.size)).expect("lawful options");
    let plane = |data, pitch| Plane { data, pitch };
    let samples = vec![5_u8; 48 * 32 * 3];
    let full = [plane(&samples[..], 48); 3];
    let planar = Pixels::new(48, 32, Layout::Planar { planes: full, subsampling: (1, 1) }).expect("a picture");
    let rgb = Pixels::interleaved(&samples, 48, 32, PixelFormat::Rgb).expect("a picture");
    let refused = [
        (other_size.pixels(0).expect("a picture"), "46x32"),
        (gray.pixels(0).expect("a picture"), "interleaved Gray samples"),
        (rgb, "interleaved Rgb samples"),
        (planar, "YCbCr samples with chroma subsampled by 1x1"),
    ];
    let mut stream = Vec::new();
    for n in 0..4 {
        for (pixels, what) in &refused {
            let error = session.push(pixels).expect_err("another picture");
            assert!(matches!(error, H264Error::OtherPicture { .. }));
            let expected = format!("a picture of {what} was given; the stream has 4:2:0 pictures of 48x32");
            assert_eq!(error.to_string(), expected);
        }
        for unit in session.push(&clip.pixels(n).expect("a picture")).expect("the stream's picture") {
            assert_eq!(unit.display, n as u64);
            stream.extend(unit.byte_stream());
        }
    }
    assert!(stream == Coded::by_default(&options(clip.size), &clip).expect("lawful options").stream);

    let monochrome = options(clip.size).with_monochrome(true);
    let mut session = Session::new(monochrome).expect("lawful options");
    let error = session.push(&clip.pixels(0).expect("a picture")).expect_err("another kind");
    let expected =
        "a picture of YCbCr samples with chroma subsampled by 2x2 was given; the stream has gray pictures of 48x32";
    assert_eq!(error.to_string(), expected);
    assert!(session.push(&gray.pixels(0).expect("a picture")).is_ok());
}

#[test]
fn levels_fit_what_they_are_asked_for_or_refuse() {
    let sizes = [[16, 16], [144, 176], [288, 352], [480, 720], [720, 1280], [1080, 1920], [2160, 3840], [4320, 8192]];
    for size in sizes {
        for references in 1..=16 {
            for frame_rate in [(5, 1), (30000, 1001), (60, 1)] {
                let options = options(size).with_references(references).with_frame_rate(frame_rate);
                let fits = |level: &Level| {
                    let [height, width] = size.map(|n| n.div_ceil(16) as u64);
                    let mbs = height * width;
                    level.max_fs >= mbs
                        && 8 * level.max_fs >= height.max(width).pow(2)
                        && level.max_mbps * u64::from(frame_rate.1) >= mbs * u64::from(frame_rate.0)
                        && (level.max_dpb_mbs / mbs).min(16) >= u64::from(references)
                };
                let session = match Session::new(options) {
                    Ok(session) => session,
                    Err(error) => {
                        assert!(!Level::ALL.iter().any(fits), "{size:?} {references} {frame_rate:?}: {error}");
                        continue;
                    }
                };
                let stream: Vec<u8> = (session.parameter_sets().expect("of a session").iter())
                    .flat_map(|nal| [vec![0, 0, 0, 1], nal.bytes()].concat())
                    .collect();
                let stream = Stream::read(&stream).expect("two units");
                assert_eq!(stream.complaints().count(), 0, "{size:?} {references} {frame_rate:?}");
                let sps = stream.parameter_sets.sps(0).expect("a sequence parameter set");
                assert_eq!(sps.max_num_ref_frames, references);
                let lowest = Level::ALL.iter().find(|level| fits(level)).expect("the session's");
                assert_eq!(Level::of(sps), Some(lowest), "{size:?} {references} {frame_rate:?}");
            }
        }
    }
}

#[test]
fn a_level_that_is_asked_for_is_kept_or_refuses() {
    let of = |size, references, name| Session::new(options(size).with_references(references).with_level(level(name)));
    let text = |size, references, name| of(size, references, name).err().map(|error| error.to_string());
    assert!(of([1080, 1920], 4, "4").is_ok());
    let expected = "level 4 allows 4 frames of the decoded picture buffer, and the stream has 16";
    assert_eq!(text([1080, 1920], 16, "4").as_deref(), Some(expected));
    let expected = "level 3 allows 1620 macroblocks a frame, and the stream has 8160";
    assert_eq!(text([1080, 1920], 1, "3").as_deref(), Some(expected));
    assert!(text([16384, 16384], 1, "6.2").is_some());
    let clip = Clip::new(Content::Moving, [48, 64], 2);
    for level in Level::ALL {
        let options = options(clip.size).with_level(Some(level)).with_frame_rate((10, 1));
        for transform_8x8 in [false, true] {
            let options = options.clone().with_transform_8x8(transform_8x8).with_entropy_coding(EntropyCoding::Cavlc);
            let coded = Coded::by_default(&options, &clip).expect("lawful options");
            let stream = Stream::read(&coded.stream).expect("a byte stream");
            assert_eq!(stream.complaints().count(), 0, "level {}", level.name);
            assert_eq!(stream.parameter_sets.sps(0).and_then(Level::of), Some(level));
        }
    }
}
