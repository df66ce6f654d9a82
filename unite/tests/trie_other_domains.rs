//! Places beyond pictures (thesis ch. 10): rasters of terrain and meshes of several resolutions.

use unite::trie::{Placement, Points, SpaceId, Trie, TrieError};

type Outcome = Result<(), TrieError>;

/// Zonal statistics: colocation over sets of points that are not rectangles.
mod zonal_statistics {
    use super::*;

    const ZONES: [&str; 3] = ["AAB", "ABB", "CCB"];

    /// Returns the cells of the zone raster that belong to a zone.
    fn cells(zone: char) -> Result<Points, TrieError> {
        let zone_of = |point: &[i64]| ZONES[point[0] as usize].as_bytes()[point[1] as usize] as char;
        let raster = Points::cuboid([0, 0], [3, 3])?;
        Points::from_points(2, raster.iter().filter(|point| zone_of(point) == zone))
    }

    /// Returns a zone raster at (10, 20) of the terrain, and the values at another place or resolution.
    fn terrain(values: Placement, extent: [i64; 2]) -> Result<(Trie, SpaceId, SpaceId), TrieError> {
        let mut trie = Trie::new("terrain", 2)?;
        let zones = trie.add_tensor(&trie.universe(), "zones", Placement::of(2).origin([10, 20]), [3, 3])?;
        let values = trie.add_tensor(&trie.universe(), "values", values, extent)?;
        Ok((trie, zones, values))
    }

    fn sums(
        (trie, zones, values): (Trie, SpaceId, SpaceId),
        value: impl Fn(&[i64]) -> i64,
    ) -> Result<[i64; 3], TrieError> {
        let mut sums = [0; 3];
        for (sum, zone) in sums.iter_mut().zip(['A', 'B', 'C']) {
            let covered = trie.map(&cells(zone)?, &zones, &values)?;
            *sum = trie.clip(&values, &covered)?.iter().map(&value).sum();
        }
        Ok(sums)
    }

    #[test]
    fn two_rasters_at_one_place() -> Outcome {
        let rasters = terrain(Placement::of(2).origin([10, 20]), [3, 3])?;
        assert_eq!(sums(rasters, |cell| 3 * cell[0] + cell[1] + 1)?, [7, 23, 15]);
        Ok(())
    }

    #[test]
    fn a_value_raster_that_starts_elsewhere() -> Outcome {
        // 5 x 6 cells, of which those from (2, 1) on lie under the zones.
        let rasters = terrain(Placement::of(2).origin([8, 19]), [5, 6])?;
        assert_eq!(sums(rasters, |cell| 3 * (cell[0] - 2) + (cell[1] - 1) + 1)?, [7, 23, 15]);
        Ok(())
    }

    #[test]
    fn a_transposed_value_raster() -> Outcome {
        let rasters = terrain(Placement::of(2).axes([1, 0]).origin([10, 20]), [3, 3])?;
        assert_eq!(sums(rasters, |cell| 3 * cell[1] + cell[0] + 1)?, [7, 23, 15]);
        Ok(())
    }

    /// ```text
    ///   zones   A A B      values  1 1 2 2     A lies in 1,          B in 1, 2 and 4,
    ///           A B B              1 1 2 2     C lies in 3
    ///           C C B              3 3 4 4
    /// ```
    #[test]
    fn a_value_raster_of_cells_twice_as_large() -> Outcome {
        let rasters = terrain(Placement::of(2).origin([10, 20]).coarsen([2, 2]), [2, 2])?;
        assert_eq!(sums(rasters, |cell| 2 * cell[0] + cell[1] + 1)?, [1, 7, 3]);
        Ok(())
    }

    #[test]
    fn a_value_raster_of_cells_half_as_large() -> Outcome {
        // Each cell of a zone lies at the place of four values of a quarter each.
        let rasters = terrain(Placement::of(2).origin([10, 20]).refine([2, 2]), [6, 6])?;
        let quadrupled = sums(rasters, |cell| 3 * (cell[0] / 2) + cell[1] / 2 + 1)?;
        assert_eq!(quadrupled, [4 * 7, 4 * 23, 4 * 15]);
        Ok(())
    }
}

/// Block-structured meshes: patches of one refinement lie side by side in the coarse grid.
mod mesh_refinement {
    use super::*;

    #[test]
    fn a_ghost_cell_lies_in_the_sibling_or_in_the_coarse_parent() -> Outcome {
        let mut trie = Trie::new("mesh", 1)?;
        let coarse = trie.universe();
        let level = trie.add(&coarse, "level 1", Placement::of(1).refine([2]))?;
        let left = trie.add_tensor(&level, "left patch", Placement::of(1).origin([4]), [4])?;
        let right = trie.add_tensor(&level, "right patch", Placement::of(1).origin([8]), [4])?;

        let past_the_end = Points::of([[4]]);
        assert_eq!(trie.map(&past_the_end, &left, &right)?, Points::of([[0]]));
        let before_the_start = Points::of([[-1]]);
        let in_sibling = trie.map(&before_the_start, &left, &right)?;
        assert_eq!(trie.clip(&right, &in_sibling)?, Points::new(1));
        assert_eq!(trie.map(&before_the_start, &left, &coarse)?, Points::of([[1]]));
        Ok(())
    }
}
