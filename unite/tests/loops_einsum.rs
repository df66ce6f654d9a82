//! `einsum!` against sums by definition, over formats and orders of storage, and over other semirings.

use noise::Noise;
use unite::continuous::Interval;
use unite::level::{Csc, Csr, Dense, DenseMatrix, DenseVector, Duplicates, Element, Piecewise, SparseDict, SparseList};
use unite::looplet::LoopError;
use unite::loops::semiring::{MaxMin, MinPlus, Scalar, Semiring, check_laws};
use unite::loops::{einsum, loops};
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Region, Tensor};

const ROWS: usize = 5;
const COLUMNS: usize = 7;

/// Returns a random matrix of small integers, of which about half are zero.
fn matrix<const M: usize, const N: usize>(noise: &mut Noise) -> [[f64; N]; M] {
    std::array::from_fn(|_| std::array::from_fn(|_| noise.below(2) as f64 * (noise.below(9) as f64 - 4.0)))
}

/// Returns the product by definition.
fn product<const M: usize, const K: usize, const N: usize>(a: &[[f64; K]; M], b: &[[f64; N]; K]) -> [[f64; N]; M] {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..K).map(|k| a[i][k] * b[k][j]).sum()))
}

#[test]
fn products_of_matrices_of_any_format_are_those_of_the_definition() {
    for seed in 0..20 {
        let mut noise = Noise::new(seed);
        let (x, y): ([[f64; COLUMNS]; ROWS], [[f64; ROWS]; COLUMNS]) = (matrix(&mut noise), matrix(&mut noise));
        let expected = product(&x, &y);
        let (a, b) = (Csr::from_rows(0, &x).unwrap(), Csr::from_rows(0, &y).unwrap());
        let (dense_a, dense_b) = (DenseMatrix::from_rows(0, &x).unwrap(), DenseMatrix::from_rows(0, &y).unwrap());
        assert_eq!(einsum!("ik,kj->ij", a, b).unwrap().to_rows().unwrap(), expected);
        assert_eq!(einsum!("ik,kj->ij", a, dense_b).unwrap().to_rows().unwrap(), expected);
        assert_eq!(einsum!("ik,kj->ij", dense_a, b).unwrap().to_rows().unwrap(), expected);
        assert_eq!(einsum!("i k, k j -> i j", dense_a, dense_b).unwrap().to_rows().unwrap(), expected);
        // The columns of the second one lie in rows of its transpose: an inner product for each element.
        let columns = Csc::from_rows(0, &y).unwrap();
        assert_eq!(einsum!("ik,jk->ij", a, columns.by_ref().transposed()).unwrap().to_rows().unwrap(), expected);
        // Into a format of one's own, twice.
        let extent = Interval::closed(0, ROWS as i64 - 1).unwrap();
        let mut z = Piecewise::declare(SparseDict::new(extent, SparseList::new(extent, Element::new(0.0))));
        einsum!(z = "ik,kj->ij", a, b).unwrap();
        einsum!(z = "ik,kj->ij", a, b).unwrap();
        let z = z.freeze().unwrap();
        for (i, j) in (0..ROWS).flat_map(|i| (0..ROWS).map(move |j| (i, j))) {
            let (mut found, [p, q]) = (0.0, [i as i64, j as i64]);
            unite::loops!(found = z[p, q]).unwrap();
            assert_eq!(found, 2.0 * expected[i][j]);
        }
    }
}

