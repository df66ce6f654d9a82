//! `RadiusIndex` against its definition: a scan of all points.
#![cfg(feature = "continuous")]

mod loops_common;

use approx::abs_diff_eq;
use loops_common::{closed, filled, frozen, stretches};
use noise::Noise;
use proptest::prelude::*;
use unite::continuous::{Coord, Interval};
use unite::kernel::{RadiusIndex, RadiusIndexError, Real};
use unite::level::{AxisLevel, IntervalList, Pattern, Piecewise, SparseList, Updating};
use unite::loops;

/// Returns the squared distance, summed axis by axis.
fn squared<C: Real, const D: usize>(a: [C; D], b: [C; D]) -> C {
    (0..D).fold(C::ZERO, |sum, axis| sum + (a[axis] - b[axis]) * (a[axis] - b[axis]))
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids
}

/// Returns the identifiers of the points that pass a test, ascending.
fn those<C: Real, const D: usize>(points: &[[C; D]], test: impl Fn([C; D]) -> bool) -> Vec<u32> {
    points.iter().zip(0..).filter(|(point, _)| test(**point)).map(|(_, id)| id).collect()
}

/// Returns whether a point is in a ball, by the definition. Differences are divided by a radius whose square overflows.
fn in_ball<C: Real, const D: usize>(point: [C; D], center: [C; D], radius: C) -> bool {
    if radius >= C::VAST && radius.finite() {
        let unit = |place: [C; D]| place.map(|along| along / radius);
        squared(unit(point), unit(center)) <= C::ONE
    } else {
        radius >= C::ZERO && squared(point, center) <= radius * radius
    }
}

/// Compares every kind of query about `center` with its definition.
fn compare<C: Real, const D: usize>(index: &RadiusIndex<C, D>, points: &[[C; D]], center: [C; D], radius: C) {
    let expected = those(points, |point| in_ball(point, center, radius));
    assert_eq!(sorted(index.radius(center, radius)), expected, "{center:?}, radius {radius}");
    assert_eq!(index.radius_count(center, radius), expected.len());
    let (low, high) = (center.map(|place| place - radius), center.map(|place| place + radius + radius));
    let inside = |point: [C; D]| (0..D).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis]);
    let expected = those(points, inside);
    assert_eq!(sorted(index.range(low, high)), expected, "{low:?} to {high:?}");
    assert_eq!(index.range_count(low, high), expected.len());
    let counts = [0, 1, 3, expected.len() + 1, usize::MAX];
    compare_nearest(index, points, center, &counts);
}

/// Compares the nearest points with their definition.
fn compare_nearest<C: Real, const D: usize>(
    index: &RadiusIndex<C, D>,
    points: &[[C; D]],
    center: [C; D],
    counts: &[usize],
) {
    let mut order: Vec<_> = points.iter().map(|&point| sorted_by(point, center)).zip(0..).collect();
    order.sort_by(|a, b| a.partial_cmp(b).expect("finite points"));
    for &k in counts {
        let found: Vec<_> = index.nearest(center, k).iter().map(|found| (found.distance, found.id)).collect();
        let expected: Vec<_> = order.iter().take(k).map(|&((.., distance), id)| (distance, id)).collect();
        assert!(found == expected, "{k} nearest to {center:?}: {}", differing(&found, &expected));
    }
}

/// Describes the first position at which two lists differ.
fn differing<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T]) -> String {
    let at = (0..).find(|&at| found.get(at) != expected.get(at)).unwrap_or(0);
    format!("place {at} is {:?}, and should be {:?}", found.get(at), expected.get(at))
}

/// Returns the sort key of the nearest points, and the distance: squares, or squares of scaled differences if those
/// overflow or underflow. Any power of two that avoids this gives the same result.
fn sorted_by<C: Real, const D: usize>(point: [C; D], center: [C; D]) -> (u8, C, C) {
    let (up, down) = if C::EPSILON.to_f64() < 1e-10 { (900, -530) } else { (100, -80) };
    let power = |exponent| C::from_f64(2f64.powi(exponent));
    let plain = squared(point, center);
    let (class, half, scale) = if plain < C::TINY * C::TINY {
        (0, C::ONE, power(up))
    } else if plain <= C::VAST * C::VAST {
        return (1, plain, plain.root());
    } else {
        (2, power(-1), power(down))
    };
    let scaled = (0..D).fold(C::ZERO, |sum, axis| {
        let along = (point[axis] * half - center[axis] * half) * scale;
        sum + along * along
    });
    (class, scaled, scaled.root() / scale / half)
}

