//! Conversions of matrices and vectors of the crate `sprs`, in both directions.

#![cfg(feature = "sprs")]

use sprs::{CsMat, CsVec};
use unite::level::*;

const ROWS: [[f64; 3]; 4] = [[0.0, 0.0, 4.4], [1.1, 0.0, 0.0], [2.2, 0.0, 5.5], [3.3, 0.0, 0.0]];

/// Returns the matrix of `ROWS`, compressed by rows.
fn by_rows() -> CsMat<f64> {
    CsMat::new((4, 3), vec![0, 1, 2, 4, 5], vec![2, 0, 0, 2, 0], vec![4.4, 1.1, 2.2, 5.5, 3.3])
}

#[test]
fn either_storage_makes_either_tensor() {
    let (rows, columns) = (by_rows(), by_rows().to_csc());
    assert!(rows.is_csr() && columns.is_csc());
    for matrix in [&rows, &columns] {
        let (csr, csc) = (Csr::try_from(matrix).unwrap(), Csc::try_from(matrix).unwrap());
        assert_eq!((csr.to_rows(), csc.to_rows()), (Ok(ROWS), Ok(ROWS)));
        assert_eq!((CsMat::try_from(&csr).unwrap(), CsMat::try_from(&csc).unwrap()), (rows.clone(), columns.clone()));
    }
}

#[test]
fn indices_from_one_go_back_as_indices_from_zero() {
    assert_eq!(CsMat::try_from(&Csr::from_rows(1, &ROWS).unwrap()).unwrap(), by_rows());
    let vector = SparseVector::from_dense(SparseList::new(indices(1, 3).unwrap(), Element::new(0)), &[0, 7, 8]);
    assert_eq!(CsVec::try_from(&vector.unwrap()).unwrap(), CsVec::new(3, vec![1, 2], vec![7, 8]));
}

#[test]
fn stored_zeros_stay_stored() {
    let vector = CsVec::new(4, vec![0, 3], vec![0, 5]);
    let ours = SparseVector::try_from(&vector).unwrap();
    assert_eq!(ours.level().coordinates(), [0, 3]);
    assert_eq!(CsVec::try_from(&ours).unwrap(), vector);
}

#[test]
fn what_the_other_side_cannot_hold_is_refused() {
    let ones =
        Csr::with_dense(MatrixFormat::matrix(indices(0, 1).unwrap(), indices(0, 2).unwrap(), 1).unwrap(), &[1, 2]);
    assert!(matches!(CsMat::try_from(&ones.unwrap()), Err(LevelError::FillNotZero { .. })));
    assert!(matches!(Csr::try_from(&CsMat::<f64>::zero((0, 3))), Err(LevelError::Axis { .. })));
    assert!(matches!(SparseVector::try_from(&CsVec::<f64>::empty(0)), Err(LevelError::Axis { .. })));
}
