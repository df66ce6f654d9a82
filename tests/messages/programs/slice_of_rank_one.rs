//! A tensor of rank 1 has no dimension to drop.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Line: 1;
}

fn main() {
    let line = Block::<Line, u8>::new([0], Dyn([64]));
    let _point = line.view().slice::<0>(3);
}