/// Returns dense points, with some far away.
fn crowd<const D: usize>(count: usize, noise: &mut Noise) -> Vec<[f64; D]> {
    let mut points = Vec::new();
    for k in 0..count {
        let size = [1e-3, 1.0, 50.0, 1e6][k % 37 % 4 * usize::from(k % 5 == 0)];
        let at = [0.0, 10.0, -30.0][k % 3];
        points.push(std::array::from_fn(|_| at + size * (noise.unit() - 0.5)));
    }
    points
}

#[test]
fn what_is_found_in_crowds_is_what_the_definition_says() {
    let mut noise = Noise::new(1);
    for count in [0, 1, 7, 49, 500, 20_000] {
        let (plane, space) = (crowd::<2>(count, &mut noise), crowd::<3>(count, &mut noise));
        let of_plane = RadiusIndex::new(&plane).expect("finite");
        let of_space = RadiusIndex::new(&space).expect("finite");
        for k in 0..40 {
            let radius = [0.0, 1e-5, 2e-4, 0.01, 0.4, 3.0, 25.0, 1e7][k % 8];
            let place = |_| [0.0, 10.0, -30.0, 400.0][k % 4] + 1e-3 * (k % 7) as f64;
            compare(&of_plane, &plane, std::array::from_fn(place), radius);
            compare(&of_space, &space, std::array::from_fn(place), radius);
            if count > 0 {
                compare(&of_plane, &plane, plane[k * 31 % count], radius);
                compare(&of_space, &space, space[k * 17 % count], radius);
            }
        }
    }
}

#[test]
fn points_at_the_rim_are_inside_whatever_the_rounding() {
    // A lattice: most radii below are distances between its points, and its lines lie on the borders of cells.
    let side = 60;
    for scale in [1.0f32, 0.1, 1e-3, 1e15, 1e-19, 1e17] {
        let points: Vec<[f32; 2]> =
            (0..side * side).map(|k| [scale * (k % side) as f32, scale * (k / side - 30) as f32]).collect();
        let index = RadiusIndex::new(&points).expect("finite");
        for k in 0..60u16 {
            let radius = scale * [0.0, 1.0, 5.0, 13.0, 25.0, 2f32.sqrt()][usize::from(k) % 6];
            compare(&index, &points, points[usize::from(k) * 59], radius);
        }
    }
}

#[test]
fn points_that_are_all_the_same_are_found_together() {
    let points = vec![[3.0f32, -4.0, 0.5]; 1000];
    let index = RadiusIndex::new(&points).expect("finite");
    for (center, radius) in [([3.0, -4.0, 0.5], 0.0), ([0.0, 0.0, 0.5], 5.0), ([0.0, 0.0, 0.5], 4.999), ([3.0; 3], 1e9)]
    {
        compare(&index, &points, center, radius);
    }
    let nearest: Vec<u32> = index.nearest([0.0; 3], 3).iter().map(|found| found.id).collect();
    assert_eq!(nearest, [0, 1, 2], "among equals the least identifiers");
    let line: Vec<[f64; 2]> = (0..5000).map(|k| [7.0, f64::from(k % 100)]).collect();
    compare(&RadiusIndex::new(&line).expect("finite"), &line, [7.0, 50.5], 10.5);
}

