//! Smooth random fields: terrain for maps and pictures, the same on every machine.

/// Returns the random number from 0 to 1 of a point of the integer grid.
fn at_point(y: f64, x: f64) -> f64 {
    let mut bits =
        (y as i64 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (x as i64 as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for _ in 0..2 {
        bits = (bits ^ bits >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    (bits >> 40) as f64 / f64::from(1 << 24)
}

/// Returns a number from 0 to 1 for every place, smooth, with hills about one unit wide.
pub(crate) fn noise(y: f64, x: f64) -> f64 {
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let (top, left) = (y.floor(), x.floor());
    let (v, u) = (smooth(y - top), smooth(x - left));
    let row = |y| at_point(y, left) * (1.0 - u) + at_point(y, left + 1.0) * u;
    row(top) * (1.0 - v) + row(top + 1.0) * v
}

/// Returns a number from 0 to 1 for every place: layers of hills, each half as wide and half as high as the one below.
pub(crate) fn hills(y: f64, x: f64, layers: i32) -> f64 {
    let (sum, height) = (0..layers).fold((0.0, 0.0), |(sum, height), layer| {
        let scale = f64::from(1 << layer);
        (sum + noise(y * scale + 7.3 * scale, x * scale) / scale, height + 1.0 / scale)
    });
    sum / height
}
