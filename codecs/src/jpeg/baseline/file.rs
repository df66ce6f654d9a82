//! The driver of a file: headers, scans and threads.
//!
//! Parts of the picture, runs of rows of MCUs, are coded in parallel and joined to the bytes that one thread writes.

use super::colour::{ColourConversion, IntegerColour};
use super::components::{Conversion, conversion};
use super::dct::{ForwardDct, IntegerDct};
use super::downsample::{Downsampler, MeanDownsampler};
use super::encoder::{ScanCoder, Stages};
use super::entropy::EntropyCoder;
use super::frame::{Frame, Scan};
use super::headers::Headers;
use super::joiner::Joiner;
use super::masking::masking;
use super::options::{Options, Rounding, Weighting};
use super::quantize::ReciprocalQuantizer;
use super::rate_distortion::{TrellisQuantizer, rates};
use super::row_quantizer::RowQuantizer;
use super::rows::{RowBuffers, RowCoder};
use super::sinks::annex_k;
use super::source::{FromPixels, Source};
use super::tokens::{Tokens, optimal, token_codes};
use super::whole;
use super::writer::Codes;
use crate::jpeg::coefficients::CoefficientPicture;
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::progressive::{self, Plan, Progression};
use crate::jpeg::quantization::{Lambda, LambdaField};
use crate::jpeg::token_store::SECTION_BYTES;
use crate::jpeg::{Huffman, JpegError};
use crate::picture::{Layout, PixelFormat, Pixels};
use crate::shared::jobs::{Idle, in_order, rows_of_a_job};
use core::convert::Infallible;
use fearless_simd::Level;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// Encodes a picture as a baseline JPEG file.
///
/// ```
/// use codecs::jpeg::baseline::{Options, encode};
/// use codecs::picture::{PixelFormat, Pixels};
/// let rgb = [200_u8; 20 * 10 * 3];
/// let mut file = Vec::new();
/// encode(&Pixels::interleaved(&rgb, 20, 10, PixelFormat::Rgb)?, &Options::new(90)?, &mut file)?;
/// assert_eq!((&file[..2], &file[file.len() - 2..]), (&[0xFF, 0xD8][..], &[0xFF, 0xD9][..]));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError`]: colours, sizes, factors, intervals or metadata that a file cannot have; errors of the sink.
pub fn encode(picture: &Pixels<'_>, options: &Options, sink: &mut impl Write) -> Result<(), JpegError> {
    // What does not depend on the sink is compiled once, in this crate.
    encode_to(picture, options, sink)
}

fn encode_to(picture: &Pixels<'_>, options: &Options, mut sink: &mut dyn Write) -> Result<(), JpegError> {
    let encoder = Encoder::new(options.clone());
    match options.rounding {
        Rounding::Trellis => encoder.with_trellis(picture, Lambda::default())?.encode(picture, &mut sink),
        _ => encoder.encode(picture, &mut sink),
    }
}

/// An encoder whose stages can be replaced.
///
/// ```
/// use codecs::jpeg::baseline::{DoubleDct, Encoder, Options};
/// use codecs::picture::{PixelFormat, Pixels};
/// let gray = [100_u8; 64];
/// let mut file = Vec::new();
/// let encoder = Encoder::new(Options::new(90)?).with_dct(DoubleDct);
/// encoder.encode(&Pixels::interleaved(&gray, 8, 8, PixelFormat::Gray)?, &mut file)?;
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder<D = IntegerDct, Q = ReciprocalQuantizer, C = IntegerColour, F = MeanDownsampler> {
    options: Options,
    stages: Stages<D, Q, C, F>,
}

impl Encoder {
    /// Returns an encoder with the default stages. Its quantiser has the dead zone of [`Options::rounding`]; for
    /// [`Rounding::Trellis`] call [`with_trellis`](Encoder::with_trellis). See [`Encoder`] for an example.
    pub fn new(options: Options) -> Self {
        let stages = Stages::new(&options);
        Encoder { options, stages }
    }
}

impl<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler> Encoder<D, Q, C, F> {
    /// Replaces the forward DCT. See [`Encoder`] for an example.
    pub fn with_dct<D2: ForwardDct>(self, dct: D2) -> Encoder<D2, Q, C, F> {
        let Stages { quantizer, colour, downsampler, .. } = self.stages;
        Encoder { options: self.options, stages: Stages { dct, quantizer, colour, downsampler } }
    }

