//! Draws an answer in the plane. All points are gray, darker where they are dense, those that were found orange, and
//! the region blue. A region that would be too small to see is magnified, with its surroundings.

use std::path::Path;
use std::{fs, io};

use super::draw::{Pixels, Rgb, Svg, mix};

/// The longer side of the picture, in pixels.
const SIDE: f64 = 800.0;
/// The maximum number of points that are drawn as dots rather than as pixels.
const FEW: usize = 1 << 13;
/// The ratio of the shown square to a region that is magnified.
const AROUND: f64 = 4.0;
/// The margin around the drawing, in pixels.
const MARGIN: f64 = 20.0;
const PAPER: Rgb = [251, 250, 247];
const INK: Rgb = [60, 60, 60];
const FOUND: Rgb = [226, 98, 22];
const REGION: Rgb = [30, 90, 200];

/// The map from places to pixels: y points up in the plane, and down in a picture.
struct Frame {
    least: [f64; 2],
    scale: f64,
    size: [usize; 2],
}

/// Returns the least coordinate and the length of places along both axes; coordinates that are not finite are ignored.
fn bounds<'a>(places: impl Iterator<Item = &'a [f64; 2]> + Clone) -> [(f64, f64); 2] {
    [0, 1].map(|axis: usize| {
        let along = places.clone().map(|place| place[axis]).filter(|place| place.is_finite());
        let (least, most) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        if least <= most { (least, most - least) } else { (0.0, 0.0) }
    })
}

/// Returns the bounds of the drawing: all points, or the surroundings of a region that would be too small to see.
pub(crate) fn shown(points: &[[f64; 2]], outline: &[[f64; 2]]) -> [(f64, f64); 2] {
    let (all, region) = (bounds(points.iter().chain(outline)), bounds(outline.iter()));
    let side = |[(_, width), (_, height)]: [(f64, f64); 2]| AROUND * width.max(height);
    let small = side(region) > 0.0 && AROUND * side(region) < side(all);
    if small { region.map(|(least, length)| (least + (length - side(region)) / 2.0, side(region))) } else { all }
}

impl Frame {
    /// Returns the frame that shows these bounds.
    fn of([(x, width), (y, height)]: [(f64, f64); 2]) -> Self {
        let longer = width.max(height);
        let scale = if longer > 0.0 && longer.is_finite() { SIDE / longer } else { 1.0 };
        let pixels = |length: f64| ((length * scale).min(SIDE) + 2.0 * MARGIN) as usize + 1;
        Frame { least: [x, y], scale, size: [pixels(width), pixels(height)] }
    }

    /// Returns the position of a place in the picture.
    fn at(&self, place: [f64; 2]) -> [f64; 2] {
        let along = |axis: usize| (place[axis] - self.least[axis]) * self.scale + MARGIN;
        [along(0), self.size[1] as f64 - 1.0 - along(1)]
    }

    /// Returns the pixel of a place, if it lies in the picture.
    fn pixel(&self, place: [f64; 2]) -> Option<usize> {
        self.inside(self.at(place))
    }

    /// Returns the index of a pixel, if it lies in the picture.
    fn inside(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let inside = x >= 0.0 && y >= 0.0 && x < self.size[0] as f64 && y < self.size[1] as f64;
        inside.then(|| y as usize * self.size[0] + x as usize)
    }
}

/// Returns a circle as the corners of a polygon.
pub(crate) fn circle(center: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let at = |k: u32| {
        let (sin, cos) = (f64::from(k) / 128.0 * std::f64::consts::TAU).sin_cos();
        [center[0] + radius * cos, center[1] + radius * sin]
    };
    (0..=128).map(at).collect()
}

/// Returns a rectangle as the corners of a polygon.
pub(crate) fn rectangle(low: [f64; 2], high: [f64; 2]) -> Vec<[f64; 2]> {
    vec![low, [high[0], low[1]], high, [low[0], high[1]], low]
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Svg,
    Png,
}

impl Kind {
    /// Returns the format for the extension of a file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(Kind::Svg),
            "png" => Some(Kind::Png),
            _ => None,
        }
    }
}

/// Writes a picture.
pub(crate) fn save(
    path: &Path,
    kind: Kind,
    points: &[[f64; 2]],
    found: &[u32],
    outline: &[[f64; 2]],
) -> io::Result<()> {
    let frame = Frame::of(shown(points, outline));
    let mut pixels = scene(&frame, points, found);
    if kind == Kind::Png {
        trace(&mut pixels, &frame, outline);
        return fs::write(path, pixels.png());
    }
    let mut page = Svg::new(frame.size[0], frame.size[1]);
    page.pixels([0.0, 0.0, frame.size[0] as f64, frame.size[1] as f64], &pixels);
    let [r, g, b] = REGION;
    for pair in outline.windows(2).filter(|pair| pair.as_flattened().iter().all(|place| place.is_finite())) {
        page.line(frame.at(pair[0]), frame.at(pair[1]), &format!("stroke:rgb({r},{g},{b});stroke-width:1.5"));
    }
    let text = format!("{} of {} points", found.len(), points.len());
    page.text([MARGIN, MARGIN - 6.0], "font-size:12px;fill:#444", &text);
    page.save(path)
}

/// Draws all points, and those that were found.
fn scene(frame: &Frame, points: &[[f64; 2]], found: &[u32]) -> Pixels {
    let visible = points.iter().filter(|&&place| frame.pixel(place).is_some()).count();
    // A small number of points are drawn as dots, so that they are visible.
    let reach = if visible <= FEW { -1..=1 } else { 0..=0 };
    let pixels_of = |place: [f64; 2]| {
        let ([x, y], reach) = (frame.at(place).map(f64::floor), reach.clone().map(f64::from));
        let dot = reach.clone().flat_map(move |dx| reach.clone().map(move |dy| [x + dx, y + dy]));
        dot.filter_map(|pixel| frame.inside(pixel))
    };
    let mut counts = vec![0u32; frame.size[0] * frame.size[1]];
    points.iter().flat_map(|&place| pixels_of(place)).for_each(|pixel| counts[pixel] += 1);
    let most = f64::from(counts.iter().copied().max().unwrap_or(0)).ln_1p().max(1.0);
    let mut pixels = Pixels::new(frame.size[1], frame.size[0], |_, _| PAPER);
    for (pixel, &count) in pixels.data.iter_mut().zip(&counts).filter(|(_, count)| **count > 0) {
        *pixel = mix(PAPER, INK, 0.25 + 0.75 * f64::from(count).ln_1p() / most);
    }
    found.iter().flat_map(|&id| pixels_of(points[id as usize])).for_each(|pixel| pixels.data[pixel] = FOUND);
    pixels
}

/// Draws a line through places, pixel by pixel.
fn trace(pixels: &mut Pixels, frame: &Frame, outline: &[[f64; 2]]) {
    for pair in outline.windows(2).filter(|pair| pair.as_flattened().iter().all(|place| place.is_finite())) {
        let steps = 2 * (frame.size[0] + frame.size[1]);
        for k in 0..=steps {
            let t = k as f64 / steps as f64;
            let place = std::array::from_fn(|axis| pair[0][axis] * (1.0 - t) + pair[1][axis] * t);
            if let Some(pixel) = frame.pixel(place) {
                pixels.data[pixel] = REGION;
            }
        }
    }
}
