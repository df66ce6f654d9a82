//! Tests of the listings of sample streams, character by character.

use super::samples;
use crate::h264::container::{self, mp4_reader::is_mp4};
use crate::h264::syntax::*;
use crate::shared::inspect::InspectError;
use crate::shared::slow::{self, Slow};
use crate::shared::trace::Recorder;
use std::io::{self, BufReader, Cursor, Read};

/// Compares the listing of a sample with its file.
fn hold(bytes: &[u8], name: &str) {
    slow::hold(&slow_listing(bytes, usize::MAX), &format!("h264/syntax/tests/{name}"));
}

#[test]
fn the_samples_are_listed_as_in_their_files() {
    hold(&samples::faultless(), "inspect_faultless.txt");
    hold(&samples::mp4(), "inspect_mp4.txt");
    let mut sloppy = b"stray".to_vec();
    // No IDR picture, a missing parameter set, a broken one, an end of sequence without a picture.
    sloppy.extend([0, 0, 1, 0x67, 66, 0, 10, 0xFF, 0, 0, 1, 0x0A, 0, 0, 1, 0x41, 0xE0, 0x80, 0, 0, 1, 0xEC, 1, 0x80]);
    sloppy.extend([0, 0, 1, 0x74, 1, 2, 3]);
    hold(&sloppy, "inspect_sloppy.txt");
}

#[test]
fn what_is_no_stream_is_one_line() {
    let mut out = Vec::new();
    container::inspect(Cursor::new(b"GIF89a"), &mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "not an H.264 stream: it has no start code 000001 and is not an MP4 file\n"
    );
}

/// Returns the listing of a file that is read a few bytes at a time.
fn slow_listing(bytes: &[u8], most: usize) -> String {
    let mut out = Vec::new();
    container::inspect(Slow::new(bytes, most), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_listing_does_not_depend_on_how_a_reader_hands_out_its_bytes() {
    let mut streams = vec![samples::faultless(), samples::mp4()];
    streams.extend((0..6).map(samples::made_up));
    for stream in streams {
        for length in (0..stream.len()).step_by(1 + stream.len() / 50).chain([stream.len()]) {
            let cut = &stream[..length];
            let whole = slow_listing(cut, usize::MAX);
            for most in [1, 7, 4096] {
                assert_eq!(slow_listing(cut, most), whole, "{most} at a time");
                if !is_mp4(cut) {
                    let mut out = Vec::new();
                    inspect(Slow::buffered(cut, most), &mut out).unwrap();
                    assert_eq!(String::from_utf8(out).unwrap(), whole, "a pipe, {most} at a time");
                }
            }
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_told_from_a_sink_that_cannot_be_written() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let stream = samples::faultless();
    let mut out = Vec::new();
    let broken = BufReader::new(Cursor::new(&stream[..100]).chain(Broken));
    let error = inspect(broken, &mut out).unwrap_err();
    assert!(matches!(error, InspectError::Read(error) if error.kind() == io::ErrorKind::PermissionDenied));
    assert!(String::from_utf8(out).unwrap().contains("SPS"), "what came before is listed");
    let error = inspect(&stream[..], &mut [0_u8; 100].as_mut_slice()).unwrap_err();
    assert!(matches!(error, InspectError::Write(error) if error.kind() == io::ErrorKind::WriteZero));
}

#[test]
fn units_longer_than_what_is_held_of_them_are_listed_as_if_they_were_held_whole() {
    let more = HELD_BYTES + 1000;
    let mut stream = samples::faultless();
    // The same slice header with more data: emulation prevention, and zero words after the stop bit.
    let slice = ByteStream::new(&stream).last().unwrap();
    let data = [&slice.rbsp.bytes()[1..], &[0, 0, 1, 5].repeat(more / 4), &[0x81, 0xC0, 0, 0]].concat();
    write_byte_stream_nal_unit(StartCode::Short, slice.header(), &data, &mut stream);
    let filler = NalHeader::new(0, NalUnitType::FILLER);
    let mut bytes = [vec![0xFF; more], vec![0x80]].concat();
    write_byte_stream_nal_unit(StartCode::Short, filler, &bytes, &mut stream);
    bytes[more - 1] = 7;
    write_byte_stream_nal_unit(StartCode::Short, filler, &bytes, &mut stream);
    // An emulation violation beyond the bytes kept.
    stream.extend([&[0, 0, 1, 0x01][..], &vec![9; more], &[0, 0, 2, 0x80]].concat());

    let (mut held, mut read) =
        (Units::of_byte_stream(&stream), Units::new(ByteStream::from_reader(&stream[..]).unwrap()));
    loop {
        let (mut of_held, mut of_read) = (Recorder::default(), Recorder::default());
        let unit = held.next_unit(&mut of_held).unwrap();
        assert_eq!(read.next_unit(&mut of_read).unwrap(), unit);
        assert_eq!(of_read.records, of_held.records);
        if unit.is_none() {
            break;
        }
    }
    let listing = slow_listing(&stream, usize::MAX);
    assert!(listing.contains(&format!("{more} bytes of FF\n")), "{listing}");
    assert!(
        listing.contains("ff_byte = 7 is outside 255 to 255\n")
            && listing.contains("000002 must not occur in a NAL unit\n")
    );
}

#[test]
fn a_message_longer_than_what_is_held_of_its_unit_is_complained_about() {
    let data = vec![1; HELD_BYTES];
    let message = SeiMessage { payload: SeiPayload::Other { payload_type: 4, data } };
    let rbsp = Sei { messages: vec![message] }.to_rbsp(&ParameterSets::default()).unwrap();
    let mut stream = Vec::new();
    write_byte_stream_nal_unit(StartCode::Long, NalHeader::new(0, NalUnitType::SEI), &rbsp, &mut stream);
    assert_eq!(Stream::read(&stream).unwrap().complaints().count(), 0, "a slice is held whole");
    let listing = slow_listing(&stream, usize::MAX);
    // The type takes one byte, the size one for each 255.
    let position = 5 + 1 + HELD_BYTES / 255 + 1;
    let complaint = format!(
        "!! byte {position}.0: sei_payload extends beyond the first {HELD_BYTES} bytes of its NAL unit; only those are read\n"
    );
    assert!(listing.contains(&complaint) && listing.ends_with("1 complaint\n"), "{complaint}{}", &listing[..300]);
}
