//! A function that colocates a place of any kind states the universe of the place.

use unite::{Place, View};

unite::universe! {
    pub struct Video: 2;
}

fn there<P: Place>(picture: View<'_, Video, u8>, place: &P) -> usize {
    picture.under(place).dims().0[0]
}

fn main() {}
