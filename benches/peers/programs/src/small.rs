//! Small products: 2x3 to 16x16, f32 and f64, all sides in turns.

use crate::numpy;
use crate::peers::{Real, algebra, arrays, by_faer, loops, named, returned, shapes};
use crate::turns::{Random, Side, medians};
use nalgebra::{SMatrix, SVector};
use ndarray::{Array1, Array2, ArrayD, IxDyn};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 101;
const TURN: Duration = Duration::from_micros(100);

/// A table's row: its name, the line for numpy, and nanoseconds a call by name of the side.
struct Row {
    name: String,
    numpy: String,
    sides: Vec<(&'static str, f64)>,
}

/// The sides of one operation on one shape, and whether they agree with plain loops.
struct Sides<'s, R> {
    sides: Vec<Side<'s>>,
    expected: Vec<R>,
    tolerance: f64,
}

impl<'s, R: Real> Sides<'s, R> {
    /// Adds a function of two operands and a result; `elements` are those of the result, in row-major order.
    fn add<A: 's, B: 's, C: 's>(
        &mut self,
        name: &'static str,
        (a, b, mut c): (A, B, C),
        function: impl Fn(&A, &B, &mut C) + 's,
        elements: impl Fn(&C) -> Vec<R>,
    ) {
        function(&a, &b, &mut c);
        for (element, expected) in elements(&c).into_iter().zip(&self.expected) {
            let difference = (element.into_f64() - expected.into_f64()).abs();
            assert!(difference <= self.tolerance, "{name}: {element} instead of {expected}");
        }
        self.sides.push(Side::new(name, move |calls| {
            for _ in 0..calls {
                function(black_box(&a), black_box(&b), &mut c);
                black_box(&mut c);
            }
        }));
    }

    fn row(mut self, name: String, numpy: String) -> Row {
        let times = medians(&mut self.sides, ROUNDS, TURN);
        Row { name, numpy, sides: self.sides.iter().map(|side| side.name).zip(times).collect() }
    }
}

fn sides<'s, R: Real>(expected: Vec<R>, inner: usize) -> Sides<'s, R> {
    // Elements are at most 1, so each sum is right to within `inner` roundings of a sum of at most `inner`.
    Sides { sides: Vec::new(), expected, tolerance: (inner * inner) as f64 * R::EPSILON }
}

fn rows<R: Real, const N: usize, const M: usize>(random: &mut Random) -> [[R; M]; N] {
    std::array::from_fn(|_| std::array::from_fn(|_| R::of(random.real())))
}

fn vector<R: Real, const N: usize>(random: &mut Random) -> [R; N] {
    std::array::from_fn(|_| R::of(random.real()))
}

fn columns<R: Real, const N: usize, const M: usize>(a: &[[R; M]; N]) -> SMatrix<R, N, M> {
    SMatrix::from_fn(|i, j| a[i][j])
}

fn array<R: Real, const N: usize, const M: usize>(a: &[[R; M]; N]) -> Array2<R> {
    Array2::from_shape_fn((N, M), |(i, j)| a[i][j])
}

fn of_rows<R: Real, const N: usize, const M: usize>(c: &[[R; M]; N]) -> Vec<R> {
    c.as_flattened().to_vec()
}

fn of_columns<R: Real, const N: usize, const M: usize>(c: &SMatrix<R, N, M>) -> Vec<R> {
    c.transpose().as_slice().to_vec()
}

fn of_array<R: Real, D: ndarray::Dimension>(c: &ndarray::Array<R, D>) -> Vec<R> {
    c.iter().copied().collect()
}

fn zeros<R: Real>(shape: &[usize]) -> ArrayD<R> {
    ArrayD::zeros(IxDyn(shape))
}

fn matrix<R: Real, const N: usize, const K: usize, const M: usize>(
    known: impl Fn(&[[R; K]; N], &[[R; M]; K], &mut [[R; M]; N]),
) -> Row {
    let random = &mut Random(1);
    let (a, b): ([[R; K]; N], [[R; M]; K]) = (rows(random), rows(random));
    let c = [[R::of(0.0); M]; N];
    let mut expected = c;
    loops::matrix(&a, &b, &mut expected);
    let mut sides = sides(of_rows(&expected), K);
    sides.add("named", (a, b, c), named::to_matrix, of_rows);
    sides.add("known", (a, b, c), known, of_rows);
    sides.add("returned", (a, b, c), returned::matrix_of, of_rows);
    let (smatrices, zero) = ((columns(&a), columns(&b)), columns(&c));
    sides.add("mul_to", (smatrices.0, smatrices.1, zero), algebra::to, of_columns);
    sides.add("a * b", (smatrices.0, smatrices.1, zero), algebra::times, of_columns);
    sides.add("loops", (a, b, c), loops::matrix, of_rows);
    sides.add("dot", (array(&a), array(&b), array(&c)), arrays::matrix, of_array);
    sides.add("mat_mul", (array(&a), array(&b), array(&c)), arrays::matrix_into, of_array);
    let arrays = (array(&a).into_dyn(), array(&b).into_dyn(), zeros(&[N, M]));
    sides.add("einsum", arrays, |a, b, c| arrays::einsum("ij,jk->ik", a, b, c), of_array);
    let by_faer = |a: &[[R; K]; N], b: &[[R; M]; K], c: &mut [[R; M]; N]| {
        by_faer(a.as_flattened(), b.as_flattened(), c.as_flattened_mut(), [N, K, M]);
    };
    sides.add("faer", (a, b, c), by_faer, of_rows);
    sides.row(format!("{N}x{K} {K}x{M}"), format!("{} ij,jk->ik {N}x{K} {K}x{M}", R::NAME))
}

