//! Law: any small picture with any scans gives an error, or a progressive file without complaints. If the scans have all
//! bits, a decoder gives the samples of the sequential file; threads do not change a byte.

#![no_main]

use arbitrary::Arbitrary;
use codecs::jpeg::Scans;
use codecs::jpeg::baseline::{Encoder, Options, Sampling};
use codecs::jpeg::marker::Stream;
use codecs::jpeg::progressive::{Progression, Scan, Script};
use codecs::picture::Pixels;
use fuzz::{Shape, restart_of, samples_from};
use libfuzzer_sys::fuzz_target;
use zune_core::bytestream::ZCursor;

/// A scan of any numbers, or the lawful refinement of the scan before.
#[derive(Arbitrary, Debug)]
enum Next {
    Dc { components: u8, high: u8, low: u8 },
    Ac { component: u8, first: u8, last: u8, high: u8, low: u8 },
    Refine { scan: u8 },
}

#[derive(Arbitrary, Debug)]
enum How {
    Standard,
    Smallest,
    Script(Vec<Next>),
    /// Bands that end at these coefficients, with all refinements.
    Bands {
        ends: [u8; 3],
        low: u8,
    },
}

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    height: u8,
    shape: Shape,
    factors: [u8; 4],
    quality: u8,
    restart: (u8, u16),
    separate: bool,
    threads: u8,
    how: How,
    seed: u8,
    samples: Vec<u8>,
}

/// Returns the scans of a list, which may break any law.
fn scans(list: &[Next]) -> Vec<Scan> {
    let mut scans: Vec<Scan> = Vec::new();
    for next in list {
        let scan = match *next {
            Next::Dc { components, high, low } => {
                Scan::dc((0..5).filter(|&c| components >> c & 1 == 1), high & 15, low & 15)
            }
            Next::Ac { component, first, last, high, low } => {
                Scan::ac(usize::from(component % 5), first % 66..=last % 66, high & 15, low & 15)
            }
            Next::Refine { scan } => match scans.get(usize::from(scan) % scans.len().max(1)) {
                Some(Scan { components, spectral, low, .. }) => Scan {
                    components: components.clone(),
                    spectral: spectral.clone(),
                    high: *low,
                    low: low.saturating_sub(1),
                },
                None => continue,
            },
        };
        scans.push(scan);
    }
    scans
}

/// Returns scans that have all bits.
fn bands(ends: [u8; 3], low: u8, components: usize) -> Vec<Scan> {
    let mut ends = ends.map(|end| 1 + end % 63);
    ends.sort_unstable();
    let mut scans = vec![Scan::dc(0..components, 0, 0)];
    for c in 0..components {
        let mut first = 1;
        for end in ends.into_iter().chain([63]) {
            if first <= end {
                scans.push(Scan::ac(c, first..=end, 0, low % 14));
                first = end + 1;
            }
        }
        scans.extend((0..low % 14).rev().map(|low| Scan::ac(c, 1..=63, low + 1, low)));
    }
    scans
}

fn by_jpeg_decoder(file: &[u8]) -> Result<Vec<u8>, String> {
    jpeg_decoder::Decoder::new(file).decode().map_err(|error| error.to_string())
}

/// Decodes with the other decoder: jpeg-decoder refuses point transforms of 8 and more, of which T.81 allows 13.
fn by_zune(file: &[u8]) -> Result<Vec<u8>, String> {
    zune_jpeg::JpegDecoder::new(ZCursor::new(file)).decode().map_err(|error| error.to_string())
}

fuzz_target!(|input: Input| {
    let (width, height) = (usize::from(input.width), usize::from(input.height));
    let planes = input.shape.planes((width, height), |n, plane| samples_from(&input.samples, input.seed, n, plane));
    let Ok(picture) = Pixels::new(width, height, input.shape.layout(&planes)) else { return };
    let Ok(mut options) = Options::new(input.quality) else { return };
    let Ok(sampling) = Sampling::new(&input.factors.map(|f| (f & 7, f >> 3 & 7))) else { return };
    options.sampling = sampling;
    options.scans = if input.separate { Scans::Separate } else { Scans::Interleaved };
    options.restart = restart_of(input.restart);
    let Ok(coefficients) = Encoder::new(options.clone()).coefficients(&picture) else { return };
    let components = coefficients.components().len();
    options.progression = match &input.how {
        How::Standard => Progression::Standard,
        How::Smallest => Progression::Smallest,
        How::Script(list) => match Script::new(scans(list)) {
            Ok(script) => Progression::Script(script),
            Err(error) => return assert!(!error.to_string().contains('\n')),
        },
        How::Bands { ends, low } => {
            Progression::Script(Script::new(bands(*ends, *low, components)).expect("a lawful script"))
        }
    };
    let mut file = Vec::new();
    if Encoder::new(options.clone()).encode(&picture, &mut file).is_err() {
        return assert!(file.is_empty(), "an error after bytes were written");
    }
    let stream = Stream::read(&file).expect("a JPEG");
    assert_eq!(stream.complaints().next(), None);
    if input.threads % 8 == 1 {
        let mut threaded = options.clone();
        threaded.threads = usize::from(2 + input.threads / 8 % 3).try_into().expect("not 0");
        let mut again = Vec::new();
        Encoder::new(threaded).encode(&picture, &mut again).expect("the same picture");
        assert!(again == file, "threads change bytes");
    }
    let is_complete = match &options.progression {
        Progression::Script(script) => script.is_complete(components),
        _ => true,
    };
    let sequential = options.clone().with_progression(Progression::Sequential).with_scans(Scans::Interleaved);
    let mut plain = Vec::new();
    // Too many blocks for one scan of all components, or ratios that the decoder does not read.
    if is_complete && Encoder::new(sequential).encode(&picture, &mut plain).is_ok() {
        let is_coarse =
            matches!(&options.progression, Progression::Script(s) if s.scans().iter().any(|scan| scan.low > 7));
        let decode = |file: &[u8]| if is_coarse { by_zune(file) } else { by_jpeg_decoder(file) };
        if let Ok(wanted) = decode(&plain) {
            assert!(decode(&file).expect("the decoder reads it") == wanted, "other samples, with {options:?}");
        }
    }
});
