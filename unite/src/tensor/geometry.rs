//! [`Geometry`]: the run-time facts of a block, and the search for a position in it.
//!
//! A geometry is made only in this module, by [`Geometry::new`], which checks it against the memory it describes.
//! Windows rely on that; see `window.rs`.

use crate::frame::{Extent, Home, MAX_RANK, Pitches, Root, Rows, Space, Tuple, Universe};

/// An error: memory cannot be used as a block.
///
/// ```
/// use unite::{Block, Dyn, LayoutError};
/// unite::universe! { pub struct Video: 2; }
/// let error = Block::<Video, u16>::try_new([0, 0], Dyn([usize::MAX, 2])).err().unwrap();
/// assert!(matches!(error, LayoutError::TooLarge { .. }));
/// assert_eq!(error.to_string(), format!("a block of {} x 2 items of 2 bytes does not fit into memory", usize::MAX));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The items would not fit into the address space, or the allocator has no memory for them.
    #[error("a block of {} items of {item_size} bytes does not fit into memory", Dims(dims))]
    TooLarge {
        /// The requested dimensions, including padding.
        dims: Vec<usize>,
        /// The size of an item in bytes.
        item_size: usize,
    },
    /// Rows or planes would overlap.
    #[error("a pitch of {pitch} is less than the {needed} items that dimension {dimension} steps over")]
    PitchTooSmall {
        /// The dimension with this pitch.
        dimension: usize,
        /// The given pitch, in items.
        pitch: isize,
        /// The minimum pitch, in items.
        needed: usize,
    },
    /// The given memory ends before the block does.
    #[error("a block of {} items needs memory for {needed} items, and {given} are given", Dims(dims))]
    TooShort {
        /// The requested dimensions.
        dims: Vec<usize>,
        /// The number of items from the first to the last, including gaps between the rows.
        needed: usize,
        /// The number of given items.
        given: usize,
    },
    /// The rows have different lengths.
    #[error("row {row} has {is} items and row 0 has {expected}")]
    RaggedRows {
        /// The first row that differs.
        row: usize,
        /// The length of that row.
        is: usize,
        /// The length of row 0.
        expected: usize,
    },
    /// A block of constant extent cannot be padded, because its strides are constants too.
    #[error("a block of constant extent cannot be padded by {pad}; state its extent with Dyn")]
    FixedPadding {
        /// The requested padding, in samples.
        pad: usize,
    },
    /// The block would lie at a place that cannot be counted.
    #[error("a block of {} points at {origin:?} reaches beyond the places that can be counted", Dims(dims))]
    OutOfPlace {
        /// The origin, including padding.
        origin: Vec<isize>,
        /// The requested dimensions, including padding.
        dims: Vec<usize>,
    },
}

/// Dimensions that print as `480 x 640 x 3`.
struct Dims<'a>(&'a [usize]);

impl core::fmt::Display for Dims<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (k, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if k == 0 { "" } else { " x " })?;
        }
        Ok(())
    }
}

/// Run-time facts of a block: origin and dimensions by root axis, and the strides that are not constant.
///
/// Invariant: with the constants of its home `H`, every point `(b_0, ..)` with `0 <= b_a < dim(a)` has its item at
/// offset `sum of b_a * stride(a)`, which is below the length that [`Geometry::new`] was given. An empty block has no
/// such point; its products and partial sums for those `b_a` that do lie in `0..dim(a)` also fit `isize`, because a
/// search that goes axis by axis computes them before it finds that another axis is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry<R, P> {
    /// The origin by root axis, in units of `1 / refinement`, including padding.
    origin: R,
    /// The dimensions by root axis; 1 along dropped axes.
    dims: R,
    pitches: P,
}

