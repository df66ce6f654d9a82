//! The elements of a unit, a line each.

use crate::shared::trace::Trace;

/// The trace behind the listing: keeps the elements of a unit as text.
#[derive(Default)]
pub(super) struct Lines {
    /// Elements that the listing has shown already: those of the header.
    header: usize,
    /// Whether the name of the unit was told.
    named: bool,
    /// Place, bits and text.
    lines: Vec<(u64, Option<u32>, String)>,
}

impl Lines {
    pub(super) fn clear(&mut self) {
        (self.header, self.named) = (0, false);
        self.lines.clear();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Option<u32>, &str)> {
        self.lines.iter().map(|(position, bits, text)| (*position, *bits, text.as_str()))
    }
}

impl Trace for Lines {
    fn element(&mut self, position_bits: u64, bits: u32, name: &str, value: i64) {
        if self.header < 3 {
            self.header += 1;
            return;
        }
        self.lines.push((position_bits, Some(bits), format!("{name}={value}")));
    }

    fn structure(&mut self, position_bits: u64, name: &str) {
        if core::mem::replace(&mut self.named, true) {
            self.lines.push((position_bits, None, name.to_owned()));
        }
    }
}
