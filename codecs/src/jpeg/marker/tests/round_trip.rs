//! Round trips: reading and tracing return what was written.

use crate::jpeg::marker::*;
use crate::shared::trace::{Record, Recorder, Trace};
use proptest::prelude::*;

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

fn frames() -> impl Strategy<Value = Segment> {
    let codes = [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF, 0xDE];
    let processes = codes.map(|code| Process::new(Marker::new(code)).unwrap());
    let components = prop::collection::vec((1..=4_u8, 1..=4_u8, 0..=3_u8), 1..=4);
    (prop::sample::select(processes.to_vec()), any::<(u8, u16, u8)>(), 1..=65535_u16, components).prop_map(
        |(process, (bits, height, first), width, components)| {
            let predicts = process.is_lossless() || process.is_hierarchy();
            let precision = match process {
                Process::BASELINE => 8,
                _ if predicts => 2 + bits % 15,
                _ => 8 + bits % 2 * 4,
            };
            let components = (0_u8..).zip(components).map(|(i, (horizontal, vertical, quant_table))| FrameComponent {
                identifier: first.wrapping_add(i),
                horizontal,
                vertical,
                quant_table: if predicts { 0 } else { quant_table },
            });
            Segment::Frame(FrameHeader { process, precision, height, width, components: components.collect() })
        },
    )
}

fn scans() -> impl Strategy<Value = Segment> {
    let component = (any::<u8>(), 0..=3_u8, 0..=3_u8).prop_map(|(selector, dc_table, ac_table)| ScanComponent {
        selector,
        dc_table,
        ac_table,
    });
    let components = prop::collection::vec(component, 1..=4);
    (components, 0..=63_u8, 0..=63_u8, 0..=13_u8, 0..=15_u8).prop_map(|(components, start, end, high, low)| {
        Segment::Scan(ScanHeader {
            components,
            spectral_start: start,
            spectral_end: end,
            approximation_high: high,
            approximation_low: low,
        })
    })
}

fn tables() -> impl Strategy<Value = Segment> {
    let quant =
        (0..=1_u8, 0..=3_u8, prop::collection::vec(1..=65535_u16, 64)).prop_map(|(precision, destination, steps)| {
            let most = if precision == 0 { 255 } else { 65535 };
            let elements = core::array::from_fn(|k| (steps[k] - 1) % most + 1);
            DefinedQuantTable { precision, destination, elements }
        });
    // A code extended by one bit just before it is full is always a prefix code.
    let huffman = (0..=1_u8, 0..=3_u8, prop::collection::vec(any::<u8>(), 16), any::<u8>()).prop_map(
        |(class, destination, wishes, first)| {
            let mut table = DefinedHuffmanTable { class, destination, ..Default::default() };
            for (length, wish) in wishes.into_iter().enumerate() {
                let free = 65535 - table.words_used();
                table.bits[length] = u32::from(wish).min(free >> (15 - length)) as u8 % 200;
            }
            let codes: usize = table.bits.iter().map(|&codes| usize::from(codes)).sum();
            table.values = (0..codes).map(|k| first.wrapping_add(k as u8)).collect();
            table
        },
    );
    let conditioning = (0..=1_u8, 0..=3_u8, any::<u8>()).prop_map(|(class, destination, value)| Conditioning {
        class,
        destination,
        value: match class {
            0 => (value & 0xF0) | (value & 15).min(value >> 4),
            _ => value % 63 + 1,
        },
    });
    prop_oneof![
        prop::collection::vec(quant, 1..=4).prop_map(|tables| Segment::QuantTables(QuantTables { tables })),
        prop::collection::vec(huffman, 1..=4).prop_map(|tables| Segment::HuffmanTables(HuffmanTables { tables })),
        prop::collection::vec(conditioning, 1..=8)
            .prop_map(|tables| Segment::ArithmeticConditioning(ArithmeticConditioning { tables })),
    ]
}

fn numbers() -> impl Strategy<Value = Segment> {
    prop_oneof![
        any::<u16>().prop_map(|mcus| Segment::RestartInterval(RestartInterval { mcus })),
        (1..=65535_u16).prop_map(|lines| Segment::NumberOfLines(NumberOfLines { lines })),
        (0..=1_u8, 0..=1_u8)
            .prop_map(|(horizontal, vertical)| Segment::ExpandReference(ExpandReference { horizontal, vertical })),
    ]
}

