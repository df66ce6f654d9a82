//! Parts of streams: their positions, and irregularities that are skipped.

use super::samples::{self, Maker};
use crate::jpeg::marker::{Comment, Content, Marker, MarkerError, Parts, Segment, Stream};

fn parts(bytes: &[u8]) -> Vec<String> {
    let name = |content: &Content| match content {
        Content::Segment(segment) => segment.marker().to_string(),
        Content::Broken(marker) => format!("broken {marker}"),
        Content::EntropyCoded { restarts } => format!("data with {restarts} restarts"),
        other => format!("{other:?}"),
    };
    Parts::new(bytes)
        .map(|part| match part {
            Ok(part) => format!("{}+{} {}", part.position, part.length, name(&part.content)),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn samples_are_faultless_but_where_they_mean_not_to_be() {
    let complaints =
        |bytes: &[u8]| Stream::read(bytes).unwrap().complaints().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(complaints(&samples::baseline()), [""; 0]);
    assert_eq!(complaints(&samples::hierarchical()), [""; 0]);
    assert_eq!(complaints(&samples::sloppy()), ["byte 17: 7 bytes belong to no segment"]);
    assert_eq!(complaints(&samples::progressive()), ["byte 325: restart markers in the scan: 0 found, 2 expected"]);
}

#[test]
fn fill_stray_and_trailing_bytes_are_named() {
    let bytes = samples::sloppy();
    assert_eq!(
        parts(&bytes),
        [
            "0+2 SOI",
            "4+13 SOF3",
            "17+7 Stray",
            "24+212 DHT",
            "236+10 SOS",
            "246+2 data with 0 restarts",
            "250+6 DNL",
            "256+2 EOI",
            "258+10 Trailing { another: true }",
        ]
    );
    assert_eq!(Stream::read(&bytes).unwrap().frame.unwrap().height, 20, "the lines are those of DNL");
}

#[test]
fn stuffed_bytes_and_restarts_belong_to_the_data() {
    let bytes = samples::baseline();
    let data = Parts::new(&bytes).map(Result::unwrap).find(|part| matches!(part.content, Content::EntropyCoded { .. }));
    let data = data.unwrap();
    assert_eq!((data.content, data.length), (Content::EntropyCoded { restarts: 3 }, 14));
}

#[test]
fn a_restart_out_of_turn_is_complained_about() {
    let bytes = samples::baseline();
    let at = bytes.windows(2).position(|pair| pair == [0xFF, 0xD1]).unwrap();
    let mut wrong = bytes.clone();
    wrong[at + 1] = 0xD5;
    let complaints: Vec<_> = Stream::read(&wrong).unwrap().complaints().cloned().collect();
    assert_eq!(complaints, [MarkerError::RestartOrder { position: at as u64, found: 5, expected: 1 }]);
}

#[test]
fn a_segment_longer_than_the_stream_ends_the_walk() {
    assert_eq!(parts(b"\xFF\xD8\xFF\xFE\0\x08hello"), ["0+2 SOI", "byte 4: COM needs 64 bits, and 56 are left"]);
    assert_eq!(parts(b"\xFF\xD8\xFF\xFE\0"), ["0+2 SOI", "byte 4: COM needs 16 bits, and 8 are left"]);
    assert_eq!(parts(b"\xFF\xD8\xFF"), ["0+2 SOI", "2+1 Stray"]);
}

#[test]
fn a_length_below_two_and_broken_segments_are_walked_over() {
    let comment = Comment { text: b"ok".to_vec() };
    let bytes = Maker::new().raw(b"\xFF\xFE\0\x01").add(&comment).raw(b"\xFF\xDD\0\x03\x01").end();
    assert_eq!(parts(&bytes), ["0+2 SOI", "2+4 broken COM", "6+6 COM", "12+5 broken DRI", "17+2 EOI"]);
}

#[test]
fn an_application_that_is_not_what_it_says_is_kept_whole() {
    let bytes = Maker::new().raw(b"\xFF\xE0\0\x09JFIF\0\x01\x01").end();
    let stream = Stream::read(&bytes).unwrap();
    assert!(matches!(stream.segments().nth(1), Some((2, Segment::App(app))) if app.data == b"JFIF\0\x01\x01"));
    assert_eq!(stream.complaints().next().unwrap().to_string(), "byte 13: units needs 8 bits, and 0 are left");
}

#[test]
fn bytes_after_the_last_element_are_complained_about() {
    let bytes = Maker::new().raw(b"\xFF\xDD\0\x06\0\x01\0\0").end();
    let complaints: Vec<_> = Stream::read(&bytes).unwrap().complaints().map(ToString::to_string).collect();
    assert_eq!(complaints, ["byte 8: 2 bytes follow the last element of DRI"]);
    assert_eq!(Marker::DRI.name(), "DRI");
}
