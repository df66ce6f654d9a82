//! Block-structured mesh refinement: heat from a spiral wire, on patches that are finer near the wire.
//!
//! Section: thesis, chapter 10. A *layer* is all patches of one refinement, adjacent or apart. A step of the solution
//! needs the cells around each patch, its *ghost cells*. They are locality accesses that leave the patch. Their value
//! comes from a sibling patch, else from the coarser layer, else from the other side of the wall.
//!
//! ```text
//!        c  c  c  c   s            patch.view()
//!      ┌──┬──┬──┬──┐                   .within(Layer(&siblings))     s
//!    c │           │ s                 .within(Layer(&coarser))      c
//!      ├   patch   ┤                   .within(patch.view().clamped())   w
//!    c │           │ s
//!      └──┴──┴──┴──┘               The wall is insulating: the value beyond it is the one before it.
//!  ══════w══w══w══w══════ wall
//! ```
//!
//! `mesh/layer.rs` implements [`Layer`] outside of the crate: a set of blocks that can be queried at a place. The
//! example leaves out patches that move with the solution, separate time steps per layer, and the correction that keeps
//! the heat exactly constant across layers.
//!
//! It prints the temperatures and draws a picture of ghost cells:
//! `cargo run --release -p unite --example mesh [MESH.svg]`.

mod draw;
#[path = "mesh/layer.rs"]
mod layer;
#[path = "mesh/picture.rs"]
mod picture;

use layer::Layer;
use std::fmt;
use unite::{Around, Block, By, Dyn, Fine, In, Locate, Place, Spot};

unite::universe! {
    /// A cell of the coarsest layer is the unit.
    struct Mesh: 2;
}

/// Two by two cells for a coarse cell.
type Half = Fine<Mesh, By<2, 2>>;
/// Four by four cells for a coarse cell.
type Quarter = Fine<Half, By<2, 2>>;

/// A rectangle of cells of one layer.
type Patch<S> = Block<S, f64>;

/// The three layers of patches.
#[derive(Clone)]
struct Plate {
    whole: Vec<Patch<Mesh>>,
    half: Vec<Patch<Half>>,
    quarter: Vec<Patch<Quarter>>,
}

impl Plate {
    /// Creates a plate of 48 x 72 coarse cells in four patches. Tiles near the wire are refined, and tiles of the
    /// refined layer near the wire are refined again.
    fn new() -> Self {
        let plate = Spot::<Mesh, _>::new([0, 0], Dyn([48, 72]));
        let whole: Vec<_> = plate.tiles(Dyn([24, 36])).map(|tile| Block::block_copy(&tile)).collect();
        let half = refined(&whole, Dyn([6, 6]), 1.5);
        let quarter = refined(&half, Dyn([6, 6]), 0.5);
        Plate { whole, half, quarter }
    }

    /// Fills every cell with the temperature that `f` returns for its centre.
    fn filled(mut self, f: impl Fn([f64; 2]) -> f64) -> Self {
        fill(&mut self.whole, &f);
        fill(&mut self.half, &f);
        fill(&mut self.quarter, &f);
        self
    }

    /// Returns every patch with its ghost cells.
    fn with_ghosts(&self) -> Self {
        let (whole, half, quarter) = (Layer(&self.whole), Layer(&self.half), Layer(&self.quarter));
        let of_whole = |p: &Patch<Mesh>| ghosted(&p.view().within(whole).within(p.view().clamped()));
        let of_half = |p: &Patch<Half>| ghosted(&p.view().within(half).within(whole).within(p.view().clamped()));
        let of_quarter = |p: &Patch<Quarter>| {
            ghosted(&p.view().within(quarter).within(half).within(whole).within(p.view().clamped()))
        };
        Plate {
            whole: self.whole.iter().map(of_whole).collect(),
            half: self.half.iter().map(of_half).collect(),
            quarter: self.quarter.iter().map(of_quarter).collect(),
        }
    }

    /// Returns the plate after a time step. No cell is colder than `wire`.
    fn step(&self, wire: &Plate) -> Self {
        let ghosts = self.with_ghosts();
        let whole = diffused(&ghosts.whole, &wire.whole);
        let half = diffused(&ghosts.half, &wire.half);
        let quarter = diffused(&ghosts.quarter, &wire.quarter);
        let mut next = Plate { whole, half, quarter };
        restrict(&next.quarter, &mut next.half);
        restrict(&next.half, &mut next.whole);
        next
    }
}

