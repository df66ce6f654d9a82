//! A dimension of a constant extent has one point or more.

use unite::{Block, Dyn, Fixed};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _nothing = picture.view().partition([0, 0], Fixed::<0, 4>);
}
