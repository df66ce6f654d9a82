//! JPEG files, T.81. Files of an unsupported process or colour are refused by name; whole files are decoded strictly;
//! damaged ones leniently, with a note.

use super::format::Format;
use super::limits::Claim;
use super::metadata::Metadata;
use super::raster::{Channels, Raster};
use super::samples::{Samples, zeros};
use super::through_image::{self, Faults, without_prefix};
use super::{ReadOptions, check_size};
use crate::error::{Error, one_line};
use image::metadata::Orientation;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Reads a picture and its metadata.
pub(super) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Raster, Error> {
    let frame = frame(bytes)?;
    frame.check(options)?;
    frame.check_promise(bytes.len())?;
    let (metadata, left_out) = Metadata::of_jpeg(bytes, options.keep);
    let mut raster = decode(bytes, &frame, metadata.bytes(), options)?;
    (raster.metadata, raster.left_out) = (Metadata { exif: raster.metadata.exif, ..metadata }, left_out);
    Ok(raster)
}

/// Decodes a file, strictly if that is possible; `beside` bytes of metadata are already held.
fn decode(bytes: &[u8], frame: &Frame, beside: u64, options: &ReadOptions) -> Result<Raster, Error> {
    match strictly(bytes, frame, beside, options) {
        Ok(raster) => Ok(raster),
        Err(error @ (Error::Memory { .. } | Error::TooManyPixels { .. } | Error::TooMuchMemory { .. })) => Err(error),
        // A lenient decoder would convert the four colours without a profile.
        Err(error) if frame.components == 4 => Err(error),
        Err(fault) => {
            let mut raster = through_image::read(bytes, Format::Jpeg, Faults::Ignore, options)?;
            raster.damage = Some(match fault {
                Error::Broken { reason, .. } => reason,
                other => other.to_string(),
            });
            Ok(raster)
        }
    }
}

/// The content of a frame header (B.2.2).
struct Frame {
    /// The second byte of the frame's marker.
    process: u8,
    precision: u8,
    width: u16,
    height: u16,
    components: u8,
    /// The number of samples of all components, in whole MCUs.
    samples: u64,
    /// `true` if the first scan of the frame has all components.
    whole_scan: bool,
}

impl Frame {
    fn check(&self, options: &ReadOptions) -> Result<(), Error> {
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
            4 if options.four_colours.is_none() => Err(Error::Cmyk { format: "JPEG" }),
            1 | 3 | 4 => check_size(self.width.into(), self.height.into()).map(|_| ()),
            other => unsupported(format!("{other} components")),
        }
    }

    /// Refuses a large picture of so few bytes that no encoder can have made it, because missing data would be decoded
    /// as gray.
    ///
    /// The sparsest file is progressive, with one bit for the DC coefficient of every block. An MCU has at most 32x32
    /// pixels, and then at least 8 blocks: 4x1 of one component, 1x4 of another. That makes 1024 pixels per byte.
    fn check_promise(&self, bytes: usize) -> Result<(), Error> {
        const SMALL: u64 = 64 << 20;
        const PIXELS_A_BYTE: u64 = 1024;
        let (width, height) = (self.width.into(), self.height.into());
        let pixels = u64::from(width) * u64::from(height);
        if pixels > SMALL && pixels / PIXELS_A_BYTE > bytes as u64 {
            return Err(Error::Hollow { width, height, bytes });
        }
        Ok(())
    }

    /// Returns the memory that the decoder claims: it buffers 16-bit coefficients if more than one scan carries them.
    fn claim(&self, bytes: usize, metadata: u64) -> Claim {
        let channels = match self.components {
            1 => Channels::Gray,
            4 => Channels::Cmyk,
            _ => Channels::Rgb,
        };
        let waits = self.process == 0xc2 || !self.whole_scan;
        // A damaged file is copied once; metadata are copied for the encoder and into the file.
        let beside = 3 * metadata + bytes as u64 + if waits { 2 * self.samples } else { 0 };
        Claim::new([self.width, self.height].map(u32::from), channels, false, bytes, beside)
    }
}

/// Returns the number of samples of all components of a frame, in whole MCUs. `components` has three bytes for each
/// component, the second of which holds the sampling factors.
fn samples([width, height]: [u16; 2], components: &[u8]) -> u64 {
    let factors =
        components.as_chunks::<3>().0.iter().map(|[_, hv, _]| [hv >> 4, hv & 15].map(|f| u64::from(f.clamp(1, 4))));
    let most = factors.clone().fold([1, 1], |most, factor| [0, 1].map(|axis| most[axis].max(factor[axis])));
    let mcus = u64::from(width).div_ceil(8 * most[0]) * u64::from(height).div_ceil(8 * most[1]);
    factors.map(|[h, v]| 64 * h * v * mcus).sum()
}

