//! A block of constant extent is not cut into bands.

use unite::{Block, Fixed};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let mut mb = Block::<Video, u8, Fixed<16, 16>>::new([0, 0], Fixed);
    for mut band in mb.view_mut().bands(4) {
        band.fill_with(|_| 1);
    }
}
