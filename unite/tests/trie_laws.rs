//! Laws of the formal layer, and statements that look like laws but are not.
//!
//! Small tries are tested exhaustively: rank 1 and 2, one step, factors 1 to 3, origins -3 to 3. Larger ones are in
//! `trie_laws_random.rs`.

use unite::trie::{Mapping, Mirror, Placement, Points, SpaceId, Trie, TrieError};

type Outcome = Result<(), TrieError>;

/// A universe and a chain of spaces below it, each the child of the previous one.
struct Chain {
    trie: Trie,
    spaces: Vec<SpaceId>,
}

impl Chain {
    fn of(placements: &[Placement]) -> Result<Self, TrieError> {
        let mut trie = Trie::new("universe", placements.first().map_or(1, Mapping::parent_rank))?;
        let mut spaces = vec![trie.universe()];
        for placement in placements {
            let parent = spaces[spaces.len() - 1].clone();
            spaces.push(trie.add(&parent, "step", placement.clone())?);
        }
        Ok(Chain { trie, spaces })
    }

    fn root(&self) -> &SpaceId {
        &self.spaces[0]
    }

    fn leaf(&self) -> &SpaceId {
        &self.spaces[self.spaces.len() - 1]
    }
}

fn is_refined(placement: &Placement) -> bool {
    placement.refinement().iter().any(|&factor| factor > 1)
}

mod every_small_trie {
    use super::*;

