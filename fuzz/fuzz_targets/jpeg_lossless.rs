//! Law: a lossless file of any small picture and any options restores its samples. They come from its trace by the
//! rules of Annex H, and from `jpeg-decoder` where it supports the file; or the options are an error. Threads do not
//! change a byte.

#![no_main]

use arbitrary::Arbitrary;
use codecs::jpeg::lossless::{Options, Predictor, encode};
use codecs::jpeg::marker::Stream;
use codecs::jpeg::{Huffman, Restart, Scans, trace};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane, Sample};
use codecs::shared::trace::Trace;
use fuzz::{Shape, density_unit, samples_of};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    height: u8,
    shape: Shape,
    words: bool,
    precision: Option<u8>,
    predictor: u8,
    point_transform: u8,
    optimised: bool,
    restart: (u8, u16),
    separate: bool,
    threads: u8,
    density: (u8, u16, u16),
    exif: Option<Vec<u8>>,
    comments: Vec<Vec<u8>>,
    /// `true` if samples use all bits of their words, not only those of the precision.
    bold: bool,
    seed: u8,
    samples: Vec<u16>,
}

fn options(input: &Input) -> Option<Options> {
    let mut options = Options::new();
    options.precision = input.precision.map(|precision| precision % 20);
    options.predictor = match input.predictor % 9 {
        0 => None,
        selection => Some(Predictor::new(selection).ok()?),
    };
    options.point_transform = input.point_transform % 20;
    options.huffman = if input.optimised { Huffman::Optimised } else { Huffman::Standard };
    options.restart = match input.restart {
        (kind, _) if kind % 4 == 0 => Restart::Never,
        (kind, n) if kind % 4 == 1 => Restart::Rows(n % 16),
        (kind, n) if kind % 4 == 2 => Restart::Mcus(n),
        (_, lines) => Restart::Mcus(u16::from(input.width) * (lines % 16)),
    };
    options.scans = if input.separate { Scans::Separate } else { Scans::Interleaved };
    options.metadata.density = (density_unit(input.density.0), input.density.1, input.density.2);
    options.metadata.exif = input.exif.clone();
    options.metadata.comments = input.comments.clone();
    Some(options)
}

/// Returns the samples of a plane: the given ones, and then random ones that depend on the seed.
fn samples<T: Sample + TryFrom<u16>>(input: &Input, n: usize, plane: usize) -> Vec<T> {
    let given = input.samples.iter().copied().skip(plane * n);
    let more = samples_of(input.seed, plane, |noise| (noise >> 16) as u16, 257 * u16::from(input.seed));
    let bits = input.precision.unwrap_or(16) % 20;
    let mask = if input.bold || bits > 16 { u16::MAX } else { ((1_u32 << bits) - 1) as u16 };
    let word = |sample: u16| T::try_from(sample & mask & (u16::MAX >> (16 - T::BITS))).unwrap_or_default();
    given.chain(more).take(n).map(word).collect()
}

fuzz_target!(|input: Input| {
    match input.words {
        false => of_words::<u8>(&input),
        true => of_words::<u16>(&input),
    }
});

fn of_words<T: Sample + TryFrom<u16>>(input: &Input) {
    let Some(options) = options(input) else { return };
    let (width, height) = (usize::from(input.width), usize::from(input.height));
    let planes = input.shape.planes((width, height), |n, plane| samples::<T>(input, n, plane));
    let Ok(picture) = Pixels::new(width, height, input.shape.layout(&planes)) else { return };
    let mut file = Vec::new();
    if encode(&picture, &options, &mut file).is_err() {
        return;
    }
    let stream = Stream::read(&file).expect("a JPEG");
    assert_eq!(stream.complaints().next(), None);
    let expected = components(&picture, options.point_transform);
    let mut annex_h = AnnexH::default();
    trace(&file, &mut annex_h).expect("a JPEG");
    assert!(annex_h.finish() == expected, "other samples with {options:?}");
    decoded(&file, &options, &expected, (width, height));

    // Starting threads takes time, so only one input in eight does it.
    if input.threads % 8 == 1 {
        let mut threaded = options.clone();
        threaded.threads = usize::from(2 + input.threads / 8 % 3).try_into().expect("not 0");
        let mut again = Vec::new();
        encode(&picture, &threaded, &mut again).expect("the same picture");
        assert!(again == file, "threads change bytes");
    }
}

/// Returns the samples of each component, without the bits that the point transform drops.
fn components<T: Sample>(picture: &Pixels<'_, T>, point_transform: u8) -> Vec<Vec<u16>> {
    let (width, height) = (picture.width(), picture.height());
    let every = |plane: Plane<'_, T>, (columns, rows): (usize, usize), step: usize, offset: usize| {
        let rows = (0..rows).flat_map(|y| (0..columns).map(move |x| plane.data[y * plane.pitch + x * step + offset]));
        rows.map(|sample| sample.into() >> point_transform << point_transform).collect()
    };
    let (all, part) = ((width, height), |(h, v): (u8, u8)| (width.div_ceil(h.into()), height.div_ceil(v.into())));
    match picture.layout() {
        Layout::Interleaved { format, plane } => {
            let offsets: &[usize] = match format {
                PixelFormat::Gray => &[0],
                PixelFormat::Bgr | PixelFormat::Bgra => &[2, 1, 0],
                PixelFormat::Cmyk | PixelFormat::Ycck => &[0, 1, 2, 3],
                _ => &[0, 1, 2],
            };
            offsets.iter().map(|&offset| every(plane, all, format.samples(), offset)).collect()
        }
        Layout::Planar { planes: [y, cb, cr], subsampling } => {
            vec![every(y, all, 1, 0), every(cb, part(subsampling), 1, 0), every(cr, part(subsampling), 1, 0)]
        }
        Layout::SemiPlanar { planes: [y, chroma], subsampling } => {
            vec![every(y, all, 1, 0), every(chroma, part(subsampling), 2, 0), every(chroma, part(subsampling), 2, 1)]
        }
        _ => panic!("the target makes no pictures of this layout"),
    }
}

