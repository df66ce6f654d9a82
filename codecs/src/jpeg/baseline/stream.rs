//! [`RowEncoder`]: encodes a picture that arrives row by row.

use super::colour::IntegerColour;
use super::dct::IntegerDct;
use super::downsample::MeanDownsampler;
use super::encoder::Stages;
use super::file::File;
use super::frame::Frame;
use super::headers::Headers;
use super::joiner::Joiner;
use super::options::{Options, Rounding};
use super::quantize::ReciprocalQuantizer;
use super::rows::{RowBuffers, RowCoder};
use super::scan_rows::ScanRows;
use super::sinks::annex_k;
use super::source::FromPixels;
use super::strips::Strips;
use super::tokens::token_codes;
use super::whole::{self, RowFiller};
use super::writer::Codes;
use crate::jpeg::coefficients::CoefficientPicture;
use crate::jpeg::progressive::{self, Part, Plan, Progression};
use crate::jpeg::{Huffman, JpegError};
use crate::picture::{PixelFormat, Pixels};
use crate::shared::jobs::{Idle, Team};
use core::ops::Range;
use std::io::{self, Write};
use std::sync::Arc;

/// The pixels that each thread codes at a time, if rows of MCUs are not longer, and the fewest rows of MCUs.
const PIXELS_A_THREAD: usize = 1 << 19;
const FEWEST_ROWS: usize = 2;
/// The rows of MCUs of a part of a progressive file whose rows are read by the threads that code them.
const ROWS_OF_A_PART: usize = 4;

/// The blocks of pixels that go through the encoder's own stages.
type OwnSource<'p> = FromPixels<'p, IntegerDct, ReciprocalQuantizer, IntegerColour, MeanDownsampler>;

/// Rows of MCUs from one of them down to the last, `step` at a time.
struct Bands<'e> {
    stages: &'e Stages<IntegerDct, ReciprocalQuantizer, IntegerColour, MeanDownsampler>,
    frame: &'e Frame,
    format: PixelFormat,
    top: usize,
    step: usize,
}

impl Bands<'_> {
    fn count(&self) -> usize {
        (self.frame.mcu_grid()[0] - self.top).div_ceil(self.step)
    }

    /// Returns the rows of MCUs of band `n`.
    fn rows(&self, n: usize) -> Range<usize> {
        let first = self.top + n * self.step;
        first..self.frame.mcu_grid()[0].min(first + self.step)
    }

    /// Returns the rows of pixels of band `n`.
    fn height(&self, n: usize) -> usize {
        let (rows, mcus, [height, _]) = (self.rows(n), self.frame.rows_per_mcu(), self.frame.size());
        height.min(rows.end * mcus) - rows.start * mcus
    }

    /// Returns the samples of band `n`.
    fn samples(&self, n: usize) -> usize {
        self.height(n) * self.frame.size()[1] * self.format.samples()
    }

    /// Returns the blocks of band `n`, which has these samples.
    fn source<'p>(&'p self, n: usize, samples: &'p [u8]) -> Result<OwnSource<'p>, JpegError> {
        let pixels = Pixels::interleaved(samples, self.frame.size()[1], self.height(n), self.format)?;
        Ok(FromPixels { stages: self.stages, pixels, first: self.rows(n).start })
    }
}

/// An encoder that receives the rows of a picture as they arrive.
///
/// It holds the pixels of one row of MCUs, and the samples and coefficients of 4096 columns of it, so its memory does not depend on
/// the height. With [`Options::threads`] it holds half a million pixels for each thread, or two rows of MCUs if those are more, and
/// codes them together, unless it reads them itself ([`push_from`](Self::push_from)). With optimised Huffman tables or one scan per
/// component it also keeps the coefficients until the last row, in about one byte per sample; for a progressive file the symbols of
/// its scans, in about two bytes for each coefficient that is not 0, or the coefficients in two bytes each for
/// [`Progression::Smallest`].
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
    stream: RowStream,
    sink: W,
}

/// A function that fills its slice with the next rows.
type Read<'r> = dyn FnMut(&mut [u8]) -> Result<(), JpegError> + Send + 'r;

/// The part of a [`RowEncoder`] that does not depend on its sink, so that it is compiled once.
struct RowStream {
    options: Options,
    file: File,
    format: PixelFormat,
    stages: Stages<IntegerDct, ReciprocalQuantizer, IntegerColour, MeanDownsampler>,
    coder: Coder,
    /// Pixel rows that are not coded yet, and the number of rows that are coded together.
    gathered: Vec<u8>,
    together: usize,
    pushed: usize,
}

