//! Every error of the formal layer, with its numbers and its message.

use std::fmt;

use unite::trie::{Mapping, Mirror, Parameter, Placement, Points, SpaceId, Trie, TrieError};

type Outcome = Result<(), TrieError>;

/// Asserts that the call fails with this error and this message.
fn assert_refused<T: fmt::Debug + PartialEq>(answer: Result<T, TrieError>, reason: TrieError, message: &str) {
    assert_eq!(reason.to_string(), message);
    assert_eq!(answer, Err(reason));
}

fn plane() -> Result<(Trie, SpaceId), TrieError> {
    let trie = Trie::new("plane", 2)?;
    let universe = trie.universe();
    Ok((trie, universe))
}

/// Asserts that a placement under a plane fails, and that no space is added.
fn assert_ill_formed(placement: Placement, reason: TrieError, message: &str) -> Outcome {
    let (mut trie, plane) = plane()?;
    assert_refused(placement.check(), reason.clone(), message);
    assert_refused(placement.up(&[0]).map(drop), reason.clone(), message);
    assert_refused(placement.hull(&[0]).map(drop), reason.clone(), message);
    assert_refused(trie.add(&plane, "child", placement), reason, message);
    assert_eq!(trie.children(&plane)?.count(), 0);
    Ok(())
}

mod spaces {
    use super::*;

    #[test]
    fn a_space_without_axes() -> Outcome {
        let message = "a space needs at least one axis, this one has rank 0";
        assert_refused(Trie::new("nothing", 0).map(drop), TrieError::RankZero, message);
        assert_refused(Mirror::new(0, 0, 0), TrieError::RankZero, message);
        assert_ill_formed(Placement::of(2).axes([]), TrieError::RankZero, message)
    }

    #[test]
    fn more_axes_than_the_parent() -> Outcome {
        assert_ill_formed(
            Placement::of(2).axes([0, 1, 2]),
            TrieError::RankGrows { rank: 3, parent_rank: 2 },
            "a child of rank 3 has more axes than its parent of rank 2",
        )
    }

    #[test]
    fn a_mapping_for_a_parent_of_another_rank() -> Outcome {
        let (mut trie, plane) = plane()?;
        assert_refused(
            trie.add(&plane, "child", Placement::of(3)),
            TrieError::ParentRank { parent: "plane".into(), parent_rank: 2, mapping_rank: 3 },
            "the mapping is for a parent of rank 3, the parent \"plane\" has rank 2",
        );
        Ok(())
    }

    #[test]
    fn an_axis_that_the_parent_does_not_have() -> Outcome {
        assert_refused(
            Mirror::new(2, 2, 0),
            TrieError::AxisOutOfRange { position: 2, axis: 2, parent_rank: 2 },
            "axis 2 of the child is axis 2 of a parent of rank 2, which ends at axis 1",
        );
        assert_ill_formed(
            Placement::of(2).axes([1, 3]),
            TrieError::AxisOutOfRange { position: 1, axis: 3, parent_rank: 2 },
            "axis 1 of the child is axis 3 of a parent of rank 2, which ends at axis 1",
        )
    }

    #[test]
    fn one_axis_of_the_parent_twice() -> Outcome {
        assert_ill_formed(
            Placement::of(2).axes([1, 1]),
            TrieError::AxisTwice { axis: 1, first: 0, second: 1 },
            "axes 0 and 1 of the child are both axis 1 of the parent",
        )
    }

    #[test]
    fn an_origin_along_the_axes_of_the_child() -> Outcome {
        assert_ill_formed(
            Placement::of(2).axes([1]).origin([4]),
            TrieError::Length { parameter: Parameter::Origin, expected: 2, found: 1 },
            "origin needs 2 entries, one for each axis of the parent, and has 1",
        )
    }

    #[test]
    fn factors_along_the_axes_of_the_parent() -> Outcome {
        assert_ill_formed(
            Placement::of(2).refine([1, 2]).axes([1]),
            TrieError::Length { parameter: Parameter::Refine, expected: 1, found: 2 },
            "refine needs 1 entries, one for each axis of the space, and has 2",
        )?;
        assert_ill_formed(
            Placement::of(2).coarsen([2, 2, 2]),
            TrieError::Length { parameter: Parameter::Coarsen, expected: 2, found: 3 },
            "coarsen needs 2 entries, one for each axis of the space, and has 3",
        )
    }

    #[test]
    fn a_factor_less_than_1() -> Outcome {
        assert_ill_formed(
            Placement::of(2).refine([1, 0]),
            TrieError::Factor { parameter: Parameter::Refine, axis: 1, factor: 0 },
            "refine factor 0 of axis 1 is less than 1",
        )?;
        assert_ill_formed(
            Placement::of(2).coarsen([-2, 1]),
            TrieError::Factor { parameter: Parameter::Coarsen, axis: 0, factor: -2 },
            "coarsen factor -2 of axis 0 is less than 1",
        )
    }

