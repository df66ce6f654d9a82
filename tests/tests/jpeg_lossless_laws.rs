//! Laws of the lossless JPEG encoder: invariance of its output, and its refusals.

use codecs::jpeg::lossless::{Options, Predictor, encode};
use codecs::jpeg::marker::{Segment, Stream};
use codecs::jpeg::{Huffman, JpegError, Restart, Scans};
use codecs::picture::{PixelFormat, Pixels};
use std::io::{self, Write};
use tests::Random;
use tests::jpeg::Kind;
use tests::jpeg::lossless::{Case, Content, Words, reconstruct};

/// Returns pictures of many lines, in all layouts.
fn cases(random: &mut Random) -> Vec<Case> {
    use PixelFormat::{Bgra, Cmyk, Gray, Rgb};
    let mut kinds = [Gray, Rgb, Bgra, Cmyk].map(Kind::Natural).to_vec();
    kinds.extend([Kind::Planar(1, 1), Kind::Planar(2, 2), Kind::SemiPlanar(2, 1)]);
    let mut cases = Vec::new();
    for kind in kinds {
        for restart in [Restart::Never, Restart::Rows(1), Restart::Rows(3), Restart::Rows(40)] {
            for scans in [Scans::Interleaved, Scans::Separate] {
                for huffman in [Huffman::Optimised, Huffman::Standard] {
                    for precision in [7, 8, 12, 16] {
                        let size = (random.size(30), random.size(150));
                        let predictor = Some(random.between(0, 8) as u8).filter(|&predictor| predictor > 0);
                        let point_transform = random.between(-3, 3).max(0) as u8;
                        let content = [Content::Noise, Content::Photo, Content::Signed][random.between(0, 3) as usize];
                        let case = Case::gray(precision, size);
                        let case = Case { kind, restart, scans, huffman, predictor, point_transform, content, ..case };
                        cases.push(case);
                    }
                }
            }
        }
    }
    cases
}

#[test]
fn the_number_of_threads_does_not_change_a_byte() {
    let mut random = Random::new(30);
    for case in cases(&mut random) {
        let source = case.source(&mut random);
        let mut options = case.options().expect("lawful options");
        let one = source.encode(case.words, &options).expect("a lawful picture");
        for threads in [2, 3] {
            options.threads = threads.try_into().expect("not 0");
            let more = source.encode(case.words, &options).expect("a lawful picture");
            assert!(more == one, "{threads} threads: {case:?}");
        }
    }
}

#[test]
fn any_number_of_threads_can_be_asked_for() {
    let gray = [[50_u8, 200, 7]; 13 * 40].concat();
    let picture = Pixels::interleaved(&gray, 39, 40, PixelFormat::Gray).expect("a picture");
    let file = |threads: usize| {
        let options = Options::new().with_restart(Restart::Rows(3)).with_threads(threads.try_into().expect("not 0"));
        let mut file = Vec::new();
        encode(&picture, &options, &mut file).expect("a lawful picture");
        file
    };
    for threads in [100_000, usize::MAX / 8 + 1, usize::MAX / 16 + 1, usize::MAX] {
        assert!(file(threads) == file(1), "{threads} threads");
    }
}

#[test]
fn bytes_and_words_of_the_same_samples_make_the_same_file() {
    let mut random = Random::new(31);
    for case in cases(&mut random).into_iter().filter(|case| case.precision <= 8) {
        let source = case.source(&mut random);
        let options = case.options().expect("lawful options");
        let [bytes, words] = [Words::U8, Words::U16].map(|words| source.encode(words, &options).expect("a picture"));
        assert!(bytes == words, "{case:?}");
    }
}

/// Asserts that the layouts of one picture give the same file.
fn same_file(kinds: &[Kind], content: Content) {
    for words in [Words::U8, Words::U16] {
        for scans in [Scans::Interleaved, Scans::Separate] {
            let files = kinds.iter().map(|&kind| {
                let case = Case { kind, words, scans, content, ..Case::gray(8, (29, 23)) };
                // The samples are the same in each layout; the gaps between them differ.
                case.encode(&case.source(&mut Random::new(32))).expect("a lawful picture")
            });
            let files: Vec<_> = files.collect();
            assert!(files.iter().all(|file| *file == files[0]), "{kinds:?}, {words:?}, {scans:?}");
        }
    }
}

