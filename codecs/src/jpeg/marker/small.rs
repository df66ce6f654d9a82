//! Segments with one number or two: DRI, DNL and EXP (T.81 B.2.4.4, B.2.5, B.3.3). They are [`RestartInterval`],
//! [`NumberOfLines`] and [`ExpandReference`].

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// DRI: the number of MCUs between two restart markers. See [`MarkerSegment`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestartInterval {
    /// `Ri`: the number of MCUs; 0 disables restart markers.
    pub mcus: u16,
}

impl MarkerSegment for RestartInterval {
    fn marker(&self) -> Marker {
        Marker::DRI
    }

    fn length_name(&self) -> &'static str {
        "Lr"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.u(16, "Ri", &mut self.mcus, 0..=65535)
    }
}

/// DNL: the number of lines of a frame whose header leaves it open. Follows the first scan.
///
/// ```
/// use codecs::jpeg::marker::{MarkerSegment, NumberOfLines};
/// let mut out = Vec::new();
/// NumberOfLines { lines: 1080 }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xDC, 0, 4, 4, 56]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberOfLines {
    /// `NL`: the number of lines, 1 or more.
    pub lines: u16,
}

impl MarkerSegment for NumberOfLines {
    fn marker(&self) -> Marker {
        Marker::DNL
    }

    fn length_name(&self) -> &'static str {
        "Ld"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.u(16, "NL", &mut self.lines, 1..=65535)
    }
}

/// EXP: the expansion of the reference of a differential frame.
///
/// ```
/// use codecs::jpeg::marker::{ExpandReference, MarkerSegment};
/// let mut out = Vec::new();
/// ExpandReference { horizontal: 1, vertical: 0 }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xDF, 0, 3, 0x10]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpandReference {
    /// `Eh`: 1 if the reference is doubled horizontally, otherwise 0.
    pub horizontal: u8,
    /// `Ev`: 1 if the reference is doubled vertically, otherwise 0.
    pub vertical: u8,
}

impl MarkerSegment for ExpandReference {
    fn marker(&self) -> Marker {
        Marker::EXP
    }

    fn length_name(&self) -> &'static str {
        "Le"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.u(4, "Eh", &mut self.horizontal, 0..=1)?;
        io.u(4, "Ev", &mut self.vertical, 0..=1)
    }
}
