//! [`Picture`]: the samples to encode.

use std::path::Path;

/// A picture of 8-bit RGB.
pub struct Picture {
    /// The name of the file, without folder and ending.
    pub name: String,
    /// The samples, row by row.
    pub rgb: Vec<u8>,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Picture {
    /// Reads a picture; of one with more than `most` columns or rows, the middle.
    pub fn read(path: &str, most: u32) -> Self {
        let mut reader =
            image::ImageReader::open(path).expect("the picture opens").with_guessed_format().expect("it reads");
        reader.no_limits();
        let whole = reader.decode().expect("the picture decodes").into_rgb8();
        let (width, height) = (whole.width().min(most), whole.height().min(most));
        let (x, y) = ((whole.width() - width) / 2, (whole.height() - height) / 2);
        let rgb = image::imageops::crop_imm(&whole, x, y, width, height).to_image().into_raw();
        let name = Path::new(path).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        Picture { name, rgb, width: width as usize, height: height as usize }
    }

    /// Returns JFIF's luma of each pixel of samples in the layout of [`rgb`](Picture::rgb).
    pub fn luma(rgb: &[u8]) -> Vec<f32> {
        let weighted = |&[r, g, b]: &[u8; 3]| 0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b);
        rgb.as_chunks().0.iter().map(weighted).collect()
    }
}
