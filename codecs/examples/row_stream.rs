//! Encodes a picture that is never in memory as a whole. Rows are pushed as they are computed, and bytes are written as
//! they are ready.
//!
//! 4,000 columns and 60,000 rows of RGB are 720 MB; the encoder keeps only the rows of one row of MCUs.
//!
//! Run `cargo run --release --example row_stream tall.jpg`; without a file name it only counts the bytes.

use codecs::jpeg::Restart;
use codecs::jpeg::baseline::{Options, RowEncoder};
use codecs::picture::PixelFormat;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};

const WIDTH: usize = 4_000;
const HEIGHT: usize = 60_000;

fn main() -> Result<(), Box<dyn Error>> {
    let sink: Box<dyn Write> = match std::env::args().nth(1) {
        Some(path) => Box::new(BufWriter::new(File::create(path)?)),
        None => Box::new(io::sink()),
    };
    let mut options = Options::new(85)?;
    // Decoders can start in the middle, and a damaged row of MCUs does not affect the next.
    options.restart = Restart::Rows(1);
    options.metadata.comments.push(b"rows as they come".to_vec());

    let mut encoder = RowEncoder::new(WIDTH, HEIGHT, PixelFormat::Rgb, options, Counting { sink, bytes: 0 })?;
    let mut row = vec![0; 3 * WIDTH];
    for y in 0..HEIGHT {
        paint(y, &mut row);
        encoder.push(&row)?;
    }
    let mut counting = encoder.finish()?;
    counting.flush()?;
    println!("{WIDTH}x{HEIGHT}: {} MB of pixels, {} bytes of JPEG", (3 * WIDTH * HEIGHT) >> 20, counting.bytes);
    Ok(())
}

/// Draws row `y` of colour bands that drift to the right.
fn paint(y: usize, row: &mut [u8]) {
    for (x, pixel) in row.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let wave = ((x + y / 3) % 512) as i32 - 256;
        *pixel = [(wave.unsigned_abs() / 2) as u8, (y * 255 / HEIGHT) as u8, (x * 255 / WIDTH) as u8];
    }
}

/// Passes bytes on and counts them.
struct Counting {
    sink: Box<dyn Write>,
    bytes: u64,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