    /// Replaces the quantiser. The file states the steps of [`Options::quant`], even if the quantiser uses others.
    pub fn with_quantizer<Q2: RowQuantizer>(self, quantizer: Q2) -> Encoder<D, Q2, C, F> {
        let Stages { dct, colour, downsampler, .. } = self.stages;
        Encoder { options: self.options, stages: Stages { dct, quantizer, colour, downsampler } }
    }

    /// Replaces the quantiser by one that weighs bits against error, fitted to a picture: a first pass over some of its rows
    /// finds the bits of each symbol. See [`Rounding::Trellis`].
    ///
    /// # Errors
    /// [`JpegError`]: colours, sizes or factors that a file cannot have.
    pub fn with_trellis(
        self,
        picture: &Pixels<'_>,
        lambda: Lambda,
    ) -> Result<Encoder<D, TrellisQuantizer, C, F>, JpegError> {
        let (frame, conversion) = self.frame(picture)?;
        let rates = rates(&Arc::new(frame), conversion, &self.source(picture))?;
        let mut quantizer = TrellisQuantizer::new(&self.options.quant, &rates, lambda);
        if let Some(field) = self.field(picture)? {
            quantizer = quantizer.with_field(field);
        }
        Ok(self.with_quantizer(quantizer))
    }

    /// Replaces the conversion of RGB pixels; pixels of other colour spaces are not converted. See [`ColourConversion`]
    /// for an example.
    pub fn with_colour_conversion<C2: ColourConversion>(self, colour: C2) -> Encoder<D, Q, C2, F> {
        let Stages { dct, quantizer, downsampler, .. } = self.stages;
        Encoder { options: self.options, stages: Stages { dct, quantizer, colour, downsampler } }
    }

    /// Replaces the downsampling filter. See [`Downsampler`] for an example.
    pub fn with_downsampler<F2: Downsampler>(self, downsampler: F2) -> Encoder<D, Q, C, F2> {
        let Stages { dct, quantizer, colour, .. } = self.stages;
        Encoder { options: self.options, stages: Stages { dct, quantizer, colour, downsampler } }
    }

    /// Returns the quantiser, for example to read statistics that a custom one has collected.
    pub fn quantizer(&self) -> &Q {
        &self.stages.quantizer
    }

    /// Runs all stages before entropy coding and passes the blocks of a picture to a coder, scan by scan. Writes no file:
    /// [`Options::huffman`], [`Options::progression`], [`Options::metadata`] and [`Options::threads`] are not used. See
    /// [`EntropyCoder`] for an example.
    ///
    /// In a file of several scans the stages run once for each.
    ///
    /// # Errors
    /// [`JpegError`]: colours, sizes, factors or intervals that a file cannot have.
    pub fn code_blocks<E: EntropyCoder>(&self, picture: &Pixels<'_>, coder: &mut E) -> Result<(), JpegError> {
        let (frame, conversion) = self.frame(picture)?;
        let (frame, level) = (&Arc::new(frame), Level::new());
        let (mut buffers, source) = (RowBuffers::new(frame, conversion), self.source(picture));
        for scan in &frame.scans(self.options.scans, self.options.restart)? {
            coder.scan(&scan.components);
            let mut scan = ScanCoder::new(Arc::clone(frame), scan.clone(), &mut *coder);
            for row in 0..frame.mcu_grid()[0] {
                source.take(level, &mut buffers, frame, row);
                scan.code_row(level, &buffers.coefficients, (frame, row));
            }
        }
        Ok(())
    }

    /// Runs all stages before entropy coding and returns the coefficients of a picture. Of the options,
    /// [`Options::sampling`], [`Options::colour`] and [`Options::threads`] are used. See [`CoefficientPicture`] for an
    /// example.
    ///
    /// # Errors
    /// [`JpegError`]: colours or sizes that a file cannot have; coefficients that do not fit into memory.
    pub fn coefficients(&self, picture: &Pixels<'_>) -> Result<CoefficientPicture, JpegError> {
        let (frame, conversion) = self.frame(picture)?;
        let (frame, scans, huffman) = (Arc::new(frame), Vec::new(), self.options.huffman);
        let file = File { frame, conversion, scans, huffman };
        let mut whole = CoefficientPicture::new(whole::layouts(&file.frame))?;
        whole::fill(&mut whole, &file, &self.source(picture), self.options.threads.get())?;
        Ok(whole)
    }

