//! What is said about a program that cannot be run: where, what, and what to write instead.

use super::Span;
use std::fmt;

/// One remark on a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The tokens that are meant.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead, in one line.
    pub help: Option<String>,
    /// The name of the rule that is broken, for users who look for one; not every rule has a name.
    pub code: Option<&'static str>,
}

impl Diagnostic {
    /// A remark without help.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span, message: message.into(), help: None, code: None }
    }

    /// The same remark, with what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same diagnostic, of a rule with a name.
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
