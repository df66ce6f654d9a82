//! `einsum!`: expressions over whole tensors, as nests of loops in an order that is found.
//!
//! ```text
//! "ik,kj->ij", a, b                 [i, j] = a[i, k] * b[k, j]           the indices of each tensor, as letters
//! z[i] = a[i, k] * x[k] + c[i]      for i  z[i] = c[i]; then             each term is summed over its own indices
//!                                   for i, k  z[i] += a[i, k] * x[k]
//! ```
//! `unite_ir::loops::whole` finds the loops; here is what a program looks like, and the code around its loops.

mod emit;
mod letters;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use unite_ir::loops::{Assign, Stmt, whole};
use unite_ir::syntax::Diagnostic;

use crate::tokens;

/// Selects what the generated code returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The result.
    Result,
    /// The text of the plan.
    Plan,
}

/// The target of a program.
enum Target {
    /// It is made, and returned.
    Made,
    /// It is that of the assignment.
    Named,
    /// It is an expression, for which a name stands in the assignment.
    Given(TokenStream),
}

/// A program as an assignment of the language of loops.
struct Written {
    /// The assignment: `result[i, j] = a[i, k] * b[k, j]`, `z[i] += x[i]`.
    assignment: TokenStream,
    /// Names in the assignment that stand for tensors and numbers: `true` for a tensor.
    names: Vec<(Ident, TokenStream, bool)>,
    target: Target,
}

/// An error at a place of the program.
struct Mistake(Span, String);

/// Generates the expression of an `einsum!`.
pub(crate) fn einsum(program: TokenStream, wanted: Wanted) -> TokenStream {
    let written = match written(program) {
        Ok(written) => written,
        Err(Mistake(span, message)) => return quote_spanned!(span=> ::core::compile_error!(#message)),
    };
    let (tokens, mut source) = tokens::read(written.assignment.clone());
    let assign = unite_ir::loops::parse(&tokens).and_then(|program| match <[Stmt; 1]>::try_from(program.nests) {
        Ok([Stmt::Assign(assign)]) => Ok(assign),
        _ => {
            Err(Diagnostic::new(Default::default(), "an expression over whole tensors is one assignment without loops")
                .help("write loops, conditions and blocks with `loops!`"))
        }
    });
    let nests = assign.and_then(|assign| whole::terms(&assign).map(|nests| (assign, nests)));
    let code = nests
        .map_err(|remark| source.compile_error(&remark))
        .and_then(|(assign, nests)| emit::program(&written, &assign, &nests, &mut source, wanted));
    code.unwrap_or_else(|errors| quote!({ #errors }))
}

/// Reads a program: letters and tensors, or an assignment, whose target may be missing.
fn written(program: TokenStream) -> Result<Written, Mistake> {
    let trees: Vec<TokenTree> = program.into_iter().collect();
    if let Some(written) = letters::read(&trees) {
        return written;
    }
    let result = Ident::new("result", Span::mixed_site());
    let (assignment, target) = match &trees[..] {
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Bracket => {
            (quote!(#result #(#trees)*), Target::Made)
        }
        _ if (0..trees.len()).any(|at| assigns(&trees, at)) => (quote!(#(#trees)*), Target::Named),
        // A number: the sum over all indices.
        _ => (quote!(#result = #(#trees)*), Target::Made),
    };
    Ok(Written { assignment, names: Vec::new(), target })
}

/// Returns whether a sign `=` is that of an assignment, and not of `==`, `!=`, `<=` or `>=`.
fn assigns(trees: &[TokenTree], at: usize) -> bool {
    let sign = |at: Option<usize>| match at.and_then(|at| trees.get(at)) {
        Some(TokenTree::Punct(sign)) => sign.as_char(),
        _ => ' ',
    };
    let (before, more) = (sign(at.checked_sub(1)), sign(at.checked_sub(2)));
    // `<<f>>=` is an assignment.
    let compares = matches!(before, '=' | '!' | '<') || before == '>' && more != '>';
    sign(Some(at)) == '=' && sign(Some(at + 1)) != '=' && !compares
}

/// Returns whether an assignment writes a number.
fn is_number(assign: &Assign) -> bool {
    assign.target.indices.is_empty()
}
