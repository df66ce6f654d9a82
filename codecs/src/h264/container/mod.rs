//! Containers for H.264 other than the byte stream of Annex B. MP4 files are read, and written with the feature `mp4`.
//! [`read`] and [`inspect`] recognise both.

#[cfg(feature = "mp4")]
pub mod mp4;
mod mp4_boxes;
pub mod mp4_reader;
mod mp4_samples;

use crate::h264::syntax::{self, Stream, StreamError, SyntaxError};
use crate::shared::inspect::InspectError;
use crate::shared::trace::Trace;
use mp4_reader::{Mp4Track, is_mp4};
use std::io::{self, BufReader, Read, Seek};

/// Reads a byte stream or the first H.264 track of an MP4 file in memory, and reports every element of every unit, with
/// its position in the file, to `trace`.
///
/// ```
/// use codecs::shared::trace::NoTrace;
/// let stream = codecs::h264::container::read(&[0, 0, 0, 1, 0x09, 0x50], &mut NoTrace)?;
/// assert_eq!(stream.units.len(), 1);
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
///
/// # Errors
/// [`SyntaxError::NotH264`]; [`SyntaxError::Mp4`] for an MP4 file without a readable H.264 track.
pub fn read(bytes: &[u8], trace: &mut dyn Trace) -> Result<Stream, SyntaxError> {
    if !is_mp4(bytes) {
        return Stream::read_traced(bytes, trace);
    }
    Ok(Stream::from_source(Mp4Track::read(bytes)?, trace).expect("a slice can always be read"))
}

/// Lists a byte stream or an MP4 file of any encoder as [`syntax::inspect`] does. Memory use does not depend on the
/// length of the file.
///
/// ```
/// let file = std::io::Cursor::new([0, 0, 0, 1, 0x09, 0x50]);
/// assert_eq!(codecs::h264::container::inspect(file, &mut Vec::new())?, 0);
/// # Ok::<(), codecs::shared::inspect::InspectError>(())
/// ```
///
/// # Errors
/// I/O errors of the file and of the sink; the lines written before remain. An input that is not an H.264 stream is
/// listed as one complaint, [`SyntaxError::NotH264`] or [`SyntaxError::Mp4`].
pub fn inspect(mut file: impl Read + Seek, sink: &mut impl io::Write) -> Result<u64, InspectError> {
    let mut first = Vec::new();
    file.rewind().and_then(|()| file.by_ref().take(8).read_to_end(&mut first)).map_err(InspectError::Read)?;
    file.rewind().map_err(InspectError::Read)?;
    if !is_mp4(&first) {
        return syntax::inspect(BufReader::with_capacity(1 << 16, file), sink);
    }
    match Mp4Track::open(file) {
        Ok(track) => syntax::inspect_source(track, sink),
        Err(StreamError::Syntax(error)) => syntax::refuse(&error, sink),
        Err(StreamError::Read(error)) => Err(InspectError::Read(error)),
    }
}
