//! A scene to encode: waves that a moving camera films.

use codecs::picture::{Layout, PictureError, Pixels, Plane};

/// Columns of a picture.
pub(crate) const WIDTH: usize = 352;
/// Rows of a picture.
pub(crate) const HEIGHT: usize = 288;

/// The scene, with the samples of the picture drawn last.
pub(crate) struct Scene {
    luma: Vec<u8>,
    chroma: [Vec<u8>; 2],
}

impl Scene {
    /// Returns a scene without a picture.
    pub(crate) fn new() -> Self {
        let chroma = || vec![128; WIDTH * HEIGHT / 4];
        Scene { luma: vec![0; WIDTH * HEIGHT], chroma: [chroma(), chroma()] }
    }

    /// Draws the picture at a time, with a camera that moves by `dx` and `dy` samples per picture.
    pub(crate) fn picture(&mut self, time: u32, dx: f64, dy: f64) -> Result<Pixels<'_>, PictureError> {
        let (left, top) = (f64::from(time) * dx, f64::from(time) * dy);
        for (n, sample) in self.luma.iter_mut().enumerate() {
            let (x, y) = ((n % WIDTH) as f64 + left, (n / WIDTH) as f64 + top);
            let waves = (x / 17.0).sin() * (y / 11.0).cos() * 60.0 + ((x + 2.0 * y) / 5.0).sin() * 12.0;
            *sample = (128.0 + waves) as u8;
        }
        for (c, plane) in self.chroma.iter_mut().enumerate() {
            for (n, sample) in plane.iter_mut().enumerate() {
                let (x, y) = ((2 * (n % (WIDTH / 2))) as f64 + left, (2 * (n / (WIDTH / 2))) as f64 + top);
                let wave = if c == 0 { (x / 40.0).sin() } else { (y / 40.0).cos() };
                *sample = (128.0 + 30.0 * wave) as u8;
            }
        }
        let plane = |data, pitch| Plane { data, pitch };
        let [cb, cr] = &self.chroma;
        let planes = [plane(&self.luma[..], WIDTH), plane(&cb[..], WIDTH / 2), plane(&cr[..], WIDTH / 2)];
        Pixels::new(WIDTH, HEIGHT, Layout::Planar { planes, subsampling: (2, 2) })
    }
}
