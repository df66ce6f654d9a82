//! Functions with an identity, `<<f, e>>=`, pass over values that are it, with the same result.

use std::cell::Cell;

use noise::Noise;
use unite::continuous::Interval;
use unite::level::{
    Csr, Dense, DenseVector, Duplicates, Element, IntervalList, Piecewise, Pinpoint, Place, RunList, SparseByteMap,
    SparseCoo, SparseDict, SparseList,
};
use unite::loops;
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Region, Tensor};
use unite_ir::loops::parse_text;

/// Returns the value that is farther from zero, the first one of equals; its identity is 0.
fn farther(old: f64, new: f64) -> f64 {
    if new.abs() > old.abs() { new } else { old }
}

/// Returns the last value that is not 1; its identity is 1.
fn last(old: f64, new: f64) -> f64 {
    if new == 1.0 { old } else { new }
}

fn exact(x: f64) -> interpret::Value {
    Number::from_f64(x).expect("a number").into()
}

/// Returns a function as one of the reference's values.
fn of_values(function: fn(f64, f64) -> f64, values: &[interpret::Value]) -> Option<interpret::Value> {
    let number = |value: &interpret::Value| value.number("f").ok().map(Number::to_f64);
    Some(exact(function(number(values.first()?)?, number(values.get(1)?)?)))
}

const EXTENT: i64 = 12;

/// Returns values at some integers.
fn entries(noise: &mut Noise) -> Vec<(i64, f64)> {
    let mut list = Vec::new();
    for i in 0..EXTENT {
        if noise.below(3) == 0 {
            list.push((i, *noise.pick(&[-2.0, -1.0, 1.0, 2.0, 3.0])));
        }
    }
    list
}

/// Returns the environment of two tensors with a fill, with the functions and outputs of the programs.
fn environment(kind: AxisKind, fill: f64, tensors: [(&str, &[(i64, f64)]); 2]) -> Environment {
    let places = [Region::closed(Number::from(0), Number::from(EXTENT - 1))];
    let mut environment = Environment::default();
    for (name, list) in tensors {
        let boxes: Vec<_> =
            list.iter().map(|&(i, value)| (vec![Region::point(Number::from(i))], exact(value))).collect();
        let twin = Tensor::from_boxes(&[kind], exact(fill), &boxes, Overlap::Refused).unwrap();
        environment.tensor(name, twin).extents(name, &places);
    }
    environment.function("farther", |values| of_values(farther, values));
    environment.function("last", |values| of_values(last, values));
    environment.scalar("one", 1).output_scalar("s", 0).output_scalar("t", 5);
    environment.output_tensor("z", &[kind], 0).extents("z", &places);
    environment
}

/// Compares programs over two tensors of a format, of the fills 0, 1 and 2, with the interpreter.
macro_rules! agreeing {
    ($d:tt $($name:ident: $kind:ident, $coordinate:ty, |$fill:ident| $format:expr;)*) => {$(
        #[test]
        fn $name() {
            for seed in 0..60u64 {
                let $fill = (seed % 3) as f64;
                let mut noise = Noise::new(7000 + seed);
                let lists = [entries(&mut noise), entries(&mut noise)];
                let stored = |list: &[(i64, f64)]| {
                    let entries = list.iter().map(|&(i, value)| ((Place::from(i as $coordinate),), value));
                    Piecewise::<_>::from_entries($format, entries, Duplicates::Refuse).unwrap()
                };
                let (x, y) = (stored(&lists[0]), stored(&lists[1]));
                let line = Interval::closed(0 as $coordinate, (EXTENT - 1) as $coordinate).unwrap();
                let mut z = Piecewise::declare(IntervalList::<_, $coordinate>::new(line, Element::new(0.0)));
                let (mut s, mut t, one) = (0.0, 5.0, 1.0);
                let tensors = [("x", &lists[0][..]), ("y", &lists[1][..])];
                let mut environment = environment(AxisKind::$kind, $fill, tensors);
                macro_rules! both {
                    ($d($d program:tt)*) => {{
                        let ended = loops!($d($d program)*);
                        let text = stringify!($d($d program)*);
                        let reference = interpret::run(&parse_text(text).unwrap(), &mut environment);
                        assert_eq!(ended.is_ok(), reference.is_ok(), "{seed} {text}: {ended:?} {reference:?}");
                        assert_eq!([&exact(s), &exact(t)], ["s", "t"].map(|name| environment.value(name).unwrap()), "{seed} {text}");
                    }};
                }
                both!(for i s <<farther, 0.0>>= x[i]);
                both!(for i s <<farther, 0.0>>= x[i] * y[i]);
                both!(for i t <<last, one>>= y[i]);
                both!(for i t <<last, one>>= x[i] * y[i]);
                both!(for i = 1:9 if x[i] > 0.0 t <<last, 1.0>>= y[i + 1]);
                both!(for i let w = x[i] s <<farther, one - 1.0>>= if y[i] > 0.0 { w } else { 0.0 });
                both!(for i t <<last, 1.0>>= min(x[i], y[i]));
                both!(for i z[i] <<farther, 0.0>>= x[i]);
                both!(for i z[i] <<farther, 0.0>>= x[i] * y[i]);
                both!(for i z[i] <<last, one>>= y[i]);
                let z = z.freeze().unwrap();
                for place in 0..2 * EXTENT - 1 {
                    let place = place as f64 / 2.0;
                    if AxisKind::$kind == AxisKind::Real || place.fract() == 0.0 {
                        let at = environment.array("z").unwrap().at(&[Number::from_f64(place).unwrap()]).unwrap();
                        assert_eq!(exact(z.at((place as $coordinate,))), at, "{seed} {place}");
                    }
                }
            }
        }
    )*};
}

