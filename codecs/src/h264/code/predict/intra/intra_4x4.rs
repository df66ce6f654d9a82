//! Intra_4x4 prediction (8.3.1.2): nine modes. Terms shared by several samples are computed once.
//!
//! [`predict`] takes a mode; each mode is a function too, over any access to the neighbours `p(x, y)`. With
//! `f2(a, b) = (a + b + 1) >> 1` and `f3(a, b, c) = (a + 2 b + c + 2) >> 2`, the equations of the standard become lines of
//! means along the neighbours; [`plain`](super::plain) has the equations themselves.
//!
//! ```text
//!   lt t0 t1 t2 t3 t4 t5 t6 t7      p(-1, -1), p(0..8, -1)
//!   l0  .  .  .  .
//!   l1  .  .  .  .                  p(-1, 0..4)
//!   l2  .  .  .  .
//!   l3  .  .  .  .
//! ```

use super::super::super::macroblock::IntraNxNMode;
use super::{Available, along, f2, f3, mean};
use crate::spaces::Luma;
use unite::{AnyExtent, Around, Fixed, Home, Rows, Stack, Tile, View, Window};

/// A block and its neighbours at its position. Row 0 and column 0 are the neighbours.
pub type Surroundings = Tile<Luma, [[u8; 9]; 5]>;

/// A block with access to its neighbours, in a picture or in [`Surroundings`].
pub type Near<'a, H = Rows<Luma, AnyExtent<Luma>>> = Window<'a, Luma, u8, Fixed<4, 4>, Around<1, 1, 0, 4>, H>;

/// Copies the neighbours of a block; samples not available above and to the right are replaced by `p(3, -1)` (8.3.1.2).
/// Other unavailable neighbours have the values of the picture's memory, and no possible mode reads them. Returns
/// `None` if the picture has no memory around the block: it must be padded.
///
/// ```
/// use codecs::h264::{picture::Picture, macroblock::IntraNxNMode};
/// use codecs::h264::predict::intra::{Available, intra_4x4};
/// use unite::{Fixed, Tile};
/// let mut picture = Picture::new([1, 1], true);
/// picture.luma.view_mut().fill_with(|[_, x]| 10 * x as u8);
/// let block = picture.luma.view().partition([4, 4], Fixed::<4, 4>);
/// let available = Available { above_right: false, ..Available::ALL };
/// let surroundings = intra_4x4::neighbours(&block, available).expect("a picture is padded");
/// assert_eq!(surroundings.data[0], [30, 40, 50, 60, 70, 70, 70, 70, 70]);
///
/// let mut pred = Tile::block_copy(&block);
/// intra_4x4::predict(IntraNxNMode::VerticalRight, intra_4x4::near(&surroundings), available, &mut pred);
/// assert_eq!(pred.data[0], [35, 45, 55, 65]);
/// ```
#[inline(always)]
pub fn neighbours<H: Home>(block: &View<'_, Luma, u8, Fixed<4, 4>, H>, available: Available) -> Option<Surroundings> {
    let p: Near<'_, H> = block.window()?;
    let mut around = Surroundings::block_copy(&block.partition([-1, -1], Fixed::<5, 9>));
    around.data[0] = *p.span::<-1, 9>(-1);
    if !available.above_right {
        let last = around.data[0][4];
        around.data[0][5..].fill(last);
    }
    for y in 0..4 {
        around.data[1 + y][0] = p[[y as isize, -1]];
    }
    Some(around)
}

/// Returns the block inside of its surroundings. See [`neighbours`] for an example.
#[inline(always)]
pub fn near(surroundings: &Surroundings) -> Near<'_, Stack<Luma, Fixed<5, 9>>> {
    surroundings.view().partition([1, 1], Fixed::<4, 4>).window().expect("a block lies inside of its surroundings")
}

