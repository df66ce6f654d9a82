//! [`Transformed`]: a picture after its forward DCT, to be encoded more than once.

use super::coefficients::transform_line;
use super::colour::ColourConversion;
use super::components::Components;
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::encoder::Stages;
use super::file::{Encoder, File, format_of};
use super::huffman_coder::POSITION;
use super::options::{Options, Rounding};
use super::quantize::Quantizer;
use super::rate_distortion::{TrellisQuantizer, rates};
use super::row_quantizer::RowQuantizer;
use super::source::FromDct;
use super::whole;
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{Band, CoefficientPicture, DctBlock, DctPicture};
use crate::jpeg::marker::{Content, Parts};
use crate::jpeg::quantization::{Lambda, LambdaField};
use crate::jpeg::reconstruct::Reconstruction;
use crate::picture::{PixelFormat, Pixels};
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::{in_order, rows_of_a_job};
use fearless_simd::Level;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A picture after colour conversion, downsampling and the forward DCT: what its files of all qualities have in common.
///
/// It takes two bytes for each sample of the file. Made by [`Encoder::transform`].
///
/// ```
/// use codecs::jpeg::baseline::{Encoder, Options, encode};
/// use codecs::picture::{PixelFormat, Pixels};
/// let picture = Pixels::interleaved(&[200; 20 * 10], 20, 10, PixelFormat::Gray)?;
/// let transformed = Encoder::new(Options::new(90)?).transform(&picture)?;
/// for quality in [30, 60, 90] {
///     let (mut again, mut file) = (Vec::new(), Vec::new());
///     transformed.encode(&Options::new(quality)?, &mut again)?;
///     encode(&picture, &Options::new(quality)?, &mut file)?;
///     assert_eq!(again, file);
/// }
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub struct Transformed {
    size: (usize, usize),
    format: PixelFormat,
    /// The options that the coefficients depend on.
    made_with: Options,
    dct: DctPicture,
    /// The weights of errors; `None` if they are the same everywhere.
    field: Option<Arc<LambdaField>>,
}

impl<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler> Encoder<D, Q, C, F> {
    /// Runs the stages before quantisation. Of the options, [`Options::sampling`], [`Options::colour`],
    /// [`Options::weighting`] and [`Options::threads`] are used. See [`Transformed`] for an example.
    ///
    /// # Errors
    /// [`JpegError`]: colours or sizes that a file cannot have; coefficients that do not fit into memory.
    pub fn transform(&self, picture: &Pixels<'_>) -> Result<Transformed, JpegError> {
        let field = self.field(picture)?;
        let transformed =
            self.transform_rows((picture.width(), picture.height()), format_of(picture), |top| (picture, top))?;
        Ok(Transformed { field, ..transformed })
    }

    /// Runs the stages before quantisation for a picture of parts, which are one row of MCUs each. Their DC coefficients are
    /// moved, so that a part goes on where the one before it ends. Errors have the same weight everywhere.
    pub(in crate::jpeg) fn transform_parts(&self, parts: &[Pixels<'_>]) -> Result<Transformed, JpegError> {
        let (width, height, format) = parts
            .first()
            .map_or((0, 0, PixelFormat::Gray), |part| (part.width(), part.height() * parts.len(), format_of(part)));
        let rows_per_mcu = height / parts.len().max(1);
        let mut joined = self.transform_rows((width, height), format, |top| (&parts[top / rows_per_mcu], 0))?;
        joined.dct.join_rows();
        Ok(joined)
    }

    /// Returns the rows and columns of an MCU of a picture, and the MCUs in it.
    pub(in crate::jpeg) fn mcus(&self, picture: &Pixels<'_>) -> Result<([usize; 2], [usize; 2]), JpegError> {
        let File { frame, .. } = File::new(self.options(), (picture.width(), picture.height()), format_of(picture))?;
        Ok((frame.mcu, frame.mcu_grid()))
    }

    /// Transforms a picture; `at` returns the samples of the row of MCUs at a row of the picture, and their first row.
    fn transform_rows<'p>(
        &self,
        size: (usize, usize),
        format: PixelFormat,
        at: impl Fn(usize) -> (&'p Pixels<'p>, usize) + Sync,
    ) -> Result<Transformed, JpegError> {
        let file = File::new(self.options(), size, format)?;
        let (frame, threads) = (&*file.frame, self.options().threads.get());
        let planes = frame.components.iter().map(|c| (c.per_mcu[0], c.blocks.extent().0));
        let mut dct = DctPicture::new(planes, frame.mcu_grid()[0])?;
        let jobs: Vec<_> = dct.bands(rows_of_a_job(frame.mcu_grid()[0], threads)).into_iter().map(Mutex::new).collect();
        let work = |job: &Mutex<Band<'_, DctBlock>>, components: &mut Option<Components>| {
            let components = components.get_or_insert_with(|| Components::new(frame, file.conversion).in_place());
            let mut band = job.lock().unwrap_or_else(PoisonError::into_inner);
            for row in 0..band.rows {
                let top = (band.first + row) * frame.rows_per_mcu();
                let rows = frame.rows_per_mcu().min(size.1 - top);
                self.stages().transform_row(components, (at(top), rows), (&mut band, row));
            }
        };
        in_order(threads, &jobs, work, |_| Ok::<(), JpegError>(()))?;
        drop(jobs);
        Ok(Transformed { size, format, made_with: self.options().clone(), dct, field: None })
    }
}

