//! A target that is not declared; the message gives the shape to declare.

use unite::program::tensor;

tensor! {
    fn f: var input x : [2]  y = x
}

fn main() {}
