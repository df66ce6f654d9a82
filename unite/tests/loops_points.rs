//! Programs of loops over points and integers, compared with worked numbers.

mod loops_common;

use loops_common::*;
use unite::continuous::Interval;
use unite::level::{Piecewise, Pinpoint, SparseList};
use unite::looplet::LoopError;
use unite::loops;

#[test]
fn a_product_is_summed_where_all_factors_are() {
    let x = points(&[(1.0, 1.0), (3.0, 2.0), (4.1, 3.0), (5.1, 4.0)]);
    let y = points(&[(0.5, 9.0), (3.0, 6.0), (5.1, 8.0), (11.0, 1.0)]);
    let mut s = 0.0;
    loops!(for i = 0:9 s += x[i] * y[i]).unwrap();
    assert_eq!(s, 44.0);
    loops!(for i = 3.0:5.0 s += x[i] * y[i]).unwrap();
    assert_eq!(s, 56.0, "into what is there already");
    let (x, y) = (integers(&[(1, 1), (3, 2), (4, 3), (5, 4)]), integers(&[(0, 9), (3, 6), (5, 8)]));
    let mut s = 0;
    loops!(for i = 0:9 s += x[i] * y[i]).unwrap();
    assert_eq!(s, 44);
}

#[test]
fn the_ways_to_go_through_operands_lead_to_one_result() {
    let x = points(&[(1.0, 1.0), (3.0, 2.0), (4.1, 3.0), (5.1, 4.0)]);
    let y = points(&[(0.5, 9.0), (3.0, 6.0), (5.1, 8.0), (11.0, 1.0)]);
    let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
    loops! {
        for i a += x[walk(i)] * y[walk(i)];
        for i b += x[gallop(i)] * y[follow(i)];
        for i c += x[follow(i)] * y[gallop(i)]
    }
    .unwrap();
    assert_eq!((a, b, c), (44.0, 44.0, 44.0));
}

#[test]
fn points_in_a_circle_are_counted() {
    // The points of the circle at (2.2 + r, 3.9 + s): (3, 4) and (1, 4) are inside, (4, 4) and (2.2, 5.7) are not.
    let list = [(1.0, 4.0, 1), (2.2, 5.7, 1), (3.0, 4.0, 1), (3.0, 6.5, 1), (4.0, 4.0, 1)];
    let tensor = plane(&list);
    let mut count = 0;
    loops!(for r=-1.7:1.7  for s=-1.7:1.7  if r*r+s*s <= 1.7*1.7:  count += tensor[2.2+r, 3.9+s]).unwrap();
    assert_eq!(count, 2);
}

#[test]
fn identifiers_of_points_in_a_circle_are_collected() {
    let list = [(1.0, 4.0, 7), (3.0, 4.0, 3), (3.0, 4.0, 9), (4.5, 4.0, 1)];
    let list: Vec<_> =
        list.iter().map(|&(y, x, id): &(f64, f64, i64)| ((at(y), (at(x), (at(id), ()))), true)).collect();
    let everywhere = Interval::EVERYWHERE;
    let format = SparseList::new(everywhere, SparseList::new(everywhere, line::<bool, i64>(false)));
    #[allow(non_snake_case)]
    let Points = filled(format, &list);
    let mut found = Piecewise::declare(line::<bool, i64>(false));
    let (radius, y, x) = (1.5, 2.5, 4.0);
    loops! {
        for r=-radius:radius for s=-radius:radius for id if r*r+s*s <= radius*radius:
            found[id] |= Points[y+r, x+s, id]
    }
    .unwrap();
    assert_eq!(frozen(found), integers(&[(3, true), (7, true), (9, true)]));
}

#[test]
fn an_outer_index_is_a_number_in_inner_loops() {
    let mask = points(&[(0.0, true), (1.5, true), (2.5, true)]);
    let (a, b) = (points(&[(0.0, 2.0), (1.5, 3.0), (2.5, 5.0)]), points(&[(0.0, 2.0), (1.0, 7.0)]));
    let mut z = Piecewise::declare(line::<f64, f64>(0.0));
    loops!(for i = -inf:inf  if mask[i]  for j = -inf:inf  z[i] += a[i+j] * b[j]).unwrap();
    assert_eq!(frozen(z), points(&[(0.0, 4.0), (1.5, 41.0), (2.5, 10.0)]));
}

