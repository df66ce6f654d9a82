//! [`FrameHeader`]: SOFn and DHP. T.81 B.2.2, Table B.2; B.3.2.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};
use core::ops::RangeInclusive;

/// The coding process of a frame, identified by its marker (T.81 Table B.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process(Marker);

impl Process {
    /// SOF0: baseline DCT.
    pub const BASELINE: Process = Process(Marker::SOF0);
    /// SOF1: extended sequential DCT, Huffman.
    pub const EXTENDED: Process = Process(Marker::SOF1);
    /// SOF2: progressive DCT, Huffman.
    pub const PROGRESSIVE: Process = Process(Marker::SOF2);
    /// SOF3: lossless, Huffman.
    pub const LOSSLESS: Process = Process(Marker::SOF3);

    /// Returns the process of SOF0 to SOF3, SOF5 to SOF7, SOF9 to SOF11, SOF13 to SOF15, or DHP, which describes the
    /// image of a hierarchical sequence of frames.
    ///
    /// ```
    /// use codecs::jpeg::marker::{Marker, Process};
    /// let process = Process::new(Marker::new(0xCA)).unwrap();
    /// assert!(process.is_progressive() && process.is_arithmetic());
    /// assert_eq!(process.to_string(), "progressive DCT, arithmetic");
    /// assert_eq!(Process::new(Marker::DHT), None);
    /// ```
    pub const fn new(marker: Marker) -> Option<Process> {
        match marker.code() {
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF | 0xDE => Some(Process(marker)),
            _ => None,
        }
    }

    /// Returns the marker of the process.
    pub const fn marker(self) -> Marker {
        self.0
    }

    /// Returns whether the marker is DHP, a header before the frames of a hierarchical image. DHP has no coding
    /// process.
    pub const fn is_hierarchy(self) -> bool {
        self.0.code() == Marker::DHP.code()
    }

    /// Returns whether the process predicts samples instead of transforming them.
    pub const fn is_lossless(self) -> bool {
        !self.is_hierarchy() && self.0.code() & 3 == 3
    }

    /// Returns whether the process spreads the bits of a coefficient over scans.
    pub const fn is_progressive(self) -> bool {
        !self.is_hierarchy() && self.0.code() & 3 == 2
    }

    /// Returns whether the process codes the difference from the preceding frame of a hierarchical image.
    pub const fn is_differential(self) -> bool {
        !self.is_hierarchy() && self.0.code() & 4 == 4
    }

    /// Returns whether the entropy coding is arithmetic coding, not Huffman coding.
    pub const fn is_arithmetic(self) -> bool {
        !self.is_hierarchy() && self.0.code() & 8 == 8
    }

    /// Returns the range of `P` in Table B.2.
    fn precisions(self) -> RangeInclusive<i64> {
        match self {
            Process::BASELINE => 8..=8,
            _ if self.is_lossless() || self.is_hierarchy() => 2..=16,
            _ => 8..=12,
        }
    }
}

impl core::fmt::Display for Process {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.is_hierarchy() {
            return f.write_str("hierarchical progression");
        }
        let kind = match self.0.code() & 3 {
            0 if *self == Process::BASELINE => "baseline DCT",
            0 | 1 => "sequential DCT",
            2 => "progressive DCT",
            _ => "lossless",
        };
        let differential = if self.is_differential() { "differential " } else { "" };
        let coding = if self.is_arithmetic() { "arithmetic" } else { "Huffman" };
        write!(f, "{differential}{kind}, {coding}")
    }
}

/// A component of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameComponent {
    /// `C`: the identifier that scans refer to.
    pub identifier: u8,
    /// `H`: horizontal sampling factor, 1 to 4.
    pub horizontal: u8,
    /// `V`: vertical sampling factor, 1 to 4.
    pub vertical: u8,
    /// `Tq`: the destination of its quantisation table, 0 to 3; 0 in a lossless frame.
    pub quant_table: u8,
}

/// SOFn: size, precision and components of a frame; or DHP.
///
/// ```
/// use codecs::jpeg::marker::{FrameComponent, FrameHeader, MarkerSegment, Process};
/// let gray = FrameComponent { identifier: 1, horizontal: 1, vertical: 1, quant_table: 0 };
/// let mut frame =
///     FrameHeader { process: Process::BASELINE, precision: 8, height: 480, width: 640, components: vec![gray] };
/// let mut out = Vec::new();
/// frame.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xC0, 0, 11, 8, 1, 0xE0, 2, 0x80, 1, 1, 0x11, 0]);
///
/// frame.precision = 12;
/// assert_eq!(frame.write(&mut out).unwrap_err().to_string(), "byte 17: P = 12 is outside 8 to 8");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    /// The coding process, which determines the SOF marker.
    pub process: Process,
    /// `P`: bits per sample; 8 in a baseline frame, 8 or 12 in another DCT frame, 2 to 16 in a lossless one.
    pub precision: u8,
    /// `Y`: the number of lines; 0 if a DNL segment states it after the first scan.
    pub height: u16,
    /// `X`: samples per line, 1 or more.
    pub width: u16,
    /// The `Nf` components: 1 to 255, at most 4 in a progressive frame.
    pub components: Vec<FrameComponent>,
}

impl MarkerSegment for FrameHeader {
    fn marker(&self) -> Marker {
        self.process.marker()
    }

    fn length_name(&self) -> &'static str {
        "Lf"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        let process = self.process;
        let position = io.position().whole_bytes();
        let has_quant_tables = !process.is_lossless() && !process.is_hierarchy();
        io.u(8, "P", &mut self.precision, process.precisions())?;
        if has_quant_tables && matches!(self.precision, 9..=11) {
            io.complain(MarkerError::Precision { position, precision: self.precision })?;
        }
        io.u(16, "Y", &mut self.height, 0..=65535)?;
        io.u(16, "X", &mut self.width, 1..=65535)?;
        io.count(8, "Nf", &mut self.components, 1..=if process.is_progressive() { 4 } else { 255 })?;
        for (i, component) in (1..).zip(&mut self.components) {
            io.u(8, ("C", i), &mut component.identifier, 0..=255)?;
            io.u(4, ("H", i), &mut component.horizontal, 1..=4)?;
            io.u(4, ("V", i), &mut component.vertical, 1..=4)?;
            io.u(8, ("Tq", i), &mut component.quant_table, 0..=if has_quant_tables { 3 } else { 0 })?;
        }
        self.check_identifiers(io)
    }
}

impl FrameHeader {
    fn check_identifiers<S: Syntax>(&self, io: &mut S) -> Result<(), MarkerError> {
        let mut seen = [false; 256];
        for component in &self.components {
            let identifier = component.identifier;
            if core::mem::replace(&mut seen[usize::from(identifier)], true) {
                io.complain(MarkerError::SameComponent { position: io.position().whole_bytes(), identifier })?;
            }
        }
        Ok(())
    }
}