#[test]
fn other_contractions_are_those_of_the_definition() {
    let mut noise = Noise::new(77);
    let x: [[f64; COLUMNS]; ROWS] = matrix(&mut noise);
    let [u]: [[f64; ROWS]; 1] = matrix(&mut noise);
    let [v]: [[f64; COLUMNS]; 1] = matrix(&mut noise);
    let a = Csr::from_rows(0, &x).unwrap();
    let (p, q) = (DenseVector::from_values(0, u.to_vec()).unwrap(), DenseVector::from_values(0, v.to_vec()).unwrap());
    let at = |i: usize, j: usize| x[i][j];
    let pairs = || (0..ROWS).flat_map(|i| (0..COLUMNS).map(move |j| (i, j)));

    let form: f64 = pairs().map(|(i, j)| u[i] * at(i, j) * v[j]).sum();
    assert_eq!(einsum!("i,ij,j->", p, a, q).unwrap(), form);
    let mut total = 1.0;
    einsum!(total = "i,ij,j->", p, a, q).unwrap();
    assert_eq!(total, 1.0 + form);

    let sums: Vec<f64> = (0..ROWS).map(|i| (0..COLUMNS).map(|j| at(i, j)).sum()).collect();
    assert_eq!(einsum!("ij->i", a).unwrap().to_dense().unwrap(), sums);
    let outer: [[f64; COLUMNS]; ROWS] = std::array::from_fn(|i| std::array::from_fn(|j| 3.0 * u[i] * v[j]));
    assert_eq!(einsum!(",i,j->ij", 3.0, p, q).unwrap().to_rows().unwrap(), outer);
    let square = Csr::from_rows(0, &[[1.0, 2.0], [4.0, 8.0]]).unwrap();
    assert_eq!(einsum!("ii->", square).unwrap(), 9.0);
    assert_eq!(einsum!("ij,ij->ij", square, square).unwrap().to_rows().unwrap(), [[1.0, 4.0], [16.0, 64.0]]);
}

const NONE: f64 = f64::INFINITY;

/// Returns a random matrix of small integers, and `none` at about two places of three.
fn ways<const N: usize>(noise: &mut Noise, none: f64) -> [[f64; N]; N] {
    std::array::from_fn(|_| {
        std::array::from_fn(|_| if noise.below(3) > 0 { none } else { noise.below(9) as f64 - 3.0 })
    })
}

/// Returns a sparse matrix with this fill.
fn rows<const N: usize>(fill: f64, values: &[[f64; N]; N]) -> Csr<f64> {
    let extent = Interval::closed(0, N as i64 - 1).unwrap();
    let format = Dense::new(extent, SparseList::new(extent, Element::new(fill))).unwrap();
    let places = (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).filter(|&(i, j)| values[i][j] != fill);
    let entries = places.map(|(i, j)| ((i as i64, j as i64), values[i][j]));
    Csr::from_entries(format, entries, Duplicates::Refuse).unwrap()
}

/// Runs a program of the matrices `a` and `b` by the interpreter, and returns its matrix `z`, which begins as `none`.
fn interpreted<const N: usize>(program: &str, none: f64, a: &[[f64; N]; N], b: &[[f64; N]; N]) -> [[f64; N]; N] {
    let number =
        |x: f64| Number::from_f64(x).unwrap_or(if x > 0.0 { Number::Infinity } else { Number::NegativeInfinity });
    let mut environment = Environment::default();
    for (name, rows) in [("a", a), ("b", b)] {
        let place = |k: usize| Region::point(Number::from(k as i64));
        let boxes: Vec<_> = (0..N)
            .flat_map(|i| (0..N).map(move |j| (i, j)))
            .filter(|&(i, j)| rows[i][j] != none)
            .map(|(i, j)| (vec![place(i), place(j)], number(rows[i][j]).into()))
            .collect();
        let tensor = Tensor::from_boxes(&[AxisKind::Integer; 2], number(none).into(), &boxes, Overlap::Refused);
        environment.tensor(name, tensor.unwrap());
    }
    environment.output_tensor("z", &[AxisKind::Integer; 2], number(none));
    interpret::run(&unite_ir::loops::parse_text(program).unwrap(), &mut environment).unwrap();
    let z = environment.array("z").unwrap();
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let value = z.at(&[Number::from(i as i64), Number::from(j as i64)]).unwrap();
            value.number("z").unwrap().to_f64()
        })
    })
}

