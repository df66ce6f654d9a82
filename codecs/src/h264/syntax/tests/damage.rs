//! Tests of the reader on damaged input. It never panics, and the listing has the complaints of the stream.

use super::samples;
use crate::h264::container;
use crate::h264::syntax::*;
use crate::shared::trace::{NoTrace, Record, Recorder};
use proptest::prelude::*;
use std::io::Cursor;

/// Runs all readers over any bytes.
fn read_all(bytes: &[u8]) {
    let mut listing = Vec::new();
    let count = container::inspect(Cursor::new(bytes), &mut listing).unwrap();
    let listing = String::from_utf8(listing).unwrap();
    let mut recorder = Recorder::default();
    match container::read(bytes, &mut recorder) {
        Ok(stream) => {
            // Complaints outside of units are listed where they arise.
            let mut listed: Vec<_> = listing.lines().filter_map(|line| line.trim_start().strip_prefix("!! ")).collect();
            let mut complaints: Vec<_> = stream.complaints().map(ToString::to_string).collect();
            assert_eq!(count, complaints.len() as u64);
            listed.sort_unstable();
            complaints.sort_unstable();
            assert_eq!(listed, complaints);
            for record in recorder.records {
                if let Record::Element { position_bits, bits, .. } = record {
                    assert!(position_bits + u64::from(bits) <= 8 * bytes.len() as u64);
                }
            }
        }
        Err(error) => assert_eq!((count, listing), (1, format!("{error}\n"))),
    }
}

fn all() -> Vec<Vec<u8>> {
    let mut all = vec![samples::faultless(), samples::mp4()];
    all.extend((0..6).map(samples::made_up));
    all
}

#[test]
fn every_truncation_of_every_sample_is_read() {
    for sample in all() {
        for length in (0..=sample.len()).step_by(1 + sample.len() / 600) {
            read_all(&sample[..length]);
        }
    }
}

#[test]
fn flips_of_every_byte_of_every_sample_are_read() {
    for sample in all() {
        for at in (0..sample.len()).step_by(1 + sample.len() / 400) {
            let mut damaged = sample.clone();
            for flip in [0x01, 0x02, 0x08, 0x10, 0x80, 0xFF, sample[at], !sample[at]] {
                damaged[at] = sample[at] ^ flip;
                read_all(&damaged);
            }
        }
    }
}

#[test]
fn an_mp4_file_has_the_units_of_its_stream_and_refuses_samples_that_it_has_not() {
    let file = samples::mp4();
    let stream = container::read(&file, &mut NoTrace).unwrap();
    assert_eq!(stream.complaints().count(), 0, "{:?}", stream.complaints().collect::<Vec<_>>());
    let kinds: Vec<_> = stream.units.iter().map(|unit| unit.header.nal_unit_type.code()).collect();
    assert_eq!(kinds, [7, 8, 6, 5, 1, 1]);
    let tables = file.windows(4).position(|four| four == b"stsz").unwrap();
    let mut one_size = file.clone();
    // One size for many samples.
    one_size[tables + 8..tables + 16].copy_from_slice(&[0, 0, 0, 60, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(container::inspect(Cursor::new(one_size), &mut Vec::new()).unwrap() > 0);
    assert!(matches!(container::read(&file[..file.len() - 1], &mut NoTrace), Err(SyntaxError::Mp4 { .. })));
}

#[test]
fn what_is_no_stream_is_said_to_be_none() {
    for bytes in [&b""[..], b"\0\0", b"\0\0\0", b"\xFF\xD8\xFF\xE0", b"\0\0\x02\x67"] {
        assert!(matches!(Stream::read(bytes), Err(SyntaxError::NotH264)));
    }
}

#[test]
fn a_hostile_unit_has_few_complaints() {
    // An empty message of every payload type, and of more types; none has the contents of its type.
    let mut bytes = vec![0, 0, 1, 0x06];
    bytes.extend([6, 0].repeat(10_000));
    bytes.push(0x80);
    assert_eq!(Stream::read(&bytes).unwrap().complaints().count(), 8);
}

/// Returns random bytes with many start codes.
fn units() -> impl Strategy<Value = Vec<u8>> {
    let unit =
        (prop::sample::select(vec![1_u8, 2, 5, 6, 7, 8, 9, 10, 12, 13, 19]), prop::collection::vec(any::<u8>(), 0..60));
    prop::collection::vec(unit, 1..6).prop_map(|units| {
        units.into_iter().flat_map(|(kind, data)| [&[0, 0, 1, kind | 0x60], &data[..]].concat()).collect()
    })
}

proptest! {
    #[test]
    fn random_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn random_units_are_read(bytes in units()) {
        read_all(&bytes);
    }

    #[test]
    fn made_up_streams_with_some_bytes_replaced_are_read(
        seed in 0..1000_u64,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..10),
    ) {
        let mut bytes = samples::made_up(seed);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_all(&bytes);
    }
}
