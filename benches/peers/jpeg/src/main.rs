//! JPEG: this encoder and its peers on the same samples in one run.
//!
//! `cargo run --release --manifest-path benches/peers/jpeg/Cargo.toml -- [lossless] PICTURE [PAIRS]`
//!
//! The central 4000x3000 of the picture (or all of a smaller one, but for a last odd row or column), decoded, is encoded from
//! memory to memory: at quality 90 by baseline encoders, or by lossless ones (`lossless.rs`). Encoders take turns, so that other
//! load of the machine affects all of them; the result is the median of the pairs' ratios, and megapixels per second are those
//! of the median run.

mod lossless;
mod turbo;

use codecs::jpeg::baseline::{Encoder, Options, Sampling};
use codecs::jpeg::{Huffman, Restart};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use std::time::Instant;

/// A picture in all layouts.
struct Picture {
    rgb: Vec<u8>,
    /// Y, Cb and Cr one after the other (I420); its Y is also the gray picture.
    i420: Vec<u8>,
    /// Cb and Cr interleaved (NV12).
    cbcr: Vec<u8>,
    width: usize,
    height: usize,
}

impl Picture {
    fn new(rgb: Vec<u8>, width: usize, height: usize) -> Self {
        let ycbcr = |x: usize, y: usize| {
            let n = 3 * (y.min(height - 1) * width + x.min(width - 1));
            let [r, g, b] = [0, 1, 2].map(|c| f32::from(rgb[n + c]));
            let y = 0.299 * r + 0.587 * g + 0.114 * b;
            [y, (b - y) / 1.772 + 128.0, (r - y) / 1.402 + 128.0]
        };
        let mut i420: Vec<u8> =
            (0..width * height).map(|n| ycbcr(n % width, n / width)[0].round() as u8).collect();
        let (columns, rows) = (width.div_ceil(2), height.div_ceil(2));
        let mut cbcr = vec![0; 2 * columns * rows];
        for c in [1, 2] {
            for n in 0..columns * rows {
                let (x, y) = (2 * (n % columns), 2 * (n / columns));
                let sum: f32 = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().map(|&(x, y)| ycbcr(x, y)[c]).sum();
                let mean = (sum / 4.0).round() as u8;
                i420.push(mean);
                cbcr[2 * n + c - 1] = mean;
            }
        }
        Picture { rgb, i420, cbcr, width, height }
    }

    fn pixels(&self, input: Input) -> Pixels<'_> {
        let (width, height) = (self.width, self.height);
        let ((y, chroma), columns) = (self.i420.split_at(width * height), width.div_ceil(2));
        let (cb, cr) = chroma.split_at(chroma.len() / 2);
        let (plane, subsampling) = (|data, pitch| Plane { data, pitch }, (2, 2));
        let layout = match input {
            Input::Rgb => Layout::Interleaved { format: PixelFormat::Rgb, plane: plane(&self.rgb, 3 * width) },
            Input::Gray => Layout::Interleaved { format: PixelFormat::Gray, plane: plane(y, width) },
            Input::I420 => {
                Layout::Planar { planes: [plane(y, width), plane(cb, columns), plane(cr, columns)], subsampling }
            }
            Input::Nv12 => {
                Layout::SemiPlanar { planes: [plane(y, width), plane(&self.cbcr, 2 * columns)], subsampling }
            }
        };
        Pixels::new(width, height, layout).expect("a picture")
    }
}

/// The layout of the samples that an encoder gets.
#[derive(Clone, Copy, PartialEq)]
enum Input {
    Rgb,
    Gray,
    I420,
    Nv12,
}

/// The kind of file to encode.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    input: Input,
    sampling: Sampling,
    optimise: bool,
}

const KINDS: [Kind; 6] = [
    Kind { name: "4:2:0", input: Input::Rgb, sampling: Sampling::S420, optimise: false },
    Kind { name: "4:4:4", input: Input::Rgb, sampling: Sampling::S444, optimise: false },
    Kind { name: "4:2:0 optimised", input: Input::Rgb, sampling: Sampling::S420, optimise: true },
    Kind { name: "gray", input: Input::Gray, sampling: Sampling::S444, optimise: false },
    Kind { name: "I420", input: Input::I420, sampling: Sampling::S420, optimise: false },
    Kind { name: "NV12", input: Input::Nv12, sampling: Sampling::S420, optimise: false },
];

