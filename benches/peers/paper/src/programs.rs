//! Two programs of the paper in their original form, in `loops!`, without a kernel.

use unite::continuous::Interval;
use unite::kernel::trilinear::{CellLevels, Ray};
use unite::level::{AxisLevel, Dense, Element, Pattern, Piecewise, SparseDict, SparseList};
use unite::loops;

use crate::Outcome;

/// Points of the plane: their sorted abscissas, for each the ordinates, for each the numbers of the points.
pub type Plane = Piecewise<SparseList<SparseList<SparseList<Pattern, i64>, f64>, f64>>;

/// Returns points as a tensor.
pub fn plane(points: &[[f64; 2]]) -> Outcome<Plane> {
    let mut order: Vec<(f64, f64, i64)> = points.iter().zip(0..).map(|(&[x, y], id)| (x, y, id)).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut xs, mut columns, mut ys, mut places): (Vec<f64>, _, Vec<f64>, _) = (vec![], vec![], vec![], vec![]);
    for (k, &(x, y, _)) in order.iter().enumerate() {
        let column = xs.last() != Some(&x);
        if column {
            columns.push(ys.len());
            xs.push(x);
        }
        if column || ys.last() != Some(&y) {
            places.push(k);
            ys.push(y);
        }
    }
    columns.push(ys.len());
    places.push(order.len());
    let ids: Vec<i64> = order.iter().map(|point| point.2).collect();
    let (line, numbers) = (Interval::EVERYWHERE, Pattern::of(ids.len()));
    let ids = SparseList::from_parts(Interval::EVERYWHERE, places, ids, numbers)?;
    let ys = SparseList::from_parts(line, columns, ys, ids)?;
    let roots = vec![0, xs.len()];
    Ok(Piecewise::from_level(SparseList::from_parts(line, roots, xs, ys)?)?)
}

/// Counts the points in a ball; they are collected into a table.
#[allow(non_snake_case, reason = "the names of the paper")]
pub fn radius(Points: &Plane, [x, y]: [f64; 2], radius: f64) -> Outcome<usize> {
    let mut Found = Piecewise::declare(SparseDict::new(Interval::EVERYWHERE, Element::new(false)));
    loops! {
        for r=-radius:radius for s=-radius:radius for id if r*r+s*s <= radius*radius:
            Found[id] |= Points[x+r, y+s, id]
    }?;
    Ok(Found.freeze()?.level().child().values().len())
}

/// The cells of a grid.
pub type Cells = Piecewise<CellLevels<f32>>;

/// Samples the grid along some rays.
#[allow(non_snake_case, reason = "the names of the paper")]
pub fn sample(Grid: &Cells, rays: &[Ray], channels: usize) -> Outcome<usize> {
    let samples: usize = rays.iter().map(|ray| ray.count).sum();
    let format = Dense::new(0..samples as i64, Dense::new(0..channels as i64, Element::new(0.0f32))?)?;
    let mut Out = Piecewise::declare(format);
    let last = channels as i64 - 1;
    let places = rays.iter().flat_map(|ray| (0..ray.count).map(|t| ray.place(t)));
    for (t, [x, y, z]) in places.enumerate() {
        let (t, x, y, z) = (t as i64, f64::from(x), f64::from(y), f64::from(z));
        loops! {
            for i=0:1 for j=0:1 for k=0:1 for c=0:last
                Out[t, c] += Grid[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
        }?;
    }
    Ok(Out.freeze()?.level().child().child().values().len())
}
