//! The stages of a wavefront read places of its own universe.

use unite::locate::wavefront::{Stage, Wavefront};
use unite::{Around, By, Coarse, Fixed, Window};

unite::universe! {
    pub struct Luma: 2;
    pub struct Atlas: 2;
}

struct Elsewhere;

impl Stage for Elsewhere {
    type Window<'a> = Window<'a, Atlas, u8, Fixed<16, 16>, Around<1, 1>>;
}

fn main() {
    println!("{}", Wavefront::<(Elsewhere,), Coarse<Luma, By<16, 16>>>::LAG);
}
