//! [`Raster`]: what a decoder hands over, with its alpha and its orientation.

use crate::error::Error;
use image::metadata::Orientation;

/// Which samples make a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channels {
    Gray,
    GrayAlpha,
    Rgb,
    RgbAlpha,
}

impl Channels {
    /// Samples a pixel.
    pub(super) fn count(self) -> usize {
        match self {
            Channels::Gray => 1,
            Channels::GrayAlpha => 2,
            Channels::Rgb => 3,
            Channels::RgbAlpha => 4,
        }
    }
}

/// A decoded picture with 8-bit samples, pixel after pixel, row after row.
#[derive(Debug)]
pub(super) struct Raster {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) channels: Channels,
    pub(super) samples: Vec<u8>,
    /// Whether the samples had more than 8 bits.
    pub(super) rounded: bool,
    /// What was wrong with a file that was read all the same.
    pub(super) damage: Option<String>,
    pub(super) icc: Option<Vec<u8>>,
    /// From the byte order mark on.
    pub(super) exif: Option<Vec<u8>>,
    pub(super) orientation: Orientation,
}

impl Raster {
    /// Samples alone.
    pub(super) fn new(width: u32, height: u32, channels: Channels, samples: Vec<u8>) -> Self {
        Raster {
            width,
            height,
            channels,
            samples,
            rounded: false,
            damage: None,
            icc: None,
            exif: None,
            orientation: Orientation::NoTransforms,
        }
    }
}

/// Zeros, or an error where a plain `vec!` would end the process.
pub(super) fn zeros(bytes: u64, width: u32, height: u32) -> Result<Vec<u8>, Error> {
    let short = || Error::Memory { width, height, bytes };
    let length = usize::try_from(bytes).map_err(|_| short())?;
    // The trial costs nothing, as its pages are never touched, and neither are the zeros' until a decoder writes them.
    let mut trial: Vec<u8> = Vec::new();
    trial.try_reserve_exact(length).map_err(|_| short())?;
    drop(trial);
    Ok(vec![0; length])
}

/// 16-bit samples of the machine's byte order, rounded to 8 bits.
pub(super) fn round_to_8_bits(samples: &[u8]) -> Vec<u8> {
    let (pairs, _) = samples.as_chunks::<2>();
    pairs.iter().map(|&pair| ((u32::from(u16::from_ne_bytes(pair)) * 255 + 32767) / 65535) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_to_the_nearest_of_256_levels() {
        for value in 0..=u16::MAX {
            let nearest = (f64::from(value) / 257.0).round() as u8;
            assert_eq!(round_to_8_bits(&value.to_ne_bytes()), [nearest], "{value}");
        }
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert!(matches!(zeros(1 << 62, 1, 1), Err(Error::Memory { .. })));
    }
}
