//! Printed trees of tensors: those of Finch's documents, and further levels, ranks and coordinates.

use unite::continuous::Interval;
use unite::level::*;

/// The matrix of Finch's documents.
const ROWS: [[f64; 3]; 4] = [[0.0, 0.0, 4.4], [1.1, 0.0, 0.0], [2.2, 0.0, 5.5], [3.3, 0.0, 0.0]];

type Values = Element<f64>;
/// A format that stores every value, column by column.
type DenseColumns = Piecewise<Dense<Dense<Values>>, ColumnMajor>;

/// A format that stores a column and a row for each value.
type CooColumns = Piecewise<SparseCoo<(i64, i64), Values>, ColumnMajor>;

const DENSE: &str = "\
└─ Dense [:,1:3]
   ├─ [:, 1]: Dense [1:4]
   │  ├─ [1]: 0.0
   │  ├─ [2]: 1.1
   │  ├─ [3]: 2.2
   │  └─ [4]: 3.3
   ├─ [:, 2]: Dense [1:4] (4 x 0.0)
   └─ [:, 3]: Dense [1:4]
      ├─ [1]: 4.4
      ├─ [2]: 0.0
      ├─ [3]: 5.5
      └─ [4]: 0.0";

const CSC: &str = "\
└─ Dense [:,1:3]
   ├─ [:, 1]: SparseList (0.0) [1:4]
   │  ├─ [2]: 1.1
   │  ├─ [3]: 2.2
   │  └─ [4]: 3.3
   ├─ [:, 2]: SparseList (0.0) [1:4]
   └─ [:, 3]: SparseList (0.0) [1:4]
      ├─ [1]: 4.4
      └─ [3]: 5.5";

const DCSC: &str = "\
└─ SparseList (0.0) [:,1:3]
   ├─ [:, 1]: SparseList (0.0) [1:4]
   │  ├─ [2]: 1.1
   │  ├─ [3]: 2.2
   │  └─ [4]: 3.3
   └─ [:, 3]: SparseList (0.0) [1:4]
      ├─ [1]: 4.4
      └─ [3]: 5.5";

const COO: &str = "\
└─ SparseCOO{2} (0.0) [:,1:3]
   ├─ [2, 1]: 1.1
   ├─ [3, 1]: 2.2
   ├─ ⋮
   ├─ [1, 3]: 4.4
   └─ [3, 3]: 5.5";

#[test]
fn the_trees_of_finch_are_printed_to_the_letter() {
    assert_eq!(DenseColumns::from_rows(1, &ROWS).unwrap().to_string(), DENSE);
    assert_eq!(Csc::from_rows(1, &ROWS).unwrap().to_string(), CSC);
    assert_eq!(Dcsc::from_rows(1, &ROWS).unwrap().to_string(), DCSC);
    assert_eq!(CooColumns::from_rows(1, &ROWS).unwrap().to_string(), COO);
}

