//! Staged programs: a checked program as Rust code with its shapes in types.
//!
//! ```text
//!  Checked --Graph--> values, each once --Plan--> which are kept, in which order --rust--> one `let` or result each
//! ```
//!
//! A chain of operations on elements is one loop. An outer product below a contraction is never made: it is two factors in
//! a loop that sums; `unite::program` has the loops, which make some sums at once. What is used more than once, or would be
//! computed again in such a loop, is kept.

mod code;
mod expression;
mod factored;
mod plan;
mod rust;
mod signature;

pub use signature::Signature;

use super::{Checked, analysis};
use crate::syntax::Diagnostic;

/// Returns a program as a function in Rust, and one with `_into` behind its name that writes into results of its caller.
///
/// ```
/// use unite_ir::programs::staged::{Signature, rust};
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input a : [2 3] var input x : [3] var output y : [2]  y = (a # x) . [2 3]";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let code = rust(&program, &Signature::new("mat_vec")).unwrap();
/// assert!(code.contains("pub fn mat_vec<T: ::unite::program::Number>(a: &[[T; 3]; 2], x: &[T; 3]) -> [T; 2] {"), "{code}");
/// assert!(code.contains("sum_places(y, 3, |i_0, k_0| a[i_0][k_0] * x[k_0]);"), "{code}");
/// ```
///
/// # Errors
/// Variables that are read, or are results, and hold nothing: in Rust there is no undefined value.
pub fn rust(program: &Checked, signature: &Signature) -> Result<String, Vec<Diagnostic>> {
    let mut mistakes = analysis::undefined_uses(program);
    for (number, variable) in program.variables.iter().enumerate() {
        let is_assigned = program.statements.iter().any(|statement| statement.target == number);
        if variable.is_output() && !variable.is_input() && !is_assigned {
            let message = format!("`{}` is a result, and never assigned", variable.name);
            mistakes.push(Diagnostic::new(variable.span, message).help("assign it").code("undefined"));
        }
    }
    mistakes.sort_by_key(|mistake| mistake.span.first);
    if mistakes.is_empty() { Ok(rust::function(program, signature)) } else { Err(mistakes) }
}
