//! `--trace`: every syntax element, in coding order.

use crate::error::Error;
use crate::output::{Bytes, Destination};
use codecs::h264::{AccessUnit, H264Error, Request, Session};
use codecs::picture::Pixels;
use codecs::shared::trace::TextTrace;
use std::io::BufWriter;
use std::path::Path;

/// A file that syntax elements are written to.
pub(super) struct TraceFile {
    text: TextTrace<BufWriter<Destination>>,
    /// The number of bytes of the stream so far.
    from: u64,
}

impl TraceFile {
    pub(super) fn create(place: &Path) -> Result<Self, Error> {
        let destination = Destination::open(place, Bytes::AsTheyCome)?;
        Ok(TraceFile { text: TextTrace::new(BufWriter::new(destination)), from: 0 })
    }

    /// Encodes one picture as [`Session::push`] does, and writes its syntax elements.
    pub(super) fn push(&mut self, session: &mut Session, pixels: &Pixels<'_>) -> Result<Vec<AccessUnit>, H264Error> {
        let units = session.push_traced(pixels, &Request::default(), self.from, &mut self.text)?;
        self.from += units.iter().map(|unit| unit.byte_stream().len() as u64).sum::<u64>();
        Ok(units)
    }

    /// Ends the stream as [`Session::finish_next`] does, and writes the syntax elements of the next picture.
    pub(super) fn end(&mut self, session: &mut Session) -> Result<Option<AccessUnit>, H264Error> {
        let unit = session.finish_next_traced(self.from, &mut self.text)?;
        self.from += unit.iter().map(|unit| unit.byte_stream().len() as u64).sum::<u64>();
        Ok(unit)
    }

    /// Returns the destination with all elements in it.
    pub(super) fn finish(self) -> Result<Destination, Error> {
        let buffer = self.text.finish().map_err(Error::Write)?;
        buffer.into_inner().map_err(|error| Error::Write(error.into_error()))
    }
}