fn fill<S: In<Mesh, 2>>(layer: &mut [Patch<S>], f: impl Fn([f64; 2]) -> f64) {
    for patch in layer {
        let spot = patch.spot();
        patch.view_mut().fill_with(|cell| f(centre(&spot, cell)));
    }
}

/// Returns a patch of twice the resolution for every tile of a layer that has a cell within `reach` of the wire.
fn refined<S: In<Mesh, 2>>(layer: &[Patch<S>], tile: Dyn<2>, reach: f64) -> Vec<Patch<Fine<S, By<2, 2>>>> {
    let tiles = layer.iter().flat_map(|patch| patch.spot().tiles(tile));
    let flagged = tiles.filter(|tile| tile.spot().indices().any(|cell| to_wire(centre(tile, cell)) < reach));
    flagged.map(|tile| Block::block_copy(&tile.refine::<By<2, 2>>())).collect()
}

/// Returns a copy of a patch with one ghost cell on each side.
fn ghosted<S: In<Mesh, 2>>(around: &impl Locate<Item = f64, Space = S, Extent = Dyn<2>>) -> Patch<S> {
    let mut patch = Patch::<S>::padded(around.origin(), around.extent(), 1);
    patch.padded_view_mut().fill_with(|[y, x]| around.at([y - 1, x - 1]));
    patch
}

/// Moves heat from each cell to its four neighbours; in finer layers, whose cells are closer, it flows faster.
fn diffused<S: In<Mesh, 2>>(ghosted: &[Patch<S>], wire: &[Patch<S>]) -> Vec<Patch<S>> {
    let rate = 0.2 * (S::FRAME.refinement(0) as f64 / 4.0).powi(2);
    let one = |(patch, wire): (&Patch<S>, &Patch<S>)| {
        let old = patch.view().window::<Around<1, 1, 1, 1>>().expect("a patch has ghost cells on all sides");
        let mut next = Patch::<S>::block_copy(patch);
        next.view_mut().fill_with(|[y, x]| {
            let around = old[[y - 1, x]] + old[[y + 1, x]] + old[[y, x - 1]] + old[[y, x + 1]];
            let flown = old[[y, x]] + rate * (around - 4.0 * old[[y, x]]);
            flown.max(wire.view().at([y, x]))
        });
        next
    };
    ghosted.iter().zip(wire).map(one).collect()
}

/// Sets coarse cells that lie under fine ones to the mean of these.
fn restrict<S: In<Mesh, 2>>(fine: &[Patch<Fine<S, By<2, 2>>>], coarse: &mut [Patch<S>]) {
    for fine in fine {
        for patch in coarse.iter_mut().filter(|patch| fine.spot().is_within(*patch)) {
            let mut under = patch.view_mut().under(fine);
            let fine = fine.view().colocate(&under);
            under.fill_with(|cell| fine.mean(cell));
        }
    }
}

/// Returns the centre of a cell, in units of coarse cells.
fn centre<S: In<Mesh, 2>>(place: &impl Place<Space = S>, cell: [isize; 2]) -> [f64; 2] {
    [0, 1].map(|k| ((place.origin()[k] + cell[k]) as f64 + 0.5) / S::FRAME.refinement(k) as f64)
}

/// Returns the distance of a place from the wire, a spiral of two turns and a half, in coarse cells.
fn to_wire([y, x]: [f64; 2]) -> f64 {
    let on_wire = |turn: f64| {
        let (sin, cos) = (std::f64::consts::TAU * turn).sin_cos();
        (y - 24.0 - 6.5 * turn * sin).hypot(x - 36.0 - 10.5 * turn * cos)
    };
    (0..1000).map(|n| on_wire(0.5 + 0.0025 * f64::from(n))).fold(f64::INFINITY, f64::min)
}