    /// Returns the weights of [`Options::weighting`] for a picture, unless they are all the same.
    pub(super) fn field(&self, picture: &Pixels<'_>) -> Result<Option<Arc<LambdaField>>, JpegError> {
        let field = match &self.options.weighting {
            Weighting::Flat => return Ok(None),
            Weighting::Masking => Arc::new(self.masking(picture)?),
            Weighting::Field(field) => Arc::clone(field),
        };
        let ([rows, columns], [height, width]) = (field.size(), [picture.height(), picture.width()]);
        if [rows, columns] != [height, width] {
            return Err(JpegError::LambdaField { columns, rows, width, height });
        }
        Ok(Some(field))
    }

    /// Returns the weights of [`Weighting::Masking`] for a picture.
    ///
    /// # Errors
    /// [`JpegError`]: colours, sizes or factors that a file cannot have; weights that do not fit into memory.
    pub fn masking(&self, picture: &Pixels<'_>) -> Result<LambdaField, JpegError> {
        let (frame, conversion) = self.frame(picture)?;
        masking((&frame, conversion), &self.stages, picture)
    }

    /// Returns the frame of a picture, and the conversion to its components.
    pub(super) fn frame(&self, picture: &Pixels<'_>) -> Result<(Frame, Conversion), JpegError> {
        frame_of(&self.options, (picture.width(), picture.height()), format_of(picture))
    }

    /// Encodes a picture as a file.
    ///
    /// # Errors
    /// See [`encode`].
    pub fn encode(&self, picture: &Pixels<'_>, sink: &mut impl Write) -> Result<(), JpegError> {
        let file = File::new(&self.options, (picture.width(), picture.height()), format_of(picture))?;
        file.write(&self.options, format_of(picture), &self.source(picture), sink)
    }

    /// Returns the coefficients of a picture, row by row.
    fn source<'p>(&'p self, pixels: &'p Pixels<'p>) -> FromPixels<'p, D, Q, C, F> {
        FromPixels { stages: &self.stages, pixels: *pixels, first: 0 }
    }

    /// Returns the options.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the stages before entropy coding.
    pub(super) fn stages(&self) -> &Stages<D, Q, C, F> {
        &self.stages
    }
}

/// Returns the format of a picture's samples.
pub(super) fn format_of(picture: &Pixels<'_>) -> PixelFormat {
    match picture.layout() {
        Layout::Interleaved { format, .. } => format,
        _ => PixelFormat::YCbCr,
    }
}

/// Returns the frame of a picture, and the conversion to its components.
pub(super) fn frame_of(
    options: &Options,
    size: (usize, usize),
    format: PixelFormat,
) -> Result<(Frame, Conversion), JpegError> {
    let (conversion, components) = conversion(format, options.colour)?;
    Ok((Frame::new(size, components, options.sampling)?.with_quant_tables(&options.quant), conversion))
}

/// The properties of a file that are known before its first row.
pub(super) struct File {
    pub(super) frame: Arc<Frame>,
    pub(super) conversion: Conversion,
    /// The scans of a sequential file.
    pub(super) scans: Vec<Scan>,
    pub(super) huffman: Huffman,
}

impl File {
    pub(super) fn new(options: &Options, size: (usize, usize), format: PixelFormat) -> Result<Self, JpegError> {
        let (frame, conversion) = frame_of(options, size, format)?;
        let scans = match options.progression {
            Progression::Sequential => frame.scans(options.scans, options.restart)?,
            _ => Vec::new(),
        };
        Ok(File { frame: Arc::new(frame), conversion, scans, huffman: options.huffman })
    }

