//! Formats that the crate `image` decodes: PNG, BMP, TIFF, WebP, GIF, and JPEG where it is damaged.

use super::format::Format;
use super::raster::{Channels, Raster};
use super::samples::{Number, Samples, zeros};
use super::{check_promise, check_size, jpeg};
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

/// What a decoder may allocate beside the picture: a colour profile, a palette, a strip.
const BESIDE: u64 = 256 << 20;

/// What becomes of the faults that a decoder leaves to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Faults {
    /// The file is refused.
    Refuse,
    /// Metadata that cannot be read are left out.
    Ignore,
}

/// Reads a picture and its metadata.
pub(super) fn read(bytes: &[u8], format: Format, faults: Faults) -> Result<Raster, Error> {
    let wrong = |error| translate(error, format);
    let mut decoder = open(bytes, format).map_err(wrong)?;

    let (width, height) = decoder.dimensions();
    let (width, height) = check_size(width.into(), height.into())?;
    if format != Format::WebP {
        check_promise(width, height, bytes.len())?;
    }
    let (channels, wide) = layout(&*decoder, format)?;

    let metadata = |result: Result<Option<Vec<u8>>, ImageError>| match result {
        Err(error) if faults == Faults::Refuse => Err(translate(error, format)),
        other => Ok(other.unwrap_or(None).filter(|data| !data.is_empty())),
    };
    let icc = metadata(decoder.icc_profile())?;
    let exif = metadata(decoder.exif_metadata())?.map(without_prefix);
    let orientation = match &exif {
        Some(exif) => Orientation::from_exif_chunk(exif).unwrap_or(Orientation::NoTransforms),
        None => decoder.orientation().unwrap_or(Orientation::NoTransforms),
    };

    // After the metadata: TIFF's would be measured by the samples' limit.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(decoder.total_bytes().saturating_add(BESIDE));
    decoder.set_limits(limits).map_err(wrong)?;
    let samples = if wide {
        Samples::Sixteen(samples_of(decoder, format, width, height)?)
    } else {
        Samples::Eight(samples_of(decoder, format, width, height)?)
    };
    let mut raster = Raster::new(width, height, channels, samples);
    (raster.icc, raster.exif, raster.orientation) = (icc, exif, orientation);
    Ok(raster)
}

/// The samples, which the decoder hands out as bytes, in the machine's order.
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

/// A decoder that has read the header.
fn open(bytes: &[u8], format: Format) -> ImageResult<Box<dyn ImageDecoder + '_>> {
    let bytes = Cursor::new(bytes);
    Ok(match format {
        Format::Bmp => Box::new(BmpDecoder::new(bytes)?),
        Format::Gif => Box::new(GifDecoder::new(bytes)?),
        Format::Jpeg => Box::new(JpegDecoder::new(bytes)?),
        Format::Png => {
            let mut limits = Limits::no_limits();
            limits.max_alloc = Some(BESIDE);
            Box::new(PngDecoder::with_limits(bytes, limits)?)
        }
        Format::Pnm => Box::new(PnmDecoder::new(bytes)?),
        Format::Tiff => Box::new(TiffDecoder::new(bytes)?),
        Format::WebP => Box::new(WebPDecoder::new(bytes)?),
    })
}

/// Some writers put the name of a JPEG segment before the EXIF of other formats.
pub(super) fn without_prefix(exif: Vec<u8>) -> Vec<u8> {
    match exif.strip_prefix(b"Exif\0\0") {
        Some(rest) => rest.to_vec(),
        None => exif,
    }
}

/// Which samples make a pixel, and whether they have 16 bits.
fn layout(decoder: &dyn ImageDecoder, format: Format) -> Result<(Channels, bool), Error> {
    let unsupported = |what: &str| Error::Unsupported { format: format.name(), what: what.to_owned() };
    if matches!(decoder.original_color_type(), ExtendedColorType::Cmyk8 | ExtendedColorType::Cmyk16) {
        return Err(unsupported(jpeg::CMYK));
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

/// What `image` complains of, in this program's words.
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
