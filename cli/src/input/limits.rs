//! [`Limits`]: the largest accepted size of a picture, and the largest accepted need of memory. The memory of reading
//! and encoding is estimated before a picture is decoded.
//!
//! ```text
//!   decoding   the file, the samples in the file's layout, the decoder's buffers
//!   rounding   samples of 16 bits and those of 8
//!   alpha      gray samples with alpha, and colour samples, for gray over a coloured background
//!   turning    samples before and after
//!   encoding   samples, the file to write, symbols or coefficients kept, samples decoded again
//! ```
//! These phases follow each other, so the largest one counts. The size of the file to write is not known in advance:
//! about one byte per coded sample is assumed, which only noise of the highest quality exceeds. `cli/tests/memory.rs`
//! compares the estimate with the actual allocations. Neither the text of `--trace` is counted, nor a profile that a
//! PNG's decoder inflates before its size is known, at most 17 MB.

use super::ReadOptions;
use super::raster::Channels;
use crate::args::Kind;
use crate::error::Error;
use codecs::jpeg::baseline::Sampling;
use image::metadata::Orientation;

/// The default memory limit in bytes for a picture in a small file: a gigabyte.
const MEMORY: u64 = 1_000_000_000;
/// The default memory limit in bytes for a video: enough for 3840x2160 with any preset.
const VIDEO_MEMORY: u64 = 4_000_000_000;
/// The default memory limit as a multiple of the file's size, for larger files.
const TIMES_THE_FILE: u64 = 4;
/// The bytes of the process without any picture.
const BASE: u64 = 8 << 20;
/// The groups of rows that are read, on their way, and encoded.
const ROWS_HELD: u64 = 4;
/// The bytes per column that decoders and the encoder keep of rows.
const A_COLUMN: u64 = 256;

/// The size limits of one picture.
///
/// ```
/// use encode::input::{Limits, ReadOptions, read};
/// let options = ReadOptions::default().with_limits(Limits::default().with_pixels(5));
/// let error = read(b"P2 3 2 1  0 1 0 1 0 1".to_vec(), &options).unwrap_err();
/// assert_eq!(error.to_string(), "3x2 are 6 px; the limit is 5 px (--max-pixels 6 raises it)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest number of pixels.
    pub pixels: u64,
    /// The bytes of memory, as estimated before decoding. `None` stands for 1,000,000,000, or four times the file's
    /// size if that is more; for a video, 4,000,000,000.
    pub memory: Option<u64>,
}

impl Limits {
    /// No limits, for pictures that this program made.
    pub(crate) const NONE: Limits = Limits { pixels: u64::MAX, memory: Some(u64::MAX) };

    /// Returns the limits with [`pixels`](Self::pixels) changed.
    #[must_use]
    pub fn with_pixels(self, pixels: u64) -> Self {
        Self { pixels, ..self }
    }

    /// Returns the limits with [`memory`](Self::memory) changed.
    #[must_use]
    pub fn with_memory(self, memory: impl Into<Option<u64>>) -> Self {
        Self { memory: memory.into(), ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { pixels: 500_000_000, memory: None }
    }
}

/// The processing of a picture after reading, as far as it needs memory.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The encoding.
    pub coding: Coding,
    /// The search for a quality.
    pub search: Search,
    /// `true` if the written file is decoded again, to be compared.
    pub decoded_again: bool,
}

/// The encoding of a picture, as far as it needs memory.
#[derive(Clone, Copy, Debug)]
pub enum Coding {
    /// Baseline JPEG.
    Baseline {
        /// The sampling factors of the components.
        sampling: Sampling,
        /// `true` if the quality is above 95 or unknown.
        fine: bool,
        /// The data kept until the last row.
        keeps: Keeps,
    },
    /// Lossless JPEG.
    Lossless,
}

/// The data that an encoder keeps until the last row of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing: rows are coded at once.
    Nothing,
    /// Symbols, until their codes are computed.
    Symbols,
    /// Coefficients, for the scans of a progressive file.
    Coefficients,
}

/// A search for the quality of a baseline file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// None: the quality is stated.
    None,
    /// For the size of the file.
    Size,
    /// For a score of the decoded picture.
    Score,
}

impl Default for Work {
    /// Baseline JPEG, 4:2:0.
    fn default() -> Self {
        let coding = Coding::Baseline { sampling: Sampling::S420, fine: false, keeps: Keeps::Nothing };
        Work { coding, search: Search::None, decoded_again: false }
    }
}

/// The size that a header states, and the memory that its decoder needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) channels: Channels,
    /// `true` if samples have 16 bits.
    pub(super) wide: bool,
    /// The file's size in bytes.
    pub(super) file: u64,
    /// The bytes in use during decoding: the file, the samples, and the decoder's own buffers.
    pub(super) decoding: u64,
    /// `true` if rotation swaps columns and rows.
    pub(super) sideways: bool,
}

