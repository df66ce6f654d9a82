//! Runs layers for `compare.py`. It writes their input to a folder, then runs one layer for each line that it reads.
//!
//! ```text
//! search C    points to cells, balls, layer     -> CPU time in ms
//! given C     layer, with lists of neighbours   -> CPU time in ms
//! ball C      points to lists of neighbours     -> CPU time in ms
//! write C     the result of `search C`, to out_C.f32
//! ```

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::path::Path;

use rustix::time::{ClockId, clock_gettime};
use unite::kernel::{NeighbourLists, PointConv};

const POINTS: usize = 4096;
const NEIGHBOURS: f64 = 24.0;
const KERNEL_POINTS: usize = 15;
const CHANNELS: [usize; 3] = [16, 64, 256];

/// A random generator of numbers in the unit interval, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn list(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| (2.0 * self.next() - 1.0) * scale).collect()
    }
}

/// Returns a radius with about `NEIGHBOURS` neighbours on average, including the point itself, at which no distance of
/// two points is within rounding of the radius.
fn radius_of(points: &[[f32; 3]]) -> Result<f32, Box<dyn Error>> {
    let count = |radius| NeighbourLists::search(points, points, radius).map(|found| found.stored());
    let (mut low, mut high) = (0.0f32, 1.0f32);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        if (count(middle)? as f64) < NEIGHBOURS * points.len() as f64 { low = middle } else { high = middle }
    }
    while count(high * (1.0 - 2e-6))? != count(high * (1.0 + 2e-6))? {
        high *= 1.0 + 4e-6;
    }
    Ok(high)
}

/// Returns the centre, and points evenly spread over a sphere around it.
fn kernel_of(radius: f32) -> Vec<[f32; 3]> {
    let shell = KERNEL_POINTS - 1;
    let turn = std::f32::consts::PI * (3.0 - 5f32.sqrt());
    let on_shell = |k: usize| {
        let z = 1.0 - (2 * k + 1) as f32 / shell as f32;
        let ring = (1.0 - z * z).sqrt();
        let (sin, cos) = (turn * k as f32).sin_cos();
        [ring * cos, ring * sin, z].map(|place| place * 0.66 * radius)
    };
    std::iter::once([0.0; 3]).chain((0..shell).map(on_shell)).collect()
}

fn write(folder: &Path, name: &str, numbers: &[f32]) -> std::io::Result<()> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    std::fs::write(folder.join(name), bytes)
}

fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: peers-pointconv <folder>")?;
    let folder = Path::new(&folder);
    let mut random = Random(8);
    let points: Vec<[f32; 3]> = (0..POINTS).map(|_| [random.next(), random.next(), random.next()]).collect();
    let radius = radius_of(&points)?;
    let (sigma, kernel) = (0.48 * radius, kernel_of(radius));
    write(folder, "points.f32", points.as_flattened())?;
    write(folder, "kernel.f32", kernel.as_flattened())?;
    write(folder, "lengths.f32", &[radius, sigma])?;
    let mut layers = Vec::new();
    for channels in CHANNELS {
        let weights = random.list(KERNEL_POINTS * channels * channels, 1.0 / (channels as f32).sqrt());
        let features = random.list(POINTS * channels, 1.0);
        write(folder, &format!("weights_{channels}.f32"), &weights)?;
        write(folder, &format!("features_{channels}.f32"), &features)?;
        let layer = PointConv::new(radius, sigma, &kernel, [channels, channels], weights)?;
        layers.push((channels, layer, features));
    }
    let neighbours = NeighbourLists::search(&points, &points, radius)?;
    println!("ready {}", neighbours.stored() as f64 / POINTS as f64);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (what, channels) = line.split_once(' ').ok_or("a line needs a word and a number")?;
        let channels: usize = channels.parse()?;
        let (_, layer, features) =
            layers.iter().find(|layer| layer.0 == channels).ok_or("no layer has this number of channels")?;
        let start = cpu_ms();
        match what {
            "search" => drop(black_box(layer.apply(&points, &points, features)?)),
            "given" => drop(black_box(layer.apply_to(&points, &points, &neighbours, features)?)),
            "ball" => drop(black_box(NeighbourLists::search(&points, &points, radius)?)),
            "write" => {
                write(folder, &format!("out_{channels}.f32"), &layer.apply(&points, &points, features)?)?;
            }
            _ => return Err(format!("`{what}` is not a command").into()),
        }
        println!("{}", cpu_ms() - start);
        std::io::stdout().flush()?;
    }
    Ok(())
}