#[test]
fn queries_may_be_infinite_and_find_nothing_where_they_are_nan() {
    let points = [[0.0, 0.0], [1e200, -1e200], [-1e300, 5.0], [3.0, f64::MAX], [3.0, f64::MIN]];
    let index = RadiusIndex::new(&points).expect("finite");
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!(index.radius_count([0.0, 0.0], infinity), 5);
    assert_eq!(index.radius_count([infinity, 0.0], infinity), 5);
    assert_eq!(index.radius_count([infinity, 0.0], 1e9), 0);
    assert_eq!(sorted(index.radius([0.0, 0.0], 2e200)), [0, 1], "squares do not overflow");
    assert_eq!(sorted(index.radius([0.0, 0.0], 1e100)), [0]);
    assert_eq!(index.range_count([-infinity; 2], [infinity; 2]), 5);
    assert_eq!(sorted(index.range([-infinity, 0.0], [3.0, infinity])), [0, 2, 3]);
    for center in [[nan, 0.0], [0.0, nan]] {
        assert_eq!((index.radius_count(center, 1.0), index.radius_count(center, infinity)), (0, 0));
        assert_eq!((index.range_count(center, [infinity; 2]), index.nearest(center, 3).len()), (0, 0));
    }
    assert_eq!((index.radius_count([0.0, 0.0], nan), index.radius_count([0.0, 0.0], -1.0)), (0, 0));
    assert_eq!(index.range_count([1.0, 1.0], [-1.0, 2.0]), 0, "a box that is reversed");
    assert_eq!(index.nearest([0.0, 0.0], 9).len(), 5);
    let none = RadiusIndex::<f64, 2>::new(&[]).expect("no points");
    assert!(none.is_empty() && none.radius([0.0; 2], infinity).is_empty() && none.nearest([0.0; 2], 1).is_empty());
}

/// Numbers that are hard to square, to subtract, or to distinguish from zero: for `f64`, and for `f32`.
const HARD: [f64; 16] = [
    0.0,
    -0.0,
    5e-324,
    -1e-310,
    1e-170,
    1e-150,
    3e-46,
    -2e-39,
    1e-22,
    1e-17,
    1.0,
    -3e19,
    3e38,
    1e154,
    -1e300,
    f64::MAX,
];

/// Returns the hard numbers that are finite in a type.
fn hard<C: Real>() -> Vec<C> {
    HARD.iter().map(|&number| C::from_f64(number)).filter(|number| number.finite()).collect()
}

/// Tests points whose coordinates are hard numbers, with hard places and radii, and without a radius.
fn hard_numbers<C: Real, const D: usize>(count: usize, noise: &mut Noise) {
    let numbers = hard::<C>();
    let mut number = || *noise.pick(&numbers);
    let points: Vec<[C; D]> = (0..count).map(|_| std::array::from_fn(|_| number())).collect();
    let index = RadiusIndex::new(&points).expect("finite");
    for _ in 0..12 {
        let center = std::array::from_fn(|_| number());
        for &radius in &numbers {
            compare(&index, &points, center, radius.magnitude());
        }
        compare(&index, &points, center, C::INFINITY);
        compare(&index, &points, center, C::ZERO - C::ONE);
        compare(&index, &points, center, C::INFINITY * C::ZERO);
    }
}

#[test]
fn points_tiny_and_vast_are_found_as_the_definition_says() {
    let mut noise = Noise::new(3);
    for count in [1, 2, 30, 700] {
        hard_numbers::<f64, 2>(count, &mut noise);
        hard_numbers::<f64, 3>(count, &mut noise);
        hard_numbers::<f32, 2>(count, &mut noise);
        hard_numbers::<f32, 3>(count, &mut noise);
    }
}

#[test]
fn points_whose_differences_overflow_are_found() {
    let mut noise = Noise::new(4);
    let mut half = |most: f64| most * (2.0 * noise.unit() - 1.0);
    let points: Vec<[f64; 2]> = (0..900).map(|k| [half(f64::MAX), half([1.0, f64::MAX][k % 2])]).collect();
    let index = RadiusIndex::new(&points).expect("finite");
    let single: Vec<[f32; 3]> = (0..900).map(|_| std::array::from_fn(|_| half(f64::from(f32::MAX)) as f32)).collect();
    let of_single = RadiusIndex::new(&single).expect("finite");
    for k in (0..900).step_by(31) {
        for radius in [0.0, 1.0, 1e153, 1e307, f64::MAX] {
            compare(&index, &points, points[k], radius);
        }
        for radius in [0.0, 1.0, 1e19, 2e38, f32::MAX] {
            compare(&of_single, &single, single[k], radius);
        }
    }
}

