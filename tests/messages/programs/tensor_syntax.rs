//! Syntax errors in a name, an extent, a sign, an operator and a signature.

use unite::program::tensor;

tensor! {
    fn f: var input a_b : [2]
}

tensor! {
    fn g: var input a : [1.5]
}

tensor! {
    fn h: var input a : [] var output b : []  b = -a
}

tensor! {
    fn i: var input a : [] var output b : []  b = a a
}

tensor! {
    fn j: var input a : [] var output b : []  b += a
}

tensor! {
    fn k var input a : []
}

fn main() {}
