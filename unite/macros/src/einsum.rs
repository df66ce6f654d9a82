//! `einsum!`: products and sums of tensors from the indices of their axes, as a nest of loops.
//!
//! ```text
//! "ik,kj->ij", a, b      for i, k, j  z[i, j] += a[i, k] * b[k, j]
//! ```
//! The order of the loops is one in which every tensor is gone through from its first index to its last.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

/// The indices of the operands and of the result, and their expressions.
struct Einsum {
    span: Span,
    operands: Vec<(Vec<char>, TokenStream)>,
    result: Vec<char>,
    /// The target, if there is one.
    target: Option<TokenStream>,
}

/// An error at a place of the program.
struct Mistake(Span, String);

/// Generates the expression of an `einsum!`, given the function that generates loops.
pub(crate) fn einsum(program: TokenStream, loops: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
    match parse(program).and_then(|einsum| generate(&einsum, loops)) {
        Ok(code) => code,
        Err(Mistake(span, message)) => quote_spanned!(span=> ::core::compile_error!(#message)),
    }
}

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

fn parse(program: TokenStream) -> Result<Einsum, Mistake> {
    let usage = "write the indices and then the tensors: `einsum!(\"ik,kj->ij\", a, b)`";
    let here = Span::call_site();
    let mut parts = split(program.into_iter().collect(), ',');
    if parts.last().is_some_and(Vec::is_empty) {
        parts.pop();
    }
    let mut parts = parts.into_iter();
    let mut first = parts.next().unwrap_or_default();
    let Some(TokenTree::Literal(text)) = first.pop() else { return Err(Mistake(here, usage.to_owned())) };
    let target = match first.pop() {
        None => None,
        Some(TokenTree::Punct(sign)) if sign.as_char() == '=' && !first.is_empty() => Some(first.into_iter().collect()),
        Some(token) => return Err(Mistake(token.span(), usage.to_owned())),
    };
    let span = text.span();
    let mistake = |message: String| Mistake(span, message);
    let text = text.to_string();
    let indices =
        text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or_else(|| mistake(usage.to_owned()))?;
    let Some((operands, result)) = indices.split_once("->") else {
        return Err(mistake("`->` and the indices of the result are missing: \"i,i->\" is a number".to_owned()));
    };
    let letters = |text: &str| -> Result<Vec<char>, Mistake> {
        let text: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
        match text.iter().find(|c| !c.is_ascii_lowercase()) {
            Some(other) => Err(mistake(format!("`{other}` is no index: an index is a letter, `a` to `z`"))),
            None => Ok(text),
        }
    };
    let names = operands.split(',').map(letters).collect::<Result<Vec<_>, _>>()?;
    let tensors: Vec<TokenStream> = parts.map(|part| part.into_iter().collect()).collect();
    if names.len() != tensors.len() {
        let (names, tensors) = (names.len(), tensors.len());
        return Err(mistake(format!(
            "the indices are for {names} tensors, and the number of tensors is {tensors}: give as many of both"
        )));
    }
    let result = letters(result)?;
    for (number, index) in result.iter().enumerate() {
        if result[..number].contains(index) {
            return Err(mistake(format!(
                "the result has the index `{index}` twice: give each axis an index of its own"
            )));
        }
        if !names.iter().flatten().any(|name| name == index) {
            return Err(mistake(format!("no tensor has the index `{index}` of the result")));
        }
    }
    Ok(Einsum { span, operands: names.into_iter().zip(tensors).collect(), result, target })
}

/// Returns the loops from the outermost to the innermost: each tensor is gone through in the order of its indices, and among
/// several such orders the loops of the result come first.
fn order(einsum: &Einsum) -> Result<Vec<char>, Mistake> {
    let lists: Vec<&[char]> = einsum.operands.iter().map(|(names, _)| &names[..]).chain([&einsum.result[..]]).collect();
    let mut rest: Vec<char> = einsum.result.clone();
    for index in einsum.operands.iter().flat_map(|(names, _)| names) {
        if !rest.contains(index) {
            rest.push(*index);
        }
    }
    let mut loops = Vec::new();
    while !rest.is_empty() {
        // An index is next if no tensor has one that is left before it.
        let before = |list: &[char], index: char| {
            list.iter().take_while(|other| **other != index).any(|other| rest.contains(other)) && list.contains(&index)
        };
        match rest.iter().position(|index| !lists.iter().any(|list| before(list, *index))) {
            Some(next) => loops.push(rest.remove(next)),
            None => {
                let left: Vec<String> = rest.iter().map(|index| format!("`{index}`")).collect();
                let message = format!(
                    "no order of the loops over {} goes through every tensor from its first index to its last: transpose \
                     one of them, as in `einsum!(\"ik,kj->ij\", a, bt.by_ref().transposed())`, or convert it first",
                    left.join(" and ")
                );
                return Err(Mistake(einsum.span, message));
            }
        }
    }
    Ok(loops)
}

fn generate(einsum: &Einsum, loops: impl Fn(TokenStream) -> TokenStream) -> Result<TokenStream, Mistake> {
    let name = |index: &char| Ident::new(&index.to_string(), Span::mixed_site());
    let headers: Vec<Ident> = order(einsum)?.iter().map(name).collect();
    let operands: Vec<Ident> =
        (0..einsum.operands.len()).map(|number| format_ident!("operand_{number}", span = Span::mixed_site())).collect();
    let accesses = einsum.operands.iter().zip(&operands).map(|((names, _), operand)| {
        let names = names.iter().map(name);
        if names.len() == 0 { quote!(#operand) } else { quote!(#operand[#(#names),*]) }
    });
    let value = accesses.reduce(|product, factor| quote!(#product * #factor));
    let tensors = einsum.operands.iter().zip(&operands).map(|((names, tensor), operand)| {
        if names.is_empty() { quote!(let #operand = #tensor;) } else { quote!(let #operand = &#tensor;) }
    });
    let target = Ident::new("target", Span::mixed_site());
    let indices = einsum.result.iter().map(name);
    let place = if einsum.result.is_empty() { quote!(#target) } else { quote!(#target[#(#indices),*]) };
    let header = if headers.is_empty() { quote!() } else { quote!(for #(#headers),*) };
    let nest = loops(quote!(#header #place += #value));
    if let (Some(own), false) = (&einsum.target, einsum.result.is_empty()) {
        return Ok(quote!({
            #(#tensors)*
            let #target = &mut #own;
            #nest
        }));
    }
    let tensor = einsum.operands.iter().zip(&operands).find(|((names, _), _)| !names.is_empty());
    let Some((_, tensor)) = tensor else {
        return Err(Mistake(einsum.span, "no tensor has an index: multiply numbers with `*`".to_owned()));
    };
    let zero = quote!(::unite::loops::zero(#tensor));
    if einsum.result.is_empty() {
        let done = match &einsum.target {
            Some(own) => quote!(#own += #target),
            None => quote!(#target),
        };
        return Ok(quote!({
            #(#tensors)*
            let mut #target = #zero;
            #nest.map(|()| #done)
        }));
    }
    // The extent of an axis of the result is that of the first tensor with this index.
    let extents = einsum.result.iter().map(|index| {
        let of = |(number, (names, _)): (usize, &(Vec<char>, TokenStream))| {
            names.iter().position(|name| name == index).map(|axis| (number, axis))
        };
        let (number, axis) = einsum.operands.iter().enumerate().find_map(of).unwrap_or_default();
        let (operand, last) = (&operands[number], einsum.operands[number].0.len() - 1);
        let past =
            |axes: usize| (0..axes).fold(quote!(extents), |rest, _| quote!(::unite::loops::Extents::rest(#rest)));
        let (row_major, column_major) = (past(axis), past(last - axis));
        quote!({
            let (_, _, order, level) = ::unite::loops::Source::loops_operand(#operand);
            let extents = ::unite::loops::extents(level);
            ::unite::level::IndexOrder::choose(order, #row_major.0, #column_major.0)
        })
    });
    let format = extents.rev().fold(
        quote!(::unite::level::Element::new(#zero)),
        |inside, extent| quote!(::unite::level::Dense::new(#extent, #inside)?),
    );
    Ok(quote!((|| -> ::core::result::Result<_, ::unite::looplet::LoopError> {
        #(#tensors)*
        let mut #target = ::unite::level::Piecewise::declare(#format);
        #nest?;
        ::core::result::Result::Ok(#target.freeze()?)
    })()))
}