/// Reads the first frame header, and the number of components of the first scan.
fn frame(bytes: &[u8]) -> Result<Frame, Error> {
    let broken = |reason: &str| Error::Broken { format: "JPEG", reason: reason.to_owned() };
    let cut = || broken("it ends before its frame header");
    let mut at = 2;
    loop {
        let (marker, body) = next_segment(bytes, &mut at).ok_or_else(cut)?;
        match marker {
            0xd9 | 0xda => return Err(broken("it has no frame header before its first scan")),
            0xc4 | 0xc8 | 0xcc => {}
            0xc0..=0xcf => {
                let &[precision, y0, y1, x0, x1, components] = body.first_chunk().ok_or_else(cut)?;
                let (height, width) = (u16::from_be_bytes([y0, y1]), u16::from_be_bytes([x0, x1]));
                let factors = body[6..].get(..3 * usize::from(components)).unwrap_or_default();
                let samples = samples([width, height], factors);
                let first_scan =
                    std::iter::from_fn(|| next_segment(bytes, &mut at)).find(|(marker, _)| *marker == 0xda);
                let whole_scan = first_scan.and_then(|(_, scan)| scan.first()).is_none_or(|&count| count == components);
                return Ok(Frame { process: marker, precision, width, height, components, samples, whole_scan });
            }
            _ => {}
        }
    }
}

/// Returns the next marker that has a segment, or ends the picture, and all bytes after the segment's length.
fn next_segment<'a>(bytes: &'a [u8], at: &mut usize) -> Option<(u8, &'a [u8])> {
    loop {
        // Bytes between segments, and fill bytes, are skipped, as every decoder does.
        *at += bytes.get(*at..)?.iter().position(|&b| b == 0xff)?;
        *at += bytes[*at..].iter().position(|&b| b != 0xff)?;
        let marker = bytes[*at];
        *at += 1;
        match marker {
            0x00 | 0x01 | 0xd0..=0xd8 => continue,
            0xd9 => return Some((marker, &[])),
            _ => {}
        }
        let length = bytes.get(*at..*at + 2)?;
        let body = &bytes[*at + 2..];
        *at += usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
        return Some((marker, body));
    }
}

/// Decodes a file, refusing any fault.
fn strictly(bytes: &[u8], frame: &Frame, beside: u64, limits: &ReadOptions) -> Result<Raster, Error> {
    let broken =
        |error: zune_jpeg::errors::DecodeErrors| Error::Broken { format: "JPEG", reason: one_line(&error.to_string()) };
    let side = usize::from(u16::MAX);
    let options = DecoderOptions::default().set_strict_mode(true).set_max_width(side).set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let channels = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => Channels::Gray,
        Some(ColorSpace::CMYK) => Channels::Cmyk,
        Some(ColorSpace::YCCK) => Channels::Ycck,
        _ => Channels::Rgb,
    };
    let out = match channels {
        Channels::Gray => ColorSpace::Luma,
        Channels::Cmyk => ColorSpace::CMYK,
        Channels::Ycck => ColorSpace::YCCK,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let (width, height) = check_size(width as u64, height as u64)?;
    if [width, height] != [frame.width, frame.height].map(u32::from) {
        return Err(Error::Broken { format: "JPEG", reason: "it has two frame headers".to_owned() });
    }
    let exif = decoder.exif().cloned().map(without_prefix);
    let orientation = exif.as_deref().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    frame.claim(bytes.len(), beside).turned(orientation).check(limits)?;
    let mut samples = zeros(u64::from(width) * u64::from(height) * channels.count() as u64, width, height)?;
    decoder.decode_into(&mut samples).map_err(broken)?;
    let mut raster = Raster::new(width, height, channels, Samples::Eight(samples));
    (raster.metadata.exif, raster.orientation) = (exif, orientation);
    Ok(raster)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns SOI and a frame header of the process and components, and nothing else.
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
            let error = read(&bytes, &ReadOptions::default()).expect_err(what).to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn headers_that_are_cut_are_broken() {
        let whole = header(0xc0, 8, 3);
        for length in 2..whole.len() {
            assert!(read(&whole[..length], &ReadOptions::default()).is_err(), "{length}");
        }
    }
}
