//! Programs of letters: `"ik,kj->ij", a, b`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::{Mistake, Target, Written};

/// The two forms of a program, for messages.
pub(super) const USAGE: &str = "write the indices and then the tensors, `einsum!(\"ik,kj->ij\", a, b)`, or an \
    expression, `einsum!([i] = a[i, k] * x[k])`";

/// Splits tokens at a sign of one character.
fn split(tokens: Vec<TokenTree>, sign: char) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == sign => parts.push(Vec::new()),
            _ => parts.last_mut().expect("one part").push(token),
        }
    }
    parts
}

/// Reads a program of letters; `None` if its first part does not end in a text, and no part is a text.
pub(super) fn read(program: &[TokenTree]) -> Option<Result<Written, Mistake>> {
    let is_text = |tree: &TokenTree| matches!(tree, TokenTree::Literal(text) if text.to_string().starts_with('"'));
    (program.is_empty() || program.iter().any(is_text)).then(|| written(program.to_vec()))
}

fn written(program: Vec<TokenTree>) -> Result<Written, Mistake> {
    let here = Span::call_site();
    let mut parts = split(program, ',');
    if parts.last().is_some_and(Vec::is_empty) {
        parts.pop();
    }
    let mut parts = parts.into_iter();
    let mut first = parts.next().unwrap_or_default();
    let Some(TokenTree::Literal(text)) = first.pop() else { return Err(Mistake(here, USAGE.to_owned())) };
    let target = match first.pop() {
        None => None,
        Some(TokenTree::Punct(sign)) if sign.as_char() == '=' && !first.is_empty() => Some(first.into_iter().collect()),
        Some(token) => return Err(Mistake(token.span(), USAGE.to_owned())),
    };
    let span = text.span();
    let tensors: Vec<Vec<TokenTree>> = parts.collect();
    let (names, result) = letters(&text.to_string(), tensors.len()).map_err(|message| Mistake(span, message))?;
    if names.iter().all(Vec::is_empty) {
        return Err(Mistake(span, "no tensor has an index: multiply numbers with `*`".to_owned()));
    }
    let bound = bound(&names, tensors);
    let access = |name: &Ident, indices: &[char]| {
        let indices = indices.iter().map(|index| Ident::new(&index.to_string(), Span::mixed_site().located_at(span)));
        if indices.len() == 0 { quote!(#name) } else { quote!(#name[#(#indices),*]) }
    };
    let factors = bound.iter().zip(&names).map(|((name, _, _), indices)| access(name, indices));
    let value = factors.reduce(|product, factor| quote!(#product * #factor));
    let place = access(&Ident::new("result", Span::mixed_site().located_at(span)), &result);
    let (sign, target) = match target {
        Some(target) => (quote!(+=), Target::Given(target)),
        None => (quote!(=), Target::Made),
    };
    let mut names: Vec<(Ident, TokenStream, bool)> = Vec::new();
    for name in bound {
        if names.iter().all(|known| known.0 != name.0) {
            names.push(name);
        }
    }
    Ok(Written { assignment: quote!(#place #sign #value), names, target })
}

/// Reads the letters of each tensor and of the result.
fn letters(text: &str, tensors: usize) -> Result<(Vec<Vec<char>>, Vec<char>), String> {
    let indices = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or(USAGE)?;
    let (operands, result) =
        indices.split_once("->").ok_or("`->` and the indices of the result are missing: \"i,i->\" is a number")?;
    let letters = |text: &str| -> Result<Vec<char>, String> {
        let text: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
        match text.iter().find(|c| !c.is_ascii_lowercase()) {
            Some(other) => Err(format!("`{other}` is no index: an index is a letter, `a` to `z`")),
            None => Ok(text),
        }
    };
    let names = operands.split(',').map(letters).collect::<Result<Vec<_>, _>>()?;
    if names.len() != tensors {
        let names = names.len();
        return Err(format!(
            "the indices are for {names} tensors, and the number of tensors is {tensors}: give as many of both"
        ));
    }
    let result = letters(result)?;
    for (number, index) in result.iter().enumerate() {
        if result[..number].contains(index) {
            return Err(format!("the result has the index `{index}` twice: give each axis an index of its own"));
        }
        if !names.iter().flatten().any(|name| name == index) {
            return Err(format!("no tensor has the index `{index}` of the result"));
        }
    }
    Ok((names, result))
}

/// Gives each tensor a name: its own, if it is a word.
fn bound(names: &[Vec<char>], tensors: Vec<Vec<TokenTree>>) -> Vec<(Ident, TokenStream, bool)> {
    const TAKEN: [&str; 8] = ["result", "self", "Self", "inf", "true", "false", "d", "_"];
    let is_index = |word: &str| names.iter().flatten().any(|index| word.chars().eq([*index]));
    let each = tensors.into_iter().zip(names).enumerate();
    each.map(|(number, (tensor, indices))| {
        let word = match &tensor[..] {
            [TokenTree::Ident(word)] => Some(word.to_string()),
            _ => None,
        };
        let usable = |word: &String| !TAKEN.contains(&&word[..]) && !word.starts_with("r#") && !is_index(word);
        let span = tensor.first().map_or_else(Span::call_site, TokenTree::span);
        let span = Span::mixed_site().located_at(span);
        let name = match word.filter(usable) {
            Some(word) => Ident::new(&word, span),
            None => format_ident!("operand_{number}", span = span),
        };
        (name, tensor.into_iter().collect(), !indices.is_empty())
    })
    .collect()
}
