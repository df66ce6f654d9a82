//! [`Mistakes`]: reasons why a text is not a tensor program.

use std::fmt::{self, Display, Formatter};
use unite_ir::syntax::{Diagnostic, Text};

/// The mistakes of a program, in the order of its text: printed one after the other, each with line, column, the line itself
/// and carets below what is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes(Vec<Mistake>);

/// A mistake and how it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mistake {
    diagnostic: Diagnostic,
    drawn: String,
}

impl Mistakes {
    /// Draws diagnostics of a text.
    pub(super) fn new(text: &Text, diagnostics: &[Diagnostic]) -> Mistakes {
        let drawn = |diagnostic: &Diagnostic| Mistake { diagnostic: diagnostic.clone(), drawn: text.draw(diagnostic) };
        Mistakes(diagnostics.iter().map(drawn).collect())
    }

    /// Returns what is said, each with the name of the rule that is broken.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().map(|mistake| &mistake.diagnostic)
    }

    /// Returns the mistakes as they are printed.
    pub fn drawn(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|mistake| mistake.drawn.as_str())
    }
}

impl Display for Mistakes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, drawn) in self.drawn().enumerate() {
            f.write_str(if number == 0 { "" } else { "\n\n" })?;
            f.write_str(drawn)?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}
