//! [`Trials`]: the sizes of a picture's files by quality, estimated or written.
//!
//! An estimate begins with the rough bits of a sample, which take little time to count. The bytes of the file for each of
//! them are known better with
//!
//! - a file of the sample,
//! - the rough bits of the whole picture if its coefficients are kept, or of a larger sample,
//! - a file of the picture, exactly.

use super::sample::{Sample, Shape};
use crate::jpeg::baseline::{DeadZone, Encoder, FileSize, Options, Rounding, Transformed};
use crate::jpeg::progressive::Progression;
use crate::jpeg::{Huffman, IjgQuality, JpegError, Restart};
use crate::picture::Pixels;

/// The pixels of the largest picture whose coefficients are kept. Those of larger ones leave the cache: it takes less time to
/// compute them again for a second file.
const KEPT: usize = 1 << 21;

/// The bytes of data for each rough bit, before a file is known.
const BYTES: f64 = 1.0 / 32.0;

/// The qualities that differ by this number, at most, have about as many bytes of data for each rough bit.
const ALIKE: u8 = 5;

/// The part of a size by which a close estimate may be less than the file, if that of about the same quality is known.
const DOUBT: f64 = 0.003;

/// The qualities above this one have tables of steps so small that the bytes for each rough bit change.
const FINE: u8 = 93;

/// From this quality on, files of the sample say better than its rough bits how sizes change from quality to quality.
const TELLING: u8 = 25;

/// The bytes of data in the best scans, for each in one scan.
const SEARCHED: f64 = 0.98;

/// From this quality on, sizes grow by 3 % and more from quality to quality, so that a greater doubt takes little time.
const STEEP: u8 = 85;

/// The bytes by which Huffman tables differ from quality to quality.
const TABLES: f64 = 24.0;

/// The part of a size by which an estimate may differ from a closer one, in errors of the sample.
const ROUGH: f64 = 0.004;

/// The part of a size that is added to that, if there is doubt.
const CLOSE: f64 = 0.01;

/// The largest part of a size that counts as an error of its estimate.
const MOST_ERROR: f64 = 0.05;

/// The bytes that are reserved for a file, for each that is estimated, and the most of them.
const ROOM: f64 = 1.02;
const MOST_ROOM: f64 = (1 << 24) as f64;

/// The bytes of a restart marker and of the bits that complete the byte before it.
const RESTART: f64 = 2.5;

/// A file whose bytes of data are known.
#[derive(Clone, Copy)]
struct Known {
    quality: u8,
    data: f64,
    /// `true` if it is the sample's file.
    of_sample: bool,
}

/// The options of a quality.
pub(super) type OptionsOf<'p> = &'p dyn Fn(IjgQuality) -> Result<Options, JpegError>;

/// The sizes of the files of a picture, whose options follow from a quality.
pub(super) struct Trials<'p> {
    picture: &'p Pixels<'p>,
    options: OptionsOf<'p>,
    sample: Sample,
    /// The coefficients of the picture, if they are kept and the sample is not the picture.
    kept: Option<Transformed>,
    /// The rough bits of the sample and of the picture, by quality.
    rough: [Option<f64>; 101],
    whole: [Option<f64>; 101],
    /// How many times the rough bits of the sample the picture has.
    scale: f64,
    /// `true` if `scale` is only the ratio of their sizes, as the rough bits of no more than the sample are known.
    is_rough: bool,
    /// The bytes of headers.
    headers: f64,
    /// A file whose bytes of data are known, if there is one yet.
    known: Option<Known>,
    /// The bytes of headers and of data in the sample's files, by quality.
    of_sample: [Option<(f64, f64)>; 101],
    /// The part of its size by which the estimate of the last file was wrong, if coefficients are kept: then it says how much a
    /// picture differs from photos.
    error: f64,
    /// The bytes of restart markers.
    restarts: f64,
}

impl<'p> Trials<'p> {
    /// Transforms a sample of a picture, and the picture if its coefficients are kept.
    pub(super) fn new(picture: &'p Pixels<'p>, options: OptionsOf<'p>) -> Result<Self, JpegError> {
        let any = options(IjgQuality::MOST)?;
        let encoder = Encoder::new(any.clone());
        let is_kept = picture.width() * picture.height() <= KEPT;
        let kept = if is_kept { Some(encoder.transform(picture)?) } else { None };
        let shape = if is_kept { Shape::SHORT } else { Shape::LONG };
        let (sample, kept) = match (Sample::new(picture, &any, shape, kept.as_ref())?, kept) {
            (Some(sample), kept) => (sample, kept),
            (None, Some(whole)) => (Sample::whole(whole), None),
            (None, None) => (Sample::whole(encoder.transform(picture)?), None),
        };
        let (_, [rows, columns]) = encoder.mcus(picture)?;
        let restarts = match any.restart.interval(columns)? {
            0 => 0.0,
            interval => RESTART * ((rows * columns - 1) / interval) as f64,
        };
        let (rough, whole, scale, is_rough) = ([None; 101], [None; 101], sample.scale, !sample.is_whole);
        let (headers, known, of_sample) = (0.0, None, [None; 101]);
        Ok(Trials {
            picture,
            options,
            sample,
            kept,
            rough,
            whole,
            scale,
            is_rough,
            headers,
            known,
            of_sample,
            error: 0.0,
            restarts,
        })
    }

