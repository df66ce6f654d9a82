//! A space cannot be implemented by users: windows rely on its frame.

use unite::{Frame, Space};

unite::universe! {
    pub struct Video: 2;
}

#[derive(Clone, Copy)]
struct Liar;

impl Space for Liar {
    type Universe = Video;
    type Ix = [isize; 2];
    const FRAME: Frame = Frame::root(1);
}

fn main() {}
