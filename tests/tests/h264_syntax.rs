//! Syntax structures of other encoders' streams and of ours, compared with ffmpeg. Every element is at the position,
//! and has the value, that ffmpeg reads.

use codecs::h264::container::{inspect, mp4_reader::Mp4Track};
use codecs::h264::syntax::{ByteStream, Level, NalUnit, NalUnitType, Profile, Stream};
use codecs::h264::{Deblocking, EntropyCoding, Options, Signal};
use codecs::shared::trace::{Record, Recorder};
use openh264::encoder::{
    Complexity, EncoderConfig, IntraFramePeriod, Profile as TheirProfile, QpRange, RateControlMode, SpsPpsStrategy,
    UsageType, VuiConfig,
};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, process};
use tests::Random;
use tests::h264::{
    AtRandom, Clip, Coded, Content, OPTIONS, byte_stream, encoded, openh264_encoded, shared_video, trace_headers,
};

/// A folder for temporary files, only created if ffmpeg is installed.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Option<Self> {
        let status = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("LEFT OUT, no ffmpeg: {name}");
            return None;
        }
        let folder = env::temp_dir().join(format!("unite-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Some(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the name of an element in both traces; `None` for elements that one of them represents differently.
fn common(name: &str) -> Option<&str> {
    match name {
        "rbsp_stop_one_bit" | "rbsp_alignment_zero_bit" | "rbsp_trailing_bits" => None,
        // Slice data, and bytes, which are not elements here.
        "cabac_alignment_one_bit" | "bit_equal_to_one" | "bit_equal_to_zero" | "payload_alignment" => None,
        _ if name.starts_with("user_data_payload_byte") || name.starts_with("payload_byte") => None,
        "gaps_in_frame_num_allowed_flag" => Some("gaps_in_frame_num_value_allowed_flag"),
        "ff_byte" | "last_payload_type_byte" | "last_payload_size_byte" => Some("sei byte"),
        "payload_type_byte" | "payload_size_byte" => Some("sei byte"),
        _ => Some(name),
    }
}

/// Compares our reading of a correct byte stream with that of ffmpeg. Returns the number of elements.
fn compare(path: &Path) -> usize {
    let (count, complaints) = compare_and_complain(path);
    assert!(complaints.is_empty(), "{}: {complaints:?}", path.display());
    count
}

/// Compares our reading of a byte stream with that of ffmpeg. Returns the number of elements, and our complaints.
fn compare_and_complain(path: &Path) -> (usize, Vec<String>) {
    let theirs = trace_headers(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let bytes = fs::read(path).expect("what was just written");
    let mut recorder = Recorder::default();
    let stream = Stream::read_traced(&bytes, &mut recorder).expect("a byte stream");
    let mut ours: Vec<Vec<(u64, String, i64)>> = Vec::new();
    for record in recorder.records {
        if let Record::Element { position_bits, name, value, .. } = record {
            if name == "forbidden_zero_bit" {
                ours.push(Vec::new());
            }
            if let Some(name) = common(&name) {
                ours.last_mut().expect("begins with a header").push((position_bits, name.to_owned(), value));
            }
        }
    }
    assert_eq!(ours.len(), theirs.len(), "{}: NAL units", path.display());
    let mut count = 0;
    for (nal, (ours, theirs)) in ByteStream::new(&bytes).zip(ours.into_iter().zip(theirs)) {
        let rbsp = &nal.rbsp;
        let theirs = theirs
            .into_iter()
            .filter_map(|(bit, name, value)| Some((rbsp.position(bit).0, common(&name)?.to_owned(), value)));
        // The bytes of filler data are not elements here.
        let is_filler = nal.header().nal_unit_type == NalUnitType::FILLER;
        let theirs: Vec<_> = theirs.take(if is_filler { 3 } else { usize::MAX }).collect();
        assert_eq!(ours, theirs, "{}: NAL unit at byte {}", path.display(), nal.position());
        count += ours.len();
    }
    (count, stream.complaints().map(ToString::to_string).collect())
}

#[test]
fn every_element_of_shared_streams_is_as_ffmpeg_reads_it() {
    let Some(folder) = Folder::new("h264-shared") else { return };
    for name in ["flower_1280x720.264", "bbb_1280x720.mp4"] {
        let Some(from) = shared_video(name) else {
            eprintln!("LEFT OUT, no {name}");
            continue;
        };
        let to = folder.0.join(name).with_extension("264");
        byte_stream(&from, &to).expect("ffmpeg reads it");
        let count = compare(&to);
        assert!(count > 2000, "{name}: {count} elements");
    }
}

#[test]
fn every_element_that_x264_writes_is_as_ffmpeg_reads_it() {
    let Some(folder) = Folder::new("h264-x264") else { return };
    for (name, pixels, options) in OPTIONS {
        let path = folder.0.join(name).with_extension("264");
        encoded(pixels, options, &path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let count = compare(&path);
        assert!(count > 300, "{name}: {count} elements");
    }
}

#[test]
fn every_element_that_openh264_writes_is_as_ffmpeg_reads_it() {
    let Some(folder) = Folder::new("h264-openh264") else { return };
    let screen = EncoderConfig::new().adaptive_quantization(false).background_detection(false);
    let every = |frames| EncoderConfig::new().intra_frame_period(IntraFramePeriod::from_num_frames(frames));
    let sets = [
        ("as it comes", EncoderConfig::new()),
        ("baseline", every(5).profile(TheirProfile::Baseline).complexity(Complexity::Low)),
        ("main", every(7).profile(TheirProfile::Main).complexity(Complexity::High)),
        ("high", every(4).profile(TheirProfile::High)),
        ("slices", EncoderConfig::new().max_slice_len(900).rate_control_mode(RateControlMode::Off)),
        ("long-term references", EncoderConfig::new().long_term_reference(true)),
        ("screen", screen.usage_type(UsageType::ScreenContentRealTime).scene_change_detect(true)),
        ("other sets", every(3).sps_pps_strategy(SpsPpsStrategy::IncreasingId)),
        ("many sets", every(3).sps_pps_strategy(SpsPpsStrategy::SpsPpsListing)),
        ("vui", EncoderConfig::new().vui(VuiConfig::bt709_full()).qp(QpRange::new(40, 51))),
    ];
    for (name, config) in sets {
        let clip = Clip::new(Content::Mixed, [98, 150], 24);
        let stream = openh264_encoded(config, &clip).unwrap_or_else(|error| panic!("{name}: {error}"));
        let path = folder.0.join(name).with_extension("264");
        fs::write(&path, &stream).expect("a temporary file");
        let (count, complaints) = compare_and_complain(&path);
        assert!(count > 24 * 10, "{name}: {count} elements");
        assert!(complaints.is_empty(), "{name}: {complaints:?}");
    }
}

/// Changes some options.
type Change = fn(&mut Options);

#[test]
fn every_element_that_our_encoder_writes_is_as_ffmpeg_reads_it() {
    let Some(folder) = Folder::new("h264-ours") else { return };
    let sets: [(&str, Change); 8] = [
        ("all tools", |_| ()),
        ("baseline", |o| (o.entropy_coding, o.transform_8x8, o.keyint) = (EntropyCoding::Cavlc, false, 3)),
        ("main", |o| (o.transform_8x8, o.references, o.deblocking) = (false, 1, None)),
        ("many references", |o| (o.references, o.keyint, o.access_unit_delimiters) = (16, 19, true)),
        ("all intra", |o| (o.keyint, o.encoder_message, o.qp) = (1, false, 40)),
        ("offsets", |o| o.deblocking = Some(Deblocking::new(-6, 5))),
        ("signal", |o| {
            (o.frame_rate, o.constrained_intra, o.qp, o.ip_ratio) = ((30000, 1001), true, 0, 2.0);
            o.signal = Signal::default()
                .with_sample_aspect_ratio(Some((40, 33)))
                .with_full_range(Some(true))
                .with_colour_primaries(Some(1))
                .with_transfer_characteristics(Some(13));
        }),
        ("odd shape", |o| {
            (o.qp, o.profile, o.level) = (51, Some(Profile::High), Level::ALL.last());
            o.signal.sample_aspect_ratio = Some((1234, 567));
        }),
    ];
    for (name, change) in sets {
        for monochrome in [false, true] {
            let clip = Clip::new(Content::Moving, [38, 70], 24);
            let clip = if monochrome { clip.gray() } else { clip };
            let mut options = Options::new(70, 38).with_monochrome(monochrome);
            change(&mut options);
            let random = AtRandom::new(1, &options);
            let coded = Coded::by_plan(&options, &clip, |n, at| random.at(n, at)).expect("lawful options");
            let path = folder.0.join(name).with_extension("264");
            fs::write(&path, &coded.stream).expect("a temporary file");
            let count = compare(&path);
            assert!(count > 24 * 10, "{name}: {count} elements");
        }
    }
}

#[test]
fn an_mp4_file_has_the_units_of_its_byte_stream() {
    let Some(from) = shared_video("bbb_1280x720.mp4") else { return };
    let Some(folder) = Folder::new("h264-mp4") else { return };
    let to = folder.0.join("bbb.264");
    byte_stream(&from, &to).expect("ffmpeg reads it");
    let (file, stream) = (fs::read(&from).expect("it is there"), fs::read(&to).expect("what was just written"));
    let track = Mp4Track::read(&file).expect("a track of H.264");
    let slices = |units: &mut dyn Iterator<Item = NalUnit>| {
        let slices = units.filter(|unit| unit.header().nal_unit_type.is_vcl());
        slices.map(|unit| unit.rbsp.bytes().to_vec()).collect::<Vec<_>>()
    };
    let (ours, theirs) = (slices(&mut track.into_iter()), slices(&mut ByteStream::new(&stream)));
    assert!(ours.len() > 10 && ours == theirs, "{} and {} slices", ours.len(), theirs.len());
    let mut out = Vec::new();
    assert_eq!(inspect(Cursor::new(&file), &mut out).expect("memory takes everything"), 0);
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("1280x720") && text.ends_with("nothing to complain about\n"), "{text}");
}

#[test]
fn no_damage_to_streams_of_others_makes_the_reader_panic() {
    let Some(folder) = Folder::new("h264-damage") else { return };
    let mut random = Random::new(264);
    for (name, pixels, options) in OPTIONS.iter().step_by(3) {
        let path = folder.0.join(name).with_extension("264");
        encoded(pixels, options, &path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut bytes = fs::read(&path).expect("what was just written");
        bytes.truncate(20_000);
        for _ in 0..150 {
            let mut damaged = bytes.clone();
            for _ in 0..random.size(40) {
                // Most damage is at the parameter sets.
                let most = if random.bits().is_multiple_of(2) { 200 } else { damaged.len() };
                let at = random.size(most) - 1;
                damaged[at] =
                    [random.bits() as u8, 0, 1, 3, 0xFF, damaged[at] ^ 1 << (random.bits() % 8)][random.size(6) - 1];
            }
            damaged.truncate(random.size(damaged.len()));
            let complaints = inspect(Cursor::new(&damaged), &mut Vec::new()).expect("memory takes everything");
            if let Ok(stream) = Stream::read(&damaged) {
                assert_eq!(stream.complaints().count() as u64, complaints);
            }
        }
    }
}
