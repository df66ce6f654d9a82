//! The laws of the static layer against the trie beyond small domains. Origins, parts and indices are random, factors
//! larger, and ranks up to 4.

mod common;

use common::{Both, numbered, samples_read};
use proptest::prelude::*;
use unite::*;

universe! {
    struct Plane: 2;
    struct Cube: 3;
    struct Hyper: 4;
}

fn offset<const N: usize>(reach: isize) -> impl Strategy<Value = [isize; N]> {
    proptest::array::uniform(-reach..=reach)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn chains_of_steps_on_a_plane_read_what_the_trie_says(
        origin in offset::<2>(1000), dims in [1_usize..50, 1_usize..50], pad in 0_usize..5,
        [o, p, q] in proptest::array::uniform3(offset::<2>(40)), i in offset::<2>(30),
    ) {
        let b = numbered::<Plane>(origin, Dyn(dims), pad);
        let both = || Both::of(&b).partition(o);
        both().refine::<By<4, 4>>().partition(p).coarsen::<By<4, 4>>().partition(q).holds_at(i);
        both().refine::<By<5, 3>>().partition(p).permute::<Axes<1, 0>>().coarsen::<By<7, 2>>().partition(q).holds_at(i);
        both().coarsen::<By<2, 8>>().partition(p).permute::<Axes<1, 0>>().coarsen::<By<3, 1>>().partition(q).holds_at(i);
        both().refine::<By<2, 3>>().partition(p).refine::<By<3, 2>>().partition(q).coarsen::<By<5, 12>>().holds_at(i);
        both().permute::<Axes<1, 0>>().refine::<By<1, 16>>().partition(p).slice::<0>(q[0]).coarsen::<By<5>>().holds_at([i[0]]);
        let [y, x] = q;
        let shifted = b.view().partition(o, Dyn([1, 1])).partition(p, Dyn([1, 1])).at_index(q);
        prop_assert_eq!(shifted, b.view().get([o[0] + p[0] + y, o[1] + p[1] + x]));
    }

    #[test]
    fn chains_of_steps_on_a_coarse_or_fine_block_read_what_the_trie_says(
        origin in offset::<2>(1000), dims in [1_usize..30, 1_usize..30], pad in 0_usize..5,
        [o, p, q] in proptest::array::uniform3(offset::<2>(20)), i in offset::<2>(60),
    ) {
        let macroblocks = numbered::<Coarse<Plane, By<16, 16>>>(origin, Dyn(dims), pad);
        Both::of(&macroblocks).partition(o).refine::<By<16, 16>>().partition(p).coarsen::<By<4, 4>>().holds_at(i);
        Both::of(&macroblocks).partition(o).permute::<Axes<1, 0>>().refine::<By<2, 16>>().partition(q).holds_at(i);
        let quarters = numbered::<Fine<Plane, By<4, 4>>>(origin, Dyn(dims), pad);
        Both::of(&quarters).partition(o).coarsen::<By<4, 4>>().partition(p).holds_at([i[0] / 8, i[1] / 8]);
        let turned = numbered::<Permuted<Coarse<Plane, By<3, 2>>, Axes<1, 0>>>(origin, Dyn(dims), pad);
        Both::of(&turned).partition(o).refine::<By<2, 3>>().permute::<Axes<1, 0>>().partition(q).coarsen::<By<3, 5>>().holds_at(i);
    }

    #[test]
    fn chains_of_steps_in_three_and_four_dimensions_read_what_the_trie_says(
        dims in [1_usize..9, 1_usize..9, 1_usize..9, 1_usize..9], pad in 0_usize..2,
        o in offset::<4>(3), p in offset::<4>(3), i in offset::<4>(9), at in -2_isize..9,
    ) {
        let b = numbered::<Hyper>(o, Dyn(dims), pad);
        Both::of(&b).permute::<Axes<3, 1, 0, 2>>().partition(p).coarsen::<By<2, 1, 3, 1>>().holds_at(i);
        Both::of(&b).refine::<By<1, 2, 1, 3>>().permute::<Axes<1, 0, 3, 2>>().partition(p).coarsen::<By<3, 1, 2, 2>>().holds_at(i);
        let [_, y, x, z] = i;
        Both::of(&b).slice::<2>(at).permute::<Axes<2, 0, 1>>().coarsen::<By<2, 2, 1>>().holds_at([y, x, z]);
        Both::of(&b).coarsen::<By<2, 3, 1, 2>>().slice::<0>(at).slice::<1>(p[0]).slice::<1>(p[1]).holds_at([x]);
        let cube = numbered::<Cube>([o[0], o[1], o[2]], Dyn([dims[0], dims[1], dims[2]]), pad);
        Both::of(&cube).permute::<Axes<2, 0, 1>>().slice::<0>(at).refine::<By<4, 2>>().partition([y, x]).holds_at([z, y]);
    }
}

#[test]
fn the_random_laws_find_samples() {
    let b = numbered::<Plane>([3, 4], Dyn([20, 20]), 2);
    Both::of(&b).refine::<By<4, 4>>().partition([7, 9]).coarsen::<By<4, 4>>().holds_at([1, 1]);
    assert_eq!(samples_read(), 1);
}

/// Reads through a part of one point, which equals a read at its index.
trait AtIndex {
    fn at_index(&self, i: [isize; 2]) -> Option<u32>;
}

impl AtIndex for View<'_, Plane, u32> {
    fn at_index(&self, i: [isize; 2]) -> Option<u32> {
        self.partition(i, Fixed::<1, 1>).get([0, 0])
    }
}
