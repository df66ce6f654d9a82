//! Clips for measurements of the H.264 encoder: a drawn one, and those in YUV4MPEG2 files.

use crate::input::Noise;
use codecs::picture::{Layout, PictureError, Pixels, Plane};
use std::error::Error;
use std::io::Read;

/// Drawn pictures of 8 bits in 4:2:0.
#[derive(Clone, Debug)]
pub struct Clip {
    /// The number of columns of luma.
    pub width: usize,
    /// The number of rows of luma.
    pub height: usize,
    /// The samples of each picture: Y, Cb, Cr.
    pictures: Vec<[Vec<u8>; 3]>,
}

impl Clip {
    /// Returns six pictures of 160 by 128: a panning texture with an object that moves otherwise, a still part, and noise.
    pub fn drawn() -> Self {
        let (width, height) = (160, 128);
        let mut noise = Noise(7);
        let mut draw = |time: usize, chroma: usize, scale: usize| {
            let at = move |y: usize, x: usize| {
                let (y, x, t) = ((y * scale) as f32, (x * scale) as f32, time as f32);
                let object = (y - 60.0 - 1.5 * t).abs() < 18.0 && (x - 40.0 - 3.25 * t).abs() < 22.0;
                let (u, v) = match (object, x < 32.0) {
                    (true, _) => (0.9 * (x - 3.25 * t), 0.6 * (y - 1.5 * t)),
                    (_, true) => (0.3 * x, 0.25 * y),
                    _ => (0.21 * (x - 1.75 * t), 0.17 * (y + 0.5 * t)),
                };
                120.0 + 45.0 * (u + 0.6 * v + chroma as f32).sin() + 30.0 * (1.3 * v - 0.4 * u).cos()
            };
            let places = (0..height / scale).flat_map(|y| (0..width / scale).map(move |x| (y, x)));
            places.map(|(y, x)| at(y, x) as u8 + (noise.next().unwrap_or(0) % 4) as u8).collect()
        };
        let pictures = (0..6).map(|time| [draw(time, 0, 1), draw(time, 1, 2), draw(time, 2, 2)]).collect();
        Clip { width, height, pictures }
    }

    /// Calls a function with each picture.
    ///
    /// # Errors
    /// The first one of the function.
    pub fn for_each(
        &self,
        mut code: impl FnMut(&Pixels<'_>) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        self.pictures.iter().try_for_each(|[y, cb, cr]| code(&pixels([y, cb, cr], self.width, self.height)?))
    }
}

/// A YUV4MPEG2 file of 8 bits in 4:2:0, whose pictures are read one after the other.
pub struct ClipFile<R: Read> {
    decoder: y4m::Decoder<R>,
    /// The number of columns of luma.
    pub width: usize,
    /// The number of rows of luma.
    pub height: usize,
}

impl<R: Read> ClipFile<R> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// [`y4m::Error`], if the file is no such video.
    pub fn open(file: R) -> Result<Self, y4m::Error> {
        let decoder = y4m::decode(file)?;
        Ok(ClipFile { width: decoder.get_width(), height: decoder.get_height(), decoder })
    }

    /// Calls a function with each of at most `frames` pictures. They are not copied, so that what is counted is the function.
    ///
    /// # Errors
    /// The first one of the function, or [`y4m::Error`] if the file is cut.
    pub fn for_each(
        &mut self,
        frames: usize,
        mut code: impl FnMut(&Pixels<'_>) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        for _ in 0..frames {
            match self.decoder.read_frame() {
                Ok(frame) => {
                    let planes = [frame.get_y_plane(), frame.get_u_plane(), frame.get_v_plane()];
                    code(&pixels(planes, self.width, self.height)?)?;
                }
                Err(y4m::Error::EOF) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// Returns the planes of a picture in 4:2:0 as a picture.
fn pixels([y, cb, cr]: [&[u8]; 3], width: usize, height: usize) -> Result<Pixels<'_>, PictureError> {
    let half = width.div_ceil(2);
    let plane = |data, pitch| Plane { data, pitch };
    let planes = [plane(y, width), plane(cb, half), plane(cr, half)];
    Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) })
}
