//! Protocols, layers and early stops: they change the number of steps, but never the result.

use std::cell::Cell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use unite::continuous::{Coord, Cut};
use unite::looplet::{
    Everywhere, Flow, Follow, Follower, Gallop, Jumper, LayerVisit, Layered, Live, Looplet, Map, Mixed, Operand,
    Operands, Overlapping, Pieces, Points, Protocol, Stepper, Stop, Walk, Walker, Wished, coiterate, coiterate_layers,
};

type Cuts = Vec<(Cut<f64>, Cut<f64>)>;

/// Pieces in a slice, which count how often a piece is read.
#[derive(Debug, Clone, Copy)]
struct Counted<'a> {
    pieces: &'a [(Cut<f64>, Cut<f64>)],
    looks: &'a Cell<usize>,
}

impl Pieces for Counted<'_> {
    type Coord = f64;
    type Payload = usize;
    type Kind = Mixed;

    fn start(&self, p: usize) -> Cut<f64> {
        self.looks.set(self.looks.get() + 1);
        self.pieces[p].0
    }

    fn stop(&self, p: usize) -> Cut<f64> {
        self.looks.set(self.looks.get() + 1);
        self.pieces[p].1
    }

    fn payload(&self, p: usize) -> usize {
        p
    }
}

fn counted<'a>(pieces: &'a Cuts, looks: &'a Cell<usize>) -> Stepper<Counted<'a>> {
    Stepper::new(Counted { pieces, looks }, 0, pieces.len())
}

/// Generates disjoint, sorted intervals of all kinds between multiples of a half.
fn intervals(most: usize) -> impl Strategy<Value = Cuts> {
    proptest::collection::btree_set((-40i32..40, any::<bool>()), 0..2 * most).prop_map(|cuts| {
        let cuts: Vec<_> = cuts.into_iter().map(|(n, after)| Cut { value: f64::from(n) / 2.0, after }).collect();
        cuts.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()
    })
}

/// Returns the regions that a loop visits, without empty ones.
fn visited<O: Layered<Coord = f64, Bits = u16>, const EMPTY: bool>(
    operands: O,
    live: Live,
) -> Vec<(Cut<f64>, Cut<f64>, O::Found)> {
    let mut visited = Vec::new();
    let flow = coiterate_layers::<_, _, EMPTY, 0>(operands, Everywhere, live, |lo, hi, found| {
        if lo < hi {
            visited.push((lo, hi, found));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    visited
}

/// Returns the number of the piece that contains a place.
fn around(pieces: &Cuts, place: f64) -> Option<usize> {
    pieces.iter().position(|&(start, stop)| start <= place.before() && place.after() <= stop)
}

/// Returns all places at which pieces between halves can change, and the places between.
fn places() -> impl Iterator<Item = f64> {
    (-84..=84).map(|n| f64::from(n) / 4.0)
}

/// Returns points at the integers from 0 on.
fn points(len: u32) -> Cuts {
    (0..len).map(f64::from).map(|x| (x.before(), x.after())).collect()
}

/// Overlapping pieces, one layer each.
#[derive(Debug, Clone)]
struct Stack<'a>(&'a [Cuts], &'a Cell<usize>);

impl<'a> Operand for Stack<'a> {
    type Coord = f64;
    type Payload = usize;
    type Order = Overlapping;
    type Kind = Mixed;
    type Layer = Stepper<Counted<'a>>;
    type Mapped<M: Map<f64>> = MappedStack<'a, M>;

    fn only(self) -> Self::Layer {
        unreachable!("pieces overlap")
    }

    fn layers(&self, lo: Cut<f64>, hi: Cut<f64>, mut visit: impl LayerVisit<Self>) -> Flow {
        self.0.iter().try_for_each(|layer| visit(counted(layer, self.1), lo, hi))
    }

    fn mapped<M: Map<f64>>(self, map: M) -> MappedStack<'a, M> {
        MappedStack(self, map)
    }
}

/// The same pieces in the coordinates of a loop.
#[derive(Debug, Clone)]
struct MappedStack<'a, M>(Stack<'a>, M);

impl<'a, M: Map<f64>> Operand for MappedStack<'a, M> {
    type Coord = f64;
    type Payload = usize;
    type Order = Overlapping;
    type Kind = Mixed;
    type Layer = unite::looplet::Affine<Stepper<Counted<'a>>, M>;
    type Mapped<N: Map<f64>> = MappedStack<'a, M>;

    fn only(self) -> Self::Layer {
        unreachable!("pieces overlap")
    }

    fn layers(&self, lo: Cut<f64>, hi: Cut<f64>, mut visit: impl LayerVisit<Self>) -> Flow {
        let map = self.1;
        self.0.layers(map.to_tensor(lo), map.to_tensor(hi), |layer: Stepper<Counted<'a>>, _, _| {
            visit(unite::looplet::Affine::new(layer, map), lo, hi)
        })
    }

    fn mapped<N: Map<f64>>(self, _map: N) -> MappedStack<'a, M> {
        unreachable!("one map is enough here")
    }
}

