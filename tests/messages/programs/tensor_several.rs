//! All mistakes of a program at once.

use unite::program::tensor;

tensor! {
    fn f: var input a : [2] var a : [3] var output b : [3]  b = a  b = c  d = a
}

fn main() {}
