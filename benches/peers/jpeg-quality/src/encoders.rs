//! The encoders under comparison: this one in several settings, and its peers.
//!
//! All write 4:2:0 with optimised Huffman tables. Qualities are numbers of 1 to 100 on each encoder's own scale; curves are
//! compared at equal metric, so that scales need not agree.

use crate::picture::Picture;
use crate::turbo;
use codecs::jpeg::Huffman;
use codecs::jpeg::baseline::{DeadZone, Encoder as OurEncoder, Options, Rounding, Sampling, Weighting};
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::quantization::{Lambda, NamedTables};
use codecs::picture::{PixelFormat, Pixels};
use cpu_time::ThreadTime;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// An encoder and its settings.
#[derive(Clone, Copy, Debug)]
pub enum Encoder {
    /// This project's.
    Ours {
        /// The quantisation tables.
        tables: NamedTables,
        /// The choice of levels.
        rounding: Rounding,
        /// The weight of errors, for [`Rounding::Trellis`].
        lambda: Lambda,
        /// Weights of errors by the activity around each block, for [`Rounding::Trellis`].
        masking: bool,
        /// 4:4:4.
        full_chroma: bool,
        /// Progressive, with the script of the smallest file.
        scan_search: bool,
    },
    /// libjpeg-turbo.
    Turbo {
        /// Progressive, with libjpeg's scans.
        progressive: bool,
    },
    /// mozjpeg with its defaults: progressive, scan search, trellis.
    Mozjpeg,
    /// jpegli with its defaults: progressive, adaptive quantisation.
    Jpegli,
    /// The crate `jpeg-encoder`.
    JpegEncoder,
    /// A program: see [`program`].
    Program(&'static str),
}

/// The encoders that are compared by default; the first is the base.
pub const DEFAULT: &str = "ours,ours+dead-zone,ours+perceptual+dead-zone,ours+perceptual+dead-zone+scan-search,\
                           ours+perceptual+trellis+scan-search,ours+perceptual+trellis+masking+scan-search,\
                           turbo+progressive,mozjpeg,jpegli,jpeg-encoder";

impl Encoder {
    /// Returns the encoder of a name: a peer, `program=PATH` (without commas), or `ours` and words joined by `+`: a set of
    /// tables, `dead-zone[=T]`, `trellis[=SMOOTH:HALF]`, `masking`, `444` or `scan-search`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "turbo" => return Some(Encoder::Turbo { progressive: false }),
            "turbo+progressive" => return Some(Encoder::Turbo { progressive: true }),
            "mozjpeg" => return Some(Encoder::Mozjpeg),
            "jpegli" => return Some(Encoder::Jpegli),
            "jpeg-encoder" => return Some(Encoder::JpegEncoder),
            _ => {}
        }
        if let Some(path) = name.strip_prefix("program=") {
            return Some(Encoder::Program(path.to_owned().leak()));
        }
        let mut words = name.split('+');
        words.next().filter(|first| *first == "ours")?;
        let (mut tables, mut rounding, mut lambda) = (NamedTables::AnnexK, Rounding::Nearest, Lambda::default());
        let (mut masking, mut full_chroma, mut scan_search) = (false, false, false);
        for word in words {
            let (word, value) = word.split_once('=').map_or((word, None), |(word, value)| (word, Some(value)));
            match (word, value) {
                ("dead-zone", None) => rounding = Rounding::DeadZone(DeadZone::default()),
                ("dead-zone", Some(steps)) => rounding = Rounding::DeadZone(DeadZone::new(steps.parse().ok()?).ok()?),
                ("masking", None) => masking = true,
                ("444", None) => full_chroma = true,
                ("scan-search", None) => scan_search = true,
                ("trellis", None) => rounding = Rounding::Trellis,
                ("trellis", Some(weights)) => {
                    let (smooth, half) = weights.split_once(':')?;
                    (rounding, lambda) = (Rounding::Trellis, Lambda::new(smooth.parse().ok()?, half.parse().ok()?));
                }
                _ => tables = NamedTables::from_name(word)?,
            }
        }
        Some(Encoder::Ours { tables, rounding, lambda, masking, full_chroma, scan_search })
    }

    /// Encodes a picture; returns the file and the seconds of processor time.
    pub fn encode(&self, picture: &Picture, quality: u8) -> (Vec<u8>, f64) {
        if let Encoder::Turbo { progressive } = *self {
            return turbo::encoded(picture, quality, progressive);
        }
        let start = ThreadTime::now();
        let file = match *self {
            Encoder::Ours { tables, rounding, lambda, masking, full_chroma, scan_search } => {
                let sampling = if full_chroma { Sampling::S444 } else { Sampling::S420 };
                let quant = tables.at_quality(quality, sampling.chroma_share()).expect("a quality");
                let options = Options::new(quality).expect("a quality").with_quant(quant).with_rounding(rounding);
                let weighting = if masking { Weighting::Masking } else { Weighting::Flat };
                let progression = if scan_search { Progression::Smallest } else { Progression::Sequential };
                let options = options.with_sampling(sampling).with_weighting(weighting);
                ours(picture, options.with_progression(progression), lambda)
            }
            Encoder::Program(path) => program(path, picture, quality),
            Encoder::Mozjpeg => mozjpeg(picture, quality),
            Encoder::Jpegli => jpegli(picture, quality),
            Encoder::JpegEncoder => jpeg_encoder(picture, quality),
            Encoder::Turbo { .. } => unreachable!("it is another process"),
        };
        (file, start.elapsed().as_secs_f64())
    }
}

