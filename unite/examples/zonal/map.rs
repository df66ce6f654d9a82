//! A map of the elevations beside the means of their zones. Every item on the page is looked up by its place.

use super::draw::{Pixels, Rgb, Svg, VIRIDIS, hex, mix, ramp};
use super::{Districts, NONE, Statistics, Terrain, spread};
use std::collections::BTreeMap;
use unite::{Block, Dyn, Locate, Place, Spot};

const SCALE: f64 = 5.0;
const PAPER: Rgb = [236, 233, 225];
const GROUND: [Rgb; 5] = [[70, 122, 92], [168, 184, 120], [214, 190, 140], [160, 120, 96], [245, 240, 238]];

/// Draws the elevations beside the means of their zones, five pixels for a cell of 10 m.
pub(crate) fn map(
    zones: &Block<Districts, char>,
    elevation: &Block<Terrain, f64>,
    of_zone: &BTreeMap<char, Statistics>,
) -> Svg {
    // The page is a place too, and everything drawn on it is looked up at that place.
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
        // A border lies where the cell above, or the one to the left, is in another zone.
        for [y, x] in page.spot().indices() {
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
            let own: Vec<_> = page.spot().indices().filter(|&cell| zone.get(cell) == Some(letter)).collect();
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
