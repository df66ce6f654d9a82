//! Formats that the crate `image` decodes: PNG, BMP, TIFF, WebP, GIF, and damaged JPEG.

use super::first_frame::WebP;
use super::format::Format;
use super::limits::Claim;
use super::metadata::Metadata;
use super::png_chunks::Chunks;
use super::raster::{Channels, Raster};
use super::samples::{Number, Samples, zeros};
use super::{ReadOptions, check_size, cmyk, first_frame, iptc};
use crate::args::Kind;
use crate::error::{Error, one_line};
use image::codecs::bmp::BmpDecoder;
use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::pnm::PnmDecoder;
use image::codecs::tiff::TiffDecoder;
use image::codecs::webp::WebPDecoder;
use image::error::{LimitErrorKind, UnsupportedErrorKind};
use image::metadata::Orientation;
use image::{ColorType, ExtendedColorType, ImageDecoder, ImageError, ImageResult, Limits};
use std::io::Cursor;

/// The bytes that a decoder may allocate beside the picture and the file: a palette, a strip, or a compressed colour
/// profile. A JPEG has room for a profile of 255 segments of 65519 bytes.
pub(super) const BESIDE: u64 = 255 * 65519;

/// The treatment of faults that a decoder leaves to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Faults {
    /// The file is refused.
    Refuse,
    /// Unreadable metadata are left out.
    Ignore,
}

/// Reads a picture and its metadata.
pub(super) fn read(bytes: &[u8], format: Format, faults: Faults, options: &ReadOptions) -> Result<Raster, Error> {
    let wrong = |error| translate(error, format);
    let mut decoder = open(bytes, format).map_err(wrong)?;

    let (width, height) = decoder.dimensions();
    let (width, height) = check_size(width.into(), height.into())?;
    let (channels, wide) = layout(&*decoder, format, options)?;

    let metadata = |result: Result<Option<Vec<u8>>, ImageError>| match result {
        Err(error) if faults == Faults::Refuse => Err(translate(error, format)),
        other => Ok(other.unwrap_or(None).filter(|data| !data.is_empty())),
    };
    let icc = metadata(decoder.icc_profile())?;
    let mut chunks = if format == Format::Png { Chunks::read(&mut Cursor::new(bytes)) } else { Chunks::default() };
    let exif = match chunks.exif.take() {
        None => metadata(decoder.exif_metadata())?.map(without_prefix),
        exif => exif,
    };
    let orientation = match &exif {
        Some(exif) => Orientation::from_exif_chunk(exif).unwrap_or(Orientation::NoTransforms),
        None => decoder.orientation().unwrap_or(Orientation::NoTransforms),
    };

    let has_profile = chunks.has_profile;
    let mut others = Metadata::default();
    let mut left_out = others.add_chunks(chunks, options.keep);
    if !matches!(format, Format::Jpeg | Format::Png) && options.keep.has(Kind::Xmp) {
        left_out.extend(decoder.xmp_metadata().ok().flatten().and_then(|packet| others.add_xmp(&packet)));
    }
    if format == Format::Tiff && options.keep.has(Kind::Iptc) {
        left_out.extend(others.add_iptc(iptc::of_tiff(bytes)));
    }

    let pixels = u64::from(width) * u64::from(height);
    let metadata = [&icc, &exif].into_iter().flatten().map(|data| data.len() as u64).sum::<u64>() + others.bytes();
    let beside = 3 * metadata + beside(&*decoder, bytes, format, pixels);
    Claim::new([width, height], channels, wide, bytes.len(), beside).turned(orientation).check(options)?;
    let is_lost = has_profile && icc.is_none() && options.keep.has(Kind::Icc);
    let damage = is_lost.then(|| "its colour profile is broken, or larger than a JPEG can hold".to_owned());

    // The limit is set after the metadata are read: TIFF's would be subject to the limit of the samples.
    let mut limits = Limits::no_limits();
    // A TIFF may be one strip, which is held both as it lies in the file and unpacked.
    let strip = if format == Format::Tiff { decoder.total_bytes().saturating_add(bytes.len() as u64) } else { 0 };
    limits.max_alloc = Some(decoder.total_bytes().saturating_add(strip).saturating_add(BESIDE));
    decoder.set_limits(limits).map_err(wrong)?;
    let samples = if channels == Channels::Cmyk {
        cmyk::of_tiff(bytes, pixels)?
    } else if wide {
        Samples::Sixteen(samples_of(decoder, format, width, height)?)
    } else {
        Samples::Eight(samples_of(decoder, format, width, height)?)
    };
    let mut raster = Raster::new(width, height, channels, samples);
    raster.metadata = Metadata { icc, exif, ..others };
    (raster.orientation, raster.damage, raster.left_out) = (orientation, damage, left_out);
    Ok(raster)
}

