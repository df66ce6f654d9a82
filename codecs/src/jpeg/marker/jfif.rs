//! [`AppJfif`] and [`AppJfxx`]: APP0 of the JPEG File Interchange Format, version 1.02 (ITU-T T.871).

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// APP0 "JFIF": the density of the pixels. Its presence states that the components are Y or YCbCr.
///
/// ```
/// use codecs::jpeg::marker::{AppJfif, MarkerSegment};
/// let mut out = Vec::new();
/// AppJfif { units: 1, x_density: 300, y_density: 300, ..AppJfif::default() }.write(&mut out)?;
/// assert_eq!(out, *b"\xFF\xE0\x00\x10JFIF\x00\x01\x01\x01\x01\x2C\x01\x2C\x00\x00");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppJfif {
    /// The major and the minor version.
    pub version: (u8, u8),
    /// The unit of the densities: 0 for none, only the aspect ratio of a pixel; 1 for dots per inch; 2 for dots per
    /// centimetre.
    pub units: u8,
    /// Horizontal density, 1 or more.
    pub x_density: u16,
    /// Vertical density, 1 or more.
    pub y_density: u16,
    /// Columns and rows of a thumbnail.
    pub thumbnail_size: (u8, u8),
    /// RGB samples of the thumbnail, 3 bytes per pixel.
    pub thumbnail: Vec<u8>,
}

impl Default for AppJfif {
    /// Returns version 1.01, square pixels, no thumbnail.
    fn default() -> Self {
        AppJfif { version: (1, 1), units: 0, x_density: 1, y_density: 1, thumbnail_size: (0, 0), thumbnail: Vec::new() }
    }
}

impl AppJfif {
    /// The identifier at the beginning of the data.
    pub(super) const IDENTIFIER: &'static [u8] = b"JFIF\0";
}

impl MarkerSegment for AppJfif {
    fn marker(&self) -> Marker {
        Marker::app(0)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.u(8, "version_major", &mut self.version.0, 1..=1)?;
        io.u(8, "version_minor", &mut self.version.1, 0..=99)?;
        io.u(8, "units", &mut self.units, 0..=2)?;
        io.u(16, "Xdensity", &mut self.x_density, 1..=65535)?;
        io.u(16, "Ydensity", &mut self.y_density, 1..=65535)?;
        io.u(8, "Xthumbnail", &mut self.thumbnail_size.0, 0..=255)?;
        io.u(8, "Ythumbnail", &mut self.thumbnail_size.1, 0..=255)?;
        let pixels = usize::from(self.thumbnail_size.0) * usize::from(self.thumbnail_size.1);
        io.bytes("RGB".into(), &mut self.thumbnail, Some(3 * pixels))
    }
}

/// APP0 "JFXX": a thumbnail in another format.
///
/// ```
/// use codecs::jpeg::marker::{AppJfxx, MarkerSegment};
/// let mut out = Vec::new();
/// AppJfxx { extension_code: 0x11, data: vec![0, 0] }.write(&mut out)?;
/// assert_eq!(out, *b"\xFF\xE0\x00\x0AJFXX\x00\x11\x00\x00");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppJfxx {
    /// The format of the thumbnail: 0x10 for JPEG; 0x11 for one byte per pixel, with a palette; 0x13 for RGB.
    pub extension_code: u8,
    /// The thumbnail, in the format of `extension_code`.
    pub data: Vec<u8>,
}

impl AppJfxx {
    /// The identifier at the beginning of the data.
    pub(super) const IDENTIFIER: &'static [u8] = b"JFXX\0";
}

impl MarkerSegment for AppJfxx {
    fn marker(&self) -> Marker {
        Marker::app(0)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.u(8, "extension_code", &mut self.extension_code, 0x10..=0x13)?;
        io.bytes("extension_data".into(), &mut self.data, None)
    }
}
