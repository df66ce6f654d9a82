//! Worked examples of the formal layer (thesis ch. 3 to 5), with numbers that can be checked by hand. The laws are in
//! `trie_laws.rs`, examples from other domains in `trie_other_domains.rs`.

use unite::trie::{Mapping, Placement, Points, SpaceId, Trie, TrieError};

type Outcome = Result<(), TrieError>;

/// Returns a universe and one space below it.
fn child(placement: Placement) -> Result<(Trie, SpaceId), TrieError> {
    let mut trie = Trie::new("universe", placement.parent_rank())?;
    let child = trie.add(&trie.universe(), "child", placement)?;
    Ok((trie, child))
}

/// Asserts the downstream points of parent points, for one placement. A row is (parent point, child's points).
fn assert_down<const M: usize>(placement: Placement, rows: &[([i64; M], &str)]) -> Outcome {
    let (trie, child) = child(placement.clone())?;
    for (point, expected) in rows {
        let down = trie.down(&child, &Points::of([*point]))?;
        assert_eq!(down.to_string(), *expected, "{point:?} down to {placement}");
    }
    Ok(())
}

/// Asserts the upstream points of child points. A row is (child point, parent's points).
fn assert_up<const N: usize>(placement: Placement, rows: &[([i64; N], &str)]) -> Outcome {
    let (trie, child) = child(placement.clone())?;
    for (point, expected) in rows {
        let up = trie.up(&child, &Points::of([*point]))?;
        assert_eq!(up.to_string(), *expected, "{point:?} up from {placement}");
    }
    Ok(())
}

mod one_step {
    use super::*;

    #[test]
    fn permutation_3_1_2_of_four_axes_picks_and_restores() -> Outcome {
        let placement = Placement::of(4).axes([3, 1, 2]);
        assert_eq!(placement.hull(&[10, 11, 12, 13])?, Points::of([[13, 11, 12]]));
        assert_up(placement, &[([7, 8, 9], "{(0, 8, 9, 7)}")])
    }

    #[test]
    fn a_point_beside_a_dropped_axis_maps_to_none() -> Outcome {
        let rows = [([10, 11, 12, 13], "{}"), ([0, 11, 12, 13], "{(13, 11, 12)}")];
        assert_down(Placement::of(4).axes([3, 1, 2]), &rows)
    }

    #[test]
    fn slice_row_0_of_a_plane() -> Outcome {
        let row = Placement::of(2).axes([1]);
        assert_down(row.clone(), &[([0, 3], "{(3)}"), ([1, 3], "{}")])?;
        assert_up(row, &[([3], "{(0, 3)}")])
    }

    #[test]
    fn permute_a_plane() -> Outcome {
        assert_down(Placement::of(2).axes([1, 0]), &[([2, 5], "{(5, 2)}")])
    }

    #[test]
    fn translate_a_plane() -> Outcome {
        let rows = [([2, 1], "{(0, 0)}"), ([5, 5], "{(3, 4)}"), ([0, 0], "{(-2, -1)}")];
        assert_down(Placement::of(2).origin([2, 1]), &rows)
    }

    #[test]
    fn permute_and_translate_a_plane() -> Outcome {
        let placement = Placement::of(2).axes([1, 0]).origin([2, 1]);
        assert_down(placement.clone(), &[([3, 5], "{(4, 1)}")])?;
        assert_up(placement, &[([4, 1], "{(3, 5)}")])
    }

    #[test]
    fn of_a_column_only_the_point_in_the_row_maps_into_it() -> Outcome {
        let (trie, row_two) = child(Placement::of(2).axes([1]).origin([2, 0]))?;
        let column = Points::of([[0, 4], [1, 4], [2, 4]]);
        for (point, expected) in column.iter().zip(["{}", "{}", "{(4)}"]) {
            let point = Points::one(point);
            assert_eq!(trie.hull(&row_two, &point)?.to_string(), "{(4)}");
            assert_eq!(trie.down(&row_two, &point)?.to_string(), expected);
        }
        assert_eq!(trie.down(&row_two, &column)?.to_string(), "{(4)}");
        Ok(())
    }

