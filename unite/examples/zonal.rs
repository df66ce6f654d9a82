//! Zonal statistics: which numbers of one raster lie in which zone of another one.
//!
//! Section: thesis, chapter 10. A zone raster says which zone each of its cells belongs to; a value raster has numbers.
//! Asked for are the sum, mean, least and greatest value of every zone, and a raster that holds a zone's mean in all of
//! its cells. Geographers meet the hard case every day: the rasters start elsewhere, their cells differ in size, one
//! reaches over the edge of the other, and a zone is a *set of cells*, not a rectangle.
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
//! No line below computes with origins or cell sizes. Prints the table and writes a map:
//! `cargo run --release -p unite --example zonal [MAP.svg]`.

mod draw;

use draw::{Pixels, Rgb, Svg, VIRIDIS, hex, hills, mix, noise, ramp};
use std::collections::BTreeMap;
use unite::{Block, By, Coarse, Dyn, In, Locate, Place, Spot};

unite::universe! {
    /// A square of 10 m is the unit, rows to the south, columns to the east.
    struct Terrain: 2;
}

/// Squares of 30 m.
type Districts = Coarse<Terrain, By<3, 3>>;

/// The zone of cells that belong to none.
const NONE: char = ' ';

/// What is known of the values of one zone.
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

/// The statistics of every zone that has values: each cell of the zones asks for the values at its place.
fn statistics<Z: In<Terrain, 2>, V: In<Terrain, 2>>(
    zones: &Block<Z, char>,
    values: &Block<V, f64>,
) -> BTreeMap<char, Statistics> {
    let values = values.view().colocate(zones);
    let mut of_zone = BTreeMap::new();
    for cell in cells(zones) {
        let zone = zones.view().at(cell);
        for value in values.samples(cell).filter(|_| zone != NONE) {
            let so_far = of_zone.entry(zone).or_insert(Statistics::EMPTY);
            *so_far = so_far.with(value);
        }
    }
    of_zone
}

/// The raster of the zones in which every cell holds its zone's mean, or not a number.
fn spread<Z: In<Terrain, 2>>(zones: &Block<Z, char>, of_zone: &BTreeMap<char, Statistics>) -> Block<Z, f64> {
    let mut means = Block::block_copy(zones);
    means.view_mut().zip(zones, |zone| of_zone.get(&zone).map_or(f64::NAN, Statistics::mean));
    means
}

/// The indices of a raster, row by row.
fn cells<Z: In<Terrain, 2>>(raster: &impl Place<Space = Z, Extent = Dyn<2>>) -> impl Iterator<Item = [isize; 2]> {
    let Dyn([height, width]) = raster.extent();
    (0..height as isize).flat_map(move |y| (0..width as isize).map(move |x| [y, x]))
}

/// Metres above the sea.
fn metres([y, x]: [f64; 2]) -> f64 {
    150.0 + 1000.0 * hills(y / 48.0 + 2.0, x / 48.0 + 5.0, 6)
}

/// The district of a place: that of the nearest of nine towns, along bent borders, on a round island of districts.
fn district([y, x]: [f64; 2]) -> char {
    let bent = [y + 22.0 * noise(y / 11.0, x / 11.0 + 9.0) - 11.0, x + 22.0 * noise(y / 11.0 + 5.0, x / 11.0) - 11.0];
    let distance = |town: [f64; 2]| (bent[0] - town[0]).hypot(bent[1] - town[1]);
    let outside = ((bent[0] - 44.0) / 46.0).hypot((bent[1] - 60.0) / 60.0) > 1.0;
    let towns = (0_u8..9).map(|n| (b'A' + n, distance([14.0 + f64::from(n / 3 * 30), 20.0 + f64::from(n % 3 * 40)])));
    let nearest = towns.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| !outside);
    nearest.map_or(NONE, |(letter, _)| char::from(letter))
}

