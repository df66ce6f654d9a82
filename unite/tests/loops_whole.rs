//! Expressions over whole tensors, `einsum!(z[i] = x[i] + c[i])`, against the interpreter.

mod loops_common;

use loops_common::*;
use noise::Noise;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::{Csc, Csr, DenseMatrix, DenseVector, Element, IntervalList, Piecewise, RunList, SparseList};

use unite::loops::{einsum, einsum_plan};
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Side, Tensor, Value};
use unite_ir::loops::parse_text;

fn exact(x: f64) -> Number {
    Number::from_f64(x).expect("a number")
}

/// Returns a tensor of the interpreter with values in boxes.
fn twin(kinds: &[AxisKind], list: &[(Vec<Region<f64>>, f64)]) -> Tensor {
    let side = |cut: Cut<f64>| if cut.after { Side::After } else { Side::Before };
    let cut = |cut: Cut<f64>| interpret::Cut::new(exact(cut.value), side(cut));
    let region = |&(lo, hi): &Region<f64>| interpret::Region { lo: cut(lo), hi: cut(hi) };
    let boxes: Vec<_> =
        list.iter().map(|(regions, value)| (regions.iter().map(region).collect(), exact(*value).into())).collect();
    Tensor::from_boxes(kinds, Value::from(0), &boxes, Overlap::Refused).expect("pieces that do not overlap")
}

/// Runs a program by the interpreter.
fn interpreted(text: &str, environment: &Environment, scalar: &str) -> Environment {
    let mut environment = environment.clone();
    environment.output_scalar(scalar, 0);
    interpret::run(&parse_text(text).expect("a program"), &mut environment).expect("a program that runs");
    environment
}

/// Returns sorted intervals of all kinds, some of which touch, and some points.
fn stretches_of(noise: &mut Noise) -> Vec<(Region<f64>, f64)> {
    let later = |cut: Cut<f64>, steps: usize| {
        let number = steps + usize::from(cut.after);
        let value = cut.value + (number / 2) as f64 / 2.0;
        if number % 2 == 1 { value.after() } else { value.before() }
    };
    let (mut at, mut list) = ((-4f64).before(), Vec::new());
    for _ in 0..noise.below(7) {
        let lo = later(at, noise.below(4));
        let hi = later(lo, 1 + noise.below(5));
        list.push(((lo, hi), *noise.pick(&[-2.0, -1.0, 1.0, 2.0, 4.0])));
        at = hi;
    }
    list
}

/// Tensors over the real line, and the same for the interpreter.
struct Line {
    a: Piecewise<IntervalList<Element<f64>>>,
    b: Piecewise<IntervalList<Element<f64>>>,
    p: Points,
    twins: Environment,
}

impl Line {
    fn new(seed: u64) -> Line {
        let mut noise = Noise::new(seed);
        let mut twins = Environment::default();
        let [a, b] = ["a", "b"].map(|name| {
            let list = stretches_of(&mut noise);
            let boxes: Vec<_> = list.iter().map(|&(region, value)| (vec![region], value)).collect();
            twins.tensor(name, twin(&[AxisKind::Real], &boxes));
            intervals(&list)
        });
        let list: Vec<(f64, f64)> =
            (-8..16).filter(|_| noise.below(4) == 0).map(|k| (f64::from(k) / 2.0, f64::from(k % 3) + 0.5)).collect();
        let boxes: Vec<_> = list.iter().map(|&(x, value)| (vec![at(x)], value)).collect();
        twins.tensor("p", twin(&[AxisKind::Real], &boxes));
        Line { a, b, p: points(&list), twins }
    }
}

/// Compares an expression over the real line with the interpreter, at many places.
///
/// It is evaluated into a declared tensor and into a made one.
macro_rules! pieces_agree {
    ($line:ident, $i:ident: $($value:tt)*) => {{
        let text = stringify!($($value)*);
        let mut z = Piecewise::declare(stretches::<f64, f64>(0.0));
        // What it held before is gone.
        unite::loops!(for x = -9:9 z[x] = 5.0).unwrap();
        einsum!(z[$i] = $($value)*).unwrap();
        let (declared, made) = (frozen(z), einsum!([$i] = $($value)*).unwrap());
        let mut twins = $line.twins.clone();
        twins.output_tensor("z", &[AxisKind::Real], 0);
        let twins = interpreted(&format!("for {} z[{0}] = {text}", stringify!($i)), &twins, "unused");
        for place in (-160..160).map(|k| f64::from(k) / 8.0) {
            let expected = twins.array("z").unwrap().at(&[exact(place)]).unwrap();
            for found in [declared.at(place), made.at(place)] {
                assert_eq!(Value::from(exact(found)), expected, "{text} at {place}");
            }
        }
    }};
}

/// Evaluates an expression to a number; compares it with the interpreter.
macro_rules! numbers_agree {
    ($line:ident, $i:ident: $($value:tt)*) => {{
        let text = stringify!($($value)*);
        let found = einsum!($($value)*).unwrap();
        let twins = interpreted(&format!("for {} s += {text}", stringify!($i)), &$line.twins, "s");
        assert_eq!(twins.value("s").unwrap(), &Value::from(exact(found)), "{text}");
    }};
}

