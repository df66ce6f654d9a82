//! [`AppAdobe`]: APP14 "Adobe", which states the colour transform. Adobe Technical Note 5116, section 18; T.872, 6.5.3.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// APP14 "Adobe": the colour transform of the components.
///
/// ```
/// use codecs::jpeg::marker::{AppAdobe, MarkerSegment};
/// let mut out = Vec::new();
/// AppAdobe { transform: 0, ..AppAdobe::default() }.write(&mut out)?;
/// assert_eq!(out, *b"\xFF\xEE\x00\x0EAdobe\x00\x64\x00\x00\x00\x00\x00");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppAdobe {
    /// The version, 100.
    pub version: u16,
    /// Flags of the encoder.
    pub flags: [u16; 2],
    /// 0: three components are RGB, four are CMYK; 1: YCbCr; 2: YCCK.
    pub transform: u8,
}

impl Default for AppAdobe {
    /// Returns version 100, no flags, components without transform.
    fn default() -> Self {
        AppAdobe { version: 100, flags: [0, 0], transform: 0 }
    }
}

impl AppAdobe {
    /// The identifier at the beginning of the data.
    pub(super) const IDENTIFIER: &'static [u8] = b"Adobe";
}

impl MarkerSegment for AppAdobe {
    fn marker(&self) -> Marker {
        Marker::app(14)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.u(16, "version", &mut self.version, 0..=65535)?;
        io.u(16, "flags0", &mut self.flags[0], 0..=65535)?;
        io.u(16, "flags1", &mut self.flags[1], 0..=65535)?;
        io.u(8, "transform", &mut self.transform, 0..=2)
    }
}
