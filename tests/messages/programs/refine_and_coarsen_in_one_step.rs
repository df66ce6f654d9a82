//! One step of the trie does not both refine and coarsen a dimension.

use unite::Frame;

const HALF_OF_THIRDS: Frame = Frame::root(2).scaled(&[1, 3], &[1, 2]);

fn main() {
    println!("{HALF_OF_THIRDS}");
}
