//! Random points and intervals, as tensors and as the plain lists that the merges by hand use.

use super::arrays_input::Arrays;
use crate::input::Noise;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::{Closed, Element, HomogeneousIntervals, IntervalList, Level, LevelError, Piecewise, Pinpoint};
use unite::loops::Write;

/// Points with values.
pub type Points = Piecewise<Pinpoint<Element<f64>>>;

/// Closed intervals with values.
pub type Segments = Piecewise<HomogeneousIntervals<Element<f64>, Closed>>;

/// Intervals with ends of all kinds, with values.
pub type Intervals = Piecewise<IntervalList<Element<f64>>>;

/// Points in a plain list.
#[derive(Debug, Clone)]
pub struct Spots {
    /// The coordinates of the points.
    pub at: Vec<f64>,
    /// The value at each point.
    pub values: Vec<f64>,
}

/// Closed intervals in a plain list.
#[derive(Debug, Clone)]
pub struct Spans {
    /// The starts of the intervals.
    pub left: Vec<f64>,
    /// The stops of the intervals.
    pub right: Vec<f64>,
    /// The value of each interval.
    pub values: Vec<f64>,
}

/// Intervals with ends of all kinds in a plain list.
#[derive(Debug, Clone)]
pub struct Ends {
    /// The starts of the intervals.
    pub left: Vec<End>,
    /// The stops of the intervals.
    pub right: Vec<End>,
    /// The value of each interval.
    pub values: Vec<f64>,
}

/// A coordinate, and `true` if the end lies just behind it.
pub type End = (f64, bool);

impl Spots {
    /// Returns coordinates and values as slices of one length, so that no index needs a second test.
    pub fn lists(&self) -> (&[f64], &[f64]) {
        (&self.at, &self.values[..self.at.len()])
    }
}

impl Spans {
    /// Returns ends and values as slices of one length.
    pub fn lists(&self) -> (&[f64], &[f64], &[f64]) {
        (&self.left, &self.right[..self.left.len()], &self.values[..self.left.len()])
    }
}

impl Ends {
    /// Returns ends and values as slices of one length.
    pub fn lists(&self) -> (&[End], &[End], &[f64]) {
        (&self.left, &self.right[..self.left.len()], &self.values[..self.left.len()])
    }
}

/// The operands of the kernels.
#[derive(Debug)]
pub struct Input {
    /// `sizes[0]` points.
    pub x: (Points, Spots),
    /// Other points, as many.
    pub y: (Points, Spots),
    /// Closed intervals, as many.
    pub f: (Segments, Spans),
    /// Other closed intervals, as many.
    pub g: (Segments, Spans),
    /// Other closed intervals, as many.
    pub h: (Segments, Spans),
    /// Intervals with ends of all kinds, as many.
    pub u: (Intervals, Ends),
    /// Other intervals with ends of all kinds, as many.
    pub v: (Intervals, Ends),
    /// `sizes[1]` points.
    pub few: (Points, Spots),
    /// `sizes[2]` points over the same part of the line.
    pub many: (Points, Spots),
    /// Arrays of `sizes[0]` values, and what goes with them.
    pub arrays: Arrays,
}

impl Input {
    /// Makes the operands; `sizes` are those of the equal operands, of the small one, and of the large one beside it.
    ///
    /// # Errors
    /// Returns no error for these lists.
    pub fn new([equal, few, many]: [usize; 3]) -> Result<Self, LevelError> {
        let mut noise = Noise(7);
        let mut segments = || {
            let spans = spans(&mut noise, equal);
            Ok::<_, LevelError>((segments_of(&spans)?, spans))
        };
        let (f, g, h) = (segments()?, segments()?, segments()?);
        let mut intervals = || {
            let ends = ends(spans(&mut noise, equal));
            Ok::<_, LevelError>((intervals_of(&ends)?, ends))
        };
        let (u, v) = (intervals()?, intervals()?);
        let mut points = |len, spread| {
            let spots = spots(&mut noise, len, spread);
            Ok::<_, LevelError>((points_of(&spots)?, spots))
        };
        let (x, y) = (points(equal, 7)?, points(equal, 7)?);
        Ok(Input {
            x,
            y,
            f,
            g,
            h,
            u,
            v,
            few: points(few, 7 * many / few)?,
            many: points(many, 7)?,
            arrays: Arrays::new(equal.min(8_000))?,
        })
    }
}

/// Returns a number from 1 to `most`.
pub(super) fn up_to(noise: &mut Noise, most: usize) -> f64 {
    let [high, low] = [0; 2].map(|_| u64::from(noise.next().unwrap_or_default()));
    (1 + (high << 16 | low) % most as u64) as f64
}

/// Returns a small value.
fn value(noise: &mut Noise) -> f64 {
    up_to(noise, 8)
}

/// Returns points, each up to `spread` after the previous one: with 7, a million points over four million coordinates.
fn spots(noise: &mut Noise, len: usize, spread: usize) -> Spots {
    let (mut at, mut place) = (Vec::new(), 0.0);
    for _ in 0..len {
        place += up_to(noise, spread);
        at.push(place);
    }
    Spots { at, values: (0..len).map(|_| value(noise)).collect() }
}

/// Returns intervals with gaps, each up to 7 long.
fn spans(noise: &mut Noise, len: usize) -> Spans {
    let (mut left, mut right, mut place) = (Vec::new(), Vec::new(), 0.0);
    for _ in 0..len {
        place += up_to(noise, 7);
        left.push(place);
        place += up_to(noise, 7);
        right.push(place);
    }
    Spans { left, right, values: (0..len).map(|_| value(noise)).collect() }
}

/// Returns the same intervals with alternating kinds of ends.
fn ends(spans: Spans) -> Ends {
    let turns = |places: Vec<f64>, turn| places.into_iter().enumerate().map(|(n, x)| (x, n % turn == 0)).collect();
    Ends { left: turns(spans.left, 2), right: turns(spans.right, 3), values: spans.values }
}

/// Returns a tensor with values on intervals, in a format.
fn filled<L>(format: L, pieces: impl Iterator<Item = (Cut<f64>, Cut<f64>, f64)>) -> Result<Piecewise<L>, LevelError>
where
    L: Level,
    L::Update: Write<((Cut<f64>, Cut<f64>), ()), Value = f64>,
{
    let mut tensor = Piecewise::declare(format);
    let (update, root) = tensor.parts();
    for (lo, hi, value) in pieces {
        update.write(root, ((lo, hi), ()), &mut |old| *old = value)?;
    }
    tensor.freeze()
}

fn points_of(spots: &Spots) -> Result<Points, LevelError> {
    let pieces = spots.at.iter().zip(&spots.values).map(|(x, &value)| (x.before(), x.after(), value));
    filled(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)), pieces)
}

fn segments_of(spans: &Spans) -> Result<Segments, LevelError> {
    let ends = spans.left.iter().zip(&spans.right);
    let pieces = ends.zip(&spans.values).map(|((left, right), &value)| (left.before(), right.after(), value));
    filled(HomogeneousIntervals::new(Interval::EVERYWHERE, Element::new(0.0)), pieces)
}

fn intervals_of(ends: &Ends) -> Result<Intervals, LevelError> {
    let cut = |&(value, after): &End| Cut { value, after };
    let pieces = ends.left.iter().zip(&ends.right).zip(&ends.values);
    let pieces = pieces.map(|((left, right), &value)| (cut(left), cut(right), value));
    filled(IntervalList::new(Interval::EVERYWHERE, Element::new(0.0)), pieces)
}
