//! A slice as a picture: zero and below are black, the greatest value of the volume is white.
//!
//! ```text
//!   slice     to the right   down
//!   x = ..    y              z
//!   y = ..    x              z
//!   z = ..    x              y
//! ```

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use unite::kernel::VoxelGrid;

use crate::arguments::{Size, Slice};
use crate::error::VolumeError;

/// A picture of eight bits per sample.
#[derive(Debug, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) samples: Vec<u8>,
}

/// Draws a plane of the grid, sampled at the integers of the other two axes.
pub(crate) fn drawn(grid: &VoxelGrid, slice: Slice, Size(size): Size) -> Result<Picture, VolumeError> {
    let [right, down] = [[1, 2], [0, 2], [0, 1]][slice.axis];
    let white = grid.values().iter().copied().filter(|value| value.is_finite()).fold(0.0, f32::max);
    let mut picture = Picture { width: size[right], height: size[down], samples: Vec::new() };
    let mut places = vec![[0.0; 3]; size[right]];
    for row in 0..size[down] {
        for (column, place) in places.iter_mut().enumerate() {
            place[slice.axis] = slice.place;
            (place[right], place[down]) = (column as f32, row as f32);
        }
        let row = crate::sampled(grid, &places)?;
        // NaN becomes black.
        picture.samples.extend(row.iter().map(|value| (255.0 * value / white).round() as u8));
    }
    Ok(picture)
}

/// Writes a slice as PNG.
pub(crate) fn write(path: &Path, grid: &VoxelGrid, slice: Slice, size: Size) -> Result<(), VolumeError> {
    let picture = drawn(grid, slice, size)?;
    let file = File::create(path).map_err(|source| VolumeError::File { path: path.to_owned(), source })?;
    let mut file = BufWriter::new(file);
    let failed = |source| VolumeError::Picture { path: path.to_owned(), source };
    // An axis has fewer voxels than `i32::MAX`.
    let mut encoder = png::Encoder::new(&mut file, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&picture.samples).map_err(failed)?;
    writer.finish().map_err(failed)?;
    file.flush().map_err(|source| VolumeError::File { path: path.to_owned(), source })
}
