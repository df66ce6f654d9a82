//! The listing of the samples, to the letter.

use super::samples;
use crate::h264::syntax::inspect;

/// Holds a listing against its file; with `BLESS=1` writes the file.
fn hold(bytes: &[u8], name: &str) {
    let path = format!("{}/src/h264/syntax/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut out = Vec::new();
    inspect(bytes, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap(), "{path}");
}

#[test]
fn the_samples_are_listed_as_in_their_files() {
    hold(&samples::faultless(), "inspect_faultless.txt");
    hold(&samples::mp4(), "inspect_mp4.txt");
    let mut sloppy = b"stray".to_vec();
    // No IDR picture, a set that is missing, a broken one, an end that is none.
    sloppy.extend([0, 0, 1, 0x67, 66, 0, 10, 0xFF, 0, 0, 1, 0x0A, 0, 0, 1, 0x41, 0xE0, 0x80, 0, 0, 1, 0xEC, 1, 0x80]);
    sloppy.extend([0, 0, 1, 0x74, 1, 2, 3]);
    hold(&sloppy, "inspect_sloppy.txt");
}

#[test]
fn what_is_no_stream_is_one_line() {
    let mut out = Vec::new();
    inspect(b"GIF89a", &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "no H.264 stream: no start code 000001, and no MP4 file\n");
}
