//! The tokens of a program: the common input of the parser from the text lexer and from the macro.
//!
//! A token is identified by its number in the stream, and a [`Span`] is a range of such numbers. The producer of the
//! stream maps these numbers to its own positions (bytes of a text, spans of the compiler).
//!
//! Signs arrive one character at a time, as the compiler provides them, with the [`Spacing`] to the next one. Two that
//! form an operator of the language become one token: `|` and `=` become `|=`.

use super::Span;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// A number as written.
    Number(String),
    /// An operator or a separator.
    Sign(&'static str),
    /// An opening bracket.
    Open(Bracket),
    /// A closing bracket.
    Close(Bracket),
    /// Any other token, such as a string or `@`.
    Other(String),
}

/// The kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// `( )`
    Round,
    /// `[ ]`
    Square,
    /// `{ }`
    Curly,
}

impl Bracket {
    /// Returns the opening bracket.
    pub fn opening(self) -> &'static str {
        match self {
            Bracket::Round => "(",
            Bracket::Square => "[",
            Bracket::Curly => "{",
        }
    }

    /// Returns the closing bracket.
    pub fn closing(self) -> &'static str {
        match self {
            Bracket::Round => ")",
            Bracket::Square => "]",
            Bracket::Curly => "}",
        }
    }
}

/// The spacing between a sign and the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// Another sign follows without a blank.
    Joint,
    /// A blank or another kind of token follows.
    Alone,
}

/// Signs of two characters. Those from `..` on belong to no language; they are tokens so that errors can name them.
const PAIRS: [&str; 17] =
    ["::", "+=", "&=", "|=", "&&", "||", "<=", ">=", "==", "!=", "..", "**", "-=", "*=", "/=", "%=", "^="];
/// Signs of one character.
const SINGLES: [&str; 17] = [":", ";", ",", ".", "=", "+", "-", "*", "/", "%", "<", ">", "!", "&", "|", "^", "#"];

/// A stream of tokens.
///
/// ```
/// use unite_ir::syntax::{Spacing, Token, Tokens};
/// let mut tokens = Tokens::new();
/// tokens.word("Z");
/// tokens.sign('|', Spacing::Joint);
/// tokens.sign('=', Spacing::Alone);
/// assert_eq!(tokens.get(1), Some(&Token::Sign("|=")));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tokens {
    list: Vec<Token>,
    /// `true` if the last token is a sign of one character that the next one may complete.
    open_sign: bool,
}

impl Tokens {
    /// Creates an empty stream.
    pub fn new() -> Tokens {
        Tokens::default()
    }

    /// Returns the number of tokens.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the token with a given number.
    pub fn get(&self, number: usize) -> Option<&Token> {
        self.list.get(number)
    }

    /// Appends a token and returns its number.
    pub fn push(&mut self, token: Token) -> usize {
        self.open_sign = false;
        self.list.push(token);
        self.list.len() - 1
    }

    /// Appends a name or a keyword and returns its number.
    pub fn word(&mut self, text: &str) -> usize {
        self.push(Token::Word(text.to_owned()))
    }

    /// Appends a number as written, and returns its position in the stream.
    pub fn number(&mut self, text: &str) -> usize {
        self.push(Token::Number(text.to_owned()))
    }

    /// Appends a character of a sign. Returns the number of its token, which is the previous one if both form an
    /// operator.
    pub fn sign(&mut self, sign: char, spacing: Spacing) -> usize {
        if let (true, Some(Token::Sign(before))) = (self.open_sign, self.list.last_mut()) {
            let both = PAIRS.iter().find(|pair| pair.strip_prefix(*before).is_some_and(|rest| rest.chars().eq([sign])));
            if let Some(pair) = both {
                *before = pair;
                self.open_sign = false;
                return self.list.len() - 1;
            }
        }
        let single = SINGLES.iter().find(|single| single.chars().eq([sign]));
        let number = self.push(single.map_or_else(|| Token::Other(sign.to_string()), |sign| Token::Sign(sign)));
        self.open_sign = spacing == Spacing::Joint;
        number
    }

    /// Returns the tokens of a span as text, separated by blanks.
    pub fn text(&self, span: Span) -> String {
        let range = span.first as usize..(span.end as usize).min(self.list.len());
        self.list.get(range).unwrap_or_default().iter().map(Token::text).collect::<Vec<_>>().join(" ")
    }
}

impl Token {
    /// Returns the token as written.
    pub fn text(&self) -> &str {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Other(text) => text,
            Token::Sign(sign) => sign,
            Token::Open(bracket) => bracket.opening(),
            Token::Close(bracket) => bracket.closing(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_touch_become_one_where_the_language_has_it() {
        let mut tokens = Tokens::new();
        // `+=-`, then `= =`
        for (sign, spacing) in [('+', Spacing::Joint), ('=', Spacing::Joint), ('-', Spacing::Alone)] {
            tokens.sign(sign, spacing);
        }
        for _ in 0..2 {
            tokens.sign('=', Spacing::Alone);
        }
        let span = Span { first: 0, end: tokens.len() as u32 };
        assert_eq!(tokens.text(span), "+= - = =");
    }
}
