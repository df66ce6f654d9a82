//! Nests that looplets print, compared with those of `unite_ir::explain::looplets` for the same formats. "The Continuous Tensor
//! Abstraction", Figs. 12 and 13.

use unite::continuous::{Coord, Cut, Interval};
use unite::level::{
    Closed, ClosedOpen, Dense, Element, Fiber, HomogeneousIntervals, IntervalList, LevelError, Piecewise, Pinpoint,
    RunList, SparseList,
};
use unite::looplet::{
    Affine, Arrays, End, Gallop, Jumper, Looplet, Mixed, Names, Nothing, Offset, Operand, Phase, Pieces, Reversed, Run,
    Scale, Sequence, Spike, Stepper, Switch, Wished,
};
use unite::loops::Write;
use unite_ir::explain::looplets::{Expr, Format, Level, Nest, Protocol};

/// Intervals as cuts, as stored by a list of intervals.
#[derive(Debug, Clone, Copy)]
struct Intervals<'a, C>(&'a [(Cut<C>, Cut<C>)]);

impl<C: Coord> Pieces for Intervals<'_, C> {
    type Coord = C;
    type Payload = usize;
    type Kind = Mixed;

    fn start(&self, p: usize) -> Cut<C> {
        self.0[p].0
    }

    fn stop(&self, p: usize) -> Cut<C> {
        self.0[p].1
    }

    fn payload(&self, p: usize) -> usize {
        p
    }
}

/// Intervals as cuts, where the array of stops also contains places of the next piece.
#[derive(Debug, Clone, Copy)]
struct HalfOpen<'a>(Intervals<'a, f64>);

impl Pieces for HalfOpen<'_> {
    type Coord = f64;
    type Payload = usize;
    type Kind = Mixed;

    fn start(&self, p: usize) -> Cut<f64> {
        self.0.start(p)
    }

    fn stop(&self, p: usize) -> Cut<f64> {
        self.0.stop(p)
    }

    fn payload(&self, p: usize) -> usize {
        p
    }

    fn arrays(&self) -> Arrays {
        Arrays { right: End::Beside("right"), ..Arrays::closed("left", "right") }
    }
}

fn intervals<C: Coord>(pieces: &[(Cut<C>, Cut<C>)]) -> Stepper<Intervals<'_, C>> {
    Stepper::new(Intervals(pieces), 0, pieces.len())
}

fn points<C: Coord>(points: &[C]) -> Piecewise<SparseList<Element<f64>, C>> {
    let mut tensor = Piecewise::declare(SparseList::new(Interval::EVERYWHERE, Element::new(0.0)));
    let (update, root) = tensor.parts();
    for &x in points {
        update.write(root, ((x.before(), x.after()), ()), &mut |value| *value = 1.0).expect("everywhere is everywhere");
    }
    tensor.freeze().expect("they are points")
}

/// Names a looplet like the symbolic levels.
fn named<L: Looplet>(looplet: &L) -> Nest {
    looplet.describe(&Names { fill: 0.0.into(), ..Names::default() })
}

#[test]
fn fibers_print_what_their_formats_are() {
    let pinpoint: Piecewise<Pinpoint<Element<f64>>> = points(&[1.0, 2.5]);
    assert_eq!(named(&pinpoint.root().walk()), Level::pinpoint("x", "p").looplets());
    let list = points(&[1i64, 7]);
    assert_eq!(named(&list.root().walk()), Level::new(Format::SparseList, "x", "p").looplets());
    let pieces = [(1.0.before(), 2.0.before()), (3.0.after(), 4.0.after())];
    assert_eq!(named(&intervals(&pieces)), Level::interval("x", "p").looplets());
    let leader = Level::interval("x", "p").with_protocol(Protocol::Gallop).looplets();
    assert_eq!(named(&Jumper::new(intervals(&pieces))), leader);
    assert_eq!(named(&Wished::new(intervals(&pieces), Gallop).only()), leader);
}

#[test]
fn fibers_of_intervals_print_their_ends() {
    let child = || Element::new(0.0);
    let list = Piecewise::declare(IntervalList::<_>::new(Interval::EVERYWHERE, child())).freeze().expect("empty");
    assert_eq!(named(&list.root().walk()), Level::interval("x", "p").looplets());
    let closed = HomogeneousIntervals::<_, Closed>::new(Interval::EVERYWHERE, child());
    let closed = Piecewise::declare(closed).freeze().expect("empty");
    assert_eq!(named(&closed.root().walk()), Level::interval("x", "p").looplets());
    let half_open = HomogeneousIntervals::<_, ClosedOpen>::new(Interval::EVERYWHERE, child());
    let half_open = Piecewise::declare(half_open).freeze().expect("empty");
    assert!(named(&half_open.root().walk()).to_string().contains("stop = x.right[p] - eps"));
}

#[test]
fn fibers_that_are_looked_up_or_run_on_print_so() -> Result<(), LevelError> {
    let dense = Piecewise::declare(Dense::new(-1..4i64, Element::new(0.0))?).freeze()?;
    assert_eq!(
        named(&dense.root().walk().mapped(Offset(2))).to_string(),
        "\
Sequence
├─ Phase ..= -4: Run 0
├─ Phase ..= 1
│  └─ Lookup p: Run x.val[p + 2 + 1]
└─ Phase ..= inf: Run 0
"
    );
    let from_zero = Piecewise::declare(Dense::new(0..4i64, Element::new(0.0))?).freeze()?;
    let symbolic = Level::new(Format::Dense, "x", "p").looplets();
    let symbolic = symbolic.replace(&(Expr::from("x.size") - 1.0.into()), &3.0.into());
    assert_eq!(named(&from_zero.root().walk()), symbolic);
    let runs = Piecewise::declare(RunList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0))).freeze()?;
    assert_eq!(named(&runs.root().walk()), Level::new(Format::RunList, "x", "p").looplets());
    Ok(())
}

