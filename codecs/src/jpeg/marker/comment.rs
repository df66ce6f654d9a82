//! [`Comment`]: COM, and [`AppData`]: an application segment of unknown structure. T.81 B.2.4.5, B.2.4.6.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// COM: a text of unspecified encoding.
///
/// ```
/// use codecs::jpeg::marker::{Comment, MarkerSegment};
/// let mut out = Vec::new();
/// Comment { text: b"hi".to_vec() }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xFE, 0, 4, b'h', b'i']);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// `Cm`: at most 65533 bytes.
    pub text: Vec<u8>,
}

impl MarkerSegment for Comment {
    fn marker(&self) -> Marker {
        Marker::COM
    }

    fn length_name(&self) -> &'static str {
        "Lc"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.bytes("Cm".into(), &mut self.text, None)
    }
}

/// A segment of unknown structure: an application's, or that of a reserved marker.
///
/// ```
/// use codecs::jpeg::marker::{AppData, Marker, MarkerSegment};
/// let ducky = AppData { marker: Marker::app(12), data: b"Ducky\0".to_vec() };
/// let mut out = Vec::new();
/// ducky.write(&mut out)?;
/// assert_eq!(out[..4], [0xFF, 0xEC, 0, 8]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppData {
    /// APP0 to APP15, or a reserved marker.
    pub marker: Marker,
    /// `Ap`: at most 65533 bytes.
    pub data: Vec<u8>,
}

impl AppData {
    /// Returns the printable text at the beginning of the data, up to a zero, by which applications identify
    /// their segments.
    ///
    /// ```
    /// use codecs::jpeg::marker::{AppData, Marker};
    /// let ducky = AppData { marker: Marker::app(12), data: b"Ducky\0\x01".to_vec() };
    /// assert_eq!(ducky.label(), Some("Ducky"));
    /// ```
    pub fn label(&self) -> Option<&str> {
        let printable = self.data.iter().take_while(|byte| (0x20..0x7F).contains(*byte)).count();
        let ends = printable == self.data.len() || self.data[printable] == 0;
        core::str::from_utf8(&self.data[..printable]).ok().filter(|_| ends && (2..=64).contains(&printable))
    }
}

impl MarkerSegment for AppData {
    fn marker(&self) -> Marker {
        self.marker
    }

    fn length_name(&self) -> &'static str {
        "Lp"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        if !self.marker.is_app() && !self.marker.is_reserved() {
            io.complain(MarkerError::Order {
                position: io.position().whole_bytes(),
                marker: self.marker,
                reason: "is neither an APPn nor a reserved marker",
            })?;
        }
        io.bytes("Ap".into(), &mut self.data, None)
    }
}