/// The use of rows of MCUs.
enum Coder {
    /// One coder for all rows.
    One(Box<(RowCoder, RowBuffers, Strips)>),
    /// Parts of one row of MCUs, coded by several threads.
    Parts { team: Team, joiner: Box<Joiner>, coder: RowPartCoder },
    /// The rows so far by the scans of a progressive file.
    Scans(Box<ScanRows>),
    /// The coefficients of the rows so far, on which the scans of a progressive file depend.
    Coefficients(Box<RowFiller>, CoefficientPicture),
}

/// A coder of parts of one row of MCUs, with what it uses again.
struct RowPartCoder {
    strips: Strips,
    codes: Arc<Codes>,
    free: Idle<RowCoder>,
    idle: Idle<RowBuffers>,
}

impl RowPartCoder {
    /// Codes row `row` of MCUs as a part.
    fn part(&self, file: &File, source: &OwnSource<'_>, row: usize) -> RowCoder {
        let mut part = self.free.take(|| file.row_coder(&self.codes, 1));
        part.begin_part(row);
        self.idle.with(|| self.strips.buffers(), |buffers| self.strips.code(&mut part, buffers, source, row));
        part
    }

    /// Joins a part to those above it.
    fn join(&self, joiner: &mut Joiner, part: Option<RowCoder>, sink: &mut dyn Write) -> io::Result<()> {
        if let Some(mut part) = part {
            joiner.take(&mut part, sink)?;
            self.free.put(part);
        }
        Ok(())
    }
}

impl Coder {
    fn new(options: &Options, file: &File, format: PixelFormat) -> Result<Self, JpegError> {
        if options.progression != Progression::Sequential {
            let layouts = whole::layouts(&file.frame);
            if let Some(plan) = Plan::given(&layouts, &whole::scan_options(options))? {
                return Ok(Coder::Scans(Box::new(ScanRows::new(plan, options.threads.get()))));
            }
            let filler = RowFiller::new(file);
            return Ok(Coder::Coefficients(Box::new(filler), CoefficientPicture::new(layouts)?));
        }
        let ([rows, _], codes) = (file.frame.mcu_grid(), Arc::new(token_codes(&annex_k())));
        let strips = Strips::new(options, file, format)?;
        Ok(match options.threads.get().min(rows) {
            1 => Coder::One(Box::new((file.row_coder(&codes, rows), strips.buffers(), strips))),
            threads => {
                let joiner = Box::new(file.joiner(&codes));
                let coder = RowPartCoder { strips, codes, free: Idle::default(), idle: Idle::default() };
                Coder::Parts { team: Team::new(threads), joiner, coder }
            }
        })
    }

    /// Codes rows of MCUs.
    fn rows(
        &mut self,
        file: &File,
        source: &OwnSource<'_>,
        rows: Range<usize>,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        match self {
            Coder::One(one) => {
                let (coder, buffers, strips) = &mut **one;
                rows.for_each(|row| strips.code(coder, buffers, source, row));
                coder.segment().map_or(Ok(()), |segment| segment.drain_to(sink))?;
            }
            Coder::Parts { team, joiner, coder } => {
                let (rows, coder): (Vec<usize>, _) = (rows.collect(), &*coder);
                let code = |&row: &usize, part: &mut Option<RowCoder>| *part = Some(coder.part(file, source, row));
                team.in_order(&rows, code, |part| coder.join(joiner, part.take(), sink))?;
            }
            Coder::Scans(scans) => scans.code(file, source, rows)?,
            Coder::Coefficients(filler, picture) => {
                rows.for_each(|row| filler.fill(&file.frame, source, (&mut picture.band(row), 0)));
            }
        }
        Ok(())
    }

