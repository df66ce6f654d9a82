//! Times of programs over matrices, beside kernels by hand on plain vectors.

use super::arrays_input::{Rows, array, matrix};
use super::input::up_to;
use super::{held, must};
use crate::input::Noise;
use crate::table::median;
use std::hint::black_box;
use std::time::Instant;
use unite::level::{AxisLevel, CompressedParts, Csr, Dense, DenseMatrix, DenseVector, Element, LevelError, Piecewise};
use unite::level::{SparseList, indices};
use unite::loops;

/// A kernel: returns a number that depends on its whole result.
type Kernel<'a> = Box<dyn Fn() -> f64 + 'a>;

/// The name of a kernel, and its median times by hand and in `loops!`, in seconds.
pub type Timed = (&'static str, [f64; 2]);

/// The operands: a sparse matrix, one with entries above its diagonal alone, and dense ones.
struct Input {
    csr: Csr<f64>,
    rows: Rows,
    graph: Csr<f64>,
    edges: Rows,
    x: (DenseVector<f64>, Vec<f64>),
    dense: [(DenseMatrix<f64>, Vec<f64>); 2],
}

/// The rows of the sparse matrices.
const ROWS: usize = 20_000;
/// The number of entries of a row of the first sparse matrix, about.
const A_ROW: usize = 16;
/// The rows of the dense matrices.
const SIDE: usize = 200;

/// Returns the medians of `rounds` rounds, in each of which both sides of each kernel run once.
///
/// # Errors
/// Returns no error for these matrices.
///
/// # Panics
/// If both sides of a kernel give different numbers.
pub fn times(rounds: usize) -> Result<Vec<Timed>, LevelError> {
    let input = Input::new()?;
    let kernels: [(&'static str, [Kernel<'_>; 2]); 5] = [
        ("y[i] += A[i, j] * x[j]", [Box::new(|| spmv_by_hand(&input)), Box::new(|| spmv(&input))]),
        ("C[i, j] += A[i, k] * A[k, j]", [Box::new(|| product_by_hand(&input)), Box::new(|| product(&input))]),
        ("the same by rows: w .= 0, ..", [Box::new(|| product_by_hand(&input)), Box::new(|| product_by_rows(&input))]),
        ("s += A[i, j] * A[j, k] * A[i, k]", [Box::new(|| triangles_by_hand(&input)), Box::new(|| triangles(&input))]),
        ("C[i, j] += A[i, k] * B[k, j], 200^3", [Box::new(|| dense_by_hand(&input)), Box::new(|| dense(&input))]),
    ];
    let mut timed = Vec::new();
    for (name, sides) in &kernels {
        let mut seconds = [const { Vec::new() }; 2];
        for _ in 0..rounds {
            let results = [0, 1].map(|side| {
                let start = Instant::now();
                let result = black_box(sides[side]());
                seconds[side].push(start.elapsed().as_secs_f64());
                result
            });
            assert!(results[0] == results[1], "{name}: {results:?}");
        }
        timed.push((*name, seconds.map(|times| median(&times))));
    }
    Ok(timed)
}

impl Input {
    fn new() -> Result<Self, LevelError> {
        let mut noise = Noise(29);
        let square = rows(&mut noise, A_ROW, |_| 0);
        let edges = rows(&mut noise, 3 * A_ROW, |row| row + 1);
        let x: Vec<f64> = (0..ROWS).map(|k| (k % 8) as f64).collect();
        let tensor = DenseVector::from_values(0, x.clone())?;
        let [a, b] = [3, 5].map(|step| (0..SIDE * SIDE).map(|k| (k % step) as f64).collect::<Vec<f64>>());
        Ok(Input {
            csr: csr(&square)?,
            rows: square,
            graph: csr(&edges)?,
            edges,
            x: (tensor, x),
            dense: [(DenseMatrix::from_slice(0, SIDE, SIDE, &a)?, a), (DenseMatrix::from_slice(0, SIDE, SIDE, &b)?, b)],
        })
    }
}

/// Returns rows of about `count` columns each, of which those below `first(row)` are left out.
fn rows(noise: &mut Noise, count: usize, first: impl Fn(usize) -> usize) -> Rows {
    let (mut pointers, mut columns) = (vec![0], Vec::new());
    for row in 0..ROWS {
        let mut places: Vec<i64> = (0..count).map(|_| up_to(noise, ROWS) as i64 - 1).collect();
        places.retain(|&column| column >= first(row) as i64);
        places.sort_unstable();
        places.dedup();
        columns.extend(places);
        pointers.push(columns.len());
    }
    let values = (0..columns.len()).map(|k| (k % 4) as f64 + 1.0).collect();
    (pointers, columns, values)
}

fn csr((pointers, columns, values): &Rows) -> Result<Csr<f64>, LevelError> {
    let indices = columns.iter().map(|&column| column as usize).collect();
    let (pointers, values) = (pointers.clone(), values.clone());
    Csr::from_csr_parts(CompressedParts { rows: ROWS, columns: ROWS, pointers, indices, values })
}