/// The rasters of the map: 30 x 40 districts, and elevations that start elsewhere and reach over the eastern edge.
fn rasters() -> (Block<Districts, char>, Block<Terrain, f64>) {
    let mut zones = Block::<Districts, _>::new([0, 0], Dyn([30, 40]));
    zones.view_mut().fill_with(|[y, x]| district([3.0 * y as f64 + 1.5, 3.0 * x as f64 + 1.5]));
    let mut elevation = Block::<Terrain, _>::new([-13, 22], Dyn([91, 109]));
    elevation.view_mut().fill_with(|[y, x]| metres([y as f64 - 13.0, x as f64 + 22.0]));
    (zones, elevation)
}

/// The worked example of the thesis' zones, three by three: A is 1 + 2 + 4.
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
    println!("\nzone  cells of 10 m   mean    min    max");
    for (zone, of) in &of_zone {
        println!("{zone}     {:13}  {:5.0}  {:5.0}  {:5.0}", of.count, of.mean(), of.min, of.max);
    }

    let at = |cell: &[isize; 2]| elevation.view().at(*cell);
    if let Some(summit) = cells(&elevation).max_by(|a, b| at(a).total_cmp(&at(b))) {
        let shared = elevation.view().coverage(summit, &zones);
        println!(
            "\nThe summit, {:.0} m, is cell {summit:?}. Seen from the zones it shares its place with",
            at(&summit)
        );
        println!("{shared}.");
    }

    let path = draw::output("target/zonal.svg")?;
    map(&zones, &elevation, &of_zone).save(&path)?;
    println!("\nmap: {}", path.display());
    Ok(())
}

const SCALE: f64 = 5.0;
const PAPER: Rgb = [236, 233, 225];
const GROUND: [Rgb; 5] = [[70, 122, 92], [168, 184, 120], [214, 190, 140], [160, 120, 96], [245, 240, 238]];

