//! Colocation does not add dimensions: a plane has no point for each point of a volume.

use unite::{Block, Dyn, Interleaved};

unite::universe! {
    pub struct Still: 3;
}

fn main() {
    let rgb = Block::<Still, u8, Interleaved<2, 3>>::new([0, 0, 0], Interleaved([48, 64]));
    let red = rgb.view().slice::<2>(0);
    let all = Block::<Still, u8>::new([0, 0, 0], Dyn([8, 8, 3]));
    let _there = red.colocate(&all);
}
