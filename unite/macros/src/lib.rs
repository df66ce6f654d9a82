//! The macros of `unite`: thin. They turn tokens into those of [`unite_ir`], have it parse and check the program, and
//! write Rust against `unite`.
//!
//! ```text
//!  TokenStream --tokens--> Tokens --unite_ir::loops--> Nest, Step --emit--> TokenStream
//! ```
//!
//! | file | what |
//! |---|---|
//! | `tokens` | tokens of the compiler as tokens of the language, and back to their spans |
//! | `emit` | programs and nests |
//! | `emit_order` | the nest for the order in which tensors are stored |
//! | `emit_round` | loops: operands, ranges, live tables, checks of types |
//! | `emit_expr` | expressions |
//! | `emit_write` | the value into the target |

mod emit;
mod emit_expr;
mod emit_order;
mod emit_round;
mod emit_write;
mod tokens;

use proc_macro::TokenStream;

/// Loops over piecewise constant tensors. The language, with programs that run, is described in `unite::loops`.
///
/// An expression of type `Result<(), unite::looplet::LoopError>`.
#[proc_macro]
pub fn loops(program: TokenStream) -> TokenStream {
    let (tokens, source) = tokens::read(program.into());
    let nests = unite_ir::loops::parse(&tokens)
        .map_err(|mistake| vec![mistake])
        .and_then(|program| unite_ir::loops::check_orders(&program));
    match nests {
        Ok(nests) => emit::program(&nests, &source).into(),
        Err(found) => {
            let errors = found.iter().map(|remark| source.compile_error(remark));
            // In a block, since `loops!` is an expression and there may be several.
            quote::quote!({ #(#errors)* }).into()
        }
    }
}
