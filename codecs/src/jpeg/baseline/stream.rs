//! [`RowEncoder`]: encodes a picture that arrives row by row.

use super::colour::IntegerColour;
use super::dct::IntegerDct;
use super::downsample::MeanDownsampler;
use super::encoder::Stages;
use super::file::File;
use super::headers::Headers;
use super::options::Options;
use super::quantize::ReciprocalQuantizer;
use super::rows::RowCoder;
use super::sinks::{Codes, annex_k};
use super::whole::{self, RowFiller};
use crate::jpeg::coefficients::CoefficientPicture;
use crate::jpeg::progressive::{self, Progression};
use crate::jpeg::{Huffman, JpegError};
use crate::picture::{PixelFormat, Pixels};
use std::io::Write;
use std::sync::Arc;

/// An encoder that receives the rows of a picture as they arrive.
///
/// It holds the pixels of one row of MCUs, so its memory does not depend on the height. With optimised Huffman tables
/// or one scan per component it also keeps the coefficients until the last row, in about one byte per sample; for a
/// progressive file in two.
///
/// ```
/// use codecs::jpeg::baseline::{Options, RowEncoder};
/// use codecs::picture::PixelFormat;
/// let mut file = Vec::new();
/// let mut encoder = RowEncoder::new(100, 1000, PixelFormat::Rgb, Options::new(90)?, &mut file)?;
/// for row in 0..1000 {
///     encoder.push(&[(row / 4) as u8; 300])?;
/// }
/// encoder.finish()?;
/// assert_eq!(&file[file.len() - 2..], [0xFF, 0xD9]);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub struct RowEncoder<W> {
    options: Options,
    file: File,
    format: PixelFormat,
    stages: Stages<IntegerDct, ReciprocalQuantizer, IntegerColour, MeanDownsampler>,
    coder: Coder,
    /// The pixel rows collected for the current row of MCUs.
    gathered: Vec<u8>,
    pushed: usize,
    sink: W,
}

/// The use of a row of MCUs: it is coded at once, or its coefficients are kept for the scans of a progressive file.
enum Coder {
    Sequential(Box<RowCoder>),
    Progressive(RowFiller, CoefficientPicture),
}

impl<W: Write> RowEncoder<W> {
    /// Returns an encoder for a picture of interleaved pixels, and writes the headers. See [`RowEncoder`] for an
    /// example.
    ///
    /// # Errors
    /// See [`encode`](super::encode).
    pub fn new(
        width: usize,
        height: usize,
        format: PixelFormat,
        options: Options,
        mut sink: W,
    ) -> Result<Self, JpegError> {
        let file = File::new(&options, (width, height), format)?;
        let headers = Headers::new(&options, &file.frame, format);
        let coder = if options.progression == Progression::Sequential {
            Coder::Sequential(Box::new(file.row_coder(&Arc::new(Codes::new(&annex_k())), 0)))
        } else {
            let picture = whole::blank(&file.frame)?;
            progressive::check(&picture, &whole::scan_options(&options))?;
            Coder::Progressive(RowFiller::new(&file.frame, file.conversion), picture)
        };
        sink.write_all(&headers.before_scans(&file.scans)?)?;
        if let Some(first) = file.scans.first().filter(|_| options.huffman == Huffman::Standard) {
            sink.write_all(&headers.scan(first, None)?)?;
        }
        let gathered = Vec::with_capacity(width * format.samples() * file.frame.rows_per_mcu);
        let stages = Stages::new(&options);
        Ok(RowEncoder { options, file, format, stages, coder, gathered, pushed: 0, sink })
    }

    /// Takes one or more whole rows, from the top down, without gaps. See [`RowEncoder`] for an example.
    ///
    /// # Errors
    /// [`JpegError::RowLength`], [`JpegError::Rows`] if there are more rows than the picture has, and errors of the
    /// sink.
    pub fn push(&mut self, rows: &[u8]) -> Result<(), JpegError> {
        let [height, width] = self.file.frame.size();
        let row = width * self.format.samples();
        if !rows.len().is_multiple_of(row) {
            return Err(JpegError::RowLength { row, given: rows.len() });
        }
        let given = self.pushed + rows.len() / row;
        if given > height {
            return Err(JpegError::Rows { given, height });
        }
        let most = row * self.file.frame.rows_per_mcu;
        let mut rest = rows;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(most - self.gathered.len()));
            rest = later;
            self.gathered.extend_from_slice(now);
            self.pushed += now.len() / row;
            if self.gathered.len() == most || self.pushed == height {
                self.code_gathered()?;
            }
        }
        Ok(())
    }

    fn code_gathered(&mut self) -> Result<(), JpegError> {
        let ([_, width], row) = (self.file.frame.size(), (self.pushed - 1) / self.file.frame.rows_per_mcu);
        let rows = self.gathered.len() / (width * self.format.samples());
        let band = Pixels::interleaved(&self.gathered, width, rows, self.format)?;
        match &mut self.coder {
            Coder::Sequential(coder) => {
                coder.code(&self.stages, (&band, 0), row);
                if let Some(segment) = coder.segment() {
                    segment.drain_to(&mut self.sink)?;
                }
            }
            Coder::Progressive(filler, picture) => {
                filler.fill((&self.file.frame, &self.stages), (&band, 0), (&mut picture.band(row), 0));
            }
        }
        self.gathered.clear();
        Ok(())
    }

    /// Writes the rest of the file and returns the sink.
    ///
    /// # Errors
    /// [`JpegError::Rows`] if rows are missing, and errors of the sink.
    pub fn finish(mut self) -> Result<W, JpegError> {
        let (given, [height, _]) = (self.pushed, self.file.frame.size());
        if given < height {
            return Err(JpegError::Rows { given, height });
        }
        let headers = Headers::new(&self.options, &self.file.frame, self.format);
        match self.coder {
            Coder::Sequential(mut coder) => {
                if let Some(segment) = coder.segment() {
                    segment.align();
                    segment.drain_to(&mut self.sink)?;
                }
                self.file.write_kept(&headers, &[coder.into_tokens()], &mut self.sink)?;
            }
            Coder::Progressive(_, picture) => {
                progressive::write_scans(&picture, &whole::scan_options(&self.options), &mut self.sink)?;
            }
        }
        self.sink.write_all(&headers.after_scans())?;
        Ok(self.sink)
    }
}
