//! A mirrored dimension is one of the tensor's.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _mirrored = picture.view().mirror::<2>();
}
