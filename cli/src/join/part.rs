//! [`Part`]: a part of a film, a byte stream or an MP4 file.

use crate::error::Error;
use crate::input::source::Source;
use crate::inspect::is_byte_stream;
use crate::join_error::JoinError;
use crate::video::Container;
use codecs::h264::container::mp4_reader::{Mp4Track, is_mp4};
use codecs::h264::syntax::{
    AccessUnits, ByteStream, MOST_BYTES, NalSource, NalUnitType, ParameterSets, StreamError, WholeAccessUnit,
};
use std::io;
use std::path::Path;

/// A part of a film.
pub(super) struct Part {
    units: AccessUnits<Box<dyn NalSource>>,
    /// The properties of an MP4 track; `None` for a byte stream, and if the output is one.
    pub(super) track: Option<TrackTime>,
}

/// The properties of an MP4 track that its stream may not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrackTime {
    /// The timescale, and the duration of a picture.
    pub(super) time: [u32; 2],
    /// The width and height of a sample, if they are stated.
    pub(super) sample_aspect_ratio: Option<[u32; 2]>,
}

impl Part {
    /// Opens a part that is joined to an output of some kind; an MP4 file from a pipe is copied to a temporary file.
    pub(super) fn open(path: &Path, output: Container) -> Result<Self, Error> {
        let (source, in_mp4) = Source::open(path, recognise).map_err(|error| match error {
            Error::InputFolder => JoinError::Folder.into(),
            error => error,
        })?;
        if !in_mp4 {
            let stream = ByteStream::holding(source.into_reader(), MOST_BYTES).map_err(Error::Read)?;
            return Ok(Part { units: AccessUnits::new(Box::new(stream)), track: None });
        }
        let mut mp4 = Mp4Track::holding(source.into_file()?, MOST_BYTES).map_err(damaged)?;
        let track = match output {
            Container::ByteStream => None,
            Container::Mp4 => Some(TrackTime {
                time: mp4.picture_time().map_err(untimed)?,
                sample_aspect_ratio: mp4.sample_aspect_ratio().map_err(Error::Read)?,
            }),
        };
        Ok(Part { units: AccessUnits::new(Box::new(mp4)), track })
    }

    /// Reads the first access unit, which must be an IDR picture.
    pub(super) fn first_unit(&mut self) -> Result<WholeAccessUnit, Error> {
        match self.next_unit()? {
            None => Err(JoinError::NoPictures.into()),
            Some(unit) if !unit.is_idr => Err(JoinError::NoKeyPicture { position: unit.position }.into()),
            Some(unit) => Ok(unit),
        }
    }

    /// Reads the next access unit.
    pub(super) fn next_unit(&mut self) -> Result<Option<WholeAccessUnit>, Error> {
        self.units.next_unit().map_err(damaged)
    }

    /// Returns the parameter sets that were read so far.
    pub(super) fn parameter_sets(&self) -> &ParameterSets {
        self.units.parameter_sets()
    }
}

/// Returns the name of a kind of parameter set; `None` for other NAL units.
pub(super) fn name_of_kind(kind: NalUnitType) -> Option<&'static str> {
    match kind {
        NalUnitType::SPS => Some("sequence parameter set"),
        NalUnitType::PPS => Some("picture parameter set"),
        _ => None,
    }
}

/// Returns whether a file is an MP4 file, by its first bytes; an error if it is no byte stream either.
fn recognise(bytes: &[u8]) -> Result<bool, Error> {
    match bytes {
        [] => Err(Error::Empty),
        _ if is_mp4(bytes) => Ok(true),
        _ if is_byte_stream(bytes) => Ok(false),
        _ => Err(JoinError::NotH264.into()),
    }
}

fn damaged(error: StreamError) -> Error {
    match error {
        StreamError::Read(error) => Error::Read(error),
        StreamError::Syntax(error) => JoinError::Damaged(error).into(),
        other => Error::Read(io::Error::other(other)),
    }
}

fn untimed(error: StreamError) -> Error {
    match error {
        StreamError::Syntax(error) => JoinError::NoConstantRate(error).into(),
        other => damaged(other),
    }
}
