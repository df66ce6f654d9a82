//! Convolutions over points against their definition. It is a plain nest over all pairs, and the program of Fig. 21.

#![cfg(feature = "continuous")]

mod loops_common;

use approx::abs_diff_eq;
use loops_common::{at, filled, frozen, line};
use noise::Noise;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::kernel::{NeighbourLists, PointConv, PointConvError, RadiusIndex, RadiusIndexError};
use unite::level::{Level, Piecewise, Pinpoint, SparseList};
use unite::loops;

/// Returns points of the unit cube.
fn random_points(noise: &mut Noise, count: usize) -> Vec<[f64; 3]> {
    (0..count).map(|_| [noise.unit(), noise.unit(), noise.unit()]).collect()
}

/// Returns numbers from -1 to 1 (exclusive).
fn random_numbers(noise: &mut Noise, count: usize) -> Vec<f64> {
    (0..count).map(|_| 2.0 * noise.unit() - 1.0).collect()
}

/// The numbers of a layer, and the greatest sum of the magnitudes of what one of them adds up.
type Defined = (Vec<f64>, f64);

/// Computes the layer by its definition, over all pairs.
fn definition(layer: &PointConv<f64>, queries: &[[f64; 3]], support: &[[f64; 3]], features: &[f64]) -> Defined {
    let [cin, cout] = layer.channels();
    let weights = layer.weights().to_dense().expect("a layer has finitely many weights");
    let square = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>();
    let (mut out, mut greatest) = (vec![0.0; queries.len() * cout], 0.0f64);
    for (x, out) in queries.iter().zip(out.chunks_exact_mut(cout)) {
        let mut magnitudes = vec![0.0f64; cout];
        for (p, features) in support.iter().zip(features.chunks_exact(cin)) {
            let offset = [p[0] - x[0], p[1] - x[1], p[2] - x[2]];
            // Neighbours are determined by squared distances. If the square of the radius overflows, distances are
            // divided by the radius.
            let radius = layer.radius();
            let unit = offset.map(|along| along / radius);
            let vast = radius > 1e154;
            let inside = if vast { square(unit, [0.0; 3]) <= 1.0 } else { square(offset, [0.0; 3]) <= radius * radius };
            for (k, &q) in layer.kernel_points().iter().enumerate() {
                let distance = square(offset, q).sqrt();
                if inside && square(offset, q) <= layer.sigma() * layer.sigma() {
                    for (m, c) in (0..cout).flat_map(|m| (0..cin).map(move |c| (m, c))) {
                        let term = (1.0 - distance / layer.sigma()) * weights[(k * cin + c) * cout + m] * features[c];
                        out[m] += term;
                        magnitudes[m] += term.abs();
                    }
                }
            }
        }
        greatest = magnitudes.into_iter().fold(greatest, f64::max);
    }
    (out, greatest)
}

/// Asserts that numbers agree, up to `relative` times the greatest sum of magnitudes: terms of a sum may cancel.
fn agree(found: &[f64], (expected, greatest): &Defined, relative: f64) {
    assert_eq!(found.len(), expected.len());
    let size = greatest.max(1e-9);
    for (k, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        assert!(abs_diff_eq!(found, expected, epsilon = relative * size), "number {k}: {found} and not {expected}");
    }
}

/// Returns a layer with random weights, for points of the unit cube.
fn layer(noise: &mut Noise, radius: f64, kernel_points: usize, channels: [usize; 2]) -> PointConv<f64> {
    let scaled = |q: [f64; 3]| q.map(|place| (2.0 * place - 1.0) * 0.7 * radius);
    let kernel: Vec<_> = random_points(noise, kernel_points).into_iter().map(scaled).collect();
    let weights = random_numbers(noise, kernel_points * channels[0] * channels[1]);
    PointConv::new(radius, 0.6 * radius, &kernel, channels, weights).expect("a layer")
}

/// Asserts that all ways to apply a layer agree with its definition.
fn check(layer: &PointConv<f64>, queries: &[[f64; 3]], support: &[[f64; 3]], features: &[f64]) {
    let expected = definition(layer, queries, support, features);
    let found = layer.apply(queries, support, features).expect("points and features");
    agree(&found, &expected, 1e-12);
    let index = RadiusIndex::new(support).expect("points");
    agree(&layer.apply_in(queries, support, &index, features).expect("points and features"), &expected, 1e-12);
    let neighbours = NeighbourLists::search_in(queries, &index, layer.radius()).expect("points");
    agree(&layer.apply_to(queries, support, &neighbours, features).expect("lists of these points"), &expected, 1e-12);
}

