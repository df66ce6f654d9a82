//! [`Options`] of the baseline encoder.

use super::quantize::DeadZone;
use crate::jpeg::progressive::Progression;
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::quantization::{ChromaShare, LambdaField, NamedTables};
use crate::jpeg::{Huffman, IjgQuality, JpegError, Metadata, Restart, Scans};
use crate::shared::setters::setters;
use core::num::NonZeroUsize;
use std::sync::Arc;

/// Options of the baseline encoder, made by [`Options::new`] and changed by setters or field by field.
///
/// ```
/// use codecs::jpeg::baseline::{Options, Sampling};
/// use codecs::jpeg::{Huffman, Restart};
/// let options = Options::new(85)?.with_sampling(Sampling::S444).with_huffman(Huffman::Optimised).with_restart(Restart::Rows(1));
/// assert_eq!(options.restart, Restart::Rows(1));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Quantisation tables: those of the first, the second and the third component; equal ones are written once. All
    /// components of RGB and CMYK, and the fourth of YCCK, use the first.
    pub quant: [QuantTable; 3],
    /// The choice of the levels of AC coefficients.
    pub rounding: Rounding,
    /// The weight of errors at each place of the picture, for [`Rounding::Trellis`]; ignored for others.
    pub weighting: Weighting,
    /// Sampling factors. Ignored for a picture of one component.
    pub sampling: Sampling,
    /// The colour space of the components in the file.
    pub colour: Colour,
    /// The choice of Huffman tables.
    pub huffman: Huffman,
    /// The spacing of restart markers.
    pub restart: Restart,
    /// The distribution of the components over scans. In a progressive file it concerns DC scans alone, and not those
    /// of a script of the user's own.
    pub scans: Scans,
    /// Sequential or progressive coding. A progressive file has optimal Huffman tables for each scan, whatever
    /// [`huffman`](Options::huffman) says. Its encoder keeps the coefficients, in two bytes each.
    pub progression: Progression,
    /// Metadata written besides the picture.
    pub metadata: Metadata,
    /// The maximum number of threads that encode the picture in parallel. The bytes do not depend on it. At most one
    /// thread per row of MCUs is started, and none if the caller runs in a pool of `rayon`: the threads of that pool
    /// help.
    pub threads: NonZeroUsize,
}

setters!(Options {
    with_quant: quant: [QuantTable; 3],
    with_rounding: rounding: Rounding,
    with_weighting: weighting: Weighting,
    with_sampling: sampling: Sampling,
    with_colour: colour: Colour,
    with_huffman: huffman: Huffman,
    with_restart: restart: Restart,
    with_scans: scans: Scans,
    with_progression: progression: Progression,
    with_metadata: metadata: Metadata,
    with_threads: threads: NonZeroUsize,
});

impl Options {
    /// Returns the defaults: Annex K's quantisation tables at an IJG quality of 1 to 100, 4:2:0, Annex K's Huffman
    /// tables, no restart markers, one thread. See [`Options`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub fn new(quality: impl Into<IjgQuality>) -> Result<Self, JpegError> {
        Ok(Options {
            quant: NamedTables::AnnexK.at_quality(quality, ChromaShare::QUARTER)?,
            rounding: Rounding::Nearest,
            weighting: Weighting::Flat,
            sampling: Sampling::S420,
            colour: Colour::Natural,
            huffman: Huffman::Standard,
            restart: Restart::Never,
            scans: Scans::Interleaved,
            progression: Progression::Sequential,
            metadata: Metadata::default(),
            threads: NonZeroUsize::MIN,
        })
    }
}

/// The choice of the levels of AC coefficients. DC coefficients are always rounded to the nearest level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rounding {
    /// The nearest level, as in libjpeg.
    Nearest,
    /// The nearest level, and 0 within a dead zone: smaller files of equal quality, for no time.
    DeadZone(DeadZone),
    /// The levels of the least cost of bits and error ([`Trellis`](crate::jpeg::quantization::Trellis)): the smallest
    /// files of equal quality. Two passes are made over the picture, so [`encode`](super::encode) does this and a
    /// [`RowEncoder`](super::RowEncoder) refuses it.
    Trellis,
}