#[test]
fn an_index_may_be_mirrored_shifted_and_scaled() {
    let a = integers(&[(-3, 1), (0, 2), (1, 3), (4, 4), (6, 5)]);
    let b = integers(&[(-5, 10), (-1, 20), (0, 30), (2, 40), (3, 50)]);
    let at = |list: &[(i64, i32)], place: i64| list.iter().find(|entry| entry.0 == place).map_or(0, |entry| entry.1);
    let (la, lb) = ([(-3, 1), (0, 2), (1, 3), (4, 4), (6, 5)], [(-5, 10), (-1, 20), (0, 30), (2, 40), (3, 50)]);
    let (k, o) = (-3i64, 2i64);
    let (mut shifted, mut mirrored, mut scaled, mut both, mut whole) = (0, 0, 0, 0, 0);
    loops! {
        for i shifted += a[i + o] * b[i - 1];
        for i mirrored += a[1 - i] * b[i];
        for i scaled += a[2 * i] * b[i];
        for i both += a[k * i + 1] * b[-i + o];
        for i = -10:10 whole += a[i] + b[3 * i]
    }
    .unwrap();
    let sum = |value: &dyn Fn(i64) -> i32| (-20..20).map(value).sum::<i32>();
    assert_eq!(shifted, sum(&|i| at(&la, i + 2) * at(&lb, i - 1)));
    assert_eq!(mirrored, sum(&|i| at(&la, 1 - i) * at(&lb, i)));
    assert_eq!(scaled, sum(&|i| at(&la, 2 * i) * at(&lb, i)));
    assert_eq!(both, sum(&|i| at(&la, -3 * i + 1) * at(&lb, 2 - i)));
    assert_eq!(whole, sum(&|i| at(&la, i) + at(&lb, 3 * i)));
    assert!([shifted, mirrored, scaled, both].iter().all(|result| *result != 0), "cases that meet");
}

#[test]
fn a_target_may_be_mirrored_shifted_and_scaled() {
    let a = integers(&[(-1, 1), (0, 2), (3, 3)]);
    let new = || Piecewise::declare(line::<i32, i64>(0));
    let (mut shifted, mut mirrored, mut scaled, mut both) = (new(), new(), new(), new());
    let k = -2;
    loops! {
        for i shifted[i - 4] += a[i];
        for i mirrored[5 - i] += a[i];
        for i if a[i] > 0 scaled[3 * i + 1] = a[i];
        for i if a[i] > 0 both[k * i] max= a[i]
    }
    .unwrap();
    assert_eq!(frozen(shifted), integers(&[(-5, 1), (-4, 2), (-1, 3)]));
    assert_eq!(frozen(mirrored), integers(&[(2, 3), (5, 2), (6, 1)]));
    assert_eq!(frozen(scaled), integers(&[(-2, 1), (1, 2), (10, 3)]));
    assert_eq!(frozen(both), integers(&[(-6, 3), (0, 2), (2, 1)]));
    let a = points(&[(-1.0, 1), (0.5, 2)]);
    let new = || Piecewise::declare(line::<i32, f64>(0));
    let (mut mirrored, mut scaled) = (new(), new());
    loops!(for i mirrored[0.5 - i] += a[i] for i scaled[-2 * i] += a[i]).unwrap();
    assert_eq!(frozen(mirrored), points(&[(0.0, 2), (1.5, 1)]));
    assert_eq!(frozen(scaled), points(&[(-1.0, 2), (2.0, 1)]));
}

#[test]
fn axes_may_come_in_another_order_than_loops() {
    let list = [(0, 1, 2.0), (0, 3, 3.0), (2, 1, 5.0), (2, 2, 7.0), (3, 3, 11.0)];
    let a = plane(&list);
    let x = integers(&[(1, 10.0), (3, 100.0)]);
    let (mut trace, mut rows, mut columns) = (0.0, Piecewise::declare(line(0.0)), Piecewise::declare(line(0.0)));
    let mut transposed = Piecewise::declare(SparseList::new(Interval::EVERYWHERE, line(0.0)));
    loops!(for i trace += a[i, i]).unwrap();
    loops!(for i for j rows[i] += a[i, j] * x[j]).unwrap();
    loops!(for j = 0:5 for i columns[j] += a[i, j] * x[i]).unwrap();
    loops!(for i for j if a[i, j] != 0.0 transposed[j, i] = a[i, j]).unwrap();
    assert_eq!(trace, 18.0);
    assert_eq!(frozen(rows), integers(&[(0, 320.0), (2, 50.0), (3, 1100.0)]));
    assert_eq!(frozen(columns), integers(&[(3, 1100.0)]));
    assert_eq!(frozen(transposed), plane(&[(1, 0, 2.0), (1, 2, 5.0), (2, 2, 7.0), (3, 0, 3.0), (3, 3, 11.0)]));
}