#[test]
fn a_layer_is_its_definition_on_random_points() {
    let mut noise = Noise::new(1);
    for (count, kernel_points, channels) in [(300, 15, [4, 6]), (700, 3, [1, 1]), (150, 1, [17, 3]), (1, 2, [2, 2])] {
        let (queries, support) = (random_points(&mut noise, count / 2 + 1), random_points(&mut noise, count));
        let features = random_numbers(&mut noise, count * channels[0]);
        check(&layer(&mut noise, 0.2, kernel_points, channels), &queries, &support, &features);
    }
}

#[test]
fn a_layer_of_several_tiles_is_its_definition() {
    let mut noise = Noise::new(2);
    let points = random_points(&mut noise, 1300);
    check(&layer(&mut noise, 0.1, 4, [2, 3]), &points, &points, &random_numbers(&mut noise, 2600));
    let points = random_points(&mut noise, 140);
    check(&layer(&mut noise, 0.3, 15, [600, 2]), &points, &points, &random_numbers(&mut noise, 140 * 600));
}

#[test]
fn numbers_of_single_precision_agree_to_what_they_hold() {
    let mut noise = Noise::new(3);
    let points = random_points(&mut noise, 400);
    let wide = layer(&mut noise, 0.25, 15, [8, 8]);
    let features = random_numbers(&mut noise, 400 * 8);
    let narrow = |list: &[f64]| list.iter().map(|&number| number as f32).collect::<Vec<_>>();
    let places = |list: &[[f64; 3]]| list.iter().map(|point| point.map(|place| place as f32)).collect::<Vec<_>>();
    let weights = narrow(&wide.weights().to_dense().expect("finitely many"));
    let layer = PointConv::new(0.25f32, 0.15, &places(wide.kernel_points()), [8, 8], weights).expect("a layer");
    let found = layer.apply(&places(&points), &places(&points), &narrow(&features)).expect("points and features");
    let found: Vec<f64> = found.into_iter().map(f64::from).collect();
    agree(&found, &definition(&wide, &points, &points, &features), 1e-4);
}

#[test]
fn points_may_be_equal_far_away_infinite_or_none() {
    let mut noise = Noise::new(4);
    let layer = layer(&mut noise, 0.5, 5, [2, 3]);
    let inf = f64::INFINITY;
    let strange = [[0.0; 3], [0.0; 3], [-0.0, 0.0, 0.5], [inf, 0.0, 0.0], [-inf; 3], [1e300, -1e300, 0.0], [0.3; 3]];
    let finite: Vec<_> = strange.into_iter().filter(|point| point[0].is_finite()).collect();
    check(&layer, &strange, &finite, &random_numbers(&mut noise, 10));
    check(&layer, &[[0.25; 3]; 70], &[[0.25; 3]; 90], &random_numbers(&mut noise, 180));
    check(&layer, &strange, &[], &[]);
    check(&layer, &[], &finite, &random_numbers(&mut noise, 10));
    let far = layer.apply(&finite, &strange, &random_numbers(&mut noise, 14));
    assert!(matches!(far, Err(PointConvError::Search(RadiusIndexError::Coordinate { point: 3, .. }))), "{far:?}");
    let touching = PointConv::new(0.0, 1.0, &[[0.0; 3]], [1, 1], vec![2.0]).expect("a layer that sees equal points");
    assert_eq!(touching.apply(&[[1.0; 3]], &[[1.0; 3], [1.5; 3]], &[3.0, 5.0]), Ok(vec![6.0]));
}

