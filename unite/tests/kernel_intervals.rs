//! The index of intervals, compared with its definition over all pairs.
#![cfg(feature = "continuous")]

use proptest::prelude::*;
use std::ops::Range;
use unite::continuous::{Coord, Cut, Interval, Limit};
use unite::kernel::interval_index::{Direction, Located, Nearest};
use unite::kernel::{IntervalIndex, IntervalIndexError, SortedIntervals};
use unite::level::AxisLevel;
use unite::loops;

/// Generates any interval: of all kinds of ends, short, long and infinite.
fn interval<C: Coord>(place: fn(i32) -> C, reach: i32) -> impl Strategy<Value = Interval<C>> {
    let length = prop_oneof![4 => 0..4, 2 => 0..30, 1 => 0..400];
    (-reach..reach, length, -1i8..2, -1i8..2, 0..40).prop_filter_map("empty", move |(a, length, start, stop, rare)| {
        let (mut start, mut stop) = (Limit::new(place(a), start), Limit::new(place(a + length), stop));
        if rare == 0 || rare == 2 {
            start = Limit::at(C::LOWEST);
        }
        if rare == 1 || rare == 2 {
            stop = Limit::at(C::HIGHEST);
        }
        Interval::from_limits(start, stop).ok()
    })
}

/// Generates lists of intervals on three chromosomes: short or long, spread or dense, with any ends or all half-open.
fn list<C: Coord>(place: fn(i32) -> C) -> impl Strategy<Value = Vec<Located<C>>> {
    let of = move |reach: i32, most: usize| prop::collection::vec((0..3usize, interval(place, reach)), 0..most);
    let half_open =
        move |(a, length): (i32, i32)| Interval::closed_open(place(a), place(a + length)).expect("not empty");
    let even = prop::collection::vec((0..2usize, (-900..900, 1..40).prop_map(half_open)), 0..700);
    prop_oneof![of(3, 60), of(60, 400), of(2000, 300), even]
}

fn meet<C: Coord>(one: Interval<C>, other: Interval<C>) -> bool {
    one.intersection(other).is_some()
}

/// Returns the intervals that meet a query, by the definition, in order.
fn met<C: Coord>(data: &[Located<C>], query: Located<C>) -> Vec<usize> {
    let hit = |&k: &usize| data[k].0 == query.0 && meet(data[k].1, query.1);
    let mut hits: Vec<usize> = (0..data.len()).filter(hit).collect();
    let ends = |k: usize| (data[k].1.lo(), data[k].1.hi());
    hits.sort_by(|&one, &other| ends(one).partial_cmp(&ends(other)).expect("ordered"));
    hits
}

/// Returns the nearest interval, by the definition.
fn nearest<C: Coord>(data: &[Located<C>], query: Located<C>, direction: Direction) -> Option<Nearest> {
    let here = || (0..data.len()).filter(|&k| data[k].0 == query.0);
    let (lo, hi) = (query.1.lo(), query.1.hi());
    let later = |one: (Cut<C>, Cut<C>, usize), other: (Cut<C>, Cut<C>, usize)| if one < other { other } else { one };
    let upstream = here()
        .filter(|&k| data[k].1.hi() <= lo)
        .map(|k| (data[k].1.hi(), data[k].1.lo(), k))
        .reduce(later)
        .map(|(stop, _, number)| Nearest { number, distance: C::measure(stop, lo) });
    let downstream = here()
        .filter(|&k| data[k].1.lo() >= hi)
        .map(|k| (data[k].1.lo(), data[k].1.hi(), k))
        .reduce(|one, other| if other < one { other } else { one })
        .map(|(start, _, number)| Nearest { number, distance: C::measure(hi, start) });
    match direction {
        Direction::Upstream => upstream,
        Direction::Downstream => downstream,
        Direction::Either => match (met(data, query).first(), upstream, downstream) {
            (Some(&number), _, _) => Some(Nearest { number, distance: 0.0 }),
            (None, Some(one), Some(other)) if other.distance < one.distance => Some(other),
            (None, one, other) => one.or(other),
        },
    }
}

