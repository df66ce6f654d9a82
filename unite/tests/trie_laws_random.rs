//! The laws of `trie_laws.rs` on larger tries: up to three steps, with mirrors between, drawn by `proptest`, which shrinks
//! what breaks a law.

use proptest::prelude::*;
use unite::trie::{Mapping, Mirror, Placement, Point, Points, SpaceId, Trie, TrieError};

/// Cases are cheap, so there are eight times as many as usual. What breaks a law is printed in its smallest form, and not
/// kept in a file beside the test.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.saturating_mul(8), failure_persistence: None, ..usual }
}

/// A universe and a chain of spaces below it, each the child of the one before.
struct Chain {
    trie: Trie,
    spaces: Vec<SpaceId>,
}

impl Chain {
    fn root(&self) -> &SpaceId {
        &self.spaces[0]
    }

    fn leaf(&self) -> &SpaceId {
        &self.spaces[self.spaces.len() - 1]
    }

    fn above_leaf(&self) -> Result<SpaceId, TrieError> {
        Ok(self.trie.parent(self.leaf())?.unwrap_or_else(|| self.trie.universe()))
    }
}

/// What one step does, stated for more axes than it may have; [`Step::placement`] takes those that exist.
#[derive(Clone, Debug)]
struct Step {
    /// The parent's axes in the order of these keys are the child's ...
    order: [u8; 3],
    /// ... without the last so many, but at least one.
    dropped: usize,
    origin: [i64; 3],
    /// Above 1 refines, below -1 coarsens.
    factors: [i64; 3],
    /// Whether the parent's axis 0 runs backwards first.
    mirrored: bool,
}

impl Step {
    fn placement(&self, parent_rank: usize) -> Placement {
        let mut axes: Vec<usize> = (0..parent_rank).collect();
        axes.sort_by_key(|&axis| self.order[axis]);
        axes.truncate(parent_rank.saturating_sub(self.dropped).max(1));
        let factors = &self.factors[..axes.len()];
        let refine: Vec<i64> = factors.iter().map(|&factor| factor.max(1)).collect();
        let coarsen: Vec<i64> = factors.iter().map(|&factor| (-factor).max(1)).collect();
        Placement::of(parent_rank).axes(axes).origin(&self.origin[..parent_rank]).refine(refine).coarsen(coarsen)
    }
}

fn step() -> impl Strategy<Value = Step> {
    let dropped = prop_oneof![3 => Just(0_usize), 1 => Just(1)];
    let mirrored = prop::bool::weighted(0.2);
    (any::<[u8; 3]>(), dropped, [-3..=3_i64, -3..=3, -3..=3], [-3..=3_i64, -3..=3, -3..=3], mirrored)
        .prop_map(|(order, dropped, origin, factors, mirrored)| Step { order, dropped, origin, factors, mirrored })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 1..=3)
}

/// Points of rank 3, of which a space takes as many coordinates as it has axes.
fn raw_points() -> impl Strategy<Value = Vec<[i64; 3]>> {
    prop::collection::vec([-6..=6_i64, -6..=6, -6..=6], 0..=4)
}

fn points_of(trie: &Trie, space: &SpaceId, raw: &[[i64; 3]]) -> Result<Points, TrieError> {
    let rank = trie.rank(space)?;
    Points::from_points(rank, raw.iter().map(|point| &point[..rank]))
}

/// Adds the steps below `start`, each below the one before; answers with all spaces from `start` on.
fn descend(trie: &mut Trie, start: &SpaceId, steps: &[Step]) -> Result<Vec<SpaceId>, TrieError> {
    let mut spaces = vec![start.clone()];
    let mut below = start.clone();
    for step in steps {
        let rank = trie.rank(&below)?;
        if step.mirrored {
            below = trie.add(&below, "mirror", Mirror::new(rank, 0, step.origin[0])?)?;
        }
        below = trie.add(&below, "step", step.placement(rank))?;
        spaces.push(below.clone());
    }
    Ok(spaces)
}

fn chain(rank: usize, steps: &[Step]) -> Result<Chain, TrieError> {
    let mut trie = Trie::new("universe", rank)?;
    let universe = trie.universe();
    let spaces = descend(&mut trie, &universe, steps)?;
    Ok(Chain { trie, spaces })
}

