//! Places of two universes have nothing in common at run-time scales either.

use unite::{Block, Dyn, Spot};

unite::universe! {
    pub struct Video: 2;
    pub struct Atlas: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let map = Spot::<Atlas, _>::new([0, 0], Dyn([64, 64])).coarsen_by([2, 3]).unwrap();
    let _there = picture.view().under_any(&map);
}
