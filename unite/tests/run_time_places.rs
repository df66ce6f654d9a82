//! The laws of places at scales and directions known at run time, compared with the trie.
//!
//! The static layer is exact between points of the universe, and the trie compares places at the resolution of its root. So
//! the laws take a trie whose root has the common refinement of all places: there both are exact, and the answers are
//! equal.

mod common;

use common::{indices, list, number, numbered, tuple};
use unite::trie::{Mirror, Placement, Points, SpaceId, Trie};
use unite::*;

universe! {
    struct Line: 1;
    struct Plane: 2;
    struct Cube: 3;
}

type Third = Fine<Line, By<3>>;
type Pair = Coarse<Line, By<2>>;

/// A place on a line, as the numbers that it is made of.
#[derive(Clone, Copy, Debug)]
struct Case {
    origin: isize,
    refine: usize,
    coarsen: usize,
    /// The samples were taken at the scale; otherwise the points of a place are counted at it.
    sampled: bool,
    /// The first point of the part, along the scaled line.
    at: isize,
    points: usize,
    mirrored: bool,
}

impl Case {
    fn place<S: In<Line, 1>>(&self) -> DynSpot<S, Dyn<1>> {
        let scale = Scale::new([self.refine], [self.coarsen]).unwrap();
        let mut extent = AnyExtent::<S>::empty();
        extent.set_dim(0, self.points);
        let whole = Spot::<S, _>::new(tuple(&[self.origin as i64]), extent);
        let part = if self.sampled {
            whole.sampled_at(scale).unwrap().partition([self.at], Dyn([self.points]))
        } else {
            whole.scale_by(scale).unwrap().partition([self.at], Dyn([self.points]))
        };
        if self.mirrored { part.mirror::<0>() } else { part }
    }

    /// Adds the place to a trie whose root has `fine` points for one of the universe.
    fn define<S: In<Line, 1>>(&self, trie: &mut Trie, fine: i64) -> SpaceId {
        let (refine, coarsen) = (self.refine as i64, self.coarsen as i64);
        let unit = fine / (S::FRAME.refinement(0) as i64 * refine);
        let length = S::FRAME.coarsening(0) as i64 * coarsen;
        let start = self.origin as i64 * if self.sampled { coarsen } else { refine } + self.at as i64 * length;
        let placement = Placement::of(1).origin([start * unit]).coarsen([length * unit]);
        let extent = [self.points as i64];
        if !self.mirrored {
            return trie.add_tensor(&trie.universe(), "place", placement, extent).unwrap();
        }
        let line = trie.add(&trie.universe(), "line", placement).unwrap();
        trie.add_tensor(&line, "place", Mirror::new(1, 0, extent[0] - 1).unwrap(), extent).unwrap()
    }
}

/// Calls `f` with many small places.
fn cases(mut f: impl FnMut(Case)) {
    for refine in 1..=3 {
        for coarsen in 1..=3 {
            for (sampled, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
                for (origin, at, points) in [(0, 0, 3), (-2, 1, 2), (1, -3, 4)] {
                    f(Case { origin, refine, coarsen, sampled, at, points, mirrored });
                }
            }
        }
    }
}

/// A law about two places, and their definitions in a trie.
type Law<A, B> = fn(DynSpot<A, Dyn<1>>, DynSpot<B, Dyn<1>>, &Trie, [&SpaceId; 2]);

/// Calls `law` for every pair of places, and the definitions of both in one trie.
fn pairs<A: In<Line, 1>, B: In<Line, 1>>(law: Law<A, B>) {
    let fine = 6 * (A::FRAME.refinement(0) * B::FRAME.refinement(0)) as i64;
    let mut count = 0;
    cases(|a| {
        cases(|b| {
            count += 1; // Every fifth pair, which meets every case on either side.
            if count % 5 > 0 {
                return;
            }
            let mut trie = Trie::new("common units", 1).unwrap();
            let spaces = [a.define::<A>(&mut trie, fine), b.define::<B>(&mut trie, fine)];
            law(a.place(), b.place(), &trie, spaces.each_ref());
        });
    });
}

