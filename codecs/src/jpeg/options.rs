//! Options common to all processes: Huffman tables, restart markers, scans, metadata.

use crate::jpeg::JpegError;
use crate::jpeg::marker::AppData;
use crate::shared::setters::setters;

/// The choice of Huffman tables (T.81 Annex K.3, Annex K.2).
///
/// ```
/// use codecs::jpeg::{Huffman, lossless::Options};
/// assert_eq!(Options::new().huffman, Huffman::Optimised);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Huffman {
    /// Fixed tables, in one pass: those of Annex K, or in a lossless file a table for samples of that precision.
    Standard,
    /// The tables that make the file smallest, found in a first pass over the picture.
    Optimised,
}

/// The spacing of restart markers (T.81 E.1.4), at which an encoder and a decoder reset their state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restart {
    /// No restart markers.
    Never,
    /// A restart marker after this many rows of MCUs, which are lines in a lossless file; 0 is [`Restart::Never`].
    Rows(u16),
    /// A restart marker after this many MCUs; 0 is [`Restart::Never`]. In a lossless file they must form whole lines
    /// (H.1.1).
    Mcus(u16),
}

impl Restart {
    /// Returns the MCUs between two restart markers of a scan with so many MCUs in a row; 0 for no markers.
    ///
    /// # Errors
    /// [`JpegError::RestartInterval`]: more than 65535 MCUs.
    pub(super) fn interval(self, mcus_per_row: usize) -> Result<usize, JpegError> {
        let mcus = match self {
            Restart::Never => 0,
            Restart::Rows(rows) => u64::from(rows) * mcus_per_row as u64,
            Restart::Mcus(mcus) => u64::from(mcus),
        };
        u16::try_from(mcus).map(usize::from).map_err(|_| JpegError::RestartInterval { mcus })
    }
}

/// The distribution of the components over scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scans {
    /// All components in one scan.
    Interleaved,
    /// One scan for each component.
    Separate,
}

impl Scans {
    /// Checks the blocks of an MCU in an interleaved scan (B.2.3).
    ///
    /// # Errors
    /// [`JpegError::McuBlocks`]: more than ten.
    pub(super) fn check_interleaved(blocks: usize) -> Result<(), JpegError> {
        if blocks > 10 { Err(JpegError::McuBlocks { blocks: blocks as u32 }) } else { Ok(()) }
    }
}

/// The unit of [`Metadata::density`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DensityUnit {
    /// No unit: the two numbers give the aspect ratio of a pixel.
    AspectRatio,
    /// Dots per inch.
    Inch,
    /// Dots per centimetre.
    Centimetre,
}

/// Metadata of a file: density, EXIF, colour profile, segments of applications, and comments.
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
    /// JFIF's unit, horizontal density and vertical density; the densities are 1 or more.
    pub density: (DensityUnit, u16, u16),
    /// A TIFF structure without the preceding `Exif\0\0`; at most 65527 bytes.
    pub exif: Option<Vec<u8>>,
    /// An ICC profile, split over as many segments as needed; at most 255 segments of 65519 bytes.
    pub icc: Option<Vec<u8>>,
    /// Further segments of applications, such as XMP and IPTC, in their order: APP1 to APP13 and APP15, of at most 65533 bytes
    /// each. They follow EXIF and the profile.
    pub applications: Vec<AppData>,
    /// COM segments of at most 65533 bytes each.
    pub comments: Vec<Vec<u8>>,
}

setters!(Metadata {
    with_density: density: (DensityUnit, u16, u16),
    with_exif: exif: Option<Vec<u8>>,
    with_icc: icc: Option<Vec<u8>>,
    with_applications: applications: Vec<AppData>,
    with_comments: comments: Vec<Vec<u8>>,
});

impl Default for Metadata {
    fn default() -> Self {
        Metadata {
            density: (DensityUnit::AspectRatio, 1, 1),
            exif: None,
            icc: None,
            applications: Vec::new(),
            comments: Vec::new(),
        }
    }
}
