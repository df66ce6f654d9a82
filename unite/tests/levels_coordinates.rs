//! The formats of single coordinates and of runs, compared with a map. The map receives the same writes in any order;
//! tensors are walked forwards, walked backwards, and read place by place.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use proptest::prelude::*;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::*;
use unite::looplet::{Everywhere, Live, Looplet, Operand, coiterate};

/// The fill, which is not zero, so that a place that was not written differs from a written zero.
const FILL: f64 = 0.5;

/// The places of each axis: more than the bits of a word, and most of them far from the writes.
const PLACES: std::ops::RangeInclusive<i64> = -60..=60;

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

fn axis() -> Interval<i64> {
    Interval::closed(*PLACES.start(), *PLACES.end()).expect("an interval")
}

fn values() -> Element<f64> {
    Element::new(FILL)
}

fn byte_map<L: Level>(child: L) -> SparseByteMap<L, i64> {
    SparseByteMap::new(axis(), child).expect("a finite axis")
}

fn coo<L: Level>(child: L) -> SparseCoo<(i64,), L> {
    SparseCoo::new((axis(),), child)
}

fn pairs<L: Level>(child: L) -> SparseCoo<(i64, i64), L> {
    SparseCoo::new((axis(), axis()), child)
}

fn dict<L: Level>(child: L) -> SparseDict<L, i64> {
    SparseDict::new(axis(), child)
}

fn runs<L: Level>(child: L) -> RunList<L, i64> {
    RunList::new(axis(), child)
}

fn list<L: Level>(child: L) -> SparseList<L, i64> {
    SparseList::new(axis(), child)
}

/// A box of integers, and the value that is assigned or added there.
#[derive(Debug, Clone)]
struct Write<const N: usize> {
    lo: [i64; N],
    hi: [i64; N],
    value: f64,
    kind: Assignment,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Assignment {
    Overwrites,
    Adds,
}

impl<const N: usize> Write<N> {
    fn to(&self, value: &mut f64) {
        match self.kind {
            Assignment::Overwrites => *value = self.value,
            Assignment::Adds => *value += self.value,
        }
    }

    fn places(&self) -> Vec<[i64; N]> {
        let mut places = vec![self.lo];
        for axis in 0..N {
            let along = |place: [i64; N]| {
                (self.lo[axis]..=self.hi[axis]).map(move |x| {
                    let mut place = place;
                    place[axis] = x;
                    place
                })
            };
            places = places.into_iter().flat_map(along).collect();
        }
        places
    }

    /// Splits the box into one box per integer of the first axis.
    fn rows(&self) -> impl Iterator<Item = Self> + '_ {
        (self.lo[0]..=self.hi[0]).map(|row| {
            let mut write = self.clone();
            (write.lo[0], write.hi[0]) = (row, row);
            write
        })
    }
}

fn writes<const N: usize>() -> impl Strategy<Value = Vec<Write<N>>> {
    let side = prop_oneof![3 => Just(0i64), 1 => 0..6i64];
    let ends = prop::array::uniform((-9..9i64, side));
    let kind = prop_oneof![Just(Assignment::Overwrites), Just(Assignment::Adds)];
    let write = (ends, -3..4i32, kind).prop_map(|(ends, value, kind)| Write {
        lo: ends.map(|(lo, _)| lo),
        hi: ends.map(|(lo, side)| lo + side),
        value: value.into(),
        kind,
    });
    prop::collection::vec(write, 0..14)
}

fn expected<const N: usize>(writes: &[Write<N>]) -> HashMap<[i64; N], f64> {
    let mut map = HashMap::new();
    for write in writes {
        write.places().into_iter().for_each(|place| write.to(map.entry(place).or_insert(FILL)));
    }
    map.retain(|_, value| *value != FILL);
    map
}

#[derive(Debug, Clone, Copy)]
enum Order {
    Forwards,
    Backwards,
    ByPlace,
}

const ORDERS: [Order; 3] = [Order::Forwards, Order::Backwards, Order::ByPlace];

/// A piece: start, stop and payload.
type Piece<C, P> = (Cut<C>, Cut<C>, P);

