//! The laws of reads at scales and directions known at run time, compared with a trie step by step.

mod common;

use common::{Both, indices, list, number, numbered};
use proptest::prelude::*;
use std::cell::Cell;
use unite::trie::{Mirror, Placement, Points, SpaceId, Trie};
use unite::*;

universe! {
    struct Line: 1;
    struct Plane: 2;
    struct Cube: 3;
}

/// A view with factors known at run time, and the space that the same steps lead to in a trie whose root is the block's
/// grid.
struct Steps<'a, S: Space, H: Home> {
    view: DynTensor<&'a [u32], S, AnyExtent<S>, H>,
    trie: Trie,
    space: SpaceId,
    dims: Vec<i64>,
    pad: i64,
}

thread_local! {
    static READ: Cell<usize> = const { Cell::new(0) };
}

impl<'a, S: Space<Ix = [isize; N]>, H: Home, const N: usize> Steps<'a, S, H>
where
    [isize; N]: Tuple<Dims = Dyn<N>>,
{
    fn of(both: Both<'a, S, H>) -> Self {
        let Both { view, trie, space, dims, pad } = both;
        let view = view.scale_by(Scale::coarser([1; N]).unwrap()).unwrap();
        Steps { view, trie, space, dims, pad }
    }

    fn placed(mut self, placement: Placement) -> Self {
        self.space = self.trie.add(&self.space, "step", placement).unwrap();
        self
    }

    fn partition(mut self, at: [isize; N]) -> Self {
        self.view = self.view.partition(at, self.view.extent());
        self.placed(Placement::of(N).origin(list(at)))
    }

    fn mirror<const DIM: usize>(mut self) -> Self {
        let last = self.view.extent().dim(DIM) as i64 - 1;
        self.view = self.view.mirror::<DIM>();
        self.space = self.trie.add(&self.space, "mirror", Mirror::new(N, DIM, last).unwrap()).unwrap();
        self
    }

    fn scale(mut self, refine: [usize; N], coarsen: [usize; N]) -> Self {
        self.view = self.view.scale_by(Scale::new(refine, coarsen).unwrap()).unwrap();
        let factors = |factors: [usize; N]| factors.map(|factor| factor as i64).to_vec();
        self.placed(Placement::of(N).refine(factors(refine))).placed(Placement::of(N).coarsen(factors(coarsen)))
    }

    fn holds_at(&self, i: [isize; N]) {
        let up = self.trie.up_to_root(&self.space, &Points::one(list(i))).unwrap();
        let point: Vec<i64> = up.first().unwrap().iter().map(|x| x + self.pad).collect();
        let inside = point.iter().zip(&self.dims).all(|(&x, &n)| x >= 0 && x < n);
        assert_eq!(self.view.get(i), inside.then(|| number(&point)), "index {i:?} of {}\n{}", self.view, self.trie);
        READ.with(|read| read.set(read.get() + usize::from(inside)));
    }

    fn holds(&self) {
        indices::<[isize; N]>(-4, 7).into_iter().for_each(|i| self.holds_at(i));
    }
}

fn steps<S: Space<Ix = [isize; N]>, const N: usize>(b: &Block<S, u32>) -> Steps<'_, S, Rows<S, AnyExtent<S>>>
where
    [isize; N]: Tuple<Dims = Dyn<N>>,
{
    Steps::of(Both::of(b))
}

/// Asserts that the laws have read samples; a law that is never applied proves nothing.
fn samples_were_read() {
    READ.with(|read| assert!(read.get() > 1000, "{} samples", read.get()));
}

/// Calls `f` with every refinement and coarsening from 1 to 3.
fn factors(mut f: impl FnMut([usize; 1], [usize; 1])) {
    (1..=3).for_each(|refine| (1..=3).for_each(|coarsen| f([refine], [coarsen])));
}

/// Calls `f` with small lines on both sides of 0, with and without padding.
fn lines<S: Space<Ix = [isize; 1], Universe = Line>>(mut f: impl FnMut(&Block<S, u32>)) {
    for n in 1..=4 {
        for (origin, pad) in [(0, 0), (-3, 0), (2, 1)] {
            let mut dims = AnyExtent::<S>::empty();
            dims.set_dim(0, n);
            f(&numbered::<S>([origin], dims, pad));
        }
    }
}

#[test]
fn a_scaled_view_reads_the_first_point_of_each_place() {
    lines::<Line>(|b| {
        factors(|r, c| (-3..=3).for_each(|o| steps(b).partition([o]).scale(r, c).partition([1 - o]).holds()));
    });
    samples_were_read();
}

