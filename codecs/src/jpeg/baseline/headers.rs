//! The marker segments of a file, in their order (T.81 Annex B.2). Some come before all scans, some before each scan.

use super::frame::{Frame, Scan};
use super::options::{Colour, Options};
use super::sinks::{TablePair, annex_k};
use crate::jpeg::application::{ADOBE_UNTRANSFORMED, ADOBE_YCCK, application};
use crate::jpeg::marker::{
    DefinedHuffmanTable, DefinedQuantTable, FrameComponent, FrameHeader, HuffmanTables, Marker, MarkerSegment, Process,
    QuantTables, RestartInterval, ScanComponent, ScanHeader,
};
use crate::jpeg::progressive::Progression;
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::{Huffman, JpegError};
use crate::picture::PixelFormat;

/// The marker segments of a file.
pub(super) struct Headers<'o> {
    options: &'o Options,
    frame: &'o Frame,
    /// The transform of an APP14 segment, written instead of JFIF's APP0 if the components are not JFIF's.
    adobe: Option<u8>,
}

impl<'o> Headers<'o> {
    pub(super) fn new(options: &'o Options, frame: &'o Frame, format: PixelFormat) -> Self {
        let adobe = match (format, options.colour) {
            (PixelFormat::Cmyk, _) | (_, Colour::Rgb) => Some(ADOBE_UNTRANSFORMED),
            (PixelFormat::Ycck, _) => Some(ADOBE_YCCK),
            _ => None,
        };
        Headers { options, frame, adobe }
    }

    /// Returns the bytes from SOI to the last segment before the first scan.
    pub(super) fn before_scans(&self, scans: &[Scan]) -> Result<Vec<u8>, JpegError> {
        let mut out = Marker::SOI.bytes().to_vec();
        application(&self.options.metadata, self.adobe, &mut out)?;
        let table = |table| DefinedQuantTable::new(table as u8, &self.options.quant[table]);
        let tables: Vec<_> = (0..self.frame.quant_tables()).map(table).collect();
        let in_a_segment = if self.options.progression == Progression::Smallest { tables.len() } else { 1 };
        for tables in tables.chunks(in_a_segment) {
            QuantTables { tables: tables.to_vec() }.write(&mut out)?;
        }
        self.frame_header().write(&mut out)?;
        if self.options.huffman == Huffman::Standard && !self.is_progressive() {
            self.huffman_tables(&annex_k(), 0..self.tables(), &mut out)?;
        }
        // In a file of several scans each scan has its own MCUs and states its own restart interval.
        if let [only] = scans {
            restart_interval(only, &mut out)?;
        }
        Ok(out)
    }

    /// Returns the segments before the entropy-coded data of a scan; `tables` are the scan's own Huffman tables, if it
    /// has any.
    pub(super) fn scan(&self, scan: &Scan, tables: Option<&[TablePair; 2]>) -> Result<Vec<u8>, JpegError> {
        let mut out = Vec::new();
        let used = scan.components.iter().map(|&c| self.frame.components[c].table);
        if let Some(tables) = tables {
            let (least, most) = (used.clone().min().unwrap_or(0), used.max().unwrap_or(0));
            self.huffman_tables(tables, least..most + 1, &mut out)?;
        }
        if scan.components.len() < self.frame.components.len() {
            restart_interval(scan, &mut out)?;
        }
        let component = |&c: &usize| {
            let (id, table) = (self.frame.components[c].id, self.frame.components[c].table as u8);
            ScanComponent { selector: id, dc_table: table, ac_table: table }
        };
        ScanHeader::sequential(scan.components.iter().map(component).collect()).write(&mut out)?;
        Ok(out)
    }

    /// Returns the EOI marker.
    pub(super) fn after_scans(&self) -> [u8; 2] {
        Marker::EOI.bytes()
    }

    fn is_progressive(&self) -> bool {
        self.options.progression != Progression::Sequential
    }

    fn frame_header(&self) -> FrameHeader {
        let wide = self.options.quant[..self.frame.quant_tables()].iter().any(QuantTable::is_wide);
        let component = |c: &super::frame::Component| FrameComponent {
            identifier: c.id,
            horizontal: c.scale.refinement(1) as u8,
            vertical: c.scale.refinement(0) as u8,
            quant_table: c.quant_table as u8,
        };
        let [height, width] = self.frame.size().map(|n| n as u16);
        FrameHeader {
            process: match wide {
                _ if self.is_progressive() => Process::PROGRESSIVE,
                true => Process::EXTENDED,
                false => Process::BASELINE,
            },
            precision: 8,
            height,
            width,
            components: self.frame.components.iter().map(component).collect(),
        }
    }

    /// Returns the number of pairs of Huffman tables that the components use.
    fn tables(&self) -> usize {
        1 + self.frame.components.iter().map(|c| c.table).max().unwrap_or(0)
    }

    fn huffman_tables(
        &self,
        tables: &[TablePair; 2],
        which: core::ops::Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), JpegError> {
        for destination in which {
            for (class, spec) in tables[destination].iter().enumerate() {
                let table = DefinedHuffmanTable::new(class as u8, destination as u8, *spec.counts(), spec.values());
                HuffmanTables { tables: vec![table] }.write(out)?;
            }
        }
        Ok(())
    }
}

fn restart_interval(scan: &Scan, out: &mut Vec<u8>) -> Result<(), JpegError> {
    if scan.restart_interval > 0 {
        RestartInterval { mcus: scan.restart_interval as u16 }.write(out)?;
    }
    Ok(())
}
