//! A function that takes two tensors of one universe does not take them of two.

use unite::{Block, Dyn, Read, Tile, Universe};

unite::universe! {
    pub struct Video: 2;
    pub struct Atlas: 2;
}

fn residual<U: Universe>(a: &impl Read<2, Item = u8, Universe = U>, b: &impl Read<2, Item = u8, Universe = U>) -> i32 {
    i32::from(a.view().at([0, 0])) - i32::from(b.view().at([0, 0]))
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let tile = Tile::<Atlas, [[u8; 4]; 4]>::at([8, 12]);
    println!("{}", residual(&picture, &tile));
}