fn matrix_vector<R: Real, const N: usize, const K: usize>(known: impl Fn(&[[R; K]; N], &[R; K], &mut [R; N])) -> Row {
    let random = &mut Random(2);
    let (a, x): ([[R; K]; N], [R; K]) = (rows(random), vector(random));
    let y = [R::of(0.0); N];
    let mut expected = y;
    loops::matrix_vector(&a, &x, &mut expected);
    let mut sides = sides(expected.to_vec(), K);
    sides.add("named", (a, x, y), named::to_matrix_vector, |y| y.to_vec());
    sides.add("known", (a, x, y), known, |y| y.to_vec());
    sides.add("returned", (a, x, y), returned::matrix_vector_of, |y| y.to_vec());
    let (smatrix, svectors) = (columns(&a), (SVector::from(x), SVector::from(y)));
    sides.add("mul_to", (smatrix, svectors.0, svectors.1), algebra::to, of_columns);
    sides.add("a * b", (smatrix, svectors.0, svectors.1), algebra::times, of_columns);
    sides.add("tr_mul_to", (smatrix.transpose(), svectors.0, svectors.1), algebra::transposed, of_columns);
    sides.add("loops", (a, x, y), loops::matrix_vector, |y| y.to_vec());
    let vectors = (Array1::from(x.to_vec()), Array1::from(y.to_vec()));
    sides.add("dot", (array(&a), vectors.0.clone(), vectors.1.clone()), arrays::matrix_vector, of_array);
    sides.add("mat_mul", (array(&a), vectors.0.clone(), vectors.1), arrays::matrix_vector_into, of_array);
    let arrays = (array(&a).into_dyn(), vectors.0.into_dyn(), zeros(&[N]));
    sides.add("einsum", arrays, |a, x, y| arrays::einsum("ij,j->i", a, x, y), of_array);
    let by_faer = |a: &[[R; K]; N], x: &[R; K], y: &mut [R; N]| by_faer(a.as_flattened(), x, y, [N, K, 1]);
    sides.add("faer", (a, x, y), by_faer, |y| y.to_vec());
    sides.row(format!("{N}x{K} {K}"), format!("{} ij,j->i {N}x{K} {K}", R::NAME))
}

fn vector_matrix<R: Real, const K: usize, const M: usize>(known: impl Fn(&[R; K], &[[R; M]; K], &mut [R; M])) -> Row {
    let random = &mut Random(3);
    let (x, a): ([R; K], [[R; M]; K]) = (vector(random), rows(random));
    let y = [R::of(0.0); M];
    let mut expected = y;
    loops::vector_matrix(&x, &a, &mut expected);
    let mut sides = sides(expected.to_vec(), K);
    sides.add("named", (x, a, y), named::to_vector_matrix, |y| y.to_vec());
    sides.add("known", (x, a, y), known, |y| y.to_vec());
    sides.add("returned", (x, a, y), returned::vector_matrix_of, |y| y.to_vec());
    // The same bytes: the columns of the transposed matrix, from the left.
    let (smatrix, svectors) = (columns(&a).transpose(), (SVector::from(x), SVector::from(y)));
    sides.add("mul_to", (smatrix, svectors.0, svectors.1), algebra::to, of_columns);
    sides.add("a * b", (smatrix, svectors.0, svectors.1), algebra::times, of_columns);
    sides.add("loops", (x, a, y), loops::vector_matrix, |y| y.to_vec());
    let vectors = (Array1::from(x.to_vec()), Array1::from(y.to_vec()));
    sides.add("dot", (vectors.0.clone(), array(&a), vectors.1), arrays::vector_matrix, of_array);
    let arrays = (vectors.0.into_dyn(), array(&a).into_dyn(), zeros(&[M]));
    sides.add("einsum", arrays, |x, a, y| arrays::einsum("i,ij->j", x, a, y), of_array);
    let by_faer = |x: &[R; K], a: &[[R; M]; K], y: &mut [R; M]| by_faer(x, a.as_flattened(), y, [1, K, M]);
    sides.add("faer", (x, a, y), by_faer, |y| y.to_vec());
    sides.row(format!("{K} {K}x{M}"), format!("{} i,ij->j {K} {K}x{M}", R::NAME))
}