/// The weight of errors at each place of the picture.
///
/// ```
/// use codecs::jpeg::baseline::{Options, Rounding, Weighting};
/// use codecs::jpeg::quantization::LambdaField;
/// use std::sync::Arc;
/// let centre = LambdaField::from_fn([80, 80], |[y, x]| if y.abs_diff(5) + x.abs_diff(5) < 4 { 4.0 } else { 0.5 })?;
/// let options = Options::new(80)?.with_rounding(Rounding::Trellis);
/// let options = options.with_weighting(Weighting::Field(Arc::new(centre))); // for a picture of 80 x 80 pixels
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Weighting {
    /// The same everywhere.
    Flat,
    /// More where a block has more structure than most of the 3 x 3 blocks around it, as an edge between smooth parts has:
    /// errors show there.
    Masking,
    /// A field of the user's own, of the picture's size.
    Field(Arc<LambdaField>),
}

/// Sampling factors (horizontal, vertical) of up to four components, 1 to 4 each (T.81 A.1.1). A component with half
/// the largest factor has half the samples in that direction.
///
/// ```
/// use codecs::jpeg::baseline::Sampling;
/// assert_eq!(Sampling::S420.factors(1), (1, 1));
/// assert!(Sampling::new(&[(2, 2), (1, 1), (1, 1)]).is_ok());
/// assert_eq!(
///     Sampling::new(&[(5, 1)]).unwrap_err().to_string(),
///     "component 0 has sampling factors 5x1; each is 1 to 4"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling([(u8, u8); 4]);

impl Sampling {
    /// All components at full resolution.
    pub const S444: Sampling = Sampling([(1, 1), (1, 1), (1, 1), (1, 1)]);
    /// Chroma halved horizontally.
    pub const S422: Sampling = Sampling([(2, 1), (1, 1), (1, 1), (2, 1)]);
    /// Chroma halved in both directions.
    pub const S420: Sampling = Sampling([(2, 2), (1, 1), (1, 1), (2, 2)]);
    /// Chroma halved vertically.
    pub const S440: Sampling = Sampling([(1, 2), (1, 1), (1, 1), (1, 2)]);
    /// Chroma quartered horizontally.
    pub const S411: Sampling = Sampling([(4, 1), (1, 1), (1, 1), (4, 1)]);
    /// Chroma quartered horizontally, halved vertically.
    pub const S410: Sampling = Sampling([(4, 2), (1, 1), (1, 1), (4, 2)]);

    /// Returns the factors of one to four components; those not given are 1x1. See [`Sampling`] for an example.
    ///
    /// # Errors
    /// [`JpegError::SamplingFactor`].
    pub fn new(factors: &[(u8, u8)]) -> Result<Self, JpegError> {
        let mut all = [(1, 1); 4];
        for (component, &(horizontal, vertical)) in factors.iter().take(4).enumerate() {
            if !(1..=4).contains(&horizontal) || !(1..=4).contains(&vertical) {
                return Err(JpegError::SamplingFactor { component, horizontal, vertical });
            }
            all[component] = (horizontal, vertical);
        }
        Ok(Sampling(all))
    }

    /// The [`chroma_error`](super::chroma_error) from which colour is kept at full resolution.
    ///
    /// It lies between the errors of 29 photos, at most 12.1, and those of ten screenshots and drawings with coloured text, at
    /// least 17. In 4:4:4, all but one of these photos are larger at equal SSIMULACRA2, by 16 % on the mean.
    pub const FULL_CHROMA_ERROR: f32 = 14.0;

    /// Returns 4:4:4 for a chroma error from [`FULL_CHROMA_ERROR`](Sampling::FULL_CHROMA_ERROR) on, and 4:2:0 below. See
    /// [`chroma_error`](super::chroma_error) for an example.
    pub fn of_chroma_error(error: f32) -> Self {
        if error >= Sampling::FULL_CHROMA_ERROR { Sampling::S444 } else { Sampling::S420 }
    }

    /// Returns how many samples the second component has for one of the first.
    ///
    /// ```
    /// use codecs::jpeg::baseline::Sampling;
    /// use codecs::jpeg::quantization::ChromaShare;
    /// assert_eq!(Sampling::S420.chroma_share(), ChromaShare::QUARTER);
    /// ```
    pub fn chroma_share(&self) -> ChromaShare {
        let samples = |(horizontal, vertical): (u8, u8)| f32::from(horizontal) * f32::from(vertical);
        ChromaShare::new(samples(self.0[1]) / samples(self.0[0]))
    }

    /// Returns the factors (horizontal, vertical) of component 0 to 3.
    pub fn factors(&self, component: usize) -> (u8, u8) {
        self.0[component]
    }
}

/// The colour space of the components in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colour {
    /// The colour space that decoders expect: RGB is converted to YCbCr; gray, CMYK and YCCK are kept.
    Natural,
    /// Gray: RGB is converted to luma; the chroma of YCbCr is dropped.
    Gray,
    /// RGB without conversion, declared by an APP14 segment (transform 0).
    Rgb,
}
