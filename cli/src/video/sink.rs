//! [`Sink`]: writing access units to a byte stream (Annex B) or an MP4 file.

use crate::error::Error;
use crate::output::{Destination, Unfinished};
use crate::video_error::VideoError;
use codecs::h264::container::mp4::{Mp4Error, Mp4Writer, Nclx, Track};
use codecs::h264::syntax::{NalUnitType, write_access_unit};
use codecs::h264::{Nal, Session};
use std::io::Write as _;
use std::path::Path;

/// The container of the access units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A byte stream (Annex B).
    ByteStream,
    /// An MP4 file.
    Mp4,
}

impl Container {
    /// Returns the container that the ending of a name selects, if it selects one.
    pub fn of_ending(output: &Path) -> Option<Self> {
        let ending = output.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match &*ending {
            "mp4" | "m4v" => Some(Container::Mp4),
            "264" | "h264" | "avc" => Some(Container::ByteStream),
            _ => None,
        }
    }

    /// Returns the name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Container::ByteStream => "H.264 byte stream",
            Container::Mp4 => "H.264 in MP4",
        }
    }
}

/// A writer of access units.
pub(crate) struct Sink {
    destination: Destination,
    /// The MP4 writer; its samples stay in a temporary file until all are known.
    mp4: Option<Mp4Writer<Unfinished>>,
}

impl Sink {
    /// Starts a byte stream (Annex B).
    pub(crate) fn byte_stream(destination: Destination) -> Self {
        Sink { destination, mp4: None }
    }

    /// Starts an MP4 file.
    pub(crate) fn mp4(destination: Destination, track: Track) -> Result<Self, Error> {
        let scratch = destination.scratch()?;
        Ok(Sink { destination, mp4: Some(Mp4Writer::new(scratch, track).map_err(mp4_error)?) })
    }

    /// Starts a file for the access units of a session.
    pub(super) fn of_session(container: Container, destination: Destination, session: &Session) -> Result<Self, Error> {
        match container {
            Container::ByteStream => Ok(Sink::byte_stream(destination)),
            Container::Mp4 => Sink::mp4(destination, track(session)?),
        }
    }

    /// Appends an access unit that is shown a number of pictures after it is decoded; returns its bytes.
    pub(crate) fn put(&mut self, nals: &[Nal], is_idr: bool, composition_offset: u32) -> Result<u64, Error> {
        let Some(mp4) = &mut self.mp4 else {
            let mut bytes = Vec::new();
            write_access_unit(nals, &mut bytes);
            self.destination.write_all(&bytes).map_err(Error::Write)?;
            return Ok(bytes.len() as u64);
        };
        // Parameter sets are stored in the file's index, and delimiters are omitted (14496-15, 5.2.2 and 5.3.1).
        let elsewhere = [NalUnitType::SPS, NalUnitType::PPS, NalUnitType::ACCESS_UNIT_DELIMITER];
        let nals = nals.iter().filter(|nal| !elsewhere.contains(&nal.header.nal_unit_type));
        let nals: Vec<Vec<u8>> = nals.map(Nal::bytes).collect();
        mp4.access_unit(nals.iter().map(Vec::as_slice), is_idr, composition_offset).map_err(mp4_error)?;
        Ok(nals.iter().map(|nal| nal.len() as u64 + 4).sum())
    }

    /// Completes the file; returns the destination with all bytes in it.
    pub(crate) fn finish(mut self) -> Result<Destination, Error> {
        if let Some(mp4) = self.mp4 {
            mp4.finish(&mut self.destination).map_err(mp4_error)?;
        }
        self.destination.flush().map_err(Error::Write)?;
        Ok(self.destination)
    }
}

fn mp4_error(error: Mp4Error) -> Error {
    match error {
        Mp4Error::Io(error) => Error::Write(error),
        error => VideoError::Mp4(error).into(),
    }
}

/// Returns the description of the MP4 file's track.
fn track(session: &Session) -> Result<Track, Error> {
    let [sps, pps] = session.parameter_sets()?.map(|nal| nal.bytes());
    let options = session.options();
    let signal = &options.signal;
    let stated = [signal.colour_primaries, signal.transfer_characteristics, signal.matrix_coefficients];
    let says_colour = signal.full_range.is_some() || stated.iter().any(Option::is_some);
    // 2: unspecified.
    let [primaries, transfer, matrix] = stated.map(|point| point.unwrap_or(2));
    let full_range = signal.full_range.unwrap_or(false);
    let track = Track::new(sps, pps, [options.frame_rate.0, options.frame_rate.1]);
    let colour = says_colour.then_some(Nclx { primaries, transfer, matrix, full_range });
    let sample_aspect_ratio = signal.sample_aspect_ratio.map(|(width, height)| [width.into(), height.into()]);
    Ok(track.with_colour(colour).with_sample_aspect_ratio(sample_aspect_ratio))
}