#[test]
fn a_place_that_is_computed_is_looked_up() {
    let (values, places) = (integers(&[(2, 20), (5, 50)]), integers(&[(0, 5i64), (1, 2), (7, 5)]));
    let mut gathered = Piecewise::declare(line::<i32, i64>(0));
    let mut scattered = Piecewise::declare(line::<i32, i64>(0));
    let (mut constant, k) = (0, 1);
    loops! {
        for i if places[i] != 0 let p = places[i] gathered[i] += values[p];
        for i let p = places[i] if p > 0 scattered[p + 1] += 1;
        constant = values[4 + k] + values[3]
    }
    .unwrap();
    assert_eq!(frozen(gathered), integers(&[(0, 50), (1, 20), (7, 50)]));
    assert_eq!(frozen(scattered), integers(&[(3, 1), (6, 2)]));
    assert_eq!(constant, 50);
}

#[test]
fn each_assignment_has_its_reduction() {
    let x = integers(&[(1, -4), (3, 9), (4, 2)]);
    let flags = integers(&[(1, true), (3, false)]);
    let (mut greatest, mut least, mut any, mut all, mut last) = (i32::MIN, i32::MAX, false, true, 0);
    loops! {
        for i = 0:9 greatest max= x[i];
        for i = 0:9 least min= x[i];
        for i any |= flags[i];
        for i = 1:1 all &= flags[i];
        for i = 1:4 last = x[i]
    }
    .unwrap();
    assert_eq!((greatest, least, any, all, last), (9, -4, true, true, 2));
    loops!(for i = 0:9 all &= flags[i]).unwrap();
    assert!(!all, "fill is a value");
    let mut none = 7;
    loops!(for i = 20:30 none max= x[i] * 0 + min(x[i], 3)).unwrap();
    assert_eq!(none, 7);
}

#[test]
fn a_loop_without_operands_goes_over_the_target_or_its_bounds() {
    let mut squares = Piecewise::declare(line::<i64, i64>(0));
    let n = 4usize;
    let (mut sum, mut halves) = (0i64, 0.0);
    loops! {
        for i = 1:3 squares[2 * i] = i * i;
        for i = 0:n-1 sum += i;
        for i = 0:9 halves += 0.5
    }
    .unwrap();
    assert_eq!(frozen(squares), integers(&[(2, 1), (4, 4), (6, 9)]));
    assert_eq!((sum, halves), (6, 5.0));
}

#[test]
fn integers_are_summed_as_often_as_there_are() {
    let x = integers(&[(3, 2.0), (1000, 5.0)]);
    let mut s = 0.0;
    loops!(for i = 0:999 s += x[i] + 1.0).unwrap();
    assert_eq!(s, 1002.0);
    let failed = loops!(for i = 2000:inf s += x[i] + 1.0);
    assert!(matches!(failed, Err(LoopError::SumOverInterval { index: "i", .. })), "{failed:?}");
    loops!(for i = -inf:inf s += x[i]).unwrap();
    assert_eq!(s, 1009.0, "infinitely many zeros");
}

struct Sky {
    stars: Points,
    total: f64,
}

impl Sky {
    fn shine(&mut self, scale: f64) -> Result<(), LoopError> {
        loops!(for i self.total += self.stars[i].powi(2) * scale as f64)
    }
}

#[test]
fn fields_and_references_are_tensors_too() {
    let mut sky = Sky { stars: points(&[(1.0, 3.0), (2.0, 4.0)]), total: 0.0 };
    sky.shine(2.0).unwrap();
    assert_eq!(sky.total, 50.0);
    let (reference, total) = (&sky.stars, &mut 0.0);
    let mut inner = 0.0;
    loops!(for i inner += f64::abs(-reference[i])).unwrap();
    *total += inner;
    assert_eq!(*total, 7.0);
}

#[test]
fn names_of_the_macro_do_not_meet_those_of_the_program() {
    let fiber_0_0 = points(&[(1.0, 3.0), (2.0, 4.0)]);
    let (fill_0, lo_0, mut total) = (2.0, 1.0, 0.0);
    loops!(for operands_0 = lo_0:9 let value = fill_0 total += fiber_0_0[operands_0] * value).unwrap();
    assert_eq!(total, 14.0);
}

#[test]
fn the_first_nest_that_fails_ends_the_program() {
    let x = points(&[(1.0, 3.0)]);
    let (mut s, mut t, k) = (0.0, 0.0, 0.0);
    let failed = loops! {
        for i s += x[i];
        for i s += x[k * i];
        for i t += x[i]
    };
    assert!(matches!(failed, Err(LoopError::Singular { index: "i", .. })), "{failed:?}");
    assert_eq!((s, t), (3.0, 0.0));
}

#[test]
fn a_place_outside_of_its_type_is_an_error() {
    let x = integers(&[(1, 3.0)]);
    let mut s = 0.0;
    let far = u64::MAX;
    let failed = loops!(for i = 0:far s += x[i]);
    assert!(matches!(failed, Err(LoopError::Place { index: "i", .. })), "{failed:?}");
}

