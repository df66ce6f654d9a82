//! [`Options`] of the lossless encoder, and [`Predictor`].

use crate::jpeg::{Huffman, JpegError, Metadata, Restart, Scans};
use crate::shared::setters::setters;
use core::num::NonZeroUsize;

/// Options of the lossless encoder, made by [`Options::new`] or [`Options::dicom`] and changed by setters or field by field.
///
/// ```
/// use codecs::jpeg::lossless::{Options, Predictor};
/// // 12 bits in 16-bit words.
/// let options = Options::new().with_precision(Some(12)).with_predictor(Some(Predictor::new(7)?));
/// assert_eq!(options.precision, Some(12));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Bits per sample, 2 to 16; `None` for all bits of the type. No sample may exceed them.
    pub precision: Option<u8>,
    /// The predictor; `None` for the one that codes a part of the picture in the fewest bits.
    pub predictor: Option<Predictor>,
    /// The number of low bits dropped from each sample (the point transform `Pt`), less than the precision. Coding is
    /// lossless with 0.
    pub point_transform: u8,
    /// The choice of Huffman tables.
    pub huffman: Huffman,
    /// The spacing of restart markers, in whole lines.
    pub restart: Restart,
    /// The distribution of the components over scans. Components with different sampling factors always have separate
    /// scans.
    pub scans: Scans,
    /// Metadata written besides the picture.
    pub metadata: Metadata,
    /// The maximum number of threads that encode the picture in parallel. The bytes do not depend on it. At most one
    /// thread per line is started, and none if the caller runs in a pool of `rayon`: the threads of that pool help.
    pub threads: NonZeroUsize,
}

setters!(Options {
    with_precision: precision: Option<u8>,
    with_predictor: predictor: Option<Predictor>,
    with_point_transform: point_transform: u8,
    with_huffman: huffman: Huffman,
    with_restart: restart: Restart,
    with_scans: scans: Scans,
    with_metadata: metadata: Metadata,
    with_threads: threads: NonZeroUsize,
});

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}

impl Options {
    /// Returns the defaults: all bits, the best predictor and tables for the picture, no restart markers, one thread.
    /// See [`Options`] for an example.
    pub fn new() -> Self {
        Options {
            precision: None,
            predictor: None,
            point_transform: 0,
            huffman: Huffman::Optimised,
            restart: Restart::Never,
            scans: Scans::Interleaved,
            metadata: Metadata::default(),
            threads: NonZeroUsize::MIN,
        }
    }

    /// Returns the options for DICOM's transfer syntax 1.2.840.10008.1.2.4.70: predictor 1 (PS3.5, A.4.1 and 8.2.1).
    ///
    /// ```
    /// use codecs::jpeg::lossless::{Options, Predictor};
    /// assert_eq!(Options::dicom().predictor, Some(Predictor::LEFT));
    /// ```
    pub fn dicom() -> Self {
        Options { predictor: Some(Predictor::LEFT), ..Options::new() }
    }
}

/// A predictor of T.81 Table H.1, by its selection value.
///
/// | value | prediction |
/// |---|---|
/// | 1 | `Ra`, the sample to the left |
/// | 2 | `Rb`, the sample above |
/// | 3 | `Rc`, the sample above to the left |
/// | 4 | `Ra + Rb - Rc` |
/// | 5 | `Ra + ((Rb - Rc) >> 1)` |
/// | 6 | `Rb + ((Ra - Rc) >> 1)` |
/// | 7 | `(Ra + Rb) >> 1` |
///
/// ```
/// use codecs::jpeg::lossless::Predictor;
/// assert_eq!(Predictor::new(1)?, Predictor::LEFT);
/// assert_eq!(Predictor::new(8).unwrap_err().to_string(), "there is no predictor 8; lossless JPEG has predictors 1 to 7");
/// assert_eq!(Predictor::all().last().map(Predictor::selection), Some(7));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predictor(u8);

impl Predictor {
    /// The sample to the left.
    pub const LEFT: Predictor = Predictor(1);

    /// Returns the predictor with a selection value of 1 to 7. See [`Predictor`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Predictor`].
    pub const fn new(selection: u8) -> Result<Self, JpegError> {
        match selection {
            1..=7 => Ok(Predictor(selection)),
            _ => Err(JpegError::Predictor(selection)),
        }
    }

    /// Returns all seven predictors.
    pub fn all() -> impl DoubleEndedIterator<Item = Predictor> {
        (1..=7).map(Predictor)
    }

    /// Returns the selection value.
    pub const fn selection(self) -> u8 {
        self.0
    }
}
