//! A user-defined mapping: a portrait photo lies turned on a landscape page.
//!
//! Section: thesis, chapter 4, which calls its framework open: any type that maps the points of a space up to its
//! parent and back can relate the two. The crate has no rotation. [`QuarterTurn`] below is one, in two lines of
//! arithmetic, and everything else follows: spaces below the photo, spaces beside it, the same place in any of them.
//!
//! ```text
//!   the photo upright      on the page, turned clockwise       up:    (y, x) ->  (row + x, column - y)
//!     0 1 2                     3 2 1 0   <- y                 hull:  (r, c) ->  (column - c, r - row)
//!   0 ┌───┐                   ┌─────────┐
//!   1 │   │                 0 │         │                      where (row, column) is the page's point
//!   2 │   │                 1 │         │                      under the photo's (0, 0)
//!   3 └───┘                 2 └─────────┘
//!                           x
//! ```
//!
//! The same arithmetic on one index reaches data: as a `PointMap` the mapping prints the photo's samples on the block of the
//! page, by checked access. The program prints the page, draws the places, and writes the trie for Graphviz: `cargo run
//! --release -p unite --example rotation [ROTATION.svg]`.

mod draw;
#[path = "rotation/picture.rs"]
mod picture;

use std::{error, fmt, fs};
use unite::trie::{Mapping, Placement, Points, SpaceId, Trie, TrieError};
use unite::{Block, Dyn, PointMap};

unite::universe! {
    /// The points of the page: row, column.
    struct Page: 2;
}

/// A mapping that turns the child clockwise by 90 degrees: its rows run to the left of the parent, its columns down.
#[derive(Clone, Copy, Debug)]
struct QuarterTurn {
    /// The parent's row and column at the child's (0, 0).
    row: i64,
    column: i64,
}

/// The place of the photo on the page.
const TURN: QuarterTurn = QuarterTurn { row: 2, column: 20 };

impl PointMap<2, 2> for QuarterTurn {
    fn map(&self, [y, x]: [isize; 2]) -> Option<[isize; 2]> {
        let (row, column) = (isize::try_from(self.row).ok()?, isize::try_from(self.column).ok()?);
        Some([row.checked_add(x)?, column.checked_sub(y)?])
    }
}

impl Mapping for QuarterTurn {
    fn rank(&self) -> usize {
        2
    }
    fn parent_rank(&self) -> usize {
        2
    }
    fn up(&self, point: &[i64]) -> Result<Points, TrieError> {
        let [y, x] = pair(point)?;
        Ok(Points::one([sum(self.row, x)?, difference(self.column, y)?]))
    }
    fn hull(&self, point: &[i64]) -> Result<Points, TrieError> {
        let [r, c] = pair(point)?;
        Ok(Points::one([difference(self.column, c)?, difference(r, self.row)?]))
    }
    fn up_len(&self) -> u128 {
        1
    }
    fn hull_len(&self) -> u128 {
        1
    }
}

/// Formats the mapping as printed in the trie.
impl fmt::Display for QuarterTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "quarter turn at ({}, {})", self.row, self.column)
    }
}

fn pair(point: &[i64]) -> Result<[i64; 2], TrieError> {
    point.try_into().map_err(|_| TrieError::PointRank { point: point.to_vec(), expected: 2 })
}

fn sum(left: i64, right: i64) -> Result<i64, TrieError> {
    left.checked_add(right).ok_or(TrieError::Overflow { left, operator: '+', right })
}

fn difference(left: i64, right: i64) -> Result<i64, TrieError> {
    left.checked_sub(right).ok_or(TrieError::Overflow { left, operator: '-', right })
}

/// The photo, one letter per sample.
const PHOTO: [&str; 16] = [
    "......*...",
    ".*..DD...*",
    "...DDDD...",
    "YYYLLLLYYY",
    "..YLLLLY..",
    "...DDDD...",
    "...WWWW...",
    ".*.RRRR..*",
    "...RRRR...",
    "...WWWW...",
    "...WWWW...",
    "..RRRRRR..",
    "..RRRRRR..",
    ".KKKKKKKK.",
    "SSKKKKKKSS",
    "sSSsSSSsSS",
];

/// Returns the page, on which the photo is printed through the mapping; a blank is paper.
fn printed() -> Block<Page, u8> {
    let mut page = Block::from_fn([0, 0], Dyn([16, 28]), |_| b' ');
    let mut photo = page.view_mut().through(TURN);
    for (y, row) in PHOTO.iter().enumerate() {
        for (x, letter) in row.bytes().enumerate() {
            photo.set([y as isize, x as isize], letter);
        }
    }
    page
}

/// A page, a turned photo with two spaces below it, and two spaces beside it that are not turned.
struct Album {
    samples: Block<Page, u8>,
    trie: Trie,
    page: SpaceId,
    layout: SpaceId,
    caption: SpaceId,
    photo: SpaceId,
    lamp: SpaceId,
    thumbnail: SpaceId,
}

impl Album {
    fn new() -> Result<Self, TrieError> {
        let mut trie = Trie::new("Page", 2)?;
        let page = trie.universe();
        let photo = trie.add_tensor(&page, "photo", TURN, [16, 10])?;
        let lamp = trie.add_tensor(&photo, "lamp", Placement::of(2).origin([2, 2]), [3, 6])?;
        let thumbnail = trie.add_tensor(&photo, "thumbnail", Placement::of(2).coarsen([2, 2]), [8, 5])?;
        let caption = trie.add_tensor(&page, "caption", Placement::of(2).origin([13, 5]), [2, 16])?;
        let layout = trie.add_tensor(&page, "layout", Placement::of(2).coarsen([4, 4]), [4, 7])?;
        Ok(Album { samples: printed(), trie, page, layout, caption, photo, lamp, thumbnail })
    }

