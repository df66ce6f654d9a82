//! A picture pyramid: the same picture at five resolutions, and one place seen in all of them.
//!
//! Section: thesis, chapters 4 and 5. Each level is a block of its own, in a space of its own: the space of the
//! previous level, coarser by two. No line below multiplies a coordinate by the scale of a level; a place of the
//! picture is looked up in every level.
//!
//! ```text
//!   Picture ─ Half ─ Quarter ─ Eighth ─ Sixteenth        type Half = Coarse<Picture, By<2, 2>>; ...
//!      │       │        │        │         │
//!      ▼       ▼        ▼        ▼         ▼
//!     48²     24²      12²       6²        3²            level.view().under(&detail): its points that cover the detail
//!    192²    192²     192²     192²      192²            level.view().colocate(&magnified): read at four points a sample
//! ```
//!
//! A point of a level is the *mean* of the four points under it. The last row of the page uses the first of them
//! instead, as a coarse view reads by default: the glitter on the water turns into noise.
//!
//! It draws all levels side by side and the detail of each. The path of a PNG replaces the built-in picture:
//! `cargo run --release -p unite --example pyramid [PYRAMID.png [PICTURE.png]]`.

mod draw;
#[path = "pyramid/page.rs"]
mod page;
#[path = "pyramid/scene.rs"]
mod scene;

use page::{Canvas, GAP, Zoom};
use std::{env, error, fs, io};
use unite::{Atlas, Average, Block, By, Coarse, Dyn, In, Place, Sample, Spot};

unite::universe! {
    /// A sample of the whole picture is the unit.
    struct Picture: 2;
    /// A pixel of the page that the pyramid is drawn on.
    struct Page: 2;
}

type Half = Coarse<Picture, By<2, 2>>;
type Quarter = Coarse<Half, By<2, 2>>;
type Eighth = Coarse<Quarter, By<2, 2>>;
type Sixteenth = Coarse<Eighth, By<2, 2>>;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Colour(draw::Rgb);

impl Sample for Colour {}

/// Averages each component.
impl Average for Colour {
    fn average(samples: impl Iterator<Item = Self>) -> Option<Self> {
        let (sum, n) =
            samples.fold(([0; 3], 0), |(sum, n), Colour(c)| ([0, 1, 2].map(|k| sum[k] + u64::from(c[k])), n + 1));
        (n > 0).then(|| Colour(sum.map(|sum| ((2 * sum + n) / (2 * n)) as u8)))
    }
}

/// Returns the next level: every point is the mean of the points of `level` that it covers.
fn coarser<S: In<Picture, 2>>(level: &Block<S, Colour>) -> Block<Coarse<S, By<2, 2>>, Colour> {
    let by_two = level.view().coarsen::<By<2, 2>>();
    let mut next = Block::<Coarse<S, By<2, 2>>, Colour>::block_copy(&by_two);
    next.view_mut().fill_with(|point| by_two.mean(point));
    next
}

/// The picture and its coarser levels.
struct Pyramid(
    Block<Picture, Colour>,
    Block<Half, Colour>,
    Block<Quarter, Colour>,
    Block<Eighth, Colour>,
    Block<Sixteenth, Colour>,
);

impl Pyramid {
    fn of(picture: Block<Picture, Colour>) -> Self {
        let half = coarser(&picture);
        let quarter = coarser(&half);
        let eighth = coarser(&quarter);
        let sixteenth = coarser(&eighth);
        Pyramid(picture, half, quarter, eighth, sixteenth)
    }
}

/// Draws the levels, the detail of each, and the details made from first samples instead of means.
fn draw_pyramid(Pyramid(picture, half, quarter, eighth, sixteenth): &Pyramid, detail: &Spot<Picture>) -> Canvas {
    let Dyn([height, width]) = picture.extent();
    let side = detail.refine::<Zoom>().extent().0[1];
    let page_width = (2 * width).max(5 * side) + 6 * GAP as usize;
    let mut canvas = Canvas::new(height + 2 * side + 3 * 16 + 4 * GAP as usize, page_width);

    canvas.level("the picture", picture, detail);
    canvas.level("1/2", half, detail);
    canvas.level("1/4", quarter, detail);
    canvas.level("1/8", eighth, detail);
    canvas.level("1/16", sixteenth, detail);
    canvas.next_row(height);

    canvas.detail("the framed place", picture, detail);
    canvas.detail("in the level of 1/2", half, detail);
    canvas.detail("1/4", quarter, detail);
    canvas.detail("1/8", eighth, detail);
    canvas.detail("1/16", sixteenth, detail);
    canvas.next_row(side);

    canvas.detail("if a point is not the mean", picture, detail);
    canvas.detail("but the first sample. 1/2", &picture.view().coarsen::<By<2, 2>>().to_block(), detail);
    canvas.detail("1/4", &picture.view().coarsen::<By<4, 4>>().to_block(), detail);
    canvas.detail("1/8", &picture.view().coarsen::<By<8, 8>>().to_block(), detail);
    canvas.detail("1/16", &picture.view().coarsen::<By<16, 16>>().to_block(), detail);
    canvas
}

