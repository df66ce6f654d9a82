//! Arrays and lists of integers, as tensors and as plain vectors.

use super::input::up_to;
use crate::input::Noise;
use unite::continuous::Interval;
use unite::level::{CompressedParts, Csr, Dense, DenseMatrix, DenseVector, Element, LevelError};
use unite::level::{Piecewise, SparseList, SparseVector};

/// The operands of programs over arrays, each with the plain vectors of the same contents.
#[derive(Debug)]
pub struct Arrays {
    /// An array.
    pub a: (DenseVector<f64>, Vec<f64>),
    /// Another array of the same length.
    pub b: (DenseVector<f64>, Vec<f64>),
    /// Places in the arrays, in no order.
    pub k: (DenseVector<i64>, Vec<i64>),
    /// A list of every fourth place or so: coordinates and values.
    pub x: (SparseVector<f64>, (Vec<i64>, Vec<f64>)),
    /// The rows of the square matrices.
    pub side: usize,
    /// A square matrix.
    pub m: (DenseMatrix<f64>, Vec<f64>),
    /// Another square matrix.
    pub n: (DenseMatrix<f64>, Vec<f64>),
    /// A matrix with a row for each place of the arrays.
    pub w: (DenseMatrix<f64>, Vec<f64>),
    /// The columns of that matrix.
    pub width: usize,
    /// A sparse matrix with as many columns as the arrays have places: pointers, columns, values.
    pub csr: (Csr<f64>, Rows),
}

/// The pointers, columns and values of a sparse matrix.
pub type Rows = (Vec<usize>, Vec<i64>, Vec<f64>);

/// Returns the format of an array.
pub(super) fn array(len: usize) -> Dense<Element<f64>> {
    super::held(Dense::new(0..len as i64, Element::new(0.0)))
}

/// Returns the format of a square matrix.
pub(super) fn matrix(side: usize) -> Dense<Dense<Element<f64>>> {
    super::held(Dense::new(0..side as i64, array(side)))
}

impl Arrays {
    /// Makes arrays of `len` values.
    ///
    /// # Errors
    /// Returns no error for these lists.
    pub fn new(len: usize) -> Result<Self, LevelError> {
        let mut noise = Noise(11);
        let mut values = |count: usize| (0..count).map(|_| up_to(&mut noise, 8)).collect::<Vec<f64>>();
        let (a, b, side) = (values(len), values(len), 64);
        let (m, n) = (values(side * side), values(side * side));
        let width = 16;
        let w = values(len * width);
        let (rows, mut pointers, mut columns) = (len / 20, vec![0], Vec::new());
        let mut noise = Noise(13);
        for _ in 0..rows {
            columns.extend(places(&mut noise, len, len / 20));
            pointers.push(columns.len());
        }
        let at = places(&mut noise, len, 7);
        let k = (0..len).map(|_| up_to(&mut noise, len) as i64 - 1).collect::<Vec<i64>>();
        let ones = |count: usize| (0..count).map(|k| (k % 8) as f64 + 1.0).collect::<Vec<f64>>();
        let (x, nonzeros) = (ones(at.len()), ones(columns.len()));
        let list = Element::from_values(0.0, x.clone());
        let list = SparseList::from_parts(Interval::EVERYWHERE, vec![0, at.len()], at.clone(), list)?;
        let parts = CompressedParts {
            rows,
            columns: len,
            pointers: pointers.clone(),
            indices: columns.iter().map(|&column| column as usize).collect(),
            values: nonzeros.clone(),
        };
        Ok(Arrays {
            a: (DenseVector::from_values(0, a.clone())?, a),
            b: (DenseVector::from_values(0, b.clone())?, b),
            k: (DenseVector::from_values(0, k.clone())?, k),
            x: (Piecewise::from_level(list)?, (at, x)),
            side,
            m: (DenseMatrix::from_slice(0, side, side, &m)?, m),
            n: (DenseMatrix::from_slice(0, side, side, &n)?, n),
            w: (DenseMatrix::from_slice(0, len, width, &w)?, w),
            width,
            csr: (Csr::from_csr_parts(parts)?, (pointers, columns, nonzeros)),
        })
    }
}

/// Returns places below `len` in order, each up to `spread` after the previous one.
fn places(noise: &mut Noise, len: usize, spread: usize) -> Vec<i64> {
    let next = |place: &i64| Some(place + up_to(noise, spread) as i64);
    std::iter::successors(Some(0), next).take_while(|&place| place < len as i64).collect()
}