#[test]
fn expressions_over_the_real_line_agree_with_the_interpreter() {
    for seed in 0..150 {
        let line = Line::new(seed);
        let Line { a, b, p, .. } = &line;
        pieces_agree!(line, i: a[i] + b[i]);
        pieces_agree!(line, i: 2.0 * a[i] - b[i] * p[i]);
        pieces_agree!(line, i: -a[i] / 2.0);
        pieces_agree!(line, i: min(a[i], b[i]) + max(p[i], 1.0));
        pieces_agree!(line, i: if a[i] > b[i] { a[i] } else { p[i] - 1.0 });
        pieces_agree!(line, i: a[i + 1] - a[i]);
        numbers_agree!(line, i: a[i] * p[i]);
        numbers_agree!(line, i: (a[i] * b[i] - b[i]) * d(i));
    }
}

const ROWS: usize = 5;
const COLUMNS: usize = 4;

/// Matrices and vectors of integers, and the same for the interpreter.
struct Plane {
    x: [[f64; COLUMNS]; ROWS],
    y: [[f64; COLUMNS]; ROWS],
    u: Vec<f64>,
    v: Vec<f64>,
    twins: Environment,
}

impl Plane {
    fn new(seed: u64) -> Plane {
        let mut noise = Noise::new(seed);
        let mut twins = Environment::default();
        let mut value = || if noise.below(2) == 0 { 0.0 } else { noise.below(9) as f64 - 4.0 };
        let [x, y]: [[[f64; COLUMNS]; ROWS]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| value())));
        let (u, v): (Vec<f64>, Vec<f64>) =
            ((0..ROWS).map(|_| value()).collect(), (0..COLUMNS).map(|_| value()).collect());
        for (name, rows) in [("a", &x), ("b", &y)] {
            let boxes = rows.iter().enumerate().flat_map(|(i, row)| {
                row.iter().enumerate().map(move |(j, value)| (vec![at(i as f64), at(j as f64)], *value))
            });
            twins.tensor(name, twin(&[AxisKind::Integer; 2], &boxes.collect::<Vec<_>>()));
        }
        for (name, values) in [("p", &u), ("q", &v)] {
            let boxes = values.iter().enumerate().map(|(i, value)| (vec![at(i as f64)], *value));
            twins.tensor(name, twin(&[AxisKind::Integer], &boxes.collect::<Vec<_>>()));
        }
        Plane { x, y, u, v, twins }
    }

    /// Returns the matrix `z` of a program, which begins as zero.
    fn matrix<const M: usize, const N: usize>(&self, text: &str) -> [[f64; N]; M] {
        let mut twins = self.twins.clone();
        twins.output_tensor("z", &[AxisKind::Integer; 2], 0);
        let twins = interpreted(text, &twins, "unused");
        let z = twins.array("z").unwrap();
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let value = z.at(&[Number::from(i as i64), Number::from(j as i64)]).unwrap();
                value.number("z").unwrap().to_f64()
            })
        })
    }
}

/// Compares expressions of two matrices, of which each has a format, with the interpreter.
macro_rules! matrices_agree {
    ($plane:ident: $($a:ident $b:ident),*) => {$({
        let (a, b) = ($a::from_rows(0, &$plane.x).unwrap(), $b::from_rows(0, &$plane.y).unwrap());
        let p = DenseVector::from_values(0, $plane.u.clone()).unwrap();
        let all = Interval::closed(0, COLUMNS as i64 - 1).unwrap();
        let q = DenseVector::from_values(0, $plane.v.clone()).unwrap().convert(RunList::new(all, Element::new(0.0)));
        let q = q.unwrap();
        let sum: [[f64; COLUMNS]; ROWS] =
            $plane.matrix("for i=0:4 for j=0:3 z[i,j] = 2 * a[i,j] - b[i,j] * q[j] + p[i]");
        assert_eq!(einsum!([i, j] = 2.0 * a[i, j] - b[i, j] * q[j] + p[i]).unwrap().to_rows().unwrap(), sum);
        let transposed: [[f64; ROWS]; COLUMNS] = $plane.matrix("for i=0:4 for j=0:3 z[j,i] = a[i,j] + b[i,j]");
        assert_eq!(einsum!([j, i] = a[i, j] + b[i, j]).unwrap().to_rows().unwrap(), transposed);
        let product: [[f64; ROWS]; ROWS] = $plane.matrix(
            "for i=0:4 for j=0:4 z[i,j] = p[i]; for i=0:4 for k=0:3 for j=0:4 z[i,j] += a[i,k] * b[j,k] - a[j,k]",
        );
        assert_eq!(einsum!([i, j] = a[i, k] * b[j, k] + p[i] - a[j, k]).unwrap().to_rows().unwrap(), product);
        let square: [[f64; COLUMNS]; COLUMNS] =
            $plane.matrix("for i=0:3 for k=0:4 for j=0:3 z[i,j] += a[k,i] * b[k,j]");
        let mut z = Piecewise::declare(SparseList::new(all, SparseList::new(all, Element::new(0.0))));
        einsum!(z[i, j] = a[k, i] * b[k, j]).unwrap();
        einsum!(z[i, j] = a[k, i] * b[k, j]).unwrap();
        assert_eq!(z.freeze().unwrap().to_rows().unwrap(), square);
    })*};
}

