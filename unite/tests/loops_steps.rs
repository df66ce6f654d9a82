//! Scalars and tensors that start anew at each step, `w .= e`, and the loops around them, step by step.

use noise::Noise;
use unite::continuous::Interval;
use unite::level::{
    Dense, Duplicates, Element, IntervalList, Level, Piecewise, Place, SparseByteMap, SparseDict, SparseList,
};
use unite::looplet::LoopError;
use unite::loops;

type Vector<T> = Piecewise<Dense<Element<T>>>;
type Matrix = Piecewise<Dense<Dense<Element<f64>>>>;
type Rows = Piecewise<Dense<SparseList<Element<f64>>>>;

fn dense<T: unite::level::Value>(values: &[T]) -> Vector<T> {
    let last = values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(0..=last, Element::from_values(T::ZERO, values.to_vec())).unwrap()).unwrap()
}

fn closed(first: i64, last: i64) -> Interval<i64> {
    Interval::closed(first, last).unwrap()
}

/// Returns rows `first_row..` of lists over `first_column..`, with a quarter of the places stored.
fn random_rows(noise: &mut Noise, (first_row, rows): (i64, i64), (first_column, columns): (i64, i64)) -> Rows {
    let list = SparseList::new(closed(first_column, first_column + columns - 1), Element::new(0.0));
    let mut matrix = Piecewise::declare(Dense::new(first_row..first_row + rows, list).unwrap());
    for row in first_row..first_row + rows {
        for column in first_column..first_column + columns {
            if noise.below(4) == 0 {
                matrix.set((row, column), (1 + noise.below(5)) as f64).unwrap();
            }
        }
    }
    matrix.freeze().unwrap()
}

/// Multiplies by the definition.
fn product(
    a: &Rows,
    b: &Rows,
    rows: Interval<i64>,
    inner: Interval<i64>,
    columns: Interval<i64>,
) -> Vec<((i64, i64), f64)> {
    let places = |extent: Interval<i64>| extent.lo().value..extent.hi().value;
    let mut list = Vec::new();
    for i in places(rows) {
        for j in places(columns) {
            let sum: f64 = places(inner).map(|k| a.at((i, k)) * b.at((k, j))).sum();
            if sum != 0.0 {
                list.push(((i, j), sum));
            }
        }
    }
    list
}

/// Multiplies row by row, with a workspace of the given format.
macro_rules! by_rows {
    ($a:ident, $b:ident, $columns:ident, $rows:expr, $workspace:expr) => {{
        let mut w = Piecewise::declare($workspace);
        let mut c = Piecewise::declare(Dense::new($rows, SparseList::new($columns, Element::new(0.0))).unwrap());
        loops! {
            for i {
                w .= 0.0;
                for k, j  w[j] += $a[i, k] * $b[k, j];
                for j  c[i, j] = w[j]
            }
        }
        .unwrap();
        // The workspace has the last row, and can be written as before.
        w.set(-2, 7.0).unwrap();
        assert_eq!(w.freeze().unwrap().at(-2), 7.0);
        c.freeze().unwrap()
    }};
}

#[test]
fn gustavson_s_product_by_rows_equals_the_definition_with_any_workspace() {
    let mut noise = Noise::new(5);
    for _ in 0..12 {
        let (rows, inner, columns) = (closed(3, 9), closed(-1, 6), closed(-2, 7));
        let a = random_rows(&mut noise, (3, 7), (-1, 8));
        let b = random_rows(&mut noise, (-1, 8), (-2, 10));
        let format = Dense::new(3..10i64, SparseList::new(columns, Element::new(0.0))).unwrap();
        let list = product(&a, &b, rows, inner, columns);
        let expected = Piecewise::from_entries(format, list, Duplicates::Refuse).unwrap();
        let value = || Element::new(0.0);
        assert_eq!(by_rows!(a, b, columns, 3..10i64, Dense::new(columns, value()).unwrap()), expected);
        assert_eq!(by_rows!(a, b, columns, 3..10i64, SparseList::new(columns, value())), expected);
        assert_eq!(by_rows!(a, b, columns, 3..10i64, SparseDict::new(columns, value())), expected);
        assert_eq!(by_rows!(a, b, columns, 3..10i64, SparseByteMap::new(columns, value()).unwrap()), expected);
        assert_eq!(by_rows!(a, b, columns, 3..10i64, IntervalList::new(columns, value())), expected);
    }
}

