//! The laws that compare each operation of the static layer with its definition in a trie. They are tested exhaustively
//! for small domains.

mod common;

use common::{Both, indices, numbered, samples_read};
use unite::*;

universe! {
    struct Line: 1;
    struct Plane: 2;
    struct Cube: 3;
}

/// Calls `$f::<1>()` to `$f::<3>()`, or the nine pairs.
macro_rules! factors {
    ($f:ident) => {{
        $f::<1>();
        $f::<2>();
        $f::<3>();
    }};
    ($f:ident, $f2:ident) => {{
        $f::<1, 1>();
        $f::<1, 2>();
        $f::<1, 3>();
        $f::<2, 1>();
        $f::<2, 2>();
        $f::<2, 3>();
        $f::<3, 1>();
        $f::<3, 2>();
        $f::<3, 3>();
    }};
}

const PLACES: std::ops::RangeInclusive<isize> = -3..=3;

/// Calls `f` with every small line: extent 1 to 4, with and without padding, at origins on both sides of 0.
fn lines(mut f: impl FnMut(&Block<Line, u32>)) {
    for n in 1..=4 {
        for (origin, pad) in [(0, 0), (-3, 0), (2, 1)] {
            f(&numbered([origin], Dyn([n]), pad));
        }
    }
}

#[test]
fn a_partition_reads_its_parent_shifted() {
    lines(|b| PLACES.for_each(|o| Both::of(b).partition([o]).holds()));
    assert!(samples_read() > 100);
}

#[test]
fn parts_of_parts_are_parts() {
    lines(|b| {
        PLACES.for_each(|o| PLACES.for_each(|p| Both::of(b).partition([o]).partition([p]).holds()));
    });
    assert!(samples_read() > 100);
}

#[test]
fn a_coarse_view_reads_the_first_point_of_each_place() {
    fn law<const C: isize>() {
        lines(|b| {
            PLACES.for_each(|o| {
                PLACES.for_each(|p| Both::of(b).partition([o]).coarsen::<By<C>>().partition([p]).holds());
            });
        });
    }
    factors!(law);
    assert!(samples_read() > 100);
}

#[test]
fn a_fine_view_reads_the_point_it_lies_in() {
    fn law<const R: isize>() {
        lines(|b| {
            PLACES.for_each(|o| {
                PLACES.for_each(|p| Both::of(b).partition([o]).refine::<By<R>>().partition([p]).holds());
            });
        });
    }
    factors!(law);
    assert!(samples_read() > 100);
}

#[test]
fn refining_then_coarsening_folds_into_one_formula() {
    fn law<const R: isize, const C: isize>() {
        lines(|b| {
            for (o, p) in [(0, 0), (-2, 1), (1, -3), (3, 2)] {
                PLACES.for_each(|q| {
                    Both::of(b)
                        .partition([o])
                        .refine::<By<R>>()
                        .partition([q])
                        .coarsen::<By<C>>()
                        .partition([p])
                        .holds();
                });
            }
        });
    }
    factors!(law, law);
    assert!(samples_read() > 100);
}

#[test]
fn coarsening_twice_folds_into_one_formula() {
    fn law<const C: isize, const D: isize>() {
        lines(|b| {
            for (o, p) in [(0, 0), (-2, 1), (1, -1)] {
                PLACES.for_each(|q| {
                    Both::of(b)
                        .partition([o])
                        .coarsen::<By<C>>()
                        .partition([q])
                        .coarsen::<By<D>>()
                        .partition([p])
                        .holds();
                });
            }
        });
    }
    factors!(law, law);
    assert!(samples_read() > 100);
}

#[test]
fn refining_twice_folds_into_one_formula() {
    fn law<const R: isize, const Q: isize>() {
        lines(|b| {
            for (o, p) in [(0, 0), (-2, 1), (1, -3)] {
                PLACES.for_each(|q| {
                    Both::of(b)
                        .partition([o])
                        .refine::<By<R>>()
                        .partition([q])
                        .refine::<By<Q>>()
                        .partition([p])
                        .holds();
                });
            }
        });
    }
    factors!(law, law);
    assert!(samples_read() > 100);
}

#[test]
fn refining_a_block_of_coarse_points_folds_into_one_formula() {
    fn law<const C: isize, const R: isize>() {
        for n in 1..=4 {
            for (origin, pad) in [(0, 0), (-3 * C, 0), (2, 1)] {
                let b = numbered::<Coarse<Line, By<C>>>([origin], Dyn([n]), pad);
                PLACES.for_each(|o| {
                    PLACES.for_each(|p| Both::of(&b).partition([o]).refine::<By<R>>().partition([p]).holds());
                });
            }
        }
    }
    factors!(law, law);
    assert!(samples_read() > 100);
}

#[test]
fn coarsening_a_block_of_fine_points_folds_into_one_formula() {
    fn law<const R: isize, const C: isize>() {
        for n in 1..=4 {
            for (origin, pad) in [(0, 0), (-3, 0), (2, 1)] {
                let b = numbered::<Fine<Line, By<R>>>([origin], Dyn([n]), pad);
                PLACES.for_each(|o| {
                    PLACES.for_each(|p| Both::of(&b).partition([o]).coarsen::<By<C>>().partition([p]).holds());
                });
            }
        }
    }
    factors!(law, law);
    assert!(samples_read() > 100);
}

