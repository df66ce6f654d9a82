//! Comparison of our MP4 files with the results of ffprobe and ffmpeg.

use codecs::h264::container::mp4::{Mp4Error, Mp4Writer, Nclx, Track};
use std::io::Cursor;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, process};
use tests::h264::{access_units, ffmpeg_output, has_ffmpeg, nal_units, x264};

const COLOUR: Nclx = Nclx { primaries: 1, transfer: 13, matrix: 6, full_range: true };

fn track(stream: &[u8]) -> Track {
    let of = |kind: u8| nal_units(stream).into_iter().find(|unit| unit[0] & 31 == kind).expect("it is there").to_vec();
    Track::new(of(7), of(8), [30_000, 1001])
}

/// Returns the stream in MP4; each access unit is presented the given number of pictures after it is decoded.
fn muxed(stream: &[u8], track: Track, composition_offsets: &[u32]) -> Vec<u8> {
    // Earlier bytes of the scratch file are kept.
    let mut scratch = Cursor::new(b"before".to_vec());
    scratch.set_position(6);
    let mut mp4 = Mp4Writer::new(scratch, track).expect("parameter sets of x264");
    for (n, unit) in access_units(stream).iter().enumerate() {
        let slices = unit.nal_units.iter().copied().filter(|unit| matches!(unit[0] & 31, 1 | 5));
        mp4.access_unit(slices, unit.idr, composition_offsets.get(n).copied().unwrap_or(0)).expect("it is in memory");
    }
    let mut file = Vec::new();
    let scratch = mp4.finish(&mut file).expect("it is in memory");
    assert_eq!(scratch.into_inner()[..6], *b"before");
    file
}

struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, bytes: &[u8]) -> TemporaryFile {
        let path = env::temp_dir().join(format!("unite-{name}-{}.mp4", process::id()));
        fs::write(&path, bytes).expect("the folder of temporary files takes one");
        TemporaryFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("names are UTF-8")
    }

    /// Returns ffprobe's output for these entries, and asserts that there is no warning.
    fn probe(&self, options: &[&str]) -> String {
        let mut command = Command::new("ffprobe");
        command.args(["-v", "warning", "-of", "default=nw=1:nk=1"]).args(options).arg(&self.0);
        let output = command.output().expect("ffprobe comes with ffmpeg");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // A leftover file in a folder of temporary files does no harm.
        let _ = fs::remove_file(&self.0);
    }
}

fn frame_sums(options: &[&str], input: &[u8]) -> Vec<String> {
    let sums = ffmpeg_output(&[options, &["-f", "framemd5", "pipe:1"]].concat(), input).expect("ffmpeg decodes");
    let text = String::from_utf8(sums).expect("sums are text");
    let sum = |line: &str| line.rsplit(',').next().map(|sum| sum.trim().to_owned());
    text.lines().filter(|line| !line.starts_with('#')).filter_map(sum).collect()
}

#[test]
fn frames_are_those_of_the_byte_stream() {
    if !has_ffmpeg() {
        return;
    }
    for (size, frames) in [("50x38", 1), ("64x48", 32), ("64x48", 33), ("176x144", 70)] {
        for options in [["baseline", "yuv420p"], ["high", "yuv420p"], ["high", "gray"]] {
            let [profile, format] = options;
            let options = ["-profile:v", profile, "-pix_fmt", format, "-bf", "0", "-g", "25"];
            let stream = x264(size, frames, &options).expect("x264 codes the test picture");
            let file = TemporaryFile::new("frames", &muxed(&stream, track(&stream), &[]));
            assert_eq!(
                file.probe(&[
                    "-count_packets",
                    "-show_entries",
                    "stream=codec_tag_string,r_frame_rate,nb_read_packets"
                ]),
                format!("avc1 30000/1001 {frames}")
            );
            assert_eq!(
                frame_sums(&["-i", file.path()], &[]),
                frame_sums(&["-f", "h264", "-i", "pipe:0"], &stream),
                "{size}, {frames} frames, {options:?}"
            );
        }
    }
}

