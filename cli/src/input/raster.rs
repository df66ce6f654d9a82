//! [`Raster`]: the result of a decoder, with its alpha and its orientation.

use super::metadata::Metadata;
use super::picture::Colours;
use super::samples::Samples;
use image::metadata::Orientation;

/// The channels of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channels {
    Gray,
    GrayAlpha,
    Rgb,
    RgbAlpha,
    Cmyk,
    Ycck,
}

impl Channels {
    /// Returns the number of samples per pixel.
    pub(super) fn count(self) -> usize {
        match self {
            Channels::Gray => 1,
            Channels::GrayAlpha => 2,
            Channels::Rgb => 3,
            Channels::RgbAlpha | Channels::Cmyk | Channels::Ycck => 4,
        }
    }

    /// Returns the colours without alpha.
    pub(super) fn colours(self) -> Colours {
        match self {
            Channels::Gray | Channels::GrayAlpha => Colours::Gray,
            Channels::Rgb | Channels::RgbAlpha => Colours::Rgb,
            Channels::Cmyk => Colours::Cmyk,
            Channels::Ycck => Colours::Ycck,
        }
    }
}

/// A decoded picture, with the samples in the file's depth.
#[derive(Debug)]
pub(super) struct Raster {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) channels: Channels,
    pub(super) samples: Samples,
    /// The largest possible value of a sample.
    pub(super) maxval: u16,
    /// The fault of a file that was decoded nevertheless.
    pub(super) damage: Option<String>,
    pub(super) metadata: Metadata,
    /// The metadata that could not be read, and why.
    pub(super) left_out: Vec<String>,
    pub(super) orientation: Orientation,
}

impl Raster {
    /// Returns a raster without metadata; `maxval` is the largest value of the samples' type.
    pub(super) fn new(width: u32, height: u32, channels: Channels, samples: Samples) -> Self {
        let maxval = match samples {
            Samples::Eight(_) => 255,
            Samples::Sixteen(_) => 65535,
        };
        let (damage, left_out, metadata) = (None, Vec::new(), Metadata::default());
        let orientation = Orientation::NoTransforms;
        Raster { width, height, channels, samples, maxval, damage, left_out, metadata, orientation }
    }

    /// Scales the samples to 8 bits; returns whether they had more.
    pub(super) fn round_to_8_bits(&mut self) -> bool {
        let had_more = self.maxval > 255;
        self.samples.round_to_8_bits(self.maxval);
        self.maxval = 255;
        had_more
    }
}