    /// Returns the places to look up, each with its name and the space in which its points are counted.
    fn places(&self) -> Result<[(&'static str, &SpaceId, Points); 3], TrieError> {
        Ok([
            ("the lamp", &self.lamp, self.trie.points(&self.lamp)?),
            ("cell (1, 3) of the layout", &self.layout, Points::of([[1, 3]])),
            ("point (5, 3) of the thumbnail", &self.thumbnail, Points::of([[5, 3]])),
        ])
    }
}

fn main() -> Result<(), Box<dyn error::Error>> {
    let album = Album::new()?;
    let trie = &album.trie;
    println!("{trie}");
    for y in 0..16 {
        let row = album.samples.view().line(y).unwrap_or_default();
        println!("{}", String::from_utf8_lossy(row).trim_end());
    }
    println!();
    for (name, space, points) in album.places()? {
        println!("{name} lies at");
        for to in [&album.layout, &album.photo, &album.thumbnail, &album.caption] {
            let there = trie.clip(to, &trie.map(&points, space, to)?)?;
            let few = if there.len() <= 6 { there.to_string() } else { format!("{} points", there.len()) };
            println!("{:>12}  {few}", trie.name(to)?);
        }
    }

    let path = draw::output("target/rotation.svg")?;
    picture::picture(&album)?.save(&path)?;
    let graph = path.with_extension("dot");
    fs::write(&graph, trie.to_dot())?;
    println!("\n{}\npicture: {}\ngraph:   {}", trie.to_dot(), path.display(), graph.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<(), TrieError>;

    #[test]
    fn a_point_is_in_the_hull_of_each_point_that_it_covers() -> Outcome {
        let turn = QuarterTurn { row: -3, column: 5 };
        for point in &Points::cuboid([-9, -9], [19, 19])? {
            for above in &turn.up(point)? {
                assert!(turn.hull(above)?.contains(point));
            }
        }
        Ok(())
    }

    #[test]
    fn down_gives_back_what_went_up_and_keeps_its_place() -> Outcome {
        let Album { trie, photo, lamp, thumbnail, .. } = Album::new()?;
        for space in [&photo, &lamp, &thumbnail] {
            for origin in [[-7, -5], [0, 0], [3, -1]] {
                let points = Points::cuboid(origin, [3, 4])?;
                let place = trie.up(space, &points)?;
                assert!(points.is_subset(&trie.down(space, &place)?)?);
                assert_eq!(trie.up_to_root(space, &trie.down(space, &place)?)?, trie.up_to_root(space, &points)?);
            }
        }
        Ok(())
    }

    #[test]
    fn a_sample_read_through_the_mapping_lies_where_the_trie_says() -> Outcome {
        let Album { trie, photo, samples, .. } = Album::new()?;
        let through = samples.view().through(TURN);
        for point in &Points::cuboid([-4, -4], [24, 18])? {
            let above = trie.up(&photo, &Points::one(point))?;
            let above = above.first().expect("a turn has one point");
            let expected = samples.view().get([above[0] as isize, above[1] as isize]);
            assert_eq!(through.get([point[0] as isize, point[1] as isize]), expected);
        }
        assert_eq!((through.at([7, 3]), samples.view().at([5, 13])), (b'R', b'R'));
        assert_eq!(samples.view().iter().filter(|&letter| letter != b' ').count(), 160);
        Ok(())
    }

    #[test]
    fn four_quarter_turns_are_none() -> Outcome {
        let mut trie = Trie::new("Page", 2)?;
        let mut space = trie.universe();
        for _ in 0..4 {
            space = trie.add(&space, "turned", QuarterTurn { row: 0, column: 0 })?;
        }
        let points = Points::of([[3, 4], [-1, 7]]);
        assert_eq!(trie.map(&points, &space, &trie.universe())?, points);
        Ok(())
    }

    /// Returns the points of the page at one point of a space, by explicit formulas.
    fn on_page(name: &str, y: i64, x: i64) -> Vec<[i64; 2]> {
        let box_of = |n: i64, y, x| (0..n * n).map(move |k| [y + k / n, x + k % n]);
        match name {
            "photo" => vec![[2 + x, 20 - y]],
            "lamp" => vec![[2 + (2 + x), 20 - (2 + y)]],
            "thumbnail" => box_of(2, 2 * y, 2 * x).map(|[y, x]| [2 + x, 20 - y]).collect(),
            "caption" => vec![[13 + y, 5 + x]],
            _ => box_of(4, 4 * y, 4 * x).collect(),
        }
    }

    #[test]
    fn the_same_place_in_two_spaces_is_where_their_points_of_the_page_meet() -> Outcome {
        let Album { trie, layout, caption, photo, lamp, thumbnail, .. } = Album::new()?;
        let spaces = [&photo, &lamp, &thumbnail, &caption, &layout];
        for (from, to) in spaces.iter().flat_map(|from| spaces.map(|to| (*from, to))) {
            for point in &trie.points(from)? {
                let place = on_page(trie.name(from)?, point[0], point[1]);
                let mut expected = Points::new(2);
                for candidate in &trie.points(to)? {
                    let there = on_page(trie.name(to)?, candidate[0], candidate[1]);
                    if there.iter().any(|above| place.contains(above)) {
                        expected.insert(candidate)?;
                    }
                }
                let found = trie.map(&Points::one(point), from, to)?;
                assert_eq!(trie.clip(to, &found)?, expected);
            }
        }
        Ok(())
    }
}