macro_rules! all {
    ($law:ident) => {
        pairs::<Line, Line>($law);
        pairs::<Line, Third>($law);
        pairs::<Third, Pair>($law);
        pairs::<Pair, Line>($law);
    };
}

/// Returns the points of a part as indices of the whole.
fn part_of<S: In<Line, 1>, E: Extent>(part: &DynSpot<S, E>, whole: &DynSpot<S, Dyn<1>>) -> Points {
    let n = part.extent().dim(0) as i64;
    let first = whole.index_of(part, [0]).unwrap()[0] as i64;
    Points::from_points(1, (first..first + n).map(|i| [i])).unwrap()
}

#[test]
fn the_points_that_cover_a_place_are_those_that_the_trie_maps_there() {
    fn law<A: In<Line, 1>, B: In<Line, 1>>(
        a: DynSpot<A, Dyn<1>>,
        b: DynSpot<B, Dyn<1>>,
        trie: &Trie,
        [to_a, to_b]: [&SpaceId; 2],
    ) {
        let mapped = trie.map(&trie.points(to_b).unwrap(), to_b, to_a).unwrap();
        assert_eq!(part_of(&a.under(&b), &a), mapped, "{a} under {b}");
        // The overlap has those of them that lie in the extent.
        let held = mapped.intersection(&trie.points(to_a).unwrap()).unwrap();
        assert_eq!(part_of(&a.overlap(&b), &a), held, "overlap of {a} and {b}");
    }
    all!(law);
}

#[test]
fn coverage_is_the_map_there_and_back() {
    fn law<A: In<Line, 1>, B: In<Line, 1>>(
        a: DynSpot<A, Dyn<1>>,
        b: DynSpot<B, Dyn<1>>,
        trie: &Trie,
        [to_a, to_b]: [&SpaceId; 2],
    ) {
        for i in a.indices() {
            let defined = trie.coverage(list(i), to_a, to_b).unwrap();
            assert_eq!(part_of(&a.coverage(i, &b), &a), defined, "{i:?} of {a} from {b}");
        }
    }
    all!(law);
}

#[test]
fn the_index_of_a_point_is_that_of_its_first_position() {
    fn law<A: In<Line, 1>, B: In<Line, 1>>(
        a: DynSpot<A, Dyn<1>>,
        b: DynSpot<B, Dyn<1>>,
        trie: &Trie,
        [to_a, to_b]: [&SpaceId; 2],
    ) {
        for i in indices::<[isize; 1]>(-5, 6) {
            let up = trie.up_to_root(to_b, &Points::one(list(i))).unwrap();
            let first = Points::one(up.first().unwrap());
            let index = trie.map(&first, &trie.universe(), to_a).unwrap();
            let found = a.index_of(&b, [i[0]]).unwrap();
            assert_eq!(Points::one(list(found)), index, "{i:?} of {b} in {a}");
        }
    }
    all!(law);
}

#[test]
fn a_component_reads_the_sample_at_a_place() {
    cases(|component| {
        cases(|place| {
            if !component.sampled || component.mirrored {
                return;
            }
            let block = numbered::<Line>([component.origin], Dyn([component.points]), 2);
            let scale = Scale::new([component.refine], [component.coarsen]).unwrap();
            let view = block.view().sampled_at(scale).unwrap();
            let place = place.place::<Third>();
            let there = view.colocate(&place);
            for i in indices::<[isize; 1]>(-5, 6) {
                let [index] = view.place().index_of(&place, i).unwrap();
                let inside = (-2..component.points as isize + 2).contains(&index);
                let expected = inside.then(|| number(&[index as i64 + 2]));
                assert_eq!(there.get(i), expected, "{i:?} of {there}");
            }
        });
    });
}

#[test]
fn a_place_names_a_space_that_covers_it() {
    let mut equal = 0;
    cases(|a| {
        cases(|b| {
            let (a, b) = (a.place::<Line>(), b.place::<Pair>());
            let mut atlas = Atlas::<Line>::new();
            let (to_a, to_b) = (atlas.name("a", &a).unwrap(), atlas.name("b", &b).unwrap());
            let trie = atlas.trie();
            let mapped = trie.map(&trie.points(&to_b).unwrap(), &to_b, &to_a).unwrap();
            let under = part_of(&a.under(&b), &a);
            assert!(under.is_subset(&mapped).unwrap(), "{a} under {b}: {under} not within {mapped}");
            equal += usize::from(under == mapped);
        });
    });
    assert!(equal > 1000, "{equal}");
}

