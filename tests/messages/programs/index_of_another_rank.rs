//! An index has as many entries as the tensor has dimensions.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    println!("{}", picture.view().at([3, 4, 0]));
}
