//! Contractions of extents that differ, or may differ.

use unite::program::tensor;

tensor! {
    fn f: var input A : [2 3] var output s : []  s = A . [1 2]
}

tensor! {
    fn g<const N: usize, const M: usize>: var input a : [N M] var input x : [N] var output y : [N]  y = (a # x) . [2 3]
}

fn main() {}
