//! [`RowEncoder`]: encodes a picture that arrives row by row.

use super::colour::IntegerColour;
use super::dct::IntegerDct;
use super::downsample::MeanDownsampler;
use super::encoder::Stages;
use super::file::File;
use super::headers::Headers;
use super::options::{Options, Rounding};
use super::quantize::ReciprocalQuantizer;
use super::rows::RowCoder;
use super::sinks::{Codes, annex_k};
use crate::jpeg::{Huffman, JpegError};
use crate::picture::{PixelFormat, Pixels};
use std::io::Write;
use std::sync::Arc;

/// An encoder that receives the rows of a picture as they arrive.
///
/// It holds the pixels of one row of MCUs, so its memory does not depend on the height. With optimised Huffman tables
/// or one scan per component it also keeps the coefficients until the last row, in about one byte per sample.
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
    coder: RowCoder,
    /// The pixel rows collected for the current row of MCUs.
    gathered: Vec<u8>,
    pushed: usize,
    sink: W,
}

impl<W: Write> RowEncoder<W> {
    /// Returns an encoder for a picture of interleaved pixels, and writes the headers. See [`RowEncoder`] for an
    /// example.
    ///
    /// # Errors
    /// See [`encode`](super::encode). [`JpegError::WholePicture`] for [`Rounding::Trellis`].
    pub fn new(
        width: usize,
        height: usize,
        format: PixelFormat,
        options: Options,
        mut sink: W,
    ) -> Result<Self, JpegError> {
        if options.rounding == Rounding::Trellis {
            return Err(JpegError::WholePicture);
        }
        let file = File::new(&options, (width, height), format)?;
        let headers = Headers::new(&options, &file.frame, format);
        sink.write_all(&headers.before_scans(&file.scans)?)?;
        if options.huffman == Huffman::Standard {
            sink.write_all(&headers.scan(&file.scans[0], None)?)?;
        }
        let coder = file.row_coder(&Arc::new(Codes::new(&annex_k())), 0);
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
        self.coder.code(&self.stages, (&band, 0), row);
        self.gathered.clear();
        match self.coder.segment() {
            Some(segment) => Ok(segment.drain_to(&mut self.sink)?),
            None => Ok(()),
        }
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
        if let Some(segment) = self.coder.segment() {
            segment.align();
            segment.drain_to(&mut self.sink)?;
        }
        let kept = [self.coder.into_tokens()];
        self.file.write_kept(&headers, &kept, &mut self.sink)?;
        self.sink.write_all(&headers.after_scans())?;
        Ok(self.sink)
    }
}
