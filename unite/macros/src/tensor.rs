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
use unite_ir::programs::{Checked, Extent, Program, check, parse};
use unite_ir::syntax::Diagnostic;

/// The functions of all programs, or the mistakes as errors of the compiler.
pub(crate) fn programs(input: TokenStream) -> TokenStream {
    let head = match head(input) {
        Ok(head) => head,
        Err((span, message)) => return quote_spanned!(span=> ::core::compile_error! { #message }),
    };
    let (tokens, source) = tokens::read(head.program.clone());
    let checked = parse(&tokens).and_then(|parsed| {
        let checked = check(&parsed.program)?;
        let mistakes = extents_without_parameter(&parsed.program, &head);
        if mistakes.is_empty() { Ok(checked) } else { Err(mistakes) }
    });
    let code = checked.and_then(|checked| match parameter_without_extent(&checked, &head) {
        Some(error) => Ok(error),
        None => {
            let code = rust(&checked, &head.signature)?.parse::<TokenStream>().expect("staged programs are Rust");
            Ok(at_name(code, &head.name))
        }
    });
    code.unwrap_or_else(|mistakes| mistakes.iter().map(|mistake| source.compile_error(mistake)).collect())
}

/// The part before the program: attributes, visibility, name, names of extents.
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
    let (attributes, reorders) = attributes(&mut tokens);
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
    let signature = signature.with_reordering(reorders);
    Ok(Head { signature, name, parameters, program: tokens.collect() })
}

/// `#[..]`, and documentation, which the compiler hands over as such; and whether `#[reorder]` is one of them, which is for
/// this macro and not for the function.
fn attributes(tokens: &mut Trees) -> (String, bool) {
    let (mut attributes, mut reorders) = (TokenStream::new(), false);
    while let Some(TokenTree::Punct(sign)) = tokens.peek()
        && sign.as_char() == '#'
    {
        let sign = tokens.next();
        let group = tokens.next_if(|tree| matches!(tree, TokenTree::Group(_)));
        if matches!(&group, Some(TokenTree::Group(group)) if group.stream().to_string() == "reorder") {
            reorders = true;
            continue;
        }
        attributes.extend(sign);
        attributes.extend(group);
    }
    (attributes.to_string(), reorders)
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

/// Returns a mistake for each extent, by its name, that is no parameter of the function.
fn extents_without_parameter(program: &Program, head: &Head) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for extent in program.declarations.iter().flat_map(|declaration| &declaration.extents) {
        let Extent::Named(name) = extent else { continue };
        if known.contains(&name.text.as_str()) || head.parameters.iter().any(|parameter| *parameter == name.text) {
            continue;
        }
        known.push(&name.text);
        let message = format!("the extent `{}` is no parameter of the function", name.text);
        let help = format!("write `fn {}<const {}: usize>`", head.name, name.text);
        mistakes.push(Diagnostic::new(name.span, message).help(help));
    }
    mistakes
}

/// Returns an error of the compiler for the first parameter that no variable has as its extent.
fn parameter_without_extent(checked: &Checked, head: &Head) -> Option<TokenStream> {
    let unused = head.parameters.iter().find(|parameter| !checked.sizes.iter().any(|size| *parameter == size))?;
    let message = format!("no variable has the extent `{unused}`, which is a parameter of the function");
    let message = format!("{message}\nhelp: leave `{unused}` out");
    Some(quote_spanned!(unused.span()=> ::core::compile_error! { #message }))
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
