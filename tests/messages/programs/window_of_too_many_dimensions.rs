//! A window has as many dimensions as its tensor.

use unite::{Block, Dyn, Fixed, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let window = picture.view().fixed::<Fixed<3, 64, 64>>().window::<Inside>();
    println!("{}", window.is_some());
}