    /// Writes the rest of the scans.
    fn finish(
        self,
        file: &File,
        options: &Options,
        headers: &Headers<'_>,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        let kept = match self {
            Coder::One(one) => {
                let (mut coder, ..) = *one;
                if let Some(segment) = coder.segment() {
                    segment.align();
                    segment.drain_to(sink)?;
                }
                vec![coder.into_tokens()]
            }
            Coder::Parts { joiner, .. } => joiner.finish(sink)?,
            Coder::Scans(rows) => return rows.finish(sink),
            Coder::Coefficients(_, picture) => {
                return progressive::write_smallest(&picture, &whole::scan_options(options), sink);
            }
        };
        file.write_kept(headers, &kept, options.threads.get(), sink)
    }
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
        Ok(RowEncoder { stream: RowStream::new((width, height), format, options, &mut sink)?, sink })
    }

    /// Takes one or more whole rows, from the top down, without gaps. See [`RowEncoder`] for an example.
    ///
    /// # Errors
    /// [`JpegError::RowLength`], [`JpegError::Rows`] if there are more rows than the picture has, and errors of the
    /// sink.
    pub fn push(&mut self, rows: &[u8]) -> Result<(), JpegError> {
        self.stream.push(rows, &mut self.sink)
    }

    /// Reads and codes all rows that are missing. `read` fills its slice with the next whole rows, from the top down; it is not
    /// called after an error.
    ///
    /// With several [threads](Options::threads), any one of them reads while others code, so that a slow decoder is never kept
    /// waiting and a fast one keeps no thread from coding. Fewer than two rows of MCUs are held for each thread, of a progressive
    /// file four times as many.
    ///
    /// ```
    /// use codecs::jpeg::JpegError;
    /// use codecs::jpeg::baseline::{Options, RowEncoder};
    /// use codecs::picture::PixelFormat;
    /// let mut encoder = RowEncoder::new(100, 1000, PixelFormat::Gray, Options::new(90)?, Vec::new())?;
    /// let mut row = 0;
    /// encoder.push_from(|rows| {
    ///     for samples in rows.chunks_exact_mut(100) {
    ///         samples.fill((row / 4) as u8);
    ///         row += 1;
    ///     }
    ///     Ok::<(), JpegError>(())
    /// })?;
    /// assert_eq!(row, 1000);
    /// assert_eq!(encoder.finish()?[..2], [0xFF, 0xD8]);
    /// # Ok::<(), JpegError>(())
    /// ```
    ///
    /// # Errors
    /// The first error of `read`, and errors of the sink. The encoder is of no use after it.
    pub fn push_from<E: From<JpegError> + Send>(
        &mut self,
        mut read: impl FnMut(&mut [u8]) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut fault = None;
        let mut read = |rows: &mut [u8]| {
            read(rows).map_err(|error| {
                fault = Some(error);
                // Ends the encoder, and is not returned.
                JpegError::from(io::Error::from(io::ErrorKind::Other))
            })
        };
        let coded = self.stream.push_from(&mut read, &mut self.sink);
        fault.map_or(coded.map_err(E::from), Err)
    }

    /// Writes the rest of the file and returns the sink.
    ///
    /// # Errors
    /// [`JpegError::Rows`] if rows are missing, and errors of the sink.
    pub fn finish(mut self) -> Result<W, JpegError> {
        self.stream.finish(&mut self.sink)?;
        Ok(self.sink)
    }
}

impl RowStream {
    /// Returns the encoder of a picture of a width and a height, and writes the headers.
    fn new(
        (width, height): (usize, usize),
        format: PixelFormat,
        options: Options,
        sink: &mut dyn Write,
    ) -> Result<Self, JpegError> {
        if options.rounding == Rounding::Trellis {
            return Err(JpegError::WholePicture);
        }
        let file = File::new(&options, (width, height), format)?;
        let headers = Headers::new(&options, &file.frame, format);
        let (coder, mcus) = (Coder::new(&options, &file, format)?, file.frame.rows_per_mcu());
        sink.write_all(&headers.before_scans(&file.scans)?)?;
        if let Some(first) = file.scans.first().filter(|_| options.huffman == Huffman::Standard) {
            sink.write_all(&headers.scan(first, None)?)?;
        }
        let together = match &coder {
            Coder::One(_) | Coder::Coefficients(..) => mcus,
            Coder::Scans(_) if options.threads.get() == 1 => mcus,
            Coder::Parts { .. } | Coder::Scans(_) => {
                let each = (PIXELS_A_THREAD / (width * mcus)).max(FEWEST_ROWS);
                options.threads.get().saturating_mul(each).saturating_mul(mcus)
            }
        };
        let together = together.min(height.next_multiple_of(mcus));
        let stages = Stages::new(&options);
        Ok(RowStream { options, file, format, stages, coder, gathered: Vec::new(), together, pushed: 0 })
    }

    /// Takes one or more whole rows.
    fn push(&mut self, rows: &[u8], sink: &mut dyn Write) -> Result<(), JpegError> {
        let [height, width] = self.file.frame.size();
        let row = width * self.format.samples();
        if !rows.len().is_multiple_of(row) {
            return Err(JpegError::RowLength { row, given: rows.len() });
        }
        let given = self.pushed + rows.len() / row;
        if given > height {
            return Err(JpegError::Rows { given, height });
        }
        let mut rest = rows;
        while !rest.is_empty() {
            // Rows that come together need not be gathered.
            let missing =
                row * self.together.min(height - (self.pushed - self.gathered.len() / row)) - self.gathered.len();
            let (now, later) = rest.split_at(rest.len().min(missing));
            rest = later;
            self.pushed += now.len() / row;
            if now.len() < missing {
                if self.gathered.is_empty() {
                    self.gathered.reserve_exact(missing);
                }
                self.gathered.extend_from_slice(now);
            } else if self.gathered.is_empty() {
                self.code(now, sink)?;
            } else {
                self.gathered.extend_from_slice(now);
                let mut gathered = core::mem::take(&mut self.gathered);
                self.code(&gathered, sink)?;
                gathered.clear();
                self.gathered = gathered;
            }
        }
        Ok(())
    }