#[test]
fn a_scalar_starts_anew_in_each_row() {
    let a: Matrix = Piecewise::from_level(
        Dense::from_parts(
            0..2i64,
            Dense::from_parts(0..3i64, Element::from_values(0.0, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])).unwrap(),
        )
        .unwrap(),
    )
    .unwrap();
    let mut y = Piecewise::declare(Dense::new(0..2i64, Element::new(0.0)).unwrap());
    let (mut s, mut last) = (100.0, 0.0);
    loops! {
        for i { s .= 0.0; for j  s += a[i, j];  y[i] = s * s }
        last .= s
    }
    .unwrap();
    assert_eq!(y.freeze().unwrap(), dense(&[36.0, 225.0]));
    assert_eq!((s, last), (15.0, 15.0));
}

#[test]
fn names_conditions_and_loops_of_steps_nest() {
    let x = dense(&[3i64, -1, 4, 0, 5]);
    let (mut text, mut n, mut least) = (0i64, 0, 0);
    let mut z = Piecewise::declare(Dense::new(0..5i64, Element::new(0)).unwrap());
    loops! {
        for i {
            let v = x[i], from = i - 1;
            n .= 0;
            if v > 0 && x[i] != 4 {
                for k = from:i + 1 { least .= v; least min= x[k]; n += least }
            } else n .= -1;
            let twice = 2 * n;
            z[i] = twice;
            text += n + twice
        }
    }
    .unwrap();
    // At 0: the minima of 3 with fill, 3, -1; at 4: of 5 with 0, 5, fill.
    let n_at = [2, -1, -1, -1, 5];
    assert_eq!(z.freeze().unwrap(), dense(&n_at.map(|n| 2 * n)));
    assert_eq!(text, 3 * n_at.iter().sum::<i64>());
}

/// Searches a graph by breadth, with one frontier for each distance.
fn distances(neighbours: &[Vec<i64>], root: i64) -> Vec<i64> {
    let mut distance = vec![-1; neighbours.len()];
    let (mut frontier, mut round) = (vec![root], 0);
    distance[root as usize] = 0;
    while !frontier.is_empty() {
        round += 1;
        let mut next = Vec::new();
        for &from in &frontier {
            for &to in &neighbours[from as usize] {
                if distance[to as usize] < 0 {
                    distance[to as usize] = round;
                    next.push(to);
                }
            }
        }
        frontier = next;
    }
    distance
}

#[test]
fn breadth_first_search_writes_distances_and_parents() {
    let mut noise = Noise::new(11);
    for size in [1usize, 2, 9, 30] {
        let neighbours: Vec<Vec<i64>> =
            (0..size).map(|_| (0..noise.below(3)).map(|_| noise.below(size) as i64).collect()).collect();
        let graph =
            Dense::new(0..size as i64, SparseList::new(closed(0, size as i64 - 1), Element::new(false))).unwrap();
        let edges = neighbours
            .iter()
            .enumerate()
            .flat_map(|(from, list)| list.iter().map(move |&to| ((from as i64, to), true)));
        let graph = Piecewise::from_entries(graph, edges, Duplicates::First).unwrap();

        let last = size as i64 - 1;
        let mut distance = Piecewise::declare(Dense::new(0..=last, Element::new(-1)).unwrap());
        let mut parent = Piecewise::declare(Dense::new(0..=last, Element::new(-1)).unwrap());
        let mut frontier = Piecewise::declare(SparseList::new(closed(0, last), Element::new(false)));
        let mut next = Piecewise::declare(SparseList::new(closed(0, last), Element::new(false)));
        let mut found = -1i64;
        distance.set(0, 0).unwrap();
        frontier.set(0, true).unwrap();
        loops! {
            for round = 1:last {
                next .= false;
                for i, j  next[j] |= frontier[i] && graph[i, j] && distance[j] == -1;
                for j if next[j] distance[j] = round;
                for j if next[j] {
                    found .= -1;
                    for i if frontier[i] && graph[i, j]  found max= i;
                    parent[j] = found;
                }
                frontier .= false;
                for j  frontier[j] |= next[j]
            }
        }
        .unwrap();
        let (distance, parent) = (distance.freeze().unwrap(), parent.freeze().unwrap());
        let expected = distances(&neighbours, 0);
        assert_eq!(
            distance,
            Piecewise::from_level(Dense::from_parts(0..=last, Element::from_values(-1, expected.clone())).unwrap())
                .unwrap()
        );
        for place in 1..size {
            let parent = parent.at(place as i64);
            assert_eq!(parent >= 0, expected[place] > 0, "{place}");
            if parent >= 0 {
                assert_eq!(expected[parent as usize] + 1, expected[place], "{place}");
                assert!(neighbours[parent as usize].contains(&(place as i64)));
            }
        }
    }
}