#[test]
fn a_convolution_over_points_in_space_is_that_of_kernel_points() {
    // Figure 21: every point sees the points within R, each through the kernel points within sigma of their distance.
    let points: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [0.5, 0.0, 0.25], [0.0, 1.0, 0.0], [4.0, 4.0, 4.0]];
    let kernel_points: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.5, 0.25, 0.0], [-0.25, 0.5, 0.5]];
    let (cin, cout) = (2i64, 3i64);
    let weight = |k: usize, m: i64, c: i64| (k as f64 + 1.0) * (m as f64 - 0.5) + c as f64;
    let feature = |p: usize, c: i64| p as f64 + 0.25 * c as f64;
    let space = |[x, y, z]: [f64; 3]| move |rest| (at(x), (at(y), (at(z), rest)));
    let everywhere = Interval::EVERYWHERE;
    let channels = || SparseList::<_, i64>::new(Interval::EVERYWHERE, line::<f64, i64>(0.0));
    let mut inputs = Vec::new();
    let mut kernels = Vec::new();
    for c in 0..cin {
        inputs.extend((0..4).map(|p| (space(points[p])((at(c), ())), feature(p, c))));
        for m in 0..cout {
            kernels.extend((0..3).map(|k| {
                let [x, y, z] = kernel_points[k];
                ((at(x), (at(y), (at(z), (at(m), (at(c), ()))))), weight(k, m, c))
            }));
        }
    }
    let masks: Vec<_> = points.iter().map(|&[x, y, z]| ((at(x), (at(y), (at(z), ()))), true)).collect();
    let mask = filled(Pinpoint::new(everywhere, Pinpoint::new(everywhere, line::<bool, f64>(false))), &masks);
    let input = filled(cube(line::<f64, i64>(0.0)), &inputs);
    let kernel = filled(cube(channels()), &kernels);
    let mut out = Piecewise::declare(cube(line::<f64, i64>(0.0)));
    let (radius, sigma) = (1.25, 0.75);
    loops! {
        for x,y,z  if mask[x,y,z]   for r,s,t=-radius:radius  if r*r+s*s+t*t <= radius*radius
            for xk,yk,zk  if (xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t) <= sigma*sigma
            let w = 1.0 - ((xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t)).sqrt()/sigma;
            for m for c  out[x,y,z,m] += w*kernel[xk,yk,zk,m,c]*input[x+r,y+s,z+t,c]
    }
    .unwrap();
    let square = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>();
    let mut expected = Vec::new();
    for p in points {
        for m in 0..cout {
            let mut sum = 0.0;
            for (q, other) in points.iter().enumerate() {
                let offset = [other[0] - p[0], other[1] - p[1], other[2] - p[2]];
                if square(offset, [0.0; 3]) > radius * radius {
                    continue;
                }
                for (k, kernel_point) in kernel_points.iter().enumerate() {
                    let distance = square(*kernel_point, offset).sqrt();
                    if distance <= sigma {
                        let products = (0..cin).map(|c| weight(k, m, c) * feature(q, c));
                        sum += (1.0 - distance / sigma) * products.sum::<f64>();
                    }
                }
            }
            expected.push((space(p)((at(m), ())), sum));
        }
    }
    let (out, expected) = (frozen(out), filled(cube(line::<f64, i64>(0.0)), &expected));
    let (mut difference, mut size) = (0.0, 0.0);
    loops! {
        for x,y,z for m difference max= (out[x,y,z,m] - expected[x,y,z,m]).abs();
        for x,y,z for m size max= expected[x,y,z,m].abs()
    }
    .unwrap();
    assert!(size > 1.0 && difference < 1e-12 * size, "{difference} of {size}");
}

fn cube<L: unite::level::Level>(child: L) -> Pinpoint<Pinpoint<Pinpoint<L>>> {
    let everywhere = Interval::EVERYWHERE;
    Pinpoint::new(everywhere, Pinpoint::new(everywhere, Pinpoint::new(everywhere, child)))
}

/// A nest whose parts are macro arguments.
macro_rules! total {
    ($tensor:ident over $index:ident = $lo:expr, $hi:expr; times $value:expr) => {{
        let mut total = 0.0;
        loops!(for $index = $lo:$hi total += $tensor[$index] * $value).map(|()| total)
    }};
}

#[test]
fn programs_may_be_made_by_macros() {
    let x = points(&[(1.0, 3.0), (2.0, 4.0), (8.0, 5.0)]);
    let n = 1.5;
    assert_eq!(total!(x over i = n - 1.0, 2.0 * n; times 1.0 + 1.0), Ok(14.0));
}
