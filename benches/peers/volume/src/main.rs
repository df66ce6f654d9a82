//! Trilinear sampling by this library, for the measurement against torch.
//!
//! `volume.py` writes the voxels and the samples into a folder, starts this program, and alternates between a run of a
//! task here and a run of its own: it sends a line with the name of the task on standard input, and gets a line with
//! milliseconds of CPU time on standard output. `write FILE` writes the samples of the last task.

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

use cpu_time::ThreadTime;
use unite::kernel::VoxelGrid;
use unite::kernel::trilinear::Ray;
use unite::level::{Dense, Element, Piecewise};
use unite::loops;

/// The number of channels of a voxel.
const CHANNELS: usize = 28;

fn numbers<T, const N: usize>(path: &Path, number: impl Fn([u8; N]) -> T) -> Result<Vec<T>, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect())
}

fn triples<T: Copy>(list: &[T]) -> Vec<[T; 3]> {
    list.as_chunks::<3>().0.to_vec()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: peers-volume FOLDER, which volume.py writes")?;
    let folder = Path::new(&folder);
    let size = numbers(&folder.join("size.i32"), i32::from_le_bytes)?[0] as usize;
    let places = triples(&numbers(&folder.join("places.i32"), i32::from_le_bytes)?);
    let values = numbers(&folder.join("values.f32"), f32::from_le_bytes)?;
    let points = triples(&numbers(&folder.join("points.f32"), f32::from_le_bytes)?);
    let rays: Vec<Ray> = triples(&numbers(&folder.join("rays.f32"), f32::from_le_bytes)?)
        .chunks_exact(2)
        .map(|ray| Ray { origin: ray[0], step: ray[1], count: points.len() })
        .collect();
    let rays: Vec<Ray> = rays.iter().map(|&ray| Ray { count: points.len() / rays.len(), ..ray }).collect();
    let build = || VoxelGrid::from_voxels([size; 3], CHANNELS, &places, &values);
    let grid = build()?;
    let mut out = vec![[0.0f32; CHANNELS]; points.len()];
    let mut gradient = vec![0.0f32; grid.values().len()];
    let mut slopes = vec![[0.0f32; 3]; points.len()];
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if let Some(path) = line.strip_prefix("write ") {
            let bytes: Vec<u8> = out.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect();
            std::fs::write(path, bytes)?;
            println!("0");
            continue;
        }
        let start = ThreadTime::now();
        match line.as_str() {
            "build" => drop(build()?),
            "random" => grid.sample(&points, &mut out)?,
            "random, channels at run time" => grid.sample_into(&points, out.as_flattened_mut())?,
            "rays" => grid.sample_rays(&rays, out.as_flattened_mut())?,
            "gradient of places" => grid.place_gradient(&points, out.as_flattened(), &mut slopes)?,
            "gradient of voxels" => grid.scatter(&points, out.as_flattened(), &mut gradient)?,
            "loops, 10000 samples" => {
                let cells = grid.to_cells()?;
                let start = ThreadTime::now();
                let some = &points[..10_000];
                let format = Dense::new(0..10_000i64, Dense::new(0..CHANNELS as i64, Element::new(0.0f32))?)?;
                let mut sampled = Piecewise::declare(format);
                for (t, &[x, y, z]) in some.iter().enumerate() {
                    let (t, [x, y, z]) = (t as i64, [x, y, z].map(f64::from));
                    loops! {
                        for i=0:1 for j=0:1 for k=0:1 for c=0:27
                            sampled[t, c] += cells[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
                    }?;
                }
                println!("{}", start.elapsed().as_secs_f64() * 1e3);
                std::io::stdout().flush()?;
                continue;
            }
            other => return Err(format!("no task is called `{other}`").into()),
        }
        println!("{}", start.elapsed().as_secs_f64() * 1e3);
        std::io::stdout().flush()?;
    }
    Ok(())
}
