//! Files of the lossless JPEG encoder, decoded by independent decoders. They are libjpeg-turbo 3, the crate
//! `jpeg-decoder`, and the plain procedure of Annex H.1.2 on the trace. Each restores every sample of the input.
//!
//! | | libjpeg-turbo | jpeg-decoder | the trace |
//! |---|---|---|---|
//! | restarts, point transform | all | none | all |
//! | one scan | all | all | all |
//! | a scan for each component | all, and each component alone | each component alone | all |
//! | subsampled components | luma, and each alone | each alone | all |
//!
//! If luma has more lines than chroma and there are restarts, libjpeg-turbo resets the prediction at other lines of
//! luma than those with markers; then only each component alone is decoded.

use codecs::jpeg::marker::{Segment, Stream};
use codecs::jpeg::{Huffman, Restart, Scans};
use codecs::picture::PixelFormat;
use tests::Random;
use tests::jpeg::lossless::{Case, Content, Source, Space, Turbo, Words, jpeg_decoder, reconstruct};
use tests::jpeg::{Kind, alone};

const SIZES: [(usize, usize); 5] = [(1, 1), (1, 17), (17, 1), (16, 16), (33, 21)];
const RESTARTS: [Restart; 3] = [Restart::Never, Restart::Rows(1), Restart::Rows(5)];
const GRAY: Kind = Kind::Natural(PixelFormat::Gray);
const RGB: Kind = Kind::Natural(PixelFormat::Rgb);

/// Returns cases of every precision with every predictor, one and three components, every size, restarts, point
/// transforms and contents.
fn grid(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for precision in 2..=16 {
        for predictor in 1..=7 {
            for kind in [GRAY, RGB] {
                for size in SIZES {
                    for restart in RESTARTS {
                        for point_transform in [0, random.between(1, precision.into()) as u8] {
                            for content in [Content::Noise, Content::Extremes, Content::Photo] {
                                let predictor = Some(predictor);
                                let case = Case::gray(precision, size);
                                cases.push(Case { kind, predictor, restart, point_transform, content, ..case });
                            }
                        }
                    }
                }
            }
        }
    }
    cases
}

/// Returns cases of every layout, type of samples, scans, tables and content, with random other options.
fn layouts(random: &mut Random) -> Vec<Case> {
    use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba, YCbCr, Ycck};
    let natural = [Gray, Rgb, Rgba, Bgr, Bgra, YCbCr, Cmyk, Ycck].map(Kind::Natural);
    let planes = [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1), (3, 2), (4, 4)];
    let planar = planes.map(|(h, v)| Kind::Planar(h, v));
    let semi_planar = planes.map(|(h, v)| Kind::SemiPlanar(h, v));
    let mut cases = Vec::new();
    for kind in [&natural[..], &planar, &semi_planar].concat() {
        for words in [Words::U8, Words::U16] {
            for scans in [Scans::Interleaved, Scans::Separate] {
                for huffman in [Huffman::Optimised, Huffman::Standard] {
                    for content in CONTENTS {
                        let most = if words == Words::U8 { 8 } else { 16 };
                        let precision = random.between(2, most + 1) as u8;
                        let point_transform = random.between(-6, precision.into()).max(0) as u8;
                        let predictor = Some(random.between(0, 8) as u8).filter(|&predictor| predictor > 0);
                        let restart = RESTARTS[random.between(0, 3) as usize];
                        // A single column or row can also be one in each subsampled component.
                        let size = match random.between(0, 8) {
                            0 => (1, random.size(40)),
                            1 => (random.size(40), 1),
                            _ => (random.size(40), random.size(40)),
                        };
                        cases.push(Case {
                            kind,
                            words,
                            precision,
                            predictor,
                            point_transform,
                            restart,
                            scans,
                            huffman,
                            size,
                            content,
                        });
                    }
                }
            }
        }
    }
    cases
}

const CONTENTS: [Content; 5] = [Content::Noise, Content::Extremes, Content::Halves, Content::Photo, Content::Signed];

/// Returns cases like the output of scanners: 16-bit samples of precision 10 to 16, and signed ones; every predictor.
fn scanned() -> Vec<Case> {
    let mut cases = Vec::new();
    for precision in [10, 12, 15, 16] {
        for predictor in 1..=7 {
            for content in [Content::Signed, Content::Halves, Content::Photo] {
                for restart in RESTARTS {
                    let case = Case::gray(precision, (64, 48));
                    cases.push(Case { predictor: Some(predictor), content, restart, ..case });
                }
            }
        }
    }
    cases
}

/// The results of decoding.
#[derive(Debug, Default)]
struct Found {
    files: usize,
    by_turbo: usize,
    by_jpeg_decoder: usize,
    by_trace: usize,
    /// The number of files with a difference of category 16, and the largest number of such differences in a file.
    with_category_16: usize,
    most_of_category_16: usize,
    wrong: Vec<String>,
}

impl Found {
    fn add(&mut self, other: Found) {
        self.files += other.files;
        self.by_turbo += other.by_turbo;
        self.by_jpeg_decoder += other.by_jpeg_decoder;
        self.by_trace += other.by_trace;
        self.with_category_16 += other.with_category_16;
        self.most_of_category_16 = self.most_of_category_16.max(other.most_of_category_16);
        self.wrong.extend(other.wrong);
    }