    #[test]
    fn refine_a_plane_by_2() -> Outcome {
        let placement = Placement::of(2).refine([2, 2]);
        assert_down(placement.clone(), &[([1, 2], "{(2, 4), (2, 5), (3, 4), (3, 5)}")])?;
        assert_up(placement, &[([3, 5], "{(1, 2)}")])
    }

    #[test]
    fn coarsen_a_plane_by_2() -> Outcome {
        let placement = Placement::of(2).coarsen([2, 2]);
        assert_down(placement.clone(), &[([3, 5], "{(1, 2)}")])?;
        assert_up(placement, &[([1, 2], "{(2, 4), (2, 5), (3, 4), (3, 5)}")])
    }

    #[test]
    fn negative_coordinates_are_divided_rounding_down() -> Outcome {
        assert_down(Placement::of(2).coarsen([2, 2]), &[([-1, -3], "{(-1, -2)}")])?;
        assert_up(Placement::of(2).refine([2, 2]), &[([-1, -3], "{(-1, -2)}")])
    }
}

mod several_steps {
    use super::*;

    #[test]
    fn two_tensors_meet_where_their_root_points_do() -> Outcome {
        let mut trie = Trie::new("plane", 2)?;
        let a = trie.add(&trie.universe(), "A", Placement::of(2).origin([1, 1]))?;
        let b = trie.add(&trie.universe(), "B", Placement::of(2).axes([1, 0]).origin([2, 0]))?;
        let in_a = Points::of([[0, 0], [0, 1], [1, 0], [1, 1]]);
        let in_b = Points::of([[0, 0], [1, 0], [1, 1], [2, 0]]);
        assert_eq!(trie.intersect(&a, &in_a, &b, &in_b)?, Points::of([[2, 1], [2, 2]]));
        assert_eq!(trie.difference(&a, &in_a, &b, &in_b)?, Points::of([[1, 1], [1, 2]]));
        assert_eq!(trie.union(&a, &in_a, &b, &in_b)?, Points::of([[1, 1], [1, 2], [2, 0], [2, 1], [2, 2], [3, 1]]));
        Ok(())
    }

    #[test]
    fn colour_frame_of_a_video() -> Outcome {
        let frame = Placement::of(4).axes([0, 2, 3]).origin([0, 3, 0, 0]);
        assert_up(frame, &[([1, 4, 6], "{(1, 3, 4, 6)}")])
    }

    #[test]
    fn subsampled_gray_frame_of_a_video() -> Outcome {
        let gray = Placement::of(4).axes([2, 3]).origin([0, 3, 0, 0]).coarsen([2, 2]);
        assert_up(gray.clone(), &[([2, 3], "{(0, 3, 4, 6), (0, 3, 4, 7), (0, 3, 5, 6), (0, 3, 5, 7)}")])?;
        assert_down(gray, &[([0, 3, 5, 7], "{(2, 3)}"), ([0, 2, 5, 7], "{}"), ([1, 3, 5, 7], "{}")])
    }

    #[test]
    fn colour_and_gray_frames_share_the_luma_component_only() -> Outcome {
        let mut trie = Trie::new("video", 4)?;
        let colour = Placement::of(4).axes([0, 2, 3]).origin([0, 3, 0, 0]);
        let gray = Placement::of(4).axes([2, 3]).origin([0, 3, 0, 0]).coarsen([2, 2]);
        let colour = trie.add(&trie.universe(), "colour", colour)?;
        let gray = trie.add(&trie.universe(), "gray", gray)?;
        assert_eq!(trie.map(&Points::of([[0, 5, 7]]), &colour, &gray)?, Points::of([[2, 3]]));
        assert_eq!(trie.map(&Points::of([[1, 5, 7]]), &colour, &gray)?, Points::new(2));
        assert_eq!(
            trie.map(&Points::of([[2, 3]]), &gray, &colour)?,
            Points::of([[0, 4, 6], [0, 4, 7], [0, 5, 6], [0, 5, 7]])
        );
        Ok(())
    }

    #[test]
    fn coverage_grows_with_the_coarseness_of_its_context() -> Outcome {
        let mut trie = Trie::new("U", 1)?;
        let u = trie.universe();
        let t1 = trie.add(&u, "T1", Placement::of(1).refine([2]))?;
        let t2 = trie.add(&t1, "T2", Placement::of(1).refine([2]))?;
        assert_eq!(trie.coverage([5], &t2, &t2)?.to_string(), "{(5)}");
        assert_eq!(trie.coverage([5], &t2, &t1)?.to_string(), "{(4), (5)}");
        assert_eq!(trie.coverage([5], &t2, &u)?.to_string(), "{(4), (5), (6), (7)}");
        Ok(())
    }