#[test]
fn constant_factors_and_the_same_at_run_time_are_the_same_place() {
    type Chroma = Coarse<Plane, By<2, 3>>;
    for origin in [[0, 0], [-3, 5], [7, -4]] {
        let luma = Spot::<Plane, _>::new(origin, Dyn([7, 9]));
        let (constant, run_time) = (luma.coarsen::<By<2, 3>>(), luma.coarsen_by([2, 3]).unwrap());
        assert_eq!(run_time.extent(), constant.extent());
        for place in [[1, 1], [-5, 2], [4, 30]] {
            let there = Spot::<Chroma, _>::new(place, Dyn([2, 2]));
            assert_eq!(luma.under_any(&there), luma.under(&there));
            assert_eq!(run_time.under(&there).extent(), constant.under(&there).extent());
            for i in indices::<[isize; 2]>(0, 4) {
                assert_eq!(luma.coverage_any(i, &run_time), luma.coverage(i, &constant));
                assert_eq!(luma.coverage_any(i, &there), luma.coverage(i, &there));
            }
        }
    }
}

#[test]
fn axes_keep_their_factors_in_permuted_and_sliced_spaces() {
    let plane = Spot::<Plane, _>::new([2, -1], Dyn([6, 9]));
    let scale = Scale::new([1, 2], [2, 3]).unwrap();
    let turned = plane.permute::<Axes<1, 0>>().scale_by(Scale::new([2, 1], [3, 2]).unwrap()).unwrap();
    let upright = plane.scale_by(scale).unwrap();
    for i in indices::<[isize; 2]>(-3, 7) {
        assert_eq!(turned.index_of(&upright, i), Some([i[1], i[0]]));
    }
    let cube = Spot::<Cube, _>::new([4, 2, -1], Dyn([3, 6, 9]));
    let layer = cube.slice::<0>(1).scale_by(scale).unwrap();
    assert_eq!(cube.under_any(&layer).dims(), Dyn([1, 6, 9]));
    assert_eq!(cube.dyn_spot().index_of(&layer, [1, 2]), Some([1, 2, 3]));
    let other = cube.slice::<0>(2).scale_by(scale).unwrap();
    assert_eq!(layer.coverage([1, 1], &layer).extent(), Dyn([1, 1]));
    assert_eq!(layer.coverage([1, 1], &other).extent(), Dyn([0, 0]));
}

#[test]
fn the_components_of_a_jpeg_picture_have_their_sizes_and_blocks() {
    // T.81, A.1.1: x_i = ceil(X * H_i / H_max); A.2.3: an MCU has H_i x V_i blocks of component i.
    for (height, width) in [(1, 1), (100, 227), (65_535, 65_535), (16, 24)] {
        for (v_max, h_max) in [(1, 1), (2, 3), (4, 4), (3, 2)] {
            for (v, h) in (1..=v_max).flat_map(|v| (1..=h_max).map(move |h| (v, h))) {
                let picture = Spot::<Plane, _>::new([0, 0], Dyn([height, width]));
                let scale = Scale::new([v, h], [v_max, h_max]).unwrap();
                let component = picture.scale_by(scale).unwrap();
                assert_eq!(component.extent(), Dyn([(height * v).div_ceil(v_max), (width * h).div_ceil(h_max)]));
                let mcu = picture.partition([8 * v_max as isize, 16 * h_max as isize], Dyn([8 * v_max, 8 * h_max]));
                let blocks = component.under(&mcu);
                assert_eq!(blocks, component.partition([8 * v as isize, 16 * h as isize], Dyn([8 * v, 8 * h])));
                assert_eq!(picture.under_any(&blocks), mcu.under(&mcu));
            }
        }
    }
}

