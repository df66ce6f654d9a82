//! Reads a file into a grid of the voxels beyond a threshold. The file is read line by line, so memory is needed only
//! for these voxels.

use std::io::{self, Read};
use std::path::Path;

use unite::kernel::VoxelGrid;

use crate::arguments::{Kind, Size};
use crate::error::VolumeError;

/// Reads until the buffer is full or the file ends, and returns the number of bytes.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads the voxels of a file whose magnitude is above a threshold.
pub(crate) fn volume(
    file: &mut impl Read,
    path: &Path,
    size: Size,
    kind: Kind,
    threshold: f32,
) -> Result<VoxelGrid, VolumeError> {
    let broken = |found, source| VolumeError::Broken { path: path.to_owned(), found, source };
    let Size([width, height, depth]) = size;
    let needed = (size.voxels() * kind.bytes()) as u64;
    let (mut places, mut values, mut found) = (Vec::new(), Vec::new(), 0);
    let mut line = vec![0; width * kind.bytes()];
    for number in 0..height * depth {
        let count = read_up_to(file, &mut line).map_err(|source| broken(found, source))?;
        found += count as u64;
        if count < line.len() {
            return Err(of_another_size(path, found, size, kind));
        }
        // The size of an axis is less than `i32::MAX`.
        let (y, z) = ((number % height) as i32, (number / height) as i32);
        for (x, voxel) in (0..).zip(line.chunks_exact(kind.bytes())) {
            let value = kind.value(voxel);
            if value.is_nan() || value.abs() > threshold {
                places.push([z, y, x]);
                values.push(value);
            }
        }
    }
    found += io::copy(file, &mut io::sink()).map_err(|source| broken(found, source))?;
    if found != needed {
        return Err(of_another_size(path, found, size, kind));
    }
    Ok(VoxelGrid::from_voxels([depth, height, width], 1, &places, &values)?)
}

/// Returns the error for a file of another size.
fn of_another_size(path: &Path, found: u64, size: Size, kind: Kind) -> VolumeError {
    let needed = (size.voxels() * kind.bytes()) as u64;
    VolumeError::Size { path: path.to_owned(), found, size: size.to_string(), bytes: kind.bytes(), needed }
}
