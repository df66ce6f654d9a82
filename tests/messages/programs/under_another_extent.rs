//! A constant extent stated for the same place covers that place.

use unite::{Block, By, Coarse, Dyn, Fixed};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let luma = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let cb = Block::<Coarse<Video, By<2, 2>>, u8>::new([0, 0], Dyn([32, 32]));
    let mb = luma.view().partition([16, 32], Fixed::<16, 16>);
    let _chroma = cb.view().under_fixed::<Fixed<8, 4>, _>(&mb);
}
