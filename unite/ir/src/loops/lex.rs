//! Tokens from text, cut as Rust cuts them. Blanks and `//` comments separate; nothing is refused here: what the
//! language has no use for becomes [`Token::Other`], and the parser says so.

use super::{Bracket, Spacing, Token, Tokens};

impl Tokens {
    /// The tokens of a text.
    ///
    /// ```
    /// let tokens = unite_ir::loops::Tokens::from_text("x[2*i+1] max= 1.5");
    /// assert_eq!(tokens.len(), 11);
    /// ```
    pub fn from_text(text: &str) -> Tokens {
        let mut tokens = Tokens::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if first.is_ascii_digit() {
                let length = number_length(rest);
                tokens.number(&rest[..length]);
                length
            } else if is_word(first) {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                tokens.word(&rest[..length]);
                length
            } else {
                one(&mut tokens, first, rest[first.len_utf8()..].chars().next());
                first.len_utf8()
            };
            rest = &rest[length..];
        }
        tokens
    }
}

/// Appends a bracket or a character of a sign.
fn one(tokens: &mut Tokens, sign: char, next: Option<char>) {
    let token = match sign {
        '(' => Token::Open(Bracket::Round),
        ')' => Token::Close(Bracket::Round),
        '[' => Token::Open(Bracket::Square),
        ']' => Token::Close(Bracket::Square),
        '{' => Token::Open(Bracket::Curly),
        '}' => Token::Close(Bracket::Curly),
        _ => {
            let joint = next.is_some_and(|next| next.is_ascii_punctuation() && !"()[]{}_\"'".contains(next));
            tokens.sign(sign, if joint { Spacing::Joint } else { Spacing::Alone });
            return;
        }
    };
    tokens.push(token);
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the number at the head of the text: `12`, `1_000`, `1.5`, `1.`, `2e-3`, `4f32`; the dot of `2.sqrt()`
/// and of `0..9` is none of it.
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
    use crate::loops::Span;

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
    }
}
