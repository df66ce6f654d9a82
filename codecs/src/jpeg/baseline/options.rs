//! [`Options`]: what a user chooses.

use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::{Huffman, JpegError, Metadata, Restart, Scans};
use crate::shared::setters::setters;
use core::num::NonZeroUsize;

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
    /// Quantisation tables: of the first component, and of the others (all of CMYK use the first).
    pub quant: [QuantTable; 2],
    /// Sampling factors. A picture of one component has none, whatever stands here.
    pub sampling: Sampling,
    /// What the components are in the file.
    pub colour: Colour,
    /// Huffman tables.
    pub huffman: Huffman,
    /// Restart markers.
    pub restart: Restart,
    /// One scan of all components, or one scan each.
    pub scans: Scans,
    /// What is written beside the picture.
    pub metadata: Metadata,
    /// Threads that encode restart intervals at the same time. The bytes are the same for any number; without restart
    /// markers one thread does the work. No more are started than there are restart intervals, and none where the caller is
    /// in a pool of `rayon`: the threads of that pool help.
    pub threads: NonZeroUsize,
}

setters!(Options {
    with_quant: quant: [QuantTable; 2],
    with_sampling: sampling: Sampling,
    with_colour: colour: Colour,
    with_huffman: huffman: Huffman,
    with_restart: restart: Restart,
    with_scans: scans: Scans,
    with_metadata: metadata: Metadata,
    with_threads: threads: NonZeroUsize,
});

impl Options {
    /// Annex K's quantisation tables at an IJG quality of 1 to 100, 4:2:0, Annex K's Huffman tables, no restarts, one thread.
    /// See [`Options`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub fn new(quality: u8) -> Result<Self, JpegError> {
        Ok(Options {
            quant: [QuantTable::LUMA.at_quality(quality)?, QuantTable::CHROMA.at_quality(quality)?],
            sampling: Sampling::S420,
            colour: Colour::Natural,
            huffman: Huffman::Standard,
            restart: Restart::Never,
            scans: Scans::Interleaved,
            metadata: Metadata::default(),
            threads: NonZeroUsize::MIN,
        })
    }
}

/// Sampling factors (horizontal, vertical) of up to four components, 1 to 4 each (T.81 A.1.1). A component with half the
/// largest factor has half the samples.
///
/// ```
/// use codecs::jpeg::baseline::Sampling;
/// assert_eq!(Sampling::S420.factors(1), (1, 1));
/// assert!(Sampling::new(&[(2, 2), (1, 1), (1, 1)]).is_ok());
/// assert_eq!(
///     Sampling::new(&[(5, 1)]).unwrap_err().to_string(),
///     "component 0: sampling factors 5x1: each is 1 to 4"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling([(u8, u8); 4]);

impl Sampling {
    /// All components in full.
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

    /// Factors of one to four components; those not stated are 1x1. See [`Sampling`] for an example.
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

    /// The factors (horizontal, vertical) of component 0 to 3.
    pub fn factors(&self, component: usize) -> (u8, u8) {
        self.0[component]
    }
}

/// What the components are in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colour {
    /// What decoders expect: gray as it is, RGB converted to YCbCr, CMYK and YCCK as they are.
    Natural,
    /// Gray: RGB is converted to luma, the chroma of YCbCr is dropped.
    Gray,
    /// The three components as they are, said by an APP14 segment (transform 0).
    Rgb,
}
