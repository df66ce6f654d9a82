//! Axes of unsigned integers. Programs over them agree with the reference interpreter, which has signed integers, and
//! with the same tensors over `i64`.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::collection::btree_map;
use proptest::prelude::*;
use unite::continuous::{Coord, Interval, PlaceError, Stored};
use unite::level::{
    Csc, Dense, Duplicates, Element, IntervalList, LevelError, Piecewise, SparseByteMap, SparseDict, SparseList,
};
use unite::loops;
use unite_ir::loops::interpret::{AxisKind, Region, Value};

/// Generates values at integers from 0 on.
fn entries() -> impl Strategy<Value = Vec<(u8, f64)>> {
    btree_map(0u8..7, 1i32..7, 0..6).prop_map(|map| map.into_iter().map(|(at, n)| (at, f64::from(n) / 2.0)).collect())
}

fn known_entries(list: &[(u8, f64)]) -> unite_ir::loops::interpret::Tensor {
    let point = |&(at, value): &(u8, f64)| (Interval::closed(i64::from(at), i64::from(at)).unwrap(), value);
    known(&list.iter().map(point).collect::<Vec<_>>())
}

/// Returns an extent of integers with finite ends, for the interpreter.
fn extent<C: Coord + Into<i64>>((extent,): (Interval<C>,)) -> Region {
    Region::half_open(extent.lo().value.into().number(), extent.hi().value.into().number())
}

/// Tests a scalar program, or one with a tensor `z`, on `x` and `y`.
macro_rules! agrees {
    ($s:ident; $tensors:expr; $($program:tt)*) => {{
        let mut $s = 0.0;
        let ended = loops!($($program)*);
        let reference = Reference::run(stringify!($($program)*), $tensors, Value::from(0), AxisKind::Integer);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{:?}, {:?}", ended, reference.ended);
        prop_assert_eq!(&Value::from($s.number()), reference.scalar(), "{}", stringify!($($program)*));
    }};
    ($z:ident as $unsigned:ident in $format:expr; $tensors:expr; $($program:tt)*) => {{
        let mut $z = Piecewise::declare($format);
        loops!($($program)*).unwrap();
        let reference =
            Reference::written(stringify!($($program)*), $tensors, Value::from(0), AxisKind::Integer, &$tensors[0].2);
        let written = $z.freeze().unwrap();
        let expected = reference.environment.array("z").unwrap();
        for place in 0..20u8 {
            let held = written.at($unsigned::from(place));
            prop_assert_eq!(Value::from(held.number()), expected.at(&[i64::from(place).number()]).unwrap(), "at {}", place);
        }
    }};
}

macro_rules! formats {
    ($($name:ident: $unsigned:ident, $format:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                fn $name(x_list in entries(), y_list in entries()) {
                    let list = x_list.iter().map(|&(at, value)| ($unsigned::from(at), value));
                    let x = Piecewise::from_entries($format, list, Duplicates::Refuse).unwrap();
                    let format = SparseList::new(Interval::EVERYWHERE, Element::new(0.0));
                    let list = y_list.iter().map(|&(at, value)| (<$unsigned as Stored>::Coord::from(at), value));
                    let y = Piecewise::from_entries(format, list, Duplicates::Refuse).unwrap();
                    for &(at, value) in &x_list {
                        prop_assert_eq!(x.at($unsigned::from(at)), value);
                    }
                    let tensors = [
                        ("x", known_entries(&x_list), vec![extent(x.extents())]),
                        ("y", known_entries(&y_list), vec![Region::all()]),
                    ];
                    agrees!(s; &tensors; for i s += x[i] * y[i]);
                    agrees!(s; &tensors; for i s += x[i - 1] * y[i]);
                    agrees!(s; &tensors; for i s += x[i + 1] * (y[i] + y[i + 2]));
                    agrees!(s; &tensors; for i s += x[6 - i] * y[i]);
                    agrees!(s; &tensors; for i s += x[2 * i - 3] * y[i]);
                    agrees!(s; &tensors; for i s += x[i] * (i as f64));
                    agrees!(s; &tensors; for i = -3:3 s max= x[i + 1] - y[i]);
                    agrees!(s; &tensors; for i = -2:2 let p = 2 * i; s += x[p]);
                    agrees!(z as $unsigned in $format; &tensors; for i z[i] = x[i] * 2.0);
                    agrees!(z as $unsigned in $format; &tensors; for i z[i + 3] += x[i] * 2.0 + y[i]);
                    agrees!(z as $unsigned in $format; &tensors; for i z[6 - i] += x[i]);
                }
            )*
        }
    };
}

fn few<C: Stored>(last: C) -> Interval<C> {
    Interval::closed(C::default(), last).unwrap()
}

