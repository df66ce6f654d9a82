//! The parameters of a frame can be changed only by its operations.

use unite::Frame;

fn main() {
    let mut frame = Frame::root(2);
    frame.axis = [0, 0, 0, 0];
    println!("{frame}");
}
