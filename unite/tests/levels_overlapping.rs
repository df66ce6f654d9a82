//! Tensors of intervals that may overlap, compared with lists of intervals.

mod levels_common;

use std::ops::ControlFlow;

use levels_common::{between, holds, mirrored, moved, pieces, places, seen, sorted, write};
use noise::Noise;
use unite::continuous::{Coord, Cut, Interval, Limit};
use unite::kernel::interval_index::Ranks;
use unite::level::*;
use unite::looplet::{At, Between, Everywhere, Live, Offset, Operand, Scale, Single, coiterate_layers};

const ALL: Interval<f64> = Interval::EVERYWHERE;

/// Returns random intervals: of all kinds of ends, short and long, some infinite, some twice.
fn any<C: Coord>(noise: &mut Noise, place: fn(i32) -> C) -> Vec<(Interval<C>, i64)> {
    let count = [0, 1, 3, 20, 150][noise.below(5)];
    let longest = [1, 3, 40][noise.below(3)];
    let cut = |value: C, side| if side == 0 { value.before() } else { value.after() };
    let mut list: Vec<(Interval<C>, i64)> = Vec::new();
    while list.len() < count {
        let a = noise.below(60) as i32 - 30;
        let b = a + noise.below(longest) as i32 / (1 + noise.below(4) as i32);
        let mut lo = cut(place(a), noise.below(2));
        let mut hi = cut(place(b), noise.below(2));
        match noise.below(30) {
            0 => lo = Cut::FIRST,
            1 => hi = Cut::LAST,
            2 => (lo, hi) = (Cut::FIRST, Cut::LAST),
            _ => {}
        }
        if lo < hi {
            list.push((between(lo, hi), list.len() as i64));
            if noise.below(10) == 0 && list.len() < count {
                list.push((between(lo, hi), list.len() as i64));
            }
        }
    }
    list
}

fn frozen<C: Coord>(list: &[(Interval<C>, i64)]) -> Overlapping<Element<i64>, C> {
    let mut tensor = Piecewise::declare(Overlapping::new(Interval::EVERYWHERE, Element::new(0)));
    let (update, root) = tensor.parts();
    for &(interval, value) in list {
        write(update, root, interval, value).unwrap();
    }
    tensor.freeze().unwrap().level().clone()
}

fn built<C: Coord>(list: &[(Interval<C>, i64)]) -> Overlapping<Element<i64>, C> {
    let intervals = list.iter().map(|&(interval, _)| interval).collect();
    let values = Element::from_values(0, list.iter().map(|&(_, value)| value).collect());
    Overlapping::from_parts(Interval::EVERYWHERE, vec![0, list.len()], intervals, values).unwrap()
}

fn quarter(k: i32) -> f64 {
    f64::from(k) / 4.0
}

fn integer(k: i32) -> i64 {
    i64::from(k)
}

macro_rules! overlapping {
    ($name:ident $place:expr) => {
        #[test]
        fn $name() {
            let mut noise = Noise::new(21);
            for _ in 0..200 {
                let list = any(&mut noise, $place);
                for level in [frozen(&list), built(&list)] {
                    holds!(level, list, $place);
                }
            }
        }
    };
}
overlapping!(overlapping_real_intervals_hold_what_was_written quarter);
overlapping!(overlapping_integer_intervals_hold_what_was_written integer);

