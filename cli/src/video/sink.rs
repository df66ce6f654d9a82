//! [`Sink`]: writing access units to a byte stream (Annex B) or an MP4 file.

use crate::error::Error;
use crate::output::{Destination, Unfinished};
use crate::video_error::VideoError;
use codecs::h264::container::mp4::{Mp4Error, Mp4Writer, Nclx, Track};
use codecs::h264::syntax::NalUnitType;
use codecs::h264::{AccessUnit, Session};
use std::io::Write as _;

/// The container of the access units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    ByteStream,
    Mp4,
}

impl Container {
    /// Returns the name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Container::ByteStream => "H.264 byte stream",
            Container::Mp4 => "H.264 in MP4",
        }
    }
}

/// A writer of access units.
pub(super) struct Sink {
    destination: Destination,
    /// The MP4 writer; its samples stay in a temporary file until all are known.
    mp4: Option<Mp4Writer<Unfinished>>,
}

impl Sink {
    /// Starts a file.
    pub(super) fn new(container: Container, destination: Destination, session: &Session) -> Result<Self, Error> {
        let mp4 = match container {
            Container::ByteStream => None,
            Container::Mp4 => {
                let scratch = destination.scratch()?;
                Some(Mp4Writer::new(scratch, track(session)?).map_err(mp4_error)?)
            }
        };
        Ok(Sink { destination, mp4 })
    }

    /// Appends an access unit; returns its bytes.
    pub(super) fn put(&mut self, unit: &AccessUnit) -> Result<u64, Error> {
        let Some(mp4) = &mut self.mp4 else {
            let bytes = unit.byte_stream();
            self.destination.write_all(&bytes).map_err(Error::Write)?;
            return Ok(bytes.len() as u64);
        };
        // Parameter sets are stored in the file's index, and delimiters are omitted (14496-15, 5.2.2 and 5.3.1).
        let elsewhere = [NalUnitType::SPS, NalUnitType::PPS, NalUnitType::ACCESS_UNIT_DELIMITER];
        let nals = unit.nals.iter().filter(|nal| !elsewhere.contains(&nal.header.nal_unit_type));
        let nals: Vec<Vec<u8>> = nals.map(codecs::h264::Nal::bytes).collect();
        mp4.access_unit(nals.iter().map(Vec::as_slice), unit.is_idr, 0).map_err(mp4_error)?;
        Ok(nals.iter().map(|nal| nal.len() as u64 + 4).sum())
    }

    /// Completes the file; returns the destination with all bytes in it.
    pub(super) fn finish(mut self) -> Result<Destination, Error> {
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