proptest! {
    #[test]
    fn a_protocol_never_changes_what_is_found(a in intervals(4), b in intervals(20), live in 0u16..16) {
        let looks = Cell::new(0);
        let of = |pieces| counted(pieces, &looks);
        for live in [Live(live), Live(1 << 3)] {
            let plain = visited::<_, false>((of(&a), of(&b)), live);
            prop_assert_eq!(&visited::<_, false>((Walker::new(of(&a)), of(&b)), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Walker::new(of(&a)), Walker::new(of(&b))), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Jumper::new(of(&a)), of(&b)), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Walker::new(of(&a)), Jumper::new(of(&b))), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Jumper::new(of(&a)), Jumper::new(of(&b))), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Follower::new(of(&a)), Jumper::new(of(&b))), live), &plain);
            prop_assert_eq!(&visited::<_, false>((Wished::new(of(&a), Gallop), Wished::new(of(&b), Walk)), live), &plain);
            prop_assert_eq!(&visited::<_, true>((Jumper::new(of(&a)), of(&b)), live), &plain);
        }
    }

    #[test]
    fn four_operands_are_found_wherever_the_body_is_live(
        a in intervals(3), b in intervals(4), c in intervals(6), d in intervals(9), live: u16,
    ) {
        let looks = Cell::new(0);
        let of = |pieces| counted(pieces, &looks);
        for live in [Live(live), Live(1 << 15), Live(0xffff)] {
            let found = visited::<_, false>((of(&a), of(&b), of(&c), of(&d)), live);
            let leaps = visited::<_, false>((of(&a), of(&b), Jumper::new(of(&c)), of(&d)), live);
            prop_assert_eq!(&found, &leaps);
            prop_assert!(found.windows(2).all(|pair| pair[0].1 <= pair[1].0));
            for place in places() {
                let held = [&a, &b, &c, &d].map(|pieces| around(pieces, place));
                let set: usize = held.iter().enumerate().map(|(k, held)| usize::from(held.is_some()) << k).sum();
                let expected = live.has(set).then_some((held[0], held[1], held[2], held[3]));
                let here = found.iter().find(|(lo, hi, _)| *lo <= place.before() && place.after() <= *hi);
                prop_assert_eq!(here.map(|region| region.2), expected, "at {}", place);
            }
        }
    }

    #[test]
    fn each_layer_meets_each_layer(layers in proptest::collection::vec(intervals(4), 0..4), b in intervals(8)) {
        let looks = Cell::new(0);
        let product = Live(1 << 3);
        let apart: Vec<_> =
            layers.iter().flat_map(|layer| visited::<_, false>((counted(layer, &looks), counted(&b, &looks)), product)).collect();
        let stack = Stack(&layers, &looks);
        prop_assert_eq!(&visited::<_, false>((stack.clone(), counted(&b, &looks)), product), &apart);
        let wished = (Wished::new(stack.clone(), Follow), Wished::new(counted(&b, &looks), Gallop));
        prop_assert_eq!(&visited::<_, false>(wished, product), &apart);
        let shifted = (stack.clone().mapped(unite::looplet::Offset(1.0)), counted(&b, &looks).mapped(unite::looplet::Offset(1.0)));
        let back: Vec<_> = visited::<_, false>(shifted, product).into_iter()
            .map(|(lo, hi, found)| (moved(lo), moved(hi), found)).collect();
        prop_assert_eq!(&back, &apart);
        // There are two stacks: the sum of products is the product of sums.
        let squares = visited::<_, false>((stack.clone(), stack), product).len();
        let pairs: usize = layers.iter().flat_map(|one| layers.iter().map(move |other| (one, other)))
            .map(|(one, other)| visited::<_, false>((counted(one, &looks), counted(other, &looks)), product).len()).sum();
        prop_assert_eq!(squares, pairs);
    }

    #[test]
    fn a_loop_stops_where_its_body_does_in_every_mode(a in intervals(6), b in intervals(20), after in 0usize..6) {
        let looks = Cell::new(0);
        let walk = || (Walker::new(counted(&a, &looks)), Walker::new(counted(&b, &looks)));
        let leap = || (Jumper::new(counted(&a, &looks)), counted(&b, &looks));
        stops_early(walk, Live(1 << 3), after);
        stops_early(leap, Live(1 << 3), after);
        stops_early(walk, Live(0b1110), after);
        let layers = [a.clone(), b.clone()];
        stops_early(|| (Stack(&layers, &looks), counted(&b, &looks)), Live(1 << 3), after);
    }
}

/// Returns the cut moved to the right by 1.
fn moved(cut: Cut<f64>) -> Cut<f64> {
    Cut { value: cut.value + 1.0, after: cut.after }
}

