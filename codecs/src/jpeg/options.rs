//! Options of files of any process: Huffman tables, restart markers, scans, metadata.

use crate::shared::setters::setters;

/// Huffman tables (T.81 Annex K.3, Annex K.2).
///
/// ```
/// use codecs::jpeg::{Huffman, lossless::Options};
/// assert_eq!(Options::new().huffman, Huffman::Optimised);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Huffman {
    /// Fixed ones, and one pass: Annex K's, or in a lossless file one for samples of that precision.
    Standard,
    /// Those that make the file smallest, found in a pass before the one that writes.
    Optimised,
}

/// Restart markers (T.81 E.1.4): where an encoder and a decoder start afresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restart {
    /// None.
    Never,
    /// After so many rows of MCUs, which are lines in a lossless file; 0 as [`Restart::Never`].
    Rows(u16),
    /// After so many MCUs; 0 as [`Restart::Never`]. In a lossless file they have to be whole rows (H.1.1).
    Mcus(u16),
}

/// How the components are spread over scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scans {
    /// One scan.
    Interleaved,
    /// One scan for each component.
    Separate,
}

/// The unit of [`Metadata::density`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DensityUnit {
    /// The numbers are the shape of a pixel only.
    AspectRatio,
    /// Dots an inch.
    Inch,
    /// Dots a centimetre.
    Centimetre,
}

/// Metadata of a file: density, EXIF, colour profile and comments.
///
/// ```
/// use codecs::jpeg::{DensityUnit, Metadata, baseline::Options};
/// let metadata = Metadata::default().with_density((DensityUnit::Inch, 300, 300)).with_comments(vec![b"by hand".to_vec()]);
/// let options = Options::new(90)?.with_metadata(metadata);
/// assert_eq!(options.metadata.density.1, 300);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// JFIF's unit and density, horizontally and vertically; 1 or more.
    pub density: (DensityUnit, u16, u16),
    /// A TIFF structure, without the `Exif\0\0` before it; 65527 bytes at most.
    pub exif: Option<Vec<u8>>,
    /// An ICC profile, written in as many segments as it takes; 255 of 65519 bytes at most.
    pub icc: Option<Vec<u8>>,
    /// COM segments; 65533 bytes each at most.
    pub comments: Vec<Vec<u8>>,
}

setters!(Metadata {
    with_density: density: (DensityUnit, u16, u16),
    with_exif: exif: Option<Vec<u8>>,
    with_icc: icc: Option<Vec<u8>>,
    with_comments: comments: Vec<Vec<u8>>,
});

impl Default for Metadata {
    fn default() -> Self {
        Metadata { density: (DensityUnit::AspectRatio, 1, 1), exif: None, icc: None, comments: Vec::new() }
    }
}
