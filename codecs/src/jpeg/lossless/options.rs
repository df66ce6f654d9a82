//! [`Options`]: what a user chooses.

use crate::jpeg::{Huffman, JpegError, Metadata, Restart, Scans};
use crate::shared::setters::setters;
use core::num::NonZeroUsize;

/// Options of the lossless encoder, made by [`Options::new`] or [`Options::dicom`] and changed by setters or field by field.
///
/// ```
/// use codecs::jpeg::lossless::{Options, Predictor};
/// // 12 bits in words of 16.
/// let options = Options::new().with_precision(Some(12)).with_predictor(Some(Predictor::new(7)?));
/// assert_eq!(options.precision, Some(12));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Bits a sample, 2 to 16; none: all of the type. No sample may have more.
    pub precision: Option<u8>,
    /// The predictor; none: the one that codes a part of the picture best.
    pub predictor: Option<Predictor>,
    /// How many of a sample's lowest bits are left out (the point transform `Pt`), fewer than its precision. With 0 nothing
    /// is lost.
    pub point_transform: u8,
    /// Huffman tables.
    pub huffman: Huffman,
    /// Restart markers, between lines.
    pub restart: Restart,
    /// One scan of all components, or one scan each. Components of different sizes have a scan each, whatever stands here.
    pub scans: Scans,
    /// What is written beside the picture.
    pub metadata: Metadata,
    /// Threads that encode restart intervals at the same time. The bytes are the same for any number; without restart
    /// markers one thread writes, and the others help to find the tables. No more are started than there are lines, and none
    /// where the caller is in a pool of `rayon`: the threads of that pool help.
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
    /// All bits, a predictor that suits the picture, tables that suit it, no restarts, one thread. See [`Options`] for an
    /// example.
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

    /// What DICOM's transfer syntax 1.2.840.10008.1.2.4.70 asks for: predictor 1 (PS3.5, A.4.1 and 8.2.1).
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
/// assert_eq!(Predictor::new(8).unwrap_err().to_string(), "predictor 8: 1 to 7");
/// assert_eq!(Predictor::all().last().map(Predictor::selection), Some(7));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predictor(u8);

impl Predictor {
    /// The sample to the left.
    pub const LEFT: Predictor = Predictor(1);

    /// The predictor of a selection value, 1 to 7. See [`Predictor`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Predictor`].
    pub const fn new(selection: u8) -> Result<Self, JpegError> {
        match selection {
            1..=7 => Ok(Predictor(selection)),
            _ => Err(JpegError::Predictor(selection)),
        }
    }

    /// All seven.
    pub fn all() -> impl DoubleEndedIterator<Item = Predictor> {
        (1..=7).map(Predictor)
    }

    /// The selection value.
    pub const fn selection(self) -> u8 {
        self.0
    }
}