fn main() -> std::io::Result<()> {
    let plate = Plate::new();
    let wire = plate.clone().filled(|place| f64::from(to_wire(place) < 0.25));
    let steps = 600;
    let hot = (0..steps).fold(wire.clone(), |plate, _| plate.step(&wire));

    let count = |patches: usize, cells: usize| println!("{patches:5} patches, {cells:6} cells");
    count(plate.whole.len(), plate.whole.iter().flat_map(|patch| patch.spot().indices()).count());
    count(plate.half.len(), plate.half.iter().flat_map(|patch| patch.spot().indices()).count());
    count(plate.quarter.len(), plate.quarter.iter().flat_map(|patch| patch.spot().indices()).count());
    println!("{:20} cells if all were fine", 16 * 48 * 72);
    let patch = plate.quarter[0].view();
    let layers = (Layer(&plate.quarter), Layer(&plate.half), Layer(&plate.whole));
    let walk = patch.within(layers.0).within(layers.1).within(layers.2).within(patch.clamped());
    println!("\na patch of the finest layer finds its ghost cells");
    println!("in {}", fmt::from_fn(|f| walk.describe(f)).to_string().replace(", then", ",\nthen"));

    let path = draw::output("target/mesh.svg")?;
    picture::picture(&hot, steps).save(&path)?;
    println!("\npicture: {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_of_one_temperature_keeps_it() {
        let cold = Plate::new().filled(|_| 0.0);
        let even = Plate::new().filled(|_| 0.375);
        let later = (0..20).fold(even, |plate, _| plate.step(&cold));
        assert!(later.half.iter().all(|patch| patch.spot().indices().all(|cell| patch.view().at(cell) == 0.375)));
        assert!(later.quarter.iter().all(|patch| patch.spot().indices().all(|cell| patch.view().at(cell) == 0.375)));
    }

    #[test]
    fn no_cell_becomes_hotter_than_the_hottest_or_colder_than_the_coldest() {
        let cold = Plate::new().filled(|_| 0.0);
        let later = (0..20).fold(Plate::new().filled(|[y, x]| (y + x) / 120.0), |plate, _| plate.step(&cold));
        assert!(later.whole.iter().all(|p| p.spot().indices().all(|cell| (0.0..=1.0).contains(&p.view().at(cell)))));
        assert!(later.quarter.iter().all(|p| p.spot().indices().all(|cell| (0.0..=1.0).contains(&p.view().at(cell)))));
    }

    /// A layer without places: its refinement, and for each patch row, column, height, width and the values.
    type Plain = (isize, Vec<(isize, isize, isize, isize, Vec<f64>)>);

    fn plain<S: In<Mesh, 2>>(layer: &[Patch<S>]) -> Plain {
        let patches = layer.iter().map(|patch| {
            let ([y, x], Dyn([height, width])) = (patch.origin(), patch.extent());
            (y, x, height as isize, width as isize, patch.spot().indices().map(|cell| patch.view().at(cell)).collect())
        });
        (S::FRAME.refinement(0), patches.collect())
    }

    /// Returns the value at row `y`, column `x` of a grid with this refinement, from the first layer that has one.
    fn look_up(layers: &[&Plain], refinement: isize, y: isize, x: isize) -> Option<f64> {
        layers.iter().find_map(|(own, patches)| {
            let (y, x) = ((y * own).div_euclid(refinement), (x * own).div_euclid(refinement));
            patches.iter().find_map(|&(top, left, height, width, ref values)| {
                let inside = (top..top + height).contains(&y) && (left..left + width).contains(&x);
                inside.then(|| values[((y - top) * width + x - left) as usize])
            })
        })
    }

    fn check<S: In<Mesh, 2>>(ghosted: &[Patch<S>], layers: &[&Plain]) {
        for patch in ghosted {
            let ([top, left], Dyn([height, width])) = (patch.origin(), patch.extent());
            for y in -1..=height as isize {
                for x in -1..=width as isize {
                    // Beyond the wall, the value is that of the nearest cell of the patch.
                    let (inner_y, inner_x) = (y.clamp(0, height as isize - 1), x.clamp(0, width as isize - 1));
                    let here = look_up(layers, S::FRAME.refinement(0), top + y, left + x);
                    let nearest = || look_up(layers, S::FRAME.refinement(0), top + inner_y, left + inner_x);
                    assert_eq!(Some(patch.view().at([y, x])), here.or_else(nearest));
                }
            }
        }
    }

    #[test]
    fn ghost_cells_are_those_of_a_search_through_all_rectangles() {
        let plate = Plate::new().filled(|[y, x]| 1000.0 * y + x);
        let (whole, half, quarter) = (plain(&plate.whole), plain(&plate.half), plain(&plate.quarter));
        let ghosts = plate.with_ghosts();
        check(&ghosts.whole, &[&whole]);
        check(&ghosts.half, &[&half, &whole]);
        check(&ghosts.quarter, &[&quarter, &half, &whole]);
    }
}
