//! The data of a view are a slice.

use unite::Data;

struct Liar;

impl Data for Liar {
    type Item = u8;
    fn items(&self) -> &[u8] {
        &[]
    }
}

fn main() {}