    /// Returns an estimate of the bytes of the file of a quality.
    pub(super) fn estimate(&mut self, quality: u8) -> Result<f64, JpegError> {
        let bits = self.rough_bits(quality)?;
        let data = match self.known {
            None => BYTES * bits,
            Some(Known { quality: known, data, of_sample }) => {
                let rough = if of_sample { self.sample_bits(known)? } else { self.rough_bits(known)? };
                let change = if quality.max(known) > FINE { self.change(quality)? } else { 1.0 };
                bits * change * data / rough.max(1.0)
            }
        };
        Ok(self.headers + self.restarts + data)
    }

    /// Returns an estimate by the rough bits of more than the sample, and by files of the sample if the coefficients of the picture
    /// are not kept. If there is doubt, it is the less of the estimates with and without these files.
    pub(super) fn closer_estimate(&mut self, quality: u8, has_doubt: bool) -> Result<f64, JpegError> {
        self.refine(quality)?;
        let estimate = self.estimate(quality)?;
        let change = match self.known {
            Some(Known { quality: known, .. }) if quality.max(known) > FINE => 1.0,
            _ if self.kept.is_none() => self.change(quality)?,
            _ if has_doubt && quality >= TELLING => self.change(quality)?.min(1.0),
            _ => 1.0,
        };
        Ok(estimate * change)
    }

    /// Returns the ratio of the bytes for each rough bit in the sample's file of a quality to those of the known quality.
    fn change(&mut self, quality: u8) -> Result<f64, JpegError> {
        match self.known {
            Some(Known { quality: known, .. }) if known != quality => {
                Ok(self.of_sample(quality)? / self.of_sample(known)?)
            }
            _ => Ok(1.0),
        }
    }

    /// Returns the bytes of data in the sample's file for each of its rough bits.
    fn of_sample(&mut self, quality: u8) -> Result<f64, JpegError> {
        let (_, data) = self.sample_file(quality)?;
        Ok(data / self.sample_bits(quality)?.max(1.0))
    }

    /// Returns the bytes of headers and of data in the sample's file. That of a small picture has one scan in place of the best
    /// ones, as the search for them takes up to a quarter of the time of the picture's file.
    fn sample_file(&mut self, quality: u8) -> Result<(f64, f64), JpegError> {
        let place = usize::from(quality);
        if let Some(bytes) = self.of_sample[place] {
            return Ok(bytes);
        }
        let options = (self.options)(quality.into())?.with_restart(Restart::Never);
        let has_one_scan = self.kept.is_some() && options.progression == Progression::Smallest;
        let (options, part) = match has_one_scan {
            true => (options.with_progression(Progression::Sequential).with_huffman(Huffman::Optimised), SEARCHED),
            false => (options, 1.0),
        };
        let FileSize { headers, data } = self.sample.transformed.write_and_count(&options)?;
        Ok(*self.of_sample[place].insert((headers as f64, part * data.max(1) as f64)))
    }

    /// Returns the rough bits of the picture.
    fn rough_bits(&mut self, quality: u8) -> Result<f64, JpegError> {
        match self.whole[usize::from(quality)] {
            Some(whole) => Ok(whole),
            None => Ok(self.scale * self.sample_bits(quality)?),
        }
    }

    /// Returns the rough bits of the sample.
    fn sample_bits(&mut self, quality: u8) -> Result<f64, JpegError> {
        let place = usize::from(quality);
        if let Some(rough) = self.rough[place] {
            return Ok(rough);
        }
        let options = plain(&(self.options)(quality.into())?);
        Ok(*self.rough[place].insert(self.sample.transformed.rough_bits(&options)? as f64))
    }

    /// Returns whether the sample is the picture, so small that estimates are of no use.
    pub(super) fn is_whole(&self) -> bool {
        self.sample.is_whole
    }