#[test]
fn the_order_of_samples_and_alpha_do_not_change_a_byte() {
    use PixelFormat::{Bgr, Bgra, Rgb, Rgba, YCbCr};
    for content in [Content::Noise, Content::Photo] {
        same_file(&[Rgb, Rgba, Bgr, Bgra].map(Kind::Natural), content);
        same_file(&[Kind::Natural(YCbCr), Kind::Planar(1, 1), Kind::SemiPlanar(1, 1)], content);
        same_file(&[Kind::Planar(2, 1), Kind::SemiPlanar(2, 1)], content);
    }
}

#[test]
fn restarts_after_mcus_are_those_after_lines() {
    let source = Case::gray(12, (13, 40)).source(&mut Random::new(33));
    let file = |restart| {
        let case = Case { restart, ..Case::gray(12, (13, 40)) };
        case.encode(&source).expect("a lawful picture")
    };
    assert_eq!(file(Restart::Mcus(13)), file(Restart::Rows(1)));
    assert_eq!(file(Restart::Mcus(65)), file(Restart::Rows(5)));
    assert_eq!(file(Restart::Mcus(0)), file(Restart::Never));
    assert_eq!(file(Restart::Rows(0)), file(Restart::Never));
}

#[test]
fn the_chosen_predictor_makes_the_file_that_asking_for_it_makes() {
    let mut random = Random::new(34);
    for case in cases(&mut random).into_iter().filter(|case| case.scans == Scans::Interleaved && case.is_full()) {
        let source = case.source(&mut random);
        let chosen = Case { predictor: None, ..case }.encode(&source).expect("a lawful picture");
        let stream = Stream::read(&chosen).expect("a JPEG");
        let scan = stream.segments().find_map(|(_, segment)| match segment {
            Segment::Scan(scan) => Some(scan.spectral_start),
            _ => None,
        });
        assert!(chosen == Case { predictor: scan, ..case }.encode(&source).expect("a lawful picture"), "{case:?}");
    }
}