/// Encodes a picture with optimised Huffman tables; `lambda` is for [`Rounding::Trellis`].
pub fn ours(picture: &Picture, options: Options, lambda: Lambda) -> Vec<u8> {
    let options = options.with_huffman(Huffman::Optimised);
    let rounding = options.rounding;
    let pixels = Pixels::interleaved(&picture.rgb, picture.width, picture.height, PixelFormat::Rgb).expect("a picture");
    let (encoder, mut file) = (OurEncoder::new(options), Vec::new());
    match rounding {
        Rounding::Trellis => {
            let encoder = encoder.with_trellis(&pixels, lambda).expect("a picture");
            encoder.encode(&pixels, &mut file).expect("memory takes it");
        }
        _ => encoder.encode(&pixels, &mut file).expect("memory takes it"),
    }
    file
}

/// Runs `PATH QUALITY`, which reads a PPM from standard input and writes a JPEG to standard output. `jpegli.py` is one.
fn program(path: &str, picture: &Picture, quality: u8) -> Vec<u8> {
    let mut command = Command::new(path);
    let child = command.arg(quality.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{path} cannot be run: {error}"));
    let mut ppm = format!("P6 {} {} 255\n", picture.width, picture.height).into_bytes();
    ppm.extend_from_slice(&picture.rgb);
    let mut stdin = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || stdin.write_all(&ppm));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no thread panics").expect("it reads the picture");
    assert!(output.status.success(), "{path} failed");
    output.stdout
}

fn mozjpeg(picture: &Picture, quality: u8) -> Vec<u8> {
    let mut encoder = mozjpeg::Compress::new(mozjpeg::ColorSpace::JCS_RGB);
    encoder.set_size(picture.width, picture.height);
    encoder.set_quality(quality.into());
    encoder.set_progressive_mode();
    encoder.set_optimize_scans(true);
    encoder.set_chroma_sampling_pixel_sizes((2, 2), (2, 2));
    let mut encoder = encoder.start_compress(Vec::new()).expect("it starts");
    encoder.write_scanlines(&picture.rgb).expect("it takes the picture");
    encoder.finish().expect("memory takes it")
}

fn jpegli(picture: &Picture, quality: u8) -> Vec<u8> {
    let mut encoder = jpegli::Compress::new(jpegli::ColorSpace::JCS_RGB);
    encoder.set_size(picture.width, picture.height);
    encoder.set_quality(quality.into());
    encoder.set_progressive_mode();
    encoder.set_chroma_sampling_pixel_sizes((2, 2), (2, 2));
    let mut encoder = encoder.start_compress(Vec::new()).expect("it starts");
    encoder.write_scanlines(&picture.rgb).expect("it takes the picture");
    encoder.finish().expect("memory takes it")
}

fn jpeg_encoder(picture: &Picture, quality: u8) -> Vec<u8> {
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_optimized_huffman_tables(true);
    encoder.encode(&picture.rgb, picture.width as u16, picture.height as u16, ColorType::Rgb).expect("it encodes");
    file
}