/// The three sides of `tensor!`, and those of nalgebra in its own layout.
const OURS: [&str; 3] = ["named", "known", "returned"];
const NALGEBRA: [&str; 2] = ["mul_to", "a * b"];

/// Prints a table in Markdown; below it, where a bar is missed.
fn print(title: &str, rows: &[Row]) {
    let lines: String = rows.iter().map(|row| format!("{}\n", row.numpy)).collect();
    let numpy = numpy::einsum(&lines);
    println!("\n{title}: ns a call\n");
    let names: Vec<&str> = rows[0].sides.iter().map(|side| side.0).collect();
    println!("| | {} | numpy | to nalgebra | to the next library |", names.join(" | "));
    println!("|---|{}---:|---:|---:|", "---:|".repeat(names.len()));
    let mut missed = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let times: String = row.sides.iter().map(|(_, time)| format!(" {} |", digits(*time))).collect();
        let numpy = numpy.as_ref().map_or("-".to_owned(), |times| digits(times[number]));
        let least = |among: &dyn Fn(&str) -> bool| {
            let times = row.sides.iter().filter(|(name, _)| among(name)).map(|(_, time)| *time);
            times.fold(f64::INFINITY, f64::min)
        };
        let ours = OURS.map(|name| least(&|other| other == name));
        let nalgebra = least(&|name| NALGEBRA.contains(&name));
        let others = least(&|name| !OURS.contains(&name) && !NALGEBRA.contains(&name) && name != "loops");
        // Like with like: what returns beside what returns.
        let returned = least(&|name| name == NALGEBRA[1]);
        let ratios = [ours[0] / nalgebra, ours[1] / nalgebra, ours[2] / returned];
        let worst_ratio = ratios.into_iter().fold(0.0, f64::max);
        let worst = ours.into_iter().fold(0.0, f64::max);
        println!(
            "| {} |{times} {numpy} | {} | {:.2} |",
            row.name,
            ratios.map(|ratio| format!("{ratio:.2}")).join(" "),
            worst / others
        );
        if worst_ratio > 1.05 || worst >= others {
            missed.push(format!("{} ({:.2}, {:.2})", row.name, worst_ratio, worst / others));
        }
    }
    match missed.as_slice() {
        [] => println!("\nAt most 1.05 times nalgebra's and ahead of all other libraries at all sizes."),
        _ => println!("\nNot at most 1.05 times nalgebra's, or not ahead of another library: {}.", missed.join(", ")),
    }
}

fn digits(time: f64) -> String {
    if time < 100.0 { format!("{time:.2}") } else { format!("{time:.0}") }
}

fn tables<R: Real>() {
    let matrices = [
        matrix::<R, 2, 3, 2>(shapes::s2x3::matrix),
        matrix::<R, 2, 2, 2>(shapes::s2::matrix),
        matrix::<R, 3, 3, 3>(shapes::s3::matrix),
        matrix::<R, 4, 4, 4>(shapes::s4::matrix),
        matrix::<R, 6, 6, 6>(shapes::s6::matrix),
        matrix::<R, 8, 8, 8>(shapes::s8::matrix),
        matrix::<R, 12, 12, 12>(shapes::s12::matrix),
        matrix::<R, 16, 16, 16>(shapes::s16::matrix),
    ];
    print(&format!("Matrix times matrix, {}", R::NAME), &matrices);
    let on_the_left = [
        matrix_vector::<R, 2, 3>(shapes::s2x3::on_the_left),
        matrix_vector::<R, 2, 2>(shapes::s2::on_the_left),
        matrix_vector::<R, 3, 3>(shapes::s3::on_the_left),
        matrix_vector::<R, 4, 4>(shapes::s4::on_the_left),
        matrix_vector::<R, 6, 6>(shapes::s6::on_the_left),
        matrix_vector::<R, 8, 8>(shapes::s8::on_the_left),
        matrix_vector::<R, 12, 12>(shapes::s12::on_the_left),
        matrix_vector::<R, 16, 16>(shapes::s16::on_the_left),
    ];
    print(&format!("Matrix times vector, {}", R::NAME), &on_the_left);
    let on_the_right = [
        vector_matrix::<R, 3, 2>(shapes::s2x3::on_the_right),
        vector_matrix::<R, 2, 2>(shapes::s2::on_the_right),
        vector_matrix::<R, 3, 3>(shapes::s3::on_the_right),
        vector_matrix::<R, 4, 4>(shapes::s4::on_the_right),
        vector_matrix::<R, 6, 6>(shapes::s6::on_the_right),
        vector_matrix::<R, 8, 8>(shapes::s8::on_the_right),
        vector_matrix::<R, 12, 12>(shapes::s12::on_the_right),
        vector_matrix::<R, 16, 16>(shapes::s16::on_the_right),
    ];
    print(&format!("Vector times matrix, {}", R::NAME), &on_the_right);
}

/// Prints the tables of small products.
pub fn report() {
    tables::<f32>();
    tables::<f64>();
}
