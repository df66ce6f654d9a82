//! [`Decoder`]: four independent decoders, and the table of the files that each of them supports.

use super::{Case, Family, Plane};
use codecs::jpeg::Scans;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;

/// An independent decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decoder {
    /// The program of libjpeg-turbo, run without colour conversion and with replication of subsampled components.
    Djpeg,
    /// The Motion JPEG decoder of ffmpeg, which returns components in their own resolution.
    Ffmpeg,
    /// The crate `jpeg-decoder`, which interpolates subsampled components.
    JpegDecoder,
    /// The crate `zune-jpeg`, which interpolates subsampled components.
    ZuneJpeg,
}

/// The support of a decoder for a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// The decoder refuses the file, or is known to decode it wrongly.
    No,
    /// The decoder decodes the file without an error, but does not return its components unchanged.
    Frame,
    /// The decoder returns the components.
    Components,
}

/// Returns the support of a decoder for a case. The table was found by trying libjpeg-turbo 2.1.5, ffmpeg 5.1,
/// jpeg-decoder 0.3.2 and zune-jpeg 0.5.15; later versions may support more.
///
/// | | 1 component | 3 components | 4 components |
/// |---|---|---|---|
/// | djpeg | all | all integer ratios | the same, shown as RGB |
/// | ffmpeg | all | the usual samplings; some odd ones are interpolated; others are refused | 4:4:4, 4:2:0 |
/// | jpeg-decoder | all | all integer ratios; some separate scans are decoded wrongly | the same |
/// | zune-jpeg | all | one scan; integer ratios except horizontal thirds; chroma not denser than luma | the same |
///
/// No decoder supports ratios that are not integers.
pub fn reads(decoder: Decoder, case: &Case) -> Reads {
    let family = case.kind.family();
    if family == Family::Gray {
        return Reads::Components;
    }
    let ((h_max, v_max), factors) = (case.most(), case.factors());
    if factors.iter().any(|(h, v)| !h_max.is_multiple_of(*h) || !v_max.is_multiple_of(*v)) {
        return Reads::No;
    }
    let name = case.sampling_name();
    match decoder {
        Decoder::Djpeg if factors.len() == 4 => Reads::Frame,
        Decoder::Djpeg => Reads::Components,
        Decoder::Ffmpeg => match (family, name) {
            (Family::YCbCr | Family::Rgb, "444" | "444 as 2x1" | "420" | "411") => Reads::Components,
            (Family::YCbCr, "422" | "422 as 2x2" | "440") => Reads::Components,
            (Family::Rgb, "422" | "422 as 2x2" | "440") => Reads::Frame,
            (Family::YCbCr | Family::Rgb, "410" | "3x1" | "1x4" | "1x1, 2x2, 2x2" | "2x2, 1x2, 2x1") => Reads::Frame,
            (Family::Cmyk | Family::Ycck, "444" | "444 as 2x1" | "420") => Reads::Frame,
            _ => Reads::No,
        },
        // The second component of these is decoded wrongly, or an error is returned.
        Decoder::JpegDecoder => match (case.scans, name) {
            (Scans::Separate, "4x1, 2x2, 1x1" | "4x4, 2x2, 1x1") => Reads::No,
            _ => Reads::Components,
        },
        // Separate scans: rows of blocks of components with a vertical factor are lost, and sometimes the second
        // component.
        Decoder::ZuneJpeg if case.scans == Scans::Separate => Reads::No,
        Decoder::ZuneJpeg if factors.iter().any(|(h, _)| *h == 3) || factors[0] != (h_max, v_max) => Reads::No,
        Decoder::ZuneJpeg => Reads::Components,
    }
}

/// Returns whether a decoder in this process replicates the samples of component `c`, or the component is not
/// subsampled, so that they can be compared; otherwise the decoder interpolates.
pub fn repeats(decoder: Decoder, case: &Case, c: usize) -> bool {
    let ((h_max, v_max), (h, v)) = (case.most(), case.factors()[c]);
    let ratio = |most: usize, factor: usize, size: usize| if size == 1 { 1 } else { most / factor };
    let ratios = (ratio(h_max, h, case.size.0), ratio(v_max, v, case.size.1));
    match decoder {
        Decoder::Djpeg => true,
        Decoder::JpegDecoder => !matches!(ratios, (2, 1) | (1, 2) | (2, 2)),
        Decoder::Ffmpeg | Decoder::ZuneJpeg => (h, v) == (h_max, v_max),
    }
}

/// Deinterleaves samples into planes.
pub(super) fn planes(samples: &[u8], (width, height): (usize, usize), components: usize) -> Vec<Plane> {
    let plane = |c| Plane::from_fn(width, height, |x, y| samples[(y * width + x) * components + c]);
    (0..components).map(plane).collect()
}

/// Decodes the components of a file in full resolution with `jpeg-decoder`.
///
/// # Errors
/// The message of the decoder.
pub fn jpeg_decoder(file: &[u8], family: Family) -> Result<Vec<Plane>, String> {
    let transform = match family {
        Family::Gray => jpeg_decoder::ColorTransform::None,
        // This leaves three components unchanged; `None` fails if a picture is wider than its lines.
        Family::YCbCr | Family::Rgb => jpeg_decoder::ColorTransform::RGB,
        // Inverted, as in Adobe's files.
        Family::Cmyk | Family::Ycck => jpeg_decoder::ColorTransform::CMYK,
    };
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.set_color_transform(transform);
    let mut samples = decoder.decode().map_err(|error| error.to_string())?;
    if matches!(family, Family::Cmyk | Family::Ycck) {
        samples.iter_mut().for_each(|sample| *sample = 255 - *sample);
    }
    let info = decoder.info().ok_or("no frame header")?;
    let size = (usize::from(info.width), usize::from(info.height));
    Ok(planes(&samples, size, info.pixel_format.pixel_bytes()))
}

/// Decodes the components of a file in full resolution with `zune-jpeg`.
///
/// # Errors
/// The message of the decoder.
pub fn zune_jpeg(file: &[u8], family: Family) -> Result<Vec<Plane>, String> {
    let (space, components) = match family {
        Family::Gray => (ColorSpace::Luma, 1),
        Family::YCbCr => (ColorSpace::YCbCr, 3),
        Family::Rgb => (ColorSpace::RGB, 3),
        Family::Cmyk => (ColorSpace::CMYK, 4),
        Family::Ycck => (ColorSpace::YCCK, 4),
    };
    let options = DecoderOptions::default().jpeg_set_out_colorspace(space).set_strict_mode(true);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(file), options);
    let samples = decoder.decode().map_err(|error| format!("{error:?}"))?;
    let size = decoder.dimensions().ok_or("no frame header")?;
    if samples.len() != size.0 * size.1 * components {
        return Err(format!("{} bytes of {}x{} pixels", samples.len(), size.0, size.1));
    }
    Ok(planes(&samples, size, components))
}
