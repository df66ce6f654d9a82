//! An extent has as many dimensions as the tensor.

use unite::{Block, Dyn, Fixed};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let _mb = picture.view().partition([16, 16], Fixed::<3, 16, 16>);
}
