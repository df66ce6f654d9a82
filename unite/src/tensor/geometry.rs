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
/// `sum of b_a * stride(a)`, which is below the length that [`Geometry::new`] was given.
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
    pub(super) fn new<S, E>(origin: R, dims: [usize; MAX_RANK], pitches: P, len: usize) -> Result<Self, LayoutError>
    where
        S: Space<Universe: Universe<Root = R>>,
        E: Extent<Pitches = P>,
    {
        let frame = S::FRAME;
        let sizes = || dims[..frame.rank].to_vec();
        let empty = dims[..frame.rank].contains(&0);
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
        if empty {
            needed = 0;
        }
        if needed > len || needed > isize::MAX as usize {
            return Err(LayoutError::TooShort { dims: sizes(), needed, given: len });
        }
        for a in 0..R::RANK {
            let k = frame.dimension_of(a);
            let points = if k < frame.rank { dims[k] as i128 } else { 1 };
            let start = origin.entry(a) as i128;
            if start < -PLACES || start + points * frame.coarsen[a] as i128 > PLACES {
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

/// Origins of blocks lie within this of 0, so that no difference of two places near blocks overflows.
const PLACES: i128 = 1 << 56;

/// The stride along root axis `a`, in items; 0 along an axis that the block has dropped.
#[inline(always)]
pub(crate) fn stride<H: Home>(pitches: &H::Pitches, a: usize) -> isize {
    if H::STRIDE[a] != 0 {
        return H::STRIDE[a];
    }
    let k = const { H::Space::FRAME.dimensions() }[a];
    if k == MAX_RANK { 0 } else { pitches.stride(k) }
}

/// The point of a grid of space `G` that starts at `start`, along root axis `a`, which holds position `x` of space `S`
/// (both counted in `1 / refinement` of their space); `None` where it cannot be counted.
///
/// Exact: the two are brought to their common density. Rounding to whole points of the root in between would lose
/// sub-sample positions.
#[inline(always)]
pub(crate) fn coordinate<S: Space, G: Space>(a: usize, x: isize, start: isize) -> Option<isize> {
    let (r, rg, cg) = (S::FRAME.refine[a], G::FRAME.refine[a], G::FRAME.coarsen[a]);
    if r == rg {
        Some(floor_div(x.checked_sub(start)?, cg))
    } else {
        Some(floor_div(x.checked_mul(rg)?.checked_sub(start.checked_mul(r)?)?, r * cg))
    }
}

/// Division that rounds towards negative infinity, for `b >= 1`.
#[inline(always)]
pub(crate) fn floor_div(a: isize, b: isize) -> isize {
    // Not `div_euclid`, which the compiler may leave as a call.
    if b & (b - 1) == 0 { a >> b.trailing_zeros() } else { a / b - (a % b < 0) as isize }
}

/// Shorthand: the geometry of a tensor in space `S` with home `H`.
pub(crate) type GeometryOf<S, H> = Geometry<Root<S>, <H as Home>::Pitches>;
