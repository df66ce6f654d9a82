//! The lines of a listing for the elements of a unit.

use super::TEXT;
use crate::h264::syntax::BitPosition;
use crate::shared::trace::Trace;
use std::io;

/// A trace that writes one line per element of a unit.
pub(super) struct Elements<'a, W> {
    sink: &'a mut W,
    /// The number of header elements skipped so far; the line of the unit shows them.
    header: usize,
    /// `true` after the name of the unit was reported.
    named: bool,
    /// The first error of the sink, or `Ok`.
    written: io::Result<()>,
}

impl<'a, W: io::Write> Elements<'a, W> {
    pub(super) fn new(sink: &'a mut W) -> Self {
        Elements { sink, header: 0, named: false, written: Ok(()) }
    }

    /// Returns the first error of the sink, if any.
    pub(super) fn finish(self) -> io::Result<()> {
        self.written
    }

    fn line(&mut self, position: u64, bits: &str, text: core::fmt::Arguments<'_>) {
        if self.written.is_ok() {
            let place = BitPosition(position).to_string();
            self.written = writeln!(self.sink, "{place:>11} {bits:>8} {:gap$}{text}", "", gap = TEXT - 21);
        }
    }
}

impl<W: io::Write> Trace for Elements<'_, W> {
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64) {
        if self.header < 3 {
            self.header += 1;
            return;
        }
        self.line(position_bits, &bits.to_string(), format_args!("{name}={value}"));
    }

    fn structure(&mut self, position_bits: u64, name: &str) {
        if core::mem::replace(&mut self.named, true) {
            self.line(position_bits, "", format_args!("{name}"));
        }
    }
}