/// The steps with every refinement but the last turned into none.
fn unrefined_above(steps: &[Step]) -> Vec<Step> {
    let mut steps = steps.to_vec();
    if let Some((_, above)) = steps.split_last_mut() {
        above.iter_mut().for_each(|step| step.factors = step.factors.map(|factor| factor.min(1)));
    }
    steps
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn without_a_refined_ancestor_both_rules_of_down_agree(
        rank in 1..=3_usize, steps in steps(), raw in raw_points(),
    ) {
        let chain = chain(rank, &unrefined_above(&steps))?;
        let set = points_of(&chain.trie, &chain.above_leaf()?, &raw)?;
        let (local, published) =
            (chain.trie.down(chain.leaf(), &set)?, chain.trie.down_published(chain.leaf(), &set)?);
        prop_assert_eq!(local, published, "{}", chain.trie);
    }

    #[test]
    fn a_bijective_step_has_its_hull_as_down_below_any_ancestors(
        rank in 1..=3_usize, steps in steps(), order in any::<[u8; 3]>(), origin in [-3..=3_i64, -3..=3, -3..=3],
        raw in raw_points(),
    ) {
        let bijective = Step { order, dropped: 0, origin, factors: [1; 3], mirrored: false };
        let chain = chain(rank, &[steps, vec![bijective]].concat())?;
        let set = points_of(&chain.trie, &chain.above_leaf()?, &raw)?;
        prop_assert_eq!(chain.trie.down(chain.leaf(), &set)?, chain.trie.hull(chain.leaf(), &set)?);
    }

    #[test]
    fn a_point_that_maps_down_keeps_its_place(rank in 1..=3_usize, steps in steps(), point: [i8; 3]) {
        let chain = chain(rank, &steps)?;
        let parent = chain.above_leaf()?;
        let point = points_of(&chain.trie, &parent, &[point.map(i64::from)])?;
        for image in &chain.trie.down(chain.leaf(), &point)? {
            let image = Points::one(image);
            prop_assert!(point.is_subset(&chain.trie.up(chain.leaf(), &image)?)?, "{}", chain.trie);
            let shared = chain.trie.intersect(&parent, &point, chain.leaf(), &image)?;
            prop_assert!(!shared.is_empty(), "{}", chain.trie);
        }
    }

    #[test]
    fn to_the_root_and_back_contains_the_set(rank in 1..=2_usize, steps in steps(), raw in raw_points()) {
        let chain = chain(rank, &steps)?;
        let set = points_of(&chain.trie, chain.leaf(), &raw)?;
        let root = chain.trie.up_to_root(chain.leaf(), &set)?;
        let back = chain.trie.map(&root, chain.root(), chain.leaf())?;
        prop_assert!(set.is_subset(&back)?, "{}", chain.trie);
    }

    #[test]
    fn a_coarser_context_covers_more(rank in 1..=2_usize, steps in steps(), point: [i8; 3]) {
        let chain = chain(rank, &steps)?;
        let x: Point = point[..chain.trie.rank(chain.leaf())?].iter().copied().map(i64::from).collect();
        let mut finer = Points::one(x.clone());
        for context in chain.spaces.iter().rev() {
            let coverage = chain.trie.coverage(x.clone(), chain.leaf(), context)?;
            prop_assert!(finer.is_subset(&coverage)?, "{}", chain.trie);
            finer = coverage;
        }
    }

    #[test]
    fn a_map_is_up_to_the_common_ancestor_and_down_from_there(
        rank in 1..=2_usize, trunk in steps(), left in steps(), right in steps(), raw in raw_points(),
    ) {
        let Chain { mut trie, spaces } = chain(rank, &trunk[..1])?;
        let fork = &spaces[spaces.len() - 1];
        let left = descend(&mut trie, fork, &left[..left.len().min(2)])?;
        let right = descend(&mut trie, fork, &right[..right.len().min(2)])?;
        let (from, to) = (&left[left.len() - 1], &right[right.len() - 1]);
        let set = points_of(&trie, from, &raw)?;

        let direct = trie.map(&set, from, to)?;
        let at_fork = trie.map(&set, from, fork)?;
        prop_assert_eq!(&direct, &trie.map(&at_fork, fork, to)?, "{}", trie);
        // The detour through the root can only add points.
        let at_root = trie.up_to_root(from, &set)?;
        prop_assert!(direct.is_subset(&trie.map(&at_root, &trie.universe(), to)?)?, "{}", trie);
        prop_assert_eq!(&set, &trie.map(&set, from, from)?);
    }

    #[test]
    fn set_operations_are_those_of_the_root(
        rank in 1..=2_usize, left in steps(), right in steps(), raw_a in raw_points(), raw_b in raw_points(),
    ) {
        let mut trie = Trie::new("universe", rank)?;
        let universe = trie.universe();
        let left = descend(&mut trie, &universe, &left)?;
        let right = descend(&mut trie, &universe, &right)?;
        let (of_a, of_b) = (&left[left.len() - 1], &right[right.len() - 1]);
        let (a, b) = (points_of(&trie, of_a, &raw_a)?, points_of(&trie, of_b, &raw_b)?);

        let both = trie.intersect(of_a, &a, of_b, &b)?;
        let only_a = trie.difference(of_a, &a, of_b, &b)?;
        let only_b = trie.difference(of_b, &b, of_a, &a)?;
        prop_assert_eq!(&both, &trie.intersect(of_b, &b, of_a, &a)?);
        prop_assert_eq!(trie.union(of_a, &a, of_b, &b)?, only_a.union(&both)?.union(&only_b)?);
        prop_assert_eq!(trie.up_to_root(of_a, &a)?, only_a.union(&both)?);
    }
}

proptest! {
    #![proptest_config(config())]

    /// Whatever is stated, in whatever length and size, is accepted or refused; nothing panics.
    #[test]
    fn no_placement_and_no_point_panics(
        parent_rank in 0..4_usize,
        axes in prop::collection::vec(0..4_usize, 0..4),
        origin in prop::collection::vec(any::<i64>(), 0..4),
        refine in prop::collection::vec(prop_oneof![-1..4_i64, any::<i64>()], 0..4),
        coarsen in prop::collection::vec(prop_oneof![-1..4_i64, any::<i64>()], 0..4),
        point in prop::collection::vec(any::<i64>(), 0..4),
    ) {
        let placement = Placement::of(parent_rank).axes(axes).origin(origin).refine(refine).coarsen(coarsen);
        let _ = (placement.to_string(), placement.up(&point), placement.hull(&point));
        let set = Points::one(point);
        if let Ok(mut trie) = Trie::new("universe", parent_rank)
            && let Ok(space) = trie.add(&trie.universe(), "space", placement)
        {
            let _ = (trie.up(&space, &set), trie.down(&space, &set), trie.down_published(&space, &set));
            let _ = (trie.to_string(), trie.to_dot());
        }
    }
}