#[test]
fn scales_of_scales_fold_into_one_formula_where_nothing_coarse_is_refined() {
    lines::<Line>(|b| {
        factors(|r, c| {
            for o in [-2, 0, 3] {
                steps(b).scale(r, [1]).partition([o]).scale(r, c).holds();
                steps(b).scale(r, c).partition([o]).scale([1], c).partition([-o]).holds();
            }
        });
    });
    samples_were_read();
}

#[test]
fn a_mirrored_view_reads_its_points_from_the_last_to_the_first() {
    lines::<Line>(|b| {
        steps(b).mirror::<0>().holds();
        steps(b).mirror::<0>().partition([1]).mirror::<0>().holds();
        factors(|r, c| {
            for o in [-2, 0, 3] {
                steps(b).partition([o]).mirror::<0>().scale(r, c).partition([-o]).holds();
                steps(b).scale(r, c).partition([o]).mirror::<0>().partition([1]).holds();
                steps(b).scale(r, [1]).mirror::<0>().partition([o]).scale(r, c).mirror::<0>().scale([1], c).holds();
            }
        });
    });
    samples_were_read();
}

#[test]
fn factors_known_at_run_time_follow_constant_ones() {
    lines::<Coarse<Line, By<3>>>(|b| factors(|r, c| steps(b).partition([1]).scale(r, c).mirror::<0>().holds()));
    lines::<Fine<Line, By<2>>>(|b| factors(|r, c| steps(b).mirror::<0>().scale(r, c).partition([-1]).holds()));
    lines::<Line>(|b| {
        factors(|r, c| {
            Steps::of(Both::of(b).partition([1]).refine::<By<2>>()).partition([1]).scale(r, c).mirror::<0>().holds();
        });
    });
    samples_were_read();
}

#[test]
fn a_dimension_that_the_view_coarsens_is_not_refined() {
    let b = numbered::<Plane>([0, 0], Dyn([8, 8]), 0);
    let coarse = b.view().coarsen_by([1, 2]).unwrap();
    assert_eq!(coarse.refine_by([2, 2]).err(), Some(ScaleError::RefineAfterCoarsen { dimension: 1 }));
    assert!(coarse.refine_by([2, 1]).is_ok());
    let constant = b.view().coarsen::<By<2, 1>>();
    assert_eq!(constant.refine_by([2, 1]).err(), Some(ScaleError::RefineAfterCoarsen { dimension: 0 }));
    let flags = numbered::<Coarse<Plane, By<4, 4>>>([0, 0], Dyn([2, 2]), 0);
    assert_eq!(flags.view().refine_by([4, 4]).unwrap().at([7, 3]), number(&[1, 0]));
}

#[test]
fn mutable_views_write_what_they_read() {
    let mut b = numbered::<Plane>([3, -2], Dyn([4, 6]), 1);
    for i in indices::<[isize; 2]>(-3, 8) {
        let read = b.view().mirror::<1>().scale_by(Scale::new([1, 2], [2, 3]).unwrap()).unwrap().get(i);
        let mut v = b.view_mut().mirror::<1>().scale_by(Scale::new([1, 2], [2, 3]).unwrap()).unwrap();
        assert_eq!(v.get_mut(i).copied(), read);
        if let Some(sample) = read {
            v.set(i, sample + 1);
            assert_eq!(v.at(i), sample + 1);
        }
    }
}

fn offset<const N: usize>(reach: isize) -> impl Strategy<Value = [isize; N]> {
    proptest::array::uniform(-reach..=reach)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn chains_of_steps_read_what_the_trie_says(
        origin in offset::<2>(1000), dims in [1_usize..40, 1_usize..40], pad in 0_usize..4,
        [o, p, q] in proptest::array::uniform3(offset::<2>(20)), i in offset::<2>(20),
        [r, s, c, d] in proptest::array::uniform4([1_usize..6, 1_usize..6]),
    ) {
        let b = numbered::<Plane>(origin, Dyn(dims), pad);
        let both = || Both::of(&b).partition(o);
        Steps::of(both()).scale(r, c).partition(p).mirror::<1>().scale([1, 1], d).partition(q).holds_at(i);
        Steps::of(both().permute::<Axes<1, 0>>()).mirror::<0>().scale(r, [1, 1]).partition(p).scale(s, c).holds_at(i);
        Steps::of(both().refine::<By<2, 3>>().permute::<Axes<1, 0>>()).partition(q).mirror::<1>().scale(r, c).holds_at(i);
        let cube = numbered::<Cube>([1, -2, 3], Dyn([dims[0].min(8), dims[1].min(8), 5]), pad);
        Steps::of(Both::of(&cube).partition([1, 0, -1]).slice::<1>(q[0])).mirror::<1>().scale(r, c).holds_at(i);
    }
}
