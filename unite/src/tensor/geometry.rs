//! [`Geometry`]: what is known of a block only when the program runs, and how a position is found in it.
//!
//! A geometry is made in this module alone, by [`Geometry::new`], which holds it against the memory it describes. Windows
//! rely on that; see `window.rs`.

use crate::frame::{Extent, Home, MAX_RANK, Pitches, Root, Rows, Space, Tuple, Universe};

/// Why memory cannot be a block.
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
        /// The dimensions asked for, padding included.
        dims: Vec<usize>,
        /// Bytes an item.
        item_size: usize,
    },
    /// Rows or planes would overlap.
    #[error("a pitch of {pitch} is less than the {needed} items that dimension {dimension} steps over")]
    PitchTooSmall {
        /// The dimension whose pitch it is.
        dimension: usize,
        /// The pitch given, in items.
        pitch: isize,
        /// The least pitch, in items.
        needed: usize,
    },
    /// The memory given ends before the block does.
    #[error("a block of {} items needs memory for {needed}, and there are {given}", Dims(dims))]
    TooShort {
        /// The dimensions asked for.
        dims: Vec<usize>,
        /// Items from the first to the last, gaps between the rows included.
        needed: usize,
        /// Items given.
        given: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {is} items and row 0 has {expected}")]
    RaggedRows {
        /// The first row that differs.
        row: usize,
        /// Its length.
        is: usize,
        /// The length of row 0.
        expected: usize,
    },
    /// Samples around a block whose extent is constant: its strides are constants too.
    #[error("a block of constant extent cannot be padded by {pad}; state its extent with Dyn")]
    FixedPadding {
        /// The padding asked for.
        pad: usize,
    },
    /// The block would lie at a place that cannot be counted.
    #[error("a block of {} points at {origin:?} reaches beyond the places that can be counted", Dims(dims))]
    OutOfPlace {
        /// The origin, padding included.
        origin: Vec<isize>,
        /// The dimensions asked for, padding included.
        dims: Vec<usize>,
    },
}

/// Prints `480 x 640 x 3`.
struct Dims<'a>(&'a [usize]);

impl core::fmt::Display for Dims<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (k, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if k == 0 { "" } else { " x " })?;
        }
        Ok(())
    }
}

/// Run-time facts of a block: origin and dimensions by root axis, and the strides that are not constants.
///
/// Invariant: with the constants of its home `H`, every point `(b_0, ..)` with `0 <= b_a < dim(a)` has its item at offset
/// `sum of b_a * stride(a)`, which is below the length that [`Geometry::new`] was given. In a block without points, where
/// there is no such point, products and partial sums for those `b_a` that do lie in `0..dim(a)` fit `isize` too: a search
/// that goes axis by axis meets them before it finds that another axis is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry<R, P> {
    /// By root axis, in units of `1 / refinement`, padding included.
    origin: R,
    /// By root axis; 1 along dropped axes.
    dims: R,
    pitches: P,
}

impl<R: Tuple, P: Pitches> Geometry<R, P> {
    /// The geometry of a block of home `Rows<S, E>` with `dims` points along its dimensions, in memory of `len` items.
    ///
    /// A block without points has pitches of 0, whatever was given: nothing lies at them, and products with them fit.
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

    /// The geometry of `n` points of this block along root axis `a`, from its point `first` on, whose memory starts there
    /// and holds them.
    pub(super) fn band(mut self, a: usize, first: isize, n: isize, coarsen: isize) -> Self {
        assert!(first >= 0 && n >= 0 && first + n <= self.dims.entry(a), "a band lies inside its block");
        self.origin.put(a, self.origin.entry(a) + first * coarsen);
        self.dims.put(a, n);
        self
    }

    /// The geometry of a tile at `origin`: everything but the origin is a constant of its home, so there is nothing to
    /// hold against the memory.
    #[inline(always)]
    pub(super) fn tile(origin: R) -> Self {
        const { assert!(P::LEN == 0) };
        Geometry { origin, dims: R::splat(1), pitches: P::from_fn(|_| 0) }
    }