fn axis() -> Interval<i64> {
    Interval::closed(0, EXTENT - 1).unwrap()
}

fn line() -> Interval<f64> {
    Interval::closed(0.0, (EXTENT - 1) as f64).unwrap()
}

agreeing! {$
    arrays: Integer, i64, |fill| Dense::new(axis(), Element::new(fill)).unwrap();
    lists: Integer, i64, |fill| SparseList::new(axis(), Element::new(fill));
    dictionaries: Integer, i64, |fill| SparseDict::<_, i64>::new(axis(), Element::new(fill));
    flags: Integer, i64, |fill| SparseByteMap::new(axis(), Element::new(fill)).unwrap();
    coordinates: Integer, i64, |fill| SparseCoo::<(i64,), _>::new((axis(),), Element::new(fill));
    runs: Integer, i64, |fill| RunList::<_, i64>::new(axis(), Element::new(fill));
    intervals_of_integers: Integer, i64, |fill| IntervalList::<_, i64>::new(axis(), Element::new(fill));
    points: Real, f64, |fill| Pinpoint::<_>::new(line(), Element::new(fill));
    intervals: Real, f64, |fill| IntervalList::<_, f64>::new(line(), Element::new(fill));
    runs_of_the_line: Real, f64, |fill| RunList::<_, f64>::new(line(), Element::new(fill));
}

/// Returns a sparse matrix, its rows, and its number of entries.
fn sparse(seed: u64, size: usize) -> (Csr<f64>, Vec<Vec<f64>>) {
    let mut noise = Noise::new(seed);
    let mut rows = vec![vec![0.0; size]; size];
    for row in &mut rows {
        for _ in 0..3 {
            row[noise.below(size)] = 1.0 + noise.below(5) as f64;
        }
    }
    let flat: Vec<f64> = rows.iter().flatten().copied().collect();
    (Csr::from_slice(0, size, size, &flat).unwrap(), rows)
}

#[test]
fn a_product_of_sparse_matrices_calls_the_function_for_entries_that_meet_alone() {
    const SIZE: usize = 60;
    let (a, rows) = sparse(1, SIZE);
    let calls = Cell::new(0);
    let add = |old: f64, new: f64| {
        calls.set(calls.get() + 1);
        old + new
    };
    let meet: usize = rows
        .iter()
        .flat_map(|row| row.iter().zip(&rows).filter(|(value, _)| **value != 0.0))
        .map(|(_, row)| row.iter().filter(|value| **value != 0.0).count())
        .sum();
    let n = SIZE as i64;
    let format = || Dense::new(0..n, SparseList::new(axis_of(n), Element::new(0.0))).unwrap();
    let (mut with, mut without, mut sum) =
        (Piecewise::declare(format()), Piecewise::declare(format()), Piecewise::declare(format()));
    loops! { for i, k, j  sum[i, j] += a[i, k] * a[k, j] }.unwrap();
    loops! { for i, k, j  with[i, j] <<add, 0.0>>= a[i, k] * a[k, j] }.unwrap();
    // A value into a place is one call; to find out whether it changes fill is one more.
    assert!((meet..=2 * meet).contains(&calls.get()), "{} calls for {meet} entries", calls.get());
    calls.set(0);
    loops! { for i, k, j  without[i, j] <<add>>= a[i, k] * a[k, j] }.unwrap();
    assert!(calls.get() >= SIZE * SIZE * 3, "{} calls", calls.get());
    let sum = sum.freeze().unwrap();
    assert_eq!(with.freeze().unwrap().to_dense().unwrap(), sum.to_dense().unwrap());
    assert_eq!(without.freeze().unwrap().to_dense().unwrap(), sum.to_dense().unwrap());
}

