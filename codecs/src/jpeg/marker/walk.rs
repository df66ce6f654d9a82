//! [`Parts`]: walks a stream of any encoder, part by part. T.81 B.1.1, B.2.1.
//!
//! ```text
//! SOI  segment ...  SOS  entropy-coded data  segment ...  SOS  entropy-coded data  EOI  trailing bytes
//! ```
//!
//! Real streams are sloppy. Fill bytes before a marker, stray bytes between segments, bytes after EOI and a missing EOI are
//! walked over and named; codes that T.81 reserves without a length (`02` to `BF`) begin no marker. The walk ends with an
//! error only where SOI is missing, or a segment is longer than the stream.

use super::Marker;
use super::error::MarkerError;
use super::segment::Segment;
use super::syntax::Name;
use crate::shared::trace::Trace;

/// A part of a stream. The parts, with the fill bytes before them, cover all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The byte of the stream that it begins at: of a segment, its marker's 0xFF.
    pub position: u64,
    /// Bytes: of a segment, with its marker.
    pub length: u64,
    /// Fill bytes (0xFF) before its marker.
    pub fill: u64,
    /// What it is.
    pub content: Content,
    /// What the standard does not allow.
    pub complaints: Vec<MarkerError>,
}

impl Part {
    /// Tells `trace` every element of a segment, and of anything else what it is and its size. See
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
            Content::Trailing => "bytes after EOI",
        };
        trace.structure(8 * self.position, &format!("{what}, {} bytes", self.length));
    }
}

/// What a [`Part`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A marker segment.
    Segment(Segment),
    /// A marker segment that ends inside an element; the part's complaint says which.
    Broken(Marker),
    /// Entropy-coded data, stuffed zeros and restart markers included.
    EntropyCoded {
        /// Restart markers in it.
        restarts: u64,
    },
    /// Bytes between segments that belong to none.
    Stray,
    /// Bytes after EOI.
    Trailing,
}

/// The parts of a stream, one after the other; an error ends them.
///
/// ```
/// use codecs::jpeg::marker::{Content, Marker, Parts, Segment};
/// let mut parts = Parts::new(b"\xFF\xD8\xFF\xFF\xD9 and more");
/// let soi = parts.next().unwrap()?;
/// assert_eq!(soi.content, Content::Segment(Segment::Alone(Marker::SOI)));
/// let eoi = parts.next().unwrap()?;
/// assert_eq!((eoi.position, eoi.length, eoi.fill), (3, 2, 1));
/// let trailing = parts.next().unwrap()?;
/// assert_eq!((trailing.content, trailing.length), (Content::Trailing, 9));
/// assert_eq!(parts.next(), None);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    bytes: &'a [u8],
    at: usize,
    state: State,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Marker,
    EntropyCoded,
    Trailing,
    Done,
}

impl<'a> Parts<'a> {
    /// The parts of a stream.
    pub fn new(bytes: &'a [u8]) -> Self {
        Parts { bytes, at: 0, state: State::Start }
    }

    /// The next marker: its place and its code, the fill bytes before it being those from `self.at` on or later.
    fn find_marker(&self) -> Option<(usize, Marker)> {
        let mut at = self.at;
        loop {
            at += self.bytes[at..].iter().position(|&byte| byte == 0xFF)?;
            let code = *self.bytes.get(at + 1)?;
            if matches!(code, 0x01 | 0xC0..=0xFE) {
                return Some((at, Marker::new(code)));
            }
            at += 1;
        }
    }

    /// How many bytes before `end`, from `self.at` on, are 0xFF.
    fn fill_before(&self, end: usize) -> usize {
        self.bytes[self.at..end].iter().rev().take_while(|&&byte| byte == 0xFF).count()
    }

    /// A part of the bytes from `self.at` on.
    fn advance(&mut self, length: usize, content: Content) -> Part {
        let position = self.at as u64;
        self.at += length;
        Part { position, length: length as u64, fill: 0, content, complaints: Vec::new() }
    }