    #[test]
    fn one_axis_refined_and_coarsened() -> Outcome {
        assert_eq!(Placement::of(2).refine([2, 1]).coarsen([1, 3]).check(), Ok(()));
        assert_ill_formed(
            Placement::of(2).refine([1, 2]).coarsen([1, 3]),
            TrieError::BothFactors { axis: 1, refine: 2, coarsen: 3 },
            "axis 1 is refined by 2 and coarsened by 3: put two spaces below each other",
        )
    }

    #[test]
    fn an_extent_less_than_1_or_of_another_length() -> Outcome {
        let (mut trie, plane) = plane()?;
        let message = "extent 0 of axis 1 is less than 1";
        let reason = TrieError::Extent { axis: 1, extent: 0 };
        assert_refused(trie.add_tensor(&plane, "t", Placement::of(2), [4, 0]), reason.clone(), message);
        assert_refused(Points::cuboid([0, 0], [4, 0]), reason, message);

        let message = "extent needs 1 entries, one for each axis of the space, and has 2";
        let reason = TrieError::Length { parameter: Parameter::Extent, expected: 1, found: 2 };
        assert_refused(trie.add_tensor(&plane, "t", Placement::of(2).axes([1]), [4, 4]), reason.clone(), message);
        assert_refused(Points::cuboid([0], [4, 4]), reason, message);
        assert_eq!(trie.children(&plane)?.count(), 0);
        Ok(())
    }

    /// A mapping that does not do what it states.
    #[derive(Debug)]
    struct Liar {
        rank: usize,
        parent_rank: usize,
    }

    impl fmt::Display for Liar {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("liar")
        }
    }

    impl Mapping for Liar {
        fn rank(&self) -> usize {
            self.rank
        }

        fn parent_rank(&self) -> usize {
            self.parent_rank
        }

        fn up(&self, _: &[i64]) -> Result<Points, TrieError> {
            Ok(Points::of([[0, 0, 0]]))
        }

        fn hull(&self, _: &[i64]) -> Result<Points, TrieError> {
            Ok(Points::of([[0, 0, 0]]))
        }

        fn up_len(&self) -> u128 {
            1
        }

        fn hull_len(&self) -> u128 {
            1
        }
    }

    #[test]
    fn a_foreign_mapping_is_held_to_the_rules_of_rank() -> Outcome {
        let (mut trie, plane) = plane()?;
        let grows = TrieError::RankGrows { rank: 3, parent_rank: 2 };
        assert_eq!(trie.add(&plane, "liar", Liar { rank: 3, parent_rank: 2 }), Err(grows));
        assert_eq!(trie.add(&plane, "liar", Liar { rank: 0, parent_rank: 2 }), Err(TrieError::RankZero));
        Ok(())
    }

    #[test]
    fn a_foreign_mapping_that_answers_in_another_rank() -> Outcome {
        let (mut trie, plane) = plane()?;
        let liar = trie.add(&plane, "liar", Liar { rank: 1, parent_rank: 2 })?;
        assert_refused(
            trie.up(&liar, &Points::of([[0]])),
            TrieError::MappingAnswer { space: "liar".into(), expected: 2, found: 3 },
            "the mapping of \"liar\" states rank 2 but returned points of rank 3",
        );
        assert_refused(
            trie.down(&liar, &Points::of([[0, 0]])),
            TrieError::MappingAnswer { space: "liar".into(), expected: 1, found: 3 },
            "the mapping of \"liar\" states rank 1 but returned points of rank 3",
        );
        Ok(())
    }
}

mod points {
    use super::*;

    #[test]
    fn a_point_of_another_rank() -> Outcome {
        let (mut trie, plane) = plane()?;
        let block = trie.add_tensor(&plane, "block", Placement::of(2), [4, 4])?;
        let reason = TrieError::PointRank { point: vec![1, 2, 3], expected: 2 };
        let message = "point (1, 2, 3) has 3 coordinates; 2 are needed";
        assert_refused(trie.check_inside(&block, &[1, 2, 3]), reason.clone(), message);
        assert_refused(trie.coverage([1, 2, 3], &block, &plane), reason.clone(), message);
        assert_refused(Points::new(2).insert([1, 2, 3]), reason.clone(), message);
        assert_refused(Points::from_points(2, [vec![1, 2], vec![1, 2, 3]]), reason.clone(), message);
        assert_refused(Placement::of(2).up(&[1, 2, 3]), reason.clone(), message);
        assert_refused(Placement::of(2).hull(&[1, 2, 3]), reason.clone(), message);
        assert_refused(Mirror::new(2, 0, 0)?.up(&[1, 2, 3]), reason, message);
        Ok(())
    }

