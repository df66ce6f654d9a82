//! Intra_8x8 prediction (8.3.2.2): smoothing of the neighbours, then nine modes.
//!
//! ```text
//!   lt t0 t1 t2 t3 t4 t5 t6 t7 t8 .. t15      p'(-1, -1), p'(0..16, -1)
//!   l0  .  .  .  .  .  .  .  .
//!   ..                                        p'(-1, 0..8)
//!   l7  .  .  .  .  .  .  .  .
//! ```
//!
//! The neighbours of a slanted mode form one line, from the bottom left to the top right. Means of two or three
//! consecutive samples form lines too, and every row of the prediction is a segment of such a line, or of two that
//! alternate. [`predict`] takes a mode; each mode is a function too, over any access to the neighbours `p(x, y)`.

use super::super::super::macroblock::IntraNxNMode;
use super::{Available, along, f2, f3, mean};
use crate::spaces::Luma;
use unite::{AnyExtent, Around, Fixed, Home, Rows, Stack, Tile, View, Window};

/// A block and its smoothed neighbours at its position. Row 0 and column 0 are the neighbours.
pub type Surroundings = Tile<Luma, [[u8; 17]; 9]>;

/// A block with access to its neighbours: unfiltered in a picture, smoothed in [`Surroundings`].
pub type Near<'a, H = Rows<Luma, AnyExtent<Luma>>> = Window<'a, Luma, u8, Fixed<8, 8>, Around<1, 1, 0, 8>, H>;

/// Returns the neighbours of a block after reference sample filtering (8.3.2.2.1): `p'`. Samples not available above
/// and to the right are replaced by `p(7, -1)`. Other unavailable neighbours have arbitrary values, and no possible
/// mode reads them. Returns `None` if the picture has no memory around the block: it must be padded.
///
/// ```
/// use codecs::h264::{picture::Picture, macroblock::IntraNxNMode};
/// use codecs::h264::predict::intra::{Available, intra_8x8};
/// use unite::{Fixed, Tile};
/// let mut picture = Picture::new([1, 1], true);
/// picture.luma.view_mut().fill_with(|[y, x]| if y < 8 && x == 4 { 80 } else { 40 });
/// let block = picture.luma.view().partition([8, 0], Fixed::<8, 8>);
/// let above = Available { above: true, above_right: true, ..Available::NONE };
/// let surroundings = intra_8x8::neighbours(&block, above).expect("a picture is padded");
///
/// let mut pred = Tile::block_copy(&block);
/// intra_8x8::predict(IntraNxNMode::Vertical, intra_8x8::near(&surroundings), above, &mut pred);
/// assert_eq!(pred.data, [[40, 40, 40, 50, 60, 50, 40, 40]; 8]);
/// ```
#[inline(always)]
pub fn neighbours<H: Home>(block: &View<'_, Luma, u8, Fixed<8, 8>, H>, available: Available) -> Option<Surroundings> {
    let p: Near<'_, H> = block.window()?;
    let Available { left, above, above_left, above_right } = available;
    let mut around = Surroundings::block_copy(&block.partition([-1, -1], Fixed::<9, 17>));

    // At the ends of a line and next to missing neighbours the last sample is repeated for smoothing.
    let mut t = [0; 18];
    t[..17].copy_from_slice(p.span::<-1, 17>(-1));
    if !above_right {
        let last = t[8];
        t[9..17].fill(last);
    }
    t[17] = t[16];
    let l: [u8; 8] = along(move |x, y| p[[y, x]], [-1, 0], [0, 1]);
    let corner = t[0];
    let before = |first: u8| if above_left { corner } else { first };

    t[0] = before(t[1]);
    let mut smooth = [0; 16];
    for x in 0..16 {
        smooth[x] = f3(t[x], t[x + 1], t[x + 2]);
    }
    around.data[0][1..].copy_from_slice(&smooth);
    around.data[0][0] = f3(if left { l[0] } else { corner }, corner, if above { t[1] } else { corner });
    around.data[1][0] = f3(before(l[0]), l[0], l[1]);
    for y in 1..7 {
        around.data[1 + y][0] = f3(l[y - 1], l[y], l[y + 1]);
    }
    around.data[8][0] = f3(l[6], l[7], l[7]);
    Some(around)
}