    fn stray(&mut self, length: usize) -> Part {
        let mut part = self.advance(length, Content::Stray);
        part.complaints.push(MarkerError::Stray { position: part.position, bytes: part.length });
        part
    }

    /// What begins with the next marker, or lies before it.
    fn marker(&mut self) -> Option<Result<Part, MarkerError>> {
        let rest = self.bytes.len() - self.at;
        let Some((at, marker)) = self.find_marker() else {
            self.state = State::Done;
            return (rest > 0).then(|| Ok(self.stray(rest)));
        };
        let fill = self.fill_before(at);
        let stray = at - self.at - fill;
        if stray > 0 {
            return Some(Ok(self.stray(stray)));
        }
        self.at = at;
        let part = self.segment(marker);
        if part.is_err() {
            self.state = State::Done;
        }
        Some(part.map(|part| Part { fill: fill as u64, ..part }))
    }

    /// The segment whose marker `self.at` stands at.
    fn segment(&mut self, marker: Marker) -> Result<Part, MarkerError> {
        let position = self.at as u64;
        if marker.stands_alone() {
            if marker == Marker::EOI {
                self.state = State::Trailing;
            }
            return Ok(self.advance(2, Content::Segment(Segment::Alone(marker))));
        }
        let truncated = |needed: usize, left: usize| MarkerError::Truncated {
            position: position + 2,
            name: Name::from(marker.name()),
            needed: 8 * needed as u64,
            left: 8 * left as u64,
        };
        let after = &self.bytes[self.at + 2..];
        let &[high, low, ..] = after else { return Err(truncated(2, after.len())) };
        let length = u16::from_be_bytes([high, low]);
        if length < 2 {
            let mut part = self.advance(4, Content::Broken(marker));
            part.complaints.push(MarkerError::ShortLength { position, marker, length });
            return Ok(part);
        }
        let length = usize::from(length);
        let content = after.get(2..length).ok_or_else(|| truncated(length, after.len()))?;
        let (content, complaints) = match Segment::read(marker, content, position) {
            Ok((segment, complaints)) => (Content::Segment(segment), complaints),
            Err(error) => (Content::Broken(marker), vec![error]),
        };
        if marker == Marker::SOS {
            self.state = State::EntropyCoded;
        }
        Ok(Part { complaints, ..self.advance(2 + length, content) })
    }

    /// The data after a scan header, up to a marker that is neither a restart nor a stuffed byte.
    fn entropy_coded(&mut self) -> Part {
        let from = self.at;
        let mut restarts = 0;
        let mut complaints = Vec::new();
        let end = loop {
            let Some((at, marker)) = self.find_marker() else { break self.bytes.len() };
            if !marker.is_restart() && marker != Marker::TEM {
                break at - self.fill_before(at);
            }
            self.at = at + 2;
            if marker.is_restart() {
                let (found, expected) = (marker.code() & 7, (restarts % 8) as u8);
                if found != expected && complaints.is_empty() {
                    complaints.push(MarkerError::RestartOrder { position: at as u64, found, expected });
                }
                restarts += 1;
            }
        };
        self.state = State::Marker;
        self.at = from;
        Part { complaints, ..self.advance(end - from, Content::EntropyCoded { restarts }) }
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Part, MarkerError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.state {
            State::Start => {
                let fill = self.bytes.iter().take_while(|&&byte| byte == 0xFF).count();
                if fill == 0 || self.bytes.get(fill) != Some(&Marker::SOI.code()) {
                    self.state = State::Done;
                    return Some(Err(MarkerError::NotJpeg { position: 0 }));
                }
                self.state = State::Marker;
                self.marker()
            }
            State::Marker => self.marker(),
            State::EntropyCoded => Some(Ok(self.entropy_coded())),
            State::Trailing => {
                self.state = State::Done;
                let rest = self.bytes.len() - self.at;
                (rest > 0).then(|| Ok(self.advance(rest, Content::Trailing)))
            }
            State::Done => None,
        }
    }
}
