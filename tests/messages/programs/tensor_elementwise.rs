//! Operands of different shapes.

use unite::program::tensor;

tensor! {
    fn f: var input a : [2] var input b : [3] var output c : [2]  c = a + b
}

fn main() {}
