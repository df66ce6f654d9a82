//! [`Parts`]: splits a stream of any encoder into parts. T.81 B.1.1, B.2.1.
//!
//! ```text
//! SOI  segment ...  SOS  entropy-coded data  segment ...  SOS  entropy-coded data  EOI  trailing bytes
//! ```
//!
//! Real streams break the rules. Fill bytes before a marker, stray bytes between segments, bytes after EOI and a
//! missing EOI are accepted and reported; codes that T.81 reserves without a length (`02` to `BF`) begin no marker. The
//! walk ends with an error only if SOI is missing or a segment is longer than the stream.
//!
//! The stream is read forward once, from any reader, for example a slice. Only the current segment is held in memory,
//! at most 64 KiB; entropy-coded data, stray and trailing bytes of any length are only counted.

use super::Marker;
use super::error::MarkerError;
use super::segment::Segment;
use crate::bitstream::{BitPosition, Violation};
use crate::shared::forward::Forward;
use crate::shared::trace::Trace;
use std::io::{self, BufRead};

/// A part of a stream. The parts, with the fill bytes before them, cover the whole stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The position of the part in the stream, in bytes; for a segment, that of its marker's 0xFF.
    pub position: u64,
    /// The number of bytes; for a segment, including its marker.
    pub length: u64,
    /// The number of fill bytes (0xFF) before its marker.
    pub fill: u64,
    /// The kind and the content of the part.
    pub content: Content,
    /// Violations of the standard.
    pub complaints: Vec<MarkerError>,
}

impl Part {
    /// Passes every element of a segment, or the kind and the size of another part, to `trace`. See
    /// [`Stream::trace`](super::Stream::trace) for an example.
    pub fn trace(&self, trace: &mut dyn Trace) {
        let what = match &self.content {
            Content::Segment(segment) => match segment.trace(self.position, trace) {
                Ok(()) => return,
                Err(_) => segment.marker().name(),
            },
            Content::Broken(marker) => marker.name(),
            Content::EntropyCoded { .. } => "entropy-coded data",
            Content::Stray => "stray bytes",
            Content::Trailing { .. } => "bytes after EOI",
        };
        trace.structure(8 * self.position, &format!("{what}, {} bytes", self.length));
    }
}

/// The kind and the content of a [`Part`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A marker segment.
    Segment(Segment),
    /// A marker segment that ends inside an element, as the part's complaint states.
    Broken(Marker),
    /// Entropy-coded data, including stuffed zeros and restart markers.
    EntropyCoded {
        /// Number of restart markers in the data.
        restarts: u64,
    },
    /// Bytes between segments that belong to no segment.
    Stray,
    /// Bytes after EOI.
    Trailing {
        /// `true` if they begin with SOI, as another JPEG stream does.
        another: bool,
    },
}

/// The parts of a stream in order, up to an error. For a slice this is an iterator; for other readers call
/// [`Parts::next_part`].
///
/// ```
/// use codecs::jpeg::marker::{Content, Marker, Parts, Segment};
/// let mut parts = Parts::new(b"\xFF\xD8\xFF\xFF\xD9 and more");
/// let soi = parts.next().unwrap()?;
/// assert_eq!(soi.content, Content::Segment(Segment::Alone(Marker::SOI)));
/// let eoi = parts.next().unwrap()?;
/// assert_eq!((eoi.position, eoi.length, eoi.fill), (3, 2, 1));
/// let trailing = parts.next().unwrap()?;
/// assert_eq!((trailing.content, trailing.length), (Content::Trailing { another: false }, 9));
/// assert_eq!(parts.next(), None);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parts<R> {
    source: Forward<R>,
    state: State,
}

/// The expected next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    /// Segments, or stray bytes between them.
    Segments,
    /// A segment whose marker was already taken from the source.
    Segment(Found),
    EntropyCoded,
    Trailing,
    Done,
}

/// A marker found in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    marker: Marker,
    /// The position of its 0xFF in the stream.
    position: u64,
    /// The number of fill bytes (0xFF) before it.
    fill: u64,
}

impl<'a> Parts<&'a [u8]> {
    /// Returns the parts of a stream in memory.
    pub fn new(bytes: &'a [u8]) -> Self {
        Parts::from_reader(bytes)
    }
}

