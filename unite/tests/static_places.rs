//! The laws of places, compared with the trie. They are about both forms of colocation, coverage, and the spaces that
//! tensors name.
//!
//! The static layer keeps the exact position of a point; the trie compares places at the resolution of their common
//! ancestor. So on a refined grid the static answer is one of the trie's, and elsewhere the answers are equal.

mod common;

use common::{indices, list, number, numbered};
use unite::trie::Points;
use unite::*;

universe! {
    struct Plane: 2;
    struct Cube: 3;
}

type Half = Coarse<Plane, By<2, 2>>;
type Uneven = Coarse<Plane, By<3, 1>>;
type Turned = Permuted<Plane, Axes<1, 0>>;
type TurnedHalf = Permuted<Coarse<Plane, By<2, 3>>, Axes<1, 0>>;
type Quarter = Fine<Plane, By<4, 4>>;
type Third = Fine<Plane, By<3, 1>>;
/// A space of whole samples at a quarter's place.
type Moved = Coarse<Quarter, By<4, 4>>;
type Flags = Fine<Half, By<2, 2>>;

const ORIGINS: [[isize; 2]; 5] = [[0, 0], [1, 0], [-2, 3], [5, -1], [-3, -4]];

fn is_refined<S: Space>() -> bool {
    (0..2).any(|a| S::FRAME.refinement(a) > 1)
}

/// Calls `$law::<A, B>()` for every pair of spaces.
macro_rules! pairs {
    ($law:ident: $($a:ident)*) => { $( pairs!(@ $law $a Plane Half Uneven Turned TurnedHalf Quarter Third Moved Flags); )* };
    (@ $law:ident $a:ident $($b:ident)*) => { $( $law::<$a, $b>(); )* };
}

/// Returns the point of the block that a view reads, counted from the block's corner.
fn read<S: Space, E: Extent, H: Home>(view: &Tensor<&[u32], S, E, H>, i: Ix<S>) -> Option<Vec<i64>> {
    let numbered = i64::from(view.get(i)?) - 1;
    let leading = numbered - (1 << 12); // 64^2, the leading 1 of `number`
    Some(vec![(leading + 1) / 64, (leading + 1) % 64])
}

#[test]
fn a_colocated_view_reads_one_of_the_points_at_its_place_and_the_first_when_the_place_is_not_refined() {
    fn law<A: In<Plane, 2>, B: In<Plane, 2>>() {
        let mut found = 0;
        for origin in ORIGINS {
            let block = numbered::<A>(origin, tuple_dims::<A>(), 20);
            for place in ORIGINS {
                let spot = Spot::<B, _>::new(place, dims::<B>([3, 2]));
                let view = block.view().colocate(&spot);
                let mut atlas = Atlas::<Plane>::new();
                let (to, grid) = (atlas.name("place", &spot).unwrap(), atlas.block("block", &block.view()).unwrap());
                for i in indices::<[isize; 2]>(-2, 4) {
                    let Some(point) = read(&view, i) else { continue };
                    let point = if A::FRAME.axis(0) == 0 { point } else { vec![point[1], point[0]] };
                    let at_place = atlas.trie().map(&Points::one(list(i)), &to, &grid).unwrap();
                    if is_refined::<B>() {
                        assert!(at_place.contains(&point), "{i:?} of {view} reads {point:?}, not of {at_place}");
                    } else {
                        assert_eq!(at_place.first().unwrap(), point, "{i:?} of {view}");
                    }
                    found += 1;
                }
            }
        }
        assert!(found > 100, "{found}");
    }
    pairs!(law: Plane Half Uneven Turned TurnedHalf Quarter Third Moved Flags);
}

fn dims<S: Space>(n: [usize; 2]) -> AnyExtent<S> {
    let mut dims = AnyExtent::<S>::empty();
    n.into_iter().enumerate().for_each(|(k, n)| dims.set_dim(k, n));
    dims
}

fn tuple_dims<S: Space>() -> AnyExtent<S> {
    dims::<S>([7, 9])
}

/// Returns the points of a part, as indices of the whole.
fn part_of<S: In<Plane, 2>, E: Extent, E2: Extent>(part: &Spot<S, E2>, whole: &Spot<S, E>) -> Points {
    let first: Vec<i64> = (0..2)
        .map(|k| {
            let a = S::FRAME.axis(k);
            let steps = part.origin()[a] - whole.origin()[a];
            assert_eq!(steps % S::FRAME.coarsening(a), 0, "a part starts at a point of the whole");
            (steps / S::FRAME.coarsening(a)) as i64
        })
        .collect();
    let extent: Vec<i64> = (0..2).map(|k| part.extent().dim(k) as i64).collect();
    if extent.contains(&0) { Points::new(2) } else { Points::cuboid(first, extent).unwrap() }
}

