//! Co-iteration against its definition. At every place, exactly the operands with a piece there are found.

use std::ops::ControlFlow;

use proptest::prelude::*;
use unite::continuous::{Coord, Cut};
use unite::looplet::{
    Affine, Between, Everywhere, Kind, Live, Looplet, Mixed, Offset, Operands, Phase, Pieces, Points, Range, Reversed,
    Run, Scale, Sequence, Spike, Stepper, Stop, Switch, coiterate,
};

/// Pieces in a vector; the payload of a piece is its number.
#[derive(Debug, Clone, Copy)]
struct Listed<'a, C, K> {
    pieces: &'a [(Cut<C>, Cut<C>)],
    kind: std::marker::PhantomData<K>,
}

impl<C: Coord, K: Kind + Copy> Pieces for Listed<'_, C, K> {
    type Coord = C;
    type Payload = usize;
    type Kind = K;

    fn start(&self, p: usize) -> Cut<C> {
        self.pieces[p].0
    }

    fn stop(&self, p: usize) -> Cut<C> {
        self.pieces[p].1
    }

    fn payload(&self, p: usize) -> usize {
        p
    }
}

fn listed<C: Coord, K: Kind + Copy>(pieces: &[(Cut<C>, Cut<C>)]) -> Stepper<Listed<'_, C, K>> {
    Stepper::new(Listed { pieces, kind: std::marker::PhantomData }, 0, pieces.len())
}

/// Returns the piece that contains a place.
fn around<C: Coord>(pieces: &[(Cut<C>, Cut<C>)], place: C) -> Option<usize> {
    pieces.iter().position(|&(start, stop)| start <= place.before() && place.after() <= stop)
}

/// Generates disjoint, sorted intervals of all kinds between multiples of a half.
fn intervals() -> impl Strategy<Value = Vec<(Cut<f64>, Cut<f64>)>> {
    proptest::collection::btree_set((-8i32..8, any::<bool>()), 0..12).prop_map(|cuts| {
        let cuts: Vec<_> = cuts.into_iter().map(|(n, after)| Cut { value: f64::from(n) / 2.0, after }).collect();
        cuts.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()
    })
}

fn points() -> impl Strategy<Value = Vec<(Cut<f64>, Cut<f64>)>> {
    proptest::collection::btree_set(-8i32..8, 0..10).prop_map(|places| {
        places.into_iter().map(|n| (f64::from(n) / 2.0).before()).map(|c| (c, c.value.after())).collect()
    })
}

fn runs() -> impl Strategy<Value = Vec<(Cut<i32>, Cut<i32>)>> {
    proptest::collection::btree_set(-9i32..9, 0..10).prop_map(|cuts| {
        let cuts: Vec<_> = cuts.into_iter().map(Coord::before).collect();
        cuts.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()
    })
}

/// Returns all places at which pieces between halves can change, and the places between.
fn places() -> impl Iterator<Item = f64> {
    (-24..=24).map(|n| f64::from(n) / 4.0)
}

/// A region, and the pieces found there.
type Region<O> = (Cut<<O as Operands>::Coord>, Cut<<O as Operands>::Coord>, <O as Operands>::Found);