    /// The possible factors of an axis: (refinement, coarsening).
    const FACTORS: [(i64, i64); 5] = [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3)];

    const AXES: [(usize, &[usize]); 5] = [(1, &[0]), (2, &[0]), (2, &[1]), (2, &[0, 1]), (2, &[1, 0])];

    /// Returns all placements of rank 1 and 2 with origins -3 to 3.
    fn placements() -> Result<Vec<Placement>, TrieError> {
        let mut all = Vec::new();
        for (parent_rank, axes) in AXES {
            for origin in &Points::cuboid(vec![-3; parent_rank], vec![7; parent_rank])? {
                for choice in &Points::cuboid(vec![0; axes.len()], vec![5; axes.len()])? {
                    let factors: Vec<_> = choice.iter().map(|&choice| FACTORS[choice as usize]).collect();
                    let refine: Vec<_> = factors.iter().map(|&(refine, _)| refine).collect();
                    let coarsen: Vec<_> = factors.iter().map(|&(_, coarsen)| coarsen).collect();
                    all.push(Placement::of(parent_rank).axes(axes).origin(origin).refine(refine).coarsen(coarsen));
                }
            }
        }
        Ok(all)
    }

    /// Returns all points near 0, the subsets of a square that straddles it, and the square with its surroundings.
    fn small_sets(rank: usize) -> Result<Vec<Points>, TrieError> {
        let near = Points::cuboid(vec![-2; rank], vec![5; rank])?;
        let square = Points::cuboid(vec![-1; rank], vec![2; rank])?;
        let corners: Vec<&[i64]> = square.iter().collect();
        let mut sets: Vec<Points> = near.iter().map(Points::one).collect();
        for subset in 0..1_usize << corners.len() {
            let chosen = corners.iter().enumerate().filter(|(bit, _)| subset >> bit & 1 == 1);
            sets.push(Points::from_points(rank, chosen.map(|(_, &corner)| corner))?);
        }
        sets.push(near);
        Ok(sets)
    }

    /// Returns whether child point `x` and parent point `y` share a place, without computing one from the other. In
    /// units of the finer of the two, the parent's point is `refine` wide and the child's `coarsen`, and they must
    /// overlap. Along dropped axes `y` must lie at the child's place.
    fn share_a_place(placement: &Placement, x: &[i64], y: &[i64]) -> bool {
        let t: Vec<i64> = y.iter().zip(placement.translation()).map(|(y, origin)| y - origin).collect();
        let (refine, coarsen) = (placement.refinement(), placement.coarsening());
        let overlap = placement.permutation().iter().enumerate().all(|(j, &axis)| {
            refine[j] * t[axis] < coarsen[j] * (x[j] + 1) && coarsen[j] * x[j] < refine[j] * (t[axis] + 1)
        });
        let dropped = (0..t.len()).filter(|axis| !placement.permutation().contains(axis));
        overlap && dropped.map(|axis| t[axis]).all(|beside| beside == 0)
    }

    #[test]
    fn up_is_sharing_a_place() -> Outcome {
        for placement in placements()? {
            let around = Points::cuboid(vec![-12; placement.parent_rank()], vec![25; placement.parent_rank()])?;
            for x in [-1, 0, 2].map(|x| vec![x; placement.rank()]) {
                let sharing = around.iter().filter(|y| share_a_place(&placement, &x, y));
                let expected = Points::from_points(placement.parent_rank(), sharing)?;
                assert_eq!(placement.up(&x)?, expected, "{x:?}, {placement}");
            }
        }
        Ok(())
    }

    #[test]
    fn down_is_sharing_a_place() -> Outcome {
        for placement in placements()? {
            let chain = Chain::of(std::slice::from_ref(&placement))?;
            let around = Points::cuboid(vec![-16; placement.rank()], vec![32; placement.rank()])?;
            for y in [-2, 1].map(|y| vec![y; placement.parent_rank()]) {
                let sharing = around.iter().filter(|x| share_a_place(&placement, x, &y));
                let expected = Points::from_points(placement.rank(), sharing)?;
                assert_eq!(chain.trie.down(chain.leaf(), &Points::one(y))?, expected, "{placement}");
            }
        }
        Ok(())
    }

    #[test]
    fn a_point_is_in_the_hull_of_every_point_it_covers() -> Outcome {
        for placement in placements()? {
            for x in &Points::cuboid(vec![-2; placement.rank()], vec![5; placement.rank()])? {
                for y in &placement.up(x)? {
                    assert!(placement.hull(y)?.contains(x), "{x:?}, {y:?}, {placement}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn no_point_becomes_more_than_is_stated() -> Outcome {
        for placement in placements()? {
            let up = placement.up(&vec![1; placement.rank()])?.len() as u128;
            let hull = placement.hull(&vec![1; placement.parent_rank()])?.len() as u128;
            assert!(up <= placement.up_len() && hull <= placement.hull_len(), "{placement}");
        }
        Ok(())
    }

    #[test]
    fn up_then_down_contains_the_set_and_equals_it_without_refinement() -> Outcome {
        for placement in placements()? {
            let Chain { trie, spaces } = Chain::of(std::slice::from_ref(&placement))?;
            for set in small_sets(placement.rank())? {
                let back = trie.down(&spaces[1], &trie.up(&spaces[1], &set)?)?;
                assert!(set.is_subset(&back)?, "{set}, {placement}");
                assert!(is_refined(&placement) || set == back, "{set}, {placement}");
            }
        }
        Ok(())
    }

    /// Tests the published rule against the local one, and that points mapped down keep their place.
    #[test]
    fn below_the_root_both_rules_of_down_agree_and_keep_the_place() -> Outcome {
        for placement in placements()? {
            let Chain { trie, spaces } = Chain::of(std::slice::from_ref(&placement))?;
            for set in small_sets(placement.parent_rank())? {
                let down = trie.down(&spaces[1], &set)?;
                assert_eq!(trie.down_published(&spaces[1], &set)?, down, "{set}, {placement}");
                if let (1, false) = (set.len(), down.is_empty()) {
                    assert!(set.is_subset(&trie.up(&spaces[1], &down)?)?, "{set}, {placement}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn without_rank_change_and_factors_down_is_hull_and_undoes_up() -> Outcome {
        let is_bijective = |placement: &Placement| {
            placement.rank() == placement.parent_rank() && placement.up_len() == 1 && placement.hull_len() == 1
        };
        for placement in placements()?.into_iter().filter(is_bijective) {
            let Chain { trie, spaces } = Chain::of(std::slice::from_ref(&placement))?;
            for set in small_sets(placement.rank())? {
                assert_eq!(trie.down(&spaces[1], &set)?, trie.hull(&spaces[1], &set)?);
                assert_eq!(trie.down(&spaces[1], &trie.up(&spaces[1], &set)?)?, set);
                assert_eq!(trie.up(&spaces[1], &trie.down(&spaces[1], &set)?)?, set);
            }
        }
        Ok(())
    }
}

/// The composition of two steps to one.
mod composition {
    use super::*;

    /// Asserts that both chains map the same places of their leaves to the same places of their roots, and back.
    fn assert_same(a: &[Placement], b: &[Placement]) -> Outcome {
        let (a, b) = (Chain::of(a)?, Chain::of(b)?);
        for point in &Points::cuboid(vec![-7; a.trie.rank(a.leaf())?], vec![15; a.trie.rank(a.leaf())?])? {
            let point = Points::one(point);
            assert_eq!(a.trie.map(&point, a.leaf(), a.root())?, b.trie.map(&point, b.leaf(), b.root())?);
        }
        for point in &Points::cuboid(vec![-7; a.trie.rank(a.root())?], vec![15; a.trie.rank(a.root())?])? {
            let point = Points::one(point);
            assert_eq!(a.trie.map(&point, a.root(), a.leaf())?, b.trie.map(&point, b.root(), b.leaf())?);
        }
        Ok(())
    }

    fn line() -> Placement {
        Placement::of(1)
    }

    #[test]
    fn refine_then_coarsen_by_the_same_is_the_identity() -> Outcome {
        for k in 1..=5 {
            assert_same(&[line().refine([k]), line().coarsen([k])], &[line(), line()])?;
        }
        Ok(())
    }

    #[test]
    fn translations_add() -> Outcome {
        for (a, b) in (-3..=3).flat_map(|a| (-3..=3).map(move |b| (a, b))) {
            assert_same(&[line().origin([a]), line().origin([b])], &[line().origin([a + b])])?;
        }
        Ok(())
    }

    #[test]
    fn refinements_multiply_and_coarsenings_multiply() -> Outcome {
        for (a, b) in (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b))) {
            assert_same(&[line().refine([a]), line().refine([b])], &[line().refine([a * b])])?;
            assert_same(&[line().coarsen([a]), line().coarsen([b])], &[line().coarsen([a * b])])?;
        }
        Ok(())
    }

    #[test]
    fn a_permutation_moves_the_origin_along() -> Outcome {
        let plane = || Placement::of(2);
        let turned = plane().axes([1, 0]);
        assert_same(&[turned.clone(), turned.clone()], &[plane()])?;
        assert_same(&[turned.clone(), plane().origin([2, 5])], &[turned.origin([5, 2])])
    }

    #[test]
    fn a_mirror_undoes_itself() -> Outcome {
        let mut trie = Trie::new("plane", 2)?;
        let once = trie.add(&trie.universe(), "once", Mirror::new(2, 1, 5)?)?;
        let twice = trie.add(&once, "twice", Mirror::new(2, 1, 5)?)?;
        let points = Points::cuboid([-3, -3], [7, 7])?;
        assert_ne!(trie.up(&once, &points)?, points);
        assert_eq!(trie.up_to_root(&twice, &points)?, points);
        assert_eq!(trie.map(&points, &trie.universe(), &twice)?, points);
        Ok(())
    }
}

/// Statements that look like laws, each with the smallest case in which it fails.
mod not_laws {
    use super::*;

    fn line() -> Placement {
        Placement::of(1)
    }

    #[test]
    fn coarsen_then_refine_is_not_the_identity() -> Outcome {
        let chain = Chain::of(&[line().coarsen([4]), line().refine([4])])?;
        let five = Points::of([[5]]);
        assert_eq!(chain.trie.up_to_root(chain.leaf(), &five)?, Points::cuboid([4], [4])?);
        assert_eq!(chain.trie.map(&five, chain.root(), chain.leaf())?, Points::cuboid([4], [4])?);
        Ok(())
    }

    #[test]
    fn published_down_is_not_the_hull_of_a_bijective_child_below_a_refinement() -> Outcome {
        let chain = Chain::of(&[line().refine([2]), line().origin([3])])?;
        let five = Points::of([[5]]);
        let published = chain.trie.down_published(chain.leaf(), &five)?;
        let hull = chain.trie.hull(chain.leaf(), &five)?;
        assert_eq!(published, Points::of([[1], [2]]));
        assert_eq!(hull, Points::of([[2]]));
        assert!(!published.is_subset(&hull)?, "it is not even within the hull");
        assert_eq!(chain.trie.down(chain.leaf(), &five)?, hull, "the local rule is");
        Ok(())
    }

    #[test]
    fn hull_is_not_down_where_an_axis_is_dropped() -> Outcome {
        let chain = Chain::of(&[Placement::of(2).axes([1])])?;
        let beside = Points::of([[1, 3]]);
        assert_eq!(chain.trie.hull(chain.leaf(), &beside)?, Points::of([[3]]));
        assert_eq!(chain.trie.down(chain.leaf(), &beside)?, Points::new(1));
        Ok(())
    }

    #[test]
    fn down_then_up_adds_points_when_coarsened() -> Outcome {
        let chain = Chain::of(&[line().coarsen([2])])?;
        let down = chain.trie.down(chain.leaf(), &Points::of([[3]]))?;
        assert_eq!(chain.trie.up(chain.leaf(), &down)?, Points::of([[2], [3]]));
        Ok(())
    }

    #[test]
    fn up_then_down_adds_points_when_refined() -> Outcome {
        let chain = Chain::of(&[line().refine([2])])?;
        let up = chain.trie.up(chain.leaf(), &Points::of([[3]]))?;
        assert_eq!(chain.trie.down(chain.leaf(), &up)?, Points::of([[2], [3]]));
        Ok(())
    }

    #[test]
    fn refining_and_translating_do_not_commute() -> Outcome {
        let point = Points::of([[1]]);
        let refined = Chain::of(&[line().refine([2]), line().origin([1])])?;
        let moved = Chain::of(&[line().origin([1]), line().refine([2])])?;
        assert_eq!(refined.trie.up_to_root(refined.leaf(), &point)?, Points::of([[1]]));
        assert_eq!(moved.trie.up_to_root(moved.leaf(), &Points::of([[2]]))?, Points::of([[2]]));
        assert_eq!(refined.trie.up_to_root(refined.leaf(), &Points::of([[2]]))?, Points::of([[1]]));
        Ok(())
    }

    #[test]
    fn refining_and_coarsening_do_not_commute() -> Outcome {
        let point = Points::of([[1]]);
        let refined = Chain::of(&[line().refine([2]), line().coarsen([2])])?;
        let coarsened = Chain::of(&[line().coarsen([2]), line().refine([2])])?;
        assert_eq!(refined.trie.up_to_root(refined.leaf(), &point)?, Points::of([[1]]));
        assert_eq!(coarsened.trie.up_to_root(coarsened.leaf(), &point)?, Points::of([[0], [1]]));
        Ok(())
    }

    #[test]
    fn different_points_below_a_refinement_are_not_different_places() -> Outcome {
        let chain = Chain::of(&[line().refine([2])])?;
        let (four, five) = (Points::of([[4]]), Points::of([[5]]));
        assert_eq!(chain.trie.intersect(chain.leaf(), &four, chain.leaf(), &five)?, Points::of([[2]]));
        assert_eq!(chain.trie.difference(chain.leaf(), &four, chain.leaf(), &five)?, Points::new(1));
        Ok(())
    }
}
