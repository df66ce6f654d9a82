//! An extent that ignores the dimensions it is given cannot be implemented by users.

use unite::RunTimeExtent;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Liar;

impl RunTimeExtent for Liar {
    fn empty() -> Self {
        Liar
    }
    fn set_dim(&mut self, _: usize, _: usize) {}
}

fn main() {}