#[test]
fn a_partition_with_steps_is_a_partition_and_a_coarsening() {
    fn law<const C: isize>() {
        lines(|b| {
            PLACES.for_each(|o| {
                let steps = b.view().partition_by::<By<C>, _>([o], Dyn([3]));
                let chain = b.view().partition([o], Dyn([9])).coarsen::<By<C>>();
                indices::<[isize; 1]>(-5, 7).into_iter().for_each(|i| assert_eq!(steps.get(i), chain.get(i)));
            });
        });
    }
    factors!(law);
}

/// Calls `f` with every small plane.
fn planes(mut f: impl FnMut(&Block<Plane, u32>)) {
    for (height, width) in [(1, 1), (1, 4), (3, 2), (4, 3)] {
        for (origin, pad) in [([0, 0], 0), ([-3, 2], 0), ([1, -2], 1)] {
            f(&numbered(origin, Dyn([height, width]), pad));
        }
    }
}

#[test]
fn a_permuted_view_exchanges_its_dimensions() {
    planes(|b| {
        for o in [[0, 0], [-1, 2], [2, -3]] {
            Both::of(b).partition(o).permute::<Axes<1, 0>>().partition(o).holds();
            Both::of(b).partition(o).permute::<Axes<1, 0>>().permute::<Axes<1, 0>>().partition(o).holds();
        }
    });
    assert!(samples_read() > 100);
}

#[test]
fn factors_follow_their_dimensions_through_a_permutation() {
    planes(|b| {
        for (o, p) in [([0, 0], [0, 0]), ([-1, 2], [1, -2]), ([2, -3], [-3, 1])] {
            Both::of(b).coarsen::<By<2, 3>>().partition(o).permute::<Axes<1, 0>>().partition(p).holds();
            Both::of(b).refine::<By<2, 3>>().partition(o).permute::<Axes<1, 0>>().partition(p).holds();
            Both::of(b).permute::<Axes<1, 0>>().coarsen::<By<3, 1>>().partition(o).holds();
            Both::of(b).permute::<Axes<1, 0>>().refine::<By<1, 3>>().partition(o).coarsen::<By<2, 2>>().holds();
            Both::of(b)
                .refine::<By<3, 1>>()
                .partition(o)
                .permute::<Axes<1, 0>>()
                .coarsen::<By<3, 2>>()
                .partition(p)
                .holds();
        }
    });
    assert!(samples_read() > 100);
}

#[test]
fn a_slice_keeps_its_place_along_the_dropped_axis() {
    planes(|b| {
        PLACES.for_each(|at| {
            Both::of(b).slice::<0>(at).holds();
            Both::of(b).slice::<1>(at).partition([at]).holds();
            Both::of(b).coarsen::<By<2, 3>>().partition([1, -1]).slice::<0>(at).holds();
            Both::of(b).coarsen::<By<2, 3>>().slice::<1>(at).partition([at]).coarsen::<By<2>>().holds();
            Both::of(b).refine::<By<3, 2>>().partition([-2, 1]).slice::<0>(at).coarsen::<By<3>>().holds();
        });
    });
    assert!(samples_read() > 100);
}

#[test]
fn cubes_permute_and_slice_in_any_order() {
    for (origin, pad) in [([0, 0, 0], 0), ([-3, 2, 1], 1)] {
        let b = numbered::<Cube>(origin, Dyn([2, 3, 4]), pad);
        Both::of(&b).permute::<Axes<2, 0, 1>>().partition([1, -1, 0]).holds();
        Both::of(&b).permute::<Axes<1, 2, 0>>().permute::<Axes<1, 2, 0>>().coarsen::<By<2, 1, 3>>().holds();
        PLACES.for_each(|at| {
            Both::of(&b).slice::<1>(at).permute::<Axes<1, 0>>().refine::<By<2, 3>>().holds();
            Both::of(&b).permute::<Axes<2, 0, 1>>().slice::<0>(at).slice::<1>(1).coarsen::<By<2>>().holds();
        });
    }
    assert!(samples_read() > 100);
}

#[test]
fn two_routes_to_an_equal_frame_give_equal_addresses() {
    planes(|b| {
        let v = b.view();
        for i in indices::<[isize; 2]>(-5, 7) {
            let [y, x] = i;
            assert_eq!(v.coarsen::<By<2, 2>>().coarsen::<By<3, 1>>().offset(i), v.coarsen::<By<6, 2>>().offset(i));
            assert_eq!(v.permute::<Axes<1, 0>>().permute::<Axes<1, 0>>().offset(i), v.offset(i));
            assert_eq!(
                v.permute::<Axes<1, 0>>().coarsen::<By<3, 2>>().offset(i),
                v.coarsen::<By<2, 3>>().offset([x, y])
            );
            assert_eq!(v.refine::<By<2, 2>>().coarsen::<By<2, 2>>().offset(i), v.offset(i));
            assert_eq!(
                v.partition([1, 2], Dyn([2, 2])).partition([y, x], Dyn([1, 1])).offset([0, 0]),
                v.offset([y + 1, x + 2])
            );
            assert_eq!(v.slice::<0>(y).offset([x]), v.offset(i));
            assert_eq!(v.colocate(&v.partition([2, 1], Dyn([1, 1]))).offset(i), v.offset([y + 2, x + 1]));
        }
    });
}
