//! A view whose points are fractions of its block's has no windows, such as flags addressed by sample.

use unite::{Block, By, Coarse, Dyn, Inside};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let flags = Block::<Coarse<Video, By<16, 16>>, bool>::new([0, 0], Dyn([4, 4]));
    let by_sample = flags.view().refine::<By<16, 16>>();
    println!("{:?}", by_sample.window::<Inside>().map(|window| window[[17, 3]]));
}
