//! The parameters of a frame are changed by its operations alone.

use unite::Frame;

fn main() {
    let mut frame = Frame::root(2);
    frame.axis = [0, 0, 0, 0];
    println!("{frame}");
}