    #[test]
    fn a_set_of_another_rank_even_if_it_is_empty() -> Outcome {
        let (mut trie, plane) = plane()?;
        let row = trie.add(&plane, "row", Placement::of(2).axes([1]))?;
        let (one, two) = (Points::new(1), Points::new(2));

        let two_for_one = || TrieError::SetRank { expected: 1, found: 2 };
        let message = "a set of points of rank 2 was given where rank 1 is needed";
        assert_refused(trie.up(&row, &two), two_for_one(), message);
        assert_refused(trie.up_to_root(&row, &two), two_for_one(), message);
        assert_refused(trie.map(&two, &row, &plane), two_for_one(), message);
        assert_refused(trie.clip(&row, &two), two_for_one(), message);
        assert_refused(trie.intersect(&row, &one, &row, &two), two_for_one(), message);
        assert_refused(one.union(&two), two_for_one(), message);
        assert_refused(one.intersection(&two), two_for_one(), message);
        assert_refused(one.difference(&two), two_for_one(), message);
        assert_refused(one.is_subset(&two).map(drop), two_for_one(), message);
        assert_refused(one.meets(&two).map(drop), two_for_one(), message);

        let one_for_two = || TrieError::SetRank { expected: 2, found: 1 };
        let message = "a set of points of rank 1 was given where rank 2 is needed";
        assert_refused(trie.hull(&row, &one), one_for_two(), message);
        assert_refused(trie.hull_from_root(&row, &one), one_for_two(), message);
        assert_refused(trie.down(&row, &one), one_for_two(), message);
        assert_refused(trie.down_published(&row, &one), one_for_two(), message);
        assert_refused(trie.up_to_root(&plane, &one), one_for_two(), message);
        Ok(())
    }

    #[test]
    fn a_point_outside_its_tensor() -> Outcome {
        let (mut trie, plane) = plane()?;
        let block = trie.add_tensor(&plane, "block", Placement::of(2), [4, 4])?;
        assert_refused(
            trie.check_inside(&block, &[2, -1]),
            TrieError::Outside { space: "block".into(), point: vec![2, -1], extent: vec![4, 4], axis: 1 },
            "point (2, -1) lies outside extent (4, 4) of \"block\", first along axis 1",
        );
        assert_eq!(trie.check_inside(&plane, &[2, -1]), Ok(()));
        Ok(())
    }
}

mod questions {
    use super::*;

    #[test]
    fn all_points_of_a_space_without_extent() -> Outcome {
        let (trie, plane) = plane()?;
        assert_refused(
            trie.points(&plane),
            TrieError::Unbounded { space: "plane".into() },
            "\"plane\" has no extent, so it has infinitely many points",
        );
        Ok(())
    }

    #[test]
    fn a_step_above_the_universe() -> Outcome {
        let (trie, plane) = plane()?;
        let point = Points::of([[1, 2]]);
        let reason = TrieError::NoParent { universe: "plane".into() };
        let message = "\"plane\" is the universe and has no parent";
        assert_refused(trie.up(&plane, &point), reason.clone(), message);
        assert_refused(trie.hull(&plane, &point), reason.clone(), message);
        assert_refused(trie.down(&plane, &point), reason.clone(), message);
        assert_refused(trie.down_published(&plane, &point), reason, message);
        // The universe has no steps up to the root.
        assert_eq!(trie.up_to_root(&plane, &point)?, point);
        assert_eq!(trie.hull_from_root(&plane, &point)?, point);
        assert_eq!(trie.map(&point, &plane, &plane)?, point);
        Ok(())
    }

