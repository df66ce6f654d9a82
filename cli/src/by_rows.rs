//! Encoding of a picture row by row: some rows are read while those before them are encoded.
//!
//! ```text
//!   reader    empty rows -> file, decoder -> full rows
//!   encoder   full rows -> RowEncoder -> sink, empty rows
//! ```
//! A thread reads and another one encodes; further threads encode, too. With one thread they take turns.

use crate::error::Error;
use crate::input::rows::{Rows, TOGETHER};
use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{Options, RowEncoder};
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::thread;

/// The groups of rows between the reader and the encoder.
const GROUPS: usize = 3;

/// The reason why a picture was not encoded.
pub(crate) enum Fault {
    /// The input cannot be read row by row.
    Input,
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
pub(crate) fn encode<W: Write>(mut rows: Rows, options: &Options, sink: W) -> Result<W, Fault> {
    let (width, height) = (rows.picture.width as usize, rows.picture.height as usize);
    let format = rows.picture.colours.format();
    let row = width * format.samples();
    let lengths = (0..height).step_by(TOGETHER).map(move |first| row * TOGETHER.min(height - first));
    let encoding = NonZeroUsize::new(options.threads.get() - 1);
    let options = options.clone().with_threads(encoding.unwrap_or(NonZeroUsize::MIN));
    let mut encoder = RowEncoder::new(width, height, format, options, sink)?;
    if encoding.is_none() {
        let mut samples = Vec::new();
        for length in lengths {
            samples.resize(length, 0);
            rows.next(&mut samples).map_err(|_| Fault::Input)?;
            encoder.push(&samples)?;
        }
        return Ok(encoder.finish()?);
    }
    thread::scope(|scope| {
        let ((fill, filled), (empty, emptied)) = (channel(), channel());
        for _ in 0..GROUPS {
            // The other end exists.
            let _ = empty.send(Vec::new());
        }
        let read = move || {
            for length in lengths {
                // An encoder that has failed takes and gives nothing more.
                let Ok(mut samples): Result<Vec<u8>, _> = emptied.recv() else { break };
                samples.resize(length, 0);
                rows.next(&mut samples)?;
                if fill.send(samples).is_err() {
                    break;
                }
            }
            Ok::<(), Error>(())
        };
        let reader = thread::Builder::new().spawn_scoped(scope, read).map_err(|_| Fault::Input)?;
        for samples in filled {
            encoder.push(&samples)?;
            let _ = empty.send(samples);
        }
        match reader.join() {
            Ok(Ok(())) => Ok(encoder.finish()?),
            _ => Err(Fault::Input),
        }
    })
}