fn holds<C: Coord>(data: &[Located<C>], queries: &[Located<C>]) {
    // The index ends with the last chromosome of the data; queries may name later ones.
    let chromosomes = data.iter().map(|&(chromosome, _)| chromosome + 1).max().unwrap_or(0);
    let index = IntervalIndex::new(chromosomes, data).expect("an index");
    assert_eq!((index.len(), index.chromosomes()), (data.len(), chromosomes));
    let (mut pairs, mut parts) = (Vec::new(), Vec::new());
    for (query, &(chromosome, interval)) in queries.iter().enumerate() {
        let hits = met(data, (chromosome, interval));
        let mut found = Vec::new();
        index.overlap(chromosome, interval, |number| found.push(number));
        assert_eq!(found, hits, "{interval} in {data:?}");
        assert_eq!(index.count(chromosome, interval), hits.len(), "{interval} in {data:?}");
        assert_eq!(index.any(chromosome, interval), !hits.is_empty());
        let mut common = Vec::new();
        index.intersect(chromosome, interval, |number, part| common.push((number, part)));
        assert_eq!(index.first(chromosome, interval), hits.first().copied(), "{interval} in {data:?}");
        assert_eq!(index.overlaps(chromosome, interval).collect::<Vec<_>>(), common);
        let part = |&number: &usize| (number, data[number].1.intersection(interval).expect("they meet"));
        assert_eq!(common, hits.iter().map(part).collect::<Vec<_>>());
        for direction in [Direction::Upstream, Direction::Downstream, Direction::Either] {
            let expected = nearest(data, (chromosome, interval), direction);
            assert_eq!(index.nearest(chromosome, interval, direction), expected, "{interval} in {data:?}");
        }
        parts.extend(common.iter().map(|&(number, part)| (query, number, part)));
        pairs.extend(hits.iter().map(|&number| (query, number)));
    }
    let (mut joined, mut common) = (Vec::new(), Vec::new());
    index.join(queries, |query, number| joined.push((query, number)));
    index.intersections(queries, |query, number, part| common.push((query, number, part)));
    assert_eq!((&joined, common), (&pairs, parts), "of {data:?}");
    let count = |&(chromosome, interval): &Located<C>| met(data, (chromosome, interval)).len();
    let counts: Vec<usize> = queries.iter().map(count).collect();
    assert_eq!(index.anys(queries), counts.iter().map(|&count| count > 0).collect::<Vec<_>>());
    assert_eq!(index.counts(queries), counts);
    #[cfg(feature = "parallel")]
    assert_eq!((index.counts_parallel(queries), index.join_parallel(queries)), (counts, pairs));
}

/// Asserts the laws for queries in the given order and for sorted queries.
fn holds_in_any_order<C: Coord>(data: &[Located<C>], mut queries: Vec<Located<C>>) {
    holds(data, &queries);
    queries.sort_by(|one, other| (one.0, one.1.lo()).partial_cmp(&(other.0, other.1.lo())).expect("ordered"));
    holds(data, &queries);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn integers_agree_with_the_definition((data, queries) in (list(i64::from), list(i64::from))) {
        holds_in_any_order(&data, queries);
    }

    #[test]
    fn short_integers_agree_with_the_definition((data, queries) in (list(|k| k as i16), list(|k| k as i16))) {
        holds_in_any_order(&data, queries);
    }

    #[test]
    fn real_numbers_agree_with_the_definition((data, queries) in (list(f64::from), list(f64::from))) {
        holds_in_any_order(&data, queries);
    }

    /// Tests coordinates whose sums and differences are rounded.
    #[test]
    fn rounded_numbers_agree_with_the_definition(
        (data, queries) in (list(|k| f64::from(k) * 0.1 + 1e14), list(|k| f64::from(k) * 0.1 + 1e14)),
    ) {
        holds_in_any_order(&data, queries);
    }

    #[test]
    fn single_precision_agrees_with_the_definition(
        (data, queries) in (list(|k| k as f32 * 0.3), list(|k| k as f32 * 0.3)),
    ) {
        holds_in_any_order(&data, queries);
    }
}

