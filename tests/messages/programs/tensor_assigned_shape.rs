//! A value of another shape than its target.

use unite::program::tensor;

tensor! {
    fn f: var input x : [2] var output y : [3]  y = x
}

fn main() {}
