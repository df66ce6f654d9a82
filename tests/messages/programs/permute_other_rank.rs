//! An order of axes names all axes of the tensor.

use unite::{Axes, Block, Dyn};

unite::universe! {
    pub struct Still: 3;
}

fn main() {
    let rgb = Block::<Still, u8>::new([0, 0, 0], Dyn([48, 64, 3]));
    let _planar = rgb.view().permute::<Axes<1, 0>>();
}