#[test]
fn a_part_of_a_component_is_an_ordinary_view_where_it_can_be_one() {
    let block = numbered::<Plane>([0, 0], Dyn([8, 12]), 0);
    let scale = Scale::new([1, 2], [2, 3]).unwrap();
    let component = block.view().sampled_at(scale).unwrap();
    let picture = Spot::<Plane, _>::new([0, 0], Dyn([16, 18]));
    for at in indices::<[isize; 2]>(-4, 20) {
        let covering = component.under(&picture.partition(at, Dyn([3, 5])));
        let view = covering.view().expect("its points are the block's");
        assert_eq!(view.dims(), covering.extent());
        for i in indices::<[isize; 2]>(-1, 4) {
            assert_eq!(view.get(i), covering.get(i));
        }
    }
    // A place of the same factors that starts between the samples of the component.
    let between = component.colocate(&picture.partition([0, 1], Dyn([4, 6])).scale_by(scale).unwrap());
    assert_eq!((between.get([1, 4]), between.view().map(|_| ())), (Some(number(&[1, 4])), None));
    assert!(component.colocate(&picture).view().is_none());
    assert!(component.mirror::<0>().view().is_none());
    assert!(component.mirror::<0>().mirror::<0>().view().is_some());
    assert!(block.view().coarsen_by([2, 1]).unwrap().view().is_none());
}

#[test]
fn factors_that_cannot_be_applied_are_errors() {
    let factor = |refine, coarsen| Err(ScaleError::Factor { dimension: 1, refine, coarsen });
    assert_eq!(Scale::new([1, 0], [1, 1]), factor(0, 1));
    assert_eq!(Scale::new([1, 1], [1, 0]), factor(1, 0));
    assert_eq!(Scale::new([1, 2], [1, 65_537]), factor(2, 65_537));
    assert_eq!(Scale::new([1, usize::MAX], [1, 1]), factor(usize::MAX, 1));
    let many = Spot::<Plane, _>::new([isize::MIN, isize::MAX], Dyn([usize::MAX, 1]));
    let points = ScaleError::Points { dimension: 0, points: usize::MAX, refine: 2 };
    assert_eq!(many.refine_by([2, 1]).err(), Some(points));
    let largest = many.scale_by(Scale::new([1, 65_536], [65_536, 65_536]).unwrap()).unwrap();
    let product = ScaleError::Product { dimension: 1, factor: 2, path: 65_536 };
    assert_eq!(largest.refine_by([1, 2]).err(), Some(product.clone()));
    assert_eq!(largest.coarsen_by([1, 2]).err(), Some(product));
    let fine = Spot::<Fine<Plane, By<4, 4>>, _>::new([0, 0], Dyn([1, 1]));
    let product = ScaleError::Product { dimension: 0, factor: 65_536, path: 4 };
    assert_eq!(fine.sampled_at(Scale::finer([65_536, 1]).unwrap()).err(), Some(product));
}

#[test]
fn places_at_the_ends_of_what_can_be_counted_do_not_wrap() {
    let block = numbered::<Plane>([0, 0], Dyn([4, 4]), 0);
    let whole = block.view().scale_by(Scale::new([65_536, 3], [65_535, 65_536]).unwrap()).unwrap();
    for (at, back) in [(isize::MIN, [isize::MAX, 1]), (isize::MAX, [-isize::MAX, 0])] {
        let part = |place: DynTensor<_, _, _, _>, at| place.partition([at, at], Dyn([usize::MAX, usize::MAX]));
        let mut place = part(whole, 0);
        for _ in 0..40 {
            place = part(place, at);
            assert_eq!((place.get([0, 0]), place.view().map(|_| ())), (None, None));
            assert_eq!(place.colocate(&block.view()).get([3, 3]), Some(number(&[3, 3])));
            assert_eq!(place.under(&block.view()).get([0, 0]), whole.get([0, 0]));
            assert!(place.coverage([0, 0], &block.view()).extent().dim(0) > 0);
            assert!(place.mirror::<0>().mirror::<1>().under(&block.view()).extent().dim(1) > 0);
        }
        // There and back, nothing is lost.
        let again = part(part(part(part(whole, 0), at), back[0]), back[1]);
        assert_eq!((again.get([0, 0]), again.get([3, 0])), (Some(number(&[0, 0])), whole.get([3, 0])));
    }
}