    /// Reads and codes all rows that are missing.
    fn push_from(&mut self, read: &mut Read<'_>, sink: &mut dyn Write) -> Result<(), JpegError> {
        let ([height, width], mcus) = (self.file.frame.size(), self.file.frame.rows_per_mcu());
        let row = width * self.format.samples();
        if self.options.threads.get() > 1 && self.gathered.is_empty() && self.pushed.is_multiple_of(mcus) {
            return self.share(read, sink);
        }
        let mut samples = Vec::new();
        while self.pushed < height {
            let rows = (mcus - self.pushed % mcus).min(height - self.pushed);
            samples.resize(row * rows, 0);
            read(&mut samples)?;
            self.push(&samples, sink)?;
        }
        Ok(())
    }

    /// Reads and codes all rows from the next row of MCUs on, on several threads.
    fn share(&mut self, read: &mut Read<'_>, sink: &mut dyn Write) -> Result<(), JpegError> {
        let RowStream { options, file, format, stages, coder, pushed, .. } = self;
        let file = &*file;
        // Parts of scans are larger: a run of blocks without coefficients ends with its part.
        let step = if matches!(coder, Coder::Scans(_)) { ROWS_OF_A_PART } else { 1 };
        let bands =
            Bands { stages, frame: &file.frame, format: *format, top: *pushed / file.frame.rows_per_mcu(), step };
        let read = |n: usize, samples: &mut Vec<u8>| {
            samples.resize(bands.samples(n), 0);
            read(samples)
        };
        let coded = match coder {
            Coder::Parts { team, joiner, coder } => {
                let coder = &*coder;
                let code = |n: usize, samples: &mut Vec<u8>, coded: &mut Option<Result<RowCoder, JpegError>>| {
                    *coded = Some(bands.source(n, samples).map(|source| coder.part(file, &source, source.first)));
                };
                team.stream(bands.count(), read, code, |coded| {
                    Ok(coder.join(joiner, coded.take().transpose()?, sink)?)
                })
            }
            Coder::Scans(scans) => {
                let (team, parts, coder) = scans.split(file, step);
                let code = |n: usize, samples: &mut Vec<u8>, coded: &mut Option<Result<Part, JpegError>>| {
                    *coded = Some(bands.source(n, samples).map(|source| coder.part(&source, bands.rows(n))));
                };
                team.stream(bands.count(), read, code, |coded| {
                    coder.join(parts, coded.take().transpose()?);
                    Ok(())
                })
            }
            // What follows the stages cannot be shared, so that it is the caller that codes.
            Coder::One(_) | Coder::Coefficients(..) => {
                let mut next = 0;
                let pass = |_: usize, samples: &mut Vec<u8>, read: &mut Vec<u8>| core::mem::swap(samples, read);
                Team::new(options.threads.get()).stream(bands.count(), read, pass, |samples| {
                    coder.rows(file, &bands.source(next, samples)?, bands.rows(next), sink)?;
                    next += 1;
                    Ok(())
                })
            }
        };
        if coded.is_ok() {
            *pushed = file.frame.size()[0];
        }
        coded
    }

    /// Codes rows of pixels, the last that were pushed.
    fn code(&mut self, pixels: &[u8], sink: &mut dyn Write) -> Result<(), JpegError> {
        let ([_, width], mcus) = (self.file.frame.size(), self.file.frame.rows_per_mcu());
        let rows = pixels.len() / (width * self.format.samples());
        let band = Pixels::interleaved(pixels, width, rows, self.format)?;
        let first = (self.pushed - rows) / mcus;
        let source = FromPixels { stages: &self.stages, pixels: band, first };
        self.coder.rows(&self.file, &source, first..first + rows.div_ceil(mcus), sink)
    }

    /// Writes the rest of the file.
    fn finish(self, sink: &mut dyn Write) -> Result<(), JpegError> {
        let (given, [height, _]) = (self.pushed, self.file.frame.size());
        if given < height {
            return Err(JpegError::Rows { given, height });
        }
        let headers = Headers::new(&self.options, &self.file.frame, self.format);
        self.coder.finish(&self.file, &self.options, &headers, sink)?;
        Ok(sink.write_all(&headers.after_scans())?)
    }
}
