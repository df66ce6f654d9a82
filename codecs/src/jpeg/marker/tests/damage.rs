//! No input makes the reader panic, and every byte of it is accounted for.

use super::samples;
use crate::jpeg::marker::{AppData, Marker, MarkerError, MarkerSegment, Parts, Segment, Stream, exif, inspect, mpf};
use crate::shared::trace::Recorder;
use proptest::prelude::*;

/// Runs all readers on any bytes.
fn read_all(bytes: &[u8]) {
    let mut at = 0;
    let mut failed = false;
    for part in Parts::new(bytes) {
        assert!(!failed, "an error ends the walk");
        match part {
            Ok(part) => {
                assert_eq!(part.position - part.fill, at, "parts follow each other");
                at = part.position + part.length;
            }
            Err(_) => failed = true,
        }
    }
    assert!(failed || at == bytes.len() as u64, "parts end at {at} of {}", bytes.len());
    let mut listing = Vec::new();
    let count = inspect(bytes, &mut listing).unwrap();
    if let Ok(stream) = Stream::read(bytes) {
        let listing = String::from_utf8(listing).unwrap();
        let complaints: Vec<_> = listing.lines().filter_map(|line| line.trim_start().strip_prefix("!! ")).collect();
        assert_eq!(complaints, stream.complaints().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(count, complaints.len() as u64);
        let _ = (stream.icc_profile(), stream.orientation());
        stream.trace(&mut Recorder::default());
        for (position, segment) in stream.segments() {
            segment.trace(position, &mut Recorder::default()).unwrap();
        }
    }
}

#[test]
fn every_truncation_of_every_sample_is_read() {
    for sample in samples::all() {
        for length in 0..=sample.len() {
            read_all(&sample[..length]);
        }
    }
}

#[test]
fn every_flip_of_every_byte_of_every_sample_is_read() {
    for sample in samples::all() {
        for at in 0..sample.len() {
            let mut damaged = sample.clone();
            for flip in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, sample[at], !sample[at]] {
                damaged[at] = sample[at] ^ flip;
                read_all(&damaged);
            }
        }
    }
}

#[test]
fn every_removed_byte_is_read() {
    for sample in samples::all() {
        for at in 0..sample.len() {
            read_all(&[&sample[..at], &sample[at + 1..]].concat());
        }
    }
}

#[test]
fn what_is_no_jpeg_is_said_to_be_none() {
    for bytes in [&b""[..], b"\xFF", b"\xFF\xD9", b"\x89PNG", b"\0\xFF\xD8"] {
        assert_eq!(Stream::read(bytes), Err(MarkerError::NotJpeg { position: 0 }));
    }
}

#[test]
fn a_hostile_segment_has_few_complaints() {
    let (_, complaints) = Segment::read(Marker::DQT, &[0; 65 * 1008], 0).unwrap();
    assert_eq!(complaints.len(), 8);
}

/// Generates bytes in which markers are frequent.
fn marked() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![4 => any::<u8>(), 2 => Just(0xFF), 2 => 0xC0..=0xFE_u8, 3 => 0..=8_u8];
    prop::collection::vec(byte, 0..200).prop_map(|mut bytes| {
        bytes.splice(0..0, [0xFF, 0xD8]);
        bytes
    })
}

proptest! {
    #[test]
    fn random_markers_are_read(bytes in marked()) {
        read_all(&bytes);
    }

    #[test]
    fn random_segments_are_read(code in any::<u8>(), content in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Segment::read(Marker::new(code), &content, 0);
    }

    #[test]
    fn random_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn random_indices_of_pictures_are_read(
        mut data in prop::collection::vec(prop_oneof![any::<u8>(), 0..40_u8], 0..80),
        entries in prop::option::of(0..60_u8),
        behind in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        data.splice(0..0, *b"MPF\0MM\0\x2A");
        if let Some(offset) = entries {
            data.splice(8..8, [0, 0, 0, 8, 0, 1, 0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, offset]);
        }
        let mut file = b"\xFF\xD8".to_vec();
        AppData { marker: Marker::app(2), data }.write(&mut file).unwrap();
        file.extend(b"\xFF\xD9\xFF\xD8");
        file.extend(behind);
        let _ = mpf::pictures(&file);
        let mut again = file.clone();
        if mpf::append(&mut again, &[b"\xFF\xD8\xFF\xD9"]).is_ok() {
            prop_assert_eq!(mpf::pictures(&again), Ok(vec![&b"\xFF\xD8\xFF\xD9"[..]]));
        } else {
            prop_assert_eq!(again, file);
        }
    }

    #[test]
    fn random_exif_is_read(mut tiff in prop::collection::vec(prop_oneof![any::<u8>(), 0..20_u8], 0..60), little in any::<bool>()) {
        tiff.splice(0..0, if little { *b"II\x2A\0" } else { *b"MM\0\x2A" });
        let before = exif::orientation(&tiff);
        prop_assert_eq!(before.is_err(), exif::reset_orientation(&mut tiff).is_err());
    }
}
