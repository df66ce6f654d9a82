//! [`Cursor`]: a place in a stream of tokens, and the helpers that rules of a grammar are written with.

use super::{Diagnostic, Span, Token, Tokens};
use std::ops::DerefMut;

/// Rules inside one another beyond which a program is refused, so that no text exhausts the stack.
const DEEPEST: usize = 100;

/// A place in a stream of tokens.
pub(crate) struct Cursor<'t> {
    tokens: &'t Tokens,
    at: usize,
    depth: usize,
}

impl<'t> Cursor<'t> {
    /// The beginning of a stream.
    pub(crate) fn new(tokens: &'t Tokens) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    /// The next token.
    pub(crate) fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    /// The token that comes `count` after the next one.
    pub(crate) fn peek_after(&self, count: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + count)
    }

    /// The token of a number.
    pub(crate) fn token(&self, number: u32) -> Option<&'t Token> {
        self.tokens.get(number as usize)
    }

    /// The number of the next token.
    pub(crate) fn here(&self) -> u32 {
        self.at as u32
    }

    /// Passes the next token.
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

    /// Passes this sign if it comes next, and says whether it did.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    /// Passes this word if it comes next, and says whether it did.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        self.at += usize::from(seen);
        seen
    }

    /// Passes this token if it comes next, and says whether it did.
    pub(crate) fn eat_token(&mut self, token: &Token) -> bool {
        let seen = self.peek() == Some(token);
        self.at += usize::from(seen);
        seen
    }

    /// The span from a token to the last one passed.
    pub(crate) fn since(&self, first: u32) -> Span {
        Span { first, end: self.here() }
    }

    /// The span of the next token, or of the last one at the end.
    pub(crate) fn here_span(&self) -> Span {
        let first = self.at.min(self.tokens.len().saturating_sub(1)) as u32;
        Span { first, end: first + 1 }
    }

    /// A diagnostic at the next token.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.here_span(), message)
    }

    /// A diagnostic that something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        match self.peek() {
            Some(token) => self.wrong(format!("expected {what}, found `{}`", token.text())),
            None => self.wrong(format!("expected {what}, but the program ends here")),
        }
    }
}

/// A grammar: rules around a cursor.
pub(crate) trait Grammar<'t>: DerefMut<Target = Cursor<'t>> {
    /// Runs a rule one level further in.
    fn inside<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        if self.depth == DEEPEST {
            return Err(self.wrong(format!("more than {DEEPEST} headers and brackets in one another")));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }
}

impl<'t, G: DerefMut<Target = Cursor<'t>>> Grammar<'t> for G {}
