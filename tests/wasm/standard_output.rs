//! Encoding of a scene to standard output. It needs no files, threads and clocks, so that it runs on WebAssembly.
//!
//! `tests/wasm/run` compares the bytes of a build for WebAssembly with those of a native one.

use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use codecs::{h264, jpeg};
use std::error::Error;
use std::io::{self, Write};

const WIDTH: usize = 333;
const HEIGHT: usize = 222;
const PICTURES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let format = std::env::args().nth(1).unwrap_or_default();
    let mut bytes = Vec::new();
    match format.as_str() {
        "jpeg" => {
            let rgb = scene(0, 3);
            let pixels = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
            jpeg::baseline::encode(&pixels, &jpeg::baseline::Options::new(85)?, &mut bytes)?;
        }
        "lossless" => {
            let rgb = scene(0, 3);
            let pixels = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
            jpeg::lossless::encode(&pixels, &jpeg::lossless::Options::default(), &mut bytes)?;
        }
        "h264" => {
            let (width, height) = (WIDTH & !1, HEIGHT & !1);
            let mut session = h264::Session::new(h264::Options::new(width, height))?;
            for time in 0..PICTURES {
                let [y, cb, cr] = [0, 1, 2].map(|_| scene(time, 1));
                let plane = |data, pitch| Plane { data, pitch };
                let planes = [plane(&y[..], WIDTH), plane(&cb[..], WIDTH), plane(&cr[WIDTH..], WIDTH)];
                let pixels = Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) })?;
                session.push(&pixels)?.iter().for_each(|unit| bytes.extend(unit.byte_stream()));
            }
        }
        _ => return Err("usage: standard_output jpeg|lossless|h264".into()),
    }
    io::stdout().write_all(&bytes)?;
    Ok(())
}

/// Returns growing rings and constant grain, with the given number of bytes per pixel. Only integers are used: sines
/// differ between the libraries of machines.
fn scene(time: usize, bytes: usize) -> Vec<u8> {
    let sample = |n: usize| {
        let (x, y, c) = (n / bytes % WIDTH, n / bytes / WIDTH, n % bytes);
        let ring = (x.abs_diff(WIDTH / 2).pow(2) + y.abs_diff(HEIGHT / 3).pow(2)) / (24 + 8 * time + 5 * c);
        let grain = (x * 7 + y * 13 + (x * y) % 11) % 16;
        (ring.abs_diff(ring / 256 * 256 + 128) + grain) as u8
    };
    (0..WIDTH * HEIGHT * bytes).map(sample).collect()
}
