//! [`Order`]: checks that segments follow the order of T.81 B.2.1, B.2.2, B.2.3, B.2.4, B.2.5, B.3.

use super::error::MarkerError;
use super::segment::Segment;
use super::syntax::Name;
use super::{FrameHeader, Marker, NumberOfLines, Process, ScanHeader};
use crate::bitstream::{BitPosition, MOST_COMPLAINTS, Violation};
use core::ops::RangeInclusive;

/// Follows a stream, segment by segment, and keeps the definitions so far.
///
/// ```
/// use codecs::jpeg::marker::{Marker, Order, ScanHeader, Segment};
/// let mut order = Order::default();
/// assert!(order.segment(0, &Segment::Alone(Marker::SOI)).is_empty());
/// let complaints = order.segment(2, &Segment::Scan(ScanHeader::default()));
/// assert_eq!(complaints[0].to_string(), "byte 2: SOS occurs before a frame header");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Order {
    began: bool,
    ended: bool,
    hierarchical: bool,
    frame: Option<FrameHeader>,
    /// DHP, or the first frame if `frame` is a later one.
    first_frame: Option<FrameHeader>,
    /// Scans of the frame so far, and the last one until its data end.
    scans: u64,
    scan: Option<ScanHeader>,
    restart_interval: u16,
    /// Quantisation tables defined, by destination.
    quant: [bool; 4],
    /// Huffman tables defined, by class and destination.
    huffman: [[bool; 4]; 2],
}

impl Order {
    /// Checks the next segment, whose marker is byte `position` of the stream, against those before it, and returns the
    /// complaints. See [`Order`] for an example.
    pub fn segment(&mut self, position: u64, segment: &Segment) -> Vec<MarkerError> {
        let marker = segment.marker();
        let after_scan = self.scan.take().is_some() && self.scans == 1;
        let open_lines = self.frame.as_ref().is_some_and(|frame| frame.height == 0);
        let reasons = [
            (self.ended, "occurs after EOI"),
            (!self.began && !self.ended && marker != Marker::SOI, "occurs before SOI"),
            (
                after_scan && open_lines && marker != Marker::DNL,
                "occurs where DNL must state the lines that the frame leaves open",
            ),
            (true, self.misplaced(segment, after_scan).unwrap_or_default()),
        ];
        let reasons = reasons.into_iter().filter(|(holds, reason)| *holds && !reason.is_empty());
        let mut complaints: Vec<_> =
            reasons.map(|(_, reason)| MarkerError::Order { position, marker, reason }).collect();
        if let (Segment::Scan(scan), Some(frame)) = (segment, &self.frame) {
            self.check_scan(position, scan, frame, &mut complaints);
            check_parameters(position, scan, frame, &mut complaints);
        }
        self.remember(segment, after_scan);
        complaints.truncate(MOST_COMPLAINTS);
        complaints
    }

