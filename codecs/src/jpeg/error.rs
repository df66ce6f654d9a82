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
    /// T.81 Table B.2: a lossless frame has 2 to 16 bits a sample.
    #[error("a precision of {0} bits: 2 to 16")]
    Precision(u8),
    /// A sample has more bits than the precision.
    #[error("the sample in row {row}, column {column} has more than {bits} bits: state a greater precision")]
    Sample {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The precision.
        bits: u8,
    },
    /// T.81 A.4: what the point transform leaves is a bit or more.
    #[error("a point transform of {point_transform}: fewer than the {precision} bits of a sample")]
    PointTransform {
        /// Bits left out.
        point_transform: u8,
        /// Bits a sample.
        precision: u8,
    },
    /// T.81 Table H.1: predictors are 1 to 7.
    #[error("predictor {0}: 1 to 7")]
    Predictor(u8),
    /// T.81 H.1.1: a restart interval of a lossless file is whole lines.
    #[error(
        "a restart interval of {mcus} MCUs, and lines of {width}: a lossless file has whole lines between restarts"
    )]
    RestartPart {
        /// MCUs between two restart markers.
        mcus: u16,
        /// MCUs of a line.
        width: usize,
    },
    /// T.81 B.2.4.4: a restart interval is a 16-bit number of MCUs, which are the pixels of a lossless file.
    #[error("restarts after {lines} lines of {width} pixels: an interval has 65535 pixels at most, here {most} lines")]
    RestartLines {
        /// Lines between two restart markers.
        lines: usize,
        /// Pixels of a line.
        width: usize,
        /// The most lines that can be.
        most: usize,
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