#[test]
fn the_nearest_are_found_from_beside_clusters_as_from_inside() {
    let mut noise = Noise::new(21);
    let counts = [1, 2, 8, 13, 100, 700];
    for far in [0.0, 50.0, 1e30] {
        let mut space: Vec<[f64; 3]> = (0..4000).map(|_| std::array::from_fn(|_| noise.unit())).collect();
        // Some points occur many times; there is a second cluster, and one point far away.
        (0..900).for_each(|k| space.push(space[k % 7]));
        (0..300).for_each(|k| space.push(space[k].map(|along| 30.0 + 1e-3 * along)));
        space.push([far; 3]);
        let plane: Vec<[f64; 2]> = space.iter().map(|&[x, y, _]| [x, y]).collect();
        let single: Vec<[f32; 3]> = space.iter().map(|point| point.map(|along| along as f32)).collect();
        let of_space = RadiusIndex::new(&space).expect("finite");
        let of_plane = RadiusIndex::new(&plane).expect("finite");
        let of_single = RadiusIndex::new(&single).expect("finite");
        for scale in [0.0, 0.7, 3.0, 60.0, 1e6, 1e29] {
            for _ in 0..4 {
                let center: [f64; 3] = std::array::from_fn(|_| scale * (2.0 * noise.unit() - 1.0));
                compare_nearest(&of_space, &space, center, &counts);
                compare_nearest(&of_plane, &plane, [center[0], center[1]], &counts);
                compare_nearest(&of_single, &single, center.map(|along| along as f32), &counts);
            }
        }
    }
}

#[test]
fn points_between_the_ends_of_all_numbers_have_cells() {
    let mut noise = Noise::new(22);
    let mut wide: Vec<[f32; 2]> = (0..3000).map(|_| std::array::from_fn(|_| noise.unit() as f32)).collect();
    wide.extend([[3e38; 2], [-3e38; 2], [f32::MAX, f32::MIN]]);
    let index = RadiusIndex::new(&wide).expect("finite");
    assert!(index.shape().iter().all(|&cells| cells > 5), "{:?}", index.shape());
    let mut double: Vec<[f64; 3]> = (0..3000).map(|_| std::array::from_fn(|_| noise.unit())).collect();
    double.extend([[f64::MAX; 3], [f64::MIN; 3], [1e200, -1e307, 0.0]]);
    let of_double = RadiusIndex::new(&double).expect("finite");
    assert!(of_double.shape().iter().all(|&cells| cells > 3), "{:?}", of_double.shape());
    for k in (0..3003).step_by(231).chain([3000, 3001, 3002]) {
        for radius in [0.0, 0.1, 1e19, 2e38] {
            compare(&index, &wide, wide[k], radius);
            compare(&of_double, &double, double[k], f64::from(radius) * f64::from(radius));
        }
    }
    let close: Vec<[f64; 2]> = (0..200).map(|k| [5e-324 * f64::from(k % 2), 1e-305 * f64::from(k % 3)]).collect();
    compare(&RadiusIndex::new(&close).expect("finite"), &close, [0.0, 0.0], 1e-305);
}

#[test]
fn distances_whose_squares_have_no_room_are_told_apart() {
    for unit in [1e-300f64, 1e-200, 1.0, 1e200, 4e306] {
        let points =
            [[3.0, 4.0], [0.0, 0.0], [-5.0, 12.0], [0.0, -1.0], [0.0, 1.0]].map(|point| point.map(|x| x * unit));
        let found = RadiusIndex::new(&points).expect("finite").nearest([0.0, 0.0], 9);
        assert_eq!(found.iter().map(|found| found.id).collect::<Vec<_>>(), [1, 3, 4, 0, 2]);
        for (found, expected) in found.iter().zip([0.0, 1.0, 1.0, 5.0, 13.0]) {
            assert!(abs_diff_eq!(found.distance / unit, expected, epsilon = 1e-14), "{found:?}, in {unit}");
        }
    }
    let points = [[1e-30f32, 0.0], [f32::MAX, f32::MAX], [2e-44, 0.0], [1.0, 0.0], [0.0, 1e38], [f32::MAX, 0.0]];
    let found = RadiusIndex::new(&points).expect("finite").nearest([0.0, 0.0], 6);
    let found: Vec<_> = found.iter().map(|found| (found.id, found.distance)).collect();
    let expected = [(2, 2e-44), (0, 1e-30), (3, 1.0), (4, 1e38), (5, f32::MAX), (1, f32::INFINITY)];
    assert_eq!(found, expected, "a distance above the greatest number is infinite");
}

