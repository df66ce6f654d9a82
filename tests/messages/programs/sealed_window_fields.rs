//! A window can be made only by its proof.

use unite::{Dyn, Inside, View};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let samples = [0_u8; 400];
    let view = View::<Video, u8>::over(&samples, [0, 0], Dyn([20, 20])).expect("enough memory");
    let mut window = view.window::<Inside>().expect("inside of the samples");
    window.extent = Dyn([40, 40]);
    println!("{}", window[[39, 39]]);
}