/// Returns the bytes that a decoder holds beside the file and the samples, derived from its source and from
/// measurements.
fn beside(decoder: &dyn ImageDecoder, bytes: &[u8], format: Format, pixels: u64) -> u64 {
    let has_alpha = decoder.color_type().has_alpha();
    match format {
        // These decode row by row.
        Format::Bmp | Format::Png | Format::Pnm | Format::Jpeg => 0,
        // A frame that does not fill the screen, in RGBA.
        Format::Gif => 4 * first_frame::gif_pixels_apart(bytes).unwrap_or(0),
        // All samples once more, in the file's layout.
        Format::Tiff if decoder.original_color_type() == ExtendedColorType::L1 => pixels / 8 + u64::from(u16::MAX),
        Format::Tiff => decoder.total_bytes(),
        Format::WebP => match first_frame::webp(bytes) {
            // RGBA, which is the coded form.
            WebP::Lossless => {
                if has_alpha {
                    0
                } else {
                    4 * pixels
                }
            }
            // Luma and chroma of 4:2:0; alpha, which is coded as the green of RGBA.
            WebP::Lossy => pixels + pixels / 2 + if has_alpha { 5 * pixels } else { 0 },
            // The canvas, and a frame in any of those forms.
            WebP::Animated => {
                if has_alpha {
                    13 * pixels
                } else {
                    9 * pixels
                }
            }
        },
    }
}

/// Reads the samples, which the decoder returns as bytes in the machine's order.
fn samples_of<T: Number>(
    decoder: Box<dyn ImageDecoder + '_>,
    format: Format,
    width: u32,
    height: u32,
) -> Result<Vec<T>, Error> {
    let mut samples = zeros::<T>(decoder.total_bytes() / size_of::<T>() as u64, width, height)?;
    decoder.read_image(bytemuck::cast_slice_mut(&mut samples)).map_err(|error| translate(error, format))?;
    Ok(samples)
}

/// Opens a decoder and reads the header.
fn open(bytes: &[u8], format: Format) -> ImageResult<Box<dyn ImageDecoder + '_>> {
    let in_file = bytes.len() as u64;
    let bytes = Cursor::new(bytes);
    Ok(match format {
        Format::Bmp => Box::new(BmpDecoder::new(bytes)?),
        Format::Gif => Box::new(GifDecoder::new(bytes)?),
        Format::Jpeg => Box::new(JpegDecoder::new(bytes)?),
        Format::Png => {
            let mut limits = Limits::no_limits();
            limits.max_alloc = Some(BESIDE + in_file);
            Box::new(PngDecoder::with_limits(bytes, limits)?)
        }
        Format::Pnm => Box::new(PnmDecoder::new(bytes)?),
        Format::Tiff => Box::new(TiffDecoder::new(bytes)?),
        Format::WebP => Box::new(WebPDecoder::new(bytes)?),
    })
}

/// Removes the name of a JPEG segment, which some writers put before the EXIF of other formats.
pub(super) fn without_prefix(exif: Vec<u8>) -> Vec<u8> {
    match exif.strip_prefix(b"Exif\0\0") {
        Some(rest) => rest.to_vec(),
        None => exif,
    }
}

/// Returns the channels of a pixel, and whether the samples have 16 bits.
fn layout(decoder: &dyn ImageDecoder, format: Format, options: &ReadOptions) -> Result<(Channels, bool), Error> {
    let unsupported = |what: &str| Error::Unsupported { format: format.name(), what: what.to_owned() };
    let original = decoder.original_color_type();
    if matches!(original, ExtendedColorType::Cmyk8 | ExtendedColorType::Cmyk16) {
        if format != Format::Tiff || options.four_colours.is_none() {
            return Err(Error::Cmyk { format: format.name() });
        }
        return Ok((Channels::Cmyk, original == ExtendedColorType::Cmyk16));
    }
    Ok(match decoder.color_type() {
        ColorType::L8 => (Channels::Gray, false),
        ColorType::La8 => (Channels::GrayAlpha, false),
        ColorType::Rgb8 => (Channels::Rgb, false),
        ColorType::Rgba8 => (Channels::RgbAlpha, false),
        ColorType::L16 => (Channels::Gray, true),
        ColorType::La16 => (Channels::GrayAlpha, true),
        ColorType::Rgb16 => (Channels::Rgb, true),
        ColorType::Rgba16 => (Channels::RgbAlpha, true),
        ColorType::Rgb32F | ColorType::Rgba32F => return Err(unsupported("floating-point samples")),
        _ => return Err(unsupported("samples of an unknown kind")),
    })
}

/// Converts an error of `image` to one of this crate.
fn translate(error: ImageError, format: Format) -> Error {
    let name = format.name();
    match error {
        ImageError::Unsupported(what) => Error::Unsupported {
            format: name,
            what: match what.kind() {
                UnsupportedErrorKind::Color(ExtendedColorType::Unknown(bits)) => {
                    format!("an unusual kind of pixels ({bits} bits each)")
                }
                UnsupportedErrorKind::Color(colour) => format!("an unusual kind of pixels ({colour:?})"),
                UnsupportedErrorKind::GenericFeature(feature) => format!("a feature ({})", one_line(&feature)),
                _ => "a feature".to_owned(),
            },
        },
        ImageError::Limits(limit) => Error::Broken {
            format: name,
            reason: match limit.kind() {
                LimitErrorKind::InsufficientMemory => "it asks for more memory than such a picture can need".to_owned(),
                _ => one_line(&limit.to_string()),
            },
        },
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Error::Broken { format: name, reason: "it is cut short".to_owned() }
        }
        ImageError::Decoding(error) => {
            let text = match std::error::Error::source(&error) {
                Some(source) => source.to_string(),
                None => error.to_string(),
            };
            Error::Broken { format: name, reason: one_line(&text) }
        }
        other => Error::Broken { format: name, reason: one_line(&other.to_string()) },
    }
}
