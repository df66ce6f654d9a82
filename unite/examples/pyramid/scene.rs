//! A picture with more detail than a small copy of it can show. It has a low sun over hills, and its reflection in the
//! sea.

use super::draw::noise::{hills, noise};
use super::draw::{Rgb, mix, ramp};

const SKY: [Rgb; 5] = [[24, 30, 72], [70, 62, 120], [176, 92, 116], [244, 150, 92], [255, 214, 140]];

/// Returns the colour at row `y` and column `x` of a picture of 384 x 512.
pub(crate) fn colour(y: f64, x: f64) -> Rgb {
    const HORIZON: f64 = 214.0;
    if y < HORIZON { above(y, x) } else { sea(y, x, HORIZON) }
}

fn above(y: f64, x: f64) -> Rgb {
    let from_sun = (y - 146.0).hypot(x - 344.0);
    let clouds = hills(y / 22.0, x / 120.0, 5);
    let sky = mix(ramp(&SKY, y / 214.0), [255, 170, 130], (2.4 * clouds - 1.2).clamp(0.0, 0.6));
    let star = noise(y * 0.9, x * 0.9) > 0.955 && y < 110.0;
    let sky = if star { mix(sky, [255, 255, 255], 1.0 - y / 120.0) } else { sky };
    let glow = mix(sky, [255, 236, 170], (-from_sun / 70.0).exp());
    let mut colour = if from_sun < 20.0 { [255, 250, 224] } else { glow };
    // Three ridges, the nearest the darkest.
    for (ridge, base) in [(1.0, 150.0), (2.0, 172.0), (3.0, 196.0)] {
        let top = base + 14.0 * ridge - 70.0 * hills(9.0 * ridge, x / 150.0 + ridge, 6);
        if y > top {
            let trees = noise(y / 2.0, x / 1.5) * 14.0;
            colour = mix(mix(glow, [60, 36, 84], 0.42 + 0.16 * ridge), [18, 12, 40], (trees + 8.0 * ridge) / 60.0);
        }
    }
    colour
}

fn sea(y: f64, x: f64, horizon: f64) -> Rgb {
    let depth = (y - horizon) / 170.0;
    let mirrored = above(horizon - 0.9 * (y - horizon), x + 9.0 * depth * (noise(y / 2.0, x / 40.0) - 0.5));
    let water = mix(mirrored, [10, 24, 58], 0.35 + 0.4 * depth);
    // The path of the sun: waves that reflect it, as thin as a sample.
    let near_path = (-((x - 344.0) / (14.0 + 60.0 * depth)).powi(2)).exp();
    let wave = (y * (2.4 - depth) + 2.5 * noise(y / 3.0, x / 7.0)).sin() * noise(y * 0.8, x / 4.0 + 30.0);
    let lit = if wave > 0.25 { near_path } else { 0.25 * near_path };
    let colour = mix(water, [255, 226, 150], lit * 0.95);
    boat(y, x).unwrap_or(colour)
}

/// Returns the colour of a boat with a striped sail in the path of the sun, if it covers the place.
fn boat(y: f64, x: f64) -> Option<Rgb> {
    let (down, right) = (y - 236.0, x - 318.0);
    let hull = (46.0..54.0).contains(&down) && (right.abs() < 24.0 - 0.9 * (down - 46.0));
    let sail = (0.0..43.0).contains(&down) && right > 1.5 && right < 0.5 * down + 1.5;
    let jib = (8.0..43.0).contains(&down) && right < -1.0 && -right < 0.4 * (down - 8.0) + 1.0;
    let mast = (-4.0..46.0).contains(&down) && right.abs() < 1.0;
    match () {
        () if hull => Some([44, 20, 32]),
        () if mast => Some([30, 18, 34]),
        () if sail && down as i64 % 4 < 2 => Some([206, 62, 60]),
        () if sail || jib => Some([250, 240, 226]),
        () => None,
    }
}