fn applications() -> impl Strategy<Value = Segment> {
    let jfif = (0..=99_u8, 0..=2_u8, 1..=65535_u16, 1..=65535_u16, 0..=5_u8, 0..=5_u8, any::<u8>()).prop_map(
        |(minor, units, x_density, y_density, columns, rows, fill)| {
            Segment::Jfif(AppJfif {
                version: (1, minor),
                units,
                x_density,
                y_density,
                thumbnail_size: (columns, rows),
                thumbnail: vec![fill; 3 * usize::from(columns) * usize::from(rows)],
            })
        },
    );
    prop_oneof![
        jfif,
        (0x10..=0x13_u8, bytes(50)).prop_map(|(extension_code, data)| Segment::Jfxx(AppJfxx { extension_code, data })),
        bytes(50).prop_map(|tiff| Segment::Exif(AppExif { tiff })),
        bytes(50).prop_map(|packet| Segment::Xmp(AppXmp { packet })),
        (1..=255_u8, any::<u8>(), bytes(50)).prop_map(|(chunk, count, data)| Segment::Icc(AppIcc {
            chunk,
            count: count.max(chunk),
            data
        })),
        (any::<[u16; 3]>(), 0..=2_u8).prop_map(|([version, flags0, flags1], transform)| {
            Segment::Adobe(AppAdobe { version, flags: [flags0, flags1], transform })
        }),
        bytes(50).prop_map(|text| Segment::Comment(Comment { text })),
        (3..=13_u8, bytes(50)).prop_map(|(n, data)| Segment::App(AppData { marker: Marker::app(n), data })),
        (0xF0..=0xFD_u8, bytes(50)).prop_map(|(code, data)| Segment::App(AppData { marker: Marker::new(code), data })),
    ]
}

fn segments() -> impl Strategy<Value = Segment> {
    prop_oneof![frames(), scans(), tables(), numbers(), applications()]
}

/// The bits of a trace's elements, with gaps for byte strings.
#[derive(Default)]
struct Bits(Vec<Option<bool>>);

impl Trace for Bits {
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64) {
        let from = position_bits as usize;
        assert!(from >= self.0.len(), "{name} overlaps the element before it");
        self.0.resize(from, None);
        self.0.extend((0..bits).rev().map(|bit| Some(value >> bit & 1 == 1)));
    }

    fn structure(&mut self, _: u64, _: &str) {}
}

proptest! {
    #[test]
    fn what_is_written_is_read(segment in segments()) {
        let mut out = Vec::new();
        segment.write(&mut out).unwrap();
        prop_assert_eq!(usize::from(u16::from_be_bytes([out[2], out[3]])) + 2, out.len());
        let (read, complaints) = Segment::read(segment.marker(), &out[4..], 0).unwrap();
        prop_assert_eq!(complaints, []);
        prop_assert_eq!(read, segment);
    }

    #[test]
    fn a_trace_says_what_is_written(segment in segments(), before in 0..100_usize) {
        let mut out = vec![0; before];
        segment.write(&mut out).unwrap();
        let mut trace = Bits::default();
        segment.trace(before as u64, &mut trace).unwrap();
        for (at, bit) in trace.0.into_iter().enumerate() {
            if let Some(bit) = bit {
                prop_assert_eq!(out[at / 8] >> (7 - at % 8) & 1 == 1, bit, "bit {}", at);
            }
        }
    }

    #[test]
    fn a_shorter_segment_is_an_error_or_another_one(segment in segments(), cut in 1..20_usize) {
        let mut out = Vec::new();
        segment.write(&mut out).unwrap();
        let content = &out[4..];
        let content = &content[..content.len().saturating_sub(cut)];
        if let Ok((read, complaints)) = Segment::read(segment.marker(), content, 0) {
            prop_assert!(read != segment || !complaints.is_empty() || content.len() + 4 == out.len());
        }
    }
}

#[test]
fn writing_with_a_trace_is_writing_and_tracing() {
    let segment = RestartInterval { mcus: 7 };
    let (mut out, mut recorder) = (Marker::SOI.bytes().to_vec(), Recorder::default());
    segment.write_traced(&mut out, &mut recorder).unwrap();
    assert_eq!(out, [0xFF, 0xD8, 0xFF, 0xDD, 0, 4, 0, 7]);
    let last = Record::Element { position_bits: 48, bits: 16, name: "Ri".to_owned(), value: 7 };
    assert_eq!(recorder.records.last(), Some(&last));
}

