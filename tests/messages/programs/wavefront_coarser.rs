//! The space of a stage of a wavefront is not coarser than the grid.

use unite::locate::wavefront::{Stage, Wavefront};
use unite::{Around, By, Coarse, Fixed, Window};

unite::universe! {
    pub struct Luma: 2;
}

type Mbs = Coarse<Luma, By<16, 16>>;

struct Intra;

impl Stage for Intra {
    type Window<'a> = Window<'a, Luma, u8, Fixed<16, 16>, Around<1, 1, 0, 8>>;
}

struct Smooth;

impl Stage for Smooth {
    type Window<'a> = Window<'a, Coarse<Mbs, By<2, 2>>, u8, Fixed<1, 1>, Around<1, 1>>;
}

const LAG: usize = Wavefront::<(Intra, Smooth), Mbs>::LAG;

fn main() {
    println!("{LAG}");
}
