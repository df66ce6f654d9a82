//! A name that is declared twice.

use unite::program::tensor;

tensor! {
    fn f: var input x : [2] var x : [3]
}

fn main() {}
