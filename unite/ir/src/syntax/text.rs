//! [`Text`]: the text of a program, its tokens and their positions.

use super::lex::lex;
use super::{Diagnostic, Span, Tokens};
use std::fmt::Write;
use std::ops::Range;

/// The text of a program, its tokens and their positions in it.
///
/// ```
/// use unite_ir::syntax::{Diagnostic, Span, Text};
/// let text = Text::new("var x : [2]\ny = x");
/// let remark = Diagnostic::new(Span { first: 6, end: 7 }, "`y` is not declared").help("write `var y : [2]`");
/// assert_eq!(text.draw(&remark), "\
/// 2:1: `y` is not declared
/// 2 | y = x
///   | ^
/// help: write `var y : [2]`");
/// ```
#[derive(Debug, Clone)]
pub struct Text {
    text: String,
    tokens: Tokens,
    /// The byte range of each token.
    places: Vec<Range<usize>>,
}

impl Text {
    /// Splits a text into tokens.
    pub fn new(text: impl Into<String>) -> Text {
        let text = text.into();
        let (tokens, places) = lex(&text);
        Text { text, tokens, places }
    }

    /// Returns the tokens.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Returns the byte range of the text from the first to the last token of a span; the end of the text for a span
    /// after the last token.
    pub fn bytes(&self, span: Span) -> Range<usize> {
        let place = |number: u32| self.places.get(number as usize).cloned();
        match (place(span.first), place(span.end.max(span.first + 1) - 1)) {
            (Some(first), Some(last)) => first.start..last.end,
            (Some(first), None) => first.start..self.text.len(),
            _ => self.text.len()..self.text.len(),
        }
    }

    /// Returns the text from the first to the last token of a span, as it is written.
    pub fn part(&self, span: Span) -> &str {
        &self.text[self.bytes(span)]
    }

    /// Returns the line and the column of the first token of a span, both counted from 1; columns count characters.
    pub fn line_and_column(&self, span: Span) -> (usize, usize) {
        let before = &self.text[..self.bytes(span).start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// Formats a diagnostic with its line, its column and the text of the line, with carets below the marked tokens of
    /// that line.
    pub fn draw(&self, diagnostic: &Diagnostic) -> String {
        let bytes = self.bytes(diagnostic.span);
        let (number, column) = self.line_and_column(diagnostic.span);
        let line_start = self.text[..bytes.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or_default();
        let marked = self.text[bytes].lines().next().map_or(0, |marked| marked.chars().count());
        // Tabs before the caret are kept, so that both lines have the same width.
        let indent: String = line.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let margin = " ".repeat(number.to_string().len());
        let mut drawn = match diagnostic.code {
            Some(code) => format!("{number}:{column}: {code}: {}\n", diagnostic.message),
            None => format!("{number}:{column}: {}\n", diagnostic.message),
        };
        let carets = "^".repeat(marked.max(1));
        let _ = write!(drawn, "{number} | {line}\n{margin} | {indent}{carets}");
        if let Some(help) = &diagnostic.help {
            let _ = write!(drawn, "\nhelp: {help}");
        }
        drawn
    }
}
