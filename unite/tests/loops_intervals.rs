//! Programs of loops over intervals (integrals, intersections, overlaps), compared with worked numbers.

mod loops_common;

use approx::assert_abs_diff_eq;
use loops_common::*;
use unite::continuous::{Coord, Interval};
use unite::level::{ClosedOpen, Element, IntervalList, Overlapping, Piecewise, Regular, SparseList};
use unite::looplet::LoopError;
use unite::loops;

#[test]
fn a_product_is_integrated_where_all_factors_are() {
    let x = intervals(&[(closed(1.0, 3.0), 1.0), (closed(4.1, 5.1), 2.0)]);
    let y = intervals(&[(half(1.5, 2.7), 1.0), (half(4.8, 6.0), 2.0)]);
    let mut s = 0.0f64;
    loops!(for i=0:9  s += x[i]*y[i]*d(i)).unwrap();
    assert_abs_diff_eq!(s, 2.4, epsilon = 1e-12);
    let mut length = 0.0f64;
    loops!(for i = 2:5 if x[i] > 0.5 length += d(i)).unwrap();
    assert_abs_diff_eq!(length, 1.9, epsilon = 1e-12);
}

#[test]
fn a_convolution_is_read_at_points() {
    let mask = points(&[(0.0, true), (1.5, true), (2.5, true)]);
    let a = intervals(&[(half(0.0, 3.0), 2.0)]);
    let b = intervals(&[(closed(0.0, 1.0), 1.0), ((1f64.after(), 2f64.before()), 3.0)]);
    let mut z = Piecewise::declare(line::<f64, f64>(0.0));
    loops!(for i=-inf:inf  if mask[i]  for j=-inf:inf  z[i] += a[i+j]*b[j]*d(j)).unwrap();
    assert_eq!(frozen(z), points(&[(0.0, 8.0), (1.5, 5.0), (2.5, 1.0)]));
}

#[test]
fn a_sum_over_an_interval_is_refused_and_one_over_a_point_is_not() {
    let x = intervals(&[(closed(1.0, 1.0), 3.0), (closed(2.0, 4.0), 5.0)]);
    let mut s = 0.0;
    loops!(for i = 0:1.5 s += x[i]).unwrap();
    assert_eq!(s, 3.0);
    let failed = loops!(for i = 0:3 s += x[i]);
    let interval = "[2, 3]".to_owned();
    assert_eq!(failed, Err(LoopError::SumOverInterval { index: "i", interval }));
    let failed = loops!(for i s += x[i] * i);
    assert!(matches!(failed, Err(LoopError::IndexOverInterval { index: "i", .. })), "{failed:?}");
}

#[test]
fn what_is_assigned_has_the_pieces_of_the_operands() {
    let x = intervals(&[(half(0.0, 4.0), 1.0)]);
    let y = intervals(&[(closed(1.0, 2.0), 3.0)]);
    let (mut sum, mut moved) = (Piecewise::declare(stretches::<f64, f64>(0.0)), Piecewise::declare(stretches(0.0)));
    loops! {
        for i if x[i] > 0.0 sum[i] = x[i] + y[i];
        for i moved[3 - 2 * i] += y[i]
    }
    .unwrap();
    let (before, after) = ((0f64.before(), 1f64.before()), (2f64.after(), 4f64.before()));
    assert_eq!(frozen(sum), intervals(&[(before, 1.0), (closed(1.0, 2.0), 4.0), (after, 1.0)]));
    assert_eq!(frozen(moved), intervals(&[(closed(-1.0, 1.0), 3.0)]));
}

#[test]
fn points_in_a_box_are_found() {
    let format = IntervalList::new(Interval::EVERYWHERE, stretches::<bool, f64>(false));
    let frame = filled(format, &[((closed(1.0, 3.0), (half(2.0, 5.0), ())), true)]);
    let list = [(1.0, 2.0, 7), (2.0, 5.0, 8), (3.0, 4.5, 2), (3.5, 3.0, 9), (2.0, 4.0, 5)];
    let list: Vec<_> =
        list.iter().map(|&(x, y, id): &(f64, f64, i64)| ((at(x), (at(y), (at(id), ()))), true)).collect();
    let format = SparseList::new(Interval::EVERYWHERE, line::<bool, i64>(false));
    let tensor = filled(SparseList::new(Interval::EVERYWHERE, format), &list);
    let mut found = Piecewise::declare(line::<bool, i64>(false));
    loops!(for x for y for id  found[id] |= frame[x,y] && tensor[x,y,id]).unwrap();
    assert_eq!(frozen(found), integers(&[(2, true), (5, true), (7, true)]));
}

/// A strand: chromosome, identifier, and interval.
type Strand = ((i64, i64), (f64, f64));

