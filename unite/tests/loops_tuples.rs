//! Tuples as values of tensors, in every format, against brute force and the interpreter.

use noise::Noise;
use unite::continuous::Interval;
use unite::level::{
    Closed, Dense, DenseMatrix, DenseVector, Duplicates, Element, HomogeneousIntervals, IntervalList, Overlapping,
    Piecewise, Pinpoint, RunList, SparseByteMap, SparseCoo, SparseDict, SparseList, Value,
};
use unite::loops;
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Region, Tensor};
use unite_ir::loops::parse_text;

type Pair = (f64, i64);

/// No place: farther than all.
const NONE: Pair = (f64::INFINITY, -1);

const ROWS: usize = 9;
const COLUMNS: usize = 5;

fn rows() -> Interval<i64> {
    Interval::closed(0, ROWS as i64 - 1).expect("an interval")
}

/// Returns the nearer of two, the first one of equals.
fn nearer(old: Pair, new: Pair) -> Pair {
    if new.0 < old.0 { new } else { old }
}

/// Returns a matrix some of whose rows are farther than all, or like the row before.
fn distances(noise: &mut Noise) -> [[f64; COLUMNS]; ROWS] {
    let mut rows: Vec<[f64; COLUMNS]> = Vec::new();
    for _ in 0..ROWS {
        let row = std::array::from_fn(|_| [1.0, 2.0, 3.0, f64::INFINITY][noise.below(4)]);
        rows.push(match (noise.below(4), rows.last()) {
            (0, _) => [f64::INFINITY; COLUMNS],
            (1, Some(&before)) => before,
            _ => row,
        });
    }
    rows.try_into().expect("as many rows")
}

fn nearest(row: &[f64; COLUMNS]) -> Pair {
    (0..).zip(row).fold(NONE, |old, (j, &value)| nearer(old, (value, j)))
}

/// Writes the nearest column of each row, and of each second one once more, into a format, and reads the tensor back.
macro_rules! nearest_by_row {
    ($($name:ident: $format:expr;)*) => {$(
        #[test]
        fn $name() {
            for seed in 0..40 {
                let rows_of = distances(&mut Noise::new(seed));
                let d = DenseMatrix::from_rows(0, &rows_of).unwrap();
                let mut z = Piecewise::declare($format);
                loops! {
                    for i, j  z[i] <<nearer>>= (d[i, j], j);
                    for i if i % 2 == 0  for j  z[i] <<nearer>>= (d[i, j] - 0.5, j)
                }
                .unwrap();
                let z = z.freeze().unwrap();
                let half = |i: usize, (value, j): Pair| if i % 2 == 0 && j >= 0 { (value - 0.5, j) } else { (value, j) };
                let expected: Vec<Pair> = rows_of.iter().enumerate().map(|(i, row)| half(i, nearest(row))).collect();
                let places = || 0..ROWS as i64;
                assert_eq!(places().map(|i| z.at((i,))).collect::<Vec<_>>(), expected, "{seed}");
                assert_eq!(z.to_dense().unwrap(), expected, "{seed}");
                let list = z.convert(SparseList::new(rows(), Element::new(NONE))).unwrap();
                assert_eq!(list.stored(), expected.iter().filter(|&&value| value != NONE).count(), "{seed}");
                assert_eq!(z.thaw().freeze().unwrap().to_string(), z.to_string(), "{seed}");
                let (mut w, mut all) = (Piecewise::declare(Dense::new(rows(), Element::new(NONE)).unwrap()), NONE);
                loops! {
                    for i  w[i] = z[i];
                    for i  all <<nearer>>= z[i]
                }
                .unwrap();
                assert_eq!(w.freeze().unwrap().to_dense().unwrap(), expected);
                assert_eq!(all, expected.iter().copied().fold(NONE, nearer));
            }
        }
    )*};
}

nearest_by_row! {
    into_arrays: Dense::new(rows(), Element::new(NONE)).unwrap();
    into_lists: SparseList::new(rows(), Element::new(NONE));
    into_intervals: IntervalList::<_, i64>::new(rows(), Element::new(NONE));
    into_runs: RunList::<_, i64>::new(rows(), Element::new(NONE));
    into_dictionaries: SparseDict::<_, i64>::new(rows(), Element::new(NONE));
    into_flags: SparseByteMap::new(rows(), Element::new(NONE)).unwrap();
    into_coordinates: SparseCoo::<(i64,), _>::new((rows(),), Element::new(NONE));
    into_intervals_of_one_kind: HomogeneousIntervals::<_, Closed, i64>::new(rows(), Element::new(NONE));
}

