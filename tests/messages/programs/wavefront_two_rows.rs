//! A stage of a wavefront reads one row above, not two.

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
    type Window<'a> = Window<'a, Luma, u8, Fixed<16, 16>, Around<17, 1>>;
}

const LAG: usize = Wavefront::<(Intra, Smooth), Mbs>::LAG;

fn main() {
    println!("{LAG}");
}
