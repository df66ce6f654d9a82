//! A picture of the album's page beside the upright photo, with the same places in both.

use super::draw::{Rgb, Svg, hex};
use super::{Album, TURN};
use unite::trie::{Points, SpaceId, TrieError};

/// The size of a point of the page, in pixels.
const SCALE: f64 = 28.0;

/// A map from a point to the position of its square.
type At<'a> = &'a dyn Fn(i64, i64) -> [f64; 2];

pub(crate) fn picture(album: &Album) -> Result<Svg, TrieError> {
    const TITLE: &str = "font-size:20px;font-weight:bold;fill:#222";
    let trie = &album.trie;
    let mut svg = Svg::new(1188, 736);
    svg.text([20.0, 38.0], TITLE, "The page, and on it the turned photo");
    svg.text([870.0, 38.0], TITLE, "Seen from the photo");
    let page_at = |y: i64, x: i64| [24.0 + SCALE * x as f64, 56.0 + SCALE * y as f64];
    let photo_at = |y: i64, x: i64| [870.0 + SCALE * x as f64, 56.0 + SCALE * y as f64];

    let [x, y] = page_at(0, 0);
    svg.rect([x + 4.0, y + 5.0, 28.0 * SCALE, 16.0 * SCALE], "fill:#d9d5cb");
    svg.rect([x, y, 28.0 * SCALE, 16.0 * SCALE], "fill:#fffefb;stroke:#c9c3b4");
    let samples = album.samples.view().through(TURN);
    for point in &trie.points(&album.photo)? {
        let colour = colour(samples.at([point[0] as isize, point[1] as isize]));
        fill(&mut svg, &page_at, &trie.up(&album.photo, &Points::one(point))?, colour);
        fill(&mut svg, &photo_at, &Points::one(point), colour);
    }
    fill(&mut svg, &page_at, &trie.up(&album.caption, &trie.points(&album.caption)?)?, [243, 239, 228]);
    let [x, y] = page_at(14, 13);
    svg.text(
        [x, y + 5.0],
        "font-size:17px;font-style:italic;fill:#555;text-anchor:middle",
        "The lighthouse of the harbour",
    );

    // The cells of the layout, on the page and on the photo.
    for cell in &trie.points(&album.layout)? {
        let one = Points::one(cell);
        let name = format!("{},{}", cell[0], cell[1]);
        let seen = [(&album.page, &page_at as At<'_>), (&album.photo, &photo_at)];
        for (space, at) in seen {
            let there = trie.clip(space, &trie.map(&one, &album.layout, space)?)?;
            outline(&mut svg, at, &there, "stroke:#8d96ab;stroke-width:1;stroke-dasharray:3 3");
            if let Some(first) = there.first() {
                let [x, y] = at(first[0], first[1]);
                let style = "font-size:10px;fill:#8d96ab";
                svg.text([x + 3.0, y + 11.0], style, &name);
            }
        }
    }

    let colours = ["#ff7a1a", "#1668d6", "#d0189b"];
    for ((name, space, points), (n, colour)) in album.places()?.iter().zip(colours.iter().enumerate()) {
        let style = format!("stroke:{colour};stroke-width:4;stroke-linecap:round");
        outline(&mut svg, &page_at, &trie.map(points, space, &album.page)?, &style);
        outline(&mut svg, &photo_at, &clipped(album, points, space)?, &style);
        let y = 552.0 + 30.0 * n as f64;
        svg.line([872.0, y], [902.0, y], &style);
        svg.text([914.0, y + 5.0], "font-size:14px;fill:#333", name);
    }
    let monospace = "font-family:DejaVu Sans Mono,Menlo,Consolas,monospace;font-size:14px;fill:#333;white-space:pre";
    for (n, line) in trie.to_string().lines().enumerate() {
        svg.text([24.0, 556.0 + 26.0 * n as f64], monospace, &line.replace("  ", "\u{a0}\u{a0}"));
    }
    Ok(svg)
}

/// Returns the points of the photo at a place.
fn clipped(album: &Album, points: &Points, space: &SpaceId) -> Result<Points, TrieError> {
    album.trie.clip(&album.photo, &album.trie.map(points, space, &album.photo)?)
}

fn colour(letter: u8) -> Rgb {
    match letter {
        b'.' => [38, 54, 104],
        b'*' => [232, 230, 200],
        b'D' => [46, 40, 52],
        b'Y' => [214, 190, 116],
        b'L' => [255, 226, 104],
        b'W' => [240, 236, 226],
        b'R' => [196, 60, 54],
        b'K' => [104, 96, 92],
        b's' => [120, 168, 190],
        _ => [44, 104, 140],
    }
}

fn fill(svg: &mut Svg, at: At<'_>, points: &Points, colour: Rgb) {
    for point in points {
        let [x, y] = at(point[0], point[1]);
        svg.rect([x, y, SCALE + 0.3, SCALE + 0.3], &format!("fill:{}", hex(colour)));
    }
}

/// Draws the edges between the points of a set and points that are not in it.
fn outline(svg: &mut Svg, at: At<'_>, points: &Points, style: &str) {
    for point in points {
        let (y, x) = (point[0], point[1]);
        let edges = [
            ([y - 1, x], [y, x], [y, x + 1]),
            ([y + 1, x], [y + 1, x], [y + 1, x + 1]),
            ([y, x - 1], [y, x], [y + 1, x]),
            ([y, x + 1], [y, x + 1], [y + 1, x + 1]),
        ];
        for (_, from, to) in edges.iter().filter(|(beside, ..)| !points.contains(beside)) {
            svg.line(at(from[0], from[1]), at(to[0], to[1]), style);
        }
    }
}
