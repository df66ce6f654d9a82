//! The trace of entropy-coded data, an independent reader of the encoder's output. Its symbols give back the
//! coefficients of the input, its elements cover every bit, and no input breaks it.

use codecs::jpeg::baseline::{Block8x8, Encoder, Options, Quantizer, Sampling};
use codecs::jpeg::marker::{Content as PartContent, Stream};
use codecs::jpeg::trace;
use codecs::jpeg::{Huffman, Restart, Scans};
use codecs::picture::{PixelFormat, Pixels};
use codecs::shared::trace::{Record, Recorder};
use proptest::prelude::*;
use std::sync::Mutex;
use tests::Random;
use tests::jpeg::{Blocks, Case, Content, KINDS, Kind, RESTARTS, SAMPLINGS, TABLES, coefficients, lossless};

/// A quantiser that ignores its input: it returns random blocks, and records them in their order.
struct RandomBlocks(Mutex<(Random, Vec<[i16; 64]>)>);

impl Quantizer for RandomBlocks {
    fn quantize(&self, _: usize, _: &Block8x8) -> Block8x8 {
        let (random, blocks) = &mut *self.0.lock().expect("one thread");
        let some = random.size(64) as isize;
        let most = 1 << random.between(0, 11);
        let mut block = [[0; 8]; 8];
        for level in block.as_flattened_mut() {
            if random.between(0, 64) < some {
                *level = random.between(-most, most).clamp(-1023, 1023) as i16;
            }
        }
        block[0][0] = random.between(-1024, 1024) as i16;
        blocks.push(block.as_flattened().try_into().expect("64 levels"));
        block
    }
}

#[test]
fn the_symbols_are_those_of_the_coefficients_that_went_in() {
    let mut random = Random::new(1);
    // The factors of components 1 to 3, whose widths give whole pairs of blocks: each block is quantised once.
    for (sampling, factors) in [
        (Sampling::S444, [(1, 1), (1, 1), (1, 1)]),
        (Sampling::S420, [(2, 2), (1, 1), (1, 1)]),
        (Sampling::S411, [(4, 1), (1, 1), (1, 1)]),
    ] {
        for huffman in [Huffman::Standard, Huffman::Optimised] {
            for scans in [Scans::Interleaved, Scans::Separate] {
                for restart in [Restart::Never, Restart::Rows(1), Restart::Mcus(3), Restart::Mcus(1)] {
                    let (width, height) = (64 * random.size(2), 32 * random.size(3));
                    let options = Options::new(90)
                        .expect("a quality")
                        .with_sampling(sampling)
                        .with_huffman(huffman)
                        .with_scans(scans)
                        .with_restart(restart);
                    let quantizer = RandomBlocks(Mutex::new((Random::new(random.bits()), Vec::new())));
                    let encoder = Encoder::new(options).with_quantizer(quantizer);
                    // The encoder is dropped afterwards, but its quantiser is read first.
                    let (file, blocks) = coded(encoder, (width, height));
                    assert!(
                        coefficients(&file) == in_order(&blocks, &factors, (width, height)),
                        "{huffman:?}, {scans:?}"
                    );
                }
            }
        }
    }
}

/// Returns a file, and the blocks that the quantiser returned.
fn coded(
    encoder: Encoder<codecs::jpeg::baseline::IntegerDct, RandomBlocks>,
    (width, height): (usize, usize),
) -> (Vec<u8>, Vec<[i16; 64]>) {
    let rgb = vec![0; 3 * width * height];
    let mut file = Vec::new();
    let picture = Pixels::interleaved(&rgb, width, height, PixelFormat::Rgb).expect("a picture");
    encoder.encode(&picture, &mut file).expect("a lawful picture");
    let blocks = encoder.quantizer().0.lock().expect("one thread").1.clone();
    (file, blocks)
}