    /// Returns the reason why this kind of segment is not allowed here, if any.
    fn misplaced(&self, segment: &Segment, after_scan: bool) -> Option<&'static str> {
        match segment {
            Segment::Alone(Marker::SOI) if self.began => Some("occurs a second time"),
            Segment::Alone(marker) if marker.is_restart() => Some("occurs outside a scan"),
            Segment::Frame(frame) => self.misplaced_frame(frame),
            Segment::Scan(_) if self.frame.is_none() => Some("occurs before a frame header"),
            Segment::NumberOfLines(_) if !after_scan => Some("does not follow the first scan"),
            Segment::ExpandReference(_) if !self.hierarchical => Some("occurs without DHP"),
            _ => None,
        }
    }

    fn misplaced_frame(&self, frame: &FrameHeader) -> Option<&'static str> {
        let process = frame.process;
        match (self.frame.is_some(), self.hierarchical) {
            (true, _) if process.is_hierarchy() => Some("occurs after a frame header"),
            (_, true) if process.is_hierarchy() => Some("occurs a second time"),
            (_, false) if process.is_differential() => Some("occurs without DHP"),
            (false, true) if process.is_differential() => Some("occurs without a frame to differ from"),
            (true, false) => Some("occurs after another frame header, without DHP"),
            _ => None,
        }
    }

    fn remember(&mut self, segment: &Segment, after_scan: bool) {
        match segment {
            Segment::Alone(Marker::SOI) => self.began = true,
            Segment::Alone(Marker::EOI) => self.ended = true,
            Segment::Frame(frame) if frame.process.is_hierarchy() => {
                self.hierarchical = true;
                self.first_frame.get_or_insert_with(|| frame.clone());
            }
            Segment::Frame(frame) => {
                let before = self.frame.replace(frame.clone());
                self.first_frame = self.first_frame.take().or(before);
                self.scans = 0;
            }
            Segment::Scan(scan) => {
                self.scans += 1;
                self.scan = Some(scan.clone());
            }
            Segment::QuantTables(segment) => {
                segment.tables.iter().for_each(|table| self.quant[usize::from(table.destination & 3)] = true);
            }
            Segment::HuffmanTables(segment) => {
                for table in &segment.tables {
                    self.huffman[usize::from(table.class & 1)][usize::from(table.destination & 3)] = true;
                }
            }
            Segment::RestartInterval(interval) => self.restart_interval = interval.mcus,
            Segment::NumberOfLines(NumberOfLines { lines }) => {
                if let Some(frame) = self.frame.as_mut().filter(|_| after_scan) {
                    frame.height = *lines;
                }
            }
            _ => {}
        }
    }

    /// Checks the number of restart markers in a scan's data, which begin at byte `position`.
    ///
    /// ```
    /// use codecs::jpeg::marker::Order;
    /// let complaint = Order::default().entropy_coded(700, 3).unwrap();
    /// assert_eq!(complaint.to_string(), "byte 700: restart markers in the scan: 3 found, 0 expected");
    /// ```
    pub fn entropy_coded(&self, position: u64, restarts: u64) -> Option<MarkerError> {
        let expected = match self.restart_interval {
            0 => 0,
            interval => self.mcus()?.div_ceil(interval.into()).saturating_sub(1),
        };
        (restarts != expected).then_some(MarkerError::RestartCount { position, restarts, expected })
    }

    /// Checks that a stream that ends after `length` bytes has ended with EOI.
    ///
    /// ```
    /// use codecs::jpeg::marker::Order;
    /// assert!(Order::default().end(0).is_some());
    /// ```
    pub fn end(&self, length: u64) -> Option<MarkerError> {
        (!self.ended).then_some(MarkerError::NoEnd { position: length })
    }

    /// Returns DHP if the stream has one, otherwise the first frame, with the lines of a DNL segment if there was one.
    pub(super) fn first_frame(&self) -> Option<&FrameHeader> {
        self.first_frame.as_ref().or(self.frame.as_ref())
    }

    /// Returns the MCUs of the scan (T.81 A.2); `None` if the lines are unknown or the headers are invalid.
    fn mcus(&self) -> Option<u64> {
        let (frame, scan) = (self.frame.as_ref()?, self.scan.as_ref()?);
        let factors = frame.components.iter().map(|c| (u64::from(c.horizontal), u64::from(c.vertical)));
        let most = factors.fold((0, 0), |most, (h, v)| (most.0.max(h), most.1.max(v)));
        let unit = if frame.process.is_lossless() { 1 } else { 8 };
        let (width, height) = (u64::from(frame.width), u64::from(frame.height));
        let (across, down) = match scan.components.as_slice() {
            // An MCU of a single component is one of its data units.
            [alone] => {
                let c = frame.components.iter().find(|c| c.identifier == alone.selector)?;
                let units =
                    |size: u64, factor: u8, most: u64| (size * u64::from(factor)).div_ceil(most.max(1)).div_ceil(unit);
                (units(width, c.horizontal, most.0), units(height, c.vertical, most.1))
            }
            _ => (width.div_ceil(unit * most.0.max(1)), height.div_ceil(unit * most.1.max(1))),
        };
        Some(across * down).filter(|&mcus| mcus > 0)
    }

    fn check_scan(&self, position: u64, scan: &ScanHeader, frame: &FrameHeader, complaints: &mut Vec<MarkerError>) {
        let process = frame.process;
        let mut last = None;
        let mut blocks = 0;
        for component in &scan.components {
            let selector = component.selector;
            let Some(i) = frame.components.iter().position(|c| c.identifier == selector) else {
                complaints.push(MarkerError::NoComponent { position, selector });
                continue;
            };
            if last.is_some_and(|last| last >= i) {
                let reason = "lists components out of the frame's order";
                complaints.push(MarkerError::Order { position, marker: Marker::SOS, reason });
            }
            last = Some(i);
            let c = frame.components[i];
            blocks += u32::from(c.horizontal) * u32::from(c.vertical);
            let mut table = |table, destination: u8, defined: &[bool; 4]| {
                if !defined[usize::from(destination & 3)] {
                    complaints.push(MarkerError::NoTable { position, table, destination });
                }
            };
            if !process.is_lossless() {
                table("quantisation", c.quant_table, &self.quant);
            }
            // A DC refinement is coded in plain bits; a scan of AC coefficients has no DC coefficients, and vice versa.
            let codes_dc = process.is_lossless() || (scan.spectral_start == 0 && scan.approximation_high == 0);
            let codes_ac = !process.is_lossless() && scan.spectral_end > 0;
            if codes_dc && !process.is_arithmetic() {
                table("DC Huffman", component.dc_table, &self.huffman[0]);
            }
            if codes_ac && !process.is_arithmetic() {
                table("AC Huffman", component.ac_table, &self.huffman[1]);
            }
        }
        if scan.components.len() > 1 && blocks > 10 {
            complaints.push(MarkerError::McuBlocks { position, blocks });
        }
    }
}