impl<R: Tuple, P: Pitches> Geometry<R, P> {
    /// Returns the geometry of a block of home `Rows<S, E>` with `dims` points along its dimensions, in memory of `len`
    /// items.
    ///
    /// An empty block gets pitches of 0, whatever was given: no item lies at them, and products with them fit.
    pub(super) fn new<S, E>(origin: R, dims: [usize; MAX_RANK], pitches: P, len: usize) -> Result<Self, LayoutError>
    where
        S: Space<Universe: Universe<Root = R>>,
        E: Extent<Pitches = P>,
    {
        let frame = S::FRAME;
        let sizes = || dims[..frame.rank].to_vec();
        let empty = dims[..frame.rank].contains(&0);
        let pitches = if empty { P::from_fn(|_| 0) } else { pitches };
        let mut by_axis = R::splat(1);
        let mut needed = 1_usize;
        for k in (0..frame.rank).rev() {
            let n = dims[k];
            assert!(E::STATIC[k] == 0 || E::STATIC[k] == n, "a constant dimension of a block is what its type says");
            let stride = if k < P::LEN { pitches.stride(k) } else { Rows::<S, E>::STRIDE[frame.axis[k]] };
            if !empty && k + 1 < frame.rank && (stride < 0 || (stride as usize) < needed) {
                return Err(LayoutError::PitchTooSmall { dimension: k, pitch: stride, needed });
            }
            needed = n.saturating_sub(1).saturating_mul(stride.unsigned_abs()).saturating_add(needed);
            by_axis.put(frame.axis[k], n as isize);
        }
        if needed > isize::MAX as usize || (needed > len && !empty) {
            return Err(LayoutError::TooShort { dims: sizes(), needed, given: len });
        }
        for a in 0..R::RANK {
            let k = frame.dimension_of(a);
            let points = if k < frame.rank { dims[k] as i128 } else { 1 };
            let start = origin.entry(a) as i128;
            let end = start.saturating_add(points.saturating_mul(frame.coarsen[a] as i128));
            if start < -PLACES || end > PLACES {
                let origin = (0..R::RANK).map(|a| origin.entry(a)).collect();
                return Err(LayoutError::OutOfPlace { origin, dims: sizes() });
            }
        }
        Ok(Geometry { origin, dims: by_axis, pitches })
    }

    /// Returns the geometry of `n` points of this block along root axis `a`, starting at its point `first`. The memory
    /// of the band starts there and holds these points.
    pub(super) fn band(mut self, a: usize, first: isize, n: isize, coarsen: isize) -> Self {
        assert!(first >= 0 && n >= 0 && first + n <= self.dims.entry(a), "a band lies inside its block");
        self.origin.put(a, self.origin.entry(a) + first * coarsen);
        self.dims.put(a, n);
        self
    }

    /// Returns the geometry of a tile at `origin`. Everything but the origin is a constant of its home, so nothing has
    /// to be checked against the memory.
    #[inline(always)]
    pub(super) fn tile(origin: R) -> Self {
        const { assert!(P::LEN == 0) };
        Geometry { origin, dims: R::splat(1), pitches: P::from_fn(|_| 0) }
    }

    /// Returns this geometry if its block has the points of another block. The compiler then knows the points as those of
    /// the other.
    #[inline(always)]
    pub(super) fn if_points_of(&self, other: &Self) -> Option<Self> {
        let Geometry { origin, dims, .. } = *other;
        (self.origin == origin && self.dims == dims).then_some(Geometry { origin, dims, pitches: self.pitches })
    }

    #[inline(always)]
    pub(crate) fn origin(&self) -> R {
        self.origin
    }

    #[inline(always)]
    pub(crate) fn pitches(&self) -> P {
        self.pitches
    }

    /// Returns the number of points along root axis `a`.
    #[inline(always)]
    pub(crate) fn dim<H: Home>(&self, a: usize) -> isize {
        if H::DIM[a] != 0 { H::DIM[a] as isize } else { self.dims.entry(a) }
    }
}

