//! The rows of a transposed window do not lie side by side in memory.

use unite::{Axes, Block, Dyn, Fixed, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    let columns = picture.view().permute::<Axes<1, 0>>().partition([0, 0], Fixed::<4, 4>);
    let window = columns.window::<Inside>().expect("inside of the picture");
    println!("{:?}", window.row(0));
}
