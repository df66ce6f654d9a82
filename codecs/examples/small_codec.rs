//! A small codec for gray pictures, encoder and decoder: a quadtree of predicted and transformed blocks.
//!
//! ```text
//!   ┌───┬───────┬ ─ ─ ─ ┐    The picture is cut into trees of 32 x 32 samples. A tree is a block, or four trees of half its
//!   │   │ above          │   side, down to 4 x 4: whichever costs less, by its squared error and its bits.
//!   ├───┼───────┼ ─ ─ ─ ┘    A block is predicted from its neighbours, which are found by place: the sample `p[[-1, x]]` may
//!   │ l │ block │            be used if it is coded before the block, `when[[-1, ..]] < when[[0, 0]]`. The residual is
//!   │ e │       │            transformed along its rows, then along the rows of its permuted view.
//!   │ f ├───────┘
//!   └ t ┘                    Encoder and decoder keep a block by the same function, which draws it on the same canvas.
//! ```
//!
//! `cargo run --release -p codecs --example small_codec -- picture.png 24 coded` writes `coded.quad` and `coded.png`;
//! `-- coded.quad picture.png` decodes; without arguments a scene is coded.

#[path = "small_codec/command.rs"]
mod command;
#[path = "small_codec/predict.rs"]
mod predict;
mod scene;
#[path = "small_codec/stream.rs"]
mod stream;
#[cfg(test)]
#[path = "small_codec/tests.rs"]
mod tests;
#[path = "small_codec/transform.rs"]
mod transform;

use codecs::bitstream::Structure;
use codecs::spaces::Samples;
use core::array::from_fn;
use predict::{Mode, Near, predict};
use std::error::Error;
use stream::{Area, Stream, Tree};
use transform::Residual;
use unite::{Around, Block, By, Coarse, Dyn, Fixed, Inside, Place, Spot, Tile, Window};

type Picture = Block<Samples, u8>;
/// The grid with one point for the smallest block.
type Units = Coarse<Samples, By<4, 4>>;
/// The place of a block of constant size.
type Square<const N: usize> = Spot<Samples, Fixed<N, N>>;

/// Samples of memory around a picture: a tree reaches out of it, and the neighbours of a block reach out of the tree.
const PADDING: usize = 64;

/// Calls a method with the constants of an area: its side, and its number of samples.
macro_rules! at_size {
    ($area:expr, $coder:ident.$method:ident($($argument:expr)?)) => {
        match $area.extent() {
            Dyn([4, _]) => $coder.$method::<4, 16>($area.fixed(), $($argument)?),
            Dyn([8, _]) => $coder.$method::<8, 64>($area.fixed(), $($argument)?),
            Dyn([16, _]) => $coder.$method::<16, 256>($area.fixed(), $($argument)?),
            _ => $coder.$method::<32, 1024>($area.fixed(), $($argument)?),
        }
    };
}

/// Returns the places of the four parts of a tree.
fn parts(area: Area) -> impl Iterator<Item = Area> {
    area.tiles(Dyn(area.extent().0.map(|side| side / 2)))
}

/// Returns the places of the smallest blocks of a tree, in the order of coding.
fn units(area: Area) -> impl Iterator<Item = Area> {
    parts(area).flat_map(parts).flat_map(parts)
}

/// A picture as far as it is coded.
struct Canvas {
    picture: Picture,
    /// The order of coding; later than all where nothing is coded.
    when: Block<Units, u32>,
    modes: Block<Units, Mode>,
    step: i32,
}

impl Canvas {
    fn new(stream: &Stream) -> Result<Self, unite::LayoutError> {
        let place = Area::new([0, 0], Dyn(stream.size.map(|n| n as usize)));
        let grid = place.coarsen::<By<4, 4>>();
        let mut when = Block::try_padded(grid.origin(), grid.extent(), PADDING / 4)?;
        when.padded_view_mut().fill_with(|_| u32::MAX);
        for (time, unit) in (0..).zip(stream.areas().flat_map(units)) {
            when.view_mut().under(&unit).set([0, 0], time);
        }
        let modes = Block::try_padded(grid.origin(), grid.extent(), PADDING / 4)?;
        let picture = Block::try_padded(place.origin(), place.extent(), PADDING)?;
        Ok(Canvas { picture, when, modes, step: stream.step.into() })
    }

    /// Returns the neighbours of a block. Those that are not coded before it are replaced by the nearest of the others.
    fn near<const N: usize>(&self, block: &Square<N>) -> Near<N> {
        let when = self.when.view().under(block);
        let (now, [height, width]) = (when.at([0, 0]), when.dims().0.map(|n| n as isize));
        let is_coded = |unit| when.at(unit) < now;
        let p: Window<'_, Samples, u8, Fixed<N, N>, Around<1, 1, N, N>> =
            self.picture.view().colocate(block).window().expect("the picture is padded");
        let row = |from: isize| from_fn(|x| p[[-1, from + x as isize]]);
        let column = |from: isize| from_fn(|y| p[[from + y as isize, -1]]);
        let (above, left) = match (is_coded([-1, 0]), is_coded([0, -1])) {
            (true, true) => (row(0), column(0)),
            (true, false) => (row(0), [p[[-1, 0]]; N]),
            (false, true) => ([p[[0, -1]]; N], column(0)),
            (false, false) => ([128; N], [128; N]),
        };
        let above_right = if is_coded([-1, width]) { row(N as isize) } else { [above[N - 1]; N] };
        let below_left = if is_coded([height, -1]) { column(N as isize) } else { [left[N - 1]; N] };
        let corner = if is_coded([-1, -1]) { p[[-1, -1]] } else { above[0] };
        Near { corner, above: [above, above_right], left: [left, below_left] }
    }

