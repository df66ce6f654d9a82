//! The lexer: splits text into tokens as Rust does. Blanks and comments separate tokens. The lexer accepts every text:
//! a character that no language uses becomes [`Token::Other`], which the parser rejects.

use super::{Bracket, Spacing, Token, Tokens};
use std::ops::Range;

impl Tokens {
    /// Splits a text into tokens.
    ///
    /// ```
    /// let tokens = unite_ir::syntax::Tokens::from_text("x[2*i+1] max= 1.5");
    /// assert_eq!(tokens.len(), 11);
    /// ```
    pub fn from_text(text: &str) -> Tokens {
        lex(text).0
    }
}

/// Returns the tokens of a text and the byte range of each.
pub(super) fn lex(text: &str) -> (Tokens, Vec<Range<usize>>) {
    let (mut tokens, mut places) = (Tokens::new(), Vec::new());
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, number) = if first.is_whitespace() {
            (first.len_utf8(), None)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if rest.starts_with("/*") {
            (comment_length(rest), None)
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            (length, Some(tokens.number(&rest[..length])))
        } else if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (length, Some(tokens.word(&rest[..length])))
        } else {
            (first.len_utf8(), Some(one(&mut tokens, first, &rest[first.len_utf8()..])))
        };
        match number {
            Some(number) if number == places.len() => places.push(at..at + length),
            // The second half of a sign of two characters.
            Some(number) => places[number].end = at + length,
            None => {}
        }
        at += length;
    }
    (tokens, places)
}

/// Returns the length of the comment at the start of the text, including nested comments; the whole text if it is not
/// closed.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let step = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at
}

/// Appends a bracket or a character of a sign, and returns the number of its token.
fn one(tokens: &mut Tokens, sign: char, rest: &str) -> usize {
    let token = match sign {
        '(' => Token::Open(Bracket::Round),
        ')' => Token::Close(Bracket::Round),
        '[' => Token::Open(Bracket::Square),
        ']' => Token::Close(Bracket::Square),
        '{' => Token::Open(Bracket::Curly),
        '}' => Token::Close(Bracket::Curly),
        _ => {
            let joint = rest.starts_with(|next: char| next.is_ascii_punctuation() && !"()[]{}_\"'".contains(next))
                && !rest.starts_with("//")
                && !rest.starts_with("/*");
            return tokens.sign(sign, if joint { Spacing::Joint } else { Spacing::Alone });
        }
    };
    tokens.push(token)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the number at the start of the text: `12`, `1_000`, `1.5`, `1.`, `2e-3`, `4f32`. It excludes
/// the dot of `2.sqrt()` and of `0..9`.
fn number_length(text: &str) -> usize {
    let digits = |from: usize| {
        from + text[from..].find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(text[from..].len())
    };
    let mut end = digits(0);
    if let Some(after) = text[end..].strip_prefix('.')
        && !after.starts_with(|c: char| c == '.' || c == '_' || c.is_alphabetic())
    {
        end = digits(end + 1);
    }
    let exponent = text[end..].strip_prefix(['e', 'E']).map(|tail| tail.strip_prefix(['+', '-']).unwrap_or(tail));
    if let Some(tail) = exponent.filter(|tail| tail.starts_with(|c: char| c.is_ascii_digit())) {
        end = digits(text.len() - tail.len());
    }
    end + text[end..].find(|c| !is_word(c)).unwrap_or(text[end..].len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Span;

    fn cut(text: &str) -> String {
        let tokens = Tokens::from_text(text);
        tokens.text(Span { first: 0, end: tokens.len() as u32 })
    }

    #[test]
    fn numbers_are_cut_as_rust_cuts_them() {
        assert_eq!(cut("1.7:1.7"), "1.7 : 1.7");
        assert_eq!(cut("2.sqrt() 2.0.sqrt()"), "2 . sqrt ( ) 2.0 . sqrt ( )");
        assert_eq!(cut("1..2"), "1 .. 2");
        assert_eq!(cut("1. 2e-3 4f32 1_000 3e5x 1.5e+2f64"), "1. 2e-3 4f32 1_000 3e5x 1.5e+2f64");
        assert_eq!(cut("2-3"), "2 - 3");
        assert_eq!(cut("0x1f-2"), "0x1f - 2");
    }

    #[test]
    fn blanks_and_comments_only_separate() {
        assert_eq!(cut("for i=-inf:inf // all\n s+=x[i]"), "for i = - inf : inf s += x [ i ]");
        assert_eq!(cut("a && !b||c <=d"), "a && ! b || c <= d");
        assert_eq!(cut("s max=-x"), "s max = - x");
        assert_eq!(cut("é @ \"s\""), "é @ \" s \"");
        assert_eq!(cut("a/* b /* c */ d */+ /**/ e/f /* open"), "a + e / f");
        assert_eq!(cut("s +/* no operator */= x"), "s + = x");
    }
}
