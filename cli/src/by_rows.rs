//! Encoding of a picture row by row: some rows are read while those before them are encoded.

use crate::error::Error;
use crate::input::rows::Rows;
use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{Options, RowEncoder};
use std::io::Write;

/// The reason why a picture was not encoded.
pub(crate) enum Fault {
    /// The input is broken or cannot be read.
    Input(Error),
    /// The encoder reports an error.
    Encoder(JpegError),
}

impl From<JpegError> for Fault {
    fn from(error: JpegError) -> Self {
        Fault::Encoder(error)
    }
}

/// Encodes a picture, and returns the sink.
///
/// # Errors
/// [`Fault`]. What was written to the sink is then not a picture.
pub(crate) fn encode<W: Write>(rows: &mut Rows, options: &Options, sink: W) -> Result<W, Fault> {
    let (width, height) = (rows.picture.width as usize, rows.picture.height as usize);
    let mut encoder = RowEncoder::new(width, height, rows.picture.colours.format(), options.clone(), sink)?;
    encoder.push_from(|samples| rows.next(samples).map_err(Fault::Input))?;
    Ok(encoder.finish()?)
}
