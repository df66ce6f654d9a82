//! An index cannot be implemented by users: windows rely on its being constant.

use unite::{Dyn, P1, Tuple};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Liar;

impl Tuple for Liar {
    const RANK: usize = 2;
    type Dims = Dyn<2>;
    type Pitches = P1;
    fn entry(&self, _: usize) -> isize {
        std::process::id() as isize
    }
    fn put(&mut self, _: usize, _: isize) {}
    fn splat(_: isize) -> Self {
        Liar
    }
}

fn main() {}
