//! An index of a window has as many entries as the window has dimensions.

use unite::{Block, Dyn, Fixed, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let window = picture.view().partition([0, 0], Fixed::<4, 4>).window::<Inside>().unwrap();
    println!("{}", window[[3, 2, 0]]);
}
