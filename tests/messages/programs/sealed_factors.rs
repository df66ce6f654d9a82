//! Factors cannot be implemented by users.

use unite::Factors;

#[derive(Clone, Copy)]
struct Liar;

impl Factors for Liar {
    const LEN: usize = 2;
    const FACTORS: [isize; 4] = [-1, -1, 0, 0];
}

fn main() {}