/// The elevations beside the means of their zones, five pixels for a cell of 10 m.
fn map(zones: &Block<Districts, char>, elevation: &Block<Terrain, f64>, of_zone: &BTreeMap<char, Statistics>) -> Svg {
    // The page is a place too: whatever is drawn is what lies there.
    let page = Spot::<Terrain, _>::new([-15, -2], Dyn([107, 135]));
    let means = spread(zones, of_zone);
    let (zone, mean) = (zones.view().colocate(&page), means.view().colocate(&page));
    let (height, ground) = (elevation.view().colocate(&page), elevation.view().clamped().colocate(&page));

    // Light from the north-west.
    let shaded = |colour, y, x| {
        let slope = ground.at([y - 1, x]) - ground.at([y + 1, x]) + ground.at([y, x - 1]) - ground.at([y, x + 1]);
        let light = (slope / -150.0).clamp(-0.5, 0.5);
        if light < 0.0 { mix(colour, [16, 20, 48], -1.2 * light) } else { mix(colour, [255, 252, 240], 0.9 * light) }
    };
    let by_mean = |mean: f64| ramp(&VIRIDIS, (mean - 450.0) / 400.0);
    let Dyn([rows, columns]) = page.extent();
    let left_map = Pixels::new(rows, columns, |y, x| match height.get([y, x]) {
        Some(height) => shaded(ramp(&GROUND, (height - 300.0) / 650.0), y, x),
        None => PAPER,
    });
    let right_map = Pixels::new(rows, columns, |y, x| match (mean.get([y, x]), height.get([y, x])) {
        (Some(mean), Some(_)) if !mean.is_nan() => shaded(by_mean(mean), y, x),
        (Some(mean), None) if !mean.is_nan() => mix(by_mean(mean), PAPER, 0.6),
        _ => PAPER,
    });

    let (width, depth) = (SCALE * columns as f64, SCALE * rows as f64);
    let mut svg = Svg::new(2 * width as usize + 60, depth as usize + 190);
    let titles = ["Elevations, and the borders of the zones", "Every zone by its mean elevation"];
    for (n, (title, pixels)) in titles.into_iter().zip([left_map, right_map]).enumerate() {
        let left = 20.0 + n as f64 * (width + 20.0);
        let at = |[y, x]: [isize; 2]| [left + SCALE * x as f64, 50.0 + SCALE * y as f64];
        svg.text([left, 36.0], "font-size:20px;font-weight:bold;fill:#222", title);
        svg.pixels([left, 50.0, width, depth], &pixels);
        // A border runs where the cell above, or the one to the left, lies in another zone.
        for [y, x] in cells(&page) {
            for (beside, end) in [([y - 1, x], [y, x + 1]), ([y, x - 1], [y + 1, x])] {
                if zone.get(beside).unwrap_or(NONE) != zone.get([y, x]).unwrap_or(NONE) {
                    svg.line(at([y, x]), at(end), "stroke:#141428;stroke-width:1.4;stroke-linecap:square");
                }
            }
        }
        let mut outline = |[y, x]: [isize; 2], [height, width]: [usize; 2], colour: &str, name: &str, text_at: f64| {
            let [x, y] = at([y - page.origin()[0], x - page.origin()[1]]);
            let style = format!("fill:none;stroke:{colour};stroke-width:2;stroke-dasharray:7 4");
            svg.rect([x, y, SCALE * width as f64, SCALE * height as f64], &style);
            svg.text([x + 7.0, y + text_at], &format!("font-size:13px;font-weight:bold;fill:{colour}"), name);
        };
        outline(elevation.origin(), elevation.extent().0, "#b3261e", "elevations, cells of 10 m", 17.0);
        outline(zones.origin(), zones.extent().0.map(|n| 3 * n), "#1d4ea8", "zones, cells of 30 m", -7.0);
        for &letter in of_zone.keys() {
            let own: Vec<_> = cells(&page).filter(|&cell| zone.get(cell) == Some(letter)).collect();
            let middle = [0, 1].map(|k| own.iter().map(|cell| cell[k]).sum::<isize>() / own.len() as isize);
            let style = "font-size:22px;font-weight:bold;text-anchor:middle;fill:#fff;stroke:#141428;stroke-width:4;\
                         paint-order:stroke";
            svg.text(at([middle[0] + 1, middle[1]]), style, &letter.to_string());
        }
    }
    let top = depth + 80.0;
    svg.legend([20.0, top, 220.0, 12.0], &VIRIDIS, "mean of 450 m", "850 m");
    svg.text([20.0, top + 56.0], "font-size:12px;fill:#444", "Pale: cells of a zone without elevations");
    for (n, (zone, of)) in of_zone.iter().enumerate() {
        let (x, y) = (300.0 + 360.0 * (n / 3) as f64, top + 12.0 + 32.0 * (n % 3) as f64);
        svg.rect([x, y - 14.0, 18.0, 18.0], &format!("fill:{}", hex(by_mean(of.mean()))));
        let text = format!("{zone}: {:.0} m, from {:.0} to {:.0} m in {} cells", of.mean(), of.min, of.max, of.count);
        svg.text([x + 28.0, y], "font-size:15px;fill:#222", &text);
    }
    svg
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
            assert!((of.sum - values.iter().sum::<f64>()).abs() < 1e-6);
            assert_eq!((of.min, of.max), values.iter().fold((f64::MAX, 0.0), |(a, b), v| (v.min(a), v.max(b))));
        }
    }

    #[test]
    fn the_values_of_a_zone_are_those_that_the_trie_maps_it_to() -> Result<(), unite::trie::TrieError> {
        let (zones, elevation) = rasters();
        let mut atlas = Atlas::<Terrain>::new();
        let (from, to) = (atlas.name("zones", &zones)?, atlas.name("elevation", &elevation)?);
        for (zone, of) in statistics(&zones, &elevation) {
            let own = cells(&zones).filter(|&cell| zones.view().at(cell) == zone);
            let own = Points::from_points(2, own.map(|[y, x]| [y as i64, x as i64]))?;
            let values = atlas.trie().map(&own, &from, &to)?;
            assert_eq!(atlas.trie().clip(&to, &values)?.len(), of.count);
        }
        Ok(())
    }
}
