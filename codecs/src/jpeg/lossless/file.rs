//! The driver of a file: headers, scans and threads.
//!
//! Predictions depend on samples alone, so parts of the picture, runs of lines, are coded in parallel. Their bits are
//! joined to the bytes that one thread writes. The statistics for the Huffman table are gathered in parallel, too.

use super::choose;
use super::entropy::{Codes, Frequencies, fixed_table};
use super::frame::{Frame, Scan};
use super::headers::{after_scans, before_scan, before_scans};
use super::lines::Lines;
use super::options::{Options, Predictor};
use super::predict::differences;
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::{Huffman, JpegError};
use crate::picture::{Pixels, Sample};
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::{Idle, in_order};
use core::ops::Range;
use fearless_simd::Level;
use std::io::Write;

/// Encodes a picture as a lossless JPEG file: gray, YCbCr, RGB or CMYK samples without conversion; alpha is not coded.
///
/// ```
/// use codecs::jpeg::lossless::{Options, encode};
/// use codecs::picture::{PixelFormat, Pixels};
/// let scan: Vec<u16> = (0..20 * 10).map(|n| 4000 - n).collect();
/// let mut options = Options::new();
/// options.precision = Some(12);
/// let mut file = Vec::new();
/// encode(&Pixels::interleaved(&scan, 20, 10, PixelFormat::Gray)?, &options, &mut file)?;
/// assert_eq!((&file[..2], &file[file.len() - 2..]), (&[0xFF, 0xD8][..], &[0xFF, 0xD9][..]));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError`]: sizes, precisions, intervals or metadata that a file cannot have; samples that exceed the precision;
/// errors of the sink.
pub fn encode<T: Sample>(picture: &Pixels<'_, T>, options: &Options, sink: &mut impl Write) -> Result<(), JpegError> {
    let frame = Frame::new(picture, options)?;
    let scans = frame.scans(options)?;
    sink.write_all(&before_scans(&frame, options)?)?;
    for scan in &scans {
        match scan.components.len() {
            1 => encode_scan::<T, 1>(&frame, scan, options, sink)?,
            3 => encode_scan::<T, 3>(&frame, scan, options, sink)?,
            _ => encode_scan::<T, 4>(&frame, scan, options, sink)?,
        }
    }
    sink.write_all(&after_scans())?;
    Ok(())
}

fn encode_scan<T: Sample, const N: usize>(
    frame: &Frame<'_, T>,
    scan: &Scan,
    options: &Options,
    sink: &mut impl Write,
) -> Result<(), JpegError> {
    let threads = options.threads.get();
    let predictor = match options.predictor {
        Some(predictor) => predictor,
        None => choose::predictor::<T, N>(frame, scan)?,
    };
    let table = match options.huffman {
        Huffman::Standard => fixed_table(frame.precision - frame.point_transform),
        Huffman::Optimised => {
            let mut frequencies = Frequencies::default();
            let count = |lines: &Range<usize>, done: &mut Option<Result<Frequencies, JpegError>>| {
                let (mut differences, mut counted) = (Differences::<T, N>::new(frame, scan), Frequencies::default());
                let all = lines.clone().try_for_each(|y| differences.count(y, predictor, &mut counted));
                *done = Some(all.map(|()| counted));
            };
            in_order(threads, &parts(scan.height, threads), count, |counted| {
                let counted = counted.take().transpose()?;
                counted.iter().for_each(|counted| frequencies.add(counted));
                Ok::<(), JpegError>(())
            })?;
            frequencies.optimal()
        }
    };
    sink.write_all(&before_scan(frame, scan, predictor, &table)?)?;
    let codes = Codes::new(&table);
    // A difference has at most 32 bits, and every byte can be stuffed.
    let mut segment = EntropySegment::with_capacity(8 * N * scan.width + 16);
    match &parts(scan.height, threads)[..] {
        [lines] => {
            let mut coder = Coder::<T, N>::new(frame, scan, predictor, &codes);
            for y in lines.clone() {
                coder.code(y, &mut segment)?;
                segment.drain_to(sink)?;
            }
        }
        parts => {
            let idle = Idle::default();
            let code = |lines: &Range<usize>, (part, done): &mut (EntropySegment, Option<JpegError>)| {
                part.begin_part();
                let code = |coder: &mut Coder<'_, '_, T, N>| lines.clone().try_for_each(|y| coder.code(y, part));
                *done = idle.with(|| Coder::new(frame, scan, predictor, &codes), code).err();
            };
            in_order(threads, parts, code, |(part, error)| match error.take() {
                Some(error) => Err(error),
                None => Ok(segment.join(part, sink)?),
            })?;
        }
    }
    segment.align();
    segment.drain_to(sink)?;
    Ok(())
}

/// Returns the lines of each part: one part for one thread, about 16 per thread otherwise.
fn parts(lines: usize, threads: usize) -> Vec<Range<usize>> {
    let step = if threads == 1 { lines } else { (lines / threads.saturating_mul(16)).max(1) };
    (0..lines).step_by(step).map(|first| first..lines.min(first + step)).collect()
}

/// The differences of a scan, line by line.
pub(super) struct Differences<'f, T, const N: usize> {
    level: Level,
    lines: Lines<'f, T, N>,
    differences: Vec<i16>,
}

impl<'f, T: Sample, const N: usize> Differences<'f, T, N> {
    pub(super) fn new(frame: &Frame<'f, T>, scan: &Scan) -> Self {
        Differences { level: Level::new(), lines: Lines::new(frame, scan), differences: vec![0; N * scan.width] }
    }

    /// Counts the differences of line `y`.
    pub(super) fn count(
        &mut self,
        y: usize,
        predictor: Predictor,
        frequencies: &mut Frequencies,
    ) -> Result<(), JpegError> {
        dispatch_wide!(self.level, _ => {
            let (predictor, line) = self.lines.take(y, predictor)?;
            differences(predictor, line, &mut self.differences);
            frequencies.count(&self.differences);
            Ok(())
        })
    }

    /// Writes the differences of line `y`.
    fn write(
        &mut self,
        y: usize,
        predictor: Predictor,
        codes: &Codes,
        segment: &mut EntropySegment,
    ) -> Result<(), JpegError> {
        dispatch_wide!(self.level, simd => {
            let (predictor, line) = self.lines.take(y, predictor)?;
            differences(predictor, line, &mut self.differences);
            codes.write(simd, &self.differences, segment);
            Ok(())
        })
    }
}

/// A coder of lines.
struct Coder<'c, 'f, T, const N: usize> {
    differences: Differences<'f, T, N>,
    predictor: Predictor,
    codes: &'c Codes,
    restart_lines: usize,
}

impl<'c, 'f, T: Sample, const N: usize> Coder<'c, 'f, T, N> {
    fn new(frame: &Frame<'f, T>, scan: &Scan, predictor: Predictor, codes: &'c Codes) -> Self {
        let differences = Differences::new(frame, scan);
        Coder { differences, predictor, codes, restart_lines: scan.restart_lines }
    }

    /// Codes line `y`, after a restart marker if one is due.
    fn code(&mut self, y: usize, segment: &mut EntropySegment) -> Result<(), JpegError> {
        if self.restart_lines > 0 && y > 0 && y.is_multiple_of(self.restart_lines) {
            segment.restart(y / self.restart_lines - 1);
        }
        self.differences.write(y, self.predictor, self.codes, segment)
    }
}
