//! Zonal statistics: the values of one raster, aggregated over the zones of another one.
//!
//! Section: thesis, chapter 10. A zone raster assigns each of its cells to a zone; a value raster has numbers. The
//! example computes the sum, mean, least and greatest value of every zone, and a raster with the zone's mean in all of
//! its cells. This is the hard case that is common in geography: the rasters have different origins, their cells differ
//! in size, one reaches over the edge of the other, and a zone is a *set of cells*, not a rectangle.
//!
//! ```text
//!      zones, cells of 30 m            elevation, cells of 10 m
//!      ┌───┬───┬───┐                       ┌┬┬┬┬┬┬┬┐
//!      │ A │ A │ B │                       ├┼┼┼┼┼┼┼┤      elevation.view().colocate(&zones).samples([y, x])
//!      ├───┼───┼───┤                       ├┼┼┼┼┼┼┼┤      are the elevations in cell (y, x) of the zones:
//!      │ A │ B │ B │                       ├┼┼┼┼┼┼┼┤      nine inside, fewer at the edge, none beyond it
//!      └───┴───┴───┘                       └┴┴┴┴┴┴┴┘
//! ```
//!
//! [`statistics`] and [`spread`] do not use origins or cell sizes. The program prints the table and draws a map: `cargo
//! run --release -p unite --example zonal [MAP.svg]`.

mod draw;
#[path = "zonal/map.rs"]
mod map;

use draw::noise::{hills, noise};
use std::collections::BTreeMap;
use unite::{Block, By, Coarse, Dyn, In, Place};

unite::universe! {
    /// A square of 10 m is the unit, rows to the south, columns to the east.
    struct Terrain: 2;
}

/// A space of squares of 30 m.
type Districts = Coarse<Terrain, By<3, 3>>;

/// The marker of cells that belong to no zone.
const NONE: char = ' ';

/// Statistics of the values of one zone.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Statistics {
    count: usize,
    sum: f64,
    min: f64,
    max: f64,
}

impl Statistics {
    const EMPTY: Self = Statistics { count: 0, sum: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY };

    fn with(self, value: f64) -> Self {
        let (min, max) = (self.min.min(value), self.max.max(value));
        Statistics { count: self.count + 1, sum: self.sum + value, min, max }
    }

    fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }
}

/// Returns the statistics of every zone that has values: the values at the place of each of its cells.
fn statistics<Z: In<Terrain, 2>, V: In<Terrain, 2>>(
    zones: &Block<Z, char>,
    values: &Block<V, f64>,
) -> BTreeMap<char, Statistics> {
    let values = values.view().colocate(zones);
    let mut of_zone = BTreeMap::new();
    for cell in zones.spot().indices() {
        let zone = zones.view().at(cell);
        for value in values.samples(cell).filter(|_| zone != NONE) {
            let so_far = of_zone.entry(zone).or_insert(Statistics::EMPTY);
            *so_far = so_far.with(value);
        }
    }
    of_zone
}

/// Returns a raster with its zone's mean in every cell, or NaN.
fn spread<Z: In<Terrain, 2>>(zones: &Block<Z, char>, of_zone: &BTreeMap<char, Statistics>) -> Block<Z, f64> {
    let mut means = Block::block_copy(zones);
    means.view_mut().zip(zones, |zone| of_zone.get(&zone).map_or(f64::NAN, Statistics::mean));
    means
}

/// Returns the height in metres above the sea.
fn metres([y, x]: [f64; 2]) -> f64 {
    150.0 + 1000.0 * hills(y / 48.0 + 2.0, x / 48.0 + 5.0, 6)
}

/// Returns the district of a place: that of the nearest of nine towns, with curved borders, on a round island.
fn district([y, x]: [f64; 2]) -> char {
    let bent = [y + 22.0 * noise(y / 11.0, x / 11.0 + 9.0) - 11.0, x + 22.0 * noise(y / 11.0 + 5.0, x / 11.0) - 11.0];
    let distance = |town: [f64; 2]| (bent[0] - town[0]).hypot(bent[1] - town[1]);
    let outside = ((bent[0] - 44.0) / 46.0).hypot((bent[1] - 60.0) / 60.0) > 1.0;
    let towns = (0_u8..9).map(|n| (b'A' + n, distance([14.0 + f64::from(n / 3 * 30), 20.0 + f64::from(n % 3 * 40)])));
    let nearest = towns.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| !outside);
    nearest.map_or(NONE, |(letter, _)| char::from(letter))
}

/// Returns the rasters of the map: 30 x 40 districts, and elevations with another origin that reach over the eastern
/// edge.
fn rasters() -> (Block<Districts, char>, Block<Terrain, f64>) {
    let mut zones = Block::<Districts, _>::new([0, 0], Dyn([30, 40]));
    zones.view_mut().fill_with(|[y, x]| district([3.0 * y as f64 + 1.5, 3.0 * x as f64 + 1.5]));
    let mut elevation = Block::<Terrain, _>::new([-13, 22], Dyn([91, 109]));
    elevation.view_mut().fill_with(|[y, x]| metres([y as f64 - 13.0, x as f64 + 22.0]));
    (zones, elevation)
}

