//! Law: two decoders decode the file of any small picture and any options to the same samples. Or the options are an
//! error; threads, and rows pushed in portions, do not change a byte.

#![no_main]

use arbitrary::Arbitrary;
use codecs::jpeg::baseline::{Colour, Encoder, Options, RowEncoder, Sampling};
use codecs::jpeg::marker::Stream;
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, JpegError, Scans, trace};
use codecs::picture::Pixels;
use codecs::shared::trace::{Record, Recorder};
use fuzz::{Shape, density_unit, format_of, restart_of, samples_from};
use libfuzzer_sys::fuzz_target;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;

#[derive(Arbitrary, Debug)]
enum Steps {
    Quality(u8),
    Own { base: [u16; 2], slope: [i16; 2] },
}

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    height: u8,
    shape: Shape,
    factors: [u8; 4],
    colour: u8,
    optimised: bool,
    restart: (u8, u16),
    separate: bool,
    steps: Steps,
    threads: u8,
    portion: u8,
    density: (u8, u16, u16),
    exif: Option<Vec<u8>>,
    icc: Option<Vec<u8>>,
    comments: Vec<Vec<u8>>,
    seed: u8,
    samples: Vec<u8>,
}

fn options(input: &Input) -> Option<Options> {
    let mut options = Options::new(90).ok()?;
    options.quant = match &input.steps {
        Steps::Quality(quality) => Options::new(*quality).ok()?.quant,
        Steps::Own { base, slope } => {
            let table = |n: usize| {
                let step = |k| (i64::from(base[n]) + i64::from(slope[n]) * k as i64).clamp(0, 70_000) as u32;
                QuantTable::new(core::array::from_fn(step)).ok()
            };
            [table(0)?, table(1)?, table(usize::from(base[0] % 2))?]
        }
    };
    options.sampling = Sampling::new(&input.factors.map(|f| (f & 7, f >> 3 & 7))).ok()?;
    options.colour = [Colour::Natural, Colour::Gray, Colour::Rgb][usize::from(input.colour % 3)];
    options.huffman = if input.optimised { Huffman::Optimised } else { Huffman::Standard };
    options.restart = restart_of(input.restart);
    options.scans = if input.separate { Scans::Separate } else { Scans::Interleaved };
    options.metadata.density = (density_unit(input.density.0), input.density.1, input.density.2);
    (options.metadata.exif, options.metadata.icc) = (input.exif.clone(), input.icc.clone());
    options.metadata.comments = input.comments.clone();
    Some(options)
}

fuzz_target!(|input: Input| {
    let Some(options) = options(&input) else { return };
    let (width, height) = (usize::from(input.width), usize::from(input.height));
    let planes = input.shape.planes((width, height), |n, plane| samples_from(&input.samples, input.seed, n, plane));
    let Ok(picture) = Pixels::new(width, height, input.shape.layout(&planes)) else { return };
    let mut file = Vec::new();
    if Encoder::new(options.clone()).encode(&picture, &mut file).is_err() {
        return;
    }
    lawful(&file, (width, height));
    decoded(&file, &options, (width, height));

    // Starting threads takes time, so only one input in eight does it.
    let mut threaded = options.clone();
    if input.threads % 8 == 1 {
        threaded.threads = usize::from(2 + input.threads / 8 % 3).try_into().expect("not 0");
        let mut again = Vec::new();
        Encoder::new(threaded.clone()).encode(&picture, &mut again).expect("the same picture");
        assert!(again == file, "threads change bytes");
    }
    if let Shape::Interleaved { format, gap: 0 } = &input.shape {
        let format = format_of(*format);
        let row = width * format.samples();
        let new = |options| RowEncoder::new(width, height, format, options, Vec::new()).expect("the same picture");
        let (mut read, mut rest) = (new(threaded), &planes[0].0[..row * height]);
        let next = |samples: &mut [u8]| {
            let (now, later) = rest.split_at(samples.len());
            samples.copy_from_slice(now);
            rest = later;
            Ok::<(), JpegError>(())
        };
        read.push_from(next).expect("as many rows as are missing");
        assert!(read.finish().expect("all rows") == file, "rows that the encoder reads change bytes");
        let mut rows = new(options);
        for portion in planes[0].0.chunks(row * (1 + usize::from(input.portion))) {
            rows.push(portion).expect("whole rows");
        }
        assert!(rows.finish().expect("all rows") == file, "portions change bytes");
    }
});

