//! The elements of a segment in one line, plus a line for each component.

use crate::jpeg::marker::Segment;
use crate::shared::trace::Trace;

/// Returns the elements of a segment: one line, plus one for each component.
pub(super) fn elements(segment: &Segment, position: u64) -> Option<String> {
    let mut lines = Lines { hidden: 2, text: String::new() };
    segment.trace(position, &mut lines).ok()?;
    Some(lines.text).filter(|text| !text.is_empty())
}

/// The trace behind [`elements`].
struct Lines {
    /// The number of elements to hide because the listing shows them already: the marker and the length.
    hidden: usize,
    text: String,
}

impl Trace for Lines {
    fn element(&mut self, _: u64, _: u32, name: &str, value: i64) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        // C1, C2, Cs1, Cs2 begin a component; Ss follows the last one.
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let begins_line = name == "Ss" || (base != name && matches!(base, "C" | "Cs"));
        if !self.text.is_empty() {
            self.text.push(if begins_line { '\n' } else { ' ' });
        }
        self.text.push_str(&format!("{name}={value}"));
    }

    /// Ignores byte strings: the preceding line states them, or they are not shown.
    fn structure(&mut self, _: u64, _: &str) {}
}
