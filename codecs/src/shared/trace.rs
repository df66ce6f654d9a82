//! [`Trace`]: a receiver of every syntax element of a stream, as it is written or read.
//!
//! A description of a syntax structure (a marker segment, a parameter set, a header) names its elements as the standard does.
//! A trace receives them in the order of the stream. [`TextTrace`] prints them, [`Recorder`] keeps them.

use std::io;

/// A receiver of syntax elements.
///
/// ```
/// use codecs::shared::trace::{TextTrace, Trace};
/// let mut trace = TextTrace::new(Vec::new());
/// trace.structure(160, "frame header");
/// trace.element(192, 8, "P", 8);
/// trace.element(276, 4, "V1", 2);
/// let text = String::from_utf8(trace.finish()?)?;
/// assert_eq!(
///     text,
///     "20.0         frame header\n\
///      24.0      8  P = 8\n\
///      34.4      4  V1 = 2\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Trace {
    /// Receives an element of `bits` bits, `position_bits` bits after the beginning of the stream.
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64);

    /// Receives the beginning of a structure; its elements follow.
    fn structure(&mut self, position_bits: u64, name: &str);
}

/// Prints one line per element: `byte.bit  bits  NAME = value`. See [`Trace`] for an example.
///
/// The methods of a trace return no error; the first error of the sink ends the printing, and [`TextTrace::finish`]
/// returns it.
#[derive(Debug)]
pub struct TextTrace<W> {
    sink: W,
    error: Option<io::Error>,
}

impl<W: io::Write> TextTrace<W> {
    /// Returns a trace that prints to `sink`.
    pub fn new(sink: W) -> Self {
        TextTrace { sink, error: None }
    }

    /// Flushes and returns the sink.
    ///
    /// # Errors
    /// The first error of the sink.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => self.sink.flush().map(|()| self.sink),
        }
    }

    fn line(&mut self, position_bits: u64, line: std::fmt::Arguments<'_>) {
        if self.error.is_none() {
            let place = format!("{}.{}", position_bits / 8, position_bits % 8);
            self.error = writeln!(self.sink, "{place:<8}{line}").err();
        }
    }
}

impl<W: io::Write> Trace for TextTrace<W> {
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64) {
        self.line(position_bits, format_args!("{bits:>3}  {name} = {value}"));
    }

    fn structure(&mut self, position_bits: u64, name: &str) {
        self.line(position_bits, format_args!("     {name}"));
    }
}

/// An entry of a [`Recorder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A call of [`Trace::structure`].
    Structure {
        /// Its position in the stream, in bits.
        position_bits: u64,
        /// Its name.
        name: String,
    },
    /// A call of [`Trace::element`].
    Element {
        /// Its position in the stream, in bits.
        position_bits: u64,
        /// Its size in bits.
        bits: u32,
        /// The standard's name for it.
        name: String,
        /// Its value.
        value: i64,
    },
}

/// Keeps the elements received, for tests and for other output formats.
///
/// ```
/// use codecs::shared::trace::{Record, Recorder, Trace};
/// let mut recorder = Recorder::default();
/// recorder.element(0, 4, "Ah", 0);
/// assert_eq!(recorder.records, [Record::Element { position_bits: 0, bits: 4, name: "Ah".into(), value: 0 }]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    /// The entries in the order received.
    pub records: Vec<Record>,
}

impl Trace for Recorder {
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64) {
        self.records.push(Record::Element { position_bits, bits, name: name.to_owned(), value });
    }

    fn structure(&mut self, position_bits: u64, name: &str) {
        self.records.push(Record::Structure { position_bits, name: name.to_owned() });
    }
}

/// Discards everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    fn element(&mut self, _: u64, _: u32, _: &str, _: i64) {}

    fn structure(&mut self, _: u64, _: &str) {}
}
