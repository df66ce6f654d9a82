//! Key pictures where the scene cuts, found before a picture is encoded.
//!
//! `cargo run --release -p codecs --example own_key_pictures`

use codecs::h264::{H264Error, Options, Request, Session};
use codecs::picture::{Layout, Pixels};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// Returns the mean brightness of each 16 x 16 block of a picture.
fn means(picture: &Pixels<'_>) -> Vec<f64> {
    let Layout::Planar { planes: [luma, ..], .. } = picture.layout() else { return Vec::new() };
    let sum = |y: usize, x: usize| {
        (0..16).flat_map(|row| &luma.data[(y + row) * luma.pitch + x..][..16]).map(|&s| f64::from(s)).sum::<f64>()
    };
    let places = (0..HEIGHT / 16).flat_map(|y| (0..WIDTH / 16).map(move |x| (16 * y, 16 * x)));
    places.map(|(y, x)| sum(y, x) / 256.0).collect()
}

fn main() -> Result<(), H264Error> {
    let mut scene = Scene::new();
    for (name, finds_cuts) in [("every 250 pictures", false), ("and at cuts", true)] {
        let mut session = Session::new(Options::new(WIDTH, HEIGHT))?;
        let (mut before, mut bytes, mut keys) = (Vec::new(), 0, Vec::new());
        for time in 0..40 {
            // Two cameras, 13 pictures each in turn.
            let picture = scene.picture(time + 500 * (time / 13 % 2), 1.5, 0.5)?;
            let now = means(&picture);
            let change =
                now.iter().zip(&before).map(|(a, b): (&f64, &f64)| (a - b).abs()).sum::<f64>() / now.len() as f64;
            before = now;
            let request = Request::default().with_key_picture(finds_cuts && change > 20.0);
            for unit in session.push_with(&picture, &request)? {
                bytes += unit.byte_stream().len();
                keys.extend(unit.is_idr.then_some(unit.display));
            }
        }
        println!("{name}: {bytes} bytes, key pictures {keys:?}");
    }
    Ok(())
}