impl Transformed {
    /// Encodes the picture as a file with other options; [`Options::sampling`], [`Options::colour`] and
    /// [`Options::weighting`] are those of the encoder that has transformed it. With its own stages, the bytes are those that
    /// [`encode`](super::encode) writes. See [`Transformed`] for an example.
    ///
    /// # Errors
    /// See [`encode`](super::encode).
    pub fn encode(&self, options: &Options, sink: &mut impl Write) -> Result<(), JpegError> {
        self.encode_to(options, sink)
    }

    fn encode_to(&self, options: &Options, sink: &mut dyn Write) -> Result<(), JpegError> {
        let (options, file) = self.file(options)?;
        match self.trellis(&options, &file)? {
            Some(quantizer) => file.write(&options, self.format, &self.source(&quantizer), sink),
            None => file.write(&options, self.format, &self.source(&Stages::new(&options).quantizer), sink),
        }
    }

    /// Returns the quantised coefficients with other options, as [`encode`](Transformed::encode) codes them.
    ///
    /// # Errors
    /// [`JpegError::Memory`].
    pub fn coefficients(&self, options: &Options) -> Result<CoefficientPicture, JpegError> {
        let (options, file) = self.file(options)?;
        let mut whole = CoefficientPicture::new(whole::layouts(&file.frame))?;
        let threads = options.threads.get();
        match self.trellis(&options, &file)? {
            Some(quantizer) => whole::fill(&mut whole, &file, &self.source(&quantizer), threads)?,
            None => whole::fill(&mut whole, &file, &self.source(&Stages::new(&options).quantizer), threads)?,
        }
        Ok(whole)
    }

    /// Returns the samples that a decoder makes of the file with other options. See [`Reconstruction`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Memory`]; [`JpegError::Colour`] for pictures of CMYK.
    pub fn reconstruct(&self, options: &Options) -> Result<Reconstruction, JpegError> {
        Reconstruction::new(&self.coefficients(options)?, &options.quant, self.size, options.threads.get())
    }

    /// Returns a picture of parts: `columns` MCUs of one row each, from the row and the column of MCUs of `parts` on. Their DC
    /// coefficients are moved as those of [`Encoder::transform_parts`]. All MCUs of a part are complete.
    ///
    /// # Errors
    /// [`JpegError`]: sizes that a file cannot have; coefficients that do not fit into memory.
    pub(in crate::jpeg) fn parts(&self, parts: &[[usize; 2]], columns: usize) -> Result<Transformed, JpegError> {
        let (_, File { frame, .. }) = self.file(&self.made_with)?;
        let [rows_per_mcu, columns_per_mcu] = frame.mcu;
        let size = (columns * columns_per_mcu, parts.len() * rows_per_mcu);
        let File { frame, .. } = File::new(&self.made_with, size, self.format)?;
        let planes = frame.components.iter().map(|c| (c.per_mcu[0], c.blocks.extent().0));
        let mut dct = DctPicture::new(planes, parts.len())?;
        for (mut band, &[row, column]) in dct.bands(1).into_iter().zip(parts) {
            for (c, component) in frame.components.iter().enumerate() {
                for (to, from) in band.lines(c, 0).zip(self.dct.lines(c, row)) {
                    for (to, from) in to.iter_mut().zip(from.iter().skip(column * component.per_mcu[1])) {
                        *to = *from;
                    }
                }
            }
        }
        dct.join_rows();
        Ok(Transformed { size, dct, field: None, made_with: self.made_with.clone(), ..*self })
    }

    /// Counts the bytes of the file with other options, by writing it.
    pub(in crate::jpeg) fn write_and_count(&self, options: &Options) -> Result<FileSize, JpegError> {
        let mut jpeg = Vec::new();
        self.encode(options, &mut jpeg)?;
        Ok(FileSize::of(&jpeg))
    }

    /// Returns about the quarter bits of the sequential file with other options, from the sizes of the levels and the last one
    /// of each block. They follow the bits from quality to quality and from place to place.
    pub(in crate::jpeg) fn rough_bits(&self, options: &Options) -> Result<u64, JpegError> {
        let (options, file) = self.file(options)?;
        let (quantizer, level) = (Stages::new(&options).quantizer, Level::new());
        let mut bits = 0;
        for row in 0..self.dct.rows() {
            for (c, component) in file.frame.components.iter().enumerate() {
                for blocks in self.dct.lines(c, row) {
                    let table = component.quant_table;
                    bits += dispatch_wide!(level, _ => rough_bits(&quantizer, table, blocks));
                }
            }
        }
        Ok(bits)
    }

