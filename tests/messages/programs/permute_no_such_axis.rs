//! An order of axes names only axes that the tensor has.

use unite::{Axes, Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([48, 64]));
    let _turned = picture.view().permute::<Axes<2, 1>>();
}
