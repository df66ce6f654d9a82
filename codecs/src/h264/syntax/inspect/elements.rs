//! The elements of a unit, a line each.

use super::TEXT;
use crate::h264::syntax::BitPosition;
use crate::shared::trace::Trace;
use std::io;

/// The trace behind the listing: writes the elements of a unit as they come.
pub(super) struct Elements<'a, W> {
    sink: &'a mut W,
    /// Elements that the listing has shown already: those of the header.
    header: usize,
    /// Whether the name of the unit was told.
    named: bool,
    /// The first error of the sink.
    written: io::Result<()>,
}

impl<'a, W: io::Write> Elements<'a, W> {
    pub(super) fn new(sink: &'a mut W) -> Self {
        Elements { sink, header: 0, named: false, written: Ok(()) }
    }

    /// Whether all of them were written.
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