/// Returns the pieces of a looplet, which must be in order.
fn pieces<L: Looplet>(mut looplet: L) -> Vec<Piece<L::Coord, L::Payload>> {
    let mut pieces: Vec<Piece<L::Coord, L::Payload>> = Vec::new();
    while !looplet.done() {
        let (start, stop) = (looplet.start(), looplet.stop());
        assert!(start < stop && pieces.last().is_none_or(|last| last.1 <= start), "{start:?} {stop:?}");
        pieces.push((start, stop, looplet.payload()));
        looplet.next_if(false);
        assert_eq!(looplet.start(), start);
        looplet.next_if(true);
    }
    pieces
}

/// Returns the children of a fiber at the integers where it is not at fill.
fn children<F: Fiber<Coord = i64>>(fiber: F, order: Order) -> Vec<(i64, F::Child)> {
    let each = |(start, stop, child): Piece<i64, F::Child>| (start.value..stop.value).map(move |x| (x, child));
    match order {
        Order::Forwards => pieces(fiber.walk().only()).into_iter().flat_map(each).collect(),
        Order::Backwards => {
            pieces(fiber.back().only()).into_iter().flat_map(each).map(|(x, child)| (-x, child)).collect()
        }
        Order::ByPlace => {
            let mut found = Vec::new();
            for place in PLACES.start() - 2..=PLACES.end() + 2 {
                let _ = fiber.at(place, |child| {
                    found.extend(child.map(|child| (place, child)));
                    Continue(())
                });
            }
            found
        }
    }
}

/// Asserts that seeking leads to the first piece that stops after the cut, from any starting point.
fn seeks<L: Looplet<Coord = i64>>(looplet: L) {
    let mut from = looplet;
    while !from.done() {
        for place in -12..17 {
            let mut stepped = from.clone();
            while !stepped.done() && stepped.stop() <= i64::before(place) {
                stepped.next_if(true);
            }
            let mut sought = from.clone();
            sought.seek(i64::before(place));
            assert_eq!((sought.done(), sought.remaining()), (stepped.done(), stepped.remaining()));
            assert!(sought.done() || (sought.start(), sought.stop()) == (stepped.start(), stepped.stop()));
        }
        from.next_if(true);
    }
}

/// Asserts that a tensor of two axes holds the writes.
fn holds_matrix<L>(format: L, writes: &[Write<2>])
where
    L: Level<Value = f64> + 'static,
    L::Update: AxisUpdate<Coord = i64, Child: AxisUpdate<Coord = i64, Child: LeafUpdate>>,
    for<'a> L::Fiber<'a>: Fiber<Coord = i64, Child: Fiber<Coord = i64, Child: Leaf<Value = f64>>>,
{
    let mut tensor = Piecewise::declare(format);
    for write in writes {
        let cuts = |axis: usize| (write.lo[axis].before(), write.hi[axis].after());
        let (update, root) = tensor.parts();
        let (lo, hi) = cuts(0);
        let written = update.cover(root, lo, hi, |row, p| {
            let (lo, hi) = cuts(1);
            row.cover(p, lo, hi, |values, p| {
                write.to(values.value(p));
                Ok(())
            })
        });
        assert_eq!(written, Ok(()));
    }
    let tensor = tensor.freeze().expect("a tensor of the format");
    let expected = expected(writes);
    for order in ORDERS {
        let mut found = HashMap::new();
        for (i, row) in children(tensor.root(), order) {
            for (j, value) in children(row, order) {
                assert_eq!(found.insert([i, j], value.get()), None);
            }
            seeks(row.walk().only());
            seeks(row.back().only());
        }
        found.retain(|_, value| *value != FILL);
        assert_eq!(found, expected, "{order:?}");
    }
    seeks(tensor.root().walk().only());
    seeks(tensor.root().back().only());
}

