//! `einsum!` against sums by definition, over formats and orders of storage.

use noise::Noise;
use unite::continuous::Interval;
use unite::level::{Csc, Csr, DenseMatrix, DenseVector, Element, Piecewise, SparseDict, SparseList};
use unite::loops::einsum;

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
