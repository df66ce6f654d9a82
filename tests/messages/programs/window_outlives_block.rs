//! A window does not outlive its block.

use unite::{Block, Dyn, Fixed, Window};

unite::universe! {
    pub struct Video: 2;
}

fn corner() -> Window<'static, Video, u8, Fixed<4, 4>> {
    let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    picture.view().partition([0, 0], Fixed).window().expect("inside of the picture")
}

fn main() {
    println!("{}", corner()[[0, 0]]);
}
