//! Lossless JPEG by this encoder and by libjpeg-turbo. There is no other peer, as neither `image` nor `jpeg-encoder`
//! writes SOF3.
//!
//! All tables are optimised, since libjpeg-turbo has no others. The effects of a fixed table, which saves a pass, and
//! of a second thread are printed as well. Both files are decoded by libjpeg-turbo and must have the samples of the
//! picture.

use crate::turbo::{Turbo, decoded};
use crate::{Crop, median, timed};
use codecs::jpeg::lossless::{Options, Predictor, encode};
use codecs::jpeg::{Huffman, Restart};
use codecs::picture::{PixelFormat, Pixels};

enum Samples {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

/// A picture of gray or RGB samples.
pub(crate) struct Picture {
    name: &'static str,
    samples: Samples,
    pub(crate) components: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Picture {
    pub(crate) fn precision(&self) -> usize {
        match self.samples {
            Samples::Bytes(_) => 8,
            Samples::Words(_) => 16,
        }
    }

    /// Returns the samples in the machine's byte order.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.samples {
            Samples::Bytes(bytes) => bytes.clone(),
            Samples::Words(words) => words.iter().flat_map(|word| word.to_ne_bytes()).collect(),
        }
    }

    fn ours(&self, options: &Options, out: &mut Vec<u8>) {
        let (width, height) = (self.width, self.height);
        let format = if self.components == 1 { PixelFormat::Gray } else { PixelFormat::Rgb };
        let encoded = match &self.samples {
            Samples::Bytes(bytes) => {
                encode(&Pixels::interleaved(bytes, width, height, format).expect("a picture"), options, out)
            }
            Samples::Words(words) => {
                encode(&Pixels::interleaved(words, width, height, format).expect("a picture"), options, out)
            }
        };
        encoded.expect("memory takes it");
    }
}

/// Returns one picture in three kinds. The 16-bit gray samples are a weighted sum of the three components, so that all
/// their bits are used even if the components have 8 bits.
fn pictures(crop: &Crop) -> [Picture; 3] {
    let luma = |[r, g, b]: [u16; 3]| ((77 * u32::from(r) + 150 * u32::from(g) + 29 * u32::from(b)) >> 8) as u16;
    let gray: Vec<u16> = crop.rgb.as_chunks::<3>().0.iter().copied().map(luma).collect();
    let high = |words: &[u16]| Samples::Bytes(words.iter().map(|word| (word >> 8) as u8).collect());
    let of = |name, components, samples| Picture { name, samples, components, width: crop.width, height: crop.height };
    [of("gray 8", 1, high(&gray)), of("RGB 8", 3, high(&crop.rgb)), of("gray 16", 1, Samples::Words(gray))]
}

fn options(predictor: u8, restart: Restart, threads: usize) -> Options {
    let mut options = Options::new();
    options.predictor = Some(Predictor::new(predictor).expect("a predictor"));
    options.restart = restart;
    options.threads = threads.try_into().expect("a thread or more");
    options
}

/// Returns the medians of the speeds in megapixels per second, and of the ratio of ours to theirs.
fn medians(megapixels: f64, pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let of = |f: fn(&(f64, f64)) -> f64| median(pairs.iter().map(f).collect());
    (megapixels / of(|pair| pair.0), megapixels / of(|pair| pair.1), of(|pair| pair.1 / pair.0))
}

/// Prints the tables.
pub(crate) fn compare(crop: &Crop, pairs: usize) {
    let megapixels = (crop.width * crop.height) as f64 / 1e6;
    println!("{}x{}, lossless, one thread, {pairs} pairs; MP/s, and ours / theirs\n", crop.width, crop.height);
    println!(
        "{:<10}{:<12}{:>10}{:>15}{:>8}{:>12}{:>12}",
        "", "", "ours", "libjpeg-turbo", "ratio", "our bytes", "their bytes"
    );
    let mut out = Vec::with_capacity(1 << 26);
    let pictures = pictures(crop);
    for picture in &pictures {
        for predictor in [1, 7] {
            let mut turbo = Turbo::encoder(picture, predictor);
            let options = options(predictor, Restart::Never, 1);
            let mut pair = || (timed(&mut out, |out| picture.ours(&options, out)), turbo.encode());
            pair();
            let taken: Vec<_> = (0..pairs).map(|_| pair()).collect();
            let theirs = turbo.finish();
            let (our, their, ratio) = medians(megapixels, &taken);
            let name = format!("{:<10}predictor {predictor}", picture.name);
            println!("{name:<22}{our:>10.0}{their:>15.1}{ratio:>8.2}{:>12}{:>12}", out.len(), theirs.len());
            let samples = picture.bytes();
            assert!(decoded(&out, picture) == samples, "our file has other samples");
            assert!(decoded(&theirs, picture) == samples, "their file has other samples");
            assert!(out.len() * 1000 <= theirs.len() * 1001, "our file is longer");
        }
    }
    println!(
        "\n{:<22}{:>10}{:>15}{:>8}{:>12}{:>12}",
        "predictor 1", "fixed table", "optimised", "ratio", "bytes", "bytes"
    );
    let mut other = Vec::with_capacity(1 << 26);
    for picture in &pictures {
        let optimised = options(1, Restart::Never, 1);
        let fixed = optimised.clone().with_huffman(Huffman::Standard);
        let taken = taking_turns(picture, pairs, [&fixed, &optimised], [&mut out, &mut other]);
        assert!(decoded(&out, picture) == picture.bytes(), "our file has other samples");
        let (one, two, ratio) = medians(megapixels, &taken);
        println!("{:<22}{one:>10.0}{two:>15.0}{ratio:>8.2}{:>12}{:>12}", picture.name, out.len(), other.len());
    }
    for (name, restart) in [("no restarts", Restart::Never), ("a restart in 16 lines", Restart::Rows(16))] {
        println!("\n{name:<22}{:>12}{:>13}{:>8}", "two threads", "one", "ratio");
        for picture in &pictures {
            let (two, one) = (options(1, restart, 2), options(1, restart, 1));
            let taken = taking_turns(picture, pairs, [&two, &one], [&mut out, &mut other]);
            assert!(out == other, "a thread changed the bytes");
            let (two, one, ratio) = medians(megapixels, &taken);
            println!("{:<22}{two:>12.0}{one:>13.0}{ratio:>8.2}", picture.name);
        }
    }
}

/// Measures the seconds of alternating encodes with two sets of options.
fn taking_turns(picture: &Picture, pairs: usize, options: [&Options; 2], [a, b]: [&mut Vec<u8>; 2]) -> Vec<(f64, f64)> {
    let mut pair = || (timed(a, |out| picture.ours(options[0], out)), timed(b, |out| picture.ours(options[1], out)));
    pair();
    (0..pairs).map(|_| pair()).collect()
}
