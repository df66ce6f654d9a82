//! `tensor!`: tensor programs as functions in Rust. The code is written by [`unite_ir::programs::staged`]; here stand what is
//! before the program, and the way back to the spans of the compiler.
//!
//! ```text
//! #[doc = ".."] pub fn mat_vec<const N: usize, const M: usize>:  var input a : [N M] ..  y = (a # x) . [2 3]
//! attributes    visibility, name, names of extents                program
//! ```

use crate::tokens;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use std::iter::Peekable;
use unite_ir::programs::staged::{Signature, rust};
use unite_ir::programs::{Checked, Program, check, parse};
use unite_ir::syntax::Diagnostic;

/// The functions of all programs, or the mistakes as errors of the compiler.
pub(crate) fn programs(input: TokenStream) -> TokenStream {
    let head = match head(input) {
        Ok(head) => head,
        Err((span, message)) => return quote_spanned!(span=> ::core::compile_error! { #message }),
    };
    let (tokens, source) = tokens::read(head.program.clone());
    let code = parse(&tokens).and_then(|parsed| {
        let checked = check(&parsed.program)?;
        let mistakes = extents(&parsed.program, &checked, &head);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        rust(&checked, &head.signature)
    });
    match code {
        Ok(code) => {
            let code = code.parse::<TokenStream>().expect("staged programs are Rust");
            at_name(code, &head.name)
        }
        Err(mistakes) => mistakes.iter().map(|mistake| source.compile_error(mistake)).collect(),
    }
}

/// What stands before the program.
struct Head {
    signature: Signature,
    name: Ident,
    /// The names of extents.
    parameters: Vec<Ident>,
    program: TokenStream,
}

type Trees = Peekable<proc_macro2::token_stream::IntoIter>;

/// A place, and what was expected there.
type Mistake = (Span, &'static str);

fn head(input: TokenStream) -> Result<Head, Mistake> {
    let mut tokens = input.into_iter().peekable();
    let attributes = attributes(&mut tokens);
    let visibility = visibility(&mut tokens);
    word(&mut tokens, Some("fn"), "expected `fn` and a name: `pub fn product:`, and the program behind it")?;
    let name = word(&mut tokens, None, "expected the name of the function")?;
    let mut parameters = Vec::new();
    if eat(&mut tokens, '<') {
        while !eat(&mut tokens, '>') {
            word(&mut tokens, Some("const"), "expected `const N: usize`: the parameters are the names of extents")?;
            parameters.push(word(&mut tokens, None, "expected the name of an extent")?);
            sign(&mut tokens, ':', "expected `: usize`")?;
            word(&mut tokens, Some("usize"), "expected `usize`: extents are whole numbers")?;
            if !eat(&mut tokens, ',') {
                sign(&mut tokens, '>', "expected `,` or `>`")?;
                break;
            }
        }
    }
    sign(&mut tokens, ':', "expected `:` and the program")?;
    let signature = Signature::new(name.to_string()).with_visibility(visibility).with_attributes(attributes);
    Ok(Head { signature, name, parameters, program: tokens.collect() })
}

/// `#[..]`, and documentation, which the compiler hands over as such.
fn attributes(tokens: &mut Trees) -> String {
    let mut attributes = TokenStream::new();
    while let Some(TokenTree::Punct(sign)) = tokens.peek()
        && sign.as_char() == '#'
    {
        attributes.extend(tokens.next());
        attributes.extend(tokens.next_if(|tree| matches!(tree, TokenTree::Group(_))));
    }
    attributes.to_string()
}

/// `pub`, `pub(crate)`
fn visibility(tokens: &mut Trees) -> String {
    let mut visibility = TokenStream::new();
    visibility.extend(tokens.next_if(|tree| matches!(tree, TokenTree::Ident(word) if word == "pub")));
    let is_path =
        |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    visibility.extend(tokens.next_if(is_path));
    visibility.to_string()
}

/// Passes a word: this one, or any.
fn word(tokens: &mut Trees, word: Option<&str>, expected: &'static str) -> Result<Ident, Mistake> {
    let span = here(tokens);
    match tokens.next() {
        Some(TokenTree::Ident(found)) if word.is_none_or(|word| found == word) => Ok(found),
        _ => Err((span, expected)),
    }
}

fn eat(tokens: &mut Trees, sign: char) -> bool {
    let is_sign = |tree: &TokenTree| matches!(tree, TokenTree::Punct(found) if found.as_char() == sign);
    tokens.next_if(is_sign).is_some()
}

fn sign(tokens: &mut Trees, sign: char, expected: &'static str) -> Result<(), Mistake> {
    let is_path =
        matches!(tokens.peek(), Some(TokenTree::Punct(found)) if found.spacing() == Spacing::Joint && sign == ':');
    if !is_path && eat(tokens, sign) { Ok(()) } else { Err((here(tokens), expected)) }
}

fn here(tokens: &mut Trees) -> Span {
    tokens.peek().map_or_else(Span::call_site, TokenTree::span)
}

/// Names of extents without a parameter, and parameters that no extent is called by.
fn extents(program: &Program, checked: &Checked, head: &Head) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    for declaration in &program.declarations {
        for extent in &declaration.extents {
            if let unite_ir::programs::Extent::Named(name) = extent
                && !head.parameters.iter().any(|parameter| *parameter == name.text)
                && !mistakes.iter().any(|mistake: &Diagnostic| mistake.message.contains(&format!("`{}`", name.text)))
            {
                let message = format!("the extent `{}` is no parameter of the function", name.text);
                let help = format!("write `fn {}<const {}: usize>`", head.name, name.text);
                mistakes.push(Diagnostic::new(name.span, message).help(help));
            }
        }
    }
    let unused = head.parameters.iter().find(|parameter| !checked.sizes.iter().any(|size| *parameter == size));
    if let Some(parameter) = unused {
        let message = format!("no variable has the extent `{parameter}`, which is a parameter of the function");
        mistakes.push(Diagnostic::new(Default::default(), message).help(format!("leave `{parameter}` out")));
    }
    mistakes
}

/// The code with the name of the function where its user wrote it, so that what is said of the function points there.
fn at_name(code: TokenStream, name: &Ident) -> TokenStream {
    let place = |tree: TokenTree| match tree {
        TokenTree::Ident(word) if word == *name => TokenTree::Ident(name.clone()),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), at_name(group.stream(), name));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    code.into_iter().map(place).collect()
}
