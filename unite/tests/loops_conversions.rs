//! Tensors that `einsum!` converts, as no order of loops reads them as stored: same results.

mod loops_common;

use loops_common::*;
use noise::Noise;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::{
    Coo, Csc, Csr, Dcsr, Dense, DenseMatrix, Duplicates, Element, IntervalList, Overlapping, Pattern, Piecewise,
    Pinpoint, RunList, SparseByteMap, SparseDict, SparseList, indices,
};
use unite::loops::{einsum, einsum_plan};
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Side, Tensor, Value};
use unite_ir::loops::parse_text;

const N: usize = 6;

type Rows = [[f64; N]; N];

/// Returns a random matrix of small integers, of which about half are zero, in runs.
fn matrix(noise: &mut Noise) -> Rows {
    let mut last = 0.0;
    std::array::from_fn(|_| {
        std::array::from_fn(|_| {
            if noise.below(2) == 0 {
                last = noise.below(2) as f64 * (noise.below(7) as f64 - 3.0);
            }
            last
        })
    })
}

fn extent() -> Interval<i64> {
    indices(0, N).unwrap()
}

/// Sums products of two matrices of one format, of which one is converted.
macro_rules! same {
    ($x:ident, $y:ident: $($make:expr),* $(,)?) => {{
        let crossed: f64 = (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).map(|(i, j)| $x[i][j] * $y[j][i]).sum();
        let beside: f64 = (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).map(|(i, j)| $x[i][j] * $y[i][j]).sum();
        $(
            let make = $make;
            let (a, b) = (make(&$x), make(&$y));
            assert_eq!(einsum!("ij,ji->", a, b).unwrap(), crossed, stringify!($make));
            let turned = b.by_ref().transposed();
            assert_eq!(einsum!("ij,ji->", a, turned).unwrap(), beside, stringify!($make));
        )*
    }};
}

#[test]
fn conversions_of_matrices_keep_every_value() {
    for seed in 0..10 {
        let mut noise = Noise::new(seed);
        let (x, y) = (matrix(&mut noise), matrix(&mut noise));
        let zero = || Element::new(0.0);
        let rows = |rows: &Rows| DenseMatrix::from_rows(0, rows).unwrap();
        same!(x, y:
            |x: &Rows| Csr::from_rows(0, x).unwrap(),
            |x: &Rows| Csc::from_rows(0, x).unwrap(),
            |x: &Rows| Dcsr::from_rows(0, x).unwrap(),
            |x: &Rows| Coo::from_rows(0, x).unwrap(),
            |x: &Rows| DenseMatrix::from_rows(0, x).unwrap(),
            |x: &Rows| rows(x).convert(SparseDict::new(extent(), SparseByteMap::new(extent(), zero()).unwrap())).unwrap(),
            |x: &Rows| rows(x).convert(Dense::new(extent(), RunList::new(extent(), zero())).unwrap()).unwrap(),
            |x: &Rows| rows(x).convert(Dense::<_, u32>::new(0..N as u32, SparseList::new(extent(), zero())).unwrap()).unwrap(),
        );
    }
}

#[test]
fn a_fill_that_is_not_zero_is_kept() {
    let mut noise = Noise::new(7);
    let (x, y) = (matrix(&mut noise), matrix(&mut noise));
    let filled = |x: &Rows| {
        let format = Dense::new(extent(), SparseList::new(extent(), Element::new(2.0))).unwrap();
        DenseMatrix::from_rows(0, x).unwrap().convert(format).unwrap()
    };
    let (a, b) = (filled(&x), filled(&y));
    let expected: f64 = (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).map(|(i, j)| x[i][j] * y[j][i]).sum();
    assert_eq!(einsum!("ij,ji->", a, b).unwrap(), expected);
}

/// A place in a tensor of three axes.
type Place = (i64, i64, i64);

