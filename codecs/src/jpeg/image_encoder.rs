//! [`JpegEncoder`]: an `image::ImageEncoder` for the crate `image`. Requires the feature `image`.

use super::JpegError;
use super::baseline::{Options, encode};
use crate::picture::{PixelFormat, Pixels};
use image::error::{
    EncodingError, ImageFormatHint, ParameterError, ParameterErrorKind, UnsupportedError, UnsupportedErrorKind,
};
use image::{ExtendedColorType, ImageEncoder, ImageError, ImageFormat, ImageResult};
use std::io::Write;

/// Encodes pictures of the crate `image`, with all [`Options`] of this encoder.
///
/// Accepts 8 bits per sample: gray, RGB, BGR, CMYK, and RGBA and BGRA without their alpha, which JPEG cannot code. Gray
/// with alpha and deeper samples are refused; the error names the conversion to use.
///
/// ```
/// use codecs::jpeg::{Huffman, JpegEncoder, baseline::{Options, Sampling}};
/// use image::{ImageEncoder, RgbImage};
/// let picture = RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8, y as u8, 128]));
/// let mut options = Options::new(90)?;
/// options.huffman = Huffman::Optimised;
/// let mut file = Vec::new();
/// picture.write_with_encoder(JpegEncoder::new(&mut file, options))?;
/// assert_eq!(file[..2], [0xFF, 0xD8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JpegEncoder<W> {
    options: Options,
    sink: W,
}

impl<W: Write> JpegEncoder<W> {
    /// Returns an encoder that writes to `sink`. See [`JpegEncoder`] for an example.
    pub fn new(sink: W, options: Options) -> Self {
        JpegEncoder { options, sink }
    }
}

impl<W: Write> ImageEncoder for JpegEncoder<W> {
    fn write_image(mut self, buf: &[u8], width: u32, height: u32, color_type: ExtendedColorType) -> ImageResult<()> {
        let format = format(color_type)?;
        let (width, height) = (width as usize, height as usize);
        let needed = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(format.samples()));
        assert_eq!(Some(buf.len()), needed, "the buffer does not fit a {width}x{height} picture of {color_type:?}");
        let pixels = Pixels::interleaved(buf, width, height, format).map_err(|error| image_error(error.into()))?;
        encode(&pixels, &self.options, &mut self.sink).map_err(image_error)
    }

    fn set_icc_profile(&mut self, icc_profile: Vec<u8>) -> Result<(), UnsupportedError> {
        self.options.metadata.icc = Some(icc_profile);
        Ok(())
    }

    fn set_exif_metadata(&mut self, exif: Vec<u8>) -> Result<(), UnsupportedError> {
        self.options.metadata.exif = Some(exif);
        Ok(())
    }
}

/// Returns the pixel format of a colour type.
fn format(color_type: ExtendedColorType) -> Result<PixelFormat, ImageError> {
    let conversion = match color_type {
        ExtendedColorType::L8 => return Ok(PixelFormat::Gray),
        ExtendedColorType::Rgb8 => return Ok(PixelFormat::Rgb),
        ExtendedColorType::Rgba8 => return Ok(PixelFormat::Rgba),
        ExtendedColorType::Bgr8 => return Ok(PixelFormat::Bgr),
        ExtendedColorType::Bgra8 => return Ok(PixelFormat::Bgra),
        ExtendedColorType::Cmyk8 => return Ok(PixelFormat::Cmyk),
        ExtendedColorType::L1 | ExtendedColorType::L2 | ExtendedColorType::L4 | ExtendedColorType::L16 => "L8",
        ExtendedColorType::La1
        | ExtendedColorType::La2
        | ExtendedColorType::La4
        | ExtendedColorType::La8
        | ExtendedColorType::La16 => "L8, which has no alpha",
        ExtendedColorType::Cmyk16 => "Cmyk8",
        _ => "Rgb8",
    };
    let what = format!("{color_type:?} in a baseline JPEG: convert it to {conversion}");
    let kind = UnsupportedErrorKind::GenericFeature(what);
    Err(ImageError::Unsupported(UnsupportedError::from_format_and_kind(jpeg(), kind)))
}

fn jpeg() -> ImageFormatHint {
    ImageFormatHint::Exact(ImageFormat::Jpeg)
}

fn image_error(error: JpegError) -> ImageError {
    match error {
        JpegError::Io(error) => ImageError::IoError(error),
        JpegError::Size { .. } | JpegError::Picture(_) => {
            ImageError::Parameter(ParameterError::from_kind(ParameterErrorKind::Generic(error.to_string())))
        }
        error => ImageError::Encoding(EncodingError::new(jpeg(), error)),
    }
}