#[test]
fn equal_neighbours_are_one_run_and_what_becomes_fill_is_removed() {
    let x = DenseVector::from_values(0, [5.0, 5.0, 0.0, 5.0, f64::NAN, f64::NAN]).unwrap();
    let axis = Interval::closed(0i64, 5).unwrap();
    let mut z = Piecewise::declare(RunList::<_, i64>::new(axis, Element::new((0.0, false))));
    loops! { for i z[i] = (x[i], x[i] > 1.0) }.unwrap();
    let z = z.freeze().unwrap();
    assert_eq!(
        z.to_string(),
        "\
└─ RunList ((0.0, false)) [0:5]
   ├─ [0, 1]: (5.0, true)
   ├─ [2]: (0.0, false)
   ├─ [3]: (5.0, true)
   └─ [4, 5]: (NaN, false)"
    );
    assert_eq!((z.at((1,)), z.at((2,)), z.at((7,))), ((5.0, true), (0.0, false), (0.0, false)));
    let mut list = z.convert(SparseList::new(axis, Element::new((0.0, false)))).unwrap().thaw();
    loops! { for i = 0:1  list[i] = (0.0, false) }.unwrap();
    assert_eq!(list.freeze().unwrap().level().coordinates(), [3, 4, 5]);
}

#[test]
fn tuples_are_compared_by_component_so_that_nan_is_equal_to_itself_alone() {
    let nan = f64::NAN;
    assert!((nan, 1).same((nan, 1)) && !(nan, 1).same((nan, 2)) && !(nan, nan).same((nan, 0.0)));
    assert!((1, nan, true).same((1, nan, true)) && !(1, nan, true).same((1, nan, false)));
    assert_eq!((1, 2.5, true).joined((2, 0.5, false)), (3, 3.0, true));
    assert_eq!(<(i64, (f64, bool))>::ZERO, (0, (0.0, false)));
}

#[test]
fn triples_on_the_real_line_are_written_by_intervals_and_read_at_points() {
    let fill = (0.0, 0i64, false);
    let everywhere = Interval::EVERYWHERE;
    let mut z = Piecewise::declare(IntervalList::<_, f64>::new(everywhere, Element::new(fill)));
    let mut ends = Piecewise::declare(Pinpoint::<_>::new(everywhere, Element::new(fill)));
    loops! {
        for x = 0:2.5  z[x] = (1.5, 3, true);
        ends[2.5] = (2.0, 1, true); ends[4] = (4.0, 1, true)
    }
    .unwrap();
    let (z, ends) = (z.freeze().unwrap(), ends.freeze().unwrap());
    let sum = |a: (f64, i64, bool), b: (f64, i64, bool)| (a.0 + b.0, a.1 + b.1, a.2 && b.2);
    let (mut both, mut places) = ((0.0, 0, true), (0.0, 0, true));
    let inside = |(_, _, holds): (f64, i64, bool)| holds;
    loops! {
        for x  if inside(ends[x])  places <<sum>>= ends[x];
        for x  if inside(ends[x]) && inside(z[x])  both <<sum>>= z[x]
    }
    .unwrap();
    assert_eq!((places, both), ((6.0, 2, true), (1.5, 3, true)));
    assert_eq!((z.at((2.5,)), z.at((2.6,))), ((1.5, 3, true), fill));
}

#[test]
fn duplicates_and_overlapping_pieces_are_joined_by_component() {
    let (axis, entries) = (Interval::closed(0i64, 4).unwrap(), [(2i64, (1.5, 3i64)), (0, (1.0, 1)), (2, (0.5, 4))]);
    let list = SparseList::new(axis, Element::new((0.0, 0i64)));
    let joined = Piecewise::<_>::from_entries(list.clone(), entries, Duplicates::Join).unwrap();
    assert_eq!((joined.at((2,)), joined.at((0,)), joined.stored()), ((2.0, 7), (1.0, 1), 2));
    assert!(Piecewise::<_>::from_entries(list, entries, Duplicates::Refuse).is_err());
    let pieces = [(0i64..=3, (1.0, 1i64)), (2..=4, (0.5, 1))];
    let pieces = pieces.map(|(places, value)| (Interval::closed(*places.start(), *places.end()).unwrap(), value));
    let format = Overlapping::<_, i64>::new(axis, Element::new((0.0, 0)));
    let depth = Piecewise::<_>::from_entries(format, pieces, Duplicates::Join).unwrap();
    assert_eq!(depth.at((2,)), (1.5, 2));
    let profile = depth.convert(IntervalList::<_, i64>::new(axis, Element::new((0.0, 0)))).unwrap();
    assert_eq!(profile.to_dense().unwrap(), [(1.0, 1), (1.0, 1), (1.5, 2), (1.5, 2), (0.5, 1)]);
}