#[test]
fn tensors_of_three_axes_are_converted_to_any_order() {
    let mut noise = Noise::new(11);
    let extent = indices(0, 4).unwrap();
    let format = || {
        Dense::new(extent, SparseList::new(extent, SparseList::new(extent, Element::new(0.0))))
            .expect("a finite extent")
    };
    let mut values = || -> Vec<(Place, f64)> {
        let places = (0..64i64).filter(|_| noise.below(3) == 0).collect::<Vec<_>>();
        places.into_iter().map(|p| ((p / 16, p / 4 % 4, p % 4), 1.0 + noise.below(5) as f64)).collect()
    };
    let (x, y) = (values(), values());
    let a = Piecewise::<_>::from_entries(format(), x.clone(), Duplicates::Refuse).unwrap();
    let b = Piecewise::<_>::from_entries(format(), y.clone(), Duplicates::Refuse).unwrap();
    let c = b.by_ref().transposed();
    let at = |list: &[(Place, f64)], place| list.iter().find(|entry| entry.0 == place).map_or(0.0, |e| e.1);
    let sum =
        |turned: fn(Place) -> Place| -> f64 { x.iter().map(|&(place, value)| value * at(&y, turned(place))).sum() };
    assert_eq!(einsum!("ijk,jik->", a, b).unwrap(), sum(|(i, j, k)| (j, i, k)));
    assert_eq!(einsum!("ijk,kij->", a, b).unwrap(), sum(|(i, j, k)| (k, i, j)));
    assert_eq!(einsum!("ijk,kji->", a, b).unwrap(), sum(|(i, j, k)| (k, j, i)));
    assert_eq!(einsum!("ijk,kij->", a, c).unwrap(), sum(|(i, j, k)| (j, i, k)));
    assert_eq!(einsum!("ijk,ijk->", a, c).unwrap(), sum(|(i, j, k)| (k, j, i)));
}

fn twin(kinds: &[AxisKind; 2], list: &[(Cell, f64)]) -> Tensor {
    let side = |cut: Cut<f64>| if cut.after { Side::After } else { Side::Before };
    let cut = |cut: Cut<f64>| interpret::Cut::new(Number::from_f64(cut.value).unwrap(), side(cut));
    let region = |(lo, hi): Region<f64>| interpret::Region { lo: cut(lo), hi: cut(hi) };
    let boxes: Vec<_> = list
        .iter()
        .map(|&((rows, (columns, ())), value)| {
            (vec![region(rows), region(columns)], Number::from_f64(value).unwrap().into())
        })
        .collect();
    Tensor::from_boxes(kinds, Value::from(0), &boxes, Overlap::Refused).unwrap()
}

/// A rectangle.
type Cell = (Region<f64>, (Region<f64>, ()));

/// Returns rectangles that do not overlap, with ends of all kinds, points among them.
fn rectangles(noise: &mut Noise) -> Vec<(Cell, f64)> {
    let mut list = Vec::new();
    for row in 0..4 {
        for column in 0..4 {
            let mut side = |at: f64| match noise.below(4) {
                0 => (at.before(), at.after()),
                1 => (at.before(), (at + 1.0).before()),
                2 => (at.after(), (at + 1.0).before()),
                _ => ((at + 0.25).before(), (at + 0.5).after()),
            };
            let cell = (side(f64::from(row)), (side(f64::from(column)), ()));
            if noise.below(2) == 0 {
                list.push((cell, 1.0 + noise.below(4) as f64));
            }
        }
    }
    list
}

#[test]
fn rectangles_and_points_of_the_plane_are_converted_piece_by_piece() {
    let mut converted = 0;
    for seed in 0..60 {
        let mut noise = Noise::new(seed);
        let (x, y) = (rectangles(&mut noise), rectangles(&mut noise));
        let line = Interval::<f64>::EVERYWHERE;
        let format = || IntervalList::<_, f64>::new(line, IntervalList::<_, f64>::new(line, Element::new(0.0)));
        let (a, b) = (filled(format(), &x), filled(format(), &y));
        let spots: Vec<(Cell, f64)> = (0..4)
            .flat_map(|i| (0..4).map(move |j| (f64::from(i) * 0.5, f64::from(j) * 0.5)))
            .filter(|_| noise.below(2) == 0)
            .map(|(i, j)| ((at(i), (at(j), ())), i + 2.0 * j + 1.0))
            .collect();
        let p = filled(Pinpoint::new(line, Pinpoint::new(line, Element::new(0.0))), &spots);

        let mut twins = Environment::default();
        twins.tensor("a", twin(&[AxisKind::Real; 2], &x)).tensor("b", twin(&[AxisKind::Real; 2], &y));
        twins.tensor("p", twin(&[AxisKind::Real; 2], &spots));
        let mut number = |text: &str| {
            twins.output_scalar("s", 0);
            interpret::run(&parse_text(text).unwrap(), &mut twins).unwrap();
            twins.value("s").unwrap().number("s").unwrap().to_f64()
        };
        let area = number("for x, y s += a[x, y] * b[y, x] * d(x) * d(y)");
        assert_eq!(einsum!(a[x, y] * b[y, x] * d(x) * d(y)).unwrap(), area);
        let sum = number("for x, y s += a[x, y] * p[y, x]");
        assert_eq!(einsum!("xy,yx->", a, p).unwrap(), sum);
        converted += usize::from(area > 0.0 && sum > 0.0);
    }
    assert!(converted > 20, "{converted}");
}

