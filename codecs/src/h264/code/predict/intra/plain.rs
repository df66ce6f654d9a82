//! Intra prediction by the equations of the standard, one sample at a time.
//!
//! This is the definition that the fast modes are tested against. The names of samples and coordinates are the standard's: a
//! block has `n` x `n` samples, and `p(x, y)` is a neighbour of it:
//!
//! ```text
//!   p(-1, -1)  p(0, -1) .. p(n - 1, -1)  p(n, -1) .. p(2 n - 1, -1)
//!   p(-1, 0)
//!   ..
//!   p(-1, n - 1)
//! ```

use super::super::super::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode};

/// The neighbours of a block by column and row; `None` for those that the standard marks as not available.
pub type Neighbours<'a> = &'a dyn Fn(isize, isize) -> Option<i32>;

/// Returns a neighbour that the mode reads.
fn available(p: Neighbours<'_>, x: isize, y: isize) -> i32 {
    p(x, y).unwrap_or_else(|| panic!("the mode reads p({x}, {y}), which is not available"))
}

/// Returns the rounded mean of two samples.
fn two(a: i32, b: i32) -> i32 {
    (a + b + 1) >> 1
}

/// Returns the rounded mean of three samples, the middle one weighted twice.
fn three(a: i32, b: i32, c: i32) -> i32 {
    (a + 2 * b + c + 2) >> 2
}

/// Returns the mean of the neighbours above and to the left that are available (8.3.1.2.3, 8.3.2.2.4, 8.3.3.3).
fn dc(n: isize, p: Neighbours<'_>) -> i32 {
    let above: Option<i32> = (0..n).map(|x| p(x, -1)).sum();
    let left: Option<i32> = (0..n).map(|y| p(-1, y)).sum();
    let n = n as i32;
    match (above, left) {
        (Some(a), Some(b)) => (a + b + n) / (2 * n),
        (Some(a), None) | (None, Some(a)) => (a + n / 2) / n,
        (None, None) => 128,
    }
}

/// Returns the sample at column `x` and row `y` of a block predicted by one of the nine modes, for `n` = 4 (8.3.1.2.1 to 9)
/// and `n` = 8 (8.3.2.2.2 to 10). The equations are the same; for `n` = 8 the neighbours are [`smoothed`] ones, p' in 8.3.2.2.
///
/// ```
/// use codecs::h264::macroblock::IntraNxNMode;
/// use codecs::h264::predict::intra::plain::intra_nxn;
/// // Neighbours 10, 20, 30, .. above, 0 in the corner, and no others.
/// let p = |x: isize, y: isize| (y == -1).then_some(10 * (x as i32 + 1));
/// assert_eq!(intra_nxn(IntraNxNMode::Vertical, 4, &p, 2, 3), 30);
/// assert_eq!(intra_nxn(IntraNxNMode::VerticalLeft, 4, &p, 0, 0), 15);
/// ```
///
/// # Panics
/// If the mode reads a neighbour that is not available.
pub fn intra_nxn(mode: IntraNxNMode, n: isize, p: Neighbours<'_>, x: isize, y: isize) -> i32 {
    let q = |x, y| available(p, x, y);
    let last = n - 1;
    match mode {
        IntraNxNMode::Vertical => q(x, -1),
        IntraNxNMode::Horizontal => q(-1, y),
        IntraNxNMode::Dc => dc(n, p),
        IntraNxNMode::DiagonalDownLeft if x == last && y == last => (q(2 * n - 2, -1) + 3 * q(2 * n - 1, -1) + 2) >> 2,
        IntraNxNMode::DiagonalDownLeft => three(q(x + y, -1), q(x + y + 1, -1), q(x + y + 2, -1)),
        IntraNxNMode::DiagonalDownRight => match x - y {
            1.. => three(q(x - y - 2, -1), q(x - y - 1, -1), q(x - y, -1)),
            0 => three(q(0, -1), q(-1, -1), q(-1, 0)),
            _ => three(q(-1, y - x - 2), q(-1, y - x - 1), q(-1, y - x)),
        },
        IntraNxNMode::VerticalRight => {
            let k = x - (y >> 1);
            match 2 * x - y {
                z if z >= 0 && z % 2 == 0 => two(q(k - 1, -1), q(k, -1)),
                1.. => three(q(k - 2, -1), q(k - 1, -1), q(k, -1)),
                -1 => three(q(-1, 0), q(-1, -1), q(0, -1)),
                _ => three(q(-1, y - 2 * x - 1), q(-1, y - 2 * x - 2), q(-1, y - 2 * x - 3)),
            }
        }
        IntraNxNMode::HorizontalDown => {
            let k = y - (x >> 1);
            match 2 * y - x {
                z if z >= 0 && z % 2 == 0 => two(q(-1, k - 1), q(-1, k)),
                1.. => three(q(-1, k - 2), q(-1, k - 1), q(-1, k)),
                -1 => three(q(-1, 0), q(-1, -1), q(0, -1)),
                _ => three(q(x - 2 * y - 1, -1), q(x - 2 * y - 2, -1), q(x - 2 * y - 3, -1)),
            }
        }
        IntraNxNMode::VerticalLeft => {
            let k = x + (y >> 1);
            if y % 2 == 0 { two(q(k, -1), q(k + 1, -1)) } else { three(q(k, -1), q(k + 1, -1), q(k + 2, -1)) }
        }
        IntraNxNMode::HorizontalUp => {
            let k = y + (x >> 1);
            match x + 2 * y {
                z if z > 2 * n - 3 => q(-1, last),
                z if z == 2 * n - 3 => (q(-1, last - 1) + 3 * q(-1, last) + 2) >> 2,
                z if z % 2 == 0 => two(q(-1, k), q(-1, k + 1)),
                _ => three(q(-1, k), q(-1, k + 1), q(-1, k + 2)),
            }
        }
    }
}

