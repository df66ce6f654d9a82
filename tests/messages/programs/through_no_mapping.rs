//! A mapping of one's own implements the trait that maps an index.

use unite::{Block, Dyn};

unite::universe! {
    pub struct Video: 2;
}

struct Turn;

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    println!("{}", picture.view().through(Turn).at([3, 4]));
}