#[test]
fn products_of_minima_and_sums_are_the_shortest_ways() {
    for seed in 0..30 {
        let mut noise = Noise::new(seed);
        let (x, y): ([[f64; 6]; 6], [[f64; 6]; 6]) = (ways(&mut noise, NONE), ways(&mut noise, NONE));
        let expected = interpreted("for i=0:5 for k=0:5 for j=0:5 z[i,j] min= a[i,k] + b[k,j]", NONE, &x, &y);
        let shortest = |i: usize, j: usize| (0..6).map(|k| x[i][k] + y[k][j]).fold(NONE, f64::min);
        let by_definition: [[f64; 6]; 6] = std::array::from_fn(|i| std::array::from_fn(|j| shortest(i, j)));
        assert_eq!(expected, by_definition);

        let (a, b) = (rows(NONE, &x), rows(NONE, &y));
        let extent = Interval::closed(0, 5).unwrap();
        let mut z = Piecewise::declare(SparseList::new(extent, SparseList::new(extent, Element::new(NONE))));
        let seen = std::cell::Cell::new(0);
        let counted = |value: f64| {
            seen.set(seen.get() + 1);
            value
        };
        loops!(for i, k, j  z[i, j] min= a[i, k] + counted(b[k, j]) + b[k, j]  - b[k, j]).unwrap();
        assert_eq!(z.freeze().unwrap().to_rows().unwrap(), expected);
        let entry = |value: &f64| *value < NONE;
        let pairs: usize = (0..6)
            .map(|k| x.iter().filter(|row| entry(&row[k])).count() * y[k].iter().filter(|value| entry(value)).count())
            .sum();
        assert_eq!(seen.get(), pairs, "entries that meet are visited, and nothing else");

        let scalar = |rows: &[[f64; 6]; 6]| rows.map(|row| row.map(Scalar::<MinPlus>));
        let (p, q) = (Csr::from_rows(0, &scalar(&x)).unwrap(), Csr::from_rows(0, &scalar(&y)).unwrap());
        assert_eq!(p.stored(), a.stored());
        let product = einsum!("ik,kj->ij", p, q).unwrap();
        assert_eq!(product.to_rows().unwrap(), scalar(&expected));
        // A number and an integral: the shortest way of all, whatever the lengths of pieces are.
        let (mut least, mut all) = (Scalar::<MinPlus>(NONE), Scalar(NONE));
        loops! {
            for i, j  least += p[i, j] * d(i) * d(j);
            for i = 0:5 for j = 0:5 for k = 1:1000  all += p[i, j]
        }
        .unwrap();
        let expected = x.iter().flatten().copied().fold(NONE, f64::min);
        assert_eq!([least, all], [Scalar(expected); 2]);
    }
}

#[test]
fn products_of_maxima_and_minima_are_the_widest_ways() {
    let low = f64::NEG_INFINITY;
    for seed in 0..30 {
        let mut noise = Noise::new(100 + seed);
        let (x, y): ([[f64; 6]; 6], [[f64; 6]; 6]) = (ways(&mut noise, low), ways(&mut noise, low));
        let expected = interpreted("for i=0:5 for k=0:5 for j=0:5 z[i,j] max= min(a[i,k], b[k,j])", low, &x, &y);
        let (a, b) = (rows(low, &x), rows(low, &y));
        let extent = Interval::closed(0, 5).unwrap();
        let mut z = Piecewise::declare(SparseList::new(extent, SparseDict::new(extent, Element::new(low))));
        loops!(for i, k, j  z[i, j] max= min(a[i, k], b[k, j])).unwrap();
        assert_eq!(z.freeze().unwrap().to_rows().unwrap(), expected);
        let scalar = |rows: &[[f64; 6]; 6]| rows.map(|row| row.map(Scalar::<MaxMin>));
        let (p, q) = (Csr::from_rows(0, &scalar(&x)).unwrap(), Csr::from_rows(0, &scalar(&y)).unwrap());
        assert_eq!(einsum!("ik,kj->ij", p, q).unwrap().to_rows().unwrap(), scalar(&expected));
    }
}