#[test]
fn a_nest_names_what_it_is_told_to() {
    let pinpoint: Piecewise<Pinpoint<Element<f64>>> = points(&[1.0]);
    let names = Names { tensor: "Mask", position: "m", fill: 7.0.into(), map: None };
    assert_eq!(pinpoint.root().walk().describe(&names), Level::pinpoint("Mask", "m").with_fill(7.0).looplets());
}

#[test]
fn unrolled_looplets_cover_the_line_with_the_ends_that_pieces_have() {
    let pieces = [(1.0.before(), 2.0.before()), (2.0.before(), 3.0.after()), (3.0.after(), 4.0.before())];
    assert_eq!(
        intervals(&pieces).unrolled().to_string(),
        "\
Sequence
├─ Phase ..= 1 - eps: Run fill
├─ Phase ..= 2 - eps: Run x[0]
├─ Phase ..= 3: Run x[1]
├─ Phase ..= 4 - eps: Run x[2]
└─ Phase ..= inf: Run fill
"
    );
    let open = [(1.0.after(), 3.0.before())];
    assert_eq!(
        intervals(&open).unrolled().to_string(),
        "\
Sequence
├─ Phase ..= 1: Run fill
├─ Phase ..= 3 - eps: Run x[0]
└─ Phase ..= inf: Run fill
"
    );
    let whole = [(2.before(), 5.before())];
    assert_eq!(
        intervals(&whole).unrolled().to_string(),
        "\
Sequence
├─ Phase ..= 1: Run fill
├─ Phase ..= 4: Run x[0]
└─ Phase ..= inf: Run fill
"
    );
    assert_eq!(intervals::<f64>(&[]).unrolled().to_string(), "Run fill\n");
    assert_eq!(Nothing::<f64, ()>::new().nest().to_string(), "Run fill\n");
    assert_eq!(Run::<f64, _>::new(7).nest().to_string(), "Run x\n");
}

#[test]
fn combined_looplets_print_their_parts() {
    let both = Sequence::new(Run::new(1), 2.0.before(), Phase::new(2.0.before(), 3.0.after(), Spike::new(2.5, 2)));
    assert_eq!(
        both.nest().to_string(),
        "\
Sequence
├─ Phase ..= 2 - eps: Run x.first
└─ Phase ..= inf
   └─ Sequence
      ├─ Phase ..= 2 - eps: Run fill
      ├─ Phase ..= 3
      │  └─ Sequence
      │     ├─ Phase ..= 2.5 - eps: Run fill
      │     ├─ Phase ..= 2.5: Run x.second
      │     └─ Phase ..= inf: Run fill
      └─ Phase ..= inf: Run fill
"
    );
    let one: Switch<Run<f64, i32>, Spike<f64, i32>> = Switch::First(Run::new(1));
    assert_eq!(one.nest(), Run::<f64, _>::new(1).nest());
}

#[test]
fn a_mapped_looplet_prints_the_places_of_the_loop() {
    let pinpoint: Piecewise<Pinpoint<Element<f64>>> = points(&[1.0, 2.5]);
    let shifted = pinpoint.root().walk().mapped(Offset(0.5));
    assert_eq!(
        shifted.nest().to_string(),
        "\
Sequence
├─ Phase ..= last(x.crd) - 0.5
│  └─ Stepper p: seek(j) = first(x.crd >= j + 0.5); stop = x.crd[p] - 0.5; next = p + 1
│     └─ Sequence
│        ├─ Phase ..= x.crd[p] - 0.5 - eps: Run fill
│        └─ Phase ..= x.crd[p] - 0.5: Run x.val[p]
└─ Phase ..= inf: Run fill
"
    );
    // x[2 * (i + 1) - 3] at 1 and at 2.5
    let twice = Affine::new(pinpoint.root().walk().mapped(Scale { scale: 2.0, offset: -3.0 }), Offset(1.0));
    assert_eq!(
        twice.unrolled().to_string(),
        "\
Sequence
├─ Phase ..= 1 - eps: Run fill
├─ Phase ..= 1: Run x[0]
├─ Phase ..= 1.75 - eps: Run fill
├─ Phase ..= 1.75: Run x[1]
└─ Phase ..= inf: Run fill
"
    );
    assert_eq!(Affine::new(Spike::new(4.0, 'a'), Offset(1.5)).nest(), Spike::new(2.5, 'a').nest());
}

#[test]
fn arrays_with_open_ends_or_read_backwards_say_so() {
    let pieces = [(1.0.before(), 2.0.before())];
    let half_open = HalfOpen(Intervals(&pieces));
    assert_eq!(
        Stepper::new(half_open, 0, 1).nest().to_string(),
        "\
Sequence
├─ Phase ..= last(x.right) - eps
│  └─ Stepper p: seek(j) = first(x.right >= j + eps); stop = x.right[p] - eps; next = p + 1
│     └─ Sequence
│        ├─ Phase ..= x.left[p] - eps: Run fill
│        └─ Phase ..= x.right[p] - eps: Run x.val[p]
└─ Phase ..= inf: Run fill
"
    );
    assert_eq!(
        Stepper::new(Reversed::new(half_open, 1), 0, 1).nest().to_string(),
        "\
Sequence
├─ Phase ..= last(-rev(x.left))
│  └─ Stepper p: seek(j) = first(-rev(x.left) >= j); stop = -rev(x.left)[p]; next = p + 1
│     └─ Sequence
│        ├─ Phase ..= -rev(x.right)[p]: Run fill
│        └─ Phase ..= -rev(x.left)[p]: Run rev(x.val)[p]
└─ Phase ..= inf: Run fill
"
    );
}