#[test]
fn points_of_a_line_are_found() {
    let lines: [fn(f64) -> [f64; 3]; 4] =
        [|k| [k, 0.0, 0.0], |k| [0.0, -k, 0.0], |k| [5.0, 5.0, k], |k| [k / 3.0, -k / 7.0, k * 1e-6]];
    for line in lines {
        let points: Vec<_> = (0..700).map(|k| line(f64::from(k % 650))).collect();
        let index = RadiusIndex::new(&points).expect("finite");
        for (k, radius) in [(0, 0.0), (0, 3.0), (17, 1.0), (300, 40.5), (649, 2.0), (699, 1e9)] {
            compare(&index, &points, points[k], radius);
            compare(&index, &points, points[k].map(|place| place + 0.5), radius);
        }
    }
}

#[test]
fn boxes_may_be_touching_thin_infinite_or_none() {
    let mut noise = Noise::new(11);
    let points: Vec<[f64; 2]> = (0..600).map(|_| std::array::from_fn(|_| (noise.unit() * 9.0).floor())).collect();
    let index = RadiusIndex::new(&points).expect("finite");
    let ends = [f64::NEG_INFINITY, -0.0, 0.0, 3.0, 3.5, 8.0, 1e308, f64::INFINITY, f64::NAN];
    for (left, right) in ends.iter().flat_map(|&left| ends.map(|right| (left, right))) {
        for (bottom, top) in [(3.0, 3.0), (0.0, 8.0), (f64::NEG_INFINITY, 2.5), (8.0, f64::INFINITY), (4.0, 3.0)] {
            let inside = |[x, y]: [f64; 2]| left <= x && x <= right && bottom <= y && y <= top;
            let (low, high) = ([left, bottom], [right, top]);
            assert_eq!(sorted(index.range(low, high)), those(&points, inside), "{low:?} to {high:?}");
            assert_eq!(index.range_count(low, high), those(&points, inside).len());
        }
    }
}

#[test]
fn a_coordinate_that_is_no_place_is_named() {
    let error = RadiusIndex::new(&[[0.0, 1.0], [2.0, f64::INFINITY]]).expect_err("infinite");
    assert_eq!(error, RadiusIndexError::Coordinate { point: 1, axis: 1, value: f64::INFINITY });
    assert_eq!(error.to_string(), "point 1: coordinate 1 is inf, and must be finite; leave the point out");
    assert!(RadiusIndex::new(&[[f32::NAN, 0.0, 0.0]]).is_err());
}

/// Returns the identifiers that a program of loops wrote.
fn written<C: Coord>(found: Updating<SparseList<Pattern, C>>) -> Vec<u32> {
    frozen(found).level().coordinates().iter().map(|&id| id.to_f64() as u32).collect()
}

/// Returns an empty target for the results of a program.
fn nothing<C: Coord>() -> Updating<SparseList<Pattern, C>> {
    Piecewise::declare(SparseList::new(Interval::EVERYWHERE, Pattern::new()))
}

/// Returns the places for the queries of the programs: in a dense region, at points, on a lattice, outside of all
/// points.
fn questions<const D: usize>(points: &[[f64; D]], noise: &mut Noise) -> Vec<([f64; D], f64)> {
    let mut questions =
        vec![([10.0; D], 3.75), ([2.25; D], 19.0), ([-3.0; D], 4.0), ([0.0; D], 1e-3), ([900.0; D], 9.0)];
    questions.extend((0..12).map(|k| (points[k * 17 % points.len()], 30.0 * noise.unit())));
    questions.push((points[0], 0.0));
    questions
}

/// Returns points for programs: a dense set, and a lattice of quarters with many points twice. The loops use the
/// difference of a point to the center, like the kernel, so both compute the same squares.
fn sets<const D: usize>(noise: &mut Noise) -> [Vec<[f64; D]>; 2] {
    let lattice = (0..300).map(|_| std::array::from_fn(|_| (noise.unit() * 40.0).floor() / 4.0)).collect();
    [crowd(400, noise), lattice]
}

