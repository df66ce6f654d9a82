//! `a#x` without blanks, which is not Rust.

use unite::program::tensor;

tensor! {
    fn product: var input a : [2] var input x : [3] var output y : [2 3]  y = a#x
}

fn main() {}
