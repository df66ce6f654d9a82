//! A target that is not declared; the shape to declare is told.

use unite::program::tensor;

tensor! {
    fn f: var input x : [2]  y = x
}

fn main() {}
