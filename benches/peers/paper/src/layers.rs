//! Layers of a convolution over points, each with data of its own.
//!
//! ```text
//! given N      layer N with lists of neighbours
//! search N     from points
//! ball N       the lists of neighbours
//! write N      the result of `given N`, to out.f32
//! ```

use std::hint::black_box;

use unite::kernel::{NeighbourLists, PointConv};

use crate::{Answer, Folder, Outcome, serve, timed, unknown, word};

/// A layer, and its input.
struct Layer {
    layer: PointConv<f32>,
    queries: Vec<[f32; 3]>,
    support: Vec<[f32; 3]>,
    neighbours: NeighbourLists,
    features: Vec<f32>,
}

impl Layer {
    /// Reads layer `n` of the folder.
    fn read(folder: &Folder, n: usize, [cin, cout, width]: [usize; 3], [radius, sigma]: [f32; 2]) -> Outcome<Self> {
        let queries = folder.tuples(&format!("queries_{n}.f32"), f32::from_le_bytes)?;
        let support: Vec<[f32; 3]> = folder.tuples(&format!("support_{n}.f32"), f32::from_le_bytes)?;
        let kernel: Vec<[f32; 3]> = folder.tuples(&format!("kernel_{n}.f32"), f32::from_le_bytes)?;
        let weights = folder.numbers(&format!("weights_{n}.f32"), f32::from_le_bytes)?;
        let features = folder.numbers(&format!("features_{n}.f32"), f32::from_le_bytes)?;
        let rows = folder.numbers(&format!("rows_{n}.i64"), i64::from_le_bytes)?;
        let layer = PointConv::new(radius, sigma, &kernel, [cin, cout], weights)?;
        let neighbours = NeighbourLists::from_rows(support.len(), width, &rows)?;
        Ok(Layer { layer, queries, support, neighbours, features })
    }
}

pub fn run(folder: &Folder) -> Outcome<()> {
    let shapes: Vec<[i32; 3]> = folder.tuples("shapes.i32", i32::from_le_bytes)?;
    let lengths: Vec<[f32; 2]> = folder.tuples("lengths.f32", f32::from_le_bytes)?;
    let read = |(n, (shape, &lengths)): (usize, (&[i32; 3], &[f32; 2]))| {
        Layer::read(folder, n, shape.map(|size| size as usize), lengths)
    };
    let layers = shapes.iter().zip(&lengths).enumerate().map(read).collect::<Outcome<Vec<Layer>>>()?;
    serve(0.0, |line| {
        let Layer { layer, queries, support, neighbours, features } =
            layers.get(word::<usize>(line, 1)?).ok_or_else(|| unknown(line))?;
        match word::<String>(line, 0)?.as_str() {
            "given" => {
                let (ms, out) = timed(|| layer.apply_to(queries, support, neighbours, features));
                Ok(Answer { ms, found: out?.len() })
            }
            "search" => {
                let (ms, out) = timed(|| layer.apply(queries, support, features));
                Ok(Answer { ms, found: out?.len() })
            }
            "ball" => {
                let (ms, lists) = timed(|| NeighbourLists::search(queries, support, layer.radius()));
                Ok(Answer { ms, found: black_box(lists)?.stored() })
            }
            "write" => {
                let out = layer.apply_to(queries, support, neighbours, features)?;
                folder.write("out.f32", &out)?;
                Ok(Answer { ms: 0.0, found: out.len() })
            }
            _ => Err(unknown(line)),
        }
    })
}