#[test]
fn the_destination_form_covers_what_maps_there() {
    fn law<A: In<Plane, 2>, B: In<Plane, 2>>() {
        for origin in ORIGINS {
            for place in ORIGINS {
                let (a, b) =
                    (Spot::<A, _>::new(origin, dims::<A>([7, 9])), Spot::<B, _>::new(place, dims::<B>([3, 2])));
                let under = part_of(&a.under(&b), &a);
                let mut atlas = Atlas::<Plane>::new();
                let (to_a, to_b) = (atlas.name("a", &a).unwrap(), atlas.name("b", &b).unwrap());
                let trie = atlas.trie();
                let mapped = trie.map(&trie.points(&to_b).unwrap(), &to_b, &to_a).unwrap();
                if is_refined::<A>() || is_refined::<B>() {
                    assert!(under.is_subset(&mapped).unwrap(), "{a} under {b}: {under} not within {mapped}");
                } else {
                    assert_eq!(under, mapped, "{a} under {b}");
                }
            }
        }
    }
    pairs!(law: Plane Half Uneven Turned TurnedHalf Quarter Third Moved Flags);
}

#[test]
fn the_constant_destination_form_is_the_run_time_one_where_the_place_is_aligned() {
    for place in [[0, 0], [16, 32], [-16, 8], [2, -4]] {
        let chroma = Spot::<Half, _>::new([0, 0], Dyn([64, 64]));
        let mb = Spot::<Plane, _>::new(place, Fixed::<16, 16>);
        assert_eq!(chroma.under_fixed::<Fixed<8, 8>, _>(&mb), chroma.under(&mb).fixed());
    }
    // Elsewhere it starts at the point that contains the first position.
    let chroma = Spot::<Half, _>::new([0, 0], Dyn([64, 64]));
    let odd = Spot::<Plane, _>::new([-3, 5], Fixed::<16, 16>);
    assert_eq!(chroma.under_fixed::<Fixed<8, 8>, _>(&odd).origin(), chroma.under(&odd).origin());
    assert_eq!(chroma.under(&odd).extent(), Dyn([9, 9]));
}

#[test]
fn coverage_is_what_maps_there_and_back() {
    fn law<A: In<Plane, 2>, B: In<Plane, 2>>() {
        for origin in ORIGINS {
            for place in ORIGINS {
                let (a, b) =
                    (Spot::<A, _>::new(origin, dims::<A>([4, 3])), Spot::<B, _>::new(place, dims::<B>([3, 2])));
                let mut atlas = Atlas::<Plane>::new();
                let (to_a, to_b) = (atlas.name("a", &a).unwrap(), atlas.name("b", &b).unwrap());
                for i in indices::<[isize; 2]>(0, 3) {
                    let covered = part_of(&a.coverage(i, &b), &a);
                    let defined = atlas.trie().coverage(list(i), &to_a, &to_b).unwrap();
                    if is_refined::<A>() || is_refined::<B>() {
                        assert!(covered.is_subset(&defined).unwrap(), "{i:?} of {a} from {b}: {covered} {defined}");
                    } else {
                        assert_eq!(covered, defined, "{i:?} of {a} from {b}");
                    }
                }
            }
        }
    }
    pairs!(law: Plane Half Uneven Turned TurnedHalf Quarter Third Moved Flags);
}

#[test]
fn coverage_of_a_chain_of_refinements_is_the_published_one() {
    // U -r2-> T1 -r2-> T2, point 5 of T2, seen from T2, T1 and U.
    universe! { struct U: 1; }
    type T1 = Fine<U, By<2>>;
    type T2 = Fine<T1, By<2>>;
    let t2 = Spot::<T2, _>::new([0], Dyn([16]));
    let seen = |part: Spot<T2, Dyn<1>>| (part.origin()[0], part.extent().0[0]);
    assert_eq!(seen(t2.coverage([5], &t2)), (5, 1));
    assert_eq!(seen(t2.coverage([5], &Spot::<T1, _>::new([0], Dyn([8])))), (4, 2));
    assert_eq!(seen(t2.coverage([5], &Spot::<U, _>::new([0], Dyn([4])))), (4, 4));
}

