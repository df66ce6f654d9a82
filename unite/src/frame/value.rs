//! [`Frame`]: the parameters of a reference space, as a value with `const fn` algebra.
//!
//! Section: thesis, chapter 4 (reference spaces) and chapter 6 (absolute parameters). The origin is not part of a
//! frame: it is known at run time and is a field of every tensor.

use core::fmt;

/// The largest rank of a statically typed tensor.
///
/// ```
/// assert_eq!(unite::MAX_RANK, 4);
/// ```
pub const MAX_RANK: usize = 4;

/// The absolute parameters of a reference space, relative to the root of its trie.
///
/// A point `x` of a space with origin `o` starts at position `o[a] + x[k] * coarsening(a)` of root axis
/// `a = axis(k)`, counted in units of `1 / refinement(a)` of a root point.
///
/// Coarsening and refinement are stored by *root* axis, so that an axis dropped by a slice keeps its own. They are not
/// reduced: `(4, 4)` is not `(1, 1)`. A sub-sample motion vector reads a quarter-sample block coarsened by 4 at a
/// fractional origin, and that origin can be written only in quarters.
///
/// ```
/// use unite::Frame;
/// const CHROMA: Frame = Frame::root(2).scaled(&[1, 1], &[2, 2]);
/// const TURNED: Frame = CHROMA.permuted(&[1, 0]);
/// assert_eq!((TURNED.axis(0), TURNED.coarsening(1)), (1, 2));
/// assert_eq!(TURNED.to_string(), "axes (1, 0) coarsened by (2, 2)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub(crate) rank: usize,
    pub(crate) root: usize,
    pub(crate) axis: [usize; MAX_RANK],
    pub(crate) coarsen: [isize; MAX_RANK],
    pub(crate) refine: [isize; MAX_RANK],
}

impl Frame {
    /// Returns the frame of a universe of rank 1 to 4. See [`Frame`] for an example.
    ///
    /// # Panics
    /// If the rank is 0 or above [`MAX_RANK`] (a compile error in constants).
    pub const fn root(rank: usize) -> Frame {
        assert!(rank >= 1 && rank <= MAX_RANK, "a universe has a rank of 1 to 4");
        Frame { rank, root: rank, axis: [0, 1, 2, 3], coarsen: [1; MAX_RANK], refine: [1; MAX_RANK] }
    }

    /// Returns the frame whose dimension `k` is this frame's dimension `order[k]`. See [`Frame`] for an example.
    ///
    /// # Panics
    /// If `order` is not a permutation of `0..rank` (a compile error in constants).
    pub const fn permuted(mut self, order: &[usize]) -> Frame {
        assert!(order.len() == self.rank, "permute: the order must name as many axes as the tensor has");
        let old = self.axis;
        let mut k = 0;
        while k < order.len() {
            assert!(order[k] < self.rank, "permute: the order names an axis that the tensor does not have");
            let mut earlier = 0;
            while earlier < k {
                assert!(order[earlier] != order[k], "permute: the order names one axis twice");
                earlier += 1;
            }
            self.axis[k] = old[order[k]];
            k += 1;
        }
        self
    }

    /// Returns the frame without dimension `dim`.
    ///
    /// ```
    /// let plane = unite::Frame::root(3).sliced(0);
    /// assert_eq!((plane.rank(), plane.axis(0), plane.axis(1)), (2, 1, 2));
    /// ```
    ///
    /// # Panics
    /// If the dimension does not exist or is the only one (a compile error in constants).
    pub const fn sliced(mut self, dim: usize) -> Frame {
        assert!(dim < self.rank, "slice: no such dimension");
        assert!(self.rank > 1, "slice: a tensor of rank 1 has no dimension to drop");
        let mut k = dim;
        while k + 1 < self.rank {
            self.axis[k] = self.axis[k + 1];
            k += 1;
        }
        self.rank -= 1;
        self
    }

    /// Returns the frame refined and coarsened by one factor per dimension. See [`Frame`] for an example.
    ///
    /// # Panics
    /// If a factor is below 1, a dimension has both factors above 1, the number of factors is not the rank, or the
    /// product of a path's factors overflows (a compile error in constants).
    pub const fn scaled(mut self, refine: &[isize], coarsen: &[isize]) -> Frame {
        assert!(
            refine.len() == self.rank && coarsen.len() == self.rank,
            "refine, coarsen: one factor for each dimension of the tensor"
        );
        let mut k = 0;
        while k < self.rank {
            let a = self.axis[k];
            assert!(refine[k] >= 1 && coarsen[k] >= 1, "refine, coarsen: a factor is 1 or more");
            assert!(
                refine[k] == 1 || coarsen[k] == 1,
                "one step of the trie cannot both refine and coarsen the same dimension"
            );
            self.refine[a] = product(self.refine[a], refine[k]);
            self.coarsen[a] = product(self.coarsen[a], coarsen[k]);
            k += 1;
        }
        self
    }

    /// Returns the number of dimensions.
    ///
    /// ```
    /// assert_eq!(unite::Frame::root(3).sliced(1).rank(), 2);
    /// ```
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of dimensions of the universe.
    ///
    /// ```
    /// assert_eq!(unite::Frame::root(3).sliced(1).root_rank(), 3);
    /// ```
    pub const fn root_rank(&self) -> usize {
        self.root
    }