/// Returns the block inside of its surroundings. See [`neighbours`] for an example.
#[inline(always)]
pub fn near(surroundings: &Surroundings) -> Near<'_, Stack<Luma, Fixed<9, 17>>> {
    surroundings.view().partition([1, 1], Fixed::<8, 8>).window().expect("a block lies inside of its surroundings")
}

/// Predicts a block from smoothed neighbours, in a mode that [is possible](IntraNxNMode::is_possible). See
/// [`neighbours`] for an example.
#[inline(always)]
pub fn predict<H: Home>(
    mode: IntraNxNMode,
    near: Near<'_, H>,
    available: Available,
    pred: &mut Tile<Luma, [[u8; 8]; 8]>,
) {
    let p = move |x, y| near[[y, x]];
    let pred = &mut pred.data;
    match mode {
        IntraNxNMode::Vertical => *pred = [along(p, [0, -1], [1, 0]); 8],
        IntraNxNMode::Horizontal => *pred = along(p, [-1, 0], [0, 1]).map(|l| [l; 8]),
        IntraNxNMode::Dc => dc(p, available, pred),
        IntraNxNMode::DiagonalDownLeft => diagonal_down_left(p, pred),
        IntraNxNMode::DiagonalDownRight => diagonal_down_right(p, pred),
        IntraNxNMode::VerticalRight => vertical_right(p, pred),
        IntraNxNMode::HorizontalDown => horizontal_down(p, pred),
        IntraNxNMode::VerticalLeft => vertical_left(p, pred),
        IntraNxNMode::HorizontalUp => horizontal_up(p, pred),
    }
}

/// Repeats the mean of the available neighbours, or 128 (8.3.2.2.4).
#[inline(always)]
pub fn dc(p: impl Fn(isize, isize) -> u8, available: Available, pred: &mut [[u8; 8]; 8]) {
    *pred = [[mean::<8, 3>(along(&p, [-1, 0], [0, 1]), along(&p, [0, -1], [1, 0]), available); 8]; 8];
}

/// Returns `l7 .. l0 lt t0 .. t7`, the line from the bottom left to the top right.
#[inline(always)]
fn corner_line(p: impl Fn(isize, isize) -> u8) -> [u8; 17] {
    let mut line = [0; 17];
    for k in 0..8 {
        line[k] = p(-1, 7 - k as isize);
        line[9 + k] = p(k as isize, -1);
    }
    line[8] = p(-1, -1);
    line
}

/// Returns `f2` of entries `k` and `k + 1` of a line, for each `k`.
#[inline(always)]
fn twos<const N: usize>(line: &[u8; N]) -> [u8; N] {
    let mut twos = [0; N];
    for k in 0..N - 1 {
        twos[k] = f2(line[k], line[k + 1]);
    }
    twos
}

/// Returns `f3` of entries `k`, `k + 1` and `k + 2` of a line, for each `k`.
#[inline(always)]
fn threes<const N: usize>(line: &[u8; N]) -> [u8; N] {
    let mut threes = [0; N];
    for k in 0..N - 2 {
        threes[k] = f3(line[k], line[k + 1], line[k + 2]);
    }
    threes
}

/// Predicts from the upper right to the lower left (8.3.2.2.5).
///
/// ```text
///   t0 .. t15 t15 ── means of three ──▶ line        row y:  line[y], line[y + 1], .., line[y + 7]
/// ```
#[inline(always)]
pub fn diagonal_down_left(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let mut t = [0; 17];
    for x in 0..16 {
        t[x] = p(x as isize, -1);
    }
    t[16] = t[15];
    let line = threes(&t);
    for y in 0..8 {
        for x in 0..8 {
            pred[y][x] = line[y + x];
        }
    }
}