#[test]
fn the_alternate_form_prints_every_value() {
    let dense = DenseColumns::from_rows(1, &ROWS).unwrap();
    let zeros = "[:, 2]: Dense [1:4]\n   │  ├─ [1]: 0.0\n   │  ├─ [2]: 0.0\n   │  ├─ [3]: 0.0\n   │  └─ [4]: 0.0";
    assert_eq!(format!("{dense:#}"), DENSE.replace("[:, 2]: Dense [1:4] (4 x 0.0)", zeros));
    let long = DenseVector::from_dense(Dense::new(1..=6i64, Element::new(0)).unwrap(), &[1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(long.to_string(), "└─ Dense [1:6]\n   ├─ [1]: 1\n   ├─ [2]: 2\n   ├─ ⋮\n   ├─ [5]: 5\n   └─ [6]: 6");
    assert_eq!(format!("{long:#}").lines().count(), 7);
}

#[test]
fn a_subfiber_prints_no_first_branch_and_a_slice_does() {
    let csc = Csc::from_rows(1, &ROWS).unwrap();
    let column = "SparseList (0.0) [1:4]\n├─ [1]: 4.4\n└─ [3]: 5.5";
    assert_eq!(SubFiber::<_, ColumnMajor>::new(csc.level().child(), 2).unwrap().to_string(), column);
    assert_eq!(csc.tree().at(3).unwrap().to_string(), column);
    assert_eq!(csc.tree().slice(3).unwrap().to_string(), "└─ SparseList (0.0) [1:4]\n   ├─ [1]: 4.4\n   └─ [3]: 5.5");
    assert_eq!(csc.tree().slice(2).unwrap().to_string(), "└─ SparseList (0.0) [1:4]");
    assert!(SubFiber::<_>::new(csc.level().child(), 3).is_none());
    assert_eq!(csc.tree().to_string(), CSC.trim_start_matches("└─ ").replace("\n   ", "\n"));
}

#[test]
fn a_subfiber_of_a_subfiber_is_a_value() {
    let dense = DenseColumns::from_rows(1, &ROWS).unwrap();
    let value = dense.tree().at(3).unwrap().at(1).unwrap();
    assert_eq!((value.value(), value.position(), value.to_string()), (4.4, Some(8), "4.4".into()));
    let dcsc = Dcsc::from_rows(1, &ROWS).unwrap();
    let nothing = dcsc.tree().at(2).unwrap();
    assert_eq!((nothing.position(), nothing.at(4).unwrap().value()), (None, 0.0));
    assert_eq!(nothing.at(4).unwrap().to_string(), "0.0");
    assert_eq!(dcsc.tree().at(3).unwrap().slice(1).unwrap().to_string(), "└─ 4.4");
    assert!(matches!(dcsc.tree().slice(4), Err(LevelError::Outside { .. })));
    assert!(matches!(nothing.at(i64::MAX), Err(LevelError::NoPlace { .. })));
}

#[test]
fn row_major_indices_begin_at_the_root() {
    let csr = Csr::from_rows(0, &[[1, 0, 2], [0, 0, 0]]).unwrap();
    assert_eq!(
        csr.to_string(),
        "\
└─ Dense [0:1,:]
   ├─ [0, :]: SparseList (0) [0:2]
   │  ├─ [0]: 1
   │  └─ [2]: 2
   └─ [1, :]: SparseList (0) [0:2]"
    );
    assert!(csr.transposed().to_string().starts_with("└─ Dense [:,0:1]\n   ├─ [:, 0]: "));
}

#[test]
fn tensors_of_any_rank_are_printed() {
    let axis = || indices(1, 2).unwrap();
    let format = SparseList::new(axis(), Dense::new(axis(), SparseList::new(axis(), Element::new(0u8))).unwrap());
    let cube = Piecewise::from_dense(format.clone(), &[0, 0, 0, 0, 1, 2, 0, 3]).unwrap();
    assert_eq!(
        cube.to_string(),
        "\
└─ SparseList (0) [1:2,:,:]
   └─ [2, :, :]: Dense [1:2,:]
      ├─ [1, :]: SparseList (0) [1:2]
      │  ├─ [1]: 1
      │  └─ [2]: 2
      └─ [2, :]: SparseList (0) [1:2]
         └─ [2]: 3"
    );
    assert_eq!(cube.tree().slice(1).unwrap().to_string(), "└─ Dense (0) [1:2,:]");
    let columns = Piecewise::<_, ColumnMajor>::with_dense(format, &[0, 1, 0, 0, 0, 2, 0, 3]).unwrap();
    assert_eq!(
        columns.to_string(),
        "\
└─ SparseList (0) [:,:,1:2]
   └─ [:, :, 2]: Dense [:,1:2]
      ├─ [:, 1]: SparseList (0) [1:2]
      │  ├─ [1]: 1
      │  └─ [2]: 2
      └─ [:, 2]: SparseList (0) [1:2]
         └─ [2]: 3"
    );
}

#[test]
fn points_of_the_real_line_and_axes_without_end_are_printed() {
    let mut points = Piecewise::declare(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0f32)));
    for (place, value) in [(0.6, 1.0), (2.0, 0.1), (-3.5, 1e20)] {
        points.set(place, value).unwrap();
    }
    let points = points.freeze().unwrap();
    assert_eq!(
        points.to_string(),
        "└─ Pinpoint (0.0) [-inf:inf]\n   ├─ [-3.5]: 1e20\n   ├─ [0.6]: 1.0\n   └─ [2]: 0.1"
    );
    let format = SparseList::new(Interval::<i64>::EVERYWHERE, Pattern::new());
    assert_eq!(Piecewise::declare(format).freeze().unwrap().to_string(), "└─ SparseList (false) [-inf:inf]");
}