#[test]
fn what_the_standard_does_not_allow_is_not_written() {
    let quant = |precision, destination, step| QuantTables {
        tables: vec![DefinedQuantTable { precision, destination, elements: [step; 64] }],
    };
    let frame = |height, width, count: u8| FrameHeader {
        process: Process::PROGRESSIVE,
        precision: 8,
        height,
        width,
        components: (0..count)
            .map(|identifier| FrameComponent { identifier, horizontal: 1, vertical: 1, quant_table: 0 })
            .collect(),
    };
    let refused: &[(Segment, &str)] = &[
        (Segment::QuantTables(quant(0, 0, 256)), "byte 5: Q0 = 256 is outside 1 to 255"),
        (Segment::QuantTables(quant(1, 0, 0)), "byte 5: Q0 = 0 is outside 1 to 65535"),
        (Segment::QuantTables(quant(0, 4, 1)), "byte 4: Tq = 4 is outside 0 to 3"),
        (Segment::QuantTables(QuantTables::default()), "byte 4: the segment has no quantisation table"),
        (
            Segment::QuantTables(QuantTables { tables: vec![DefinedQuantTable::default(); 1200] }),
            "DQT of 78002 bytes is too long; at most 65535 are allowed, including the length",
        ),
        (Segment::Frame(frame(1, 0, 1)), "byte 7: X = 0 is outside 1 to 65535"),
        (Segment::Frame(frame(1, 1, 5)), "byte 9: Nf = 5 is outside 1 to 4"),
        (
            Segment::Frame(FrameHeader { precision: 10, ..frame(1, 1, 1) }),
            "byte 4: P = 10 is not 8 or 12, as a DCT frame requires",
        ),
        (
            Segment::Frame(FrameHeader { components: vec![frame(1, 1, 1).components[0]; 2], ..frame(1, 1, 1) }),
            "byte 16: component identifier 0 occurs twice",
        ),
        (Segment::Scan(ScanHeader::sequential(vec![])), "byte 4: Ns = 0 is outside 1 to 4"),
        (
            Segment::HuffmanTables(HuffmanTables {
                tables: vec![DefinedHuffmanTable { values: vec![1], ..Default::default() }],
            }),
            "byte 21: V has 1 items and needs 0",
        ),
        (
            Segment::HuffmanTables(HuffmanTables {
                tables: vec![DefinedHuffmanTable::new(0, 0, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[1, 2])],
            }),
            "byte 4: the code lengths use 65536 of 65536 codes; at most 65535 are allowed, since all ones is no code",
        ),
        (
            Segment::ArithmeticConditioning(ArithmeticConditioning {
                tables: vec![Conditioning { class: 0, destination: 0, value: 0x12 }],
            }),
            "byte 5: the lower bound L = 2 is above the upper bound U = 1",
        ),
        (Segment::NumberOfLines(NumberOfLines { lines: 0 }), "byte 4: NL = 0 is outside 1 to 65535"),
        (Segment::Jfif(AppJfif { x_density: 0, ..AppJfif::default() }), "byte 12: Xdensity = 0 is outside 1 to 65535"),
        (
            Segment::Jfif(AppJfif { thumbnail_size: (1, 1), ..AppJfif::default() }),
            "byte 18: RGB has 0 items and needs 3",
        ),
        (Segment::Icc(AppIcc { chunk: 3, count: 2, data: vec![] }), "byte 17: count = 2 is outside 3 to 255"),
        (
            Segment::Comment(Comment { text: vec![0; 65534] }),
            "COM of 65536 bytes is too long; at most 65535 are allowed, including the length",
        ),
        (
            Segment::App(AppData { marker: Marker::DQT, data: vec![] }),
            "byte 4: DQT is neither an APPn nor a reserved marker",
        ),
        (Segment::Alone(Marker::DQT), "byte 0: length has 0 items and needs 2"),
    ];
    for (segment, why) in refused {
        let mut out = Vec::new();
        assert_eq!(segment.write(&mut out).unwrap_err().to_string(), *why);
        assert!(out.is_empty(), "{why}");
    }
}
