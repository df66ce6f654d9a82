//! Rows of PNG that is not interlaced and has no alpha.

use super::ReadOptions;
use super::metadata::Metadata;
use super::png_chunks::Chunks;
use super::raster::Channels;
use super::rows::Header;
use super::through_image::BESIDE;
use crate::args::Kind;
use crate::error::{Error, one_line};
use image::metadata::Orientation;
use png::{BitDepth, ColorType, DecodingError, Transformations};
use std::fs::File;
use std::io::{BufReader, Seek as _};

/// A picture whose rows are decoded one after another.
pub(super) struct Png {
    reader: png::Reader<BufReader<File>>,
    /// The bytes of a row.
    row: usize,
    /// The rows not yet read.
    left: u32,
}

fn broken(error: DecodingError) -> Error {
    Error::Broken { format: "PNG", reason: one_line(&error.to_string()) }
}

impl Png {
    /// Reads the next rows of bytes, or of pairs of bytes if samples have 16 bits, the most significant one first. The last
    /// rows are read only if the rest of the file is sound.
    pub(super) fn next(&mut self, samples: &mut [u8]) -> Result<(), Error> {
        for row in samples.chunks_exact_mut(self.row) {
            self.reader.read_row(row).map_err(broken)?;
            self.left = self.left.saturating_sub(1);
        }
        if self.left == 0 {
            // What is left of the data is checked as well.
            self.reader.read_row(&mut []).map_err(broken)?;
        }
        Ok(())
    }
}

/// Opens a file of `length` bytes; returns `None` for a picture that needs to be read as a whole.
pub(super) fn open(mut file: File, length: u64, options: &ReadOptions) -> Result<Option<(Header, Png)>, Error> {
    // Most chunks are skipped, so little is read at a time.
    let chunks = Chunks::read(&mut BufReader::with_capacity(1 << 9, &file));
    file.rewind().map_err(Error::Read)?;
    let bytes = usize::try_from(BESIDE + length).unwrap_or(usize::MAX);
    let mut decoder = png::Decoder::new_with_limits(BufReader::with_capacity(1 << 15, file), png::Limits { bytes });
    decoder.read_header_info().map_err(broken)?;
    // Samples of fewer bits become bytes, and palettes become colours.
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(broken)?;
    let info = reader.info();
    let (channels, maxval) = match reader.output_color_type() {
        (ColorType::Grayscale, BitDepth::Eight) => (Channels::Gray, 255),
        (ColorType::Grayscale, BitDepth::Sixteen) => (Channels::Gray, 65535),
        (ColorType::Rgb, BitDepth::Eight) => (Channels::Rgb, 255),
        (ColorType::Rgb, BitDepth::Sixteen) => (Channels::Rgb, 65535),
        _ => return Ok(None),
    };
    let icc = info.icc_profile.as_ref().map(|data| data.to_vec()).filter(|data| !data.is_empty());
    let turns = |exif: &Vec<u8>| !matches!(Orientation::from_exif_chunk(exif), None | Some(Orientation::NoTransforms));
    let is_lost = icc.is_none() && chunks.has_profile;
    let is_turned = !options.keep.has(Kind::Exif) && chunks.exif.as_ref().is_some_and(turns);
    if info.interlaced || info.animation_control.is_some() || is_lost || is_turned {
        return Ok(None);
    }
    let mut metadata = Metadata { icc, ..Metadata::default() };
    let left_out = metadata.add_chunks(chunks, options.keep);
    let header = Header { size: (info.width.into(), info.height.into()), channels, maxval, metadata, left_out };
    let (Some(row), left) = (reader.output_line_size(info.width), info.height) else { return Ok(None) };
    Ok(Some((header, Png { reader, row, left })))
}