#[test]
fn genomic_intervals_are_intersected_joined_and_counted() {
    let queries: [Strand; 3] = [((1, 0), (4.0, 7.0)), ((1, 1), (20.0, 30.0)), ((2, 0), (0.0, 9.0))];
    let data: [Strand; 4] = [((1, 0), (0.0, 2.0)), ((1, 1), (3.0, 5.0)), ((1, 2), (6.0, 9.0)), ((2, 5), (9.0, 10.0))];
    let strands = |list: &[Strand]| {
        let list: Vec<_> =
            list.iter().map(|&((chr, id), (a, b))| ((at(chr), (at(id), (closed(a, b), ()))), true)).collect();
        let format = SparseList::<_, i64>::new(Interval::EVERYWHERE, stretches(false));
        filled(SparseList::<_, i64>::new(Interval::EVERYWHERE, format), &list)
    };
    let (query, data) = (strands(&queries), strands(&data));
    let rows = || SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<bool, i64>(false));
    let cubes = || SparseList::<_, i64>::new(Interval::EVERYWHERE, rows());
    let mut overlap = Piecewise::declare(rows());
    let (mut join, mut hit) = (Piecewise::declare(cubes()), Piecewise::declare(cubes()));
    let strand = SparseList::<_, i64>::new(Interval::EVERYWHERE, stretches::<bool, f64>(false));
    let strand = SparseList::<_, i64>::new(Interval::EVERYWHERE, strand);
    let mut intersect = Piecewise::declare(SparseList::<_, i64>::new(Interval::EVERYWHERE, strand.clone()));
    loops! {
        for chr=1:23 for id for jd for x:   intersect[chr,id,jd,x] |= query[chr,id,x] && data[chr,jd,x];
        for chr=1:23 for id for jd for x:   overlap[chr,id] |= query[chr,id,x] && data[chr,jd,x];
        for chr=1:23 for id for jd for x:   join[chr,id,jd] |= query[chr,id,x] && data[chr,jd,x];
        for chr=1:23 for id for jd for x:   if query[chr,id,x]: hit[chr,id,jd] |= data[chr,jd,x]
    }
    .unwrap();
    let meets = [((1, 0, 1), (4.0, 5.0)), ((1, 0, 2), (6.0, 7.0)), ((2, 0, 5), (9.0, 9.0))];
    let pairs = meets.map(|((chr, id, jd), _)| ((at(chr), (at(id), (at(jd), ()))), true));
    let regions = meets.map(|((chr, id, jd), (a, b))| ((at(chr), (at(id), (at(jd), (closed(a, b), ())))), true));
    let (join, hit) = (frozen(join), frozen(hit));
    assert_eq!(frozen(intersect), filled(SparseList::new(Interval::EVERYWHERE, strand), &regions));
    assert_eq!(join, filled(cubes(), &pairs));
    assert_eq!(hit, join);
    assert_eq!(frozen(overlap), plane(&[(1, 0, true), (2, 0, true)]));

    let mut count = Piecewise::declare(SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<i32, i64>(0)));
    loops!(for chr=1:23 for id for jd if hit[chr,id,jd]: count[chr,id] += 1).unwrap();
    assert_eq!(frozen(count), plane(&[(1, 0, 2), (2, 0, 1)]));
    let mut count = Piecewise::declare(SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<i32, i64>(0)));
    let refused = loops!(for chr=1:23 for id for jd for x: if query[chr,id,x] && data[chr,jd,x]: count[chr,id] += 1);
    assert!(matches!(refused, Err(LoopError::SumOverInterval { index: "x", .. })), "{refused:?}");
    assert_eq!(count.clone().freeze().unwrap(), plane::<i32, i64>(&[]));
}

#[test]
fn a_grid_tells_which_intervals_to_look_at() {
    let query = filled(
        SparseList::<_, i64>::new(
            Interval::EVERYWHERE,
            SparseList::<_, i64>::new(Interval::EVERYWHERE, stretches(false)),
        ),
        &[((at(1), (at(0), (closed(4.0, 7.0), ()))), true)],
    );
    let spans = [(0, (0.0, 2.0)), (1, (3.0, 5.0)), (2, (6.0, 6.5)), (3, (7.5, 8.0)), (4, (9.0, 11.0))];
    let list = spans.map(|(jd, (a, b)): (i64, (f64, f64))| ((at(1i64), (at(jd), (closed(a, b), ()))), true));
    let data = filled(
        SparseList::<_, i64>::new(
            Interval::EVERYWHERE,
            SparseList::<_, i64>::new(Interval::EVERYWHERE, stretches(false)),
        ),
        &list,
    );
    // Cells of length four.
    let cells = [(0.0, 0), (0.0, 1), (4.0, 1), (4.0, 2), (4.0, 3), (8.0, 3), (8.0, 4)];
    let list = cells.map(|(cell, jd): (f64, i64)| ((at(1i64), (half(cell, cell + 4.0), (at(jd), ()))), true));
    let grid = SparseList::<_, i64>::new(
        Interval::EVERYWHERE,
        IntervalList::new(Interval::EVERYWHERE, line::<bool, i64>(false)),
    );
    let grid = filled(grid, &list);
    let mut overlap = Piecewise::declare(SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<bool, i64>(false)));
    let mut candidates = Piecewise::declare(line::<bool, i64>(false));
    loops! {
        for chr=1:23 for id for x1 for jd  if query[chr,id,x1] && grid[chr,x1,jd]:
            for x  overlap[chr,id] |= query[chr,id,x] && data[chr,jd,x];
        for x1 for jd candidates[jd] |= query[1,0,x1] && grid[1,x1,jd]
    }
    .unwrap();
    assert_eq!(frozen(overlap), plane(&[(1, 0, true)]));
    assert_eq!(frozen(candidates), integers(&[(1, true), (2, true), (3, true)]));
}

