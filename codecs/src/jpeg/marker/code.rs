//! [`Marker`]: the marker codes. T.81 B.1.1.3, Table B.1.

use crate::shared::trace::Trace;
use core::fmt;

/// A marker, stored as its second byte; the first is 0xFF.
///
/// ```
/// use codecs::jpeg::marker::Marker;
/// assert_eq!(Marker::SOF0.to_string(), "SOF0");
/// assert_eq!(Marker::new(0xE2), Marker::app(2));
/// assert!(Marker::SOI.stands_alone() && !Marker::SOS.stands_alone());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marker(u8);

/// The names of codes 0xC0 to 0xFF in Table B.1.
#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "SOF0", "SOF1", "SOF2", "SOF3", "DHT", "SOF5", "SOF6", "SOF7",
    "JPG", "SOF9", "SOF10", "SOF11", "DAC", "SOF13", "SOF14", "SOF15",
    "RST0", "RST1", "RST2", "RST3", "RST4", "RST5", "RST6", "RST7",
    "SOI", "EOI", "SOS", "DQT", "DNL", "DRI", "DHP", "EXP",
    "APP0", "APP1", "APP2", "APP3", "APP4", "APP5", "APP6", "APP7",
    "APP8", "APP9", "APP10", "APP11", "APP12", "APP13", "APP14", "APP15",
    "JPG0", "JPG1", "JPG2", "JPG3", "JPG4", "JPG5", "JPG6", "JPG7",
    "JPG8", "JPG9", "JPG10", "JPG11", "JPG12", "JPG13", "COM", "fill",
];

impl Marker {
    /// Temporary private use in arithmetic coding.
    pub const TEM: Marker = Marker(0x01);
    /// Start of a frame: baseline DCT.
    pub const SOF0: Marker = Marker(0xC0);
    /// Start of a frame: extended sequential DCT.
    pub const SOF1: Marker = Marker(0xC1);
    /// Start of a frame: progressive DCT.
    pub const SOF2: Marker = Marker(0xC2);
    /// Start of a frame: lossless, sequential.
    pub const SOF3: Marker = Marker(0xC3);
    /// Huffman tables.
    pub const DHT: Marker = Marker(0xC4);
    /// Arithmetic conditioning.
    pub const DAC: Marker = Marker(0xCC);
    /// The first of eight restart markers.
    pub const RST0: Marker = Marker(0xD0);
    /// The last of eight restart markers.
    pub const RST7: Marker = Marker(0xD7);
    /// Start of image.
    pub const SOI: Marker = Marker(0xD8);
    /// End of image.
    pub const EOI: Marker = Marker(0xD9);
    /// Start of scan.
    pub const SOS: Marker = Marker(0xDA);
    /// Quantisation tables.
    pub const DQT: Marker = Marker(0xDB);
    /// Number of lines.
    pub const DNL: Marker = Marker(0xDC);
    /// Restart interval.
    pub const DRI: Marker = Marker(0xDD);
    /// Hierarchical progression.
    pub const DHP: Marker = Marker(0xDE);
    /// Expand reference components.
    pub const EXP: Marker = Marker(0xDF);
    /// Comment.
    pub const COM: Marker = Marker(0xFE);

    /// Returns the marker with a code. See [`Marker`] for an example.
    pub const fn new(code: u8) -> Marker {
        Marker(code)
    }

    /// Returns APP0 to APP15: `n` modulo 16. See [`Marker`] for an example.
    pub const fn app(n: u8) -> Marker {
        Marker(0xE0 | (n & 15))
    }

    /// Returns RST0 to RST7: `m` modulo 8.
    ///
    /// ```
    /// assert_eq!(codecs::jpeg::marker::Marker::rst(9).to_string(), "RST1");
    /// ```
    pub const fn rst(m: u8) -> Marker {
        Marker(0xD0 | (m & 7))
    }

    /// Returns the code, the byte after 0xFF.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns both bytes.
    ///
    /// ```
    /// assert_eq!(codecs::jpeg::marker::Marker::EOI.bytes(), [0xFF, 0xD9]);
    /// ```
    pub const fn bytes(self) -> [u8; 2] {
        [0xFF, self.0]
    }

    /// Passes a marker without a segment, at byte `position` of the stream, to `trace`.
    ///
    /// ```
    /// use codecs::{jpeg::marker::Marker, shared::trace::Recorder};
    /// let mut recorder = Recorder::default();
    /// Marker::SOI.trace(0, &mut recorder);
    /// assert_eq!(recorder.records.len(), 2);
    /// ```
    pub fn trace(self, position: u64, trace: &mut dyn Trace) {
        trace.structure(position * 8, self.name());
        trace.element(position * 8, 16, self.name(), i64::from(u16::from_be_bytes(self.bytes())));
    }

    /// Returns the name in Table B.1; `RES` for a reserved code.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0xC0..=0xFF => NAMES[(self.0 - 0xC0) as usize],
            0x01 => "TEM",
            _ => "RES",
        }
    }

    /// Returns whether the marker is RST0 to RST7.
    pub const fn is_restart(self) -> bool {
        matches!(self.0, 0xD0..=0xD7)
    }

    /// Returns whether the marker is APP0 to APP15.
    pub const fn is_app(self) -> bool {
        matches!(self.0, 0xE0..=0xEF)
    }

    /// Returns whether Table B.1 reserves the code: RES, JPG, JPG0 to JPG13.
    pub const fn is_reserved(self) -> bool {
        matches!(self.0, 0x02..=0xBF | 0xC8 | 0xF0..=0xFD)
    }

    /// Returns whether the marker has no segment. See [`Marker`] for an example.
    pub const fn stands_alone(self) -> bool {
        matches!(self.0, 0x01 | 0xD0..=0xD9)
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(FF{:02X})", self.name(), self.0)
    }
}
