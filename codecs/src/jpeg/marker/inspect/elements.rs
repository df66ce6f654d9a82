//! The elements of a segment in a line, and a line for each component.

use crate::jpeg::marker::Segment;
use crate::shared::trace::Trace;

/// The elements of a segment, from its description: a line, and one for each component.
pub(super) fn elements(segment: &Segment, position: u64) -> Option<String> {
    let mut lines = Lines { hidden: 2, text: String::new() };
    segment.trace(position, &mut lines).ok()?;
    Some(lines.text).filter(|text| !text.is_empty())
}

/// The trace behind [`elements`].
struct Lines {
    /// Elements that the listing has shown already: the marker and the length.
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

    /// Bytes are said by the line before already, or not to be shown.
    fn structure(&mut self, _: u64, _: &str) {}
}