/// Asserts that a tensor of three axes holds the writes.
fn holds_cube<L>(format: L, writes: &[Write<3>])
where
    L: Level<Value = f64> + 'static,
    L::Update:
        AxisUpdate<Coord = i64, Child: AxisUpdate<Coord = i64, Child: AxisUpdate<Coord = i64, Child: LeafUpdate>>>,
    for<'a> L::Fiber<'a>:
        Fiber<Coord = i64, Child: Fiber<Coord = i64, Child: Fiber<Coord = i64, Child: Leaf<Value = f64>>>>,
{
    let mut tensor = Piecewise::declare(format);
    for write in writes {
        let cuts = |axis: usize| (write.lo[axis].before(), write.hi[axis].after());
        let (update, root) = tensor.parts();
        let (lo, hi) = cuts(0);
        let written = update.cover(root, lo, hi, |rows, p| {
            let (lo, hi) = cuts(1);
            rows.cover(p, lo, hi, |row, p| {
                let (lo, hi) = cuts(2);
                row.cover(p, lo, hi, |values, p| {
                    write.to(values.value(p));
                    Ok(())
                })
            })
        });
        assert_eq!(written, Ok(()));
    }
    let tensor = tensor.freeze().expect("a tensor of the format");
    let expected = expected(writes);
    for order in ORDERS {
        let mut found = HashMap::new();
        for (i, rows) in children(tensor.root(), order) {
            for (j, row) in children(rows, order) {
                for (k, value) in children(row, order) {
                    assert_eq!(found.insert([i, j, k], value.get()), None);
                }
            }
        }
        found.retain(|_, value| *value != FILL);
        assert_eq!(found, expected, "{order:?}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_matrix_holds_what_was_written(writes in writes::<2>()) {
        holds_matrix(dict(dict(values())), &writes);
        holds_matrix(byte_map(byte_map(values())), &writes);
        holds_matrix(runs(runs(values())), &writes);
        holds_matrix(pairs(values()), &writes);
        holds_matrix(coo(coo(values())), &writes);
    }

    #[test]
    fn formats_may_lie_below_each_other(writes in writes::<2>()) {
        holds_matrix(dict(byte_map(values())), &writes);
        holds_matrix(dict(runs(values())), &writes);
        holds_matrix(byte_map(runs(values())), &writes);
        holds_matrix(byte_map(coo(values())), &writes);
        holds_matrix(runs(dict(values())), &writes);
        holds_matrix(runs(byte_map(values())), &writes);
        holds_matrix(runs(coo(values())), &writes);
        holds_matrix(coo(dict(values())), &writes);
        holds_matrix(coo(byte_map(values())), &writes);
        holds_matrix(coo(runs(values())), &writes);
    }

    #[test]
    fn formats_may_lie_below_a_list(writes in writes::<2>()) {
        let rows: Vec<_> = writes.iter().flat_map(Write::rows).collect();
        holds_matrix(list(dict(values())), &rows);
        holds_matrix(list(byte_map(values())), &rows);
        holds_matrix(list(runs(values())), &rows);
        holds_matrix(list(coo(values())), &rows);
    }

    #[test]
    fn a_cube_holds_what_was_written(writes in writes::<3>()) {
        holds_cube(SparseCoo::<(i64, i64, i64), _>::new((axis(), axis(), axis()), values()), &writes);
        holds_cube(pairs(runs(values())), &writes);
        holds_cube(pairs(byte_map(values())), &writes);
        holds_cube(runs(pairs(values())), &writes);
        holds_cube(dict(pairs(values())), &writes);
        holds_cube(byte_map(runs(dict(values()))), &writes);
    }

    #[test]
    fn equal_neighbours_are_one_run(writes in writes::<1>()) {
        let mut tensor = Piecewise::declare(runs(values()));
        for write in &writes {
            let (update, root) = tensor.parts();
            let written = update.cover(root, write.lo[0].before(), write.hi[0].after(), |values, p| {
                write.to(values.value(p));
                Ok(())
            });
            prop_assert_eq!(written, Ok(()));
        }
        let tensor = tensor.freeze().expect("runs");
        let held = tensor.level().child().values();
        prop_assert!(held.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", held);
        let parts = (tensor.level().pointers().to_vec(), tensor.level().stops().to_vec());
        let again = RunList::from_parts(axis(), parts.0, parts.1, Element::from_values(FILL, held.to_vec()));
        prop_assert_eq!(again.as_ref(), Ok(tensor.level()));
    }

    #[test]
    fn co_iterated_formats_meet_where_both_hold_something(one in writes::<2>(), other in writes::<2>()) {
        let one: Vec<_> = one.iter().flat_map(Write::places).map(|place| place.map(|x| x / 2)).collect();
        let other: Vec<_> = other.iter().flat_map(Write::places).map(|place| place.map(|x| x / 2)).collect();
        let expected: std::collections::BTreeSet<_> = one.iter().filter(|place| other.contains(place)).copied().collect();
        let (a, b) = (sorted(&one), sorted(&other));
        let mut met = Vec::new();
        let _ = coiterate::<_, _, false, 0>((a.fiber(0).walk(), b.fiber(0).walk()), Everywhere, Live(8), |i, _, rows| {
            let (Some(left), Some(right)) = rows else { return Continue(()) };
            coiterate::<_, _, false, 0>((left.walk(), right.walk()), Everywhere, Live(8), |j, _, _| {
                met.push([i.value, j.value]);
                Continue(())
            })
        });
        prop_assert_eq!(met, expected.into_iter().collect::<Vec<_>>());
    }
}

/// Returns a level of two axes with a value at each of some places.
fn sorted(places: &[[i64; 2]]) -> SparseCoo<(i64, i64), Element<usize>> {
    let places: std::collections::BTreeSet<_> = places.iter().copied().collect();
    let lists = (places.iter().map(|place| place[0]).collect(), places.iter().map(|place| place[1]).collect());
    let child = Element::from_values(0, (1..=places.len()).collect());
    let level = SparseCoo::from_parts((axis(), axis()), vec![0, places.len()], lists, child);
    level.expect("places of a set are in order")
}

/// Returns the cuts of -4, -3.5, -3 and so on: before the number for an even `k`, after it for an odd one.
fn cut(k: usize) -> Cut<f64> {
    let place = (k / 2) as f64 / 2.0 - 4.0;
    if k.is_multiple_of(2) { place.before() } else { place.after() }
}

/// Returns the values of a fiber over the reals at places between, at and beside those of [`cut`].
fn sampled<F: Fiber<Coord = f64, Child: Leaf<Value = f64>>>(fiber: F, order: Order) -> Vec<f64> {
    let (forwards, backwards) = (pieces(fiber.walk().only()), pieces(fiber.back().only()));
    let covering = |pieces: &[Piece<f64, F::Child>], place: f64| {
        let around = |piece: &&Piece<f64, F::Child>| piece.0 <= place.before() && place.after() <= piece.1;
        pieces.iter().find(around).map_or(FILL, |piece| piece.2.get())
    };
    let held = |place: f64| match order {
        Order::Forwards => covering(&forwards, place),
        Order::Backwards => covering(&backwards, -place),
        Order::ByPlace => {
            let mut held = FILL;
            let _ = fiber.at(place, |child| {
                held = child.map_or(FILL, Leaf::get);
                Continue(())
            });
            held
        }
    };
    samples().map(held).collect()
}

fn samples() -> impl Iterator<Item = f64> {
    (-20..20).map(|k| f64::from(k) / 4.0)
}

/// Asserts that a line of reals holds the writes between cuts.
fn holds_line<L>(format: L, writes: &[(usize, usize, i32)])
where
    L: Level<Value = f64> + 'static,
    L::Update: AxisUpdate<Coord = f64, Child: LeafUpdate>,
    for<'a> L::Fiber<'a>: Fiber<Coord = f64, Child: Leaf<Value = f64>>,
{
    let mut tensor = Piecewise::declare(format);
    for &(lo, hi, value) in writes {
        let (update, root) = tensor.parts();
        let written = update.cover(root, cut(lo), cut(hi), |values, p| {
            *values.value(p) = value.into();
            Ok(())
        });
        assert_eq!(written, Ok(()));
    }
    let tensor = tensor.freeze().expect("a tensor of the format");
    let last = |place: f64| {
        let around = |&&(lo, hi, _): &&(usize, usize, i32)| cut(lo) <= place.before() && place.after() <= cut(hi);
        writes.iter().rev().find(around).map_or(FILL, |&(_, _, value)| value.into())
    };
    let expected: Vec<f64> = samples().map(last).collect();
    for order in ORDERS {
        assert_eq!(sampled(tensor.root(), order), expected, "{order:?}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn runs_of_reals_start_and_stop_on_the_side_that_was_written(
        writes in prop::collection::vec((0..32usize, 1..8usize, -2..3i32), 0..12),
    ) {
        let writes: Vec<_> = writes.into_iter().map(|(lo, len, value)| (lo, lo + len, value)).collect();
        holds_line(RunList::new(Interval::<f64>::EVERYWHERE, values()), &writes);
        holds_line(RunList::new(Interval::closed(-4.0, 20.0).expect("an interval"), values()), &writes);
    }

    #[test]
    fn points_of_reals_are_found(writes in prop::collection::vec((0..16usize, -2..3i32), 0..12)) {
        let writes: Vec<_> = writes.into_iter().map(|(place, value)| (2 * place, 2 * place + 1, value)).collect();
        holds_line(SparseDict::new(Interval::<f64>::EVERYWHERE, values()), &writes);
        holds_line(SparseCoo::<(f64,), _>::new((Interval::EVERYWHERE,), values()), &writes);
        holds_line(RunList::new(Interval::<f64>::EVERYWHERE, values()), &writes);
    }
}

/// Builds a tensor of two axes from writes.
fn written<L>(format: L, writes: &[Write<2>]) -> Piecewise<L>
where
    L: Level<Value = f64>,
    L::Update: WriteAt<(std::ops::RangeInclusive<i64>, (std::ops::RangeInclusive<i64>, ()))>,
{
    let mut tensor = Piecewise::declare(format);
    for write in writes {
        let place = (write.lo[0]..=write.hi[0], write.lo[1]..=write.hi[1]);
        assert_eq!(tensor.update(place, |value| write.to(value)), Ok(()));
    }
    tensor.freeze().expect("a tensor of the format")
}

/// Asserts that a tensor is unchanged by thawing and by conversion to any of the formats.
macro_rules! converts {
    ($writes:expr; $($format:expr),*) => {$({
        let tensor = written($format, $writes);
        assert_eq!(tensor.thaw().freeze().as_ref(), Ok(&tensor));
        assert!(tensor.convert(pairs(values())).is_ok_and(|other| other.same_function(&tensor)));
        assert!(tensor.convert(dict(runs(values()))).is_ok_and(|other| other.same_function(&tensor)));
        assert!(tensor.convert(list(coo(Element::new(1.0)))).is_ok_and(|other| other.same_function(&tensor)));
    })*};
}

proptest! {
    // Filling a tensor takes long, so there are fewer cases.
    #![proptest_config(ProptestConfig { cases: 24, ..config() })]

    #[test]
    fn conversion_and_thawing_leave_a_tensor_the_same(writes in writes::<2>()) {
        converts!(&writes; pairs(values()), byte_map(runs(values())), runs(dict(values())));
    }
}

#[test]
fn places_that_became_false_are_not_stored() {
    let truths =
        |tensor: &Piecewise<SparseDict<SparseByteMap<Pattern>>>| [(3, 4), (3, 5), (7, 4)].map(|p| tensor.at(p));
    let mut tensor = Piecewise::declare(dict(byte_map(Pattern::new())));
    for (place, truth) in [((3, 4), true), ((3, 5), true), ((7, 4), true), ((3, 5), false), ((7, 4), false)] {
        assert_eq!(tensor.set(place, truth), Ok(()));
    }
    let tensor = tensor.freeze().expect("truths");
    assert_eq!((truths(&tensor), tensor.stored()), ([true, false, false], 1));
    let pairs = tensor.convert(pairs(Pattern::new())).expect("truths");
    assert_eq!(pairs.level().coordinates(), (&[3][..], &[4][..]));
    let runs = Piecewise::from_entries(runs(Pattern::new()), [(PLACES, true), (0..=4, true)], Duplicates::Join);
    assert_eq!(runs.expect("truths").level().stops().len(), 1);
    assert!(matches!(
        Piecewise::from_entries(RunList::new(axis(), Pattern::new()), [(0..=4, true)], Duplicates::Join),
        Err(LevelError::Untrue { position: 0 })
    ));
}

#[test]
fn the_axes_of_one_level_tell_their_extents_and_properties() {
    let extents = (axis(), Interval::<f64>::EVERYWHERE);
    let format = SparseCoo::<(i64, f64), _>::new(extents, runs(values()));
    let tensor = Piecewise::declare(format).freeze().expect("fill");
    assert_eq!(tensor.extents(), (extents.0, extents.1, axis()));
    assert_eq!(tensor.is_injective(), [true, true, false]);
    assert_eq!(tensor.is_concurrent(), [false, false, false]);
}
