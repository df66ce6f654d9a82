//! [`Cursor`]: a position in a stream of tokens, and the helpers for the rules of a grammar.

use super::{Diagnostic, Span, Token, Tokens};
use std::ops::DerefMut;

/// The maximum nesting depth of rules; a deeper program is an error, so that no text exhausts the stack.
pub(crate) const DEEPEST: usize = 100;

/// A position in a stream of tokens.
pub(crate) struct Cursor<'t> {
    tokens: &'t Tokens,
    at: usize,
    depth: usize,
}

impl<'t> Cursor<'t> {
    /// Returns a cursor at the start of a stream.
    pub(crate) fn new(tokens: &'t Tokens) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    /// Returns the next token.
    pub(crate) fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    /// Returns the token `count` after the next one.
    pub(crate) fn peek_after(&self, count: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + count)
    }

    /// Returns the token with a given number.
    pub(crate) fn token(&self, number: u32) -> Option<&'t Token> {
        self.tokens.get(number as usize)
    }

    /// Returns the number of the next token.
    pub(crate) fn here(&self) -> u32 {
        self.at as u32
    }

    /// Goes back to the token with this number.
    pub(crate) fn back_to(&mut self, number: u32) {
        self.at = number as usize;
    }

    /// Skips the next token.
    pub(crate) fn bump(&mut self) {
        self.at += 1;
    }

    /// Returns whether the next token is this sign.
    pub(crate) fn sees(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(seen)) if *seen == sign)
    }

    /// Returns whether the next token is this word.
    pub(crate) fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(seen)) if seen == word)
    }

    /// Skips this sign if it comes next, and returns whether it did.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    /// Skips this word if it comes next, and returns whether it did.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        self.at += usize::from(seen);
        seen
    }

    /// Skips this token if it comes next, and returns whether it did.
    pub(crate) fn eat_token(&mut self, token: &Token) -> bool {
        let seen = self.peek() == Some(token);
        self.at += usize::from(seen);
        seen
    }

    /// Returns the span from a token to the last one skipped.
    pub(crate) fn since(&self, first: u32) -> Span {
        Span { first, end: self.here() }
    }

    /// Returns the span of the next token; at the end, that of the last one.
    pub(crate) fn here_span(&self) -> Span {
        let first = self.at.min(self.tokens.len().saturating_sub(1)) as u32;
        Span { first, end: first + 1 }
    }

    /// Returns a diagnostic at the next token.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.here_span(), message)
    }

    /// Returns the diagnostic that something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        match self.peek() {
            Some(token) => self.wrong(format!("expected {what}, found `{}`", token.text())),
            None => self.wrong(format!("expected {what}, but the program ends here")),
        }
    }
}

/// A grammar: a struct around a cursor with one method per rule.
pub(crate) trait Grammar<'t>: DerefMut<Target = Cursor<'t>> {
    /// Runs a rule one nesting level deeper.
    fn inside<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        if self.depth == DEEPEST {
            return Err(self.wrong(format!("more than {DEEPEST} headers and brackets are nested")));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }
}

impl<'t, G: DerefMut<Target = Cursor<'t>>> Grammar<'t> for G {}
