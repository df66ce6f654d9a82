//! The array type of a tile cannot be implemented by users: windows rely on it to hold all samples.

use unite::{Fixed, Nest};

#[derive(Clone, Copy)]
struct Liar;

impl Nest for Liar {
    type Item = u8;
    type Ix = [isize; 2];
    type Extent = Fixed<16, 16>;
    fn blank() -> Self {
        Liar
    }
    fn flat(&self) -> &[u8] {
        &[]
    }
    fn flat_mut(&mut self) -> &mut [u8] {
        &mut []
    }
    fn fill_with(&mut self, _: impl FnMut([isize; 2]) -> u8) {}
}

fn main() {}