/// Asserts that a body that breaks off after some regions has seen exactly those.
fn stops_early<O: Layered<Coord = f64, Bits = u16>>(operands: impl Fn() -> O, live: Live, after: usize)
where
    O::Found: PartialEq + std::fmt::Debug,
{
    let all = visited::<_, false>(operands(), live);
    let mut seen = Vec::new();
    let flow = coiterate_layers::<_, _, false, 0>(operands(), Everywhere, live, |lo, hi, found| {
        seen.push((lo, hi, found));
        if seen.len() > after { ControlFlow::Break(Stop::satisfied()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen, all[..all.len().min(after + 1)]);
    assert_eq!(flow.is_break(), all.len() > after);
}

/// Returns the number of reads of pieces of two operands.
fn looks<O: Operands<Coord = f64, Bits = u16>>(operands: O, looks: &Cell<usize>) -> usize {
    looks.set(0);
    let _ = coiterate::<_, _, false, 0>(operands, Everywhere, Live(1 << 3), |_, _, _| ControlFlow::Continue(()));
    looks.get()
}

#[test]
fn a_galloping_leader_steps_over_few_pieces_of_a_long_follower() {
    let (cell, long) = (Cell::new(0), points(1_000_000));
    let short: Cuts = (0..10).map(|n| f64::from(n) * 99_991.0).map(|x| (x.before(), x.after())).collect();
    let (few, many) = (|| counted(&short, &cell), || counted(&long, &cell));
    let steps = 1_000_000usize.ilog2() as usize;
    let most = 10 * (2 * steps + 16);
    assert!(looks((Jumper::new(few()), many()), &cell) <= most);
    assert!(looks((Jumper::new(few()), Follower::new(many())), &cell) <= most);
    assert!(looks((few(), Follower::new(many())), &cell) <= most);
    assert!(looks((many(), Jumper::new(few())), &cell) <= most, "whatever the order is");
    assert!(looks((Walker::new(many()), Jumper::new(few())), &cell) <= most, "who gallops takes the others along");
    assert!(looks((few(), many()), &cell) <= most, "sizes as different as these need no word");
    assert!(looks((Walker::new(few()), many()), &cell) >= 899_000, "who walks goes over all of it");
}

#[test]
fn the_wishes_of_operands_are_combined_in_any_order() {
    use Protocol::{Auto, Leap, Walk};
    for (one, other, both) in [(Auto, Auto, Auto), (Auto, Walk, Walk), (Auto, Leap, Leap), (Walk, Leap, Leap)] {
        assert_eq!((one.with(other), other.with(one)), (both, both));
    }
    fn wish<O: Operands>(_: &O) -> Protocol {
        O::PROTOCOL
    }
    let (cell, some) = (Cell::new(0), points(3));
    let plain = || counted(&some, &cell);
    assert_eq!(wish(&(plain(), Walker::new(plain()), plain())), Walk);
    assert_eq!(wish(&(Walker::new(plain()), plain(), Follower::new(plain()))), Leap);
}

#[test]
fn an_adapter_is_the_looplet_that_it_is_around() {
    let (cell, some) = (Cell::new(0), points(3));
    let mut walker = Walker::new(Follower::new(Jumper::new(counted(&some, &cell))));
    walker.next_if(false);
    walker.seek(1.0.before());
    assert_eq!((walker.start(), walker.stop(), walker.payload()), (1.0.before(), 1.0.after(), 1));
    walker.next_if(true);
    assert_eq!((walker.remaining(), walker.done()), (1, false));
}

#[test]
fn points_beside_others_are_found_where_both_are() {
    #[derive(Debug, Clone, Copy)]
    struct Exact<'a>(Counted<'a>);
    impl Pieces for Exact<'_> {
        type Coord = f64;
        type Payload = usize;
        type Kind = Points;
        fn start(&self, p: usize) -> Cut<f64> {
            self.0.start(p)
        }
        fn stop(&self, p: usize) -> Cut<f64> {
            self.0.stop(p)
        }
        fn payload(&self, p: usize) -> usize {
            p
        }
    }
    let (cell, spots) = (Cell::new(0), points(6));
    let pieces = vec![(0.0.after(), 2.0.before()), (3.0.before(), 3.0.after()), (4.0.after(), 9.0.after())];
    let exact = Stepper::new(Exact(Counted { pieces: &spots, looks: &cell }), 0, 6);
    let found: Vec<_> = visited::<_, false>((exact, counted(&pieces, &cell)), Live(1 << 3));
    let found: Vec<_> = found.into_iter().map(|(lo, _, found)| (lo.value, found)).collect();
    let expected = [(1.0, (Some(1), Some(0))), (3.0, (Some(3), Some(1))), (5.0, (Some(5), Some(2)))];
    assert_eq!(found, expected);
}
