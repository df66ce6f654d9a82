//! Small streams of several kinds with invented entropy-coded data.

use crate::jpeg::huffman_tables::{AC_LUMA, DC_LUMA};
use crate::jpeg::marker::*;
use crate::jpeg::quant_table::QuantTable;

/// A builder that concatenates segments and bytes.
pub(super) struct Maker(pub(super) Vec<u8>);

impl Maker {
    pub(super) fn new() -> Self {
        Maker(Marker::SOI.bytes().to_vec())
    }

    pub(super) fn add(mut self, segment: &impl MarkerSegment) -> Self {
        segment.write(&mut self.0).unwrap();
        self
    }

    pub(super) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn end(self) -> Vec<u8> {
        self.raw(&Marker::EOI.bytes()).0
    }
}

pub(super) fn component(identifier: u8, horizontal: u8, vertical: u8) -> FrameComponent {
    FrameComponent { identifier, horizontal, vertical, quant_table: 0 }
}

pub(super) fn frame(process: Process, components: &[FrameComponent]) -> FrameHeader {
    FrameHeader { process, precision: 8, height: 20, width: 30, components: components.to_vec() }
}

pub(super) fn select(selector: u8) -> ScanComponent {
    ScanComponent { selector, dc_table: 0, ac_table: 0 }
}

pub(super) fn quant() -> QuantTables {
    QuantTables { tables: vec![DefinedQuantTable::new(0, &QuantTable::LUMA)] }
}

pub(super) fn huffman() -> HuffmanTables {
    HuffmanTables {
        tables: vec![
            DefinedHuffmanTable::new(0, 0, DC_LUMA.0, DC_LUMA.1),
            DefinedHuffmanTable::new(1, 0, AC_LUMA.0, AC_LUMA.1),
        ],
    }
}

pub(super) fn tiff() -> Vec<u8> {
    b"II\x2A\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec()
}

/// Returns a baseline stream: 30x20 samples of 4:2:0 are 2x2 MCUs, with three restarts at an interval of one.
pub(super) fn baseline() -> Vec<u8> {
    let profile: Vec<u8> = (0..40).collect();
    Maker::new()
        .add(&AppJfif { thumbnail_size: (1, 1), thumbnail: vec![1, 2, 3], ..AppJfif::default() })
        .add(&AppExif { tiff: tiff() })
        .add(&AppXmp { packet: b"<x/>".to_vec() })
        .add(&AppIcc { chunk: 2, count: 2, data: profile[20..].to_vec() })
        .add(&AppIcc { chunk: 1, count: 2, data: profile[..20].to_vec() })
        .add(&AppData { marker: Marker::app(12), data: b"Ducky\0\x01".to_vec() })
        .add(&AppAdobe { transform: 1, ..AppAdobe::default() })
        .add(&Comment { text: b"a comment".to_vec() })
        .add(&quant())
        .add(&frame(Process::BASELINE, &[component(1, 2, 2), component(2, 1, 1), component(3, 1, 1)]))
        .add(&huffman())
        .add(&RestartInterval { mcus: 1 })
        .add(&ScanHeader::sequential(vec![select(1), select(2), select(3)]))
        .raw(b"\x12\xFF\x00\x34\xFF\xD0\x56\xFF\xD1\x78\xFF\xFF\xD2\x9A")
        .end()
}

/// Returns a progressive stream with two scans of one component; the second lacks two restart markers.
pub(super) fn progressive() -> Vec<u8> {
    let dc = ScanHeader { spectral_end: 0, approximation_low: 1, ..ScanHeader::sequential(vec![select(7)]) };
    let ac = ScanHeader { spectral_start: 1, spectral_end: 5, approximation_low: 2, ..dc.clone() };
    Maker::new()
        .add(&quant())
        .add(&frame(Process::PROGRESSIVE, &[component(7, 1, 1)]))
        .add(&huffman())
        .add(&dc)
        .raw(b"\x01\x02\x03")
        .add(&RestartInterval { mcus: 4 })
        .add(&ac)
        .raw(b"\x04\x05")
        .end()
}

/// Returns a lossless stream with DNL, fill bytes, stray bytes, and bytes after the end.
pub(super) fn sloppy() -> Vec<u8> {
    let open = FrameHeader { height: 0, precision: 16, ..frame(Process::LOSSLESS, &[component(1, 1, 1)]) };
    let mut bytes = Maker::new()
        .raw(b"\xFF\xFF")
        .add(&open)
        .raw(b"stray\xFF\x00")
        .add(&huffman())
        .add(&ScanHeader::lossless(vec![select(1)], 7, 2))
        .raw(b"\x12\x34\xFF\xFF")
        .add(&NumberOfLines { lines: 20 })
        .end();
    bytes.extend(b"\xFF\xD8 another");
    bytes
}

/// Returns a hierarchical stream: a DCT frame, then a lossless differential frame.
pub(super) fn hierarchical() -> Vec<u8> {
    let process = |code| Process::new(Marker::new(code)).unwrap();
    Maker::new()
        .add(&quant())
        .add(&FrameHeader { width: 60, height: 40, ..frame(process(0xDE), &[component(1, 1, 1)]) })
        .add(&frame(process(0xC9), &[component(1, 1, 1)]))
        .add(&ArithmeticConditioning { tables: vec![Conditioning { class: 1, destination: 0, value: 5 }] })
        .add(&ScanHeader::sequential(vec![select(1)]))
        .raw(b"\x01\x02")
        .add(&ExpandReference { horizontal: 1, vertical: 1 })
        .add(&FrameHeader { width: 60, height: 40, ..frame(process(0xCF), &[component(1, 1, 1)]) })
        .add(&ScanHeader::lossless(vec![select(1)], 0, 0))
        .raw(b"\x03")
        .end()
}

pub(super) fn all() -> [Vec<u8>; 4] {
    [baseline(), progressive(), sloppy(), hierarchical()]
}