    #[test]
    fn coverage_is_cut_to_the_extent_of_the_tensor() -> Outcome {
        let mut trie = Trie::new("U", 1)?;
        let six = trie.add_tensor(&trie.universe(), "six", Placement::of(1).refine([4]), [6])?;
        assert_eq!(trie.coverage([5], &six, &trie.universe())?.to_string(), "{(4), (5)}");
        Ok(())
    }

    #[test]
    fn two_rows_below_a_refinement_share_the_place_of_a_slice() -> Outcome {
        let mut trie = Trie::new("U", 2)?;
        let fine = trie.add(&trie.universe(), "F", Placement::of(2).refine([2, 2]))?;
        let slice = trie.add(&fine, "row 4", Placement::of(2).axes([1]).origin([4, 0]))?;
        let published = |row| trie.down_published(&slice, &Points::of([[row, 0]]));
        assert_eq!(
            [3, 4, 5, 6].map(|row| published(row).map(|down| down.is_empty())),
            [Ok(true), Ok(false), Ok(false), Ok(true)]
        );
        // Compared in the parent, row 5 lies beside the slice.
        assert_eq!(trie.down(&slice, &Points::of([[5, 0]]))?, Points::new(1));
        // Compared in the root, it does not.
        assert_eq!(trie.intersect(&fine, &Points::of([[5, 0]]), &slice, &Points::of([[0]]))?, Points::of([[2, 0]]));
        Ok(())
    }

    #[test]
    fn a_vector_of_six_quarter_samples_covers_the_support_of_its_interpolation() -> Outcome {
        let mut trie = Trie::new("samples", 1)?;
        let quarters = trie.add(&trie.universe(), "quarters", Placement::of(1).refine([4]))?;
        let moved = trie.add(&quarters, "moved", Placement::of(1).origin([6]))?;
        let predicted = trie.add(&moved, "predicted", Placement::of(1).coarsen([4]))?;
        let zero = Points::of([[0]]);
        assert_eq!(trie.map(&zero, &predicted, &quarters)?.to_string(), "{(6), (7), (8), (9)}");
        assert_eq!(trie.up_to_root(&predicted, &zero)?.to_string(), "{(1), (2)}");
        assert_eq!(trie.up_to_root(&predicted, &Points::of([[1]]))?.to_string(), "{(2), (3)}");
        Ok(())
    }
}

/// Distances in tenths of a mile east and north, and floors up.
mod office {
    use super::*;

    struct Map {
        trie: Trie,
        kendall: SpaceId,
        room: SpaceId,
        muddy_charles: SpaceId,
        home: SpaceId,
    }

    /// ```text
    ///  Massachusetts ─┬─ Kendall Sq. ─┬─ Stata Center ── CSAIL ── room G740
    ///                 │               └─ Muddy Charles
    ///                 └─ home
    /// ```
    fn massachusetts() -> Result<Map, TrieError> {
        let at = |east, north, floor| Placement::of(3).origin([east, north, floor]);
        let mut trie = Trie::new("Massachusetts", 3)?;
        let kendall = trie.add(&trie.universe(), "Kendall Sq.", at(120, 70, 0))?;
        let stata = trie.add(&kendall, "Stata Center", at(-3, 0, 0))?;
        let csail = trie.add(&stata, "CSAIL", at(0, 0, 0))?;
        let room = trie.add(&csail, "room G740", Placement::of(3).axes([0, 1]).origin([0, 0, 7]))?;
        let muddy_charles = trie.add(&kendall, "Muddy Charles", at(0, -4, 0))?;
        let home = trie.add(&trie.universe(), "home", at(100, 90, 0))?;
        Ok(Map { trie, kendall, room, muddy_charles, home })
    }