type Columns = Piecewise<unite::level::Dense<unite::level::Dense<Element<f64>>>, unite::level::ColumnMajor>;

#[test]
fn expressions_of_matrices_of_any_order_agree_with_the_interpreter() {
    for seed in 0..12 {
        let plane = Plane::new(seed);
        matrices_agree!(plane: Csr Csc, Csc Csc, DenseMatrix Csr, Csr Columns);
    }
}

#[test]
fn numbers_are_set_added_to_and_compared() {
    let x = DenseVector::from_values(0, [1.0, -5.0, 3.0]).unwrap();
    let (mut s, mut t, mut least) = (7.0, 7.0, 0.0);
    let third = 3.0;
    einsum!(s = x[i] * x[i]).unwrap();
    einsum!(t += third * x[i] + 1.0).unwrap();
    einsum!(least min= x[i]).unwrap();
    assert_eq!((s, t, least), (35.0, 7.0 - 3.0 + 1.0, -5.0));
    struct Fields {
        x: DenseVector<f64>,
        total: f64,
    }
    let mut fields = Fields { x, total: 0.0 };
    einsum!(fields.total = fields.x[i]).unwrap();
    assert_eq!(fields.total, -1.0);
}

#[test]
fn a_function_of_a_value_is_a_map() {
    let x = DenseVector::from_values(0, [1.0f64, -4.0, 9.0]).unwrap();
    let half = |value: f64| value / 2.0;
    assert_eq!(einsum!([i] = half(x[i].abs().sqrt())).unwrap().to_dense().unwrap(), [0.5, 1.0, 1.5]);
}

#[test]
fn entries_that_do_not_meet_are_passed_over() {
    let seen = std::cell::Cell::new(0);
    let counted = |value: f64| {
        seen.set(seen.get() + 1);
        value
    };
    let extent = Interval::closed(0, 999_999).unwrap();
    let list = |places: &[i64]| {
        let entries: Vec<_> = places.iter().map(|&place| ((at(place), ()), 1.0)).collect();
        filled(SparseList::new(extent, Element::new(0.0)), &entries)
    };
    let (x, y) = (list(&[3, 70, 5000]), list(&[70, 5000, 900_000]));
    assert_eq!(einsum!(x[i] * counted(y[i]) * y[i]).unwrap(), 2.0);
    assert_eq!(seen.get(), 2);
    let mut z = Piecewise::declare(SparseList::new(extent, Element::new(0.0)));
    einsum!(z[i] = 2.0 * x[i] + y[i]).unwrap();
    assert_eq!(z.freeze().unwrap().level().coordinates(), [3, 70, 5000, 900_000]);
}

#[test]
fn different_extents_are_an_error_that_names_the_tensors() {
    let (x, y) = (DenseVector::from_values(0, [1.0, 2.0]).unwrap(), DenseVector::from_values(1, [1.0, 2.0]).unwrap());
    let error = einsum!([i] = x[i] + y[i]).unwrap_err().to_string();
    assert!(error.contains("`x`") && error.contains("`y`"), "{error}");
    let error = einsum!("i,i->", x, y).unwrap_err().to_string();
    assert!(error.contains("`x`") && error.contains("`y`"), "{error}");
}

#[test]
fn a_tensor_with_a_moved_index_is_read_as_it_is_and_others_are_converted() {
    let rows = [[1.0, 2.0, 0.0], [0.0, 3.0, 4.0], [5.0, 0.0, 6.0]];
    let (a, b) = (Csr::from_rows(0, &rows).unwrap(), Csr::from_rows(0, &rows).unwrap());
    let mut sum = 0.0;
    for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
        sum += rows[j][i + 1] * rows[i][j];
    }
    assert_eq!(einsum!(a[j, i + 1] * b[i, j]).unwrap(), sum);
    let plan = einsum_plan!(a[j, i + 1] * b[i, j]);
    assert!(plan.contains("for j, i") && plan.contains("b[i, j] is converted"), "{plan}");
}

#[test]
fn the_plan_tells_loops_and_conversions() {
    let a = Csr::from_rows(0, &[[1.0, 2.0], [0.0, 3.0]]).unwrap();
    let plan = einsum_plan!(a[i, j] * a[j, i]);
    assert!(plan.starts_with("for i, j  result += a[i, j] * a[j, i]\n"), "{plan}");
    assert!(plan.contains("a[i, j] is read as it is stored"), "{plan}");
    assert!(plan.contains("a[j, i] is converted: stored by j, i, read by i, j; 3 entries"), "{plan}");
}