impl<R: BufRead> Parts<R> {
    /// Returns the parts of the stream that starts at the current position of `reader`.
    ///
    /// ```
    /// use codecs::jpeg::marker::Parts;
    /// let mut parts = Parts::from_reader(std::io::Cursor::new(b"\xFF\xD8\xFF\xD9"));
    /// assert_eq!(parts.next_part()?.unwrap().unwrap().length, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_reader(reader: R) -> Self {
        Parts { source: Forward::new(reader, 0), state: State::Start }
    }

    /// Returns the next part, or the error that ends the stream; `None` at the end. See [`Parts::from_reader`] for an
    /// example.
    ///
    /// # Errors
    /// The errors of the reader.
    pub fn next_part(&mut self) -> io::Result<Option<Result<Part, MarkerError>>> {
        match self.state {
            State::Start => self.start(),
            State::Segments => self.segments(),
            State::Segment(found) => self.segment(found).map(Some),
            State::EntropyCoded => self.entropy_coded().map(|part| Some(Ok(part))),
            State::Trailing => self.trailing(),
            State::Done => Ok(None),
        }
    }

    /// Returns the number of bytes read: the whole stream once there are no more parts.
    pub(super) fn position(&self) -> u64 {
        self.source.position()
    }

    /// Reads fill bytes and SOI.
    fn start(&mut self) -> io::Result<Option<Result<Part, MarkerError>>> {
        let mut fill = 0;
        let code = loop {
            match self.source.byte()? {
                Some(0xFF) => fill += 1,
                other => break other,
            }
        };
        if fill == 0 || code != Some(Marker::SOI.code()) {
            self.state = State::Done;
            return Ok(Some(Err(MarkerError::NotJpeg { position: 0 })));
        }
        self.segment(Found { marker: Marker::SOI, position: fill - 1, fill: fill - 1 }).map(Some)
    }

    /// Takes all bytes up to and including the next marker; `None` if the stream ends first.
    fn find_marker(&mut self) -> io::Result<Option<Found>> {
        // The number of 0xFF bytes immediately before.
        let mut run = 0;
        loop {
            let position = self.source.position();
            let piece = self.source.piece()?;
            if piece.is_empty() {
                return Ok(None);
            }
            let mut at = 0;
            let mut found = None;
            while at < piece.len() && found.is_none() {
                if run == 0 {
                    let before = memchr::memchr(0xFF, &piece[at..]);
                    at = before.map_or(piece.len(), |bytes| at + bytes + 1);
                    run = u64::from(before.is_some());
                    continue;
                }
                match piece[at] {
                    0xFF => run += 1,
                    code @ (0x01 | 0xC0..=0xFE) => {
                        let position = position + at as u64 - 1;
                        found = Some(Found { marker: Marker::new(code), position, fill: run - 1 });
                    }
                    _ => run = 0,
                }
                at += 1;
            }
            self.source.pass(at);
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Returns a part without complaints, from `position` up to the position of the source.
    fn part_from(&self, position: u64, content: Content) -> Part {
        let length = self.source.position() - position;
        Part { position, length, fill: 0, content, complaints: Vec::new() }
    }

    /// Reads the stray bytes before the next marker, or the segment that it begins.
    fn segments(&mut self) -> io::Result<Option<Result<Part, MarkerError>>> {
        let position = self.source.position();
        let found = self.find_marker()?;
        let end = match &found {
            Some(found) => found.position - found.fill,
            None => self.source.position(),
        };
        if end > position {
            self.state = found.map_or(State::Done, State::Segment);
            let bytes = end - position;
            let stray = self.part_from(position, Content::Stray);
            let complaints = vec![MarkerError::Stray { position, bytes }];
            return Ok(Some(Ok(Part { length: bytes, complaints, ..stray })));
        }
        match found {
            Some(found) => self.segment(found).map(Some),
            None => {
                self.state = State::Done;
                Ok(None)
            }
        }
    }

    /// Reads the segment of a marker that was taken.
    fn segment(&mut self, found: Found) -> io::Result<Result<Part, MarkerError>> {
        let Found { marker, position, fill } = found;
        self.state = match marker {
            Marker::EOI => State::Trailing,
            Marker::SOS => State::EntropyCoded,
            _ => State::Segments,
        };
        if marker.stands_alone() {
            let part = self.part_from(position, Content::Segment(Segment::Alone(marker)));
            return Ok(Ok(Part { fill, ..part }));
        }
        let truncated = |needed: usize, left: usize| {
            let [needed, left] = [needed, left].map(|bytes| 8 * bytes as u64);
            Violation::Truncated { needed, left }.at(BitPosition::byte(position + 2), marker.name())
        };
        let length = self.source.take(2)?;
        let &[high, low] = &length[..] else {
            self.state = State::Done;
            return Ok(Err(truncated(2, length.len())));
        };
        let length = u16::from_be_bytes([high, low]);
        if length < 2 {
            self.state = State::Segments;
            let complaints = vec![MarkerError::ShortLength { position, marker, length }];
            return Ok(Ok(Part { fill, complaints, ..self.part_from(position, Content::Broken(marker)) }));
        }
        let needed = usize::from(length);
        let content = self.source.take(needed - 2)?;
        if content.len() < needed - 2 {
            self.state = State::Done;
            return Ok(Err(truncated(needed, content.len() + 2)));
        }
        let (content, complaints) = match Segment::read(marker, &content, position) {
            Ok((segment, complaints)) => (Content::Segment(segment), complaints),
            Err(error) => (Content::Broken(marker), vec![error]),
        };
        Ok(Ok(Part { fill, complaints, ..self.part_from(position, content) }))
    }

    /// Reads the data after a scan header, up to a marker that is not a restart marker.
    fn entropy_coded(&mut self) -> io::Result<Part> {
        let position = self.source.position();
        let mut restarts = 0;
        let mut complaints = Vec::new();
        self.state = State::Segments;
        let end = loop {
            let Some(found) = self.find_marker()? else { break self.source.position() };
            let marker = found.marker;
            if marker.is_restart() {
                let (number, expected) = (marker.code() & 7, (restarts % 8) as u8);
                if number != expected && complaints.is_empty() {
                    let position = found.position;
                    complaints.push(MarkerError::RestartOrder { position, found: number, expected });
                }
                restarts += 1;
            } else if marker != Marker::TEM {
                self.state = State::Segment(found);
                break found.position - found.fill;
            }
        };
        let part = self.part_from(position, Content::EntropyCoded { restarts });
        Ok(Part { length: end - position, complaints, ..part })
    }

    /// Reads all bytes after EOI.
    fn trailing(&mut self) -> io::Result<Option<Result<Part, MarkerError>>> {
        self.state = State::Done;
        let position = self.source.position();
        let another = self.source.take(2)? == Marker::SOI.bytes();
        self.source.pass_all()?;
        let part = self.part_from(position, Content::Trailing { another });
        Ok(Some(Ok(part)).filter(|_| self.source.position() > position))
    }
}

impl Iterator for Parts<&[u8]> {
    type Item = Result<Part, MarkerError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_part().expect("a slice can always be read")
    }
}
