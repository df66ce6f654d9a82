//! The macros of `unite`: thin. They turn tokens into those of [`unite_ir`], have it parse and check the program, and
//! write Rust against `unite`.
//!
//! ```text
//!  loops!   TokenStream --tokens--> Tokens --unite_ir::loops--> Nest, Step --loops--> TokenStream
//!  tensor!  TokenStream --tokens--> Tokens --unite_ir::programs--> Checked --staged--> text --> TokenStream
//! ```
//!
//! | file | what |
//! |---|---|
//! | `tokens` | tokens of the compiler as tokens of the languages, and back to their spans |
//! | `loops` | `loops!`: programs and nests, the order of storage, loops, expressions, writes |
//! | `tensor` | `tensor!`: what stands before a program; its function is written by `unite_ir` |

mod loops;
mod tensor;
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
        Ok(nests) => loops::program(&nests, &source).into(),
        Err(found) => {
            let errors = found.iter().map(|remark| source.compile_error(remark));
            // In a block, since `loops!` is an expression and there may be several.
            quote::quote!({ #(#errors)* }).into()
        }
    }
}

/// A tensor program as a function. The language, with programs that run, is described in `unite::program`.
#[proc_macro]
pub fn tensor(program: TokenStream) -> TokenStream {
    tensor::programs(program.into()).into()
}
