//! An order of axes cannot be implemented by users.

use unite::Order;

#[derive(Clone, Copy)]
struct Liar;

impl Order for Liar {
    const LEN: usize = 2;
    const AXES: [usize; 4] = [0, 0, 0, 0];
}

fn main() {}
