//! A block cannot be read while it is written.

use unite::{Block, Dyn, Fixed, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let mut picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let above = picture.view().partition([15, 16], Fixed::<1, 16>).window::<Inside>().expect("inside");
    picture.view_mut().partition([16, 16], Fixed::<16, 16>).fill_with(|[_, x]| above[[0, x]]);
}
