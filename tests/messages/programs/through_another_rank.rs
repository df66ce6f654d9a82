//! A mapping returns an index of the tensor's rank.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let row = picture.view().through(|[x]: [isize; 1]| Some([x]));
    println!("{}", row.at([3]));
}