    /// Encodes the cases, and decodes the files with all decoders that support them.
    fn of(name: &str, cases: &[Case], mut random: Random) -> Found {
        let mut found = Found::default();
        let mut turbo = Turbo::new(name).expect("a file for temporary records");
        let mut asked = Vec::new();
        for case in cases {
            let source = case.source(&mut random);
            let file = case.encode(&source).unwrap_or_else(|error| panic!("{error}: {case:?}"));
            found.files += 1;
            let stream = Stream::read(&file).expect("a JPEG");
            let complaints = stream.complaints().map(|complaint| format!("{complaint}: {case:?}"));
            found.wrong.extend(complaints);
            found.by_trace(case, &source, &file);
            let whole = (file, source.interleaved(case.point_transform), case.size, case.space());
            let one_scan = stream.segments().filter(|(_, segment)| matches!(segment, Segment::Scan(_))).count() == 1;
            let mut files = if one_scan { Vec::new() } else { components_alone(case, &source, &whole.0) };
            if case.is_full() {
                files.push(whole);
            } else if case.restart == Restart::Never || case.luma_factors().1 == 1 {
                let (luma, room) = (&source.expected(case.point_transform)[0], "room for temporary records");
                turbo.decode_luma(&whole.0, luma, case.size, case.precision).expect(room);
                asked.push(case);
            }
            for (file, samples, size, space) in files {
                turbo.decode(&file, &samples, size, case.precision, space).expect("room for temporary records");
                asked.push(case);
                let plain = case.restart == Restart::Never && case.point_transform == 0;
                if plain && (one_scan || space == Space::Gray) {
                    found.by_jpeg_decoder += 1;
                    match jpeg_decoder(&file) {
                        Ok(decoded) if decoded == samples => {}
                        Ok(_) => found.wrong.push(format!("jpeg-decoder: other samples: {case:?}")),
                        Err(error) => found.wrong.push(format!("jpeg-decoder: {error}: {case:?}")),
                    }
                }
            }
        }
        let answers = turbo.answers().expect("an answer");
        assert_eq!(answers.len(), asked.len(), "an answer to each question");
        found.by_turbo = answers.len();
        for (answer, case) in answers.iter().zip(asked).filter(|(answer, _)| *answer != "same") {
            found.wrong.push(format!("libjpeg-turbo: {answer}: {case:?}"));
        }
        found
    }

    fn by_trace(&mut self, case: &Case, source: &Source, file: &[u8]) {
        self.by_trace += 1;
        let (samples, categories) = reconstruct(file);
        if samples != source.expected(case.point_transform) {
            self.wrong.push(format!("the trace: other samples: {case:?}"));
        }
        self.with_category_16 += usize::from(categories[16] > 0);
        self.most_of_category_16 = self.most_of_category_16.max(categories[16]);
    }

    fn is_right(&self) {
        let Found { files, by_turbo, by_jpeg_decoder, by_trace, with_category_16, most_of_category_16, wrong } = self;
        println!(
            "{files} files, decoded: {by_turbo} by libjpeg-turbo, {by_jpeg_decoder} by jpeg-decoder, {by_trace} by their traces; \
             category 16 in {with_category_16}, {most_of_category_16} times at most"
        );
        assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    }
}

/// A file, its samples pixel by pixel, its size and its colour space.
type Decodable = (Vec<u8>, Vec<u16>, (usize, usize), Space);

/// Returns the components of a file with one scan per component, each as a file of its own.
fn components_alone(case: &Case, source: &Source, file: &[u8]) -> Vec<Decodable> {
    let sizes = case.component_sizes().into_iter().enumerate();
    let component = |((c, size), samples)| (alone(file, c, size), samples, size, Space::Gray);
    sizes.zip(source.expected(case.point_transform)).map(component).collect()
}

/// Checks all cases, in two halves in parallel.
fn all_of(name: &str, cases: &[Case]) -> Found {
    let (first, second) = cases.split_at(cases.len() / 2);
    let half = |part: &str, cases: &[Case], seed: u64| Found::of(&format!("{name}-{part}"), cases, Random::new(seed));
    let (mut found, other) = rayon::join(|| half("a", first, 1), || half("b", second, 2));
    found.add(other);
    found
}

#[test]
fn every_precision_predictor_and_size_decodes_to_what_it_was_made_from() {
    let found = all_of("lossless-grid", &grid(&mut Random::new(20)));
    found.is_right();
    assert!(found.files > 18_000 && found.by_jpeg_decoder > 3_000, "all of the grid");
    assert!(found.with_category_16 > 100, "category 16 occurs");
}

#[test]
fn every_layout_decodes_to_what_it_was_made_from() {
    all_of("lossless-layouts", &layouts(&mut Random::new(21))).is_right();
}

#[test]
fn what_scanners_hand_out_decodes_to_what_it_was_made_from() {
    let found = all_of("lossless-scanned", &scanned());
    found.is_right();
    assert!(found.most_of_category_16 > 1000, "category 16 is frequent where samples are half of the range apart");
}
