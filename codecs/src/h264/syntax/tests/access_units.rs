//! Tests of the division of streams into access units.

use super::samples::{faultless, made_up};
use crate::h264::syntax::*;
use crate::h264::{Options, Session};
use crate::picture::{PixelFormat, Pixels};

/// Reads all access units of a stream, piece by piece as from a file.
fn read(stream: &[u8]) -> Result<Vec<WholeAccessUnit>, StreamError> {
    let mut units = AccessUnits::new(ByteStream::holding(stream, MOST_BYTES)?);
    core::iter::from_fn(|| units.next_unit().transpose()).collect()
}

/// Returns the types of the units of each access unit of a stream.
fn types(stream: &[u8]) -> Vec<Vec<u8>> {
    let units = read(stream).expect("a sound stream");
    units.iter().map(|unit| unit.nals.iter().map(|nal| nal.header.nal_unit_type.code()).collect()).collect()
}

/// Returns a NAL unit of a type with a payload, after a start code.
fn put(kind: u8, rbsp: &[u8]) -> Vec<u8> {
    let idc = u8::from(matches!(kind, 1 | 7 | 8));
    let mut out = Vec::new();
    write_byte_stream_nal_unit(StartCode::Short, NalHeader::new(idc, NalUnitType::new(kind)), rbsp, &mut out);
    out
}

#[test]
fn units_that_are_pushed_are_read_again() {
    for (keyint, delimiters, references) in [(1, false, 1), (2, true, 3), (300, false, 2)] {
        let mut options = Options::new(16, 16).with_monochrome(true).with_keyint(keyint).with_references(references);
        options.access_unit_delimiters = delimiters;
        let mut session = Session::new(options).expect("lawful options");
        let (mut stream, mut pushed) = (Vec::new(), Vec::new());
        // More pictures than frame_num has values.
        for n in 0..270 {
            let gray = [(n * 3 % 251) as u8; 256];
            let pixels = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray).expect("a picture");
            for unit in session.push(&pixels).expect("the stream's picture") {
                stream.extend(unit.byte_stream());
                pushed.push((unit.nals, unit.is_idr));
            }
        }
        let found = read(&stream).expect("a sound stream");
        assert!(found.iter().map(|unit| (unit.nals.clone(), unit.is_idr)).eq(pushed));
        let mut again = Vec::new();
        found.iter().for_each(|unit| write_access_unit(&unit.nals, &mut again));
        assert!(again == stream);
    }
}

#[test]
fn slices_and_the_units_around_them_belong_to_their_picture() {
    let stream = faultless();
    let [first, second] = &types(&stream)[..] else { panic!("{:?}", types(&stream)) };
    assert_eq!((first.iter().filter(|&&kind| kind == 5).count(), &second[second.len() - 2..]), (1, &[1, 1][..]));
    // Units after the slices belong to them, unless they can only precede a picture.
    let last = &ByteStream::new(&stream).last().expect("a slice").rbsp;
    let slice = || put(1, &last.bytes()[1..]);
    let filler = || put(12, &[0x80]);
    let delimiter = || put(9, &[0xF0]);
    let begun = |more: &[Vec<u8>]| types(&[stream.clone(), more.concat()].concat())[1..].to_vec();
    let from = |kinds: &[u8]| [&second[..], kinds].concat();
    assert_eq!(begun(&[filler(), slice(), put(10, &[])]), [from(&[12, 1, 10])]);
    assert_eq!(begun(&[delimiter(), slice(), filler()]), [from(&[]), vec![9, 1, 12]]);
    assert_eq!(begun(&[put(10, &[]), slice()]), [from(&[10]), vec![1]]);
    assert_eq!(begun(&[put(14, &[0x80]), slice()]), [from(&[14, 1])]);
    assert_eq!(begun(&[put(11, &[])]), [from(&[11])]);
}

#[test]
fn what_cannot_be_copied_is_an_error_with_its_place() {
    let stream = faultless();
    let refused = |bytes: &[u8]| read(bytes).expect_err("damage").to_string();
    let after = |more: &[u8]| refused(&[&stream[..], more].concat());
    let end = stream.len();
    assert_eq!(after(&[0, 0, 1]), format!("byte {}.0: the NAL unit is empty", end + 3));
    assert_eq!(after(&[0, 0, 1, 0x09, 0xF0]), format!("byte {}.0: AUD is followed by no picture", end + 3));
    assert_eq!(
        after(&[0, 0, 1, 0x0C, 0, 0, 3, 9, 0x80]),
        format!("byte {}.0: 000309 must not occur in a NAL unit", end + 5)
    );
    assert!(after(&[0, 0, 1, 0x8C, 0xFF, 0x80]).contains("forbidden_zero_bit = 1"));
    assert_eq!(refused(&[&[7, 7], &stream[..]].concat()), "byte 0.0: 2 bytes belong to no NAL unit");
    assert_eq!(refused(&[0, 0, 1, 0x09, 0xF0]), "byte 3.0: AUD is followed by no picture");
    assert!(read(&[]).expect("no unit").is_empty());
    // A source that keeps less than whole units.
    let mut short = AccessUnits::new(ByteStream::holding(&stream[..], 30).expect("it is in memory"));
    assert!(matches!(short.next_unit(), Err(StreamError::Syntax(_))));
}

#[test]
fn any_bytes_end_without_a_panic() {
    for seed in 0..200_u64 {
        let mut stream = made_up(seed);
        let at = (seed as usize * 37) % stream.len();
        stream[at] ^= 1 << (seed % 8);
        let mut units = AccessUnits::new(ByteStream::holding(&stream[..], MOST_BYTES).expect("it is in memory"));
        let mut count = 0;
        while let Ok(Some(_)) = units.next_unit() {
            count += 1;
        }
        assert!(count <= 5);
    }
}