/// Predicts a block in a mode that [is possible](IntraNxNMode::is_possible). See [`neighbours`] for an example.
#[inline(always)]
pub fn predict<H: Home>(
    mode: IntraNxNMode,
    near: Near<'_, H>,
    available: Available,
    pred: &mut Tile<Luma, [[u8; 4]; 4]>,
) {
    let p = move |x, y| near[[y, x]];
    pred.data = match mode {
        IntraNxNMode::Vertical => vertical(p),
        IntraNxNMode::Horizontal => horizontal(p),
        IntraNxNMode::Dc => dc(p, available),
        IntraNxNMode::DiagonalDownLeft => diagonal_down_left(p),
        IntraNxNMode::DiagonalDownRight => diagonal_down_right(p),
        IntraNxNMode::VerticalRight => vertical_right(p),
        IntraNxNMode::HorizontalDown => horizontal_down(p),
        IntraNxNMode::VerticalLeft => vertical_left(p),
        IntraNxNMode::HorizontalUp => horizontal_up(p),
    };
}

/// Repeats the row above (8.3.1.2.1).
///
/// ```text
///   t0 t1 t2 t3
///    |  |  |  |
///    v  v  v  v
/// ```
#[inline(always)]
pub fn vertical(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    [along(p, [0, -1], [1, 0]); 4]
}

/// Repeats the column to the left (8.3.1.2.2).
///
/// ```text
///   l0 -->
///   l1 -->
///   l2 -->
///   l3 -->
/// ```
#[inline(always)]
pub fn horizontal(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    along(p, [-1, 0], [0, 1]).map(|l| [l; 4])
}

/// Repeats the mean of the available neighbours, or 128 (8.3.1.2.3).
///
/// ```text
///       t0 t1 t2 t3
///   l0   m  m  m  m      m = (t0 + .. + t3 + l0 + .. + l3 + 4) >> 3
///   l1   m  m  m  m
///   l2   m  m  m  m
///   l3   m  m  m  m
/// ```
#[inline(always)]
pub fn dc(p: impl Fn(isize, isize) -> u8, available: Available) -> [[u8; 4]; 4] {
    [[mean::<4, 2>(along(&p, [-1, 0], [0, 1]), along(&p, [0, -1], [1, 0]), available); 4]; 4]
}

/// Predicts from the upper right to the lower left (8.3.1.2.4).
///
/// ```text
///   t0 t1 t2 t3 t4 t5 t6 t7
///    a  b  c  d                 a = f3(t0, t1, t2), and so on
///    b  c  d  e                 g = f3(t6, t7, t7)
///    c  d  e  f
///    d  e  f  g
/// ```
#[inline(always)]
pub fn diagonal_down_left(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [t0, t1, t2, t3, t4, t5, t6, t7] = along(p, [0, -1], [1, 0]);
    let (a, b, c, d) = (f3(t0, t1, t2), f3(t1, t2, t3), f3(t2, t3, t4), f3(t3, t4, t5));
    let (e, f, g) = (f3(t4, t5, t6), f3(t5, t6, t7), f3(t6, t7, t7));
    [[a, b, c, d], [b, c, d, e], [c, d, e, f], [d, e, f, g]]
}

/// Predicts from the upper left to the lower right (8.3.1.2.5).
///
/// ```text
///   lt t0 t1 t2 t3
///   l0  d  e  f  g              l3 l2 l1 l0 lt t0 t1 t2 t3      f3 of each three neighbours of this line
///   l1  c  d  e  f                 a  b  c  d  e  f  g
///   l2  b  c  d  e
///   l3  a  b  c  d
/// ```
#[inline(always)]
pub fn diagonal_down_right(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [lt, t0, t1, t2, t3] = along(&p, [-1, -1], [1, 0]);
    let [l0, l1, l2, l3] = along(&p, [-1, 0], [0, 1]);
    let (a, b, c, d) = (f3(l3, l2, l1), f3(l2, l1, l0), f3(l1, l0, lt), f3(l0, lt, t0));
    let (e, f, g) = (f3(lt, t0, t1), f3(t0, t1, t2), f3(t1, t2, t3));
    [[d, e, f, g], [c, d, e, f], [b, c, d, e], [a, b, c, d]]
}

