//! Positions in a program: [`Span`], and words with a position: [`Name`].

/// A range of tokens: `first..end` of the stream that was parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first token.
    pub first: u32,
    /// The token after the last.
    pub end: u32,
}

impl Span {
    /// Returns the span from the beginning of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { first: self.first, end: last.end }
    }
}

/// A word of the program, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word; a path such as `self.points` with its dots and without blanks.
    pub text: String,
    /// The position of the word.
    pub span: Span,
}