formats! {
    arrays_of_usize: usize, Dense::new(0..20usize, Element::new(0.0)).unwrap();
    arrays_of_u32: u32, Dense::new(0..20u32, Element::new(0.0)).unwrap();
    lists_of_u8: u8, SparseList::unsigned(Interval::<u8>::EVERYWHERE, Element::new(0.0));
    lists_of_u16: u16, SparseList::unsigned(few(99u16), Element::new(0.0));
    lists_of_u32: u32, SparseList::unsigned(few(99u32), Element::new(0.0));
    lists_of_u64: u64, SparseList::unsigned(few(99u64), Element::new(0.0));
    lists_of_usize: usize, SparseList::unsigned(few(99usize), Element::new(0.0));
    dictionaries_of_u32: u32, SparseDict::unsigned(few(99u32), Element::new(0.0));
    flags_of_u32: u32, SparseByteMap::unsigned(few(19u32), Element::new(0.0)).unwrap();
    flags_of_usize: usize, SparseByteMap::unsigned(few(19usize), Element::new(0.0)).unwrap();
}

#[test]
fn the_least_and_the_greatest_place_of_a_type_hold_values() {
    let mut x = Piecewise::declare(SparseList::unsigned(Interval::<u32>::EVERYWHERE, Element::new(0.0)));
    x.set(0, 1.0).unwrap();
    x.set(u32::MAX, 2.0).unwrap();
    let x = x.freeze().unwrap();
    let (mut s, mut first, mut last) = (0.0, 9i64, 0i64);
    loops! {
        for i  s += x[i] * x[i];
        for i  if x[i] != 0.0  first min= i;
        for i  if x[i] != 0.0  last max= i
    }
    .unwrap();
    assert_eq!((s, first, last), (5.0, 0, i64::from(u32::MAX)));
    assert_eq!((x.at(0), x.at(1), x.at(u32::MAX), x.size()), (1.0, 0.0, 2.0, vec![2f64.powi(32)]));
    assert_eq!(x.to_string().lines().next(), Some("└─ SparseList (0.0) [0:4294967295]"));
}

#[test]
fn the_extent_of_unsigned_integers_bounds_loops() {
    let table = Dense::from_parts(0..=255u8, Element::from_values(0, vec![5; 256])).unwrap();
    let table = Piecewise::from_level(table).unwrap();
    let list = SparseList::unsigned(Interval::<u8>::EVERYWHERE, Element::new(0));
    let mut copy = Piecewise::declare(list);
    let (mut least, mut count) = (i32::MAX, 0);
    loops! {
        for i  least min= table[i];
        for i  copy[i] = table[i] - 3
    }
    .unwrap();
    let copy = copy.freeze().unwrap();
    loops!(for i count += copy[i]).unwrap();
    assert_eq!((least, count), (5, 512));
}

#[test]
fn places_below_zero_are_not_written() {
    let mut z = Piecewise::declare(SparseList::unsigned(Interval::<u32>::EVERYWHERE, Element::new(0.0)));
    let error = loops!(for i = 0:3 z[i - 1] += 1.0).unwrap_err().to_string();
    assert!(error.contains("-1"), "{error}");
    let mut z = Piecewise::declare(Dense::new(0..3usize, Element::new(0.0)).unwrap());
    assert!(loops!(for i = 0:3 z[i - 1] += 1.0).is_err());
}

#[test]
fn numbers_beyond_the_line_are_no_places() {
    let mut z = Piecewise::declare(SparseList::unsigned(Interval::<u64>::EVERYWHERE, Element::new(0.0)));
    z.set((1 << 63) - 3, 1.0).unwrap();
    for beyond in [(1 << 63) - 2, 1 << 63, u64::MAX] {
        let error = z.set(beyond, 1.0).unwrap_err();
        assert!(matches!(&error, LevelError::NoPlace { source: PlaceError::Beyond { .. }, .. }), "{error}");
    }
    let z = z.freeze().unwrap();
    assert_eq!([(1 << 63) - 3, (1 << 63) - 2, 1 << 63, u64::MAX].map(|place| z.at(place)), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn matrices_with_narrow_indices_meet_vectors_with_wide_ones() {
    // The arrays of a matrix in compressed rows, with 4-byte indices, used without a copy.
    let columns =
        SparseList::from_parts(few(3u32), vec![0, 2, 3], vec![0, 3, 1], Element::from_values(0.0, vec![1.0, 2.0, 3.0]));
    let a = Piecewise::from_level(Dense::from_parts(0..2usize, columns.unwrap()).unwrap()).unwrap();
    let x = Piecewise::from_level(
        Dense::from_parts(0..4i64, Element::from_values(0.0, vec![1.0, 10.0, 100.0, 1000.0])).unwrap(),
    );
    let (x, mut y) = (x.unwrap(), Piecewise::declare(Dense::new(0..2usize, Element::new(0.0)).unwrap()));
    loops!(for i, j y[i] += a[i, j] * x[j]).unwrap();
    assert_eq!(y.freeze().unwrap().to_dense().unwrap(), [2001.0, 30.0]);
    let lists = a.convert(Csc::from_rows(0, &[[0.0; 4]; 2]).unwrap().transposed().into_level());
    assert!(lists.is_err(), "a format of two columns has no room for four");
    let pieces = IntervalList::<_, i64>::new(
        Interval::EVERYWHERE,
        SparseDict::unsigned(Interval::<u32>::EVERYWHERE, Element::new(0.0)),
    );
    let same = a.convert(pieces).unwrap();
    assert!(same.same_function(&a));
    assert_eq!((same.at((1, 1u32)), same.at((0, 3u32))), (3.0, 2.0));
    assert_eq!(a.thaw().freeze().unwrap(), a);
}
