//! The order of segments: T.81 B.2.

use super::samples::{Maker, component, frame, huffman, quant, select};
use crate::jpeg::marker::*;

fn complaints(bytes: &[u8]) -> Vec<String> {
    let stream = Stream::read(bytes).unwrap();
    let complaints = stream.complaints().map(ToString::to_string);
    complaints.map(|text| text.split_once(": ").unwrap().1.to_owned()).collect()
}

fn scan() -> ScanHeader {
    ScanHeader::sequential(vec![select(1)])
}

fn gray() -> FrameHeader {
    frame(Process::BASELINE, &[component(1, 1, 1)])
}

fn whole() -> Maker {
    Maker::new().add(&quant()).add(&gray()).add(&huffman())
}

#[test]
fn the_least_stream_has_no_complaints() {
    assert_eq!(complaints(&whole().add(&scan()).raw(b"\x01").end()), [""; 0]);
}

#[test]
fn a_stream_ends_with_eoi() {
    assert_eq!(complaints(&whole().add(&scan()).raw(b"\x01").0), ["the stream ends without EOI"]);
}

#[test]
fn soi_stands_once() {
    assert_eq!(complaints(&Maker::new().raw(b"\xFF\xD8").end()), ["SOI occurs a second time"]);
}

#[test]
fn a_scan_needs_a_frame_and_its_tables() {
    let data = |maker: Maker| maker.add(&scan()).raw(b"\x01").end();
    assert_eq!(complaints(&data(Maker::new().add(&quant()).add(&huffman()))), ["SOS occurs before a frame header"]);
    assert_eq!(
        complaints(&data(Maker::new().add(&gray()))),
        [
            "quantisation table 0 is used but not defined",
            "DC Huffman table 0 is used but not defined",
            "AC Huffman table 0 is used but not defined",
        ]
    );
}

#[test]
fn a_second_frame_needs_dhp() {
    let bytes = whole().add(&gray()).end();
    assert_eq!(complaints(&bytes), ["SOF0 occurs after another frame header, without DHP"]);
    let differential = frame(Process::new(Marker::new(0xC5)).unwrap(), &[component(1, 1, 1)]);
    assert_eq!(complaints(&Maker::new().add(&differential).end()), ["SOF5 occurs without DHP"]);
    assert_eq!(complaints(&Maker::new().add(&ExpandReference::default()).end()), ["EXP occurs without DHP"]);
}

#[test]
fn a_scan_selects_components_of_the_frame_in_its_order() {
    let two = frame(Process::BASELINE, &[component(1, 1, 1), component(2, 1, 1)]);
    let made = |selectors: &[u8]| {
        let scan = ScanHeader::sequential(selectors.iter().map(|&selector| select(selector)).collect());
        complaints(&Maker::new().add(&quant()).add(&two).add(&huffman()).add(&scan).raw(b"\x01").end())
    };
    assert_eq!(made(&[1, 2]), [""; 0]);
    assert_eq!(made(&[2, 1]), ["SOS lists components out of the frame's order"]);
    assert_eq!(made(&[1, 3]), ["the scan's component 3 is not in the frame"]);
}

#[test]
fn an_interleaved_scan_has_ten_blocks_an_mcu() {
    let made = |vertical| {
        let frame = frame(Process::BASELINE, &[component(1, 4, 2), component(2, 1, vertical)]);
        let scan = ScanHeader::sequential(vec![select(1), select(2)]);
        complaints(&Maker::new().add(&quant()).add(&frame).add(&huffman()).add(&scan).raw(b"\x01").end())
    };
    assert_eq!(made(2), [""; 0]);
    assert_eq!(made(3), ["an MCU has 11 blocks; an interleaved scan allows at most 10"]);
}

#[test]
fn what_a_scan_may_code_depends_on_the_process() {
    let made = |process, scan: ScanHeader| {
        let frame = frame(process, &[component(1, 1, 1)]);
        complaints(&Maker::new().add(&quant()).add(&frame).add(&huffman()).add(&scan).raw(b"\x01").end())
    };
    let part = ScanHeader { spectral_start: 1, spectral_end: 5, approximation_high: 2, approximation_low: 1, ..scan() };
    assert_eq!(made(Process::PROGRESSIVE, part.clone()), [""; 0]);
    assert_eq!(
        made(Process::BASELINE, part),
        [
            "Ss = 1 is outside 0 to 0",
            "Se = 5 is outside 63 to 63",
            "Ah = 2 is outside 0 to 0",
            "Al = 1 is outside 0 to 0"
        ]
    );
    assert_eq!(made(Process::PROGRESSIVE, scan()), ["Se = 63 is outside 0 to 0"]);
    assert_eq!(made(Process::LOSSLESS, ScanHeader::lossless(vec![select(1)], 7, 7)), [""; 0]);
    assert_eq!(
        made(Process::LOSSLESS, ScanHeader::lossless(vec![select(1)], 8, 8)),
        ["Ss = 8 is outside 1 to 7", "Al = 8 is outside 0 to 7"]
    );
}

#[test]
fn a_baseline_frame_has_two_tables_of_a_class() {
    let mut tables = huffman();
    tables.tables.iter_mut().for_each(|table| table.destination = 2);
    let far = ScanComponent { selector: 1, dc_table: 2, ac_table: 2 };
    let made = |process| {
        let frame = frame(process, &[component(1, 1, 1)]);
        let scan = ScanHeader::sequential(vec![far]);
        complaints(&Maker::new().add(&quant()).add(&frame).add(&tables).add(&scan).raw(b"\x01").end())
    };
    assert_eq!(made(Process::EXTENDED), [""; 0]);
    assert_eq!(made(Process::BASELINE), ["Td1 = 2 is outside 0 to 1", "Ta1 = 2 is outside 0 to 1"]);
}

#[test]
fn dnl_follows_the_first_scan_and_only_that() {
    let open = FrameHeader { height: 0, ..gray() };
    let begin = || Maker::new().add(&quant()).add(&open).add(&huffman()).add(&scan()).raw(b"\x01");
    let lines = NumberOfLines { lines: 20 };
    assert_eq!(complaints(&begin().add(&lines).end()), [""; 0]);
    assert_eq!(complaints(&begin().end()), ["EOI occurs where DNL must state the lines that the frame leaves open"]);
    assert_eq!(complaints(&whole().add(&lines).end()), ["DNL does not follow the first scan"]);
}

#[test]
fn restart_markers_are_as_many_as_the_interval_asks_for() {
    // 30x20 samples of one component: 4x3 blocks.
    let made = |mcus, data: &[u8]| complaints(&whole().add(&RestartInterval { mcus }).add(&scan()).raw(data).end());
    assert_eq!(made(0, b"\x01"), [""; 0]);
    assert_eq!(made(0, b"\x01\xFF\xD0\x02"), ["restart markers in the scan: 1 found, 0 expected"]);
    assert_eq!(made(6, b"\x01\xFF\xD0\x02"), [""; 0]);
    assert_eq!(made(5, b"\x01\xFF\xD0\x02"), ["restart markers in the scan: 1 found, 2 expected"]);
    assert_eq!(made(12, b"\x01"), [""; 0]);
    assert_eq!(complaints(&Maker::new().raw(b"\xFF\xD3").end()), ["RST3 occurs outside a scan"]);
}
