//! A picture of the temperatures of a plate. It shows the outlines of the plate's patches and the ghost cells of one of
//! them.

use super::draw::{INFERNO, Pixels, Svg, ramp};
use super::{Mesh, Patch, Plate, Quarter, fill};
use unite::{Dyn, In, Place, Spot};

/// Draws the temperatures with the outlines of the patches, beside the ghost cells of one patch.
pub(crate) fn picture(plate: &Plate, steps: usize) -> Svg {
    const TITLE: &str = "font-size:20px;font-weight:bold;fill:#222";
    const TEXT: &str = "font-size:14px;fill:#333";
    let mut svg = Svg::new(1384, 664);
    svg.text([20.0, 38.0], TITLE, &format!("Heat from a spiral wire after {steps} steps"));
    let at = |[y, x, height, width]: [f64; 4]| [20.0 + 11.0 * x, 56.0 + 11.0 * y, 11.0 * width, 11.0 * height];
    paint(&mut svg, at, &plate.whole);
    paint(&mut svg, at, &plate.half);
    paint(&mut svg, at, &plate.quarter);
    let outlines = ["stroke:#46e0ff;stroke-width:1", "stroke:#fff;stroke-width:1.2", "stroke:#fff;stroke-width:2.4"];
    plate.quarter.iter().for_each(|patch| svg.rect(at(bounds(patch)), &format!("fill:none;{}", outlines[0])));
    plate.half.iter().for_each(|patch| svg.rect(at(bounds(patch)), &format!("fill:none;{}", outlines[1])));
    plate.whole.iter().for_each(|patch| svg.rect(at(bounds(patch)), &format!("fill:none;{}", outlines[2])));
    svg.legend([20.0, 602.0, 220.0, 12.0], &INFERNO, "cold", "the wire");
    for (n, (outline, name)) in outlines.iter().zip(["16 cells for one", "4 cells for one", "coarse"]).enumerate() {
        let x = 300.0 + 175.0 * n as f64;
        svg.rect([x, 596.0, 30.0, 24.0], "fill:#4a1060");
        svg.rect([x + 5.0, 601.0, 20.0, 14.0], &format!("fill:none;{outline}"));
        svg.text([x + 40.0, 613.0], TEXT, name);
    }

    // Each layer is filled with its own number, so the values of the ghost cells tell which layer they came from.
    let mut marks = plate.clone();
    fill(&mut marks.whole, |_| 0.0);
    fill(&mut marks.half, |_| 1.0);
    fill(&mut marks.quarter, |_| 2.0);
    let ghosts = marks.with_ghosts();
    let around = |patch: &Patch<Quarter>| patch.spot().partition([-1, -1], Dyn([14, 14]));
    let found = |patch: &Patch<Quarter>, layer| {
        let found = patch.view().colocate(&around(patch));
        around(patch).spot().indices().filter(|&cell| found.at(cell) == layer).count()
    };
    let mixed = |patch: &&Patch<Quarter>| found(patch, 0.0).min(20) + found(patch, 1.0).min(20);
    let patch = ghosts.quarter.iter().max_by_key(mixed).expect("the wire is refined");

    svg.text([844.0, 38.0], TITLE, "Where a patch finds its ghost cells");
    let [top, left, height, width] = bounds(patch);
    let at = |[y, x, height, width]: [f64; 4]| {
        let [row, column] = [2.0 + y - top, 2.0 + x - left];
        let is_near = row >= 0.0 && column >= 0.0 && row + height <= 7.0 && column + width <= 7.0;
        is_near.then_some([844.0 + 74.0 * column, 56.0 + 74.0 * row, 74.0 * width, 74.0 * height])
    };
    squares(&mut svg, at, plate.whole.iter().map(Place::spot), |_| "#e4e1da");
    squares(&mut svg, at, plate.half.iter().map(Place::spot), |_| "#d5e6d3");
    squares(&mut svg, at, plate.quarter.iter().map(Place::spot), |_| "#cfe3f3");
    let ring = patch.view().colocate(&around(patch));
    squares(&mut svg, at, [around(patch)].into_iter(), |cell| COLOURS[ring.at(cell) as usize]);
    squares(&mut svg, at, [patch.spot()].into_iter(), |_| "#fff3c4");
    at([top, left, height, width]).into_iter().for_each(|own| svg.rect(own, "fill:none;stroke:#111;stroke-width:3"));
    for (n, name) in ["else the coarsest", "else the coarser layer", "in a sibling"].iter().enumerate() {
        let x = 844.0 + [370.0, 160.0, 0.0][n];
        svg.rect([x, 598.0, 20.0, 20.0], &format!("fill:{}", COLOURS[n]));
        svg.text([x + 28.0, 613.0], TEXT, name);
    }
    svg
}

/// The colours of ghost cells from the coarsest layer, the coarser layer and the finest layer.
const COLOURS: [&str; 3] = ["#8c8577", "#4f9d52", "#2f7fc1"];

/// Returns the bounds of a place in coarse cells: row, column, height, width.
fn bounds<S: In<Mesh, 2>>(place: &impl Place<Space = S, Extent = Dyn<2>>) -> [f64; 4] {
    let ([y, x], Dyn([height, width]), cells) = (place.origin(), place.extent(), S::FRAME.refinement(0) as f64);
    [y as f64, x as f64, height as f64, width as f64].map(|n| n / cells)
}

/// Draws the temperatures of a layer.
fn paint<S: In<Mesh, 2>>(svg: &mut Svg, at: impl Fn([f64; 4]) -> [f64; 4], layer: &[Patch<S>]) {
    for patch in layer {
        let Dyn([height, width]) = patch.extent();
        let heat = Pixels::new(height, width, |y, x| ramp(&INFERNO, patch.view().at([y, x])));
        svg.pixels(at(bounds(patch)), &heat);
    }
}

/// Draws the cells of some places that are near enough to have a rectangle, each with its colour.
fn squares<'a, S: In<Mesh, 2>>(
    svg: &mut Svg,
    at: impl Fn([f64; 4]) -> Option<[f64; 4]>,
    places: impl Iterator<Item = Spot<S, Dyn<2>>>,
    colour: impl Fn([isize; 2]) -> &'a str,
) {
    for place in places {
        for cell in place.spot().indices() {
            if let Some(square) = at(bounds(&place.partition(cell, Dyn([1, 1])))) {
                svg.rect(square, &format!("fill:{};stroke:#fff;stroke-width:1", colour(cell)));
            }
        }
    }
}