/// Returns the blocks in the order of the quantiser: rows of MCUs, components, rows of blocks.
fn in_order(blocks: &[[i16; 64]], factors: &[(usize, usize); 3], (width, height): (usize, usize)) -> Blocks {
    let (h_max, v_max) = factors[0];
    let mut blocks = blocks.iter();
    let mut places = Blocks::new();
    for row in 0..height / (8 * v_max) {
        for (c, (h, v)) in (1..).zip(factors) {
            for y in row * v..(row + 1) * v {
                for x in 0..width * h / (8 * h_max) {
                    places.insert((c, y, x), *blocks.next().expect("a block for each place"));
                }
            }
        }
    }
    assert_eq!(blocks.next(), None, "a place for each block");
    places
}

/// Returns small files of all kinds.
fn files() -> Vec<Vec<u8>> {
    let mut random = Random::new(2);
    let mut files = Vec::new();
    for sampling in 0..SAMPLINGS.len() {
        for (n, kind) in KINDS.into_iter().enumerate() {
            let (restart, tables) = (RESTARTS[(sampling + n) % RESTARTS.len()], TABLES[n % TABLES.len()]);
            let (scans, content) = (Scans::Separate, [Content::Noise, Content::Flat][n / 2 % 2]);
            let size = (random.size(50), random.size(50));
            let mut case = Case { sampling, kind, scans, restart, tables, size, content };
            let interleaved = Case { scans: Scans::Interleaved, ..case };
            if n % 2 == 0 && interleaved.is_legal() {
                case = interleaved;
            }
            files.push(case.encode(&case.source(&mut random)).expect("a lawful case"));
        }
    }
    for kind in KINDS {
        let (Kind::Natural(_) | Kind::Planar(..) | Kind::SemiPlanar(..)) = kind else { continue };
        for (precision, restart, content) in [
            (8, Restart::Never, lossless::Content::Noise),
            (12, Restart::Rows(1), lossless::Content::Signed),
            (16, Restart::Rows(2), lossless::Content::Halves),
        ] {
            let case = lossless::Case::gray(precision, (random.size(30), random.size(30)));
            let case = lossless::Case { kind, restart, content, ..case };
            files.push(case.encode(&case.source(&mut random)).expect("a lawful case"));
        }
    }
    files
}

#[test]
fn the_elements_cover_every_bit_of_the_data() {
    for file in files() {
        let mut recorder = Recorder::default();
        trace(&file, &mut recorder).expect("a JPEG");
        for part in Stream::read(&file).expect("a JPEG").parts {
            let PartContent::EntropyCoded { .. } = part.content else { continue };
            let data = 8 * part.position..8 * (part.position + part.length);
            let mut next = data.start;
            for record in &recorder.records {
                match record {
                    Record::Element { position_bits, bits, name, value } if data.contains(position_bits) => {
                        // A stuffed byte inside an element follows it in the trace.
                        assert!(*position_bits == next || name == "stuffing", "{name} follows the element before it");
                        assert!(name != "padding" || *value == (1 << bits) - 1, "padding of ones");
                        next += u64::from(*bits);
                        if name == "stuffing" {
                            assert_eq!(file[*position_bits as usize / 8..][..1], [0]);
                        }
                    }
                    Record::Structure { name, .. } => assert!(!name.contains("broken"), "{name}"),
                    Record::Element { .. } => {}
                }
            }
            assert_eq!(next, data.end);
        }
    }
}

#[test]
fn a_sample_is_its_category_and_its_difference() {
    // A precision of 16 bits, predicted by 32768 and then by the sample to the left.
    let row = [0_u16, 1, 1, 32769, 32766, 65535];
    let mut options = codecs::jpeg::lossless::Options::dicom();
    options.huffman = Huffman::Standard;
    let mut file = Vec::new();
    let picture = Pixels::interleaved(&row, 6, 1, PixelFormat::Gray).expect("a picture");
    codecs::jpeg::lossless::encode(&picture, &options, &mut file).expect("a lawful picture");
    let mut recorder = Recorder::default();
    trace(&file, &mut recorder).expect("a JPEG");
    let told = recorder.records.into_iter().filter_map(|record| match record {
        Record::Element { name, value, bits, .. } if name == "diff" => Some((name, i64::from(bits), value)),
        // The bits of a code depend on the table.
        Record::Element { name, value, .. } if name == "SSSS" => Some((name, 0, value)),
        _ => None,
    });
    let expected = [
        ("SSSS", 0, 16),
        ("SSSS", 0, 1),
        ("diff", 1, 1),
        ("SSSS", 0, 0),
        ("SSSS", 0, 16),
        ("SSSS", 0, 2),
        ("diff", 2, -3),
        ("SSSS", 0, 15),
        ("diff", 15, -32767), // 32769, modulo 65536
    ];
    assert!(told.eq(expected.map(|(name, bits, value)| (name.to_owned(), bits, value))));
}