    #[test]
    fn the_desk_is_west_of_the_station_on_floor_7() -> Outcome {
        let Map { trie, kendall, room, muddy_charles, home } = massachusetts()?;
        let desk = Points::of([[0, 0]]);
        assert_eq!(trie.map(&desk, &room, &kendall)?, Points::of([[-3, 0, 7]]));
        assert_eq!(trie.map(&desk, &room, &muddy_charles)?, Points::of([[-3, 4, 7]]));
        assert_eq!(trie.map(&desk, &room, &home)?, Points::of([[17, -20, 7]]));
        assert_eq!(trie.up_to_root(&room, &desk)?, Points::of([[117, 70, 7]]));
        Ok(())
    }

    #[test]
    fn the_street_below_is_not_in_the_room() -> Outcome {
        let Map { trie, kendall, room, .. } = massachusetts()?;
        assert_eq!(trie.map(&Points::of([[-3, 0, 7]]), &kendall, &room)?, Points::of([[0, 0]]));
        assert_eq!(trie.map(&Points::of([[-3, 0, 0]]), &kendall, &room)?, Points::new(2));
        Ok(())
    }

    #[test]
    fn a_place_in_another_state_is_no_place_here() -> Outcome {
        let Map { trie, room, .. } = massachusetts()?;
        let mut other = Trie::new("Vermont", 3)?;
        let cabin = other.add(&other.universe(), "cabin", Placement::of(3).origin([40, 200, 0]))?;
        let refused = trie.map(&Points::of([[0, 0]]), &room, &cabin);
        assert_eq!(refused, Err(TrieError::OtherTrie { this: "Massachusetts".into(), other: "Vermont".into() }));
        Ok(())
    }

    #[test]
    fn floors_inside_one_building_only_would_raise_the_rank() -> Outcome {
        let mut flat = Trie::new("Massachusetts", 2)?;
        let stata = Placement::of(2).axes([0, 1, 2]);
        let refused = flat.add(&flat.universe(), "Stata Center", stata);
        assert_eq!(refused, Err(TrieError::RankGrows { rank: 3, parent_rank: 2 }));
        Ok(())
    }
}

/// The operations of UniTeX (thesis ch. 5) in terms of spaces. The element of block point (y, x) is `10 y + x`.
mod operations {
    use super::*;

    /// Returns the elements that a point of `view` covers in `block`, lowest point first.
    fn elements(trie: &Trie, view: &SpaceId, block: &SpaceId, point: [i64; 2]) -> Result<Vec<i64>, TrieError> {
        let place = trie.map(&Points::of([point]), view, block)?;
        Ok(place.iter().map(|point| 10 * point[0] + point[1]).collect())
    }

    struct Block {
        trie: Trie,
        block: SpaceId,
        view: SpaceId,
    }

    /// Returns an 8 x 8 block and a view of its rows 2..4 and columns 3..7.
    fn block() -> Result<Block, TrieError> {
        let mut trie = Trie::new("picture", 2)?;
        let block = trie.add_tensor(&trie.universe(), "block", Placement::of(2), [8, 8])?;
        let view = trie.add_tensor(&block, "view", Placement::of(2).origin([2, 3]), [2, 4])?;
        Ok(Block { trie, block, view })
    }

    #[test]
    fn a_view_reaches_the_block_around_it() -> Outcome {
        let Block { trie, block, view } = block()?;
        assert_eq!(elements(&trie, &view, &block, [0, 0])?, [23]);
        assert_eq!(elements(&trie, &view, &block, [-1, -1])?, [12]);
        assert_eq!(elements(&trie, &view, &block, [2, 0])?, [43]);
        assert!(trie.check_inside(&view, &[2, 0]).is_err());
        assert_eq!(trie.check_inside(&block, &[4, 3]), Ok(()));
        Ok(())
    }

    #[test]
    fn a_point_above_a_block_copy_lies_in_the_block_it_was_copied_from() -> Outcome {
        let Block { mut trie, block, view } = block()?;
        let copy = trie.add_tensor(&view, "copy", Placement::of(2), [2, 4])?;
        assert!(trie.check_inside(&copy, &[-1, 0]).is_err());
        assert_eq!(elements(&trie, &copy, &block, [-1, 0])?, [13]);
        Ok(())
    }