#[test]
fn a_grid_of_voxels_is_interpolated_linearly() {
    // Two voxels per axis around each ray's place, weighted by their intersection with the unit cube.
    let voxel = |x: i64, y: i64, z: i64, c: i64| (x * x + 3 * y + z * (y + 2) + 10 * c) as f64;
    let size = 5i64;
    let everywhere = Interval::EVERYWHERE;
    let format = stretchy(stretchy(stretchy(line::<f64, i64>(0.0))));
    let mut list = Vec::new();
    for place in 0..size * size * size * 3 {
        let (x, y, z, c) = (place / 75, place / 15 % 5, place / 3 % 5, place % 3);
        let cell = |n: i64| half(n as f64, n as f64 + 1.0);
        list.push(((cell(x), (cell(y), (cell(z), (at(c), ())))), voxel(x, y, z, c)));
    }
    let grid = filled(format, &list);
    let (ox, oy, oz, dx, dy, dz) = (0.25, 1.5, 0.125, 0.5, 0.25, 0.625);
    let samples = 5i64;
    let mut out = Piecewise::declare(SparseList::<_, i64>::new(everywhere, line::<f64, i64>(0.0)));
    loops! {
        for t=0:samples-1  let x=ox+t as f64*dx, y=oy+t as f64*dy, z=oz+t as f64*dz
        for i=0:1 for j=0:1 for k=0:1 for c=0:27
            out[t,c] += grid[x+i,y+j,z+k,c]*d(i)*d(j)*d(k)
    }
    .unwrap();
    let mut expected = Vec::new();
    for t in 0..samples {
        let place = [ox + t as f64 * dx, oy + t as f64 * dy, oz + t as f64 * dz];
        for c in 0..3 {
            let mut sum = 0.0;
            for corner in 0..8 {
                let bit = [corner >> 2 & 1, corner >> 1 & 1, corner & 1];
                let weight = |axis: usize| {
                    let fraction = place[axis] - place[axis].floor();
                    if bit[axis] == 1 { fraction } else { 1.0 - fraction }
                };
                let cell = |axis: usize| place[axis] as i64 + bit[axis];
                sum += weight(0) * weight(1) * weight(2) * voxel(cell(0), cell(1), cell(2), c);
            }
            expected.push((t, c, sum));
        }
    }
    assert_eq!(frozen(out), plane(&expected), "dyadic numbers, so that nothing is rounded");
}

fn stretchy<L: unite::level::Level>(child: L) -> Regular<L, ClosedOpen> {
    Regular::new(Interval::EVERYWHERE, 1.0, 1.0, child).expect("unit cells")
}

#[test]
fn pieces_that_overlap_are_summed_or_joined() {
    let spans = [((closed(0.0, 4.0), ()), 1.0), ((closed(1.0, 3.0), ()), 10.0), ((closed(2.0, 8.0), ()), 100.0)];
    let heap = filled(Overlapping::new(Interval::EVERYWHERE, Element::new(0.0)), &spans);
    let some = heap_of(&[(closed(0.0, 4.0), false), (closed(1.0, 3.0), true)]);
    let weight = intervals(&[(half(1.0, 5.0), 2.0)]);
    let place = points(&[(2.5, 1.0)]);
    let (mut area, mut height, mut looked_up, mut any, mut outside) = (0.0, 0.0, 0.0, false, false);
    loops! {
        for i = 0:9 area += heap[i] * weight[i] * d(i);
        for i height += heap[i] * place[i];
        looked_up += heap[2.5];
        for i any |= some[i] && weight[i] > 0.0;
        for i = 3.5:9 outside |= some[i] && weight[i] > 0.0
    }
    .unwrap();
    assert_eq!(area, 2.0 * (3.0 * 1.0 + 2.0 * 10.0 + 3.0 * 100.0));
    assert_eq!((height, looked_up, any, outside), (111.0, 111.0, true, false));
}

fn heap_of(list: &[(Region<f64>, bool)]) -> Heap {
    let list: Vec<_> = list.iter().map(|&(region, value)| ((region, ()), value)).collect();
    filled(Overlapping::new(Interval::EVERYWHERE, Element::new(false)), &list)
}

type Heap = Piecewise<Overlapping<Element<bool>>>;