/// The maximum distance of the points of blocks from 0, in units of `1 / refinement` of the block's space: 2^56 if
/// `isize` has 64 bits, 2^28 if it has 32.
///
/// [`block_start`] subtracts the block's origin from any position with wrapping arithmetic. Let `P` be this bound and
/// `M` the number of values that `isize` has on either side of 0. A difference that overflows has a true value of `-M -
/// P` to `M + P` and wraps to one that is below 0, or at least `M - P`. Below 0 it is before the block. All points of a
/// block lie in `2 * P` positions, so a value of at least `M - P` is behind the block if `2 * P <= M - P`.
const PLACES: i128 = 1 << (isize::BITS / 8 * 7);
const _: () = assert!(PLACES <= isize::MAX as i128 / 3, "a wrapped difference of places lies outside of every block");

/// Returns the stride along root axis `a`, in items; 0 along an axis that the block has dropped.
#[inline(always)]
pub(crate) fn stride<H: Home>(pitches: &H::Pitches, a: usize) -> isize {
    if H::STRIDE[a] != 0 {
        return H::STRIDE[a];
    }
    let k = const { H::Space::FRAME.dimensions() }[a];
    if k == MAX_RANK { 0 } else { pitches.stride(k) }
}

/// Returns the point of a grid of space `G`, along root axis `a`, that contains the position of index `i` of a tensor
/// of space `S`. The grid starts at `start` and the tensor at `x`, each counted in `1 / refinement` of its space.
/// Returns `None` if their distance cannot be counted.
///
/// The result is exact: both are converted to their common unit. Rounding to whole points of the root in between would
/// lose sub-sample positions. The position itself is not computed, because it may overflow even if the start does not.
#[inline(always)]
pub(crate) fn coordinate<S: Space, G: Space>(a: usize, x: isize, i: isize, start: isize) -> Option<isize> {
    let common = const { S::FRAME.beside(&G::FRAME) };
    if is_saturated::<S, G>(a, x) {
        return None;
    }
    let apart = x.checked_mul(common.from_space[a])?.checked_sub(start.checked_mul(common.from_grid[a])?)?;
    Some(floor_div(apart.checked_add(i.checked_mul(common.step[a])?)?, common.point[a]))
}

/// Returns [`coordinate`] for the block of a view.
///
/// Except for tiles on the stack, no block lies where a position cannot be counted. So the position can be computed
/// first, which leaves less to compute for the next index.
#[inline(always)]
pub(crate) fn block_coordinate<S: Space, H: Home>(a: usize, x: isize, i: isize, origin: isize) -> Option<isize> {
    let (view, block) = const { (S::FRAME, H::Space::FRAME) };
    if const { H::Pitches::LEN > 0 } && view.refine[a] == block.refine[a] {
        let x = x.checked_add(i.checked_mul(view.coarsen[a])?)?;
        Some(floor_div(x.checked_sub(origin)?, block.coarsen[a]))
    } else {
        coordinate::<S, H::Space>(a, x, i, origin)
    }
}

/// Returns [`block_coordinate`] of index 0, or a number outside of the block where that is `None`.
///
/// Except for tiles on the stack, blocks lie where a wrapped difference of places is outside of them ([`PLACES`] says
/// why). The difference is divided by the block's coarsening, and so is the number of positions of the block.
#[inline(always)]
pub(super) fn block_start<S: Space, H: Home>(a: usize, x: isize, origin: isize) -> Option<isize> {
    let (view, block) = const { (S::FRAME, H::Space::FRAME) };
    if const { H::Pitches::LEN > 0 } && view.refine[a] == block.refine[a] {
        Some(floor_div(x.wrapping_sub(origin), block.coarsen[a]))
    } else {
        coordinate::<S, H::Space>(a, x, 0, origin)
    }
}

