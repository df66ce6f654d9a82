//! The orientation tag, and ICC profiles in chunks.

use super::samples;
use crate::jpeg::marker::{AppIcc, MarkerError, Stream, exif, icc};

/// Returns a TIFF structure of one entry: tag, type, count, value.
fn tiff(little: bool, entry: (u16, u16, u32), value: [u8; 4]) -> Vec<u8> {
    let u16s = |value: u16| if little { value.to_le_bytes() } else { value.to_be_bytes() };
    let u32s = |value: u32| if little { value.to_le_bytes() } else { value.to_be_bytes() };
    let mut bytes = if little { b"II".to_vec() } else { b"MM".to_vec() };
    bytes.extend(u16s(42));
    bytes.extend(u32s(8));
    bytes.extend(u16s(1));
    bytes.extend(u16s(entry.0));
    bytes.extend(u16s(entry.1));
    bytes.extend(u32s(entry.2));
    bytes.extend(value);
    bytes
}

#[test]
fn orientation_is_read_and_reset_in_both_byte_orders_and_three_types() {
    for wanted in 1..=8 {
        for (little, kind, value) in [
            (true, 3, [wanted, 0, 9, 9]),
            (false, 3, [0, wanted, 9, 9]),
            (true, 1, [wanted, 9, 9, 9]),
            (false, 1, [wanted, 9, 9, 9]),
            (true, 4, [wanted, 0, 0, 0]),
            (false, 4, [0, 0, 0, wanted]),
        ] {
            let mut bytes = tiff(little, (0x112, kind, 1), value);
            assert_eq!(exif::orientation(&bytes), Ok(Some(wanted)));
            assert_eq!(exif::reset_orientation(&mut bytes), Ok(true));
            assert_eq!(exif::orientation(&bytes), Ok(Some(1)));
            let kept = if kind == 3 { 2 } else { 4 };
            assert_eq!(bytes[18 + kept..], value[kept..], "nothing else changes");
        }
    }
}

#[test]
fn values_without_a_meaning_are_none() {
    assert_eq!(exif::orientation(&tiff(true, (0x112, 3, 1), [0, 0, 0, 0])), Ok(None));
    assert_eq!(exif::orientation(&tiff(true, (0x112, 3, 1), [9, 0, 0, 0])), Ok(None));
    assert_eq!(exif::orientation(&tiff(true, (0x10F, 3, 1), [1, 0, 0, 0])), Ok(None));
}

#[test]
fn broken_structures_are_errors_that_say_where() {
    let mut outside = tiff(true, (0x112, 3, 1), [6, 0, 0, 0]);
    outside[4..8].copy_from_slice(&[0xFF; 4]);
    assert_eq!(
        exif::orientation(&outside).unwrap_err().to_string(),
        "byte 4294967295 of the Exif data: IFD0 lies outside of the data"
    );
    assert!(exif::orientation(&tiff(true, (0x112, 3, 2), [6, 0, 0, 0])).is_err());
    let whole = tiff(false, (0x112, 3, 1), [0, 6, 0, 0]);
    for length in 0..whole.len() {
        assert!(exif::orientation(&whole[..length]).is_err(), "{length} bytes");
    }
    let error = exif::orientation(b"PNG").unwrap_err();
    assert_eq!(error.to_string(), "byte 0 of the Exif data: it begins neither with II 42 nor with MM 42");
}

#[test]
fn a_profile_is_put_together_whatever_the_order_of_its_chunks() {
    let stream = Stream::read(&samples::baseline()).unwrap();
    assert_eq!(stream.icc_profile(), Ok(Some((0..40).collect())));
    assert_eq!(stream.orientation(), Ok(Some(6)));
    for bytes in [1_usize, 65519, 65520, 3 * 65519 + 1] {
        let profile: Vec<u8> = (0..bytes).map(|k| (k % 251) as u8).collect();
        let chunks = AppIcc::split(&profile).unwrap();
        assert_eq!(chunks.len(), bytes.div_ceil(65519));
        assert_eq!(icc::collect(chunks.iter().rev().map(|chunk| (0, chunk))), Ok(Some(profile)));
    }
}

#[test]
fn chunks_that_are_missing_doubled_or_of_two_profiles_are_errors() {
    let chunk = |chunk, count| AppIcc { chunk, count, data: vec![chunk] };
    let collect = |chunks: &[AppIcc]| icc::collect(chunks.iter().map(|chunk| (5, chunk)));
    assert_eq!(collect(&[]), Ok(None));
    assert_eq!(collect(&[chunk(1, 3), chunk(2, 3)]), Err(MarkerError::IccMissing { chunk: 3, count: 3 }));
    let wrong = [vec![chunk(1, 2), chunk(1, 2)], vec![chunk(1, 2), chunk(2, 3)], vec![chunk(2, 2)], vec![chunk(0, 1)]];
    for chunks in wrong {
        assert!(matches!(collect(&chunks), Err(MarkerError::IccChunk { position: 5, .. })), "{chunks:?}");
    }
    assert!(AppIcc::split(&[]).is_err());
    assert!(AppIcc::split(&vec![0; 255 * 65519]).is_ok());
    assert!(AppIcc::split(&vec![0; 255 * 65519 + 1]).is_err());
}