fn ours(picture: &Picture, kind: Kind, restart: Restart, threads: usize, out: &mut Vec<u8>) {
    let mut options = Options::new(90).expect("a quality");
    (options.sampling, options.restart) = (kind.sampling, restart);
    options.huffman = if kind.optimise { Huffman::Optimised } else { Huffman::Standard };
    options.threads = threads.try_into().expect("a thread or more");
    Encoder::new(options).encode(&picture.pixels(kind.input), out).expect("memory takes it");
}

/// An encoder of a peer, reused for all pictures as in its usual use.
trait Peer {
    fn name(&self) -> &'static str;
    /// Encodes a picture; returns whether the encoder supports this kind of file.
    fn encode(&mut self, picture: &Picture, kind: Kind, out: &mut Vec<u8>) -> bool;
}

struct Turbo(turbojpeg::Compressor);

impl Peer for Turbo {
    fn name(&self) -> &'static str {
        "libjpeg-turbo"
    }
    fn encode(&mut self, picture: &Picture, kind: Kind, out: &mut Vec<u8>) -> bool {
        use turbojpeg::{PixelFormat, Subsamp};
        let Picture { rgb, i420, width, height, .. } = picture;
        let (width, height) = (*width, *height);
        self.0.set_quality(90).expect("a quality");
        self.0.set_optimize(kind.optimise).expect("a switch");
        let (pixels, pitch, format, sub) = match kind.input {
            Input::Rgb if kind.sampling == Sampling::S420 => (rgb, 3 * width, PixelFormat::RGB, Subsamp::Sub2x2),
            Input::Rgb => (rgb, 3 * width, PixelFormat::RGB, Subsamp::None),
            Input::Gray => (i420, width, PixelFormat::GRAY, Subsamp::Gray),
            Input::I420 => {
                let image = turbojpeg::YuvImage { pixels: &i420[..], width, align: 1, height, subsamp: Subsamp::Sub2x2 };
                out.extend_from_slice(&self.0.compress_yuv_to_owned(image).expect("it encodes"));
                return true;
            }
            Input::Nv12 => return false,
        };
        self.0.set_subsamp(sub).expect("a sampling");
        let image = turbojpeg::Image { pixels: &pixels[..], width, pitch, height, format };
        out.extend_from_slice(&self.0.compress_to_owned(image).expect("it encodes"));
        true
    }
}

struct JpegEncoder;

impl Peer for JpegEncoder {
    fn name(&self) -> &'static str {
        "jpeg-encoder"
    }
    fn encode(&mut self, picture: &Picture, kind: Kind, out: &mut Vec<u8>) -> bool {
        use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
        let (samples, colours) = match kind.input {
            Input::Rgb => (&picture.rgb[..], ColorType::Rgb),
            Input::Gray => (&picture.i420[..picture.width * picture.height], ColorType::Luma),
            Input::I420 | Input::Nv12 => return false,
        };
        let mut encoder = Encoder::new(out, 90);
        encoder.set_sampling_factor(match kind.sampling {
            Sampling::S420 => SamplingFactor::F_2_2,
            _ => SamplingFactor::F_1_1,
        });
        encoder.set_optimized_huffman_tables(kind.optimise);
        encoder.encode(samples, picture.width as u16, picture.height as u16, colours).expect("it encodes");
        true
    }
}

struct Image;

impl Peer for Image {
    fn name(&self) -> &'static str {
        "image"
    }
    fn encode(&mut self, picture: &Picture, kind: Kind, out: &mut Vec<u8>) -> bool {
        if kind.sampling != Sampling::S444 || kind.optimise || kind.input != Input::Rgb {
            return false;
        }
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(out, 90);
        let (width, height) = (picture.width as u32, picture.height as u32);
        encoder.encode(&picture.rgb, width, height, image::ExtendedColorType::Rgb8).expect("it encodes");
        true
    }
}

fn timed(out: &mut Vec<u8>, f: impl FnOnce(&mut Vec<u8>)) -> f64 {
    out.clear();
    let start = Instant::now();
    f(out);
    start.elapsed().as_secs_f64()
}

fn median(mut v: Vec<f64>) -> f64 {
    v.sort_by(f64::total_cmp);
    v[v.len() / 2]
}

