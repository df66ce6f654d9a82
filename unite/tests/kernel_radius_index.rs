//! `RadiusIndex` against the definition: every point is looked at.
#![cfg(feature = "continuous")]

use proptest::prelude::*;
use unite::continuous::Interval;
use unite::kernel::{RadiusIndex, RadiusIndexError, Real};
use unite::level::{Pattern, Piecewise, Pinpoint, SparseList};
use unite::loops;

/// The squared distance, axis by axis.
fn squared<C: Real, const D: usize>(a: [C; D], b: [C; D]) -> C {
    (0..D).fold(C::ZERO, |sum, axis| sum + (a[axis] - b[axis]) * (a[axis] - b[axis]))
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids
}

/// The identifiers of the points that pass, rising.
fn those<C: Real, const D: usize>(points: &[[C; D]], test: impl Fn([C; D]) -> bool) -> Vec<u32> {
    points.iter().zip(0..).filter(|(point, _)| test(**point)).map(|(_, id)| id).collect()
}

/// Compares every kind of query about `center` with what it is defined to be.
fn compare<C: Real, const D: usize>(index: &RadiusIndex<C, D>, points: &[[C; D]], center: [C; D], radius: C) {
    let expected = those(points, |point| radius >= C::ZERO && squared(point, center) <= radius * radius);
    assert_eq!(sorted(index.radius(center, radius)), expected, "{center:?}, radius {radius}");
    assert_eq!(index.radius_count(center, radius), expected.len());
    let (low, high) = (center.map(|place| place - radius), center.map(|place| place + radius + radius));
    let inside = |point: [C; D]| (0..D).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis]);
    let expected = those(points, inside);
    assert_eq!(sorted(index.range(low, high)), expected, "{low:?} to {high:?}");
    assert_eq!(index.range_count(low, high), expected.len());
    let mut order: Vec<(C, u32)> = points.iter().map(|&point| squared(point, center)).zip(0..).collect();
    order.sort_by(|a, b| a.partial_cmp(b).expect("finite points"));
    for k in [0, 1, 3, expected.len() + 1] {
        let found: Vec<_> = index.nearest(center, k).iter().map(|found| (found.distance, found.id)).collect();
        let expected: Vec<_> = order.iter().take(k).map(|&(squared, id)| (squared.root(), id)).collect();
        assert_eq!(found, expected, "{k} nearest to {center:?}");
    }
}

/// Random numbers from 0 up to 1, the same in every run.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as f64 / (1u64 << 31) as f64
}

/// Points that crowd, with some far away.
fn crowd<const D: usize>(count: usize, state: &mut u64) -> Vec<[f64; D]> {
    let mut points = Vec::new();
    for k in 0..count {
        let size = [1e-3, 1.0, 50.0, 1e6][k % 37 % 4 * usize::from(k % 5 == 0)];
        let at = [0.0, 10.0, -30.0][k % 3];
        points.push(std::array::from_fn(|_| at + size * (random(state) - 0.5)));
    }
    points
}

#[test]
fn what_is_found_in_crowds_is_what_the_definition_says() {
    let mut state = 1;
    for count in [0, 1, 7, 49, 500, 20_000] {
        let (plane, space) = (crowd::<2>(count, &mut state), crowd::<3>(count, &mut state));
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
    // A lattice: most radii below are distances of points to each other, and its lines lie on the borders of cells.
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

#[test]
fn a_coordinate_that_is_no_place_is_named() {
    let error = RadiusIndex::new(&[[0.0, 1.0], [2.0, f64::INFINITY]]).expect_err("infinite");
    assert_eq!(error, RadiusIndexError::Coordinate { point: 1, axis: 1, value: f64::INFINITY });
    assert_eq!(error.to_string(), "point 1: coordinate 1 is inf, and must be finite; leave the point out");
    assert!(RadiusIndex::new(&[[f32::NAN, 0.0, 0.0]]).is_err());
}

#[test]
fn the_program_of_loops_finds_the_same() {
    // Fig. 19, on quarters, so that coordinates are added without rounding.
    let mut state = 5;
    let points: Vec<[f64; 2]> =
        (0..300).map(|_| std::array::from_fn(|_| (random(&mut state) * 80.0).floor() / 4.0)).collect();
    let everywhere = Interval::EVERYWHERE;
    let ids = SparseList::new(Interval::<i64>::EVERYWHERE, Pattern::new());
    let mut tensor = Piecewise::declare(Pinpoint::new(everywhere, Pinpoint::new(everywhere, ids)));
    for (&[x, y], id) in points.iter().zip(0i64..) {
        tensor.set((x, y, id), true).expect("everywhere is inside");
    }
    let tensor = tensor.freeze().expect("points");
    let index = RadiusIndex::new(&points).expect("finite");
    for (ox, oy, radius) in [(10.0, 10.0, 3.75), (2.25, 19.0, 1.25), (-3.0, 4.0, 4.0), (10.5, 9.75, 0.0)] {
        let format = SparseList::new(Interval::<i64>::EVERYWHERE, Pattern::new());
        let mut found = Piecewise::declare(format);
        loops! {
            for r = -radius:radius for s = -radius:radius for id if r*r + s*s <= radius*radius:
                found[id] |= tensor[ox + r, oy + s, id]
        }
        .expect("a loop over points");
        let expected: Vec<u32> =
            found.freeze().expect("ids").level().coordinates().iter().map(|&id| id as u32).collect();
        assert_eq!(sorted(index.radius([ox, oy], radius)), expected);
    }
}

#[cfg(feature = "parallel")]
#[test]
fn many_queries_at_once_find_what_each_finds_alone() {
    let points = crowd::<3>(5000, &mut 9);
    let index = RadiusIndex::new(&points).expect("finite");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let boxes: Vec<_> = points.iter().map(|&point| (point, point.map(|place| place + 1.0))).collect();
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

/// Coordinates that meet often, and some that do not.
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
