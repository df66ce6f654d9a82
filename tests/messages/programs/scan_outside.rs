//! A constant order stays inside the window.

use unite::{Inside, Scan, Tile};

unite::universe! {
    pub struct Video: 2;
}

struct Diagonal;

impl Scan<4> for Diagonal {
    const ORDER: [[isize; 2]; 4] = [[0, 0], [1, 1], [2, 2], [3, 3]];
}

fn main() {
    let tile = Tile::<Video, [[u8; 4]; 2]>::at([0, 0]);
    let window = tile.view().window::<Inside>().expect("a tile is inside of itself");
    println!("{:?}", window.scan::<Diagonal, 4>());
}