/// Returns neighbours whose last sample above is repeated where samples above and to the right are not available (8.3.1.2,
/// 8.3.2.2).
pub fn repeated(n: isize, p: impl Fn(isize, isize) -> Option<i32>) -> impl Fn(isize, isize) -> Option<i32> {
    move |x, y| if y == -1 && x >= n { p(x, y).or_else(|| p(n - 1, -1)) } else { p(x, y) }
}

/// Returns a filtered neighbour of an 8 x 8 block, case by case as in 8.3.2.2.1; `None` if it, or one that it is made of, is
/// not available.
pub fn smoothed(p: Neighbours<'_>, x: isize, y: isize) -> Option<i32> {
    let corner = p(-1, -1);
    Some(match (x, y) {
        (0, -1) => match corner {
            Some(corner) => three(corner, p(0, -1)?, p(1, -1)?),
            None => (3 * p(0, -1)? + p(1, -1)? + 2) >> 2,
        },
        (15, -1) => (p(14, -1)? + 3 * p(15, -1)? + 2) >> 2,
        (-1, -1) => match (p(0, -1), p(-1, 0)) {
            (Some(above), None) => (3 * corner? + above + 2) >> 2,
            (None, Some(left)) => (3 * corner? + left + 2) >> 2,
            (None, None) => corner?,
            (Some(above), Some(left)) => three(above, corner?, left),
        },
        (_, -1) => three(p(x - 1, -1)?, p(x, -1)?, p(x + 1, -1)?),
        (-1, 0) => match corner {
            Some(corner) => three(corner, p(-1, 0)?, p(-1, 1)?),
            None => (3 * p(-1, 0)? + p(-1, 1)? + 2) >> 2,
        },
        (-1, 7) => (p(-1, 6)? + 3 * p(-1, 7)? + 2) >> 2,
        _ => three(p(-1, y - 1)?, p(-1, y)?, p(-1, y + 1)?),
    })
}

/// Returns the sample at column `x` and row `y` of a luma macroblock (8.3.3).
///
/// # Panics
/// If the mode reads a neighbour that is not available.
pub fn intra_16x16(mode: Intra16x16Mode, p: Neighbours<'_>, x: isize, y: isize) -> i32 {
    match mode {
        Intra16x16Mode::Vertical => available(p, x, -1),
        Intra16x16Mode::Horizontal => available(p, -1, y),
        Intra16x16Mode::Dc => dc(16, p),
        Intra16x16Mode::Plane => plane(8, p, |slope| (5 * slope + 32) >> 6, x, y),
    }
}

/// Returns the sample at column `x` and row `y` of a chroma component of a macroblock in 4:2:0 (8.3.4).
///
/// # Panics
/// If the mode reads a neighbour that is not available.
pub fn chroma(mode: IntraChromaMode, p: Neighbours<'_>, x: isize, y: isize) -> i32 {
    match mode {
        IntraChromaMode::Dc => chroma_dc(p, x & 4, y & 4),
        IntraChromaMode::Horizontal => available(p, -1, y),
        IntraChromaMode::Vertical => available(p, x, -1),
        IntraChromaMode::Plane => plane(4, p, |slope| (34 * slope + 32) >> 6, x, y),
    }
}

/// Returns a sample of a plane through the neighbours of a block of `2 half` rows and columns (8.3.3.4, 8.3.4.4).
fn plane(half: isize, p: Neighbours<'_>, scaled: impl Fn(i32) -> i32, x: isize, y: isize) -> i32 {
    let q = |x, y| available(p, x, y);
    let h: i32 = (0..half).map(|k| (k as i32 + 1) * (q(half + k, -1) - q(half - 2 - k, -1))).sum();
    let v: i32 = (0..half).map(|k| (k as i32 + 1) * (q(-1, half + k) - q(-1, half - 2 - k))).sum();
    let a = 16 * (q(-1, 2 * half - 1) + q(2 * half - 1, -1));
    let from_middle = |at: isize| (at + 1 - half) as i32;
    ((a + scaled(h) * from_middle(x) + scaled(v) * from_middle(y) + 16) >> 5).clamp(0, 255)
}

/// Returns the DC of the 4 x 4 chroma block at `(x, y)` (8.3.4.1).
fn chroma_dc(p: Neighbours<'_>, x: isize, y: isize) -> i32 {
    let above: Option<i32> = (0..4).map(|k| p(x + k, -1)).sum();
    let left: Option<i32> = (0..4).map(|k| p(-1, y + k)).sum();
    let chosen = match (x, y) {
        (4, 0) => above.or(left),
        (0, 4) => left.or(above),
        _ => match (above, left) {
            (Some(a), Some(b)) => return (a + b + 4) >> 3,
            (a, b) => a.or(b),
        },
    };
    chosen.map_or(128, |sum| (sum + 2) >> 2)
}