/// Checks the parameters of a scan, whose ranges depend on the process (Table B.3).
fn check_parameters(position: u64, scan: &ScanHeader, frame: &FrameHeader, complaints: &mut Vec<MarkerError>) {
    let process = frame.process;
    let mut hold = |position: u64, name: Name, value: u8, range: RangeInclusive<i64>| {
        let value = i64::from(value);
        if !range.contains(&value) {
            let (least, most) = range.into_inner();
            complaints.push(Violation::Range { value, least, most }.at(BitPosition::byte(position), name));
        }
    };
    let (start, low) = (i64::from(scan.spectral_start), i64::from(scan.approximation_low));
    let most_low = i64::from(frame.precision.saturating_sub(1)).min(15);
    let none = 0..=0;
    let (ss, se, ah, al) = if process.is_lossless() {
        (if process.is_differential() { none.clone() } else { 1..=7 }, none.clone(), none, 0..=most_low)
    } else if process.is_progressive() {
        let ah = if scan.approximation_high == 0 { none.clone() } else { low + 1..=low + 1 };
        (0..=63, if start == 0 { none } else { start..=63 }, ah, 0..=13)
    } else {
        (none.clone(), 63..=63, none.clone(), none)
    };
    let after = position + 5 + 2 * scan.components.len() as u64;
    hold(after, "Ss".into(), scan.spectral_start, ss);
    hold(after + 1, "Se".into(), scan.spectral_end, se);
    hold(after + 2, "Ah".into(), scan.approximation_high, ah);
    hold(after + 2, "Al".into(), scan.approximation_low, al);
    if process.is_progressive() && start > 0 {
        hold(position + 4, "Ns".into(), scan.components.len() as u8, 1..=1);
    }
    let most_table = if process == Process::BASELINE { 1 } else { 3 };
    for (j, component) in (1..).zip(&scan.components) {
        let place = position + 4 + 2 * j as u64;
        hold(place, ("Td", j).into(), component.dc_table, 0..=most_table);
        hold(place, ("Ta", j).into(), component.ac_table, 0..=if process.is_lossless() { 0 } else { most_table });
    }
}
