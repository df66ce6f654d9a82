//! Undeclared operands, one of them with a misspelt name.

use unite::program::tensor;

tensor! {
    fn f: var output y : [2]  y = z
}

tensor! {
    fn g: var input alpha : [2] var output y : [2]  y = alhpa
}

fn main() {}