    #[test]
    fn a_coarse_view_reads_the_first_point_it_covers() -> Outcome {
        let Block { mut trie, block, view } = block()?;
        let pairs = trie.add_tensor(&view, "pairs", Placement::of(2).coarsen([1, 2]), [2, 2])?;
        assert_eq!(elements(&trie, &pairs, &block, [0, 0])?, [23, 24]);
        assert_eq!(elements(&trie, &pairs, &block, [0, 1])?, [25, 26]);
        Ok(())
    }

    #[test]
    fn a_partition_with_a_step_is_a_translation_and_a_coarsening() -> Outcome {
        // The slice [1:7:3] of a row of 8.
        let mut trie = Trie::new("row", 1)?;
        let part = trie.add_tensor(&trie.universe(), "[1:7:3]", Placement::of(1).origin([1]).coarsen([3]), [2])?;
        let firsts = [0, 1].map(|i| trie.up(&part, &Points::of([[i]])).map(|place| place.first().map(<[i64]>::to_vec)));
        assert_eq!(firsts, [Ok(Some(vec![1])), Ok(Some(vec![4]))]);
        Ok(())
    }

    #[test]
    fn colocation_sees_a_coarse_row_as_two_places_of_two_points() -> Outcome {
        let Block { mut trie, block, view } = block()?;
        let row = trie.add_tensor(&view, "row", Placement::of(2).axes([1]).coarsen([2]), [2])?;
        let place = trie.map(&trie.points(&row)?, &row, &block)?;
        assert_eq!(place, Points::of([[2, 3], [2, 4], [2, 5], [2, 6]]), "destination form: 4 points, 1 apart");
        let firsts = trie.points(&row)?.iter().try_fold(Points::new(2), |firsts, point| {
            let covered = trie.map(&Points::one(point), &row, &block)?;
            firsts.union(&Points::from_points(2, covered.first())?)
        })?;
        assert_eq!(firsts, Points::of([[2, 3], [2, 5]]), "source form: 2 points, 2 apart");
        Ok(())
    }

    #[test]
    fn every_sample_of_a_macroblock_lies_at_its_flag() -> Outcome {
        let mut trie = Trie::new("frame", 2)?;
        let frame = trie.universe();
        let flags = trie.add_tensor(&frame, "flags", Placement::of(2).coarsen([4, 4]), [2, 2])?;
        let used = trie.add_tensor(&flags, "used", Placement::of(2).refine([4, 4]), [8, 8])?;
        assert_eq!(trie.up(&used, &Points::of([[5, 2]]))?, Points::of([[1, 0]]));
        for flag in &trie.points(&flags)? {
            let samples = trie.down(&used, &Points::one(flag))?;
            assert_eq!(samples, Points::cuboid([4 * flag[0], 4 * flag[1]], [4, 4])?);
        }
        Ok(())
    }

    #[test]
    fn coarsened_then_refined_samples_start_at_their_macroblock() -> Outcome {
        let mut trie = Trie::new("line", 1)?;
        let coarse = trie.add(&trie.universe(), "coarse", Placement::of(1).coarsen([4]))?;
        let fine = trie.add(&coarse, "fine", Placement::of(1).refine([4]))?;
        let place = trie.up_to_root(&fine, &Points::of([[5]]))?;
        assert_eq!(place, Points::cuboid([4], [4])?);
        assert_eq!(place.first(), Some(&[4][..]));
        assert_eq!(trie.up(&fine, &Points::of([[5]]))?, Points::of([[1]]));
        assert_eq!(trie.down(&coarse, &Points::of([[5]]))?, Points::of([[1]]));
        assert_eq!(trie.map(&Points::of([[5]]), &trie.universe(), &fine)?, Points::cuboid([4], [4])?);
        Ok(())
    }

    #[test]
    fn an_index_is_inside_or_outside_a_4_by_4_block() -> Outcome {
        let mut trie = Trie::new("picture", 2)?;
        let block = trie.add_tensor(&trie.universe(), "block", Placement::of(2).origin([4, 4]), [4, 4])?;
        assert_eq!(trie.check_inside(&block, &[2, 1]), Ok(()));
        assert!(trie.check_inside(&block, &[-1, 1]).is_err());
        // The point still has a place.
        assert_eq!(trie.up(&block, &Points::of([[-1, 1]]))?, Points::of([[3, 5]]));
        Ok(())
    }
}