/// Asserts that the segments are in order, and that the data match the frame header.
fn lawful(file: &[u8], size: (usize, usize)) {
    let stream = Stream::read(file).expect("a JPEG");
    let frame = stream.frame.as_ref().expect("a frame header");
    assert_eq!((usize::from(frame.width), usize::from(frame.height)), size);
    assert_eq!(stream.complaints().next(), None);
    let mut recorder = Recorder::default();
    trace(file, &mut recorder).expect("a JPEG");
    for record in recorder.records {
        if let Record::Structure { name, .. } = record {
            assert!(!name.starts_with("broken") && !name.contains("after the last MCU"), "{name}");
        }
    }
}

/// Asserts that two decoders read the file with the same size and, in components that have all samples, samples that
/// differ by one at most. Only whole blocks without black or white are compared: decoders clip values beyond these, as
/// in coarsely quantised noise, in different ways.
fn decoded(file: &[u8], options: &Options, (width, height): (usize, usize)) {
    let stream = Stream::read(file).expect("a JPEG");
    let components = &stream.frame.as_ref().expect("a frame header").components;
    let (h_max, v_max) = components.iter().fold((1, 1), |m, c| (m.0.max(c.horizontal), m.1.max(c.vertical)));
    let whole = components.iter().all(|c| h_max % c.horizontal == 0 && v_max % c.vertical == 0);
    let one_scan = options.scans == Scans::Interleaved || components.len() == 1;
    let full = (components[0].horizontal, components[0].vertical) == (h_max, v_max);
    // Files that the two decoders are known to reject or to decode wrongly.
    if !whole || !one_scan || !full || components.iter().any(|c| c.horizontal == 3) {
        return;
    }
    let raw = [0, 1, 0, 3, 4][components.len()];
    let transform = [
        jpeg_decoder::ColorTransform::None,
        jpeg_decoder::ColorTransform::None,
        jpeg_decoder::ColorTransform::None,
        jpeg_decoder::ColorTransform::RGB,
        jpeg_decoder::ColorTransform::CMYK,
    ][raw];
    let mut one = jpeg_decoder::Decoder::new(file);
    one.set_color_transform(transform);
    let one = one.decode().expect("jpeg-decoder reads it");
    let adobe = stream.segments().find_map(|(_, segment)| match segment {
        codecs::jpeg::marker::Segment::Adobe(adobe) => Some(adobe.transform),
        _ => None,
    });
    let space = match (components.len(), adobe) {
        (1, _) => ColorSpace::Luma,
        (3, None) => ColorSpace::YCbCr,
        (3, Some(_)) => ColorSpace::RGB,
        (_, Some(2)) => ColorSpace::YCCK,
        _ => ColorSpace::CMYK,
    };
    let settings = DecoderOptions::default().jpeg_set_out_colorspace(space);
    let other = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(file), settings).decode();
    let other = other.expect("zune-jpeg reads it");
    let n = components.len();
    assert_eq!((one.len(), other.len()), (width * height * n, width * height * n));
    for (c, component) in components.iter().enumerate() {
        if (component.horizontal, component.vertical) != (h_max, v_max) {
            continue;
        }
        for (top, left) in (0..height / 8).flat_map(|y| (0..width / 8).map(move |x| (8 * y, 8 * x))) {
            let places = (0..64).map(|k| ((top + k / 8) * width + left + k % 8) * n + c);
            // Four components, nominally CMYK, are stored inverted.
            let pairs = places.map(|at| (if n == 4 { 255 - one[at] } else { one[at] }, other[at]));
            if pairs.clone().all(|(a, b)| (1..255).contains(&a) && (1..255).contains(&b)) {
                for (a, b) in pairs {
                    assert!(a.abs_diff(b) <= 1, "component {c}: {a} and {b}, with {options:?}");
                }
            }
        }
    }
}
