//! Tensors of two universes have no places in common.

use unite::{Block, Dyn, Tile};

unite::universe! {
    pub struct Video: 2;
    pub struct Atlas: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let tile = Tile::<Atlas, [[u8; 4]; 4]>::at([8, 12]);
    let _there = picture.view().colocate(&tile);
}
