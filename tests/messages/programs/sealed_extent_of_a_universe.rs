//! The declaration of a universe does not open other sealed traits.

use unite::{Extent, P1};

unite::universe! {
    struct Liar: 1;
}

impl Extent for Liar {
    const RANK: usize = 2;
    type Pitches = P1;
    const STATIC: [usize; 4] = [0; 4];
    fn dim(&self, _: usize) -> usize {
        std::process::id() as usize
    }
}

fn main() {}
