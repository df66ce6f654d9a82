//! [`JpegError`]: why a JPEG cannot be written.

use super::marker::MarkerError;
use crate::picture::PictureError;
use std::io;
use thiserror::Error;

/// Why a JPEG cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JpegError {
    /// The samples are not a picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A marker segment cannot say what was asked for.
    #[error(transparent)]
    Marker(#[from] MarkerError),
    /// The sink did not take the bytes.
    #[error("writing the JPEG: {0}")]
    Io(#[from] io::Error),
    /// T.81 B.2.2: sizes are 16-bit numbers, and not 0.
    #[error("a JPEG has 1 to 65535 columns and rows, not {width}x{height}")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The quality is 1 to 100.
    #[error("quality {0}: 1 (smallest) to 100 (best)")]
    Quality(u8),
    /// T.81 B.2.4.1: steps are 1 to 65535 (1 to 255 in a baseline table).
    #[error("quantisation step {step} at row {row}, column {column}: 1 to {most}")]
    QuantStep {
        /// The step.
        step: u32,
        /// Row of the coefficient.
        row: usize,
        /// Column of the coefficient.
        column: usize,
        /// The largest step.
        most: u32,
    },
    /// T.81 B.2.2: sampling factors are 1 to 4.
    #[error("component {component}: sampling factors {horizontal}x{vertical}: each is 1 to 4")]
    SamplingFactor {
        /// Which component, from 0.
        component: usize,
        /// Horizontal factor.
        horizontal: u8,
        /// Vertical factor.
        vertical: u8,
    },
    /// T.81 B.2.3: an interleaved scan has at most 10 blocks an MCU.
    #[error(
        "{blocks} blocks an MCU: an interleaved scan has 10 at most; use smaller sampling factors or separate scans"
    )]
    McuBlocks {
        /// Blocks in one MCU.
        blocks: u32,
    },
    /// T.81 B.2.4.4: a restart interval is a 16-bit number of MCUs.
    #[error("a restart interval of {mcus} MCUs: 65535 at most")]
    RestartInterval {
        /// MCUs between two restart markers.
        mcus: u64,
    },
    /// The picture's samples do not make the components asked for.
    #[error("{from} samples cannot be coded as {to}")]
    Colour {
        /// What the samples are.
        from: &'static str,
        /// What was asked for.
        to: &'static str,
    },
    /// A streaming encoder was given more or fewer rows than it was told.
    #[error("{given} rows were given, and the picture has {height}")]
    Rows {
        /// Rows pushed so far, and those that were too many.
        given: usize,
        /// Rows of the picture.
        height: usize,
    },
    /// A row of another length.
    #[error("{given} bytes are not whole rows of {row} bytes")]
    RowLength {
        /// Bytes a row.
        row: usize,
        /// Bytes given.
        given: usize,
    },
}