#[test]
fn points_tiny_vast_and_in_a_line_are_seen_as_the_definition_says() {
    let hard = [0.0, -0.0, 5e-324, 1e-310, 1e-155, 1e-22, 1.0, -1.0, 0.75, 1e154, -1e300];
    let mut noise = Noise::new(9);
    let mut number = || *noise.pick(&hard);
    let points: Vec<[f64; 3]> = (0..150).map(|_| [number(), number(), number()]).collect();
    let line: Vec<[f64; 3]> = (0..150).map(|k| [f64::from(k) / 4.0, 0.0, f64::from(k % 100) / -8.0]).collect();
    let kernel = [[0.0; 3], [0.0; 3], [0.5, 0.0, 0.0], [1.0, -1.0, 5e-324], [1e300, 0.0, 0.0]];
    let features = random_numbers(&mut noise, 150);
    for (radius, sigma) in
        [(0.0, 1.0), (5e-324, 0.5), (1e-160, 1e-150), (1.0, 1.0), (2.5, 0.75), (1e154, 1e154), (1e301, 2.0)]
    {
        let layer = PointConv::new(radius, sigma, &kernel, [1, 2], random_numbers(&mut noise, 10)).expect("a layer");
        check(&layer, &points, &points, &features);
        check(&layer, &line, &line, &features);
        check(&layer, &points[..1], &line[..1], &features[..1]);
    }
}

#[test]
fn channels_may_be_any_number() {
    let mut noise = Noise::new(10);
    let points = random_points(&mut noise, 30);
    for channels in 1..=40 {
        let features = random_numbers(&mut noise, 30 * channels);
        check(&layer(&mut noise, 0.6, 3, [channels, 41 - channels]), &points, &points, &features);
    }
}

#[cfg(feature = "parallel")]
#[test]
fn the_number_of_threads_changes_nothing() {
    let mut noise = Noise::new(8);
    let (queries, support) = (random_points(&mut noise, 2500), random_points(&mut noise, 900));
    let layer = layer(&mut noise, 0.15, 15, [5, 4]);
    let features = random_numbers(&mut noise, 900 * 5);
    let lists = NeighbourLists::search(&queries, &support, layer.radius()).expect("points");
    let searched = layer.apply(&queries, &support, &features).expect("points and features");
    let given = layer.apply_to(&queries, &support, &lists, &features).expect("lists of these points");
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("some threads");
        let (other_searched, other_given) = pool.install(|| {
            let searched = layer.apply_parallel(&queries, &support, &features);
            (searched, layer.apply_to_parallel(&queries, &support, &lists, &features))
        });
        assert_eq!((other_searched, other_given), (Ok(searched.clone()), Ok(given.clone())), "{threads} threads");
    }
}

