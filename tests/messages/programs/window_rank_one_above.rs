//! A tensor of rank 1 has no samples above that a window could reach.

use unite::{Around, Block, Dyn};

unite::universe! {
    pub struct Line: 1;
}

fn main() {
    let line = Block::<Line, u8>::new([0], Dyn([64]));
    let window = line.view().window::<Around<1, 1>>();
    println!("{}", window.is_some());
}
