//! A refinement or coarsening has one factor for each dimension.

use unite::{Block, By, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _half = picture.view().coarsen::<By<2>>();
}