#[test]
fn the_programs_of_the_figure_find_the_same_in_the_plane() {
    let mut noise = Noise::new(5);
    for points in sets::<2>(&mut noise) {
        let index = RadiusIndex::new(&points).expect("finite");
        let tensor = index.to_points();
        for (center, radius) in questions(&points, &mut noise) {
            let (mut ball, mut inside, [ox, oy]) = (nothing::<i64>(), nothing::<i64>(), center);
            let (low, high) = ([ox - radius, oy], [ox, oy + radius]);
            let area = closed(low[0], high[0]);
            let format = IntervalList::new(Interval::EVERYWHERE, stretches::<bool, f64>(false));
            let area = filled(format, &[((area, (closed(low[1], high[1]), ())), true)]);
            loops! {
                for r = -radius:radius for s = -radius:radius for id if r*r + s*s <= radius*radius:
                    ball[id] |= tensor[ox + r, oy + s, id];
                for x for y for id  inside[id] |= area[x,y] && tensor[x,y,id]
            }
            .expect("loops over points");
            assert_eq!(sorted(index.radius(center, radius)), written(ball), "{center:?}, {radius}");
            assert_eq!(sorted(index.range(low, high)), written(inside), "{low:?} to {high:?}");
        }
    }
}

#[test]
fn the_programs_of_the_figure_find_the_same_in_space() {
    let mut noise = Noise::new(6);
    for points in sets::<3>(&mut noise) {
        let index = RadiusIndex::new(&points).expect("finite");
        let tensor = index.to_points();
        for (center, radius) in questions(&points, &mut noise) {
            let (mut ball, mut inside, [ox, oy, oz]) = (nothing::<i64>(), nothing::<i64>(), center);
            let (low, high) = ([ox - radius, oy, oz - 5.0], [ox, oy + radius, oz + 5.0]);
            let [x, y, z] = std::array::from_fn(|axis| closed(low[axis], high[axis]));
            let plane = IntervalList::new(Interval::EVERYWHERE, stretches::<bool, f64>(false));
            let area = filled(IntervalList::new(Interval::EVERYWHERE, plane), &[((x, (y, (z, ()))), true)]);
            loops! {
                for r,s,t = -radius:radius for id if r*r + s*s + t*t <= radius*radius:
                    ball[id] |= tensor[ox + r, oy + s, oz + t, id];
                for x,y,z for id  inside[id] |= area[x,y,z] && tensor[x,y,z,id]
            }
            .expect("loops over points");
            assert_eq!(sorted(index.radius(center, radius)), written(ball), "{center:?}, {radius}");
            assert_eq!(sorted(index.range(low, high)), written(inside), "{low:?} to {high:?}");
        }
    }
}

#[test]
fn the_program_over_cells_finds_the_same() {
    let mut noise = Noise::new(7);
    for (plane, space) in sets::<2>(&mut noise).into_iter().zip(sets::<3>(&mut noise)) {
        let index = RadiusIndex::new(&plane).expect("finite");
        let (cell, [x, y], id) = (index.cells(), index.coordinates(), index.ids());
        for (center, radius) in questions(&plane, &mut noise) {
            let (mut found, [ox, oy]) = (nothing::<i64>(), center);
            let (columns, lines) =
                (index.cells_along(0, ox - radius, ox + radius), index.cells_along(1, oy - radius, oy + radius));
            let (left, right, bottom, top) = (*columns.start(), *columns.end(), *lines.start(), *lines.end());
            loops! {
                for line=bottom:top for column=left:right for k
                    if cell[line,column,k] && (x[k]-ox)*(x[k]-ox) + (y[k]-oy)*(y[k]-oy) <= radius*radius
                    let point = id[k]; found[point] |= true
            }
            .expect("a loop over cells");
            assert_eq!(sorted(index.radius(center, radius)), written(found), "{center:?}, {radius}");
        }
        let index = RadiusIndex::new(&space).expect("finite");
        let (cell, [x, y, z], id, [_, height, _]) =
            (index.cells(), index.coordinates(), index.ids().level().child().values(), index.shape());
        for (center, radius) in questions(&space, &mut noise) {
            let (mut found, [ox, oy, oz]) = (nothing::<i32>(), center);
            let [columns, lines, planes] =
                std::array::from_fn(|axis| index.cells_along(axis, center[axis] - radius, center[axis] + radius));
            let (left, right) = (*columns.start(), *columns.end());
            for plane in planes {
                let first = plane * height as i64;
                let (bottom, top) = (first + lines.start(), first + lines.end());
                loops! {
                    for line=bottom:top for column=left:right for k
                        if cell[line,column,k] &&
                            (x[k]-ox)*(x[k]-ox) + (y[k]-oy)*(y[k]-oy) + (z[k]-oz)*(z[k]-oz) <= radius*radius
                        found[k] |= true
                }
                .expect("a loop over cells");
            }
            let found = written(found).into_iter().map(|k| id[k as usize]).collect();
            assert_eq!(sorted(index.radius(center, radius)), sorted(found), "{center:?}, {radius}");
        }
    }
}