fn axis_of(size: i64) -> Interval<i64> {
    Interval::closed(0, size - 1).unwrap()
}

#[test]
fn what_is_not_known_to_be_the_identity_is_not_passed_over() {
    let calls = Cell::new(0);
    let greatest = |old: f64, new: f64| {
        calls.set(calls.get() + 1);
        old.max(new)
    };
    let least = f64::NEG_INFINITY;
    let list = |fill: f64| {
        let format = SparseList::new(axis_of(1000), Element::new(fill));
        Piecewise::<_>::from_entries(format, [(3i64, -2.0), (700, -1.0)], Duplicates::Refuse).unwrap()
    };
    let (x, y) = (list(0.0), list(least));
    macro_rules! counted {
        ($s:ident; $($program:tt)*) => {{
            calls.set(0);
            let mut $s = least;
            loops!($($program)*).unwrap();
            ($s, calls.get())
        }};
    }
    // The fill of `x` is above its entries; a run of it is combined with itself once, to see that it stays.
    let (s, of_fill) = counted!(s; for i s <<greatest, least>>= x[i]);
    assert!(s == 0.0 && of_fill > 2, "{s} {of_fill}");
    // The fill of `y` is the identity: two entries, one of which begins, and the write.
    assert_eq!(counted!(s; for i s <<greatest, least>>= y[i]), (-1.0, 2));
    assert_eq!(counted!(s; for i s <<greatest, least>>= min(y[i], 5.0)), (-1.0, 2));
    let double = |value: f64| 2.0 * value;
    let (s, of_calls) = counted!(s; for i s <<greatest, least>>= double(y[i]));
    assert!(s == -2.0 && of_calls > 2, "{s} {of_calls}");
}

#[test]
fn the_nearest_of_stored_pairs_passes_over_places_without_one() {
    const NONE: (f64, i64) = (f64::INFINITY, -1);
    let calls = Cell::new(0);
    let nearer = |old: (f64, i64), new: (f64, i64)| {
        calls.set(calls.get() + 1);
        if new.0 < old.0 { new } else { old }
    };
    let format = SparseList::new(axis_of(1000), Element::new(NONE));
    let entries = [(3i64, (2.0, 5i64)), (700, (1.0, 6)), (701, (1.0, 7))];
    let x = Piecewise::<_>::from_entries(format, entries, Duplicates::Refuse).unwrap();
    let (mut best, none) = (NONE, NONE);
    loops! { for i best <<nearer, none>>= x[i] }.unwrap();
    assert_eq!((best, calls.get()), ((1.0, 6), 3));
    // By component: the distances and the numbers are two tensors.
    let distances = Piecewise::<_>::from_entries(
        SparseList::new(axis_of(1000), Element::new(f64::INFINITY)),
        [(3i64, 2.0), (700, 1.0)],
        Duplicates::Refuse,
    )
    .unwrap();
    let numbers = Piecewise::<_>::from_entries(
        SparseList::new(axis_of(1000), Element::new(0i64)),
        [(3i64, 5i64), (650, 8)],
        Duplicates::Refuse,
    )
    .unwrap();
    let far = f64::INFINITY;
    best = NONE;
    calls.set(0);
    loops! { for i best <<nearer, (far, 0)>>= (distances[i], 2 * numbers[i]) }.unwrap();
    assert_eq!((best, calls.get()), ((1.0, 0), 3));
}

#[test]
fn in_steps_an_identity_may_use_what_the_steps_define() {
    let x = DenseVector::from_values(0, [4.0, 0.0, 6.0]).unwrap();
    let (mut s, mut total) = (0.0, 0.0);
    loops! {
        for i = 0:2 {
            s .= 0.0;
            for j  s <<farther, 0.0 * i as f64>>= x[j] * (j - i) as f64;
            total += s
        }
    }
    .unwrap();
    assert_eq!((s, total), (-8.0, 12.0 + 6.0 - 8.0));
}