/// The middle of a picture.
struct Crop {
    /// The samples; for 8-bit pictures multiplied by 257.
    rgb: Vec<u16>,
    width: usize,
    height: usize,
}

impl Crop {
    fn read(path: &str) -> Self {
        let mut reader =
            image::ImageReader::open(path).expect("the picture opens").with_guessed_format().expect("it reads");
        reader.no_limits();
        let whole = reader.decode().expect("the picture decodes").into_rgb16();
        // The crate of libjpeg-turbo takes I420 of even sizes alone.
        let [width, height] = [whole.width().min(4000), whole.height().min(3000)].map(|n| (n & !1).max(1));
        let (x, y) = ((whole.width() - width) / 2, (whole.height() - height) / 2);
        let rgb = image::imageops::crop_imm(&whole, x, y, width, height).to_image().into_raw();
        Crop { rgb, width: width as usize, height: height as usize }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let lossless = arguments.next_if_eq("lossless").is_some();
    let path = arguments.next().expect("usage: peers-jpeg [lossless] PICTURE [PAIRS]");
    let pairs: usize = arguments.next().map_or(15, |n| n.parse().expect("PAIRS is a number"));
    let crop = Crop::read(&path);
    if lossless { lossless::compare(&crop, pairs) } else { compare(&crop, pairs) }
}

fn compare(crop: &Crop, pairs: usize) {
    let (width, height) = (crop.width, crop.height);
    let rgb = crop.rgb.iter().map(|sample| (sample >> 8) as u8).collect();
    let picture = Picture::new(rgb, width, height);
    let megapixels = (picture.width * picture.height) as f64 / 1e6;
    println!("{width}x{height}, quality 90, one thread, {pairs} pairs; MP/s, and ours / theirs\n");
    println!(
        "{:<18}{:<16}{:>10}{:>10}{:>8}{:>12}{:>12}",
        "", "peer", "ours", "theirs", "ratio", "our bytes", "their bytes"
    );

    let (mut out, mut theirs) = (Vec::with_capacity(1 << 25), Vec::with_capacity(1 << 25));
    let mut peers: [Box<dyn Peer>; 3] =
        [Box::new(Turbo(turbojpeg::Compressor::new().expect("it starts"))), Box::new(JpegEncoder), Box::new(Image)];
    for kind in KINDS {
        for peer in &mut peers {
            theirs.clear();
            if !peer.encode(&picture, kind, &mut theirs) {
                continue;
            }
            ours(&picture, kind, Restart::Never, 1, &mut out);
            let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..pairs {
                let our = timed(&mut out, |out| ours(&picture, kind, Restart::Never, 1, out));
                let their = timed(&mut theirs, |out| {
                    peer.encode(&picture, kind, out);
                });
                ratios.push(their / our);
                a.push(our);
                b.push(their);
            }
            let speed = |seconds: Vec<f64>| megapixels / median(seconds);
            println!(
                "{:<18}{:<16}{:>10.0}{:>10.0}{:>8.2}{:>12}{:>12}",
                kind.name,
                peer.name(),
                speed(a),
                speed(b),
                median(ratios),
                out.len(),
                theirs.len()
            );
        }
    }
    println!();
    for kind in &KINDS[3..] {
        let mut ratios = Vec::new();
        for _ in 0..pairs {
            let rgb = timed(&mut out, |out| ours(&picture, KINDS[0], Restart::Never, 1, out));
            let planes = timed(&mut out, |out| ours(&picture, *kind, Restart::Never, 1, out));
            ratios.push(rgb / planes);
        }
        println!("{} is {:.2} times as fast as RGB in 4:2:0", kind.name, median(ratios));
    }
    for (kind, restart, name) in [
        (KINDS[0], Restart::Never, "4:2:0"),
        (KINDS[0], Restart::Rows(1), "4:2:0 with a restart every row"),
        (KINDS[1], Restart::Never, "4:4:4"),
        (KINDS[2], Restart::Never, "4:2:0 optimised"),
    ] {
        let mut ratios = Vec::new();
        for _ in 0..pairs {
            let one = timed(&mut out, |out| ours(&picture, kind, restart, 1, out));
            let two = timed(&mut out, |out| ours(&picture, kind, restart, 2, out));
            ratios.push(one / two);
        }
        println!("{name}: two threads are {:.2} times as fast as one", median(ratios));
    }
}
