//! A slice drops a dimension that the tensor has.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _row = picture.view().slice::<2>(3);
}