impl Claim {
    /// Returns the claim of a decoder that holds the file, the samples and `beside` more bytes.
    pub(super) fn new(size: [u32; 2], channels: Channels, wide: bool, file: usize, beside: u64) -> Self {
        let [width, height] = size;
        let file = file as u64;
        let mut claim = Claim { width, height, channels, wide, file, decoding: 0, sideways: false };
        claim.decoding = file.saturating_add(claim.samples()).saturating_add(beside);
        claim
    }

    /// Returns the claim of a decoder that holds `rows` rows of samples at a time.
    pub(super) fn of_rows(size: [u32; 2], channels: Channels, rows: usize, file: u64) -> Self {
        let [width, height] = size;
        let row = u64::from(width) * channels.count() as u64;
        Claim { width, height, channels, wide: false, file, decoding: row * rows as u64, sideways: false }
    }

    /// Returns the same claim for a picture with an EXIF orientation.
    pub(super) fn turned(mut self, orientation: Orientation) -> Self {
        use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
        self.sideways = matches!(orientation, Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH);
        self
    }

    fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Returns the bytes of the samples in the file's layout. Sizes are at most 65535, so nothing overflows.
    pub(super) fn samples(&self) -> u64 {
        self.pixels() * self.channels.count() as u64 * if self.wide { 2 } else { 1 }
    }

    /// Refuses a picture that is above a limit.
    pub(super) fn check(&self, options: &ReadOptions) -> Result<(), Error> {
        self.check_need(self.estimate(options), options)
    }

    /// Refuses a picture that is above a limit although its rows are encoded as they are read. A few groups of rows are
    /// held, and what is kept until the last row.
    pub(super) fn check_rows(&self, options: &ReadOptions) -> Result<(), Error> {
        let kept = options.work.kept(self.pixels(), self.channels == Channels::Gray);
        self.check_need(ROWS_HELD * self.decoding + kept + BASE + u64::from(self.width) * A_COLUMN, options)
    }

    fn check_need(&self, need: u64, options: &ReadOptions) -> Result<(), Error> {
        let (Claim { width, height, .. }, pixels) = (*self, self.pixels());
        let most = options.limits.memory.unwrap_or(MEMORY.max(self.file.saturating_mul(TIMES_THE_FILE)));
        options.limits.check([width, height].map(u64::from), pixels, need, most)
    }

    /// Returns the estimated bytes at the peak.
    fn estimate(&self, options: &ReadOptions) -> u64 {
        let pixels = self.pixels();
        let keeps = options.depth == crate::args::Depth::Keep;
        let rounds = self.wide && !keeps;
        let bytes = if self.wide && keeps { 2 } else { 1 };
        let on_colour = self.channels == Channels::GrayAlpha && options.background.is_coloured();
        let colours = match self.channels {
            Channels::Gray | Channels::GrayAlpha if !on_colour => 1,
            Channels::Cmyk | Channels::Ycck => 4,
            _ => 3,
        };
        let samples = pixels * colours * bytes;
        let with_alpha = pixels * self.channels.count() as u64 * bytes;
        let phases = [
            self.decoding,
            if rounds { self.samples() + with_alpha } else { 0 },
            if on_colour { with_alpha + samples } else { 0 },
            if self.sideways && !options.keep.has(Kind::Exif) { 2 * samples } else { 0 },
            samples + options.work.bytes(pixels, colours == 1, samples),
        ];
        let largest = phases.into_iter().max().unwrap_or_default();
        largest.saturating_add(BASE + u64::from(self.width) * A_COLUMN)
    }
}

impl Work {
    /// Returns the bytes needed beside `samples` bytes of samples.
    fn bytes(&self, pixels: u64, gray: bool, samples: u64) -> u64 {
        match self.coding {
            Coding::Lossless => samples + samples / 4 + if self.decoded_again { 2 * samples } else { 0 },
            Coding::Baseline { sampling, .. } => {
                let coded = if gray { pixels } else { coded(pixels, sampling) };
                let again = if self.decoded_again { samples + coded } else { 0 };
                self.file(pixels, gray) + self.kept(pixels, gray) + again + self.searched(pixels, gray)
            }
        }
    }

    /// Returns the bytes of the written file.
    fn file(&self, pixels: u64, gray: bool) -> u64 {
        match self.coding {
            Coding::Baseline { sampling, fine, .. } => {
                let coded = if gray { pixels } else { coded(pixels, sampling) };
                if fine { coded + coded / 2 } else { coded / 8 * 5 }
            }
            Coding::Lossless => 0,
        }
    }

