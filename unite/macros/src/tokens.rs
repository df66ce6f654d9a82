//! Conversion of the compiler's tokens to tokens of the language, and of positions back to spans. Positions are ranges
//! of token numbers.

use proc_macro2::{Delimiter, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use unite_ir::syntax::{self, Bracket, Diagnostic, Name, Token, Tokens};

/// The compiler's spans of the tokens of a program.
pub(crate) struct Source {
    spans: Vec<Span>,
}

/// Converts the tokens of a program.
pub(crate) fn read(program: TokenStream) -> (Tokens, Source) {
    let (mut tokens, mut source) = (Tokens::new(), Source { spans: Vec::new() });
    flatten(program, &mut tokens, &mut source);
    (tokens, source)
}

fn flatten(stream: TokenStream, tokens: &mut Tokens, source: &mut Source) {
    for tree in stream {
        let span = tree.span();
        let number = match tree {
            TokenTree::Ident(word) => tokens.word(&word.to_string()),
            TokenTree::Punct(sign) => {
                let spacing = match sign.spacing() {
                    Spacing::Joint => syntax::Spacing::Joint,
                    Spacing::Alone => syntax::Spacing::Alone,
                };
                tokens.sign(sign.as_char(), spacing)
            }
            TokenTree::Literal(literal) => tokens.push(literal_token(literal.to_string())),
            TokenTree::Group(group) => {
                let inner = group.stream();
                let bracket = match group.delimiter() {
                    Delimiter::Brace => Bracket::Curly,
                    Delimiter::Bracket => Bracket::Square,
                    Delimiter::Parenthesis => Bracket::Round,
                    // `macro_rules` puts this around an expression: treated as parentheses, unless it contains one
                    // token.
                    Delimiter::None if inner.clone().into_iter().nth(1).is_some() => Bracket::Round,
                    Delimiter::None => {
                        flatten(inner, tokens, source);
                        continue;
                    }
                };
                tokens.push(Token::Open(bracket));
                source.spans.push(group.span_open());
                flatten(inner, tokens, source);
                tokens.push(Token::Close(bracket));
                source.spans.push(group.span_close());
                continue;
            }
        };
        if number == source.spans.len() {
            source.spans.push(span);
        }
    }
}

fn literal_token(text: String) -> Token {
    if text.starts_with(|c: char| c.is_ascii_digit()) { Token::Number(text) } else { Token::Other(text) }
}

impl Source {
    /// Adds a span of the macro's own, for a name that is not in the program.
    pub(crate) fn own(&mut self, span: Span) -> syntax::Span {
        let first = self.spans.len() as u32;
        self.spans.push(span);
        syntax::Span { first, end: first + 1 }
    }

    /// Returns the compiler's span of a token.
    pub(crate) fn token(&self, number: u32) -> Span {
        self.spans.get(number as usize).copied().unwrap_or_else(Span::call_site)
    }

    /// Returns the compiler's span of the first token; the stable compiler cannot join spans.
    pub(crate) fn span(&self, span: syntax::Span) -> Span {
        self.token(span.first)
    }

    /// Returns the same position with the hygiene of the macro, for names that are not the user's.
    pub(crate) fn hygienic(&self, span: syntax::Span) -> Span {
        Span::mixed_site().located_at(self.span(span))
    }

    /// Converts a name to the program's tokens: `x`, `self.points`, `f64::sqrt`. Its parts are every second token.
    pub(crate) fn name(&self, name: &Name) -> TokenStream {
        let (separator, sign) = if name.text.contains("::") { ("::", quote!(::)) } else { (".", quote!(.)) };
        let mut tokens = TokenStream::new();
        for (number, part) in name.text.split(separator).enumerate() {
            if number > 0 {
                tokens.extend(sign.clone());
            }
            let span = self.token(name.span.first + 2 * number as u32);
            tokens.extend([TokenTree::Ident(ident(part, span))]);
        }
        tokens
    }

    /// Converts a number to the program's token.
    pub(crate) fn number(&self, text: &str, span: syntax::Span) -> TokenStream {
        match text.parse::<Literal>() {
            Ok(mut literal) => {
                literal.set_span(self.span(span));
                TokenTree::Literal(literal).into()
            }
            Err(_) => quote_spanned!(self.span(span)=> ::core::compile_error!("not a number")),
        }
    }

    /// Converts a diagnostic to an error of the compiler, from its first to its last token.
    pub(crate) fn compile_error(&self, remark: &Diagnostic) -> TokenStream {
        let start = self.token(remark.span.first);
        let end = self.token(remark.span.end.max(1) - 1);
        let text = remark.to_string();
        let name = quote_spanned!(start=> ::core::compile_error);
        let message = quote_spanned!(end=> { #text });
        quote_spanned!(start=> #name ! #message)
    }
}

fn ident(text: &str, span: Span) -> Ident {
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(text, span),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use noise::Noise;
    use std::str::FromStr;
    use unite_ir::syntax::Tokens;

    #[test]
    fn a_text_and_the_compiler_give_the_same_tokens() {
        const PIECES: &[&str] = &[
            "a",
            "Bc1",
            "_x",
            "for",
            "0",
            "7",
            "007",
            "12",
            "1.5",
            "2e-3",
            "4f32",
            "1_000",
            "+",
            "-",
            "*",
            "/ ",
            "=",
            "==",
            "+=",
            "|",
            "|=",
            "&&",
            "||",
            "<=",
            "<",
            ">",
            "!",
            "!=",
            ":",
            "::",
            ";",
            ",",
            ".",
            "..",
            "^",
            "#",
            "%",
            " ",
            " ",
            "\n",
            "\t",
            "// all\n",
            "/* a /* b */ */",
            "(a)",
            "[1 2]",
            "{ }",
            "([2 3])",
            "é",
        ];
        let mut noise = Noise::new(1);
        let mut same = 0;
        while same < 1000 {
            let text: String = (0..1 + noise.below(20)).map(|_| *noise.pick(PIECES)).collect();
            // Text that the compiler rejects, such as a prefix `a#` or a number `1.5.`, never reaches a macro.
            let Ok(stream) = proc_macro2::TokenStream::from_str(&text) else { continue };
            // A doc comment is not a comment of the language: the compiler converts it to an attribute.
            if text.contains("///") || text.contains("/**") || text.contains("//!") || text.contains("/*!") {
                continue;
            }
            let (of_compiler, _) = read(stream);
            assert_eq!(of_compiler, Tokens::from_text(&text), "{text}");
            same += 1;
        }
    }
}
