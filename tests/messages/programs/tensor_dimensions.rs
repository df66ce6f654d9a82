//! Dimensions that the operand does not have, or that are named twice.

use unite::program::tensor;

tensor! {
    fn f: var input a : [2] var output b : [2]  b = a ^ [1 2]
}

tensor! {
    fn g: var input a : [2 2] var output s : []  s = a . [1 1]
}

fn main() {}
