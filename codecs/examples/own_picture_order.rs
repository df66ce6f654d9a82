//! An own order of pictures: key pictures, the number of references of each, and its loop filter.
//!
//! `cargo run --release -p codecs --example own_picture_order`

use codecs::h264::{Deblocking, EntropyCoding, H264Error, Options, Request, Session};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// Returns the request for a picture: every fourth may use four references, the others the last picture alone. Every
/// sixteenth is a key picture. Every fourth is filtered less, since later pictures refer to it for longer.
fn request(time: u32) -> Request {
    let is_base = time.is_multiple_of(4);
    Request::default()
        .with_key_picture(time.is_multiple_of(16))
        .with_references(Some(if is_base { 4 } else { 1 }))
        .with_deblocking(Some(Some(if is_base { Deblocking::new(-2, -2) } else { Deblocking::new(0, 0) })))
}

fn main() -> Result<(), H264Error> {
    for entropy_coding in [EntropyCoding::Cavlc, EntropyCoding::Cabac] {
        let options = Options::new(WIDTH, HEIGHT).with_references(4).with_entropy_coding(entropy_coding);
        for (name, own) in [("the encoder's order", false), ("an own order", true)] {
            let mut session = Session::new(options.clone())?;
            let (mut scene, mut bytes, mut key_pictures) = (Scene::new(), 0, 0);
            for time in 0..24 {
                let request = if own { request(time) } else { Request::default() };
                for unit in session.push_with(&scene.picture(time, 1.25, 0.5)?, &request)? {
                    bytes += unit.byte_stream().len();
                    key_pictures += usize::from(unit.is_idr);
                }
            }
            println!("{entropy_coding:?}, {name}: {bytes} bytes, {key_pictures} key pictures");
        }
    }
    Ok(())
}
