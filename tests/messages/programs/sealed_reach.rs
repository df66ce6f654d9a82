//! A reach cannot be written by users: windows believe it.

use unite::Reach;

#[derive(Clone, Copy)]
struct Liar;

impl Reach for Liar {
    const BEFORE: [usize; 2] = [usize::MAX, 0];
    const AFTER: [usize; 2] = [0, 0];
}

fn main() {}