fn finds_what_meets<C: Coord>(noise: &mut Noise, place: fn(i32) -> C) {
    for _ in 0..100 {
        let list = any(noise, place);
        let level = built(&list);
        let ranks = Ranks::of(&level).unwrap();
        for _ in 0..40 {
            let cut = |value: C, side| if side == 0 { value.before() } else { value.after() };
            let a = noise.below(80) as i32 - 40;
            let b = a + noise.below(12) as i32 - 3;
            let (lo, hi) = (cut(place(a), noise.below(2)), cut(place(b), noise.below(2)));
            let mut found: Vec<usize> = level.overlaps(0, lo, hi).map(|(_, _, position)| position).collect();
            found.sort_unstable();
            let meets = |interval: &Interval<C>| lo < hi && interval.lo() < hi && interval.hi() > lo;
            let mut expected: Vec<usize> = (0..list.len()).filter(|&k| meets(&list[k].0)).collect();
            assert_eq!(found, expected, "{lo:?} to {hi:?} in {list:?}");
            let entry = |k: usize| (list[k].0.lo(), list[k].0.hi(), k);
            expected.sort_by(|&one, &other| entry(one).partial_cmp(&entry(other)).unwrap());
            assert_eq!(level.first(0, lo, hi), expected.first().map(|&k| entry(k)));
            let found: Vec<_> = level.in_order(&ranks).iter(0, lo, hi).collect();
            assert_eq!(found, expected.iter().map(|&k| entry(k)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_intervals_that_meet_another_are_found_and_no_others() {
    finds_what_meets(&mut Noise::new(22), quarter);
    finds_what_meets(&mut Noise::new(23), integer);
    // 0.1 is not a binary fraction, so sums and differences are rounded.
    finds_what_meets(&mut Noise::new(24), |k| f64::from(k) * 0.1 + 1e9);
    finds_what_meets(&mut Noise::new(25), |k| k as f32 * 0.3);
    finds_what_meets(&mut Noise::new(26), |k| k as i8);
}

/// Tests an index of many lengths, which has classes and directories: searches by them find exactly the intervals that
/// exist.
#[test]
fn a_large_index_finds_what_searching_all_of_it_does() {
    let mut noise = Noise::new(27);
    let mut list: Vec<(Interval<f64>, i64)> = Vec::new();
    for k in 0..6000 {
        let heap = if k % 3 == 0 { 1e-4 } else { 1.0 };
        let a = noise.below(1_000_000) as f64 * heap - 3e5;
        let b = a + noise.below(1 << (k % 20)) as f64 / 16.0;
        let interval = if k % 2 == 0 { Interval::closed(a, b) } else { Interval::closed_open(a, b + 0.25) };
        list.push((interval.unwrap(), k));
    }
    let level = built(&list);
    for k in 0..500 {
        let a = noise.below(1_100_000) as f64 * if k % 3 == 0 { 1e-4 } else { 1.0 } - 3.5e5;
        let (lo, hi) = (a.before(), (a + noise.below(1 << (k % 16)) as f64).after());
        let expected = list.iter().filter(|(interval, _)| interval.lo() < hi && interval.hi() > lo).count();
        assert_eq!(level.overlaps(0, lo, hi).count(), expected);
        let scale = Scale { scale: 3.0, offset: 0.1 };
        let to_loop = |cut: Cut<f64>| Cut { value: (cut.value - 0.1) / 3.0, after: cut.after };
        let meets = |interval: &Interval<f64>| {
            let (start, stop) = (to_loop(interval.lo()), to_loop(interval.hi()));
            start < stop && start < hi && stop > lo
        };
        let expected = list.iter().filter(|(interval, _)| meets(interval)).count();
        assert_eq!(pieces(level.fiber(0).walk().mapped(scale), lo, hi).len(), expected);
    }
}

/// Tests that rounding an offset neither loses nor adds an interval.
#[test]
fn an_interval_seen_through_a_map_is_found_where_its_mapped_ends_say() {
    let mut noise = Noise::new(28);
    for _ in 0..200 {
        let list = any(&mut noise, quarter);
        let level = built(&list);
        for offset in [0.1, 1e16, -1e15 / 3.0] {
            let at = quarter(noise.below(60) as i32 - 30) - offset;
            let (lo, hi) = (at.before(), at.after());
            let moved = |cut: Cut<f64>| Cut { value: cut.value - offset, after: cut.after };
            let expected = list.iter().filter(|(interval, _)| {
                let (start, stop) = (moved(interval.lo()), moved(interval.hi()));
                start < stop && start < hi && stop > lo
            });
            let found = pieces(level.fiber(0).walk().mapped(Offset(offset)), lo, hi);
            assert_eq!(found.len(), expected.count(), "{offset} at {at}");
        }
    }
}

/// Tests Fig. 10, the level with overlap: two intervals, as written.
#[test]
fn overlapping_boxes_are_stored_as_they_are_written() {
    let list = [(1.0, 3.0, 7), (2.0, 4.0, 8)].map(|(a, b, id)| (Interval::closed_open(a, b).unwrap(), id));
    let level = frozen(&list);
    let stored: Vec<String> = level.entries(0).map(|(lo, hi, _)| between(lo, hi).to_string()).collect();
    assert_eq!(stored, ["[1, 3)", "[2, 4)"]);
    let at = |place: f64| level.overlaps(0, place.before(), place.after()).count();
    assert_eq!([0.5, 1.0, 2.0, 2.9, 3.0, 4.0].map(at), [0, 1, 2, 2, 1, 0]);
}

/// Tests `s += A[i] * B[i] * d(i)`: the product of two sums is the sum of all products.
#[test]
fn a_product_of_overlapping_tensors_is_the_sum_over_all_pairs() {
    let mut noise = Noise::new(29);
    let finite = |list: Vec<(Interval<f64>, i64)>| {
        list.into_iter().filter(|(interval, _)| interval.measure().is_finite()).collect::<Vec<_>>()
    };
    for _ in 0..100 {
        let (a, b) = (finite(any(&mut noise, quarter)), finite(any(&mut noise, quarter)));
        let (one, other) = (built(&a), built(&b));
        let operands = (one.fiber(0).walk(), other.fiber(0).walk());
        let mut sum = 0.0;
        let flow = coiterate_layers::<_, _, false, 0>(operands, Everywhere, Live(0b1000), |lo, hi, (x, y)| {
            if let (Some(x), Some(y)) = (x, y) {
                sum += (x.get() * y.get()) as f64 * f64::measure(lo, hi);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        let all = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        let expected =
            all.map(|((i, x), (j, y))| (x * y) as f64 * i.intersection(*j).map_or(0.0, |both| both.measure()));
        assert_eq!(sum, expected.sum::<f64>());
    }
}

/// Tests `for i = lo:hi s += A[i] * B[i] * c[i] * d(i)`, where `c` is one piece.
#[test]
fn intervals_meet_each_other_and_one_piece_within_a_range() {
    let mut noise = Noise::new(31);
    let part = |noise: &mut Noise| {
        let from = noise.below(40) as i32 - 20;
        let interval = Interval::closed_open(quarter(from), quarter(from + 1 + noise.below(30) as i32)).unwrap();
        (interval, Between { lo: interval.lo(), hi: interval.hi() })
    };
    let mut met = 0;
    for _ in 0..200 {
        let (a, b) = (any(&mut noise, quarter), any(&mut noise, quarter));
        let (one, other) = (built(&a), built(&b));
        let ((range, between), (piece, held)) = (part(&mut noise), part(&mut noise));
        let third = Single::new(held.lo, held.hi, 3);
        let (mut pairs, mut triples) = (0.0, 0.0);
        let (x, y) = (one.fiber(0).walk(), other.fiber(0).walk());
        let both = coiterate_layers::<_, _, false, 0>((x, y), between, Live(0b1000), |lo, hi, (x, y)| {
            assert!(range.lo() <= lo && lo < hi && hi <= range.hi());
            pairs += (x.unwrap().get() * y.unwrap().get()) as f64 * f64::measure(lo, hi);
            met += 1;
            ControlFlow::Continue(())
        });
        let all = coiterate_layers::<_, _, false, 0>((x, third, y), between, Live(1 << 7), |lo, hi, (x, z, y)| {
            assert!(range.lo() <= lo && lo < hi && hi <= range.hi());
            triples += (x.unwrap().get() * z.unwrap() * y.unwrap().get()) as f64 * f64::measure(lo, hi);
            ControlFlow::Continue(())
        });
        assert_eq!((both, all), (ControlFlow::Continue(()), ControlFlow::Continue(())));
        let expected = |within: &[Interval<f64>]| {
            let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
            pairs.fold(0.0, |sum, ((i, x), (j, y))| {
                let common = within.iter().try_fold(*i, |common, other| common.intersection(*other));
                let common = common.and_then(|common| common.intersection(*j));
                sum + (x * y) as f64 * common.map_or(0.0, |common| common.measure())
            })
        };
        assert_eq!((pairs, triples), (expected(&[range]), 3.0 * expected(&[range, piece])));
    }
    assert!(met > 1000, "{met} regions");
}

#[test]
fn a_loop_at_a_place_meets_each_interval_there_once() {
    let list = [(0.0, 9.0, 1), (2.0, 3.0, 2), (3.0, 4.0, 4)].map(|(a, b, v)| (Interval::closed(a, b).unwrap(), v));
    let level = built(&list);
    let mut met = Vec::new();
    let flow = coiterate_layers::<_, _, false, 0>((level.fiber(0).walk(),), At(3.0), Live(0b10), |_, _, (x,)| {
        met.extend(x.map(Leaf::get));
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    met.sort_unstable();
    assert_eq!(met, [1, 2, 4]);
}

#[test]
fn a_subtensor_of_its_own_lies_in_each_interval() {
    let list = SparseList::<_, i64>::new(Interval::EVERYWHERE, Element::new(0));
    let mut tensor = Piecewise::declare(Overlapping::new(ALL, list));
    let (update, root) = tensor.parts();
    for (a, b, id) in [(2.0, 4.0, 1i64), (1.0, 3.0, 2)] {
        let x = Interval::closed_open(a, b).unwrap();
        let write = |ids: &mut Workspace<i64, ElementUpdate<i64>>, position| {
            ids.cover(position, id.before(), id.after(), |leaf, position| {
                *leaf.value(position) += 10 * id;
                Ok(())
            })
        };
        update.cover(root, x.lo(), x.hi(), write).unwrap();
    }
    let copy = update.duplicate(root);
    assert_ne!(copy, root);
    let level = tensor.freeze().unwrap().level().clone();
    let stored: Vec<_> = level
        .entries(0)
        .map(|(lo, _, position)| {
            let (id, _, leaf) = level.child().entries(position).next().expect("an id");
            (lo.value, id.value, level.child().child().values()[leaf])
        })
        .collect();
    assert_eq!(stored, [(1.0, 2, 20), (2.0, 1, 10)]);
}

#[test]
#[should_panic(expected = "the ranks of another level: they have 1 fibers and 2 intervals, not 1 and 1")]
fn the_ranks_of_another_level_are_refused() {
    let one = |count| built(&vec![(Interval::closed(1, 2).unwrap(), 5); count]);
    let ranks = Ranks::of(&one(2)).unwrap();
    one(1).in_order(&ranks).overlaps(0, Cut::FIRST, Cut::LAST, |_| {});
}

#[test]
fn what_overlapping_intervals_cannot_hold_is_refused() {
    let one = Element::from_values(1, vec![5]);
    let part = vec![Interval::closed(0.0, 1.0).unwrap()];
    let error = Overlapping::from_parts(ALL, vec![0, 1], part.clone(), one).map(drop).unwrap_err();
    let placed = |positions| {
        let zeros = Element::from_values(0, vec![5, 6]);
        Overlapping::from_placed(ALL, vec![0, 1], part.clone(), positions, zeros).map(drop)
    };
    assert_eq!(placed(vec![1]), Ok(()));
    assert_eq!(placed(vec![2]), Err(LevelError::Position { element: 0, position: 2, positions: 2 }));
    assert!(matches!(placed(vec![0, 1]), Err(LevelError::Count { .. })));
    assert_eq!(
        error.to_string(),
        "Overlapping adds up the values at one place, so its fill must be zero or false, not 1"
    );
    let tensor = Piecewise::declare(Overlapping::<_, f64>::new(ALL, Element::new(true)));
    assert!(matches!(tensor.freeze().map(drop), Err(LevelError::Fill { .. })));

    let zero = || Element::from_values(0, vec![5]);
    let extent = Interval::closed(0.5, 9.0).unwrap();
    let outside = Overlapping::from_parts(extent, vec![0, 1], part, zero()).map(drop).unwrap_err();
    assert!(outside.to_string().starts_with("element 0: [0, 1] lies outside of [0.5, 9]"), "{outside}");
    let mut tensor = Piecewise::declare(Overlapping::new(extent, Element::new(0)));
    let (update, root) = tensor.parts();
    let before = Interval::from_limits(0.0, Limit::before(0.75)).unwrap();
    assert!(matches!(write(update, root, before, 1), Err(LevelError::Outside { .. })));
}
