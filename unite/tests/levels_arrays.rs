//! Conversions of plain arrays and arrays of other libraries to tensors, and back.

use unite::continuous::Interval;
use unite::level::*;

const ROWS: [[f64; 3]; 4] = [[0.0, 0.0, 4.4], [1.1, 0.0, 0.0], [2.2, 0.0, 5.5], [3.3, 0.0, 0.0]];

/// Asserts that a matrix survives conversion to a format and back, for both index orders and any index base.
fn there_and_back<L: MatrixFormat<Value = f64>>(_format: L) {
    for first in [-5, 0, 1] {
        let rows = Piecewise::<L, RowMajor>::from_rows(first, &ROWS).unwrap();
        let columns = Piecewise::<L, ColumnMajor>::from_rows(first, &ROWS).unwrap();
        assert_eq!((rows.sizes(), columns.sizes()), (Ok(vec![4, 3]), Ok(vec![4, 3])));
        assert_eq!((rows.to_rows(), columns.to_rows()), (Ok(ROWS), Ok(ROWS)));
        assert_eq!((rows.to_dense().unwrap(), columns.to_dense().unwrap()), (ROWS.concat(), ROWS.concat()));
        let turned = columns.transposed();
        assert_eq!(turned.sizes(), Ok(vec![3, 4]));
        assert_eq!(turned.to_rows(), Ok([[0.0, 1.1, 2.2, 3.3], [0.0; 4], [4.4, 0.0, 5.5, 0.0]]));
    }
}

#[test]
fn a_matrix_goes_into_every_format_and_back() {
    let axis = || indices(0, 1).unwrap();
    there_and_back(<SparseList<SparseList<_>> as MatrixFormat>::matrix(axis(), axis(), 0.0).unwrap());
    there_and_back(<Dense<SparseList<_>> as MatrixFormat>::matrix(axis(), axis(), 0.0).unwrap());
    there_and_back(<Dense<Dense<_>> as MatrixFormat>::matrix(axis(), axis(), 0.0).unwrap());
    there_and_back(<SparseCoo<(i64, i64), _> as MatrixFormat>::matrix(axis(), axis(), 0.0).unwrap());
}

#[test]
fn any_rank_any_fill_and_runs_make_arrays() {
    let values: Vec<i32> = (0..24).map(|n| n % 5 - 1).collect();
    let axes = || (indices(3, 2).unwrap(), indices(-1, 3).unwrap(), indices(0, 4).unwrap());
    let (a, b, c) = axes();
    let format = RunList::new(a, Dense::new(b, SparseDict::new(c, Element::new(3))).unwrap());
    let tensor = Piecewise::from_dense(format, &values).unwrap();
    assert_eq!((tensor.sizes().unwrap(), tensor.to_dense().unwrap()), (vec![2, 3, 4], values.clone()));
    assert_eq!((tensor.at((3, -1, 2)), tensor.at((4, 1, 3))), (values[2], values[23]));
    let (a, b, c) = axes();
    let format = SparseByteMap::new(a, SparseCoo::<(i64, i64), _>::new((b, c), Element::new(0))).unwrap();
    let tensor = Piecewise::<_, ColumnMajor>::with_dense(format, &values).unwrap();
    assert_eq!((tensor.sizes().unwrap(), tensor.to_dense().unwrap()), (vec![4, 3, 2], values.clone()));
    assert_eq!(tensor.at((1, 0, 4)), values[9]);
    let value = Piecewise::from_dense(Element::new(0), &[7]).unwrap();
    assert_eq!((value.to_dense().unwrap(), value.to_string()), (vec![7], "└─ 7".into()));
    let mask = [true, false, false, true];
    let pattern = Piecewise::from_dense(SparseList::new(indices(0, 4).unwrap(), Pattern::new()), &mask).unwrap();
    assert_eq!((pattern.stored(), pattern.to_dense().unwrap()), (2, mask.to_vec()));
}

#[test]
fn arrays_of_other_sizes_and_axes_without_end_are_refused() {
    let vector = |last| SparseList::new(Interval::closed(1, last).unwrap(), Element::new(0u8));
    let error = Piecewise::from_dense(vector(3), &[1, 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the array has 2 values, the axes have 3 values; give it one value for each place, the last index fastest"
    );
    assert!(matches!(Csr::from_slice(0, 2, 3, &[0; 5]), Err(LevelError::Shape { .. })));
    let matrix = Csr::from_rows(0, &ROWS).unwrap();
    let told = "the array has 3 x 4 values, the axes have 4 x 3 values; give it one value for each place, the last index fastest";
    assert_eq!(matrix.to_rows::<3, 4>().unwrap_err().to_string(), told);
    assert!(matches!(Csr::from_rows(0, &[[0u8; 0]; 2]), Err(LevelError::Axis { .. })));
    let endless = SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0u8));
    let endless = Piecewise::declare(endless).freeze().unwrap();
    assert!(matches!(endless.to_dense(), Err(LevelError::Unbounded { .. })));
    let huge = SparseList::new(indices(0, 1 << 62).unwrap(), vector(8));
    let huge = Piecewise::declare(huge).freeze().unwrap();
    assert!(matches!(huge.to_dense(), Err(LevelError::TooLarge { .. })));
    assert!(matches!(
        Piecewise::declare(vector(i64::MAX - 2)).freeze().unwrap().to_dense(),
        Err(LevelError::TooLarge { .. })
    ));
}

