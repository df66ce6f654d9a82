//! Extents of 0, beyond memory, without a parameter, and a parameter without an extent.

use unite::program::tensor;

tensor! {
    fn f: var input a : [0]
}

tensor! {
    fn g: var input a : [4294967296 4294967296]
}

tensor! {
    fn h: var input output a : [N]
}

tensor! {
    fn i<const N: usize>: var input output a : [2]
}

fn main() {}