    /// Returns the bytes that a search for the quality needs.
    fn searched(&self, pixels: u64, gray: bool) -> u64 {
        let Coding::Baseline { sampling, .. } = self.coding else { return 0 };
        let coded = if gray { pixels } else { coded(pixels, sampling) };
        match self.search {
            Search::None => 0,
            // Coefficients of two samples, and a second file.
            Search::Size => coded.min(coded / 3 + (4 << 20)) + self.file(pixels, gray),
            // Coefficients before and after quantisation, samples of components and pixels; the metric has six planes of
            // numbers of four bytes for each of two pictures, and their products.
            Search::Score => 5 * coded + 3 * pixels + 120 * pixels,
        }
    }

    /// Returns the bytes of what is kept until the last row.
    fn kept(&self, pixels: u64, gray: bool) -> u64 {
        let Coding::Baseline { sampling, keeps, .. } = self.coding else { return 0 };
        let coded = if gray { pixels } else { coded(pixels, sampling) };
        match keeps {
            Keeps::Nothing => 0,
            // A symbol and its bits take four bytes, and noise has one symbol per sample.
            Keeps::Symbols => 4 * coded,
            // Two bytes, and the data of a scan.
            Keeps::Coefficients => 2 * coded + self.file(pixels, gray),
        }
    }
}

/// Returns the number of samples of all components of a colour picture.
fn coded(pixels: u64, sampling: Sampling) -> u64 {
    let factors = [0, 1, 2].map(|c| sampling.factors(c)).map(|(h, v)| [u64::from(h), u64::from(v)]);
    let most = [0, 1].map(|axis| factors.iter().map(|factor| factor[axis]).max().unwrap_or(1));
    let blocks: u64 = factors.iter().map(|[h, v]| h * v).sum();
    pixels * blocks / (most[0] * most[1]).max(1)
}

impl Limits {
    /// Refuses a picture above a limit, by its pixels or by the bytes that it needs.
    fn check(&self, size: [u64; 2], pixels: u64, need: u64, most: u64) -> Result<(), Error> {
        let [width, height] = size;
        let memory = (need > most).then(|| format!("--max-memory {}", raised(need)));
        if pixels > self.pixels {
            let raise = format!("--max-pixels {}", raised(pixels));
            let raise = memory.map_or(raise.clone(), |memory| format!("{raise} {memory}"));
            return Err(Error::TooManyPixels { width, height, limit: self.pixels, raise });
        }
        match memory {
            Some(raise) => Err(Error::TooMuchMemory { width, height, need, limit: most, raise }),
            None => Ok(()),
        }
    }

    /// Refuses video whose frames and reference pictures exceed a limit.
    pub(crate) fn check_video(&self, width: usize, height: usize, need: u64) -> Result<(), Error> {
        let [width, height] = [width, height].map(|side| side as u64);
        self.check(
            [width, height],
            width.saturating_mul(height),
            need.saturating_add(BASE),
            self.memory.unwrap_or(VIDEO_MEMORY),
        )
    }
}

/// Returns a number that is at least as large, as it is typed: in thousands, millions or thousands of millions.
fn raised(number: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")];
    match units.into_iter().find(|(unit, _)| number >= *unit) {
        Some((unit, name)) => format!("{}{name}", number.div_ceil(unit)),
        None => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::about;

    #[test]
    fn what_is_typed_raises_the_limit_far_enough() {
        for (number, typed, said) in [
            (5, "5", "5 B"),
            (999, "999", "999 B"),
            (1001, "2k", "1.1 kB"),
            (900_000_000, "900M", "900 MB"),
            (1_000_000_000, "1G", "1 GB"),
            (1_878_786_048, "2G", "1.9 GB"),
            (4_294_836_225, "5G", "4.3 GB"),
            (12_345_678_901, "13G", "13 GB"),
        ] {
            assert_eq!((raised(number), about(number, "B")), (typed.to_owned(), said.to_owned()));
        }
    }

    #[test]
    fn subsampled_components_have_fewer_samples() {
        for (sampling, coded_of_64) in
            [(Sampling::S444, 192), (Sampling::S422, 128), (Sampling::S420, 96), (Sampling::S410, 80)]
        {
            assert_eq!(coded(64, sampling), coded_of_64);
        }
    }

    #[test]
    fn the_largest_picture_does_not_overflow() {
        let claim = Claim::new([65535, 65535], Channels::RgbAlpha, true, usize::MAX, u64::MAX);
        let error = claim.check(&ReadOptions::default()).expect_err("too large").to_string();
        assert!(error.starts_with("65535x65535 are 4.3 Gpx; the limit is 500 Mpx (--max-pixels 5G"), "{error}");
    }
}