#[test]
fn rows_are_uncompressed_and_columns_compressed_in_csr() {
    let csr = Csr::from_rows(0, &ROWS).unwrap();
    let parts = csr.to_csr_parts().unwrap();
    assert_eq!((parts.rows, parts.columns), (4, 3));
    assert_eq!((&parts.pointers[..], &parts.indices[..]), (&[0, 1, 2, 4, 5][..], &[2, 0, 0, 2, 0][..]));
    assert_eq!(parts.values, [4.4, 1.1, 2.2, 5.5, 3.3]);
    assert_eq!((Dense::<Element<f64>>::NAME, SparseList::<Element<f64>>::NAME), ("Dense", "SparseList"));
    assert_eq!(csr.level().child().pointers(), parts.pointers);
    assert_eq!(Csr::from_csr_parts(parts).unwrap(), csr);
}

#[test]
fn parts_make_the_tensors_that_they_came_from() {
    let csc = Csc::from_rows(0, &ROWS).unwrap();
    let parts = csc.to_csc_parts().unwrap();
    assert_eq!((&parts.pointers[..], &parts.indices[..]), (&[0, 3, 3, 5][..], &[1, 2, 3, 0, 2][..]));
    assert_eq!(Csc::from_csc_parts(parts.clone()).unwrap(), csc);
    assert_eq!(Csc::from_rows(1, &ROWS).unwrap().to_csc_parts().unwrap(), parts);

    let dcsr = Dcsr::from_rows(0, &ROWS).unwrap();
    let parts = dcsr.to_doubly_compressed_parts().unwrap();
    assert_eq!((&parts.outer[..], &parts.pointers[..]), (&[0, 1, 2, 3][..], &[0, 1, 2, 4, 5][..]));
    assert_eq!(Dcsr::from_doubly_compressed_parts(parts).unwrap(), dcsr);

    let dcsc = Dcsc::from_rows(0, &ROWS).unwrap();
    let parts = dcsc.to_doubly_compressed_parts().unwrap();
    assert_eq!((&parts.outer[..], &parts.pointers[..]), (&[0, 2][..], &[0, 3, 5][..]));
    assert_eq!((parts.rows, parts.columns), (4, 3));
    assert_eq!(Dcsc::from_doubly_compressed_parts(parts).unwrap(), dcsc);

    let coo = Coo::from_rows(0, &ROWS).unwrap();
    let parts = coo.to_coo_parts().unwrap();
    assert_eq!((&parts.row_indices[..], &parts.column_indices[..]), (&[0, 1, 2, 2, 3][..], &[2, 0, 0, 2, 0][..]));
    assert_eq!(Coo::from_coo_parts(parts).unwrap(), coo);
}

#[test]
fn parts_that_do_not_belong_together_are_refused_with_the_element() {
    let csr = |pointers: &[usize], indices: &[usize]| {
        let (pointers, indices, values) = (pointers.to_vec(), indices.to_vec(), vec![1.0; 3]);
        Csr::from_csr_parts(CompressedParts { rows: 2, columns: 3, pointers, indices, values }).map(|_| ())
    };
    assert_eq!(csr(&[0, 2, 3], &[0, 2, 1]), Ok(()));
    assert!(matches!(csr(&[0, 2, 3], &[0, 3, 1]), Err(LevelError::ElementOutside { element: 1, .. })));
    assert!(matches!(csr(&[0, 2, 3], &[2, 0, 1]), Err(LevelError::Unordered { element: 1, .. })));
    assert!(matches!(csr(&[0, 2, 3], &[0, 1, usize::MAX]), Err(LevelError::Place { element: 2, .. })));
    assert!(matches!(csr(&[0, 2, 4], &[0, 2, 1]), Err(LevelError::Pointer { element: 2, .. })));
    assert!(matches!(csr(&[0, 2, 3], &[0, 2]), Err(LevelError::Count { .. })));
    assert!(matches!(csr(&[0, 2, 2, 3], &[0, 2, 1]), Err(LevelError::Count { .. })));
    assert!(csr(&[0, 1, 2, 3, 3], &[0, 2, 1]).is_err());
    assert!(csr(&[0], &[0, 2, 1]).is_err());
    assert!(csr(&[], &[0, 2, 1]).is_err());
}

#[test]
fn places_are_given_in_the_order_of_the_indices() {
    let format = || Dense::new(0..3i64, SparseList::new(Interval::closed(0.5, 9.5).unwrap(), Element::new(0))).unwrap();
    let entries = [((0.5, 2), 5), ((7.5, 0), 6)];
    let tensor = Piecewise::<_, ColumnMajor>::with_entries(format(), entries, Duplicates::Refuse).unwrap();
    assert_eq!((tensor.at((0.5, 2)), tensor.at((7.5, 0)), tensor.at((7.5, 1))), (5, 6, 0));
    assert_eq!(tensor.size(), [9.0, 3.0]);
    let mut more = tensor.thaw();
    more.set((1.5, 1..=2), 9).unwrap();
    let told = more.set((f64::NAN, 1), 9).unwrap_err().to_string();
    assert!(told.starts_with("axis 0: "), "{told}");
    let more = more.freeze().unwrap();
    assert_eq!((more.at((1.5, 2)), more.transposed().at((2, 1.5))), (9, 9));
    let mut fresh = Updating::<_, ColumnMajor>::new(format());
    fresh.set((0.5, 2), 5).unwrap();
    fresh.set((7.5, 0), 6).unwrap();
    assert_eq!(fresh.freeze().unwrap(), tensor);
}