#[test]
fn a_tensor_of_tuples_starts_anew_with_its_fill_only() {
    let d = DenseMatrix::from_rows(0, &[[4.0, 2.0], [1.0, 6.0]]).unwrap();
    let (none, other) = (NONE, (0.0, 0));
    let mut w = Piecewise::declare(Dense::new(0..2i64, Element::new(NONE)).unwrap());
    let mut last = NONE;
    loops! {
        for i = 0:1 {
            w .= none;
            for j  w[j] <<nearer>>= (d[i, j], j);
            last .= none;
            for j  last <<nearer>>= w[j]
        }
    }
    .unwrap();
    assert_eq!((last, w.clone().freeze().unwrap().to_dense().unwrap()), ((1.0, 0), vec![(1.0, 0), (6.0, 1)]));
    let error = loops! { for i = 0:1 { w .= other; for j w[j] <<nearer>>= (d[i, j], j) } }.unwrap_err();
    assert_eq!(error.to_string(), "`w .= (0.0, 0)` empties `w`, whose fill is (inf, -1). Write `w .= (inf, -1)`");
}

/// Returns a pair as a value of the reference.
fn pair((value, place): Pair) -> interpret::Value {
    let value = Number::from_f64(value).expect("a number");
    interpret::Value::Tuple(vec![value.into(), place.into()])
}

#[test]
fn tensors_of_tuples_agree_with_the_interpreter() {
    let places = Region::closed(Number::from(0), Number::from(ROWS as i64 - 1));
    for seed in 0..40 {
        let mut noise = Noise::new(100 + seed);
        let mut list: Vec<(i64, Pair)> = Vec::new();
        for i in 0..ROWS as i64 {
            if noise.below(3) > 0 {
                list.push((i, (noise.below(4) as f64, noise.below(9) as i64)));
            }
        }
        let x = Piecewise::<_>::from_entries(
            SparseList::new(rows(), Element::new(NONE)),
            list.iter().copied(),
            Duplicates::Refuse,
        )
        .unwrap();
        let mut environment = Environment::default();
        let boxes: Vec<_> =
            list.iter().map(|&(i, value)| (vec![Region::point(Number::from(i))], pair(value))).collect();
        let twin = Tensor::from_boxes(&[AxisKind::Integer], pair(NONE), &boxes, Overlap::Refused).unwrap();
        environment.tensor("x", twin).extents("x", std::slice::from_ref(&places));
        for name in ["z", "w"] {
            environment
                .output_tensor(name, &[AxisKind::Integer], pair(NONE))
                .extents(name, std::slice::from_ref(&places));
        }
        environment.function("nearer", |values| {
            let [interpret::Value::Tuple(old), interpret::Value::Tuple(new)] = values else { return None };
            let less = new.first()?.number("<").ok()? < old.first()?.number("<").ok()?;
            Some(interpret::Value::Tuple(if less { new.clone() } else { old.clone() }))
        });
        let mut z = Piecewise::declare(SparseList::new(rows(), Element::new(NONE)));
        let mut w = Piecewise::declare(RunList::<_, i64>::new(rows(), Element::new(NONE)));
        macro_rules! both {
            ($($program:tt)*) => {{
                loops!($($program)*).unwrap();
                stringify!($($program)*)
            }};
        }
        let text = both! {
            for i  z[i] = x[i];
            for i = 0:8  for j = 0:2  z[i] <<nearer>>= x[i + j];
            for i = 0:8  for j = 0:2  w[i] <<nearer>>= (2.0 - j as f64, i * j)
        };
        interpret::run(&parse_text(text).unwrap(), &mut environment).unwrap();
        let (z, w) = (z.freeze().unwrap(), w.freeze().unwrap());
        for i in 0..ROWS as i64 {
            let at = |name: &str| environment.array(name).unwrap().at(&[Number::from(i)]).unwrap();
            assert_eq!((at("z"), at("w")), (pair(z.at((i,))), pair(w.at((i,)))), "{seed} {i}");
        }
    }
}