/// A sink that accepts one byte at a time, up to a limit.
struct Slow(Vec<u8>, usize);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() == self.1 {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        self.0.extend(bytes.first());
        Ok(bytes.len().min(1))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sink_gets_the_same_bytes_in_any_portions_and_its_error_comes_back() {
    let data: Vec<u16> = (0..40 * 30).map(|n| n * 7 % 4096).collect();
    let picture = Pixels::interleaved(&data, 40, 30, PixelFormat::Gray).expect("a picture");
    for (restart, threads) in [(Restart::Never, 1), (Restart::Rows(2), 1), (Restart::Rows(2), 3)] {
        let threads = threads.try_into().expect("not 0");
        let options = Options::new().with_precision(Some(12)).with_restart(restart).with_threads(threads);
        let mut file = Vec::new();
        encode(&picture, &options, &mut file).expect("a lawful picture");
        let mut slow = Slow(Vec::new(), usize::MAX);
        encode(&picture, &options, &mut slow).expect("a lawful picture");
        assert!(slow.0 == file);
        for room in [0, 1, 30, 100, file.len() / 2, file.len() - 1] {
            let mut full = Slow(Vec::new(), room);
            match encode(&picture, &options, &mut full) {
                Err(JpegError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
                other => panic!("{other:?} with room for {room} bytes"),
            }
            assert!(file.starts_with(&full.0));
        }
    }
}

fn refusal<T: codecs::picture::Sample>(data: &[T], (width, height): (usize, usize), options: &Options) -> String {
    let picture = Pixels::interleaved(data, width, height, PixelFormat::Gray).expect("a picture");
    let error = encode(&picture, options, &mut io::sink()).expect_err("it cannot be coded");
    error.to_string()
}

#[test]
fn what_a_file_cannot_have_is_refused() {
    let gray = [0_u8; 70_000];
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::new();
        change(&mut options);
        options
    };
    for precision in [0, 1, 17, 255] {
        let refused = refusal(&gray, (4, 4), &with(&|o| o.precision = Some(precision)));
        assert_eq!(refused, format!("a precision of {precision} bits is not allowed; lossless JPEG has 2 to 16"));
    }
    for (precision, point_transform) in [(None, 8), (Some(2), 2), (Some(16), 16), (Some(12), 255)] {
        let refused = refusal(
            &gray,
            (4, 4),
            &with(&|o| {
                (o.precision, o.point_transform) = (precision, point_transform);
            }),
        );
        let bits = precision.unwrap_or(8);
        assert_eq!(
            refused,
            format!(
                "a point transform of {point_transform} is too large; it must be less than the {bits} bits of a sample"
            )
        );
    }
    assert_eq!(refusal(&gray, (70_000, 1), &Options::new()), "a JPEG has 1 to 65535 columns and rows, not 70000x1");
    assert_eq!(
        refusal(&gray, (10, 10), &with(&|o| o.restart = Restart::Mcus(15))),
        "a restart interval of 15 MCUs is not a multiple of 10; a lossless file has whole lines between restarts"
    );
    assert_eq!(
        refusal(&gray, (1000, 70), &with(&|o| o.restart = Restart::Rows(66))),
        "restarts after 66 lines of 1000 pixels are too far apart; at most 65535 pixels, 65 lines, are allowed"
    );
    assert!(matches!(Predictor::new(0), Err(JpegError::Predictor(0))));
    assert!(matches!(Predictor::new(8), Err(JpegError::Predictor(8))));
}

#[test]
fn a_sample_of_too_many_bits_is_refused_and_its_place_told() {
    let (width, height) = (11, 50);
    for (row, column) in [(0, 0), (0, 10), (1, 0), (17, 5), (49, 10)] {
        for (precision, point_transform, sample) in [(2, 0, 4), (12, 0, 4096), (12, 5, 4096), (15, 14, 32768)] {
            let mut data = vec![0_u16; width * height];
            data[row * width + column] = sample;
            for predictor in Predictor::all().map(Some).chain([None]) {
                for huffman in [Huffman::Standard, Huffman::Optimised] {
                    for (threads, restart) in [(1, Restart::Never), (1, Restart::Rows(3)), (3, Restart::Rows(3))] {
                        let threads = threads.try_into().expect("not 0");
                        let options = Options::new()
                            .with_predictor(predictor)
                            .with_huffman(huffman)
                            .with_threads(threads)
                            .with_restart(restart);
                        let options = options.with_precision(Some(precision)).with_point_transform(point_transform);
                        assert_eq!(
                            refusal(&data, (width, height), &options),
                            format!(
                                "the sample in row {row}, column {column} has more than {precision} bits: \
                                 state a greater precision"
                            )
                        );
                    }
                }
            }
            // One less is the largest sample that fits.
            data[row * width + column] = sample - 1;
            let options = Options::new().with_precision(Some(precision));
            let picture = Pixels::interleaved(&data, width, height, PixelFormat::Gray).expect("a picture");
            let mut file = Vec::new();
            encode(&picture, &options, &mut file).expect("a lawful picture");
            assert_eq!(reconstruct(&file).0, [data]);
        }
    }
}

#[test]
fn the_widest_and_the_highest_picture_come_back() {
    let data: Vec<u16> = (0..65_535_u16).map(|n| n.wrapping_mul(n)).collect();
    for (width, height) in [(65_535, 1), (1, 65_535)] {
        let picture = Pixels::interleaved(&data, width, height, PixelFormat::Gray).expect("a picture");
        for restart in [Restart::Never, Restart::Rows(1)] {
            let mut file = Vec::new();
            encode(&picture, &Options::new().with_restart(restart), &mut file).expect("a lawful picture");
            assert!(reconstruct(&file).0 == [data.clone()], "{width}x{height}, {restart:?}");
        }
    }
}