/// Reads the picture of a PNG file.
fn read(path: &str) -> Result<Block<Picture, Colour>, Box<dyn error::Error>> {
    let mut decoder = png::Decoder::new(io::BufReader::new(fs::File::open(path)?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    let (height, width, samples) = (info.height as usize, info.width as usize, info.color_type.samples());
    let mut picture = Block::<Picture, Colour>::try_new([0, 0], Dyn([height, width]))?;
    picture.view_mut().fill_with(|[y, x]| {
        let pixel = &bytes[(y as usize * width + x as usize) * samples..][..samples];
        Colour(if samples < 3 { [pixel[0]; 3] } else { [pixel[0], pixel[1], pixel[2]] })
    });
    Ok(picture)
}

/// Returns the built-in picture.
fn made_up() -> Block<Picture, Colour> {
    let mut picture = Block::<Picture, Colour>::new([0, 0], Dyn([384, 512]));
    picture.view_mut().fill_with(|[y, x]| Colour(scene::colour(y as f64, x as f64)));
    picture
}

fn main() -> Result<(), Box<dyn error::Error>> {
    let (picture, detail_at) = match env::args().nth(2) {
        Some(path) => (read(&path)?, [0.5, 0.5]),
        None => (made_up(), [0.695, 0.629]),
    };
    let Dyn([height, width]) = picture.extent();
    if height.min(width) < 64 {
        return Err(format!("a picture of {height} x {width} is smaller than the detail").into());
    }
    let middle = [height as f64 * detail_at[0], width as f64 * detail_at[1]];
    let detail = Spot::<Picture, _>::new(middle.map(|n| n as isize - 26), Dyn([52, 52]));
    let pyramid = Pyramid::of(picture);

    let mut atlas = Atlas::<Picture>::new();
    atlas.name("picture", &pyramid.0)?;
    atlas.name("1/2", &pyramid.1)?;
    atlas.name("1/4", &pyramid.2)?;
    atlas.name("1/8", &pyramid.3)?;
    atlas.name("1/16", &pyramid.4)?;
    atlas.name("the detail", &detail)?;
    println!("{}", atlas.trie());

    let canvas = draw_pyramid(&pyramid, &detail);
    let path = draw::output("target/pyramid.png")?;
    fs::write(&path, canvas.png())?;
    println!("\npicture: {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use unite::trie::{Points, TrieError};

    fn gray<S: In<Picture, 2>>(level: &Block<S, Colour>) -> Vec<Vec<u64>> {
        let Dyn([height, width]) = level.extent();
        let at = |y, x| u64::from(level.view().at([y as isize, x as isize]).0[0]);
        (0..height).map(|y| (0..width).map(|x| at(y, x)).collect()).collect()
    }

    /// Returns the mean of each two by two entries, or of those that exist, with halves rounded up.
    fn halved(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let mean =
            |samples: Vec<u64>| (2 * samples.iter().sum::<u64>() + samples.len() as u64) / (2 * samples.len() as u64);
        let row = |pair: &[Vec<u64>]| {
            let columns = (0..pair[0].len()).step_by(2);
            columns.map(|x| mean(pair.iter().flat_map(|row| row.iter().skip(x).take(2)).copied().collect())).collect()
        };
        rows.chunks(2).map(row).collect()
    }

    fn picture_of(height: usize, width: usize) -> Block<Picture, Colour> {
        let mut picture = Block::<Picture, Colour>::new([0, 0], Dyn([height, width]));
        picture.view_mut().fill_with(|[y, x]| Colour([((y * y * 31 + x * 17) % 256) as u8; 3]));
        picture
    }

    #[test]
    fn every_point_is_the_mean_of_the_four_under_it_or_of_what_there_is_of_them() {
        for (height, width) in [(16, 16), (33, 50), (1, 7), (19, 1)] {
            let Pyramid(picture, half, quarter, eighth, sixteenth) = Pyramid::of(picture_of(height, width));
            let mut expected = halved(&gray(&picture));
            assert_eq!(gray(&half), expected);
            expected = halved(&expected);
            assert_eq!(gray(&quarter), expected);
            expected = halved(&expected);
            assert_eq!(gray(&eighth), expected);
            assert_eq!(gray(&sixteenth), halved(&expected));
        }
    }

    #[test]
    fn a_detail_shows_of_every_level_the_point_above_the_sample() {
        let Pyramid(_, _, quarter, ..) = Pyramid::of(picture_of(64, 80));
        let detail = Spot::<Picture, _>::new([13, 22], Dyn([20, 30])).refine::<Zoom>();
        let shown = quarter.view().colocate(&detail);
        for (y, x) in (0..80).flat_map(|y| (0..120).map(move |x| (y, x))) {
            assert_eq!(shown.at([y, x]), quarter.view().at([(13 + y / 4) / 4, (22 + x / 4) / 4]));
        }
    }

    #[test]
    fn a_point_of_the_fourth_level_is_a_place_of_eight_by_eight_samples() -> Result<(), TrieError> {
        let pyramid = Pyramid::of(picture_of(64, 80));
        let mut atlas = Atlas::<Picture>::new();
        let (picture, eighth) = (atlas.name("picture", &pyramid.0)?, atlas.name("1/8", &pyramid.3)?);
        let place = atlas.trie().map(&Points::of([[3, 5]]), &eighth, &picture)?;
        assert_eq!(place, Points::cuboid([24, 40], [8, 8])?);
        Ok(())
    }
}
