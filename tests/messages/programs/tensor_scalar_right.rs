//! A scalar on the right.

use unite::program::tensor;

tensor! {
    fn f: var input s : [] var input a : [2] var output b : [2]  b = a * s
}

fn main() {}
