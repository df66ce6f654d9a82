//! Operands that are not declared, one of them nearly.

use unite::program::tensor;

tensor! {
    fn f: var output y : [2]  y = z
}

tensor! {
    fn g: var input alpha : [2] var output y : [2]  y = alhpa
}

fn main() {}