fn structures(bytes: &[u8]) -> Vec<String> {
    let mut recorder = Recorder::default();
    trace(bytes, &mut recorder).expect("a JPEG");
    let name = |record| if let Record::Structure { name, .. } = record { Some(name) } else { None };
    recorder.records.into_iter().filter_map(name).collect()
}

#[test]
fn other_processes_are_one_line() {
    let case = Case {
        sampling: 0,
        kind: KINDS[1],
        scans: Scans::Interleaved,
        restart: Restart::Never,
        tables: TABLES[0],
        size: (20, 20),
        content: Content::Noise,
    };
    let file = case.encode(&case.source(&mut Random::new(3))).expect("a lawful case");
    let frame = file.windows(2).position(|marker| marker == [0xFF, 0xC0]).expect("SOF0");
    for (code, reason) in [
        (0xC2, "a progressive scan of coefficients 0 to 63, which is not allowed"),
        (0xCB, "lossless, arithmetic, which is not traced"),
        (0xC9, "sequential DCT, arithmetic, which is not traced"),
    ] {
        let mut other = file.clone();
        other[frame + 1] = code;
        let lines = structures(&other);
        let told: Vec<_> = lines.iter().filter(|line| line.starts_with("entropy-coded data")).collect();
        assert_eq!(told.len(), 1);
        assert!(told[0].ends_with(reason), "{}", told[0]);
        assert!(!lines.iter().any(|line| line.starts_with("MCU")));
    }
}

#[test]
fn a_broken_interval_does_not_spoil_the_next() {
    let case = Case {
        sampling: 0,
        kind: KINDS[0],
        scans: Scans::Interleaved,
        restart: Restart::Rows(1),
        tables: TABLES[0],
        size: (64, 64),
        content: Content::Noise,
    };
    let file = case.encode(&case.source(&mut Random::new(4))).expect("a lawful case");
    let whole = coefficients(&file);
    let first_marker = file.windows(2).position(|marker| marker == [0xFF, 0xD0]).expect("RST0");
    // The second interval loses its second half.
    let second_marker = file.windows(2).position(|marker| marker == [0xFF, 0xD1]).expect("RST1");
    let middle = (first_marker + second_marker) / 2;
    let cut = [&file[..middle], &file[second_marker..]].concat();
    let lines = structures(&cut);
    assert_eq!(lines.iter().filter(|line| line.starts_with("broken")).count(), 1);
    let last = lines.iter().rfind(|line| line.starts_with("component")).expect("blocks");
    assert_eq!((last.as_str(), whole.len()), ("component 1, block 7,7", 64));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_damage_breaks_it(seed in any::<u64>(), hits in 1..30_usize) {
        static FILES: std::sync::LazyLock<Vec<Vec<u8>>> = std::sync::LazyLock::new(files);
        let mut random = Random::new(seed);
        let mut file = FILES[random.between(0, FILES.len() as isize) as usize].clone();
        for _ in 0..hits {
            let at = random.between(0, file.len() as isize) as usize;
            match random.between(0, 4) {
                0 => file[at] = random.bits() as u8,
                1 => file[at] ^= 1 << random.between(0, 8),
                2 => file[at] = [0, 0xFF, 0xD0, 0xC0, 0xDA][random.between(0, 5) as usize],
                _ if file.len() > 10 => drop(file.remove(at)),
                _ => {}
            }
        }
        file.truncate(random.size(2 * file.len()));
        // The trace terminates, whatever it reports.
        let _ = trace(&file, &mut Recorder::default());
    }

    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = trace(&[&[0xFF, 0xD8][..], &bytes].concat(), &mut Recorder::default());
    }
}
