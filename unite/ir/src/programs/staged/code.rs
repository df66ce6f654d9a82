//! [`Code`]: lines of Rust, indented.

use std::fmt::Write;

/// Lines of Rust.
#[derive(Default)]
pub(super) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// Appends a line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:width$}{}", "", line.as_ref(), width = 4 * self.depth);
    }

    /// Appends a line that opens a block.
    pub(super) fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }

    /// Closes a block by `}` or the like.
    pub(super) fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }

    /// Closes a block and opens the next one, by `} else {`.
    pub(super) fn reopen(&mut self, line: &str) {
        self.close(line);
        self.depth += 1;
    }

    /// Opens loops over indices, from the outermost one.
    pub(super) fn loops<'a>(&mut self, loops: impl IntoIterator<Item = &'a (String, String)>) -> usize {
        let mut count = 0;
        for (index, extent) in loops {
            self.open(format!("for {index} in 0..{extent} {{"));
            count += 1;
        }
        count
    }

    /// Closes blocks.
    pub(super) fn close_all(&mut self, count: usize) {
        (0..count).for_each(|_| self.close("}"));
    }

    /// The lines.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
