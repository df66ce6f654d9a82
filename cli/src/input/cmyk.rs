//! Pictures of four colours: CMYK of TIFF files, and the conversion between CMYK and YCCK. Adobe Technical Note 5116,
//! section 18; T.871, section 7.
//!
//! Samples are stored as Adobe stores them in JPEG files, where the largest one stands for no ink.

use super::raster::{Channels, Raster};
use super::samples::{Number, Samples};
use crate::args::FourColours;
use crate::error::{Error, one_line};
use std::io::Cursor;
use tiff::decoder::{Decoder, DecodingResult, Limits};

/// Reads the samples of a CMYK TIFF, of 8 or 16 bits; `bytes` is the file.
pub(super) fn of_tiff(bytes: &[u8], pixels: u64) -> Result<Samples, Error> {
    let broken = |reason: String| Error::Broken { format: "TIFF", reason };
    let wrong = |error: tiff::TiffError| broken(one_line(&error.to_string()));
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(wrong)?.with_limits(Limits::unlimited());
    let samples = match decoder.read_image().map_err(wrong)? {
        DecodingResult::U8(samples) => Samples::Eight(samples.into_iter().map(|ink| !ink).collect()),
        DecodingResult::U16(samples) => Samples::Sixteen(samples.into_iter().map(|ink| !ink).collect()),
        _ => return Err(broken("its samples are neither bytes nor words".to_owned())),
    };
    if samples.count() as u64 != 4 * pixels {
        return Err(broken(format!("it has {} samples for {pixels} pixels of four", samples.count())));
    }
    Ok(samples)
}

/// Converts a raster of four colours to those asked for.
pub(super) fn convert(raster: &mut Raster, wanted: FourColours) {
    let (from, to) = match (raster.channels, wanted) {
        (Channels::Cmyk, FourColours::Ycck) => (Channels::Cmyk, Channels::Ycck),
        (Channels::Ycck, FourColours::Cmyk) => (Channels::Ycck, Channels::Cmyk),
        _ => return,
    };
    let most = f64::from(raster.maxval);
    match &mut raster.samples {
        Samples::Eight(samples) => convert_samples(samples, from, most),
        Samples::Sixteen(samples) => convert_samples(samples, from, most),
    }
    raster.channels = to;
}

fn convert_samples<T: Number>(samples: &mut [T], from: Channels, most: f64) {
    for [a, b, c, _] in samples.as_chunks_mut::<4>().0 {
        let pixel = [*a, *b, *c].map(|sample| f64::from(sample.into()));
        let converted = if from == Channels::Cmyk { ycc(pixel, most) } else { cmy(pixel, most) };
        [*a, *b, *c] = converted.map(|sample| T::of(sample.round().clamp(0.0, most) as u32));
    }
}

/// Returns Y, Cb and Cr of red, green and blue, of which cyan, magenta and yellow are the complements.
fn ycc(cmy: [f64; 3], most: f64) -> [f64; 3] {
    let [r, g, b] = cmy.map(|sample| most - sample);
    let (y, zero) = (0.299 * r + 0.587 * g + 0.114 * b, (most / 2.0).ceil());
    [y, (b - y) / 1.772 + zero, (r - y) / 1.402 + zero]
}

/// Returns the complements of the red, green and blue of Y, Cb and Cr.
fn cmy([y, cb, cr]: [f64; 3], most: f64) -> [f64; 3] {
    let zero = (most / 2.0).ceil();
    let (cb, cr) = (cb - zero, cr - zero);
    let rgb = [y + 1.402 * cr, y - (0.114 * 1.772 * cb + 0.299 * 1.402 * cr) / 0.587, y + 1.772 * cb];
    rgb.map(|sample| most - sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_those_of_jfif() {
        // By the equations of T.871, of the complements.
        for (cmyk, ycck) in [
            ([255, 255, 255, 255], [0, 128, 128, 255]),
            ([0, 0, 0, 0], [255, 128, 128, 0]),
            ([0, 255, 255, 9], [76, 85, 255, 9]),
            ([100, 150, 200, 77], [114, 95, 157, 77]),
        ] {
            let mut samples: Vec<u8> = cmyk.to_vec();
            convert_samples(&mut samples, Channels::Cmyk, 255.0);
            assert_eq!(samples, ycck);
        }
    }

    #[test]
    fn conversions_are_inverse_to_within_rounding() {
        for n in 0..4096_u16 {
            let cmyk: Vec<u16> = [n, n * 5, n * 13, 7].map(|sample| sample % 1024).to_vec();
            let mut samples = cmyk.clone();
            convert_samples(&mut samples, Channels::Cmyk, 1023.0);
            convert_samples(&mut samples, Channels::Ycck, 1023.0);
            assert!(samples.iter().zip(&cmyk).all(|(a, b)| a.abs_diff(*b) <= 1), "{samples:?} of {cmyk:?}");
        }
    }
}
