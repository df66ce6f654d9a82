//! [`JpegError`]: the errors of the JPEG encoders.

use super::marker::MarkerError;
use super::progressive::ScriptError;
use crate::picture::PictureError;
use std::io;
use thiserror::Error;

/// An error that prevents a JPEG from being written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JpegError {
    /// The size or the layout of the picture is invalid.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A marker segment cannot hold the given values.
    #[error(transparent)]
    Marker(#[from] MarkerError),
    /// The scans of a progressive file break a law.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// The memory for the coefficients of a component cannot be had.
    #[error("{rows} rows of {columns} blocks of coefficients do not fit into memory")]
    Memory {
        /// Rows of blocks.
        rows: usize,
        /// Blocks in a row.
        columns: usize,
    },
    /// The sink returned an error.
    #[error("the JPEG cannot be written: {0}")]
    Io(#[from] io::Error),
    /// T.81 B.2.2: width and height are 16-bit numbers, and not 0.
    #[error("a JPEG has 1 to 65535 columns and rows, not {width}x{height}")]
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The quality is not 1 to 100.
    #[error("quality {0} is not allowed; use 1 (smallest) to 100 (best), with at most one decimal")]
    Quality(String),
    /// T.81 B.2.4.1: steps are 1 to 65535 (1 to 255 in a baseline table).
    #[error("quantisation step {step} at row {row}, column {column} is not allowed; use 1 to {most}")]
    QuantStep {
        /// The step.
        step: u32,
        /// Row of the coefficient.
        row: usize,
        /// Column of the coefficient.
        column: usize,
        /// The largest step allowed.
        most: u32,
    },
    /// A dead zone is half a step to one step wide.
    #[error("a dead zone of {0} steps is not allowed; use 0.5 (none) to 1")]
    DeadZone(f32),
    /// A factor of the weight of errors is too far from 1.
    #[error("the weight of errors of block ({row}, {column}) is {factor} times that of others; use 1/1024 to 1024")]
    LambdaFactor {
        /// The factor.
        factor: f32,
        /// Row of blocks, from 0.
        row: usize,
        /// Column of blocks, from 0.
        column: usize,
    },
    /// A field of weights is of another picture.
    #[error("the weights of errors are of a picture of {columns}x{rows} pixels; this one has {width}x{height}")]
    LambdaField {
        /// Columns of the field's picture.
        columns: usize,
        /// Rows of the field's picture.
        rows: usize,
        /// Columns of the picture to be encoded.
        width: usize,
        /// Rows of the picture to be encoded.
        height: usize,
    },
    /// The picture of interest has colours, or more than 65536 columns or rows.
    #[error("a picture of interest is gray and has at most 65536 columns and rows; convert it to gray")]
    Interest,
    /// A streaming encoder cannot look at the picture twice.
    #[error("levels of the least cost need the whole picture; an encoder of rows has a dead zone instead")]
    WholePicture,
    /// T.81 B.2.2: sampling factors are 1 to 4.
    #[error("component {component} has sampling factors {horizontal}x{vertical}; each is 1 to 4")]
    SamplingFactor {
        /// Index of the component, from 0.
        component: usize,
        /// Horizontal factor.
        horizontal: u8,
        /// Vertical factor.
        vertical: u8,
    },
    /// T.81 B.2.3: an interleaved scan has at most 10 blocks per MCU.
    #[error(
        "an MCU has {blocks} blocks; an interleaved scan allows at most 10: use smaller sampling factors or separate scans"
    )]
    McuBlocks {
        /// Blocks in one MCU.
        blocks: u32,
    },
    /// T.81 B.2.4.4: a restart interval is a 16-bit number of MCUs.
    #[error("a restart interval of {mcus} MCUs is too long; at most 65535 are allowed")]
    RestartInterval {
        /// MCUs between two restart markers.
        mcus: u64,
    },
    /// T.81 Table B.2: a lossless frame has 2 to 16 bits per sample.
    #[error("a precision of {0} bits is not allowed; lossless JPEG has 2 to 16")]
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
    /// T.81 A.4: the point transform leaves at least one bit.
    #[error(
        "a point transform of {point_transform} is too large; it must be less than the {precision} bits of a sample"
    )]
    PointTransform {
        /// Low bits removed.
        point_transform: u8,
        /// Bits per sample.
        precision: u8,
    },
    /// T.81 Table H.1: predictors are 1 to 7.
    #[error("there is no predictor {0}; lossless JPEG has predictors 1 to 7")]
    Predictor(u8),
    /// T.81 H.1.1: a restart interval of a lossless file consists of whole lines.
    #[error(
        "a restart interval of {mcus} MCUs is not a multiple of {width}; a lossless file has whole lines between restarts"
    )]
    RestartPart {
        /// MCUs between two restart markers.
        mcus: u16,
        /// MCUs in a line.
        width: usize,
    },
    /// T.81 B.2.4.4: a restart interval is a 16-bit number of MCUs; an MCU of a lossless file is a pixel.
    #[error(
        "restarts after {lines} lines of {width} pixels are too far apart; at most 65535 pixels, {most} lines, are allowed"
    )]
    RestartLines {
        /// Lines between two restart markers.
        lines: usize,
        /// Pixels in a line.
        width: usize,
        /// The largest number of lines allowed.
        most: usize,
    },
    /// The picture's samples cannot be converted to the requested components.
    #[error("{from} samples cannot be coded as {to}")]
    Colour {
        /// Colour space of the samples.
        from: &'static str,
        /// Colour space requested.
        to: &'static str,
    },
    /// No quality gives a file that is small enough.
    #[error("{target} bytes are too few: quality 1 takes {smallest}")]
    TargetSize {
        /// The bytes allowed.
        target: u64,
        /// The bytes of the file of quality 1.
        smallest: u64,
    },
    /// No quality gives a decoded picture of this score.
    #[error("a score of {target} is not reached: quality 100 has {best:.2}")]
    TargetScore {
        /// The score asked for.
        target: f64,
        /// The score of quality 100.
        best: f64,
    },
    /// A streaming encoder received more or fewer rows than announced.
    #[error("{given} rows were given, and the picture has {height}")]
    Rows {
        /// Rows pushed, including surplus ones.
        given: usize,
        /// Rows of the picture.
        height: usize,
    },
    /// The data does not consist of whole rows.
    #[error("{given} bytes are not whole rows of {row} bytes")]
    RowLength {
        /// Bytes in a row.
        row: usize,
        /// Bytes given.
        given: usize,
    },
}