/// Returns whether, along root axis `a`, points of a block may be too far from its first one for [`block_coordinate`]
/// to count: because the view's units are very small, or the points of a block on the stack very large.
pub(super) const fn is_too_long<S: Space, H: Home>(a: usize) -> bool {
    let common = S::FRAME.beside(&H::Space::FRAME);
    let positions = if H::DIM[a] == 0 { 2 * PLACES } else { H::DIM[a] as i128 * H::Space::FRAME.coarsen[a] as i128 };
    positions > (isize::MAX / common.from_grid[a]) as i128
}

/// Returns whether `x` may be the saturated result of an operation, so that no point of a block is there.
///
/// Blocks lie within [`PLACES`] of 0 in their own units. The question arises only in units so much finer that a block
/// may reach the ends of `isize`; otherwise the answer is `false` at compile time.
#[inline(always)]
fn is_saturated<S: Space, G: Space>(a: usize, x: isize) -> bool {
    let finer = S::FRAME.refine[a] / G::FRAME.refine[a];
    finer as i128 >= isize::MAX as i128 / PLACES && (x == isize::MIN || x == isize::MAX)
}

/// A point of a tensor of space `S` relative to a grid of space `G`, along one root axis, in their common unit. It
/// extends [`coordinate`] to all numbers, and to ends as well as starts.
pub(crate) struct Apart {
    /// The start of the point relative to the start of the grid. It saturates if the number of the grid's point that
    /// contains it cannot be counted.
    start: i128,
    /// The length of a point of `S`.
    step: i128,
    /// The length of a point of `G`.
    point: i128,
}

impl Apart {
    /// Relates point `i` of a tensor that starts at `x` to the grid that starts at `start`.
    pub(crate) fn of<S: Space, G: Space>(a: usize, x: isize, i: isize, start: isize) -> Apart {
        let common = const { S::FRAME.beside(&G::FRAME) };
        let [from_space, from_grid, step, point] =
            [common.from_space, common.from_grid, common.step, common.point].map(|by_axis| by_axis[a] as i128);
        // The products of two 64-bit factors, at most 2^126 each, and their difference fit.
        let origins = x as i128 * from_space - start as i128 * from_grid;
        Apart { start: origins.saturating_add(i as i128 * step), step, point }
    }

    /// Returns the point of the grid that contains the start.
    pub(crate) fn first(&self) -> i128 {
        floor_div_wide(self.start, self.point)
    }

    /// Returns the point of `S`, counted from this one, that contains the start of the grid's point `b`.
    pub(crate) fn under(&self, b: i128) -> i128 {
        floor_div_wide(b.saturating_mul(self.point).saturating_sub(self.start), self.step)
    }

    /// Returns the point of `S`, counted from this one, after those that overlap the grid's points before `b`.
    pub(crate) fn until(&self, b: i128) -> i128 {
        floor_div_wide(b.saturating_mul(self.point).saturating_sub(self.start).saturating_sub(1), self.step) + 1
    }

    /// Returns the point of the grid after those that `n` points of `S` overlap.
    pub(crate) fn after(&self, n: usize) -> i128 {
        let end = self.start.saturating_add((n as i128).saturating_mul(self.step));
        floor_div_wide(end.saturating_sub(1), self.point) + 1
    }
}

/// Divides and rounds towards negative infinity, for `b >= 1`.
#[inline(always)]
pub(crate) fn floor_div(a: isize, b: isize) -> isize {
    // Not `div_euclid`, which the compiler may leave as a call.
    if b & (b - 1) == 0 { a >> b.trailing_zeros() } else { a / b - (a % b < 0) as isize }
}

/// [`floor_div`] for `i128`.
fn floor_div_wide(a: i128, b: i128) -> i128 {
    if b & (b - 1) == 0 { a >> b.trailing_zeros() } else { a.div_euclid(b) }
}

/// The geometry of a tensor in space `S` with home `H`.
pub(crate) type GeometryOf<S, H> = Geometry<Root<S>, <H as Home>::Pitches>;