    /// Returns the root axis that dimension `k < rank` runs along. See [`Frame`] for an example.
    pub const fn axis(&self, k: usize) -> usize {
        assert!(k < self.rank, "no such dimension");
        self.axis[k]
    }

    /// Returns the coarsening along root axis `a`: the length of one point in steps of `1 / refinement(a)`.
    ///
    /// ```
    /// let quarter = unite::Frame::root(2).scaled(&[4, 4], &[1, 1]);
    /// assert_eq!((quarter.refinement(0), quarter.coarsening(0)), (4, 1));
    /// ```
    pub const fn coarsening(&self, a: usize) -> isize {
        self.coarsen[a]
    }

    /// Returns the refinement along root axis `a`: the number of steps in one root point. See
    /// [`coarsening`](Frame::coarsening) for an example.
    pub const fn refinement(&self, a: usize) -> isize {
        self.refine[a]
    }

    /// Returns the dimension that runs along root axis `a`, or [`MAX_RANK`] if a slice dropped it.
    pub(crate) const fn dimension_of(&self, a: usize) -> usize {
        let mut k = 0;
        while k < self.rank {
            if self.axis[k] == a {
                return k;
            }
            k += 1;
        }
        MAX_RANK
    }

    /// Returns [`dimension_of`](Self::dimension_of) every root axis. Use it in `const` blocks: at run time it would put
    /// a loop into every access.
    pub(crate) const fn dimensions(&self) -> [usize; MAX_RANK] {
        [self.dimension_of(0), self.dimension_of(1), self.dimension_of(2), self.dimension_of(3)]
    }

    /// Returns the number of points of `block` in one step of this space, by root axis; 0 if it is not a whole number.
    pub(crate) const fn steps_in(&self, block: &Frame) -> [isize; MAX_RANK] {
        let common = self.beside(block);
        let mut steps = [1; MAX_RANK];
        let mut a = 0;
        while a < self.root {
            steps[a] = if common.step[a] % common.point[a] == 0 { common.step[a] / common.point[a] } else { 0 };
            a += 1;
        }
        steps
    }

    /// Returns this space and that of a grid in their coarsest common unit.
    pub(crate) const fn beside(&self, grid: &Frame) -> Common {
        let one = [1; MAX_RANK];
        let mut common = Common { from_space: one, from_grid: one, step: one, point: one };
        let mut a = 0;
        while a < self.root {
            let shared = greatest_common_divisor(self.refine[a], grid.refine[a]);
            common.from_space[a] = grid.refine[a] / shared;
            common.from_grid[a] = self.refine[a] / shared;
            common.step[a] = product(self.coarsen[a], common.from_space[a]);
            common.point[a] = product(grid.coarsen[a], common.from_grid[a]);
            a += 1;
        }
        common
    }
}

/// Two spaces in a common unit, by root axis. See [`Frame::beside`].
#[derive(Clone, Copy)]
pub(crate) struct Common {
    /// The factor that converts a position of the space, in units of `1 / refinement`, to the common unit.
    pub(crate) from_space: [isize; MAX_RANK],
    /// The factor that converts a position of the grid.
    pub(crate) from_grid: [isize; MAX_RANK],
    /// The distance between neighbouring points of the space, in common units.
    pub(crate) step: [isize; MAX_RANK],
    /// The distance between neighbouring points of the grid, in common units.
    pub(crate) point: [isize; MAX_RANK],
}

const fn greatest_common_divisor(a: isize, b: isize) -> isize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

const fn product(a: isize, b: isize) -> isize {
    match a.checked_mul(b) {
        Some(p) => p,
        None => panic!("refine, coarsen: the product of the factors does not fit"),
    }
}

/// Formats the frame as `axes (1, 0) refined by (4, 4) coarsened by (2, 2)`, without parts that change nothing; `the
/// root's own` if no part is left.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes = &self.axis[..self.rank];
        let mut written = false;
        let mut part = |f: &mut fmt::Formatter<'_>, word: &str, list: &[isize]| {
            let gap = if written { " " } else { "" };
            written = true;
            write!(f, "{gap}{word} {}", List(list))
        };
        if self.rank < self.root || axes.iter().enumerate().any(|(k, &a)| k != a) {
            part(f, "axes", &axes.map_to(|a| a as isize)[..self.rank])?;
        }
        for (word, factors) in [("refined by", &self.refine), ("coarsened by", &self.coarsen)] {
            if axes.iter().any(|&a| factors[a] != 1) {
                part(f, word, &axes.map_to(|a| factors[a])[..self.rank])?;
            }
        }
        if written { Ok(()) } else { f.write_str("the root's own") }
    }
}

/// Maps up to [`MAX_RANK`] entries without allocating.
trait MapTo {
    fn map_to(&self, entry: impl Fn(usize) -> isize) -> [isize; MAX_RANK];
}

impl MapTo for [usize] {
    fn map_to(&self, entry: impl Fn(usize) -> isize) -> [isize; MAX_RANK] {
        core::array::from_fn(|k| self.get(k).map_or(0, |&a| entry(a)))
    }
}

/// A list that prints as `(1, 2)`.
pub(crate) struct List<'a>(pub(crate) &'a [isize]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, v) in self.0.iter().enumerate() {
            write!(f, "{}{v}", if k == 0 { "(" } else { ", " })?;
        }
        f.write_str(")")
    }
}