/// Tests many intervals at one place, and one across all of the others.
#[test]
fn heaps_and_long_intervals_agree_with_the_definition() {
    let span = |a: i32, b: i32| (0, Interval::closed_open(a, b).expect("not empty"));
    let equal = vec![span(5, 9); 300];
    let touching: Vec<_> = (0..300).map(|k| span(k, k + 1)).collect();
    let mut crossed: Vec<_> = (0..900).map(|k| span(7 * k % 900, 7 * k % 900 + 3)).collect();
    crossed.push(span(-10_000, 10_000));
    let nested: Vec<_> = (1..300).map(|k| span(-k, k)).collect();
    // The queries are sorted by start only.
    let tied: Vec<_> = (0..300).map(|k| span(k / 5, k / 5 + 1 + 7 * k % 11)).collect();
    let lists = [Vec::new(), vec![span(0, 1)], equal, touching, crossed, nested, tied];
    for data in &lists {
        for queries in &lists {
            holds(data, queries);
        }
    }
}

/// Tests many short intervals with: one across all, some long ones, and so many long ones that they form peaks of their
/// own.
#[test]
fn giants_among_short_intervals_agree_with_the_definition() {
    let span = |a: i32, b: i32| (0, Interval::closed_open(a, b).expect("not empty"));
    let queries: Vec<_> = (0..60).map(|k| span(100 * k - 100, 100 * k - 100 + 1 + 7 * k)).collect();
    for giants in [1, 3, 17, 100] {
        let mut data: Vec<_> = (0..2000).map(|k| span(7 * k % 6000, 7 * k % 6000 + 1 + k % 5)).collect();
        data.extend((0..giants).map(|k| span(k * 6000 / giants - 1000, k * 6000 / giants - 1000 + 1700 + k)));
        holds(&data, &queries);
        let real = |list: &[Located<i32>]| {
            let real = |&(_, interval): &Located<i32>| {
                let limit = |cut: Cut<i32>| f64::from(cut.value);
                (0, Interval::closed(limit(interval.lo()), limit(interval.hi())).expect("not empty"))
            };
            list.iter().map(real).collect::<Vec<_>>()
        };
        holds(&real(&data), &real(&queries));
    }
}

/// Tests many long intervals at each query: more pairs than the queue holds.
#[test]
fn giants_that_all_meet_a_query_agree_with_the_definition() {
    let span = |a: i32, b: i32| (0, Interval::closed_open(a, b).expect("not empty"));
    let mut data: Vec<_> = (0..15_000).map(|k| span(3 * k, 3 * k + 2)).collect();
    data.extend((0..700).map(|k| span(k, 60_000 - k)));
    holds(&data, &(0..12).map(|k| span(3700 * k, 3700 * k + 5)).collect::<Vec<_>>());
}

/// Tests a case in which a scan of all pairs would take hours.
#[test]
fn what_is_asked_first_does_not_wait_for_all_others() {
    let span = |a: i32, b: i32| (0, Interval::closed_open(a, b).expect("not empty"));
    let count = 100_000;
    let spread: Vec<_> = (0..count).map(|k| span(k, k + 2)).collect();
    let nested: Vec<_> = (0..count).map(|k| span(k, 2 * count - k)).collect();
    let (spread, nested) = (IntervalIndex::new(1, &spread), IntervalIndex::new(1, &nested));
    let (spread, nested) = (spread.expect("an index"), nested.expect("an index"));
    for k in 0..count {
        let all = span(-k, 3 * count).1;
        assert_eq!(spread.nearest(0, all, Direction::Either), Some(Nearest { number: 0, distance: 0.0 }));
        assert_eq!(spread.overlaps(0, all).nth(2).map(|(number, _)| number), Some(2));
        // At the rim the query meets only few of them.
        let rim = span(2 * count - 1 - k % 3, 3 * count).1;
        let hits = 0..1 + k as usize % 3;
        assert_eq!(nested.first(0, rim), Some(0));
        assert!(nested.overlaps(0, rim).map(|(number, _)| number).eq(hits.clone()));
        let mut found = 0;
        nested.overlap(0, rim, |number| found += number + 1);
        assert_eq!(found, hits.map(|number| number + 1).sum());
        let level = nested.tensor().level().child();
        assert_eq!(level.overlaps(0, rim.lo(), rim.hi()).count(), 1 + k as usize % 3);
    }
}

