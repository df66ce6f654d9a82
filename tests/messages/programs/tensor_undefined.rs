//! Variables that are read, or are results, but have no value.

use unite::program::tensor;

tensor! {
    fn f: var a : [2] var output b : [2]  b = a
}

tensor! {
    fn g: var input a : [2] var output b : [2]
}

fn main() {}
