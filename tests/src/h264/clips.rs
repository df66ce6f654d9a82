//! [`Clip`]: pictures to encode, computed or cut from the videos beside the checkout.

use super::streams::shared_video;
use crate::Random;
use codecs::picture::{Layout, PictureError, PixelFormat, Pixels, Plane};
use std::process::Command;

/// The content of a computed clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Independent random samples.
    Noise,
    /// One value per picture and component.
    Flat,
    /// Slowly moving slopes.
    Gradient,
    /// A panning texture, and before it an object that moves in another direction.
    Moving,
    /// The values 0 and 255, alternating by sample and by block.
    Extremes,
    /// One of the other contents in each macroblock.
    Mixed,
}

impl Content {
    /// All contents.
    pub const ALL: [Content; 6] =
        [Content::Noise, Content::Flat, Content::Gradient, Content::Moving, Content::Extremes, Content::Mixed];

    /// Returns the sample of component `c` of picture `t` at luma position `[y, x]`.
    fn sample(self, c: usize, t: usize, [y, x]: [usize; 2]) -> u8 {
        let seed = |y: usize, x: usize| ((c * 4096 + y) * 32768 + x) as u64;
        match self {
            Content::Noise => Random::new(seed(y, x) << 12 | t as u64).bits() as u8,
            Content::Flat => (40 + 13 * t + 50 * c) as u8,
            Content::Gradient => (3 * x + 2 * y + 5 * t + 60 * c).min(255) as u8,
            Content::Moving => {
                let object = x.abs_diff(5 * t % 64) < 9 && y.abs_diff(40 - 3 * t % 40) < 9;
                let (y, x) = if object { (y + 3 * t, 500 + x - 5 * t % 64) } else { (y + 2 * t, x + 3 * t) };
                // Interpolated between four corners of a coarse grid of noise.
                let corner = |j: usize, i: usize| Random::new(seed(y / 8 + j, x / 8 + i)).bits() as usize % 256;
                let (v, u) = (y % 8, x % 8);
                let line = |j: usize| corner(j, 0) * (8 - u) + corner(j, 1) * u;
                ((line(0) * (8 - v) + line(1) * v) / 64) as u8
            }
            Content::Extremes => match (x / 16 + y / 16 + t) % 3 {
                0 => 255 * (Random::new(seed(y, x) << 12 | t as u64).bits() & 1) as u8,
                1 => 255 * (Random::new(seed(y / 4, x / 4) << 12 | t as u64).bits() & 1) as u8,
                _ => 255 * ((x + y + c) % 2) as u8,
            },
            Content::Mixed => {
                let by_place = Random::new(((seed(y / 16, x / 16) % 0x0800_0000) << 8) | (t as u64 / 4)).bits();
                Content::ALL[by_place as usize % 5].sample(c, t, [y, x])
            }
        }
    }
}

/// A sequence of pictures of one size.
#[derive(Clone, Debug)]
pub struct Clip {
    /// The rows and columns of luma.
    pub size: [usize; 2],
    /// `true` for luma only.
    pub monochrome: bool,
    /// The pictures in I420, or luma only; rows without gaps.
    pub frames: Vec<Vec<u8>>,
}

impl Clip {
    /// Returns a computed clip in 4:2:0.
    pub fn new(content: Content, [height, width]: [usize; 2], frames: usize) -> Self {
        let frame = |t: usize| {
            let luma = (0..height * width).map(|k| content.sample(0, t, [k / width, k % width]));
            let (half, rows) = (width.div_ceil(2), height.div_ceil(2));
            let chroma = |c| (0..rows * half).map(move |k| content.sample(c, t, [k / half * 2, k % half * 2]));
            luma.chain([1, 2].into_iter().flat_map(chroma)).collect()
        };
        Clip { size: [height, width], monochrome: false, frames: (0..frames).map(frame).collect() }
    }

    /// Returns the first `frames` pictures of a video beside the checkout, starting at `[y, x]`, both even. If the
    /// video does not exist, prints a line and returns `None`.
    ///
    /// # Panics
    /// If the video has no such pictures.
    pub fn shared(name: &str, [y, x]: [usize; 2], [height, width]: [usize; 2], frames: usize) -> Option<Self> {
        let packed = shared_video(name).and_then(|path| Command::new("xz").arg("-dc").arg(path).output().ok());
        let Some(output) = packed.filter(|output| output.status.success()) else {
            eprintln!("LEFT OUT, no {name} or no xz");
            return None;
        };
        let mut video = y4m::decode(&output.stdout[..]).expect("a first line");
        let (columns, rows) = (video.get_width(), video.get_height());
        assert!(y + height <= rows && x + width <= columns, "{name} is {columns}x{rows}");
        let mut clip = Clip { size: [height, width], monochrome: false, frames: Vec::new() };
        for _ in 0..frames {
            let picture = video.read_frame().expect("as many frames");
            let mut frame = Vec::new();
            for (half, plane) in [(1, picture.get_y_plane()), (2, picture.get_u_plane()), (2, picture.get_v_plane())] {
                let pitch = columns / half;
                let lines = plane.chunks_exact(pitch).skip(y / half).take(height / half);
                frame.extend(lines.flat_map(|line| &line[x / half..][..width / half]));
            }
            clip.frames.push(frame);
        }
        Some(clip)
    }

    /// Returns the clip without chroma.
    pub fn gray(&self) -> Self {
        let [height, width] = self.size;
        let frames = self.frames.iter().map(|frame| frame[..height * width].to_vec()).collect();
        Clip { size: self.size, monochrome: true, frames }
    }

    /// Returns one picture of the clip.
    ///
    /// # Errors
    /// Returns no error if the size is not 0.
    pub fn pixels(&self, n: usize) -> Result<Pixels<'_>, PictureError> {
        let ([height, width], frame) = (self.size, &self.frames[n]);
        if self.monochrome {
            return Pixels::interleaved(frame, width, height, PixelFormat::Gray);
        }
        let (luma, chroma) = frame.split_at(height * width);
        let (cb, cr) = chroma.split_at(chroma.len() / 2);
        let half = width.div_ceil(2);
        let planes = [(luma, width), (cb, half), (cr, half)].map(|(data, pitch)| Plane { data, pitch });
        Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) })
    }
}