#[test]
fn intervals_are_printed_with_their_ends() {
    let line = Interval::closed(0.0, 4.0).unwrap();
    let mut runs = Piecewise::declare(RunList::new(line, Element::new(0.0)));
    runs.set(Interval::closed_open(1.0, 2.5).unwrap(), 1.5).unwrap();
    runs.set(3.0, 2.0).unwrap();
    assert_eq!(
        format!("{:#}", runs.freeze().unwrap()),
        "\
└─ RunList (0.0) [0:4]
   ├─ [0, 1): 0.0
   ├─ [1, 2.5): 1.5
   ├─ [2.5, 3): 0.0
   ├─ [3]: 2.0
   └─ (3, 4]: 0.0"
    );
    let integers = RunList::new(indices(1, 9).unwrap(), RunList::new(indices(1, 3).unwrap(), Element::new(false)));
    let mut runs = Piecewise::declare(integers);
    runs.set((2..=4, 2), true).unwrap();
    let runs = runs.freeze().unwrap();
    assert_eq!(
        runs.to_string(),
        "\
└─ RunList (false) [1:9,:]
   ├─ [1, :]: RunList (false) [1:3]
   │  └─ [1, 3]: false
   ├─ [[2, 4], :]: RunList (false) [1:3]
   │  ├─ [1]: false
   │  ├─ [2]: true
   │  └─ [3]: false
   └─ [[5, 9], :]: RunList (false) [1:3]
      └─ [1, 3]: false"
    );
    let half = Interval::open_closed(0.5, 2.0).unwrap();
    assert_eq!(
        Piecewise::declare(Pinpoint::new(half, Element::new(0))).freeze().unwrap().to_string(),
        "└─ Pinpoint (0) [(0.5, 2]]"
    );
}

#[test]
fn several_axes_in_one_level_are_printed_in_one_label() {
    let format = SparseCoo::<(i64, f64), _>::new(
        (indices(0, 3).unwrap(), Interval::EVERYWHERE),
        Dense::new(1..=2i64, Element::new(0u8)).unwrap(),
    );
    let mut coo = Piecewise::declare(format);
    coo.set((2, -0.5, 1), 7).unwrap();
    coo.set((0, 1.5, 1..=2), 8).unwrap();
    let coo = coo.freeze().unwrap();
    let text = "\
└─ SparseCOO{2} (0) [0:2,:,:]
   ├─ [0, 1.5, :]: Dense [1:2]
   │  ├─ [1]: 8
   │  └─ [2]: 8
   └─ [2, -0.5, :]: Dense [1:2]
      ├─ [1]: 7
      └─ [2]: 0";
    assert_eq!(coo.to_string(), text);
    let columns = text.replace("[0:2,:,:]", "[:,:,0:2]").replace("[0, 1.5, :]", "[:, 1.5, 0]");
    assert_eq!(coo.transposed().to_string(), columns.replace("[2, -0.5, :]", "[:, -0.5, 2]"));
}
