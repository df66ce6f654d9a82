//! Samples of raw volumes: the value between voxels, at places, along rays, and on a slice.
//!
//! Section: "The Continuous Tensor Abstraction", Fig. 23. A volume is read voxel by voxel, and only voxels beyond a
//! threshold are stored: in a scan of a head with its vessels, some 4 %. [`VoxelGrid`] samples the resulting grid.
//! Voxel (x, y, z) of a raw file lies at these integers; between voxels the value is interpolated, and beyond the last
//! ones it falls to zero.
//!
//! ```text
//!   FILE  --read-->  full voxels  --build-->  VoxelGrid  --sample-->  lines of text, or a picture
//! ```
//!
//! `cargo run --release -p unite --example volume -- FILE --size 256x242x154 --type u8 [--threshold 32] \
//!  [--at 100,90.5,77]... [--ray 0,90,77:0.5,0,0:512]... [--slice z=77.5 --picture SLICE.png]`
//!
//! The size is that of x, y and z, and x is the fastest axis of the file. The file may be compressed as gz or xz, and
//! `-` is standard input. Each sample is a line: x, y and z, a tab, the value. The example leaves out headers, which
//! the file must not have, and colours.

#[path = "volume/arguments.rs"]
mod arguments;
#[path = "volume/error.rs"]
mod error;
#[path = "volume/picture.rs"]
mod picture;
#[path = "volume/read.rs"]
mod read;
mod unpack;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use error::VolumeError;
use unite::kernel::VoxelGrid;

/// Converts a place of the volume, x first, to the axis order of the grid's tensor, whose last axis is the fastest.
fn axes([x, y, z]: [f32; 3]) -> [f32; 3] {
    [z, y, x]
}

/// Returns the values of a grid at some places.
fn sampled(grid: &VoxelGrid, places: &[[f32; 3]]) -> Result<Vec<f32>, VolumeError> {
    let places: Vec<[f32; 3]> = places.iter().map(|&place| axes(place)).collect();
    let mut values = vec![0.0; places.len()];
    grid.sample_into(&places, &mut values)?;
    Ok(values)
}

/// The number of samples that are taken before they are written.
const BLOCK: usize = 4096;

/// Writes a line for each sample.
fn write_samples(
    out: &mut impl Write,
    grid: &VoxelGrid,
    mut places: impl Iterator<Item = [f32; 3]>,
) -> Result<(), VolumeError> {
    loop {
        let block: Vec<[f32; 3]> = places.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            return Ok(());
        }
        for ([x, y, z], value) in block.iter().zip(sampled(grid, &block)?) {
            writeln!(out, "{x},{y},{z}\t{value}").map_err(VolumeError::Output)?;
        }
    }
}

/// Answers all queries; without a query, prints the number of full voxels.
fn answer(arguments: &Arguments, out: &mut impl Write) -> Result<(), VolumeError> {
    if let Some(slice) = arguments.slice {
        slice.check(arguments.size)?;
    }
    let input = |source| VolumeError::File { path: arguments.file.clone(), source };
    let mut file = unpack::open(&arguments.file).map_err(input)?;
    let grid = read::volume(&mut file, &arguments.file, arguments.size, arguments.kind, arguments.threshold)?;
    if arguments.asks_nothing() {
        let (full, all) = (grid.voxels(), arguments.size.voxels());
        let share = 100.0 * full as f64 / all as f64;
        writeln!(out, "{full} of {all} voxels are full: {share:.1} %").map_err(VolumeError::Output)?;
    }
    write_samples(out, &grid, arguments.at.iter().copied())?;
    for ray in &arguments.ray {
        write_samples(out, &grid, (0..ray.count).map(|t| ray.place(t)))?;
    }
    if let (Some(slice), Some(path)) = (arguments.slice, &arguments.picture) {
        picture::write(path, &grid, slice, arguments.size)?;
    }
    out.flush().map_err(VolumeError::Output)
}

fn main() -> ExitCode {
    let result = answer(&Arguments::parse(), &mut BufWriter::new(io::stdout().lock()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it; this is not an error.
        Err(VolumeError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("volume: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
#[path = "volume/tests.rs"]
mod tests;
