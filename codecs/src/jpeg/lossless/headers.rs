//! The marker segments of a file, in their order (T.81 Annex B.2). Some come before all scans, some before each scan.

use super::frame::{Colour, Frame, Scan};
use super::options::{Options, Predictor};
use crate::jpeg::JpegError;
use crate::jpeg::application::{ADOBE_UNTRANSFORMED, ADOBE_YCCK, application};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::marker::{
    DefinedHuffmanTable, FrameComponent, FrameHeader, HuffmanTables, Marker, MarkerSegment, Process, RestartInterval,
    ScanComponent, ScanHeader,
};

/// Returns the bytes from SOI to the frame header. Huffman tables follow it, since some readers require that order.
pub(super) fn before_scans<T>(frame: &Frame<'_, T>, options: &Options) -> Result<Vec<u8>, JpegError> {
    let mut out = Marker::SOI.bytes().to_vec();
    let adobe = match frame.colour {
        Colour::Jfif => None,
        Colour::Untransformed => Some(ADOBE_UNTRANSFORMED),
        Colour::Ycck => Some(ADOBE_YCCK),
    };
    application(&options.metadata, adobe, &mut out)?;
    let component = |c: &super::frame::Component<'_, T>| FrameComponent {
        identifier: c.id,
        horizontal: c.h,
        vertical: c.v,
        quant_table: 0,
    };
    let header = FrameHeader {
        process: Process::LOSSLESS,
        precision: frame.precision,
        height: frame.height as u16,
        width: frame.width as u16,
        components: frame.components.iter().map(component).collect(),
    };
    header.write(&mut out)?;
    Ok(out)
}

/// Returns the segments before the entropy-coded data of a scan.
pub(super) fn before_scan<T>(
    frame: &Frame<'_, T>,
    scan: &Scan,
    predictor: Predictor,
    table: &HuffmanSpec,
) -> Result<Vec<u8>, JpegError> {
    let mut out = Vec::new();
    let table = DefinedHuffmanTable::new(0, 0, *table.counts(), table.values());
    HuffmanTables { tables: vec![table] }.write(&mut out)?;
    if scan.restart_lines > 0 {
        RestartInterval { mcus: (scan.restart_lines * scan.width) as u16 }.write(&mut out)?;
    }
    let component = |c: &super::frame::Component<'_, T>| ScanComponent { selector: c.id, dc_table: 0, ac_table: 0 };
    let components = frame.components[scan.components.clone()].iter().map(component).collect();
    ScanHeader::lossless(components, predictor.selection(), frame.point_transform).write(&mut out)?;
    Ok(out)
}

/// Returns the EOI marker.
pub(super) fn after_scans() -> [u8; 2] {
    Marker::EOI.bytes()
}