    /// Returns the bytes by which a closer estimate may be less than the file, if one of about that quality and size is known.
    pub(super) fn doubt(&self, quality: u8, bytes: f64) -> Result<f64, JpegError> {
        let Options { rounding, huffman, progression, .. } = (self.options)(quality.into())?;
        let of_trellis = if rounding == Rounding::Trellis { 2.0 } else { 1.0 };
        let of_sample = if self.kept.is_some() { 2.0 } else { self.sample.error };
        let (of_steps, of_error) = if quality >= STEEP { (3.0, 1.0) } else { (1.0, 0.3) };
        let is_standard = huffman == Huffman::Standard && progression == Progression::Sequential;
        let part = (DOUBT * of_steps * of_trellis * of_sample).max(of_error * self.error);
        Ok(part * bytes + if is_standard { 0.0 } else { TABLES })
    }

    /// Returns the part of a size by which an estimate may differ from a closer one.
    pub(super) fn rough_doubt(&self, quality: u8, has_doubt: bool) -> Result<f64, JpegError> {
        let Options { rounding, .. } = (self.options)(quality.into())?;
        Ok(match (self.is_rough, &self.kept) {
            // Rough bits do not know which levels a trellis makes 0.
            _ if has_doubt && rounding == Rounding::Trellis => f64::INFINITY,
            (true, Some(_)) => f64::INFINITY,
            (true, None) => 5.0 * ROUGH * self.sample.error,
            (false, Some(_)) => 0.1 * ROUGH * self.sample.error,
            (false, None) => 3.0 * ROUGH * self.sample.error,
        } + if has_doubt { CLOSE } else { 0.0 })
    }

    /// Makes estimates agree with the sample's file of a quality, and with the rough bits of the picture if its coefficients are
    /// kept, and returns `true`. Returns `false` if they agree with a file of about the same quality.
    pub(super) fn settle(&mut self, quality: u8) -> Result<bool, JpegError> {
        if self.known.is_some_and(|known| known.quality.abs_diff(quality) <= ALIKE) {
            return Ok(false);
        }
        let (headers, data) = self.sample_file(quality)?;
        self.headers = headers;
        self.known = Some(Known { quality, data, of_sample: true });
        if self.kept.is_some() && self.is_rough {
            self.refine(quality)?;
        }
        Ok(true)
    }

    /// Counts the rough bits of a quality, and of the file that is known, so that both are counted in the same way.
    fn refine(&mut self, quality: u8) -> Result<(), JpegError> {
        if let Some(Known { quality: known, of_sample: false, .. }) = self.known {
            self.count(known)?;
        }
        self.count(quality)
    }

    /// Counts the rough bits of the picture, or of a larger sample if its coefficients are not kept, unless they are known.
    fn count(&mut self, quality: u8) -> Result<(), JpegError> {
        let place = usize::from(quality);
        let options = plain(&(self.options)(quality.into())?);
        let bits = match &self.kept {
            Some(kept) if self.whole[place].is_none() => {
                let bits = kept.rough_bits(&options)? as f64;
                self.whole[place] = Some(bits);
                bits
            }
            None if self.is_rough => match Sample::new(self.picture, &options, Shape::MANY, None)? {
                Some(larger) => larger.transformed.rough_bits(&options)? as f64 * larger.scale,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        self.is_rough = false;
        let rough = self.sample_bits(quality)?;
        if rough > 0.0 {
            self.scale = bits / rough;
        }
        Ok(())
    }

    /// Returns the file of a quality.
    pub(super) fn write(&mut self, quality: u8) -> Result<Vec<u8>, JpegError> {
        let (options, estimate) = ((self.options)(quality.into())?, self.estimate(quality)?);
        let mut file = Vec::with_capacity((ROOM * estimate).min(MOST_ROOM) as usize);
        let whole = self.sample.is_whole.then_some(&self.sample.transformed);
        match self.kept.as_ref().or(whole) {
            Some(kept) => kept.encode(&options, &mut file)?,
            None => crate::jpeg::baseline::encode(self.picture, &options, &mut file)?,
        }
        Ok(file)
    }

    /// Makes estimates agree with the file of a quality.
    pub(super) fn follow(&mut self, quality: u8, file: &[u8]) -> Result<(), JpegError> {
        if self.kept.is_some() {
            let estimate = self.estimate(quality)?;
            self.error = (file.len() as f64 / estimate - 1.0).abs().min(MOST_ERROR);
        }
        self.headers = FileSize::of(file).headers as f64 - self.restarts;
        let data = file.len() as f64 - self.headers - self.restarts;
        self.known = Some(Known { quality, data, of_sample: false });
        Ok(())
    }
}

/// Returns options without a trellis.
fn plain(options: &Options) -> Options {
    let rounding = match options.rounding {
        Rounding::Trellis => Rounding::DeadZone(DeadZone::default()),
        rounding => rounding,
    };
    options.clone().with_rounding(rounding)
}