#[test]
fn the_tensors_of_an_index_have_each_point_once() {
    let mut noise = Noise::new(8);
    for count in [0, 1, 2, 3000] {
        let points = crowd::<3>(count, &mut noise);
        let index = RadiusIndex::new(&points).expect("finite");
        assert_eq!((index.cells().stored(), index.ids().stored()), (count, count));
        for (k, &id) in (0i32..).zip(index.ids().level().child().values()) {
            assert_eq!(index.coordinates().each_ref().map(|along| along.at((k,))), points[id as usize]);
        }
        let tensor = index.to_points();
        assert_eq!(tensor.stored(), count);
        assert!(points.iter().zip(0..).all(|(&[x, y, z], id)| tensor.at((x, y, z, id))));
    }
    // Zeros of both signs are the same place.
    let tensor = RadiusIndex::new(&[[0.0f32, -0.0], [-0.0, 0.0], [0.0, 0.0]]).expect("finite").to_points();
    assert_eq!(tensor.level().coordinates().len(), 1);
    assert_eq!(tensor.level().child().child().coordinates(), [0, 1, 2]);
}

#[cfg(feature = "parallel")]
#[test]
fn many_queries_at_once_find_what_each_finds_alone() {
    let points = crowd::<3>(5000, &mut Noise::new(9));
    let index = RadiusIndex::new(&points).expect("finite");
    let boxes: Vec<_> = points.iter().map(|&point| (point, point.map(|place| place + 1.0))).collect();
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let found = index.radius_parallel(&points, 0.3);
            assert_eq!((found.len(), found.is_empty()), (5000, false));
            assert!(found.iter().zip(&points).all(|(ids, &point)| ids == index.radius(point, 0.3)));
            let counts = index.radius_count_parallel(&points, 0.3);
            assert!(found.iter().zip(counts).all(|(ids, count)| ids.len() == count));
            let found = index.range_parallel(&boxes);
            assert!(found.iter().zip(&boxes).all(|(ids, &(low, high))| ids == index.range(low, high)));
            let counts = index.range_count_parallel(&boxes);
            assert!(found.iter().zip(counts).all(|(ids, count)| ids.len() == count));
            let nearest = index.nearest_parallel(&points[..600], 4);
            assert!(nearest.iter().zip(&points).all(|(found, &point)| *found == index.nearest(point, 4)));
            assert!(index.radius_parallel(&[], 1.0).is_empty());
        });
    }
}

/// Generates coordinates that often coincide, and some that do not.
fn place() -> impl Strategy<Value = f64> {
    prop_oneof![(-4..4i8).prop_map(f64::from), -4.0..4.0f64, -1e-3..1e-3f64, Just(1e12), Just(-0.0)]
}

proptest! {
    #[test]
    fn what_is_found_is_what_the_definition_says(
        points in prop::collection::vec([place(), place()], 0..300),
        center in [place(), place()],
        radius in prop_oneof![(0..6u8).prop_map(f64::from), 0.0..5.0f64, Just(1e12)],
    ) {
        compare(&RadiusIndex::new(&points).expect("finite"), &points, center, radius);
    }

    #[test]
    fn what_is_found_in_space_is_what_the_definition_says(
        points in prop::collection::vec([place(), place(), place()], 0..400),
        center in [place(), place(), place()],
        radius in prop_oneof![(0..6u8).prop_map(f64::from), 0.0..5.0f64],
    ) {
        let single = |point: &[f64; 3]| point.map(|place| place as f32);
        let points: Vec<[f32; 3]> = points.iter().map(single).collect();
        compare(&RadiusIndex::new(&points).expect("finite"), &points, single(&center), radius as f32);
    }
}
