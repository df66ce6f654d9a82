//! The index of intervals, held against the definition: all pairs are looked at.
#![cfg(feature = "continuous")]

use proptest::prelude::*;
use unite::continuous::{Coord, Cut, Interval, Limit};
use unite::kernel::interval_index::{Direction, Located, Nearest};
use unite::kernel::{IntervalIndex, IntervalIndexError};
use unite::loops;

/// Any interval: of all kinds of ends, short, long and infinite.
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

/// Lists of intervals on three chromosomes: few or many, spread or in a heap, of any ends or all half-open.
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

/// What meets a query, by the definition, in order.
fn met<C: Coord>(data: &[Located<C>], query: Located<C>) -> Vec<usize> {
    let hit = |&k: &usize| data[k].0 == query.0 && meet(data[k].1, query.1);
    let mut hits: Vec<usize> = (0..data.len()).filter(hit).collect();
    let ends = |k: usize| (data[k].1.lo(), data[k].1.hi());
    hits.sort_by(|&one, &other| ends(one).partial_cmp(&ends(other)).expect("ordered"));
    hits
}

/// The nearest one, by the definition.
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
    // One chromosome less than the queries name.
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

/// Also with queries that are sorted.
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

    /// Sums and differences are rounded.
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

/// Many at one place, and one across all of the others.
#[test]
fn heaps_and_long_intervals_agree_with_the_definition() {
    let span = |a: i32, b: i32| (0, Interval::closed_open(a, b).expect("not empty"));
    let equal = vec![span(5, 9); 300];
    let touching: Vec<_> = (0..300).map(|k| span(k, k + 1)).collect();
    let mut crossed: Vec<_> = (0..900).map(|k| span(7 * k % 900, 7 * k % 900 + 3)).collect();
    crossed.push(span(-10_000, 10_000));
    let nested: Vec<_> = (1..300).map(|k| span(-k, k)).collect();
    let lists = [Vec::new(), vec![span(0, 1)], equal, touching, crossed, nested];
    for data in &lists {
        for queries in &lists {
            holds(data, queries);
        }
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

/// Fig. 24 as it is written, on the tensors of two indices.
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