#[test]
fn more_chromosomes_than_memory_holds_are_refused() {
    for chromosomes in [usize::MAX, 1 << 60, 1 << 45] {
        let error = IntervalIndex::<i32>::new(chromosomes, &[]).map(drop).unwrap_err();
        assert_eq!(error, IntervalIndexError::Chromosomes { chromosomes });
    }
}

#[test]
fn an_interval_on_a_chromosome_that_was_not_announced_is_refused() {
    let one = Interval::closed(1, 2).expect("an interval");
    let error = IntervalIndex::new(2, &[(1, one), (2, one)]).map(drop).unwrap_err();
    assert_eq!(error, IntervalIndexError::Chromosome { element: 1, chromosome: 2, chromosomes: 2 });
    assert_eq!(error.to_string(), "interval 1 lies on chromosome 2, and there are 2, from 0; announce more");
    let none = IntervalIndex::<i32>::new(0, &[]).expect("an index without intervals");
    assert!(none.is_empty() && !none.any(0, one));
}

/// Tests Fig. 24 as written, on tensors of two indices.
#[test]
fn the_index_finds_what_the_program_of_loops_finds() {
    let span = |a: f64, b: f64| Interval::closed(a, b).expect("an interval");
    let data = [(0, span(0.0, 2.0)), (0, span(3.0, 5.0)), (0, span(4.0, 9.0)), (1, span(0.0, 1.0))];
    let index = IntervalIndex::new(2, &data).expect("an index");
    let tensor = index.tensor();
    for query in [(0, span(2.5, 2.75)), (0, span(2.0, 3.0)), (1, span(1.0, 4.0)), (1, span(2.0, 4.0))] {
        let one = IntervalIndex::new(2, &[query]).expect("an index");
        let asked = one.tensor();
        let mut overlap = false;
        loops!(for chr for x overlap |= asked[chr, x] && tensor[chr, x]).expect("it runs");
        assert_eq!(overlap, index.any(query.0, query.1));
    }
}

#[test]
fn pairs_that_wait_have_room_for_a_giant_and_for_all_that_are_few() {
    let part = |start, stop| (0, Interval::closed_open(start, stop).expect("an interval"));
    let mut list = vec![part(0, 1_000_000)];
    list.extend((0..64).map(|k| part(1000 + k, 1100)));
    list.extend((0..500).map(|k| part(10_000 + 20 * k, 10_005 + 20 * k)));
    let index = IntervalIndex::<i32>::new(1, &list).expect("an index");
    // The queue of pairs may be filled to any degree when the last query comes.
    for lone in 400..600 {
        let mut queries = vec![part(500_000, 500_001); lone];
        queries.push(part(1070, 1090));
        let mut found = vec![0; lone + 1];
        index.join(&queries, |query, _| found[query] += 1);
        assert!(found[..lone].iter().all(|&count| count == 1), "after {lone}");
        assert_eq!(found[lone], 65, "after {lone}");
    }
}

/// Generates lists of half-open intervals on three chromosomes, in any order or sorted; some are long.
fn half_open<C: Coord>(place: fn(i32) -> C) -> impl Strategy<Value = Vec<(usize, Range<C>)>> {
    let length = prop_oneof![6 => 1..20, 2 => 1..90, 1 => 1..2000];
    let one = (0..3usize, -900..900, length);
    (prop::collection::vec(one, 0..900), any::<bool>()).prop_map(move |(mut list, sorted)| {
        if sorted {
            list.sort_by_key(|&(chromosome, start, _)| (chromosome, start));
        }
        list.into_iter().map(|(chromosome, start, length)| (chromosome, place(start)..place(start + length))).collect()
    })
}

