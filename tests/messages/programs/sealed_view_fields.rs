//! The fields of a view that describe its block cannot be changed by users.

use unite::{Dyn, View};

unite::universe! {
    pub struct Video: 2;
}

fn main() {
    let (few, many) = ([0_u8; 4], [0_u8; 400]);
    let mut view = View::<Video, u8>::over(&many, [0, 0], Dyn([20, 20])).expect("enough memory");
    view.data = &few;
    println!("{view}");
}