#[test]
fn products_of_truth_values_are_reachable_places() {
    for seed in 0..10 {
        let mut noise = Noise::new(200 + seed);
        let x: [[bool; 7]; 7] = std::array::from_fn(|_| std::array::from_fn(|_| noise.below(4) == 0));
        let reached: [[bool; 7]; 7] =
            std::array::from_fn(|i| std::array::from_fn(|j| (0..7).any(|k| x[i][k] && x[k][j])));
        let a = Csr::from_rows(0, &x).unwrap();
        let extent = Interval::closed(0, 6).unwrap();
        let mut z = Piecewise::declare(SparseList::new(extent, SparseList::new(extent, Element::new(false))));
        loops!(for i, k, j  z[i, j] |= a[i, k] && a[k, j]).unwrap();
        assert_eq!(z.freeze().unwrap().to_rows().unwrap(), reached);
        let scalar = x.map(|row| row.map(Scalar::<MaxMin<bool>>));
        let b = Csr::from_rows(0, &scalar).unwrap();
        let expected = reached.map(|row| row.map(Scalar::<MaxMin<bool>>));
        assert_eq!(einsum!("ik,kj->ij", b, b).unwrap().to_rows().unwrap(), expected);
    }
}

thread_local! {
    static PRODUCTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Minima and sums, whose products are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counted;

impl Semiring for Counted {
    type Number = f64;

    const ZERO: f64 = NONE;
    const ONE: f64 = 0.0;

    fn plus(one: f64, other: f64) -> f64 {
        MinPlus::<f64>::plus(one, other)
    }

    fn times(one: f64, other: f64) -> f64 {
        PRODUCTS.set(PRODUCTS.get() + 1);
        MinPlus::<f64>::times(one, other)
    }
}

#[test]
fn operands_at_the_zero_of_a_semiring_are_passed_over() {
    check_laws::<Counted>(&[-2.0, 0.0, 3.0, NONE]).unwrap();
    for seed in 0..20 {
        let mut noise = Noise::new(300 + seed);
        let (x, y): ([[f64; 6]; 6], [[f64; 6]; 6]) = (ways(&mut noise, NONE), ways(&mut noise, NONE));
        let [a, b] = [x, y].map(|rows| Csr::from_rows(0, &rows.map(|row| row.map(Scalar::<Counted>))).unwrap());
        PRODUCTS.set(0);
        let product: [[_; 6]; 6] = einsum!("ik,kj->ij", a, b).unwrap().to_rows().unwrap();
        let met: usize = (0..6)
            .map(|k| x.iter().filter(|row| row[k] < NONE).count() * y[k].iter().filter(|value| **value < NONE).count())
            .sum();
        assert_eq!(PRODUCTS.get(), met);
        let shortest = |i: usize, j: usize| (0..6).map(|k| x[i][k] + y[k][j]).fold(NONE, f64::min);
        assert_eq!(product, std::array::from_fn(|i| std::array::from_fn(|j| Scalar(shortest(i, j)))));
    }
}

#[test]
fn a_sum_becomes_a_tensor_whose_fill_is_where_sums_begin() {
    let a = DenseMatrix::from_rows(0, &[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let x = DenseVector::from_values(0, [1.0, 10.0]).unwrap();
    let declared = |fill| Piecewise::declare(Dense::new(0..2i64, Element::new(fill)).unwrap());
    let mut z = declared(5.0);
    let error = einsum!(z[i] = a[i, k] * x[k]).unwrap_err();
    assert_eq!(error, LoopError::FillOfSum { tensor: "z", fill: "5.0".into(), zero: "0.0".into() });
    // What is assigned at each place, and what is added, holds with any fill.
    einsum!(z[i] = x[i] + a[i, k] * x[k]).unwrap();
    assert_eq!(z.clone().freeze().unwrap().to_dense().unwrap(), [22.0, 53.0]);
    einsum!(z[i] += a[i, k] * x[k]).unwrap();
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), [43.0, 96.0]);
    let mut z = declared(0.0);
    z.set(1, 7.0).unwrap();
    einsum!(z[i] = a[i, k] * x[k]).unwrap();
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), [21.0, 43.0]);
}

#[test]
fn different_extents_are_told_without_loops() {
    let (x, y) = (DenseVector::from_values(0, [1.0, 2.0]).unwrap(), DenseVector::from_values(0, [1.0]).unwrap());
    let error = einsum!(x[i] * y[i]).unwrap_err();
    assert!(matches!(error, LoopError::Shapes { index: "i", .. }), "{error}");
    assert!(error.to_string().contains("Give both the same extent"), "{error}");
}
