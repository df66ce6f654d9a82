//! Lexing and diagnostics, shared by all languages of this crate. Tokens, positions in a program, errors.
//!
//! ```text
//!  text            --lex-->  Tokens  --Cursor, a grammar's rules-->  tree  --check-->  Diagnostics at Spans
//!  TokenStream  (macros)  ----^
//! ```
//!
//! A grammar is a struct around a `Cursor` with one method per rule. An error is a [`Diagnostic`] at a [`Span`] of
//! tokens; [`Text`] maps spans to positions in a text, and draws line, column and caret.

mod cursor;
mod diagnostic;
mod lex;
mod span;
mod spelling;
mod text;
mod token;

pub(crate) use cursor::{Cursor, DEEPEST, Grammar};
pub use diagnostic::Diagnostic;
pub use span::{Name, Span};
pub(crate) use spelling::meant;
pub use text::Text;
pub use token::{Bracket, Spacing, Token, Tokens};
