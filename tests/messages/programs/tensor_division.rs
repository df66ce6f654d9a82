//! Division of whole numbers.

use unite::program::tensor;

tensor! {
    fn half: var input a : [2] var output b : [2]  b = a / 2
}

fn main() {
    half(&[1, 2]);
}