#[test]
fn a_step_integrates_over_reals() {
    // Row by row: the integral of the field, and the part of it above a level that the row itself tells.
    let row = || IntervalList::new(Interval::EVERYWHERE, Element::new(0.0));
    let mut field = Piecewise::declare(Dense::new(1..4i64, row()).unwrap());
    field.set((1, 0.0..2.0), 3.0).unwrap();
    field.set((1, 2.5..3.0), 1.0).unwrap();
    field.set((3, -1.5..=0.5), 2.0).unwrap();
    let field = field.freeze().unwrap();
    let mut mean = Piecewise::declare(Dense::new(1..4i64, Element::new(0.0)).unwrap());
    let mut cut = Piecewise::declare(row());
    let (mut integral, mut length) = (0.0, 0.0);
    loops! {
        for i {
            integral .= 0.0; length .= 0.0; cut .= 0.0;
            for x  cut[x] = field[i, x] - 1.0;
            for x  if field[i, x] != 0.0  length += d(x);
            for x  if field[i, x] != 0.0  integral += cut[x] * d(x);
            if length > 0.0  mean[i] = integral / length
        }
    }
    .unwrap();
    assert_eq!(mean.freeze().unwrap().to_dense().unwrap(), [4.0 / 2.5, 0.0, 1.0]);
    assert_eq!(cut.freeze().unwrap().at(0.0), 1.0);
}

#[test]
fn an_error_keeps_what_was_written_and_the_tensors() {
    let x = dense(&[1.0, 2.0, 3.0]);
    let mut w = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap());
    let mut z = Piecewise::declare(SparseList::new(closed(0, 1), Element::new(0.0)));
    w.set(0, 9.0).unwrap();
    let mut n = 0;
    let error = loops! {
        for i = 0:2 {
            n .= i;
            for k  w[k] = x[k] + i as f64;
            z[i] = w[i]
        }
    }
    .unwrap_err();
    assert!(matches!(error, LoopError::Outside { target: "z[i]", .. }), "{error}");
    assert_eq!(n, 2);
    // The third step read `w`, which is to be written again, and failed to write `z[2]`.
    assert_eq!(w.freeze().unwrap(), dense(&[3.0, 4.0, 5.0]));
    assert_eq!(z.freeze().unwrap().level().coordinates(), [0, 1]);
}

#[test]
fn a_tensor_starts_anew_at_its_fill_alone() {
    let mut w = Piecewise::declare(Dense::new(0..3i64, Element::new(2)).unwrap());
    w.set(1, 5).unwrap();
    let error = loops! { w .= 0; for i w[i] += 1 }.unwrap_err();
    assert_eq!(error, LoopError::NotTheFill { tensor: "w", fill: "2".into(), value: "0".into() });
    assert_eq!(error.to_string(), "`w .= 0` empties `w`, whose fill is 2. Write `w .= 2`");
    assert_eq!(w.clone().freeze().unwrap().to_dense().unwrap(), [2, 5, 2]);
    loops! { w .= 2; for i w[i] += 1 }.unwrap();
    assert_eq!(w.freeze().unwrap().to_dense().unwrap(), [3, 3, 3]);
}

