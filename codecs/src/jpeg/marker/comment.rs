//! [`Comment`]: COM, and [`AppData`]: an application's segment that nobody here knows. T.81 B.2.4.5, B.2.4.6.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// COM: a text, in no stated encoding.
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
    /// `Cm`: 65533 bytes at most.
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

/// A segment of which only the length is known: an application's, or one of a marker that T.81 keeps for the future.
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
    /// `Ap`: 65533 bytes at most.
    pub data: Vec<u8>,
}

impl AppData {
    /// The printable text that the data begin with, up to a zero: what applications tell their segments apart by.
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
                position: io.position(),
                marker: self.marker,
                reason: "has a description of its own",
            })?;
        }
        io.bytes("Ap".into(), &mut self.data, None)
    }
}