#[test]
fn pieces_that_overlap_are_added_up() {
    for seed in 0..20 {
        let mut noise = Noise::new(seed);
        let mut x = [[0.0; N]; N];
        let mut pieces = Vec::new();
        for _ in 0..8 {
            let mut range = || {
                let first = noise.below(N);
                (first, first + noise.below(N - first))
            };
            let ((top, bottom), (left, right)) = (range(), range());
            x[top..=bottom].iter_mut().for_each(|row| row[left..=right].iter_mut().for_each(|value| *value += 1.0));
            pieces.push(((closed(top as i64, bottom as i64), (closed(left as i64, right as i64), ())), 1.0));
        }
        let y = matrix(&mut noise);
        let format = Overlapping::new(extent(), IntervalList::new(extent(), Element::new(0.0)));
        let (a, b) = (filled(format, &pieces), Csr::from_rows(0, &y).unwrap());
        let expected: f64 = (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).map(|(i, j)| x[i][j] * y[j][i]).sum();
        assert_eq!(einsum!("ij,ji->", a, b).unwrap(), expected);
    }
}

#[test]
fn patterns_are_converted_to_truth_values() {
    let format = Dense::new(extent(), SparseList::new(extent(), Pattern::new())).unwrap();
    let places = [(0, 1), (1, 0), (2, 5), (4, 4)];
    let a = Piecewise::<_>::from_entries(format, places.map(|place| (place, true)), Duplicates::Refuse).unwrap();
    let mut mutual = Piecewise::declare(SparseList::new(extent(), Element::new(false)));
    einsum!(mutual[i] |= a[i, j] && a[j, i]).unwrap();
    assert_eq!(mutual.freeze().unwrap().level().coordinates(), [0, 1, 4]);
}

#[test]
fn nothing_is_converted_where_an_order_reads_all_tensors() {
    let rows = [[1.0, 0.0], [2.0, 3.0]];
    let (a, c) = (Csr::from_rows(0, &rows).unwrap(), Csc::from_rows(0, &rows).unwrap());
    let x = Csr::from_rows(0, &[[0.0, 4.0]]).unwrap();
    for plan in [
        einsum_plan!("ik,kj->ij", a, a),
        einsum_plan!("ik,kj->ij", c, c),
        einsum_plan!("ij,ij->", a, a),
        einsum_plan!("ij,ij->ij", c, c),
        einsum_plan!([j, i] = a[i, j]),
        einsum_plan!("ri,ij->rj", x, a),
    ] {
        assert!(!plan.contains("converted"), "{plan}");
    }
    assert_eq!(einsum!("ri,ij->rj", x, a).unwrap().to_rows().unwrap(), [[8.0, 12.0]]);
}

#[test]
fn an_extent_that_is_not_finite_is_converted_too() {
    let line = Interval::<i64>::EVERYWHERE;
    let format = || SparseList::new(line, SparseList::new(line, Element::new(0.0)));

    let far = [((5_000_000_000i64, -3i64), 2.0), ((-3, 5_000_000_000), 4.0), ((1, 1), 1.0)];
    let a = Piecewise::<_>::from_entries(format(), far, Duplicates::Refuse).unwrap();
    assert_eq!(einsum!("ij,ji->", a, a).unwrap(), 2.0 * 4.0 + 4.0 * 2.0 + 1.0);
}
