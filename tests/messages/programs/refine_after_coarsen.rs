//! A dimension that a view has coarsened is not refined again without a block in between.

use unite::{Block, By, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _blocky = picture.view().coarsen::<By<4, 4>>().refine::<By<4, 4>>();
}