#[test]
fn pictures_that_are_presented_later_than_decoded_keep_their_order() {
    if !has_ffmpeg() {
        return;
    }
    // Every third picture is a reference, with two B pictures between: I P b b P b b.
    let options = ["-bf", "2", "-b_strategy", "0", "-x264-params", "b-pyramid=0:scenecut=0", "-pix_fmt", "yuv420p"];
    let stream = x264("64x48", 7, &options).expect("x264 codes the test picture");
    let file = TemporaryFile::new("order", &muxed(&stream, track(&stream), &[1, 3, 0, 0, 3, 0, 0]));
    assert_eq!(file.probe(&["-show_entries", "packet=pts"]), "0 3003 1001 2002 6006 4004 5005");
    assert_eq!(frame_sums(&["-i", file.path()], &[]), frame_sums(&["-f", "h264", "-i", "pipe:0"], &stream));
}

#[test]
fn colour_and_aspect_are_what_was_said() {
    if !has_ffmpeg() {
        return;
    }
    let stream = x264("64x48", 2, &["-bf", "0", "-pix_fmt", "yuv420p"]).expect("x264 codes the test picture");
    let mut track = track(&stream);
    (track.colour, track.sample_aspect_ratio) = (Some(COLOUR), Some([16, 11]));
    let file = muxed(&stream, track, &[]);
    let at = |name: &[u8]| file.windows(4).position(|window| window == name).expect("the box is there");
    assert_eq!(file[at(b"colr")..][..15], *b"colrnclx\0\x01\0\x0d\0\x06\x80");
    assert_eq!(file[at(b"pasp")..][..12], *b"pasp\0\0\0\x10\0\0\0\x0b");
    assert!(at(b"moov") < at(b"mdat"), "the index comes first");
    let file = TemporaryFile::new("colour", &file);
    let entries = "stream=sample_aspect_ratio,color_transfer,color_primaries,color_space,color_range";
    assert_eq!(file.probe(&["-show_entries", entries]), "16:11 pc smpte170m iec61966-2-1 bt709");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let sps = vec![
        0x67, 0x42, 0xc0, 0x0a, 0xd9, 0x0b, 0xb0, 0x11, 0x00, 0x00, 0x03, 0x00, 0x01, 0x00, 0x00, 0x03, 0x00, 0x32,
        0x0f, 0x12, 0x26, 0x48,
    ];
    let pps = vec![0x68, 0xcb, 0x83, 0xcb, 0x20];
    let track = Track::new(sps.clone(), pps.clone(), [25, 1]).with_sample_aspect_ratio(Some([0, 0]));
    let new = |track: Track| Mp4Writer::new(Cursor::new(Vec::new()), track);
    assert!(matches!(new(Track::new(sps.clone(), pps.clone(), [0, 1])), Err(Mp4Error::FrameRate(0, 1))));
    assert!(matches!(new(Track::new(sps.clone(), pps.clone(), [1, 0])), Err(Mp4Error::FrameRate(1, 0))));
    assert!(matches!(new(Track::new(vec![0x67], pps, [25, 1])), Err(Mp4Error::Box(_))));
    assert!(matches!(new(Track::new(sps, Vec::new(), [25, 1])), Err(Mp4Error::Box(_))));
    let mut mp4 = new(track.clone()).expect("a track");
    assert!(matches!(mp4.access_unit([&[0x41][..]], false, 0), Err(Mp4Error::NoSyncSample)));
    assert!(matches!(mp4.finish(&mut Vec::new()), Err(Mp4Error::NoSyncSample)));
    let mut mp4 = new(track).expect("a track");
    mp4.access_unit([&[0x65, 0x88][..]], true, 0).expect("it is in memory");
    assert!(matches!(mp4.finish(&mut &mut [0; 10][..]), Err(Mp4Error::Io(_))));
}
