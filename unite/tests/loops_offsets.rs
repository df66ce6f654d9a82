//! Reads of points at a computed place. `a[i + o]` beside `b[i]` is the value that `a` stores at exactly the float `x +
//! o`, for each `x` at which `b` has a value.

use proptest::prelude::*;
use unite::continuous::{Coord, Interval};
use unite::level::{Duplicates, Element, Piecewise, Pinpoint, Place, SparseCoo, SparseDict, SparseList};
use unite::loops;

type List<C = f64> = Vec<(C, f64)>;

/// Builds the tensor of a list in a format.
macro_rules! stored {
    ($format:expr, $list:expr) => {
        Piecewise::from_entries($format, $list.iter().map(|&(at, value)| ((Place::from(at),), value)), Duplicates::Last)
            .unwrap()
    };
}

fn list<C: Coord>(places: &List<C>) -> Piecewise<Pinpoint<Element<f64>, C>> {
    stored!(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)), places)
}

/// Generates floats of many magnitudes, many of them with few digits, some next to each other.
fn place() -> impl Strategy<Value = f64> {
    let near = (-40i32..40, 0u64..4).prop_map(|(n, ulps)| f64::from_bits((f64::from(n) / 8.0).to_bits() + ulps));
    prop_oneof![near, -10.0..10.0f64, -1e-3..1e-3f64, -1e6..1e6f64, (-9i32..9).prop_map(|n| f64::from(n) / 10.0)]
}

/// Generates points of `b`, and of `a` images of those, their neighbours and others, each with a value that sums
/// exactly.
fn operands(image: impl Fn(f64) -> f64, places: &[(f64, u8, f64)]) -> (List, List) {
    let (mut a, mut b) = (List::new(), List::new());
    for (k, &(x, kind, other)) in places.iter().enumerate() {
        let value = f64::from(1 << (k % 8));
        b.push((x, value));
        let at = match kind {
            0 => image(x).next_up(),
            1 => image(x).next_down(),
            2 => other,
            _ => image(x),
        };
        a.push((at, f64::from(k as u32 % 5 + 1)));
    }
    (a, b)
}

/// Returns the value of `a` at a place; the last one if there are several.
fn at(a: &List, place: f64) -> f64 {
    a.iter().rev().find(|(at, _)| *at == place).map_or(0.0, |(_, value)| *value)
}

fn distinct(list: &List) -> List {
    let mut list: List = list.iter().map(|&(x, _)| (x, at(list, x))).collect();
    list.sort_by(|x, y| x.0.total_cmp(&y.0));
    list.dedup_by(|x, y| x.0 == y.0);
    list
}