    /// Returns options for this picture, and the file.
    fn file(&self, options: &Options) -> Result<(Options, File), JpegError> {
        let Options { sampling, colour, .. } = self.made_with;
        let options = options.clone().with_sampling(sampling).with_colour(colour);
        let file = File::new(&options, self.size, self.format)?;
        Ok((options, file))
    }

    fn source<'p, Q: RowQuantizer>(&'p self, quantizer: &'p Q) -> FromDct<'p, Q> {
        FromDct { quantizer, dct: &self.dct }
    }

    /// Returns the quantiser of [`Rounding::Trellis`], if it is asked for.
    fn trellis(&self, options: &Options, file: &File) -> Result<Option<TrellisQuantizer>, JpegError> {
        if options.rounding != Rounding::Trellis {
            return Ok(None);
        }
        let quantizer = Stages::new(options).quantizer;
        let rates = rates(&file.frame, file.conversion, &self.source(&quantizer))?;
        let quantizer = TrellisQuantizer::new(&options.quant, &rates, Lambda::default());
        Ok(Some(match &self.field {
            Some(field) => quantizer.with_field(Arc::clone(field)),
            None => quantizer,
        }))
    }
}

/// The bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::jpeg) struct FileSize {
    /// Marker segments.
    pub(in crate::jpeg) headers: u64,
    /// Entropy-coded data.
    pub(in crate::jpeg) data: u64,
}

impl FileSize {
    /// Returns the bytes of a file.
    pub(in crate::jpeg) fn of(jpeg: &[u8]) -> FileSize {
        let parts = Parts::new(jpeg).filter_map(Result::ok);
        let data =
            parts.filter(|part| matches!(part.content, Content::EntropyCoded { .. })).map(|part| part.length).sum();
        FileSize { headers: jpeg.len() as u64 - data, data }
    }
}

impl<D: ForwardDct, Q, C: ColourConversion, F: Downsampler> Stages<D, Q, C, F> {
    /// Computes row `row` of MCUs of a band from `rows` rows of a picture, from row `top` on.
    fn transform_row(
        &self,
        components: &mut Components,
        ((picture, top), rows): ((&Pixels<'_>, usize), usize),
        (band, row): (&mut Band<'_, DctBlock>, usize),
    ) {
        let (Stages { dct, colour, downsampler, .. }, level) = (self, Level::new());
        let samples = components.take(level, (colour, downsampler), picture, top, rows);
        for c in 0..samples.count() {
            for (y, line) in band.lines(c, row).enumerate() {
                dispatch_wide!(level, simd => {
                    transform_line(simd, dct, &samples, (c, y), line.len().div_ceil(2), |n, blocks| {
                        line[n..].iter_mut().zip(blocks).for_each(|(block, transformed)| *block = *transformed);
                    });
                });
            }
        }
    }
}

/// Returns about the quarter bits of blocks, by a formula that was fitted to files of photos.
///
/// A coefficient of AC costs the more the larger it is, and the codes of a block the more the later its last one comes.
#[inline(always)]
fn rough_bits(quantizer: &impl Quantizer, table: usize, blocks: &[DctBlock]) -> u64 {
    // Magnitudes above 255 are as good as 255. All loops have a form that the compiler vectorises, with a byte for each.
    let mut magnitudes = [[0_u8; 64]; 16];
    let mut sum = 0;
    for blocks in blocks.chunks(magnitudes.len()) {
        let magnitudes = &mut magnitudes[..blocks.len()];
        for (magnitudes, block) in magnitudes.iter_mut().zip(blocks) {
            let levels = quantizer.quantize(table, block);
            for (magnitude, level) in magnitudes.iter_mut().zip(levels.as_flattened()) {
                *magnitude = level.unsigned_abs().min(255) as u8;
            }
            magnitudes[0] = 0;
        }
        let size = |&magnitude: &u8| (u8::BITS - magnitude.leading_zeros()) as u16;
        let sizes: u16 = magnitudes.as_flattened().iter().map(size).sum();
        // From here on they are places in zigzag order. A maximum under a condition would become a branch for each.
        let places = magnitudes;
        for places in places.iter_mut() {
            for (place, &position) in places.iter_mut().zip(&POSITION) {
                *place = if *place == 0 { 0 } else { position };
            }
        }
        let last = |places: &[u8; 64]| u64::from(places.iter().fold(0, |last, &place| last.max(place)));
        let lasts: u64 = places.iter().map(last).sum();
        sum += 7 * u64::from(sizes) + 5 * lasts + 24 * blocks.len() as u64;
    }
    sum
}