/// Returns the regions that co-iteration visits, without empty ones, and asserts that they are in order and in range.
fn regions<O: Operands, R: Range<O::Coord>, const EMPTY: bool>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
) -> Vec<Region<O>> {
    let mut regions: Vec<Region<O>> = Vec::new();
    let flow = coiterate::<_, _, EMPTY, 0>(operands, range, live, |lo, hi, found| {
        assert!(EMPTY || lo < hi, "an empty region");
        if lo < hi {
            assert!(regions.last().is_none_or(|last| last.1 <= lo), "regions are visited in their order");
            assert!(range.lo() <= lo && hi <= range.hi(), "a region lies in the range");
            regions.push((lo, hi, found));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    regions
}

/// Returns the pieces found in the region around a place.
fn found<C: Coord, F: Copy>(regions: &[(Cut<C>, Cut<C>, F)], place: C) -> Option<F> {
    let mut around = regions.iter().filter(|(lo, hi, _)| *lo <= place.before() && place.after() <= *hi);
    let found = around.next().map(|region| region.2);
    assert!(around.next().is_none(), "a place lies in one region");
    found
}

/// Returns the expected pieces, if the body is live.
fn expected(live: Live, held: [Option<usize>; 3]) -> Option<(Option<usize>, Option<usize>, Option<usize>)> {
    let set = held.iter().enumerate().map(|(k, held)| usize::from(held.is_some()) << k).sum();
    live.has(set).then_some((held[0], held[1], held[2]))
}

proptest! {
    #[test]
    fn three_operands_are_found_wherever_the_body_is_live(
        a in intervals(), b in points(), c in intervals(), live in any::<u8>(), lo in -10i32..10, len in 0i32..10,
    ) {
        let live = Live(u16::from(live));
        let operands = (listed::<_, Mixed>(&a), listed::<_, Points>(&b), listed::<_, Mixed>(&c));
        let lo = f64::from(lo) / 2.0;
        let range = Between { lo: lo.before(), hi: (lo + f64::from(len) / 2.0).after() };
        let regions = regions::<_, _, false>(operands, range, live);
        for place in places() {
            let inside = range.lo <= place.before() && place.after() <= range.hi;
            let held = [around(&a, place), around(&b, place), around(&c, place)];
            let expected = if inside { expected(live, held) } else { None };
            prop_assert_eq!(found(&regions, place), expected, "at {}", place);
        }
    }

    #[test]
    fn products_are_found_however_unequal_and_whether_or_not_empty_regions_are_visited(
        a in intervals(), b in intervals(), c in points(),
    ) {
        let product = Live(1 << 7);
        let operands = (listed::<_, Mixed>(&a), listed::<_, Mixed>(&b), listed::<_, Points>(&c));
        let strict = regions::<_, _, false>(operands, Everywhere, product);
        let loose = regions::<_, _, true>(operands, Everywhere, product);
        prop_assert_eq!(&strict, &loose);
        for place in places() {
            prop_assert_eq!(found(&strict, place), expected(product, [around(&a, place), around(&b, place), around(&c, place)]));
        }
        let few = &a[..a.len().min(1)];
        let many: Vec<_> = (0..200).map(|n| f64::from(n - 100) / 16.0).map(|x| (x.before(), x.after())).collect();
        let leaps = regions::<_, _, false>((listed::<_, Mixed>(few), listed::<_, Points>(&many)), Everywhere, Live(1 << 3));
        let expected: Vec<_> = many.iter().enumerate()
            .filter_map(|(p, &(lo, hi))| around(few, lo.value).map(|q| (lo, hi, (Some(q), Some(p))))).collect();
        prop_assert_eq!(leaps, expected);
    }

    #[test]
    fn a_shifted_and_scaled_operand_is_found_where_its_index_says(
        a in intervals(), b in runs(), offset in -4i32..4, scale in 1i32..4,
    ) {
        let halves = f64::from(offset) / 2.0;
        let twice = f64::from(scale);
        let real = listed::<_, Mixed>(&a);
        let all = Live(1 << 1);
        let shifted = regions::<_, _, false>((Affine::new(real, Offset(halves)),), Everywhere, all);
        let scaled = regions::<_, _, false>((Affine::new(real, Scale { scale: twice, offset: halves }),), Everywhere, all);
        for place in places() {
            prop_assert_eq!(found(&shifted, place), around(&a, place + halves).map(|p| (Some(p),)));
            prop_assert_eq!(found(&scaled, place), around(&a, twice * place + halves).map(|p| (Some(p),)));
        }
        let whole = listed::<_, Mixed>(&b);
        let scaled = regions::<_, _, false>((Affine::new(whole, Scale { scale, offset }),), Everywhere, all);
        let halted = Between { lo: (-3).before(), hi: 2.after() };
        let part = regions::<_, _, false>((Affine::new(whole, Scale { scale, offset }),), halted, all);
        for place in -20..20 {
            let expected = around(&b, scale * place + offset).map(|p| (Some(p),));
            prop_assert_eq!(found(&scaled, place), expected);
            prop_assert_eq!(found(&part, place), if (-3..=2).contains(&place) { expected } else { None });
        }
    }

    #[test]
    fn a_reversed_operand_is_the_mirrored_one(a in intervals(), b in runs()) {
        let all = Live(1 << 1);
        let real = Stepper::new(Reversed::new(Listed::<_, Mixed> { pieces: &a, kind: std::marker::PhantomData }, a.len()), 0, a.len());
        let real = regions::<_, _, false>((real,), Everywhere, all);
        for place in places() {
            prop_assert_eq!(found(&real, place), around(&a, -place).map(|p| (Some(p),)));
        }
        let whole = Stepper::new(Reversed::new(Listed::<_, Mixed> { pieces: &b, kind: std::marker::PhantomData }, b.len()), 0, b.len());
        let whole = regions::<_, _, false>((whole,), Everywhere, all);
        for place in -20..20 {
            prop_assert_eq!(found(&whole, place), around(&b, -place).map(|p| (Some(p),)));
        }
    }

    #[test]
    fn combined_looplets_hold_what_their_parts_do(a in intervals(), b in points(), at in -8i32..8, second: bool) {
        let at = (f64::from(at) / 2.0).after();
        let both = Sequence::new(listed::<_, Mixed>(&a), at, listed::<_, Points>(&b));
        let one: Switch<_, Stepper<Listed<'_, f64, Points>>> =
            if second { Switch::Second(listed(&b)) } else { Switch::First(listed::<_, Mixed>(&a)) };
        let part = Phase::new((-2.0).before(), at, Run::new(7));
        let spike = Spike::new(at.value, 9);
        let regions = regions::<_, _, false>((both, one, part, spike), Everywhere, Live(0xffff));
        for place in places() {
            let before = place.after() <= at;
            let held = (
                if before { around(&a, place) } else { around(&b, place) },
                if second { around(&b, place) } else { around(&a, place) },
                (place >= -2.0 && before).then_some(7),
                (place == at.value).then_some(9),
            );
            prop_assert_eq!(found(&regions, place), Some(held), "at {}", place);
        }
    }

    #[test]
    fn seeking_skips_the_pieces_that_stop_before_and_no_others(a in intervals(), lo in -10i32..10, after: bool) {
        let lo = Cut { value: f64::from(lo) / 2.0, after };
        let mut stepper = listed::<_, Mixed>(&a);
        stepper.seek(lo);
        prop_assert_eq!(stepper.remaining(), a.iter().filter(|piece| piece.1 > lo).count());
    }
}

#[test]
fn a_loop_stops_when_its_body_does() {
    let pieces: Vec<_> = (0..9).map(|n| (n.before(), n.after())).collect();
    let mut visited = 0;
    let flow = coiterate::<_, _, false, 0>((listed::<i32, Points>(&pieces),), Everywhere, Live(2), |_, _, _| {
        visited += 1;
        if visited == 3 { ControlFlow::Break(Stop::satisfied()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, visited), (ControlFlow::Break(Stop::satisfied()), 3));
}

#[test]
fn where_nothing_is_live_nothing_is_visited() {
    let pieces = [(0.0.before(), 2.0.before())];
    let operands = (listed::<f64, Mixed>(&pieces), listed::<f64, Mixed>(&pieces));
    assert!(regions::<_, _, false>(operands, Everywhere, Live(0)).is_empty());
}
