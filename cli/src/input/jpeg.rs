//! JPEG files, T.81: refused by name where they are of a process or a colour that is not read, decoded strictly where they are
//! whole, and leniently, with a note, where they are damaged.

use super::format::Format;
use super::raster::{Channels, Raster};
use super::samples::{Samples, zeros};
use super::through_image::{self, Faults, without_prefix};
use super::{check_promise, check_size};
use crate::error::{Error, one_line};
use image::metadata::Orientation;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// What is said of CMYK in any format: without its profile the conversion is a guess.
pub(super) const CMYK: &str = "CMYK samples";

/// Reads a picture and its metadata.
pub(super) fn read(bytes: &[u8]) -> Result<Raster, Error> {
    let frame = frame(bytes)?;
    frame.check()?;
    check_promise(frame.width.into(), frame.height.into(), bytes.len())?;
    match strictly(bytes) {
        Ok(raster) => Ok(raster),
        Err(error @ Error::Memory { .. }) => Err(error),
        Err(fault) => {
            let mut raster = through_image::read(bytes, Format::Jpeg, Faults::Ignore)?;
            raster.damage = Some(match fault {
                Error::Broken { reason, .. } => reason,
                other => other.to_string(),
            });
            Ok(raster)
        }
    }
}

/// What a frame header (B.2.2) says.
struct Frame {
    /// The marker's second byte.
    process: u8,
    precision: u8,
    width: u16,
    height: u16,
    components: u8,
}

impl Frame {
    fn check(&self) -> Result<(), Error> {
        let process = match self.process {
            0xc0..=0xc2 => None,
            0xc3 | 0xc7 | 0xcb | 0xcf => Some("lossless coding"),
            0xc5 | 0xc6 | 0xcd | 0xce => Some("hierarchical coding"),
            _ => Some("arithmetic coding"),
        };
        let unsupported = |what: String| Err(Error::Unsupported { format: "JPEG", what });
        if let Some(process) = process {
            return unsupported(process.to_owned());
        }
        if self.precision != 8 {
            return unsupported(format!("samples of {} bits", self.precision));
        }
        match self.components {
            1 | 3 => check_size(self.width.into(), self.height.into()).map(|_| ()),
            4 => unsupported(CMYK.to_owned()),
            other => unsupported(format!("{other} components")),
        }
    }
}

/// The first frame header.
fn frame(bytes: &[u8]) -> Result<Frame, Error> {
    let broken = |reason: &str| Error::Broken { format: "JPEG", reason: reason.to_owned() };
    let cut = || broken("it ends before its frame header");
    let mut at = 2;
    loop {
        // Bytes between segments, and fill bytes, are stepped over, as every decoder does.
        at += bytes.get(at..).and_then(|rest| rest.iter().position(|&b| b == 0xff)).ok_or_else(cut)?;
        at += bytes[at..].iter().position(|&b| b != 0xff).ok_or_else(cut)?;
        let marker = bytes[at];
        at += 1;
        match marker {
            0x00 | 0x01 | 0xd0..=0xd8 => continue,
            0xd9 | 0xda => return Err(broken("it has no frame header before its first scan")),
            _ => {}
        }
        let length = bytes.get(at..at + 2).ok_or_else(cut)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let &[precision, y0, y1, x0, x1, components] =
                bytes.get(at + 2..at + 8).and_then(|body| body.first_chunk()).ok_or_else(cut)?;
            let (height, width) = (u16::from_be_bytes([y0, y1]), u16::from_be_bytes([x0, x1]));
            return Ok(Frame { process: marker, precision, width, height, components });
        }
        at += length.max(2);
    }
}

/// All of the file has to be right.
fn strictly(bytes: &[u8]) -> Result<Raster, Error> {
    let broken =
        |error: zune_jpeg::errors::DecodeErrors| Error::Broken { format: "JPEG", reason: one_line(&error.to_string()) };
    let side = usize::from(u16::MAX);
    let options = DecoderOptions::default().set_strict_mode(true).set_max_width(side).set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let channels = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => Channels::Gray,
        _ => Channels::Rgb,
    };
    let out = if channels == Channels::Gray { ColorSpace::Luma } else { ColorSpace::RGB };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let (width, height) = check_size(width as u64, height as u64)?;
    let exif = decoder.exif().cloned().map(without_prefix);
    let icc = decoder.icc_profile();
    let mut samples = zeros(u64::from(width) * u64::from(height) * channels.count() as u64, width, height)?;
    decoder.decode_into(&mut samples).map_err(broken)?;
    let mut raster = Raster::new(width, height, channels, Samples::Eight(samples));
    raster.orientation = exif.as_deref().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    (raster.icc, raster.exif) = (icc, exif);
    Ok(raster)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SOI, a frame header of the process and components, and nothing else.
    fn header(process: u8, precision: u8, components: u8) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8, 0xff, process, 0, 8 + 3 * components, precision, 0, 5, 0, 7, components];
        bytes.extend(std::iter::repeat_n(1, 3 * usize::from(components)));
        bytes
    }

    #[test]
    fn what_is_not_read_is_refused_by_name() {
        for (bytes, what) in [
            (header(0xc0, 8, 4), "CMYK"),
            (header(0xc0, 8, 2), "2 components"),
            (header(0xc1, 12, 1), "12 bits"),
            (header(0xc3, 8, 1), "lossless"),
            (header(0xc9, 8, 3), "arithmetic"),
            (header(0xc5, 8, 3), "hierarchical"),
        ] {
            let error = read(&bytes).expect_err(what).to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn headers_that_are_cut_are_broken() {
        let whole = header(0xc0, 8, 3);
        for length in 2..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
    }
}