/// Predicts downward, one sample to the right in two rows (8.3.1.2.6).
///
/// ```text
///   lt t0 t1 t2 t3              lt  t0  t1  t2  t3      f2 between two neighbours of this line
///   l0  a  b  c  d                 a   b   c   d
///   l1  e  f  g  h              e   f   g   h           f3 about one
///   l2  i  a  b  c
///   l3  j  e  f  g              i = f3(lt, l0, l1), j = f3(l0, l1, l2)
/// ```
#[inline(always)]
pub fn vertical_right(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [lt, t0, t1, t2, t3] = along(&p, [-1, -1], [1, 0]);
    let [l0, l1, l2] = along(&p, [-1, 0], [0, 1]);
    let (a, b, c, d) = (f2(lt, t0), f2(t0, t1), f2(t1, t2), f2(t2, t3));
    let (e, f, g, h) = (f3(l0, lt, t0), f3(lt, t0, t1), f3(t0, t1, t2), f3(t1, t2, t3));
    let (i, j) = (f3(lt, l0, l1), f3(l0, l1, l2));
    [[a, b, c, d], [e, f, g, h], [i, a, b, c], [j, e, f, g]]
}

/// Predicts to the right, one sample downward in two columns (8.3.1.2.7).
///
/// ```text
///   lt t0 t1 t2                 l3  l2  l1  l0  lt  t0  t1  t2
///   l0  a  b  c  d                i   g   e   a                 f2 between two neighbours of this line
///   l1  e  f  a  b                  j   h   f   b   c   d       f3 about one
///   l2  g  h  e  f
///   l3  i  j  g  h
/// ```
#[inline(always)]
pub fn horizontal_down(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [lt, t0, t1, t2] = along(&p, [-1, -1], [1, 0]);
    let [l0, l1, l2, l3] = along(&p, [-1, 0], [0, 1]);
    let (a, b, c, d) = (f2(lt, l0), f3(l0, lt, t0), f3(lt, t0, t1), f3(t0, t1, t2));
    let (e, f, g, h) = (f2(l0, l1), f3(lt, l0, l1), f2(l1, l2), f3(l0, l1, l2));
    let (i, j) = (f2(l2, l3), f3(l1, l2, l3));
    [[a, b, c, d], [e, f, a, b], [g, h, e, f], [i, j, g, h]]
}

/// Predicts downward, one sample to the left in two rows (8.3.1.2.8).
///
/// ```text
///   t0  t1  t2  t3  t4  t5  t6
///     a   b   c   d   e             f2 between two neighbours, in rows 0 and 2:  a b c d,  b c d e
///       f   g   h   i   j           f3 about one, in rows 1 and 3:               f g h i,  g h i j
/// ```
#[inline(always)]
pub fn vertical_left(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [t0, t1, t2, t3, t4, t5, t6] = along(p, [0, -1], [1, 0]);
    let (a, b, c, d, e) = (f2(t0, t1), f2(t1, t2), f2(t2, t3), f2(t3, t4), f2(t4, t5));
    let (f, g, h) = (f3(t0, t1, t2), f3(t1, t2, t3), f3(t2, t3, t4));
    let (i, j) = (f3(t3, t4, t5), f3(t4, t5, t6));
    [[a, b, c, d], [f, g, h, i], [b, c, d, e], [g, h, i, j]]
}

/// Predicts to the right, one sample upward in two columns (8.3.1.2.9).
///
/// ```text
///   l0  a  b  c  d              l0  l1  l2  l3  l3
///   l1  c  d  e  f                a   c   e             f2 between two neighbours of this line
///   l2  e  f l3 l3                  b   d   f           f3 about one
///   l3 l3 l3 l3 l3
/// ```
#[inline(always)]
pub fn horizontal_up(p: impl Fn(isize, isize) -> u8) -> [[u8; 4]; 4] {
    let [l0, l1, l2, l3] = along(p, [-1, 0], [0, 1]);
    let (a, b, c, d) = (f2(l0, l1), f3(l0, l1, l2), f2(l1, l2), f3(l1, l2, l3));
    let (e, f) = (f2(l2, l3), f3(l2, l3, l3));
    [[a, b, c, d], [c, d, e, f], [e, f, l3, l3], [l3, l3, l3, l3]]
}
