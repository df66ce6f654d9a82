//! Bands are cut along the outermost dimension of the block.

use unite::{Axes, Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let mut picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    for mut band in picture.view_mut().permute::<Axes<1, 0>>().bands(16) {
        band.fill_with(|_| 1);
    }
}