/// Predicts from the upper left to the lower right (8.3.2.2.6).
///
/// ```text
///   l7 .. l0 lt t0 .. t7 ── means of three ──▶ line        row y:  line[7 - y], .., line[14 - y]
/// ```
#[inline(always)]
pub fn diagonal_down_right(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let line = threes(&corner_line(p));
    for y in 0..8 {
        for x in 0..8 {
            pred[y][x] = line[7 - y + x];
        }
    }
}

/// Predicts downward, one sample to the right in two rows (8.3.2.2.7).
///
/// ```text
///   lt  t0  t1  ..  t7          row 0:  means of two about this line        row 2:  one sample further to the right, ..
///                               row 1:  means of three                      row 3:  one sample further to the right, ..
///   the samples that come in from the left are means of three down the left column, every second one
/// ```
#[inline(always)]
pub fn vertical_right(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let edge = corner_line(p);
    let (twos, threes) = (twos(&edge), threes(&edge));
    // Even rows are means of two, odd rows means of three; the entries from the left are every second mean of three.
    let (mut even, mut odd) = ([0; 11], [0; 11]);
    for k in 0..8 {
        even[3 + k] = twos[8 + k];
        odd[3 + k] = threes[7 + k];
    }
    for k in 0..3 {
        even[k] = threes[2 + 2 * k];
        odd[k] = threes[1 + 2 * k];
    }
    for y in 0..4 {
        for x in 0..8 {
            pred[2 * y][x] = even[3 - y + x];
            pred[2 * y + 1][x] = odd[3 - y + x];
        }
    }
}

/// Predicts to the right, one sample downward in two columns (8.3.2.2.8).
///
/// ```text
///   l7  l6  ..  l0  lt  t0  ..  t7
///     2   3   2   3  ..                 line: means of two and of three in turn up to lt, then means of three
///   row y:  line[14 - 2 y], .., line[21 - 2 y]
/// ```
#[inline(always)]
pub fn horizontal_down(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let edge = corner_line(p);
    let (twos, threes) = (twos(&edge), threes(&edge));
    let mut line = [0; 22];
    for k in 0..8 {
        line[2 * k] = twos[k];
        line[2 * k + 1] = threes[k];
    }
    for k in 0..6 {
        line[16 + k] = threes[8 + k];
    }
    for y in 0..8 {
        for x in 0..8 {
            pred[y][x] = line[14 - 2 * y + x];
        }
    }
}

/// Predicts downward, one sample to the left in two rows (8.3.2.2.9).
///
/// ```text
///   t0 .. t15 ── means of two ────▶ even        row 2 y:      even[y], .., even[y + 7]
///             ── means of three ──▶ odd         row 2 y + 1:  odd[y], .., odd[y + 7]
/// ```
#[inline(always)]
pub fn vertical_left(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let t: [u8; 16] = along(p, [0, -1], [1, 0]);
    let (even, odd) = (twos(&t), threes(&t));
    for y in 0..4 {
        for x in 0..8 {
            pred[2 * y][x] = even[y + x];
            pred[2 * y + 1][x] = odd[y + x];
        }
    }
}

/// Predicts to the right, one sample upward in two columns (8.3.2.2.10).
///
/// ```text
///   l0 .. l7 l7 ── means of two and of three in turn ──▶ line, and l7 after its end
///   row y:  line[2 y], .., line[2 y + 7]
/// ```
#[inline(always)]
pub fn horizontal_up(p: impl Fn(isize, isize) -> u8, pred: &mut [[u8; 8]; 8]) {
    let l: [u8; 8] = along(p, [-1, 0], [0, 1]);
    let mut edge = [l[7]; 10];
    for k in 0..8 {
        edge[k] = l[k];
    }
    let (twos, threes) = (twos(&edge), threes(&edge));
    let mut line = [l[7]; 22];
    for k in 0..7 {
        line[2 * k] = twos[k];
        line[2 * k + 1] = threes[k];
    }
    for y in 0..8 {
        for x in 0..8 {
            pred[y][x] = line[2 * y + x];
        }
    }
}
