//! Drawing for the examples: colour ramps, pixels that become a PNG, an SVG page. A page has shapes, text and pixels.
//! The code does not use places.

#![allow(dead_code, reason = "each example uses a part of it")]

pub(crate) mod letters;
pub(crate) mod noise;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A colour: red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// A colour ramp that is also monotonic in gray: violet, blue, green, yellow.
pub(crate) const VIRIDIS: [Rgb; 6] =
    [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];

/// A colour ramp for heat: black, purple, red, orange, pale yellow.
pub(crate) const INFERNO: [Rgb; 7] =
    [[0, 0, 4], [51, 16, 104], [120, 28, 109], [190, 55, 82], [237, 105, 37], [251, 180, 26], [252, 255, 164]];

/// Returns the colour at `t` of a ramp, from 0 at its first stop to 1 at its last.
pub(crate) fn ramp(stops: &[Rgb], t: f64) -> Rgb {
    let t = t.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let low = (t as usize).min(stops.len() - 2);
    mix(stops[low], stops[low + 1], t - low as f64)
}

/// Mixes `t` of colour `b` with the rest of colour `a`.
pub(crate) fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    std::array::from_fn(|k| (f64::from(a[k]) * (1.0 - t) + f64::from(b[k]) * t).round() as u8)
}

/// Returns a colour in the notation of SVG.
pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the path in the first argument of the program, or `default`, and creates its folder.
pub(crate) fn output(default: &str) -> io::Result<PathBuf> {
    let path = env::args().nth(1).map_or_else(|| PathBuf::from(default), PathBuf::from);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(path)
}

/// Pixels, row by row.
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) data: Vec<Rgb>,
}

impl Pixels {
    /// Creates `height` rows of `width` pixels, with the colour that `f` returns for row and column.
    pub(crate) fn new(height: usize, width: usize, f: impl Fn(isize, isize) -> Rgb) -> Self {
        let at = |n: usize| f((n / width) as isize, (n % width) as isize);
        Pixels { width, data: (0..height * width).map(at).collect() }
    }

    /// Encodes the pixels as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let (width, height) = (self.width as u32, (self.data.len() / self.width) as u32);
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(self.data.as_flattened()));
        written.expect("memory takes any picture of this size");
        file
    }
}

/// An SVG page of shapes. Coordinates are pixels, x to the right and y down; `style` is CSS.
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// Creates an empty page.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n"
        );
        Svg { text }
    }

    /// Draws a rectangle.
    pub(crate) fn rect(&mut self, [x, y, width, height]: [f64; 4], style: &str) {
        let shape = format!("x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"");
        self.element(&format!("<rect {shape} style=\"{style}\"/>"));
    }

    /// Draws a line from one point to another.
    pub(crate) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
        let ends = format!("x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\"");
        self.element(&format!("<line {ends} style=\"{style}\"/>"));
    }

    /// Draws text whose baseline starts at a point, or is centred there with `text-anchor:middle`.
    pub(crate) fn text(&mut self, [x, y]: [f64; 2], style: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.element(&format!("<text x=\"{x:.2}\" y=\"{y:.2}\" style=\"{style}\">{text}</text>"));
    }

    /// Draws pixels, as small squares, in a rectangle.
    pub(crate) fn pixels(&mut self, [x, y, width, height]: [f64; 4], pixels: &Pixels) {
        let shape = format!("x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"");
        let data = base64(&pixels.png());
        self.element(&format!(
            "<image {shape} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" \
             href=\"data:image/png;base64,{data}\"/>"
        ));
    }

    /// Draws a bar of a ramp's colours with a label at either end.
    pub(crate) fn legend(&mut self, [x, y, width, height]: [f64; 4], stops: &[Rgb], low: &str, high: &str) {
        let bar = Pixels::new(1, 64, |_, x| ramp(stops, x as f64 / 63.0));
        self.pixels([x, y, width, height], &bar);
        self.text([x, y + height + 14.0], "font-size:11px;fill:#444", low);
        self.text([x + width, y + height + 14.0], "font-size:11px;fill:#444;text-anchor:end", high);
    }

    fn element(&mut self, element: &str) {
        writeln!(self.text, "{element}").expect("a string takes any text");
    }

    /// Writes the page to a file.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        fs::write(path, format!("{}</svg>\n", self.text))
    }
}

/// Encodes bytes in base64.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k)) as usize & 63] as char;
            text.push(if k <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
