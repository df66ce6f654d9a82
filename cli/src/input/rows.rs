//! Reading of pictures row by row: raw PNM, also from pipes, and files of PNG that is not interlaced.
//!
//! ```text
//! file, pipe -> rows_pnm, rows_png -> depth -> rows of gray or RGB samples of 8 bits
//! ```
//! [`read`](super::read) takes pictures that are needed whole (alpha, a rotation, other formats), and files with faults: it
//! reads the file again and finds the same.

use super::format::{self, Format};
use super::guarded;
use super::limits::Claim;
use super::metadata::Metadata;
use super::picture::{Note, Picture};
use super::pnm::above_maxval;
use super::raster::Channels;
use super::rows_png::{self, Png};
use super::rows_pnm::{self, Pnm};
use super::samples::{Samples, levels};
use super::source::Source;
use super::{ReadOptions, check_size};
use crate::args::Depth;
use crate::error::Error;
use std::fs::File;
use std::path::Path;

/// The number of rows that are taken to be read at a time: those of a row of MCUs in the usual samplings.
const TOGETHER: usize = 16;

/// The facts that a decoder knows before the first row.
pub(super) struct Header {
    pub(super) size: (u64, u64),
    pub(super) channels: Channels,
    pub(super) maxval: u16,
    pub(super) metadata: Metadata,
    /// The metadata that could not be read, and why.
    pub(super) left_out: Vec<String>,
}

/// A decoder that gives one row after another.
enum Decoder {
    Pnm(Pnm),
    Png(Box<Png>),
}

/// A picture whose rows are not read yet.
pub(crate) struct Rows {
    /// The picture, without samples.
    pub(crate) picture: Picture,
    /// The name of its format.
    pub(crate) format: &'static str,
    source: Source,
    decoder: Decoder,
    /// The sample of 8 bits for each sample of the file, unless they are equal.
    levels: Option<Vec<u8>>,
    /// Samples of 16 bits, on their way to 8.
    wide: Vec<u8>,
    /// The number of samples read.
    read: usize,
}

impl Rows {
    /// Begins to read a picture; returns its source, nothing of which was used, if it can only be read as a whole, is broken,
    /// or exceeds a limit. `path` names the source.
    pub(crate) fn open(path: &Path, source: Source, options: &ReadOptions) -> Result<Rows, Source> {
        match Rows::begin(path, &source, options) {
            Some((format, picture, decoder)) => {
                let maxval = picture.source_maxval;
                let levels = (maxval != 255).then(|| levels(maxval));
                Ok(Rows { picture, format, source, decoder, levels, wide: Vec::new(), read: 0 })
            }
            None => Err(source),
        }
    }

    /// Returns the name of the format, the picture without samples, and the decoder.
    fn begin(path: &Path, source: &Source, options: &ReadOptions) -> Option<(&'static str, Picture, Decoder)> {
        let format = format::recognise(source.first()).ok()?;
        let opened = guarded(format.name(), || match (format, source.length()) {
            (Format::Pnm, _) => Ok(rows_pnm::open(source)?.map(|(header, rows)| (header, Decoder::Pnm(rows)))),
            (Format::Png, Some(length)) => {
                let file = File::open(path).map_err(Error::Read)?;
                let opened = rows_png::open(file, length, options)?;
                Ok(opened.map(|(header, rows)| (header, Decoder::Png(Box::new(rows)))))
            }
            _ => Ok(None),
        });
        let (header, decoder) = opened.ok()??;
        let (width, height) = check_size(header.size.0, header.size.1).ok()?;
        if options.depth == Depth::Keep || options.depth == Depth::Error && header.maxval > 255 {
            return None;
        }
        let length = source.length().unwrap_or_default();
        Claim::of_rows([width, height], header.channels, TOGETHER, length).check_rows(options).ok()?;
        let samples = Samples::Eight(Vec::new());
        let mut picture = Picture::bare(width, height, header.channels.colours(), samples, 255);
        picture.source_maxval = header.maxval;
        picture.metadata = header.metadata;
        picture.metadata.retain(options.keep);
        picture.notes.extend(header.left_out.into_iter().map(Note::LeftOut));
        if header.maxval > 255 {
            picture.notes.push(Note::Rounded);
        }
        Some((format.name(), picture, decoder))
    }

