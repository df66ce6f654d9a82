//! Writes a picture of 9 to 16 bits as a DICOM file, in lossless JPEG. The transfer syntax is 1.2.840.10008.1.2.4.70.
//!
//! `cargo run --release -p codecs --example dicom -- picture.dcm [picture.pgm]`; without a PGM it encodes 12-bit rings.
//! `tests/tests/dicom.rs` checks such a file with dcmtk's decoder.

#[path = "dicom/file.rs"]
mod file;

use std::error::Error;
use std::{env, fs};

struct Picture {
    samples: Vec<u16>,
    columns: u16,
    rows: u16,
    bits: u16,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let target = arguments.next().ok_or("usage: dicom picture.dcm [picture.pgm]")?;
    let picture = match arguments.next() {
        Some(pgm) => read_pgm(&fs::read(&pgm)?).ok_or_else(|| format!("{pgm}: no binary PGM of 9 to 16 bits"))?,
        None => rings(),
    };
    let Picture { samples, columns, rows, bits } = picture;
    file::dicom(&samples, columns, rows, bits)?.write_to_file(&target)?;
    println!("{target}: {columns}x{rows} of {bits} bits, {} bytes", fs::metadata(&target)?.len());
    Ok(())
}

/// Draws concentric rings of 12 bits.
fn rings() -> Picture {
    let (columns, rows) = (512, 400);
    let at = |n: i32| {
        let (x, y) = (n % 512 - 256, n / 512 - 200);
        ((x * x + y * y) / 16 % 4096) as u16
    };
    Picture { samples: (0..512 * 400).map(at).collect(), columns, rows, bits: 12 }
}

/// Reads a binary PGM without comments.
fn read_pgm(mut bytes: &[u8]) -> Option<Picture> {
    let mut word = || {
        let end = bytes.iter().position(u8::is_ascii_whitespace)?;
        let (word, rest) = bytes.split_at(end);
        bytes = &rest[1..];
        str::from_utf8(word).ok()
    };
    let (magic, columns, rows, most) = (word()?, word()?.parse().ok()?, word()?.parse().ok()?, word()?);
    let bits = most.parse::<u16>().ok()?.checked_ilog2()? as u16 + 1;
    let samples = bytes.as_chunks::<2>().0.iter().copied().map(u16::from_be_bytes).collect();
    (magic == "P5" && bits > 8).then_some(Picture { samples, columns, rows, bits })
}