#[inline(never)]
fn spmv_by_hand(input: &Input) -> f64 {
    let ((pointers, columns, values), x) = (&input.rows, &input.x.1[..]);
    let mut y = vec![0.0; ROWS];
    for (y, row) in y.iter_mut().zip(pointers.windows(2)) {
        let entries = columns[row[0]..row[1]].iter().zip(&values[row[0]..row[1]]);
        *y += entries.map(|(&j, value)| value * x[j as usize]).sum::<f64>();
    }
    y[0] + y[ROWS - 1]
}

#[inline(never)]
fn spmv(input: &Input) -> f64 {
    let (a, x) = (&input.csr, &input.x.0);
    let mut y = Piecewise::declare(array(ROWS));
    must(loops!(for i, j  y[i] += a[i, j] * x[j]));
    let y = held(y.freeze());
    y.at(0) + y.at(ROWS as i64 - 1)
}

/// Multiplies the sparse matrix by itself, row by row, with a dense workspace and a list of the places in it.
#[inline(never)]
fn product_by_hand(input: &Input) -> f64 {
    let (pointers, columns, values) = (&input.rows.0[..], &input.rows.1[..], &input.rows.2[..]);
    let (mut at, mut to, mut sums) = (vec![0], Vec::new(), Vec::new());
    let (mut row, mut written) = (vec![0.0; ROWS], vec![false; ROWS]);
    for i in 0..ROWS {
        let first = to.len();
        for p in pointers[i]..pointers[i + 1] {
            let k = columns[p] as usize;
            for q in pointers[k]..pointers[k + 1] {
                let j = columns[q] as usize;
                if !written[j] {
                    written[j] = true;
                    to.push(columns[q]);
                }
                row[j] += values[p] * values[q];
            }
        }
        to[first..].sort_unstable();
        for &j in &to[first..] {
            let j = j as usize;
            sums.push(row[j]);
            (row[j], written[j]) = (0.0, false);
        }
        at.push(to.len());
    }
    sums[sums.len() / 2] + to[to.len() / 2] as f64 + at[ROWS] as f64
}

/// Returns the number of [`product_by_hand`].
fn of_product(c: &Csr<f64>) -> f64 {
    let lists = c.level().child();
    let (sums, to) = (lists.child().values(), lists.coordinates());
    sums[sums.len() / 2] + to[to.len() / 2] as f64 + lists.pointers()[ROWS] as f64
}

/// Returns the format of the product, or a row of it.
fn row() -> SparseList<Element<f64>> {
    SparseList::new(held(indices(0, ROWS)), Element::new(0.0))
}

#[inline(never)]
fn product(input: &Input) -> f64 {
    let a = &input.csr;
    let mut c = Piecewise::declare(held(Dense::new(held(indices(0, ROWS)), row())));
    must(loops!(for i, k, j  c[i, j] += a[i, k] * a[k, j]));
    of_product(&held(c.freeze()))
}

#[inline(never)]
fn product_by_rows(input: &Input) -> f64 {
    let a = &input.csr;
    let mut c = Piecewise::declare(held(Dense::new(held(indices(0, ROWS)), row())));
    let mut w = Piecewise::declare(row());
    must(loops!(for i {
        w .= 0.0;
        for k, j  w[j] += a[i, k] * a[k, j];
        for j  c[i, j] = w[j]
    }));
    of_product(&held(c.freeze()))
}

/// Merges two rows without branches on their columns.
#[inline(never)]
fn triangles_by_hand(input: &Input) -> f64 {
    let (pointers, columns, values) = (&input.edges.0[..], &input.edges.1[..], &input.edges.2[..]);
    let mut sum = 0.0;
    for i in 0..ROWS {
        for p in pointers[i]..pointers[i + 1] {
            let j = columns[p] as usize;
            let (mut a, mut b, mut meeting) = (pointers[i], pointers[j], 0.0);
            let (a_end, b_end) = (pointers[i + 1], pointers[j + 1]);
            while a < a_end && b < b_end {
                let (x, y) = (columns[a], columns[b]);
                if x == y {
                    meeting += values[a] * values[b];
                }
                a += usize::from(x <= y);
                b += usize::from(y <= x);
            }
            sum += values[p] * meeting;
        }
    }
    sum
}

#[inline(never)]
fn triangles(input: &Input) -> f64 {
    let (a, mut sum) = (&input.graph, 0.0);
    must(loops!(for i, j, k  sum += a[i, j] * a[j, k] * a[i, k]));
    sum
}

#[inline(never)]
fn dense_by_hand(input: &Input) -> f64 {
    let (a, b) = (&input.dense[0].1[..], &input.dense[1].1[..]);
    let mut c = vec![0.0; SIDE * SIDE];
    for (c, a) in c.chunks_exact_mut(SIDE).zip(a.chunks_exact(SIDE)) {
        for (&a, b) in a.iter().zip(b.chunks_exact(SIDE)) {
            for (c, b) in c.iter_mut().zip(b) {
                *c += a * b;
            }
        }
    }
    c[0] + c[SIDE * SIDE / 2]
}

#[inline(never)]
fn dense(input: &Input) -> f64 {
    let [(a, _), (b, _)] = &input.dense;
    let mut c = Piecewise::declare(matrix(SIDE));
    must(loops!(for i, k, j  c[i, j] += a[i, k] * b[k, j]));
    let c = held(c.freeze());
    c.at((0, 0)) + c.at((SIDE as i64 / 2, 0))
}
