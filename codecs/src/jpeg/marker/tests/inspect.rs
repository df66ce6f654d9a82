//! The exact listings of the samples.

use super::samples::{self, Maker};
use crate::jpeg::IjgQuality;
use crate::jpeg::marker::{AppIcc, Comment, inspect};
use crate::shared::inspect::InspectError;
use crate::shared::slow::{self, Slow};
use std::io::{self, Write};

fn listing(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    inspect(bytes, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Compares the listing of a sample with its file.
fn hold(bytes: &[u8], name: &str) {
    slow::hold(&listing(bytes), &format!("jpeg/marker/tests/{name}"));
}

#[test]
fn the_samples_are_listed_as_in_their_files() {
    hold(&samples::baseline(), "inspect_baseline.txt");
    hold(&samples::progressive(), "inspect_progressive.txt");
    hold(&samples::sloppy(), "inspect_sloppy.txt");
    hold(&samples::hierarchical(), "inspect_hierarchical.txt");
}

#[test]
fn every_annex_k_table_is_recognised_at_every_quality() {
    use crate::jpeg::marker::{DefinedQuantTable, Marker, MarkerSegment, QuantTables};
    use crate::jpeg::quant_table::QuantTable;
    for quality in 1..=100 {
        for (destination, base, name) in [(0, QuantTable::LUMA, "K.1 (luma)"), (1, QuantTable::CHROMA, "K.2 (chroma)")]
        {
            let table = DefinedQuantTable::new(destination, &base.at_quality(quality).unwrap());
            let mut bytes = Marker::SOI.bytes().to_vec();
            QuantTables { tables: vec![table] }.write(&mut bytes).unwrap();
            // Chroma steps are 255 throughout below quality 4.
            let quality = if destination == 1 && quality < 4 { "1 to 3".to_owned() } else { quality.to_string() };
            assert!(listing(&bytes).contains(&format!("Annex {name} at IJG quality {quality}\n")));
        }
    }
}

#[test]
fn a_table_between_two_qualities_is_recognised() {
    use crate::jpeg::marker::{DefinedQuantTable, Marker, MarkerSegment, QuantTables};
    use crate::jpeg::quant_table::QuantTable;
    for (quality, listed) in [("30.5", "30.5"), ("84.5", "84.5"), ("99.9", "100")] {
        let scaled = |quality: &str| QuantTable::LUMA.at_quality(quality.parse::<IjgQuality>().unwrap()).unwrap();
        let table = scaled(quality);
        assert_eq!(table, scaled(listed));
        let mut bytes = Marker::SOI.bytes().to_vec();
        QuantTables { tables: vec![DefinedQuantTable::new(0, &table)] }.write(&mut bytes).unwrap();
        let expected = format!("Annex K.1 (luma) at IJG quality {listed}\n");
        assert!(listing(&bytes).contains(&expected), "{}", listing(&bytes));
    }
}

#[test]
fn what_is_no_jpeg_is_one_line() {
    assert_eq!(listing(b"GIF89a"), "byte 0: not a JPEG stream, which begins with FFD8 (SOI)\n");
}

#[test]
fn a_listing_does_not_depend_on_how_a_reader_hands_out_its_bytes() {
    for sample in samples::all() {
        for length in (0..sample.len()).step_by(3).chain([sample.len()]) {
            let whole = listing(&sample[..length]);
            for most in [1, 7, 4096] {
                let mut out = Vec::new();
                inspect(Slow::buffered(&sample[..length], most), &mut out).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), whole, "the first {length} bytes, {most} at a time");
            }
        }
    }
}

#[test]
fn chunks_of_a_profile_are_summed_up_without_their_bytes() {
    let chunk = |chunk, count, bytes| AppIcc { chunk, count, data: vec![7; bytes] };
    let last_lines = |chunks: &[AppIcc]| {
        let bytes = chunks.iter().fold(Maker::new(), Maker::add).end();
        let listing = listing(&bytes);
        listing.lines().find(|line| line.starts_with("ICC profile")).unwrap().to_owned()
    };
    assert_eq!(last_lines(&[chunk(2, 2, 30), chunk(1, 2, 70)]), "ICC profile of 100 bytes in 2 chunks");
    assert_eq!(last_lines(&[chunk(1, 1, 9)]), "ICC profile of 9 bytes in 1 chunk");
    assert_eq!(last_lines(&[chunk(1, 2, 9)]), "ICC profile: ICC chunk 2 of 2 is missing");
    let twice = [chunk(1, 3, 9), chunk(3, 3, 9), chunk(1, 3, 9), chunk(1, 3, 9), chunk(2, 3, 9)];
    let second = 2 + 2 * (2 + 16 + 9);
    assert_eq!(
        last_lines(&twice),
        format!("ICC profile: byte {second}: ICC chunk 1 of 3 occurs where 2 of 3 is expected")
    );
}

/// A sink that accepts a limited number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sink_that_is_full_ends_the_listing_with_its_error() {
    let bytes = Maker::new().add(&Comment { text: b"text".to_vec() }).end();
    let length = listing(&bytes).len();
    for room in 0..length {
        let error = inspect(&bytes[..], &mut Full(room)).unwrap_err();
        assert!(matches!(error, InspectError::Write(error) if error.kind() == io::ErrorKind::StorageFull));
    }
    assert_eq!(inspect(&bytes[..], &mut Full(length)).unwrap(), 0);
}