/// Asserts that `jpeg-decoder` restores the samples of files with one scan, without restarts and without a point
/// transform.
fn decoded(file: &[u8], options: &Options, expected: &[Vec<u16>], (width, height): (usize, usize)) {
    let restarts = !matches!(options.restart, Restart::Never | Restart::Rows(0) | Restart::Mcus(0));
    let one_scan = expected.len() == 1 || options.scans == Scans::Interleaved;
    let full = expected.iter().all(|samples| samples.len() == width * height);
    // A picture of one column or row may have subsampled components of its own size, which have a scan each.
    let sure = width > 1 && height > 1 || expected.len() == 1;
    if restarts || options.point_transform > 0 || !one_scan || !full || !sure {
        return;
    }
    let mut decoder = jpeg_decoder::Decoder::new(file);
    let bytes = decoder.decode().expect("jpeg-decoder reads it");
    // The decoder returns words for every precision except 8.
    let samples: Vec<u16> = if bytes.len() == expected.len() * width * height {
        bytes.into_iter().map(u16::from).collect()
    } else {
        bytes.chunks_exact(2).map(|word| u16::from_ne_bytes([word[0], word[1]])).collect()
    };
    assert_eq!(samples.len(), expected.len() * width * height);
    for (n, sample) in samples.into_iter().enumerate() {
        assert_eq!(sample, expected[n % expected.len()][n / expected.len()], "sample {n} with {options:?}");
    }
}

/// The samples that are restored from the differences of a trace (H.1.2), in decoding order.
#[derive(Default)]
struct AnnexH {
    precision: i64,
    predictor: i64,
    point_transform: i64,
    restart_interval: i64,
    place: (u8, usize, usize),
    pending: Option<i64>,
    /// The rows of samples by component identifier, in the order of scans.
    components: Vec<(u8, Vec<Vec<i64>>)>,
    intervals: BTreeMap<u8, (i64, i64, i64)>,
}

impl AnnexH {
    /// Stores the completed difference.
    fn keep(&mut self) {
        let Some(difference) = self.pending.take() else { return };
        let (id, y, x) = self.place;
        let at = self.components.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            self.components.push((id, Vec::new()));
            self.intervals.insert(id, (self.restart_interval, self.predictor, self.point_transform));
            self.components.len() - 1
        });
        let rows = &mut self.components[at].1;
        if rows.len() == y {
            rows.push(Vec::new());
        }
        assert_eq!((rows.len(), rows[y].len()), (y + 1, x), "samples come in order");
        rows[y].push(difference);
    }

    fn finish(mut self) -> Vec<Vec<u16>> {
        self.keep();
        let precision = self.precision;
        let intervals = self.intervals;
        let samples = |(id, mut rows): (u8, Vec<Vec<i64>>)| {
            let (interval, selection, point_transform) = intervals[&id];
            let bits = precision - point_transform;
            for y in 0..rows.len() {
                let first = y == 0 || interval > 0 && (y * rows[y].len()).is_multiple_of(interval as usize);
                for x in 0..rows[y].len() {
                    let prediction = match (first, x) {
                        (true, 0) => 1 << (bits - 1),
                        (true, _) => rows[y][x - 1],
                        (false, 0) => rows[y - 1][0],
                        _ => {
                            let (ra, rb, rc) = (rows[y][x - 1], rows[y - 1][x], rows[y - 1][x - 1]);
                            [0, ra, rb, rc, ra + rb - rc, ra + ((rb - rc) >> 1), rb + ((ra - rc) >> 1), (ra + rb) >> 1]
                                [selection as usize]
                        }
                    };
                    rows[y][x] = (rows[y][x] + prediction).rem_euclid(65536);
                }
            }
            rows.into_iter().flatten().map(|sample| (sample << point_transform) as u16).collect()
        };
        self.components.into_iter().map(samples).collect()
    }
}

impl Trace for AnnexH {
    fn element(&mut self, _: u64, _: u32, name: &str, value: i64) {
        match name {
            "P" => self.precision = value,
            "Ss" => self.predictor = value,
            "Al" => self.point_transform = value,
            "Ri" => self.restart_interval = value,
            "SSSS" => self.pending = Some(if value == 16 { 32768 } else { 0 }),
            "diff" => self.pending = Some(value),
            _ => {}
        }
    }

    fn structure(&mut self, _: u64, name: &str) {
        assert!(!name.starts_with("broken") && !name.contains("after the last MCU"), "{name}");
        // The first component of a scan is traced after the headers of the scan, which do not concern the sample before
        // them.
        self.keep();
        if let Some(rest) = name.strip_prefix("component ") {
            let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
            let mut number = || numbers.next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
            self.place = (number() as u8, number(), number());
        }
    }
}