/// Runs products and sums of `a[index]` and `b[i]`, and compares them with sums over lists.
macro_rules! agrees {
    ($places:expr, |$x:ident| $image:expr; $i:ident => $($index:tt)*) => {{
        let (a_list, b_list) = operands(|$x: f64| $image, $places);
        let image = |$x: f64| $image;
        let b_list = distinct(&b_list);
        let product: f64 = b_list.iter().map(|&(x, value)| at(&a_list, image(x)) * value).sum();
        let (a, b) = (list(&a_list), list(&b_list));
        let table = stored!(SparseDict::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)), a_list);
        let columns = stored!(SparseCoo::<(f64,), _>::new((Interval::EVERYWHERE,), Element::new(0.0)), b_list);
        let (mut one, mut other, mut led, mut walked, mut far, mut found) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        loops! {
            for $i one += a[$($index)*] * b[$i];
            for $i other += columns[$i] * table[$($index)*];
            for $i led += a[gallop($($index)*)] * b[$i];
            for $i walked += a[walk($($index)*)] * b[$i];
            for $i = -1e3:1e3 far += a[$($index)*] * b[$i] * columns[$i];
            for $i if b[$i] != 0.0 found += a[$($index)*]
        }
        .unwrap();
        prop_assert_eq!([one, other, led, walked], [product; 4]);
        let inside = b_list.iter().filter(|(x, _)| x.abs() <= 1e3);
        let squares: f64 = inside.map(|&(x, value)| at(&a_list, image(x)) * value * value).sum();
        prop_assert_eq!(far, squares);
        let count: f64 = b_list.iter().map(|&(x, _)| at(&a_list, image(x))).sum();
        prop_assert_eq!(found, count);

        // A body that needs only one of both visits each point of `b` once, and finds both where they meet; the sum of
        // `b` shows it.
        let (mut either, mut rest) = (0.0, 0.0);
        loops! {
            for $i = -inf:inf either += b[$i] * (1.0 + 16.0 * a[$($index)*]);
            for $i if a[$($index)*] == 0.0 rest += b[$i]
        }
        .unwrap();
        let all: f64 = b_list.iter().map(|(_, value)| value).sum();
        prop_assert_eq!(either, all + 16.0 * product);
        let alone: f64 = b_list.iter().filter(|&&(x, _)| at(&a_list, image(x)) == 0.0).map(|(_, value)| value).sum();
        prop_assert_eq!(rest, alone);
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_shifted_point_is_found_exactly_where_the_rounded_image_is_stored(
        places in prop::collection::vec((place(), 0u8..8, place()), 0..24), o in place(),
    ) {
        agrees!(&places, |x| x + o; i => i + o);
        agrees!(&places, |x| x - o; i => i - o);
        agrees!(&places, |x| o - x; i => o - i);
    }

    #[test]
    fn a_scaled_point_is_found_exactly_where_the_rounded_image_is_stored(
        places in prop::collection::vec((place(), 0u8..8, place()), 0..24), s in place(), o in place(),
    ) {
        prop_assume!(s != 0.0);
        agrees!(&places, |x| s * x; i => s * i);
        agrees!(&places, |x| s * x + o; i => s * i + o);
    }

    #[test]
    fn a_point_is_visited_once_where_nothing_meets_it(
        places in prop::collection::vec((place(), 0u8..8, place()), 0..24), o in place(),
    ) {
        let (a_list, b_list) = operands(|x| x + o, &places);
        let (a_list, b_list) = (distinct(&a_list), distinct(&b_list));
        // Two stored points must have two different places in the loop.
        prop_assume!(a_list.windows(2).all(|pair| pair[1].0 - o > (pair[0].0 - o).next_up().next_up()));
        let (a, b) = (list(&a_list), list(&b_list));
        let mut sum = 0.0;
        loops!(for i sum += 64.0 * a[i + o] + b[i]).unwrap();
        let meet = |c: f64| b_list.iter().filter(|(x, _)| x + o == c).count().max(1);
        let visits: f64 = a_list.iter().map(|&(c, value)| meet(c) as f64 * 64.0 * value).sum();
        prop_assert_eq!(sum, visits + b_list.iter().map(|(_, value)| value).sum::<f64>());
    }
}

#[test]
fn a_thousand_points_are_found_at_their_rounded_sums() {
    let o = 0.1;
    let places: Vec<f64> = (0..1000).map(|k| f64::from(k) * 0.37 - 150.0).collect();
    let a: List = places.iter().map(|x| (x + o, 1.0)).collect();
    let b: List = places.iter().map(|&x| (x, 1.0)).collect();
    let (a, b) = (list(&a), list(&b));
    let (mut found, mut at_one, mut single) = (0.0, 0.0, 0.0);
    let x = places[7];
    loops! {
        for i found += a[i + o] * b[i];
        for i = x:x at_one += a[i + o];
        for i for j = i:i single += b[i] * a[j + o]
    }
    .unwrap();
    assert_eq!((found, at_one, single), (1000.0, 1.0, 1000.0));

    let small: List<f32> = (0..1000u16).map(|k| (f32::from(k) * 0.37 + 0.1, 1.0)).collect();
    let others: List<f32> = (0..1000u16).map(|k| (f32::from(k) * 0.37, 1.0)).collect();
    let (a, b) = (list(&small), list(&others));
    let mut found = 0.0;
    loops!(for i found += a[i + 0.1f32] * b[i]).unwrap();
    assert_eq!(found, 1000.0);
}

#[test]
fn a_diagonal_beside_the_main_one_is_found_at_rounded_sums() {
    let format = SparseList::<_, f64>::new(
        Interval::EVERYWHERE,
        SparseList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)),
    );
    let mut a = Piecewise::declare(format);
    for k in 0..100 {
        let x = f64::from(k) * 0.37;
        a.set((x, x + 0.1), 1.0).unwrap();
    }
    let a = a.freeze().unwrap();
    let mut trace = 0.0;
    loops!(for i trace += a[i, i + 0.1]).unwrap();
    assert_eq!(trace, 100.0);
}
