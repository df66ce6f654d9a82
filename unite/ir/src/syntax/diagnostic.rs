//! Diagnostics: an error in a program, with its position and a suggestion.

use super::Span;
use std::fmt;

/// An error in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The tokens that are marked.
    pub span: Span,
    /// The error, in one line.
    pub message: String,
    /// A suggestion for what to write instead, in one line.
    pub help: Option<String>,
    /// The name of the violated rule, if it has one.
    pub code: Option<&'static str>,
}

impl Diagnostic {
    /// Creates a diagnostic without a suggestion.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span, message: message.into(), help: None, code: None }
    }

    /// Adds a suggestion for what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds the name of the violated rule.
    pub fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = Some(code);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.help {
            Some(help) => write!(f, "{}\nhelp: {help}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Diagnostic {}