/// Compares the joins of two lists, as wholes and by parts of the ranks, with the definition.
fn check_sorted<C: Coord>(
    one: &[(usize, Range<C>)],
    other: &[(usize, Range<C>)],
    part: (usize, usize),
) -> Result<(), TestCaseError> {
    let set = |list: &[(usize, Range<C>)]| SortedIntervals::new(3, list.iter().cloned()).expect("valid");
    let (a, b) = (set(one), set(other));
    let order = |list: &[(usize, Range<C>)]| {
        let mut numbers: Vec<usize> = (0..list.len()).collect();
        numbers.sort_by(|&x, &y| {
            (list[x].0, list[x].1.start).partial_cmp(&(list[y].0, list[y].1.start)).expect("ordered")
        });
        numbers
    };
    let (by_rank, others) = (order(one), order(other));
    let meets = |i: usize, j: usize| {
        let (x, y) = (&one[i], &other[j]);
        x.0 == y.0 && x.1.start < y.1.end && y.1.start < x.1.end
    };
    let of = |&i: &usize| others.iter().filter(|&&j| meets(i, j)).map(|&j| (i, j)).collect::<Vec<_>>();
    let expected: Vec<Vec<(usize, usize)>> = by_rank.iter().map(of).collect();
    let mut pairs = Vec::new();
    a.join(&b, |i, j| pairs.push((i, j)));
    prop_assert_eq!(pairs, expected.concat());
    // Parts of the ranks, as threads have them; the chromosomes of the other set have other numbers.
    let turned = other.iter().map(|(chromosome, range)| ((chromosome + 1) % 3, range.clone()));
    let turned = SortedIntervals::new(3, turned).expect("valid");
    let (from, to) = (part.0.min(part.1).min(a.len()), part.0.max(part.1).min(a.len()));
    let (mut list, mut found) = (Vec::new(), Vec::new());
    let same = |chromosome: usize| Some((chromosome + 1) % 3).filter(|_| chromosome != 1);
    a.lists(from..to, &turned, same, &mut list, |rank, list| {
        found.extend(list.drain(..).map(|j| (by_rank[rank], j as usize)));
    });
    found.sort_unstable();
    let mut expected: Vec<_> = expected[from..to].concat().into_iter().filter(|&(i, _)| one[i].0 != 1).collect();
    expected.sort_unstable();
    prop_assert_eq!(found, expected);
    Ok(())
}

proptest! {
    #[test]
    fn sweeps_find_the_pairs_of_the_definition(
        one in half_open(i64::from), other in half_open(i64::from), part in (0..900usize, 0..900usize),
    ) {
        check_sorted(&one, &other, part)?;
    }

    #[test]
    fn sweeps_of_real_numbers_find_the_pairs_of_the_definition(
        one in half_open(f64::from), other in half_open(f64::from), part in (0..900usize, 0..900usize),
    ) {
        check_sorted(&one, &other, part)?;
    }
}

#[test]
fn sorted_intervals_refuse_what_is_no_interval() {
    let error = |chromosomes, list: Vec<(usize, Range<i64>)>| {
        SortedIntervals::new(chromosomes, list.into_iter()).expect_err("refused").to_string()
    };
    assert_eq!(
        error(1, vec![(0, 1..2), (0, 5..5)]),
        "interval 1: interval [5, 5) is empty; leave it out, or close its ends"
    );
    assert!(error(1, vec![(0, Range { start: 3, end: 1 })]).starts_with("interval 0: "));
    assert!(error(1, vec![(0, i64::MIN..1)]).starts_with("interval 0: "));
    let beyond = "interval 1 lies on chromosome 2, and there are 2, from 0; announce more";
    assert_eq!(error(2, vec![(1, 1..2), (2, 1..2)]), beyond);
    assert!(matches!(
        SortedIntervals::<i64>::new(usize::MAX, std::iter::empty()),
        Err(IntervalIndexError::Chromosomes { chromosomes: usize::MAX })
    ));
    let none = SortedIntervals::<i64>::new(0, std::iter::empty()).expect("empty");
    assert!(none.is_empty() && none.chromosomes() == 0 && none.ranks(0).is_empty());
}