/// Returns a worked example, three by three: the values of A are 1, 2 and 4.
fn worked() -> (Block<Terrain, char>, Block<Terrain, f64>) {
    let mut zones = Block::<Terrain, _>::new([10, 20], Dyn([3, 3]));
    let mut values = Block::<Terrain, _>::new([10, 20], Dyn([3, 3]));
    zones.view_mut().fill_with(|[y, x]| ["AAB", "ABB", "CCB"][y as usize].as_bytes()[x as usize] as char);
    values.view_mut().fill_with(|[y, x]| (3 * y + x + 1) as f64);
    (zones, values)
}

fn main() -> std::io::Result<()> {
    let (small_zones, small_values) = worked();
    println!("zones AAB/ABB/CCB, values 123/456/789");
    for (zone, of) in statistics(&small_zones, &small_values) {
        println!("{zone}: sum {:2}, mean {:.2}, min {}, max {}", of.sum, of.mean(), of.min, of.max);
    }

    let (zones, elevation) = rasters();
    let of_zone = statistics(&zones, &elevation);
    println!("\nzones:      {}", zones.view());
    println!("elevation:  {}", elevation.view());
    println!("under them: {}", elevation.view().under(&zones));
    println!("\nzone  cells of 10 m      sum   mean    min    max");
    for (zone, of) in &of_zone {
        println!("{zone}     {:13}  {:7.0}  {:5.0}  {:5.0}  {:5.0}", of.count, of.sum, of.mean(), of.min, of.max);
    }

    let at = |cell: &[isize; 2]| elevation.view().at(*cell);
    if let Some(summit) = elevation.spot().indices().max_by(|a, b| at(a).total_cmp(&at(b))) {
        let shared = elevation.view().coverage(summit, &zones);
        println!("\nThe summit, {:.0} m, is cell {summit:?}. Seen from the zones, these share its place:", at(&summit));
        println!("{shared}");
    }

    let path = draw::output("target/zonal.svg")?;
    map::map(&zones, &elevation, &of_zone).save(&path)?;
    println!("\nmap: {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use unite::Atlas;
    use unite::trie::Points;

    #[test]
    fn the_worked_numbers() {
        let (zones, values) = worked();
        let sums = statistics(&zones, &values).into_iter().map(|(zone, of)| (zone, of.sum));
        assert!(sums.eq([('A', 7.0), ('B', 23.0), ('C', 15.0)]));
    }

    #[test]
    fn every_cell_of_a_zone_holds_its_mean() {
        let (zones, values) = worked();
        let means = spread(&zones, &statistics(&zones, &values));
        let [a, b, c] = [7.0 / 3.0, 23.0 / 4.0, 15.0 / 2.0];
        assert!(means.spot().indices().map(|cell| means.view().at(cell)).eq([a, a, b, a, b, b, c, c, b]));
    }

    #[test]
    fn every_value_counts_in_the_zone_that_it_lies_in() {
        let (zones, elevation) = rasters();
        let mut expected = BTreeMap::new();
        for y in 0..91 {
            for x in 0..109 {
                let (row, column) = ((y - 13_isize).div_euclid(3), (x + 22_isize).div_euclid(3));
                if (0..30).contains(&row) && (0..40).contains(&column) && zones.view().at([row, column]) != NONE {
                    let zone = expected.entry(zones.view().at([row, column])).or_insert_with(Vec::new);
                    zone.push(metres([y as f64 - 13.0, x as f64 + 22.0]));
                }
            }
        }
        let found = statistics(&zones, &elevation);
        assert!(found.keys().eq(expected.keys()));
        for (zone, values) in expected {
            let of = found[&zone];
            assert_eq!(of.count, values.len());
            approx::assert_abs_diff_eq!(of.sum, values.iter().sum(), epsilon = 1e-6);
            assert_eq!((of.min, of.max), values.iter().fold((f64::MAX, 0.0), |(a, b), v| (v.min(a), v.max(b))));
        }
    }

    #[test]
    fn the_values_of_a_zone_are_those_that_the_trie_maps_it_to() -> Result<(), unite::trie::TrieError> {
        let (zones, elevation) = rasters();
        let mut atlas = Atlas::<Terrain>::new();
        let (from, to) = (atlas.name("zones", &zones)?, atlas.name("elevation", &elevation)?);
        for (zone, of) in statistics(&zones, &elevation) {
            let own = zones.spot().indices().filter(|&cell| zones.view().at(cell) == zone);
            let own = Points::from_points(2, own.map(|[y, x]| [y as i64, x as i64]))?;
            let values = atlas.trie().map(&own, &from, &to)?;
            assert_eq!(atlas.trie().clip(&to, &values)?.len(), of.count);
        }
        Ok(())
    }
}