    /// Returns all modes, first those of the blocks to the left and above. An early mode has a short code.
    fn modes<const N: usize>(&self, block: &Square<N>) -> impl Iterator<Item = Mode> + use<N> {
        let modes = self.modes.view().under(block);
        predict::modes([modes.at([0, -1]), modes.at([-1, 0])])
    }

    /// Draws a tree, as the decoder shows it.
    fn draw(&mut self, area: Area, tree: &Tree) {
        match &tree.parts {
            Some(trees) => parts(area).zip(trees.iter()).for_each(|(area, tree)| self.draw(area, tree)),
            None => at_size!(area, self.draw_block(tree)),
        }
    }

    fn draw_block<const N: usize, const M: usize>(&mut self, block: Square<N>, tree: &Tree) {
        let mode = self.modes(&block).nth(tree.mode.into()).unwrap_or_default();
        let shown = self.shown::<N, M>(predict(mode, &self.near(&block)), tree);
        self.picture.view_mut().colocate(&block).copy_from(&shown);
        self.modes.view_mut().under(&block).fill_with(|_| mode);
    }

    /// Returns a predicted block with its residual.
    fn shown<const N: usize, const M: usize>(
        &self,
        pred: Tile<Samples, [[u8; N]; N]>,
        tree: &Tree,
    ) -> Tile<Samples, [[u8; N]; N]> {
        let mut shown = pred;
        if !tree.levels.is_empty() {
            let residual = transform::residual::<N, M>(&tree.levels, self.step);
            shown.zip((&pred, &residual), |(p, r)| (i32::from(p) + i32::from(r)).clamp(0, 255) as u8);
        }
        shown
    }
}

/// An encoder: its costs are eight times the squared error, and the squared step for each bit.
struct Encoder {
    source: Picture,
    canvas: Canvas,
}

impl Encoder {
    /// Draws the cheapest tree of an area. Returns it with its cost.
    fn tree(&mut self, area: Area) -> (u64, Tree) {
        let (least, whole) = at_size!(area, self.block());
        if area.extent() != Dyn([4, 4]) && !whole.levels.is_empty() {
            let (mut cost, mut trees) = (self.bit(), Box::<[Tree; 4]>::default());
            for (area, tree) in parts(area).zip(trees.iter_mut()) {
                if cost < least {
                    let (more, part) = self.tree(area);
                    (cost, *tree) = (cost + more, part);
                }
            }
            if cost < least {
                return (cost, Tree { parts: Some(trees), ..Tree::default() });
            }
        }
        self.canvas.draw(area, &whole);
        (least, whole)
    }

    /// Returns an area as one block: the cheapest of those whose prediction differs least.
    fn block<const N: usize, const M: usize>(&mut self, block: Square<N>) -> (u64, Tree) {
        let near = self.canvas.near(&block);
        let source = self.source.view().colocate(&block).window::<Inside>().expect("the picture is padded");
        let step = self.canvas.step;
        let difference = |(code, mode): (u8, Mode)| {
            let sad = source.zip_fold(&predict(mode, &near), 0, |sum, s, p| sum + i32::from(s.abs_diff(p)));
            (sad + step * (i32::from(code) + 1).ilog2() as i32 / 2, code, mode)
        };
        let mut candidates: Vec<_> = (0..).zip(self.canvas.modes(&block)).map(difference).collect();
        candidates.sort_unstable_by_key(|&(difference, code, _)| (difference, code));
        let costs = candidates.into_iter().take(3).map(|(_, code, mode)| {
            let pred = predict(mode, &near);
            let mut residual = Residual::block_copy(&block);
            residual.zip((source, &pred), |(s, p)| i16::from(s) - i16::from(p));
            let levels = transform::levels::<N, M>(residual, step);
            let mut tree = Tree { mode: code, levels, parts: None };
            let shown = self.canvas.shown::<N, M>(pred, &tree);
            let squares = source.zip_fold(&shown, 0, |sum, s, p| sum + u32::from(s.abs_diff(p)).pow(2));
            (8 * u64::from(squares) + self.bit() * tree.bits(N), tree)
        });
        costs.min_by_key(|&(cost, _)| cost).expect("a block has modes")
    }

    fn bit(&self) -> u64 {
        u64::from(self.canvas.step.unsigned_abs()).pow(2)
    }
}

/// Encodes a picture. Returns the bytes, and the picture that a decoder shows.
fn encode(picture: &Picture, step: u8) -> Result<(Vec<u8>, Picture), Box<dyn Error>> {
    let Dyn(size) = picture.extent();
    let size = size.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let mut stream = Stream { size, step, trees: Vec::new() };
    stream.check_header()?;
    let mut source = Block::try_padded([0, 0], picture.extent(), PADDING)?;
    source.view_mut().copy_from(picture);
    source.replicate_edges();
    let mut encoder = Encoder { source, canvas: Canvas::new(&stream)? };
    stream.trees = stream.areas().map(|area| encoder.tree(area).1).collect();
    let mut bytes = Vec::new();
    stream.write(&mut bytes)?;
    Ok((bytes, encoder.canvas.picture))
}

/// Decodes a picture.
fn decode(bytes: &[u8]) -> Result<Picture, Box<dyn Error>> {
    let stream = Stream::from_bytes(bytes)?;
    let mut canvas = Canvas::new(&stream)?;
    stream.areas().zip(&stream.trees).for_each(|(area, tree)| canvas.draw(area, tree));
    Ok(canvas.picture)
}

fn main() -> std::process::ExitCode {
    command::run()
}
