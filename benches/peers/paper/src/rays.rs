//! Samples of a sparse grid of voxels along the rays of a picture.
//!
//! ```text
//! stripe N     the rays of a stripe of the picture
//! loops N      the first `SOME` of them, by the program of the paper; milliseconds are scaled to all
//! write        the samples of the last stripe, to out.f32
//! ```

use unite::kernel::VoxelGrid;
use unite::kernel::trilinear::Ray;

use crate::{Answer, Folder, Outcome, programs, serve, timed, unknown, word};

/// The number of rays of a stripe that are sampled by the program.
const SOME: usize = 64;

pub fn run(folder: &Folder) -> Outcome<()> {
    let sizes: Vec<[i32; 4]> = folder.tuples("sizes.i32", i32::from_le_bytes)?;
    let &[[size, channels, stripe, count]] = &sizes[..] else { return Err("sizes.i32 has four numbers".into()) };
    let [size, channels, stripe, count] = [size, channels, stripe, count].map(|number| number as usize);
    let places = folder.tuples("places.i32", i32::from_le_bytes)?;
    let values = folder.numbers("values.f32", f32::from_le_bytes)?;
    let lines: Vec<[f32; 6]> = folder.tuples("rays.f32", f32::from_le_bytes)?;
    let ray = |&[x, y, z, dx, dy, dz]: &[f32; 6]| Ray { origin: [x, y, z], step: [dx, dy, dz], count };
    let rays: Vec<Ray> = lines.iter().map(ray).collect();
    let (build_ms, grid) = timed(|| VoxelGrid::from_voxels([size; 3], channels, &places, &values));
    let grid = grid?;
    let cells = grid.to_cells()?;
    let mut last = Vec::new();
    serve(build_ms, |line| {
        if line == "write" {
            folder.write("out.f32", &last)?;
            return Ok(Answer { ms: 0.0, found: last.len() });
        }
        let rays = rays.chunks(stripe).nth(word(line, 1)?).ok_or_else(|| unknown(line))?;
        if line.starts_with("loops") {
            // The rays are spread over the stripe.
            let some: Vec<Ray> = rays.iter().copied().step_by(rays.len() / SOME).collect();
            let (ms, sampled) = timed(|| programs::sample(&cells, &some, channels));
            return Ok(Answer { ms: ms * rays.len() as f64 / some.len() as f64, found: sampled? });
        }
        last = Vec::new();
        // A new array each time, as for the peers.
        let (ms, sampled) = timed(|| {
            let mut out = vec![0.0; rays.len() * count * channels];
            grid.sample_rays(rays, &mut out).map(|()| out)
        });
        last = sampled?;
        Ok(Answer { ms, found: last.len() })
    })
}