    /// Returns the source, nothing of which was used if no row was read.
    pub(crate) fn into_source(self) -> Source {
        self.source
    }

    /// Returns the size of the file in bytes; of a pipe, the bytes that were read.
    pub(crate) fn bytes(&self) -> u64 {
        self.source.length().unwrap_or_else(|| self.source.position())
    }

    /// Returns whether the file can be read again.
    pub(crate) fn is_file(&self) -> bool {
        self.source.length().is_some()
    }

    /// Reads the next rows, as many as `samples` has room for.
    ///
    /// # Errors
    /// Any fault of the input; for a file, [`read`](super::read) finds the first one.
    pub(crate) fn next(&mut self, samples: &mut [u8]) -> Result<(), Error> {
        let Rows { source, decoder, wide, levels, format, picture, read, .. } = self;
        let mut decode = |samples: &mut [u8]| match decoder {
            Decoder::Pnm(rows) => rows.next(source, samples),
            Decoder::Png(rows) => rows.next(samples),
        };
        guarded(format, || {
            let Some(levels) = levels else { return decode(samples) };
            let (maxval, columns) = (picture.source_maxval, picture.width as usize * picture.colours.count());
            let mut level = |sample: u16| {
                let level = levels.get(usize::from(sample)).copied();
                *read += 1;
                level.ok_or_else(|| above_maxval(sample.into(), (*read - 1) / columns, maxval))
            };
            if maxval > 255 {
                wide.resize(2 * samples.len(), 0);
                decode(wide)?;
                for (sample, &pair) in samples.iter_mut().zip(wide.as_chunks::<2>().0) {
                    *sample = level(u16::from_be_bytes(pair))?;
                }
            } else {
                decode(samples)?;
                for sample in samples {
                    *sample = level((*sample).into())?;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Keep;

    /// Returns the samples of a file, read row by row.
    fn rows(bytes: &[u8], options: &ReadOptions) -> Option<Result<(Picture, Vec<u8>), Error>> {
        let place = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(place.path(), bytes).expect("room");
        let mut rows = Rows::open(place.path(), Source::picture(place.path()).ok()?, options).ok()?;
        let (width, height) = (rows.picture.width as usize, rows.picture.height as usize);
        let row = width * rows.picture.colours.count();
        let mut samples = vec![0; row * height];
        let read = samples.chunks_mut(TOGETHER * row).try_for_each(|samples| rows.next(samples));
        Some(read.map(|()| (rows.picture, samples)))
    }

    fn in_format(picture: image::DynamicImage, format: image::ImageFormat) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("the format takes the picture");
        bytes.into_inner()
    }

    /// Returns pictures that can be read by rows.
    fn pictures() -> Vec<Vec<u8>> {
        use image::{DynamicImage, ImageFormat};
        let (width, height) = (37, 45);
        let wide = image::ImageBuffer::from_fn(width, height, |x, y| {
            image::Rgb([x * 1771, y * 1400, (x * y * 39) % 65536].map(|sample| sample as u16))
        });
        let wide = DynamicImage::ImageRgb16(wide);
        let kinds = [wide.to_rgb8().into(), wide.to_luma8().into(), wide.to_luma16().into(), wide];
        let mut all: Vec<Vec<u8>> = Vec::new();
        for kind in kinds {
            let (letter, most) = (
                if kind.color().has_color() { 6 } else { 5 },
                if kind.as_rgb16().is_some() || kind.as_luma16().is_some() { 65535 } else { 255 },
            );
            let mut pnm = format!("P{letter}\n{width} {height}\n{most}\n").into_bytes();
            match most {
                255 => pnm.extend(kind.as_bytes()),
                _ => pnm.extend(
                    kind.as_bytes().as_chunks::<2>().0.iter().flat_map(|&pair| u16::from_ne_bytes(pair).to_be_bytes()),
                ),
            }
            all.extend([in_format(kind, ImageFormat::Png), pnm]);
        }
        all.push(b"P5 # one\n#two\n 2\t# three\r\n3\n15\n\x09\x00\x0f\x01\x02\x03".to_vec());
        all.push(b"P6 1 2 1000 \x00\x01\x03\xe8\x01\x02\x00\x00\x02\x00\x00\x09".to_vec());
        all
    }

    #[test]
    fn rows_are_those_of_the_picture() {
        for bytes in pictures() {
            for keep in [Keep::ALL, Keep::NONE] {
                let options = ReadOptions::default().with_keep(keep);
                let (picture, samples) = rows(&bytes, &options).expect("rows").expect("a sound file");
                let mut whole = super::super::read(bytes.clone(), &options).expect("a picture");
                let whole_samples = core::mem::replace(&mut whole.samples, Samples::Eight(Vec::new()));
                assert_eq!(whole_samples, Samples::Eight(samples));
                assert_eq!(format!("{picture:?}"), format!("{whole:?}"));
            }
        }
    }

    #[test]
    fn what_is_cut_short_or_refused_as_a_whole_has_no_rows() {
        for bytes in pictures() {
            for cut in [1, 5, 13, bytes.len() / 2].into_iter().filter(|cut| *cut < bytes.len()) {
                let cut = &bytes[..bytes.len() - cut];
                let by_rows = rows(cut, &ReadOptions::default());
                let as_a_whole = super::super::read(cut.to_vec(), &ReadOptions::default());
                assert_eq!(by_rows.is_some_and(|rows| rows.is_ok()), as_a_whole.is_ok());
            }
        }
        assert!(rows(b"P5 2 1 9 \x01\x0a", &ReadOptions::default()).expect("a header").is_err());
        for whole in [&b"P2 1 1 9 1"[..], b"P4 1 1\n\x80", b"P5 0 1 9 ", b"P5 1 1 70000 \0\0", b"BM", b""] {
            assert!(rows(whole, &ReadOptions::default()).is_none());
        }
    }

    #[test]
    fn a_png_with_a_fault_in_any_byte_is_read_by_rows_only_if_as_a_whole() {
        let bytes = &pictures()[0];
        for at in (0..bytes.len()).step_by(3) {
            let mut broken = bytes.clone();
            broken[at] ^= 0x11;
            let by_rows = rows(&broken, &ReadOptions::default());
            if let Some(Ok((_, samples))) = by_rows {
                let whole = super::super::read(broken, &ReadOptions::default()).expect("a picture");
                assert_eq!(whole.samples, Samples::Eight(samples), "byte {at}");
            }
        }
    }

    #[test]
    fn alpha_and_limits_are_left_to_the_whole_picture() {
        let alpha = image::RgbaImage::from_pixel(3, 3, image::Rgba([1, 2, 3, 4]));
        let alpha = in_format(alpha.into(), image::ImageFormat::Png);
        assert!(rows(&alpha, &ReadOptions::default()).is_none());
        let gray = pictures().swap_remove(2);
        let limits = super::super::Limits::default();
        assert!(rows(&gray, &ReadOptions::default().with_limits(limits.with_pixels(37 * 45))).is_some());
        assert!(rows(&gray, &ReadOptions::default().with_limits(limits.with_pixels(37 * 45 - 1))).is_none());
        assert!(rows(&gray, &ReadOptions::default().with_limits(limits.with_memory(1000))).is_none());
        assert!(rows(&gray, &ReadOptions::default().with_depth(Depth::Keep)).is_none());
    }
}