#[test]
fn an_infinite_extent_bounds_no_steps() {
    let x = Piecewise::declare(SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    let mut s = 0.0;
    let error = loops!(for i { s .= 0.0; s += x[i] }).unwrap_err();
    let extent = Interval::<i64>::EVERYWHERE.to_string();
    assert_eq!(error, LoopError::Endless { index: "i", extent });
    assert_eq!(s, 0.0);
}

#[test]
fn different_extents_are_an_error_and_empty_ranges_are_no_steps() {
    let (x, y) = (dense(&[1, 2, 3]), dense(&[1, 2]));
    let (mut s, mut steps) = (0, 0);
    let error = loops!(for i { s .= x[i]; steps += y[i] }).unwrap_err();
    assert!(matches!(error, LoopError::Extents { index: "i", one: "x", other: "y", .. }), "{error}");
    loops!(for i = 2:1 { s .= x[i]; steps += y[i] }).unwrap();
    assert_eq!((s, steps), (0, 0));
    loops!(for i = 0:3 { s .= x[i]; steps += y[i] }).unwrap();
    assert_eq!((s, steps), (0, 3)); // fill beyond the extents
}

#[test]
fn steps_go_along_unsigned_axes_and_narrow_ones() {
    let values = Element::from_values(0.0, vec![4.0, 5.0, 6.0]);
    let x = Piecewise::from_level(Dense::<_, u32>::from_parts(2..5u32, values).unwrap()).unwrap();
    let mut w = Piecewise::declare(SparseList::unsigned(Interval::closed(0u8, 9).unwrap(), Element::new(0.0)));
    let (mut places, mut sum) = (Vec::new(), 0.0);
    let mut here = 0i64;
    loops! {
        for i {
            here .= i;
            w .= 0.0;
            let k = i as i16;
            w[k] = x[i];
            w[k - 2] += x[i - 1];
            for j  sum += w[j] * (j as f64)
        }
    }
    .unwrap();
    places.push(here);
    assert_eq!(places, [4]);
    assert_eq!(sum, (2.0 * 4.0) + (3.0 * 5.0 + 4.0) + (4.0 * 6.0 + 2.0 * 5.0));
}

#[test]
fn matrices_stored_by_columns_bound_and_are_read_at_a_step() {
    let rows = [[1.0, 0.0, 2.0], [0.0, 3.0, 4.0]];
    let by_rows = Dense::new(0..2i64, SparseList::new(closed(0, 2), Element::new(0.0))).unwrap();
    let entries = || {
        (0..2i64).flat_map(|i| (0..3i64).map(move |j| ((i, j), rows[i as usize][j as usize]))).filter(|e| e.1 != 0.0)
    };
    let a = Piecewise::from_entries(by_rows, entries(), Duplicates::Refuse).unwrap();
    let by_columns = Dense::new(0..3i64, SparseList::new(closed(0, 1), Element::new(0.0))).unwrap();
    let b: unite::level::Csc<f64> = unite::level::Csc::with_entries(by_columns, entries(), Duplicates::Refuse).unwrap();
    let mut sums = [Vec::new(), Vec::new()];
    let mut s = 0.0;
    for (row, sums) in sums.iter_mut().enumerate() {
        loops!(for i = 0:row { s .= 0.0; for j s += a[i, j] }).unwrap();
        sums.push(s);
        loops!(for i = 0:row { s .= 0.0; for j s += b[i, j] }).unwrap();
        sums.push(s);
    }
    assert_eq!(sums, [[3.0, 3.0], [7.0, 7.0]]);
    let mut total = 0.0;
    loops!(for j { s .= 0.0; for i s += b[i, j]; total += s * s }).unwrap();
    assert_eq!(total, 1.0 + 9.0 + 36.0);
}

#[test]
fn an_iteration_reads_what_the_step_before_wrote() {
    // Power iteration: x = A x, scaled by its greatest element.
    let a = Dense::from_parts(
        0..2i64,
        Dense::from_parts(0..2i64, Element::from_values(0.0, vec![2.0, 1.0, 1.0, 3.0])).unwrap(),
    );
    let a: Matrix = Piecewise::from_level(a.unwrap()).unwrap();
    let mut x = dense(&[1.0, 0.0]).thaw();
    let mut y = Piecewise::declare(Dense::new(0..2i64, Element::new(0.0)).unwrap());
    let mut most = 0.0;
    loops! {
        for round = 1:60 {
            y .= 0.0;
            most .= 0.0;
            for i, j  y[i] += a[i, j] * x[j];
            for i  most max= y[i];
            for i  x[i] = y[i] / most
        }
    }
    .unwrap();
    // The greater eigenvalue of a matrix with trace 5 and determinant 5.
    assert!((most - (5.0 + 5f64.sqrt()) / 2.0).abs() < 1e-9, "{most}");
}

#[test]
fn fields_of_structures_start_anew() {
    struct State {
        row: unite::level::Updating<Dense<Element<i64>>>,
        sum: i64,
    }
    let mut state = State { row: Piecewise::declare(Dense::new(0..3i64, Element::new(0)).unwrap()), sum: 5 };
    let reference = &mut state;
    loops! {
        for i = 0:2 {
            reference.row .= 0;
            reference.sum .= i;
            for j = 0:i  reference.row[j] = j + 1;
            for j  reference.sum += reference.row[j] * 10
        }
    }
    .unwrap();
    assert_eq!((state.sum, state.row.freeze().unwrap()), (62, dense(&[1, 2, 3])));
}

#[test]
fn every_format_is_thawed_to_what_was_frozen() {
    fn kept<L: Level + PartialEq + std::fmt::Debug>(format: L, set: impl Fn(&mut unite::level::Updating<L>)) {
        let mut tensor = Piecewise::declare(format.clone());
        set(&mut tensor);
        let frozen = tensor.freeze().unwrap();
        let mut update = format.declare();
        frozen.level().clone().thaw_all(&mut update);
        assert_eq!(format.freeze_all(&mut update, 1).as_ref(), Ok(frozen.level()));
        // Storage that held something else holds the same.
        frozen.level().clone().thaw_all(&mut update);
        assert_eq!(format.freeze_all(&mut update, 1).as_ref(), Ok(frozen.level()));
        frozen.level().clone().thaw_all(&mut update);
        format.clear(&mut update);
        use unite::level::Update;
        assert_eq!(update.assemble(), 0);
        assert_eq!(
            format.freeze_all(&mut update, 1).as_ref(),
            Ok(Piecewise::declare(format.clone()).freeze().unwrap().level())
        );
    }
    use unite::level::{ClosedOpen, HomogeneousIntervals, Overlapping, Pattern, Pinpoint, RunList, SparseCoo};
    let real = Interval::<f64>::EVERYWHERE;
    let value = || Element::new(0i64);
    let integers = closed(-3, 9);
    kept(Dense::new(integers, value()).unwrap(), |t| t.set(4, 5).unwrap());
    kept(SparseList::new(integers, value()), |t| [7, 2, -3].into_iter().for_each(|k| t.set(k, k).unwrap()));
    kept(SparseDict::new(integers, value()), |t| [7, 2, -3].into_iter().for_each(|k| t.set(k, k).unwrap()));
    kept(SparseByteMap::new(integers, value()).unwrap(), |t| [7, 2, -3].into_iter().for_each(|k| t.set(k, k).unwrap()));
    kept(RunList::new(integers, value()), |t| t.set(2..=5, 3).unwrap());
    kept(Pinpoint::new(real, Pattern::new()), |t| [0.5, -2.0].into_iter().for_each(|x| t.set(x, true).unwrap()));
    kept(IntervalList::new(real, value()), |t| {
        t.set(0.0..1.5, 3).unwrap();
        t.set(-4.0..=-2.0, 8).unwrap();
    });
    kept(HomogeneousIntervals::<_, ClosedOpen>::new(real, value()), |t| t.set(Place::from(0.5..2.0), 3).unwrap());
    kept(Overlapping::new(real, value()), |t| {
        t.set(1.0..2.5, 3).unwrap();
        t.set(0.0..1.5, 4).unwrap();
    });
    kept(SparseCoo::<(i64, i64), _>::new((integers, integers), value()), |t| {
        [(7, 1), (2, 5), (2, -1)].into_iter().for_each(|place| t.set(place, place.0).unwrap());
    });
    kept(Dense::new(0..4i64, SparseList::new(integers, value())).unwrap(), |t| {
        [(3, 1), (1, 5), (1, -1)].into_iter().for_each(|place| t.set(place, place.1).unwrap());
    });
    kept(SparseList::new(integers, IntervalList::new(real, value())), |t| {
        t.set((3, 0.5..2.0), 4).unwrap();
        t.set((-3, 0.5..2.5), 5).unwrap();
    });
}
