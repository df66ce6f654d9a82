//! An extent is halved where each dimension is a power of two above 1.

use unite::{Fixed, Half, Window};

unite::universe! {
    pub struct Video: 2;
}

fn halves(_: Window<'_, Video, u8, Half<Fixed<12, 16>>>) {}

fn main() {}