    #[inline(always)]
    pub(crate) fn origin(&self) -> R {
        self.origin
    }

    #[inline(always)]
    pub(crate) fn pitches(&self) -> P {
        self.pitches
    }

    /// Number of points along root axis `a`.
    #[inline(always)]
    pub(crate) fn dim<H: Home>(&self, a: usize) -> isize {
        if H::DIM[a] != 0 { H::DIM[a] as isize } else { self.dims.entry(a) }
    }
}

/// All points of blocks lie within this of 0, counted in `1 / refinement` of the block's space: 2^56 where `isize` has 64
/// bits, 2^28 where it has 32.
///
/// [`block_start`] subtracts the block's origin from any position with wrapping arithmetic. Let
/// `P` be this bound and `M` the number of values that `isize` has on either side of 0. A difference that overflows has a true
/// value of `-M - P` to `M + P` and wraps to one that is below 0, or at least `M - P`. Below 0 it is before the block; and
/// since all points of a block lie in `2 * P` positions, at least `M - P` is behind it where `2 * P <= M - P`.
const PLACES: i128 = 1 << (isize::BITS / 8 * 7);
const _: () = assert!(PLACES <= isize::MAX as i128 / 3, "a wrapped difference of places lies outside of every block");

/// The stride along root axis `a`, in items; 0 along an axis that the block has dropped.
#[inline(always)]
pub(crate) fn stride<H: Home>(pitches: &H::Pitches, a: usize) -> isize {
    if H::STRIDE[a] != 0 {
        return H::STRIDE[a];
    }
    let k = const { H::Space::FRAME.dimensions() }[a];
    if k == MAX_RANK { 0 } else { pitches.stride(k) }
}

/// The point of a grid of space `G` that starts at `start`, along root axis `a`, which holds the position of index `i` of a
/// tensor of space `S` that starts at `x` (both starts are counted in `1 / refinement` of their space). `None` where the two
/// are too far from each other to be counted.
///
/// Exact: the two are brought to their common density. Rounding to whole points of the root in between would lose
/// sub-sample positions. The position itself is not computed: it may be one that cannot be counted, behind a start that can.
#[inline(always)]
pub(crate) fn coordinate<S: Space, G: Space>(a: usize, x: isize, i: isize, start: isize) -> Option<isize> {
    let common = const { S::FRAME.beside(&G::FRAME) };
    if is_saturated::<S, G>(a, x) {
        return None;
    }
    let apart = x.checked_mul(common.from_space[a])?.checked_sub(start.checked_mul(common.from_grid[a])?)?;
    Some(floor_div(apart.checked_add(i.checked_mul(common.step[a])?)?, common.point[a]))
}

/// As [`coordinate`], for the block of a view.
///
/// No block but one on the stack lies where a position cannot be counted, so the position may be computed first: less is left
/// to do for the next index.
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

/// As [`block_coordinate`] of index 0, or a number outside of the block where that is `None`.
///
/// Blocks but those on the stack lie where a difference of places that wraps is outside of them ([`PLACES`] says why). It is
/// divided by the block's coarsening, and so is the number of positions that the block has.
#[inline(always)]
pub(super) fn block_start<S: Space, H: Home>(a: usize, x: isize, origin: isize) -> Option<isize> {
    let (view, block) = const { (S::FRAME, H::Space::FRAME) };
    if const { H::Pitches::LEN > 0 } && view.refine[a] == block.refine[a] {
        Some(floor_div(x.wrapping_sub(origin), block.coarsen[a]))
    } else {
        coordinate::<S, H::Space>(a, x, 0, origin)
    }
}

