//! The listing of the samples, to the letter.

use super::samples;
use crate::jpeg::marker::inspect;

fn listing(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    inspect(bytes, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Holds a listing against its file; with `BLESS=1` writes the file.
fn hold(bytes: &[u8], name: &str) {
    let path = format!("{}/src/jpeg/marker/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = listing(bytes);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap(), "{path}");
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
fn what_is_no_jpeg_is_one_line() {
    assert_eq!(listing(b"GIF89a"), "byte 0: not a JPEG stream, which begins with FFD8 (SOI)\n");
}