    /// Writes the file of a picture.
    pub(super) fn write(
        &self,
        options: &Options,
        format: PixelFormat,
        source: &dyn Source,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        let headers = Headers::new(options, &self.frame, format);
        if options.progression != Progression::Sequential {
            return self.write_progressive(options, &headers, source, sink);
        }
        sink.write_all(&headers.before_scans(&self.scans)?)?;
        let codes = Arc::new(token_codes(&annex_k()));
        let threads = options.threads.get();

        if let Some(scan) = self.scans.first().filter(|_| self.huffman == Huffman::Standard) {
            sink.write_all(&headers.scan(scan, None)?)?;
        }
        let kept = match &self.parts(threads)[..] {
            [rows] => {
                let (mut coder, mut buffers) = (self.row_coder(&codes, rows.len()), self.buffers());
                for row in rows.clone() {
                    coder.code(&mut buffers, source, row);
                    if let Some(segment) = coder.segment() {
                        segment.drain_to(sink)?;
                    }
                }
                if let Some(segment) = coder.segment() {
                    segment.align();
                    segment.drain_to(sink)?;
                }
                vec![coder.into_tokens()]
            }
            parts => {
                let (mut joiner, idle) = (self.joiner(&codes), Idle::default());
                let code = |rows: &Range<usize>, part: &mut Option<RowCoder>| {
                    let part = part.get_or_insert_with(|| self.row_coder(&codes, rows.len()));
                    part.begin_part(rows.start);
                    let code = |buffers: &mut RowBuffers| rows.clone().for_each(|row| part.code(buffers, source, row));
                    idle.with(|| self.buffers(), code);
                };
                let join = |part: &mut Option<RowCoder>| part.iter_mut().try_for_each(|part| joiner.take(part, sink));
                in_order(threads, parts, code, join)?;
                joiner.finish(sink)?
            }
        };
        self.write_kept(&headers, &kept, threads, sink)?;
        sink.write_all(&headers.after_scans())?;
        Ok(())
    }

    /// Writes a progressive file.
    fn write_progressive(
        &self,
        options: &Options,
        headers: &Headers<'_>,
        source: &dyn Source,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        let (scans, layouts) = (whole::scan_options(options), whole::layouts(&self.frame));
        match Plan::given(&layouts, &scans)? {
            Some(plan) => {
                sink.write_all(&headers.before_scans(&[])?)?;
                plan.write(whole::code(&plan, self, source, scans.threads)?, sink)?;
            }
            None => {
                let mut whole = CoefficientPicture::new(layouts)?;
                sink.write_all(&headers.before_scans(&[])?)?;
                whole::fill(&mut whole, self, source, scans.threads)?;
                progressive::write_smallest(&whole, &scans, sink)?;
            }
        }
        sink.write_all(&headers.after_scans())?;
        Ok(())
    }

    /// Returns a coder of `rows` rows of MCUs.
    pub(super) fn row_coder(&self, codes: &Arc<Codes>, rows: usize) -> RowCoder {
        RowCoder::new(&self.frame, &self.scans, self.huffman, codes, rows)
    }

    /// Returns the buffers of a row of MCUs.
    pub(super) fn buffers(&self) -> RowBuffers {
        RowBuffers::new(&self.frame, self.conversion)
    }

    /// Returns a joiner of parts.
    pub(super) fn joiner(&self, codes: &Arc<Codes>) -> Joiner {
        let written = usize::from(self.huffman == Huffman::Standard);
        Joiner::new(codes, self.scans.len() - written)
    }

    /// Returns the rows of MCUs of each part: one part for one thread, about 16 per thread otherwise.
    fn parts(&self, threads: usize) -> Vec<Range<usize>> {
        let [rows, _] = self.frame.mcu_grid();
        let step = rows_of_a_job(rows, threads);
        (0..rows).step_by(step).map(|first| first..rows.min(first + step)).collect()
    }

    /// Writes the scans that were kept. `kept` has the tokens of each scan for each part.
    pub(super) fn write_kept(
        &self,
        headers: &Headers<'_>,
        kept: &[Vec<Tokens>],
        threads: usize,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        let written = self.scans.len() - kept[0].len();
        for (n, scan) in self.scans[written..].iter().enumerate() {
            let tables = match self.huffman {
                Huffman::Standard => annex_k(),
                Huffman::Optimised => optimal(kept.iter().map(|tokens| &tokens[n])),
            };
            let stated = (self.huffman == Huffman::Optimised).then_some(&tables);
            sink.write_all(&headers.scan(scan, stated)?)?;
            let codes = token_codes(&tables);
            let mut segment = EntropySegment::with_capacity(SECTION_BYTES);
            match kept {
                [tokens] => tokens[n].write(&codes, &mut segment, |segment| segment.drain_to(sink))?,
                parts => {
                    let write = |tokens: &Vec<Tokens>, part: &mut EntropySegment| {
                        part.begin_part();
                        let Ok(()) = tokens[n].write(&codes, part, |_| Ok::<(), Infallible>(()));
                    };
                    in_order(threads, parts, write, |part| segment.join(part, sink))?;
                }
            }
            segment.align();
            segment.drain_to(sink)?;
        }
        Ok(())
    }
}
