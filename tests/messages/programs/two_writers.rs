//! Two views that can write do not share a block.

use unite::{Block, Dyn, Fixed, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let mut picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let mut left = picture.view_mut().partition([0, 0], Fixed::<16, 16>).window::<Inside>().expect("inside");
    let mut right = picture.view_mut().partition([0, 16], Fixed::<16, 16>).window::<Inside>().expect("inside");
    left[[0, 0]] = 1;
    right[[0, 0]] = 2;
}