/// Whether, along root axis `a`, points of a block may be so far from its first one that [`block_coordinate`] cannot count the
/// way: because a view's units are that small, or the points of a block on the stack that large.
pub(super) const fn is_too_long<S: Space, H: Home>(a: usize) -> bool {
    let common = S::FRAME.beside(&H::Space::FRAME);
    let positions = if H::DIM[a] == 0 { 2 * PLACES } else { H::DIM[a] as i128 * H::Space::FRAME.coarsen[a] as i128 };
    positions > (isize::MAX / common.from_grid[a]) as i128
}

/// Whether `x` may be where an operation ended that would have led further, so that no point of a block is there.
///
/// Blocks lie within [`PLACES`] of 0 in units of their own. Only in units that are finer by so much that a block may reach the
/// ends of `isize` is this a question; elsewhere it is `false` when the program is compiled.
#[inline(always)]
fn is_saturated<S: Space, G: Space>(a: usize, x: isize) -> bool {
    let finer = S::FRAME.refine[a] / G::FRAME.refine[a];
    finer as i128 >= isize::MAX as i128 / PLACES && (x == isize::MIN || x == isize::MAX)
}

/// A point of a tensor of space `S` against a grid of space `G`, along one root axis, in their common density. What
/// [`coordinate`] is to most, for all numbers, and for ends as well as starts.
pub(crate) struct Apart {
    /// Where the point starts, against the start of the grid. Saturates where not even the number of the grid's point that
    /// holds it can be counted.
    start: i128,
    /// How long a point of `S` is.
    step: i128,
    /// How long a point of `G` is.
    point: i128,
}

impl Apart {
    /// Point `i` of a tensor that starts at `x`, and the grid that starts at `start`.
    pub(crate) fn of<S: Space, G: Space>(a: usize, x: isize, i: isize, start: isize) -> Apart {
        let common = const { S::FRAME.beside(&G::FRAME) };
        let [from_space, from_grid, step, point] =
            [common.from_space, common.from_grid, common.step, common.point].map(|by_axis| by_axis[a] as i128);
        // Products of two factors of 64 bits: twice 2^126, and their difference, fit.
        let origins = x as i128 * from_space - start as i128 * from_grid;
        Apart { start: origins.saturating_add(i as i128 * step), step, point }
    }

    /// The point of the grid that holds the start.
    pub(crate) fn first(&self) -> i128 {
        floor_div_wide(self.start, self.point)
    }

    /// The point of `S`, counted from this one, that holds the start of the grid's point `b`.
    pub(crate) fn under(&self, b: i128) -> i128 {
        floor_div_wide(b.saturating_mul(self.point).saturating_sub(self.start), self.step)
    }

    /// The point of `S`, counted from this one, after those that overlap the grid's points before `b`.
    pub(crate) fn until(&self, b: i128) -> i128 {
        floor_div_wide(b.saturating_mul(self.point).saturating_sub(self.start).saturating_sub(1), self.step) + 1
    }

    /// The point of the grid after those that `n` points of `S` overlap.
    pub(crate) fn after(&self, n: usize) -> i128 {
        let end = self.start.saturating_add((n as i128).saturating_mul(self.step));
        floor_div_wide(end.saturating_sub(1), self.point) + 1
    }
}

/// Division that rounds towards negative infinity, for `b >= 1`.
#[inline(always)]
pub(crate) fn floor_div(a: isize, b: isize) -> isize {
    // Not `div_euclid`, which the compiler may leave as a call.
    if b & (b - 1) == 0 { a >> b.trailing_zeros() } else { a / b - (a % b < 0) as isize }
}

/// As [`floor_div`].
fn floor_div_wide(a: i128, b: i128) -> i128 {
    if b & (b - 1) == 0 { a >> b.trailing_zeros() } else { a.div_euclid(b) }
}

/// Shorthand: the geometry of a tensor in space `S` with home `H`.
pub(crate) type GeometryOf<S, H> = Geometry<Root<S>, <H as Home>::Pitches>;