    #[test]
    fn a_space_of_another_trie_is_refused_by_every_call() -> Outcome {
        let (mut trie, plane) = plane()?;
        // The tries are equal, with a space at the same position, but their places differ.
        let mut twin = Trie::new("twin", 2)?;
        let here = trie.add(&plane, "child", Placement::of(2))?;
        let there = twin.add(&twin.universe(), "child", Placement::of(2))?;
        let p = Points::of([[1, 2]]);

        let reason = TrieError::OtherTrie { this: "plane".into(), other: "twin".into() };
        assert_eq!(
            reason.to_string(),
            "a space of universe \"twin\" was given to the trie of universe \"plane\": their places cannot be compared"
        );
        let answers = [
            ("add", trie.add(&there, "x", Placement::of(2)).map(drop)),
            ("add_tensor", trie.add_tensor(&there, "x", Placement::of(2), [1, 1]).map(drop)),
            ("name", trie.name(&there).map(drop)),
            ("rank", trie.rank(&there).map(drop)),
            ("parent", trie.parent(&there).map(drop)),
            ("children", trie.children(&there).map(drop)),
            ("extent", trie.extent(&there).map(drop)),
            ("mapping", trie.mapping(&there).map(drop)),
            ("path", trie.path(&there).map(drop)),
            ("up", trie.up(&there, &p).map(drop)),
            ("up_to_root", trie.up_to_root(&there, &p).map(drop)),
            ("hull", trie.hull(&there, &p).map(drop)),
            ("hull_from_root", trie.hull_from_root(&there, &p).map(drop)),
            ("down", trie.down(&there, &p).map(drop)),
            ("down_published", trie.down_published(&there, &p).map(drop)),
            ("intersect, first", trie.intersect(&there, &p, &here, &p).map(drop)),
            ("intersect, second", trie.intersect(&here, &p, &there, &p).map(drop)),
            ("union", trie.union(&here, &p, &there, &p).map(drop)),
            ("difference", trie.difference(&here, &p, &there, &p).map(drop)),
            ("map from", trie.map(&p, &there, &here).map(drop)),
            ("map to", trie.map(&p, &here, &there).map(drop)),
            ("coverage of", trie.coverage([1, 2], &there, &here).map(drop)),
            ("coverage in", trie.coverage([1, 2], &here, &there).map(drop)),
            ("points", trie.points(&there).map(drop)),
            ("clip", trie.clip(&there, &p).map(drop)),
            ("check_inside", trie.check_inside(&there, &[1, 2])),
        ];
        for (call, answer) in answers {
            assert_eq!(answer, Err(reason.clone()), "{call}");
        }
        assert_ne!(here, there);
        Ok(())
    }
}

mod answers {
    use super::*;

    #[test]
    fn a_coordinate_that_does_not_fit() -> Outcome {
        let cases = [
            (Placement::of(1).origin([1]).up(&[i64::MAX]), (i64::MAX, '+', 1)),
            (Placement::of(1).origin([1]).hull(&[i64::MIN]), (i64::MIN, '-', 1)),
            (Placement::of(1).coarsen([2]).up(&[i64::MAX]), (i64::MAX, '*', 2)),
            (Placement::of(1).refine([2]).hull(&[i64::MIN]), (i64::MIN, '*', 2)),
            (Mirror::new(1, 0, -2)?.up(&[i64::MAX]), (-2, '-', i64::MAX)),
            (Points::cuboid([i64::MAX], [2]), (i64::MAX, '+', 1)),
        ];
        for (answer, (left, operator, right)) in cases {
            let message = format!("{left} {operator} {right} does not fit a 64-bit coordinate");
            assert_refused(answer, TrieError::Overflow { left, operator, right }, &message);
        }
        Ok(())
    }

    #[test]
    fn the_last_coordinates_that_fit() -> Outcome {
        assert_eq!(Placement::of(1).up(&[i64::MAX])?, Points::of([[i64::MAX]]));
        assert_eq!(Placement::of(1).refine([2]).up(&[i64::MIN])?, Points::of([[i64::MIN / 2]]));
        assert_eq!(Placement::of(1).coarsen([2]).hull(&[i64::MIN + 1])?, Points::of([[i64::MIN / 2]]));
        assert_eq!(Points::cuboid([i64::MAX], [1])?, Points::of([[i64::MAX]]));
        Ok(())
    }

    #[test]
    fn a_set_past_the_limit_is_refused_with_its_size() -> Outcome {
        let (mut trie, plane) = plane()?;
        let tile = trie.add_tensor(&plane, "tile", Placement::of(2).coarsen([2048, 1024]), [2000, 3000])?;
        let too_large = |size| TrieError::TooLarge { size };

        let message = "a set of 2097152 points is larger than the limit of 1048576 points";
        assert_refused(trie.up(&tile, &Points::of([[0, 0]])), too_large(1 << 21), message);
        assert_refused(Placement::of(1).refine([1 << 21]).hull(&[0]), too_large(1 << 21), message);
        assert_eq!(trie.up(&tile, &Points::of([[0, 0], [0, 1], [0, 2]])), Err(too_large(3 << 21)));
        assert_eq!(trie.points(&tile), Err(too_large(6_000_000)));
        assert_eq!(Points::cuboid(vec![0; 3], vec![i64::MAX; 3]), Err(too_large(u128::MAX)));
        Ok(())
    }

    #[test]
    fn a_full_set_takes_no_further_point() -> Outcome {
        let mut full = Points::cuboid([0], [Points::LIMIT as i64])?;
        let next = TrieError::TooLarge { size: Points::LIMIT as u128 + 1 };
        assert_eq!(full.insert([0]), Ok(false));
        assert_eq!(full.insert([-1]), Err(next.clone()));
        assert_eq!(full.union(&Points::of([[-1]])), Err(next.clone()));
        assert_eq!(full.union(&Points::of([[1]]))?.len(), Points::LIMIT);
        assert_eq!(Points::from_points(1, (0..).map(|x| [x])), Err(next));
        Ok(())
    }
}
