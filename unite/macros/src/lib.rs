//! The procedural macros of `unite`. They convert the compiler's tokens to tokens of [`unite_ir`], which parses and
//! checks the program, and generate Rust code that uses `unite`.
//!
//! ```text
//!  loops!   TokenStream --tokens--> Tokens --unite_ir::loops--> Nest, Step --loops--> TokenStream
//!  einsum!  TokenStream --einsum--> Nest, in an order that unite_ir::loops::whole finds --loops--> TokenStream
//!  tensor!  TokenStream --tokens--> Tokens --unite_ir::programs--> Checked --staged--> text --> TokenStream
//! ```

mod einsum;
mod loops;
mod tensor;
mod tokens;

use proc_macro::TokenStream;

/// Runs loops over piecewise constant tensors. `unite::loops` describes the language, with runnable examples.
///
/// Expands to an expression of type `Result<(), unite::looplet::LoopError>`.
#[proc_macro]
pub fn loops(program: TokenStream) -> TokenStream {
    program_of_loops(program.into()).into()
}

/// Evaluates an expression over whole tensors, given by the indices of their axes. `unite::loops::einsum` describes it, with
/// examples.
///
/// Expands to an expression of type `Result<_, unite::looplet::LoopError>`.
#[proc_macro]
pub fn einsum(program: TokenStream) -> TokenStream {
    einsum::einsum(program.into(), einsum::Wanted::Result).into()
}

/// Describes how `einsum!` evaluates an expression. `unite::loops::einsum_plan` has an example.
///
/// Expands to an expression of type `String`.
#[proc_macro]
pub fn einsum_plan(program: TokenStream) -> TokenStream {
    einsum::einsum(program.into(), einsum::Wanted::Plan).into()
}

fn program_of_loops(program: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let (tokens, source) = tokens::read(program);
    let nests = unite_ir::loops::parse(&tokens)
        .map_err(|mistake| vec![mistake])
        .and_then(|program| unite_ir::loops::check_orders(&program));
    match nests {
        Ok(nests) => loops::program(&nests, &source),
        Err(found) => {
            let errors = found.iter().map(|remark| source.compile_error(remark));
            // `loops!` is an expression, and a block holds several errors.
            quote::quote!({ #(#errors)* })
        }
    }
}

/// Defines a tensor program as a function. `unite::program` describes the language, with runnable examples.
#[proc_macro]
pub fn tensor(program: TokenStream) -> TokenStream {
    tensor::programs(program.into()).into()
}
