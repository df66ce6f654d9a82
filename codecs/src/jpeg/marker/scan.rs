//! [`ScanHeader`]: SOS. T.81 B.2.3, Table B.3.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// A component of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanComponent {
    /// `Cs`: the identifier of a component of the frame.
    pub selector: u8,
    /// `Td`: the destination of its DC (or lossless) entropy table, 0 to 3; 0 or 1 in a baseline frame.
    pub dc_table: u8,
    /// `Ta`: the destination of its AC entropy table, 0 to 3; 0 or 1 in a baseline frame, 0 in a lossless one.
    pub ac_table: u8,
}

/// SOS: the components that a scan codes, and the part of them. The meaning of the last four elements depends on the
/// process of the frame; see the constructors.
///
/// ```
/// use codecs::jpeg::marker::{MarkerSegment, ScanComponent, ScanHeader};
/// let gray = ScanComponent { selector: 1, dc_table: 0, ac_table: 0 };
/// let mut out = Vec::new();
/// ScanHeader::sequential(vec![gray]).write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xDA, 0, 8, 1, 1, 0x00, 0, 63, 0x00]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanHeader {
    /// The `Ns` components: 1 to 4, in the frame's order.
    pub components: Vec<ScanComponent>,
    /// `Ss`: the first coefficient, 0 to 63; in a lossless frame the predictor, 1 to 7.
    pub spectral_start: u8,
    /// `Se`: the last coefficient, 0 to 63; 0 in a lossless frame.
    pub spectral_end: u8,
    /// `Ah`: the point transform of the preceding scan of the same coefficients, 0 if this is the first.
    pub approximation_high: u8,
    /// `Al`: the point transform, 0 to 13; 0 to 15 in a lossless frame.
    pub approximation_low: u8,
}

impl ScanHeader {
    /// Returns the scan header of a sequential DCT frame: all coefficients at full precision. See [`ScanHeader`] for an
    /// example.
    pub fn sequential(components: Vec<ScanComponent>) -> Self {
        ScanHeader { components, spectral_end: 63, ..ScanHeader::default() }
    }

    /// Returns the scan header of a lossless frame.
    ///
    /// ```
    /// use codecs::jpeg::marker::ScanHeader;
    /// let scan = ScanHeader::lossless(vec![], 7, 2);
    /// assert_eq!((scan.spectral_start, scan.approximation_low), (7, 2));
    /// ```
    pub fn lossless(components: Vec<ScanComponent>, predictor: u8, point_transform: u8) -> Self {
        ScanHeader {
            components,
            spectral_start: predictor,
            approximation_low: point_transform,
            ..ScanHeader::default()
        }
    }
}

impl MarkerSegment for ScanHeader {
    fn marker(&self) -> Marker {
        Marker::SOS
    }

    fn length_name(&self) -> &'static str {
        "Ls"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.count(8, "Ns", &mut self.components, 1..=4)?;
        for (j, component) in (1..).zip(&mut self.components) {
            io.u(8, ("Cs", j), &mut component.selector, 0..=255)?;
            io.u(4, ("Td", j), &mut component.dc_table, 0..=3)?;
            io.u(4, ("Ta", j), &mut component.ac_table, 0..=3)?;
        }
        io.u(8, "Ss", &mut self.spectral_start, 0..=63)?;
        io.u(8, "Se", &mut self.spectral_end, 0..=63)?;
        io.u(4, "Ah", &mut self.approximation_high, 0..=13)?;
        io.u(4, "Al", &mut self.approximation_low, 0..=15)
    }
}