#[test]
fn what_is_no_layer_or_does_not_fit_it_is_refused() {
    let new = |radius, sigma, kernel: &[[f64; 3]], channels, weights: usize| {
        PointConv::new(radius, sigma, kernel, channels, vec![1.0; weights]).map(|_| ()).unwrap_err()
    };
    let kernel = [[0.0; 3]; 2];
    assert_eq!(new(-1.0, 1.0, &kernel, [1, 1], 2), PointConvError::Radius { radius: -1.0 });
    for sigma in [0.0, -1.0, 5e-324, 1e-151, 2e154, f64::INFINITY] {
        assert_eq!(new(1.0, sigma, &kernel, [1, 1], 2), PointConvError::Sigma { sigma });
    }
    assert!(matches!(new(1.0, f64::NAN, &kernel, [1, 1], 2), PointConvError::Sigma { .. }));
    assert_eq!(new(f64::INFINITY, 1.0, &kernel, [1, 1], 2), PointConvError::Radius { radius: f64::INFINITY });
    assert!(matches!(new(f64::NAN, 1.0, &kernel, [1, 1], 2), PointConvError::Radius { .. }));
    for sigma in [1e-20f32, 1e20] {
        let narrow = PointConv::new(1.0, sigma, &[[0.0; 3]], [1, 1], vec![1.0]).map(|_| ()).unwrap_err();
        assert_eq!(narrow, PointConvError::Sigma { sigma: f64::from(sigma) });
    }
    assert_eq!(new(1.0, 1.0, &[], [1, 1], 0), PointConvError::Empty { what: "kernel points" });
    assert_eq!(new(1.0, 1.0, &kernel, [0, 1], 0), PointConvError::Empty { what: "channels in" });
    assert_eq!(new(1.0, 1.0, &kernel, [1, 0], 0), PointConvError::Empty { what: "channels out" });
    assert!(matches!(new(1.0, 1.0, &kernel, [usize::MAX, 2], 2), PointConvError::Count { needed: usize::MAX, .. }));
    assert!(matches!(new(1.0, 1.0, &kernel, [2, 3], 11), PointConvError::Count { found: 11, needed: 12, .. }));
    assert!(matches!(new(1.0, 1.0, &[[f64::INFINITY; 3]], [1, 1], 1), PointConvError::NotFinite { element: 0, .. }));
    let weights = PointConv::new(1.0, 1.0, &kernel, [1, 1], vec![1.0, f64::INFINITY]).unwrap_err();
    assert_eq!(weights.to_string(), "weight 1 is inf; the kernel holds finite numbers");

    let layer = PointConv::new(1.0, 1.0, &kernel, [2, 1], vec![1.0; 4]).expect("a layer");
    let (points, nowhere) = ([[0.0; 3]; 2], [[0.0; 3], [0.0, 0.0, f64::NAN]]);
    let error = layer.apply(&nowhere, &points, &[1.0; 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "query 1: coordinate 2 is not a number (NaN); leave the point out or give it a place"
    );
    assert!(matches!(layer.apply(&points, &nowhere, &[1.0; 4]), Err(PointConvError::Search(_))));
    let index = RadiusIndex::new(&points[..1]).expect("a point");
    let other = layer.apply_in(&points, &points, &index, &[1.0; 4]);
    assert!(matches!(other, Err(PointConvError::Count { found: 2, needed: 1, .. })), "{other:?}");
    let index = RadiusIndex::new(&[[0.0; 3], [0.0, 0.0, 1.0]]).expect("two points");
    let error = layer.apply_in(&points, &points, &index, &[1.0; 4]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "support point 1 lies elsewhere than in the index; give the points that the index was made of"
    );
    let error = layer.apply(&points, &points, &[1.0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "there are 3 features, and 4 are needed; one for each support point and channel in");
    let lists = NeighbourLists::from_parts(3, vec![0, 1, 1], vec![0]).expect("two lists");
    assert!(matches!(layer.apply_to(&points, &points, &lists, &[1.0; 4]), Err(PointConvError::Count { found: 2, .. })));
    assert!(matches!(layer.apply_to(&[], &points, &lists, &[1.0; 4]), Err(PointConvError::Count { found: 0, .. })));
}

#[test]
fn features_that_are_no_numbers_reach_the_points_that_see_them_and_no_others() {
    let mut noise = Noise::new(5);
    let layer = layer(&mut noise, 0.2, 6, [2, 2]);
    let (near, far) = ([[0.0; 3], [0.01; 3]], [[1.0; 3], [1.01; 3]]);
    let points = [near, far].concat();
    let features = [f64::NAN, 1.0, 1.0, 1.0, 0.5, 0.25, 0.75, 1.0];
    let found = layer.apply(&points, &points, &features).expect("points and features");
    assert_eq!(found[4..], layer.apply(&far, &far, &features[4..]).expect("points and features"));
}

/// Returns a format of points in space with `child` below each.
fn cube<L: Level>(child: L) -> Pinpoint<Pinpoint<Pinpoint<L>>> {
    let everywhere = Interval::EVERYWHERE;
    Pinpoint::new(everywhere, Pinpoint::new(everywhere, Pinpoint::new(everywhere, child)))
}

#[test]
fn a_layer_is_the_program_of_the_paper() {
    let mut noise = Noise::new(6);
    let points = random_points(&mut noise, 40);
    let layer = layer(&mut noise, 0.5, 4, [2, 3]);
    let (features, weights) = (random_numbers(&mut noise, 80), layer.weights().to_dense().expect("finitely many"));
    let space = |[x, y, z]: [f64; 3]| move |rest| (at(x), (at(y), (at(z), rest)));
    let (mut inputs, mut kernels) = (Vec::new(), Vec::new());
    for (p, &point) in points.iter().enumerate() {
        inputs.extend((0..2).map(|c| (space(point)((at(c as i64), ())), features[2 * p + c])));
    }
    for (place, &weight) in weights.iter().enumerate() {
        let (k, c, m) = (place / 6, place / 3 % 2, place % 3);
        let [x, y, z] = layer.kernel_points()[k];
        kernels.push(((at(x), (at(y), (at(z), (at(m as i64), (at(c as i64), ()))))), weight));
    }
    let masks: Vec<_> = points.iter().map(|&[x, y, z]| ((at(x), (at(y), (at(z), ()))), true)).collect();
    let everywhere = Interval::EVERYWHERE;
    let mask = filled(Pinpoint::new(everywhere, Pinpoint::new(everywhere, line::<bool, f64>(false))), &masks);
    let input = filled(cube(line::<f64, i64>(0.0)), &inputs);
    let kernel = filled(cube(SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<f64, i64>(0.0))), &kernels);
    let mut out = Piecewise::declare(cube(line::<f64, i64>(0.0)));
    let (radius, sigma) = (layer.radius(), layer.sigma());
    loops! {
        for x,y,z  if mask[x,y,z]   for r,s,t=-radius:radius  if r*r+s*s+t*t <= radius*radius
            for xk,yk,zk  if (xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t) <= sigma*sigma
            let w = 1.0 - ((xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t)).sqrt()/sigma;
            for m for c  out[x,y,z,m] += w*kernel[xk,yk,zk,m,c]*input[x+r,y+s,z+t,c]
    }
    .unwrap();
    let out = frozen(out);
    let found = layer.apply(&points, &points, &features).expect("points and features");
    let expected: Vec<f64> =
        points.iter().flat_map(|&[x, y, z]| (0..3i64).map(move |m| (x, y, z, m))).map(|place| out.at(place)).collect();
    let (_, greatest) = definition(&layer, &points, &points, &features);
    let expected = (expected, greatest);
    agree(&found, &expected, 1e-12);
    assert!(expected.0.iter().filter(|number| **number != 0.0).count() > 100, "points that see each other");
}

#[test]
fn a_layer_is_a_program_over_its_neighbours_and_weights() {
    let mut noise = Noise::new(7);
    let points = random_points(&mut noise, 60);
    let layer = layer(&mut noise, 0.4, 5, [3, 2]);
    let features = random_numbers(&mut noise, 180);
    let neighbours = NeighbourLists::search(&points, &points, layer.radius()).expect("points");
    let (near, weights) = (neighbours.tensor(), layer.weights());
    let kernel = layer.kernel_tensor();
    let mut out = Piecewise::declare(SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<f64, i64>(0.0)));
    let influence = |q: i64, p: i64, k: i64| {
        let (x, p) = (points[q as usize], points[p as usize]);
        let along = |axis: usize| p[axis] - x[axis] - kernel.at((k, axis as i64));
        let distance = (0..3).map(|axis| along(axis).powi(2)).sum::<f64>().sqrt();
        (1.0 - distance / layer.sigma()).max(0.0)
    };
    let feature = |p: i64, c: i64| features[3 * p as usize + c as usize];
    loops!(for q for p if near[q,p] for k for c for m out[q,m] += influence(q,p,k)*weights[k,c,m]*feature(p,c))
        .unwrap();
    let out = frozen(out);
    let found = layer.apply(&points, &points, &features).expect("points and features");
    let expected: Vec<f64> = (0..60i64).flat_map(|q| [out.at((q, 0)), out.at((q, 1))]).collect();
    let (_, greatest) = definition(&layer, &points, &points, &features);
    agree(&found, &(expected, greatest), 1e-12);
}

proptest! {
    #[test]
    fn points_on_a_lattice_meet_at_the_rim_of_balls(
        places in prop::collection::vec([-3i8..4, -3i8..4, -3i8..4], 0..60),
        queries in prop::collection::vec([-4i8..5, -4i8..5, -4i8..5], 0..9),
        radius in 0u8..7,
        sigma in 1u8..5,
    ) {
        let real = |list: &[[i8; 3]]| list.iter().map(|point| point.map(|x| f64::from(x) * 0.5)).collect::<Vec<_>>();
        let kernel = [[0.0; 3], [0.5, 0.0, 0.0], [-0.5, 1.0, 0.5]];
        let weights = (1..=6).map(f64::from).collect();
        let layer = PointConv::new(f64::from(radius) * 0.5, f64::from(sigma) * 0.5, &kernel, [1, 2], weights).unwrap();
        let features: Vec<f64> = (0..places.len()).map(|p| p as f64 - 20.0).collect();
        check(&layer, &real(&queries), &real(&places), &features);
    }
}