#[test]
fn a_plane_has_no_part_in_what_another_plane_covers() {
    type Layer = Sliced<Cube, 0>;
    let (here, there) = (Spot::<Layer, _>::new([3, 0, 0], Dyn([4, 4])), Spot::<Layer, _>::new([2, 0, 0], Dyn([4, 4])));
    assert_eq!(here.coverage([1, 1], &here).extent(), Dyn([1, 1]));
    assert_eq!(here.coverage([1, 1], &there).extent(), Dyn([0, 0]));
    // A place of another plane is beside the tensor: a block of rank 2 has no data there, one of rank 3 has.
    let layer = numbered::<Layer>([3, 0, 0], Dyn([4, 4]), 0);
    assert_eq!(
        (layer.view().colocate(&here).get([0, 0]).is_some(), layer.view().colocate(&there).get([0, 0])),
        (true, None)
    );
    let cube = numbered::<Cube>([0, 0, 0], Dyn([4, 4, 4]), 0);
    assert_eq!(cube.view().colocate(&there).at([1, 3]), number(&[2, 1, 3]));
}

#[test]
fn a_view_names_a_space_that_maps_to_what_it_reads() {
    fn law<S: In<Plane, 2>, E: Extent, H: Home>(view: Tensor<&[u32], S, E, H>) -> usize {
        let mut atlas = Atlas::<Plane>::new();
        let (space, grid) = (atlas.name("view", &view).unwrap(), atlas.block("block", &view).unwrap());
        let order = H::Space::FRAME.axis(0);
        let mut found = 0;
        for i in indices::<[isize; 2]>(-4, 8) {
            let Some(point) = read(&view, i) else { continue };
            let point = if order == 0 { point } else { vec![point[1], point[0]] };
            let mapped = atlas.trie().map(&Points::one(list(i)), &space, &grid).unwrap();
            assert_eq!(mapped.first().unwrap(), point, "{i:?} of {view}\n{}", atlas.trie());
            found += 1;
        }
        found
    }
    fn chains<A: In<Plane, 2>>() {
        let mut found = [0; 7];
        for origin in ORIGINS {
            let block = numbered::<A>(origin, dims::<A>([9, 8]), 3);
            for at in [[0, 0], [2, -1], [-1, 3]] {
                let v = block.view().partition(at, dims::<A>([4, 3]));
                found[0] += law(v);
                found[1] += law(v.permute::<Axes<1, 0>>());
                found[2] += law(v.coarsen::<By<2, 3>>().permute::<Axes<1, 0>>());
                found[3] += law(v.refine::<By<3, 2>>().partition(at, Dyn([5, 5])).coarsen::<By<2, 2>>());
                found[4] += law(v.partition_by::<By<2, 2>, _>(at, Dyn([2, 2])));
                found[5] += law(v.colocate(&Spot::<Quarter, _>::new([at[0] * 5, at[1] * 7], Dyn([4, 4]))));
                found[6] += law(v.colocate(&Spot::<Moved, _>::new([at[0] * 5, at[1] * 7], Fixed::<4, 4>)));
            }
        }
        assert!(found.iter().all(|&n| n > 100), "{found:?}");
    }
    chains::<Plane>();
    chains::<Half>();
    chains::<Turned>();
    chains::<TurnedHalf>();
    chains::<Quarter>();
    chains::<Third>();
}

#[test]
fn the_same_place_by_two_routes_is_the_same_space() {
    let block = numbered::<Plane>([-2, 3], Dyn([9, 8]), 3);
    let v = block.view();
    let mut atlas = Atlas::<Plane>::new();
    let mut name = |view| atlas.name("tile", &view).unwrap();
    let direct = name(v.partition([3, 1], Dyn([2, 2])));
    assert_eq!(direct, name(v.partition([1, 1], Dyn([5, 5])).partition([2, 0], Dyn([2, 2]))));
    assert_eq!(direct, name(v.colocate(&Spot::<Plane, _>::new([1, 4], Dyn([2, 2])))));
    assert_ne!(direct, name(v.partition([3, 2], Dyn([2, 2]))));
    let six = atlas.name("six", &v.coarsen::<By<6, 6>>()).unwrap();
    assert_eq!(six, atlas.name("two by three", &v.coarsen::<By<2, 3>>().coarsen::<By<3, 2>>()).unwrap());
}

#[test]
fn a_block_copy_lies_where_its_original_lies() {
    let block = numbered::<Plane>([-2, 3], Dyn([9, 8]), 3);
    let coarse = block.view().partition([1, 2], Dyn([6, 4])).coarsen::<By<2, 2>>();
    let copy = Block::<_, u8>::block_copy(&coarse);
    let mut atlas = Atlas::<Plane>::new();
    assert_eq!(atlas.name("view", &coarse.spot()).unwrap(), atlas.name("copy", &copy.spot()).unwrap());
}
