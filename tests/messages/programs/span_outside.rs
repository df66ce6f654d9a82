//! A span lies inside the window and its reach.

use unite::{Around, Fixed, Window};

unite::universe! {
    pub struct Video: 2;
}

/// Six samples that start two to the left, in a window that reaches one to the left.
fn six(window: Window<'_, Video, u8, Fixed<4, 4>, Around<1, 1>>) -> u32 {
    window.span::<-2, 6>(0).iter().copied().map(u32::from).sum()
}

fn main() {
    let picture = unite::Block::<Video, u8>::new([0, 0], unite::Dyn([64, 64]));
    let mb = picture.view().partition([4, 4], Fixed);
    println!("{:?}", mb.window().map(six));
}
