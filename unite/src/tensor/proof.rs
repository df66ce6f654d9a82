//! The proof behind a window, and the check of its indices; the two must agree. The code is safe; `window.rs` says what
//! relies on it.

use super::geometry::{block_coordinate, block_start, is_too_long, stride};
use super::reach::{Reach, after, assert_reach, before};
use super::scan::Scan;
use super::view::Tensor;
use crate::frame::{Extent, FixedExtent, Home, MAX_RANK, Root, Space, Spot, Tuple, each};

/// Returns the number of points of the block in one step along each root axis.
pub(super) const fn steps<S: Space, H: Home>() -> [isize; MAX_RANK] {
    S::FRAME.steps_in(&H::Space::FRAME)
}

/// Returns the constant strides by dimension of the window, in items; 0 if known at run time.
///
/// A product that overflows saturates. Two points that far apart are not in one block, so a window has only index 0
/// along that dimension, and the stride is multiplied by 0.
pub(super) const fn strides<S: Space, H: Home>() -> [isize; MAX_RANK] {
    let (frame, steps) = (S::FRAME, steps::<S, H>());
    let mut strides = [0; MAX_RANK];
    let mut k = 0;
    while k < frame.rank {
        let a = frame.axis[k];
        strides[k] = H::STRIDE[a].saturating_mul(steps[a]);
        k += 1;
    }
    strides
}

/// Returns whether each point of a view in space `S` is a whole number of points of a block of home `H`.
pub(super) const fn whole_steps<S: Space, H: Home>() -> bool {
    let (frame, steps) = (S::FRAME, steps::<S, H>());
    let mut k = 0;
    while k < frame.rank {
        if steps[frame.axis[k]] == 0 {
            return false;
        }
        k += 1;
    }
    true
}

/// Returns the reach before the extent, in points of the block, by root axis. A product that overflows saturates: no
/// block reaches that far.
const fn reach_before<S: Space, R: Reach, H: Home>() -> [isize; MAX_RANK] {
    let (frame, steps) = (S::FRAME, steps::<S, H>());
    let mut points = [0; MAX_RANK];
    let mut k = 0;
    while k < frame.rank {
        let a = frame.axis[k];
        points[a] = before::<R>(frame.rank)[k].saturating_mul(steps[a]);
        k += 1;
    }
    points
}

/// Returns whether the samples of a line along the last dimension are contiguous.
pub(super) const fn contiguous<S: Space, H: Home>() -> bool {
    strides::<S, H>()[S::FRAME.rank - 1] == 1
}

/// Asserts at compile time that rows are contiguous; used by functions that return rows.
pub(crate) const fn assert_contiguous<S: Space, H: Home>() {
    assert!(contiguous::<S, H>(), "row: the samples of a row do not lie side by side");
}

/// A number greater than the points of a block along any dimension, since those are counted in `isize`, but small
/// enough to be added to one: `isize::MAX + MANY` is `usize::MAX`.
///
/// This does not rely on the number of items or bytes in memory: items may have size 0.
const MANY: usize = isize::MAX as usize + 1;

/// Returns whether the extent along root axis `a` is a constant (which is never 0); a dropped axis has the constant 1.
const fn is_constant<S: Space, E: Extent>(a: usize) -> bool {
    let k = S::FRAME.dimension_of(a);
    k == MAX_RANK || E::STATIC[k] != 0
}

#[cold]
#[inline(never)]
fn not_contiguous() -> ! {
    panic!("the samples of a line do not lie side by side");
}

impl<D, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the offset of index 0, if every index of the extent and of the reach `R` around it has an item.
    ///
    /// Each bound has its own branch. Folded into one test, the compiler turns the proof into vector code that loads
    /// the origin, just stored as two numbers, as one vector, and waits for the stores (2.5 ns become 8.7 ns).
    #[inline(always)]
    pub(super) fn prove<R: Reach>(&self) -> Option<usize> {
        if const { !whole_steps::<S, H>() } {
            return None;
        }
        let (pitches, at) = (self.geometry.pitches(), self.spot.origin);
        let mut offset = 0;
        each!(A < Root::<S>::RANK => {
            let first = block_start::<S, H>(A, at.entry(A), self.geometry.origin().entry(A))?;
            let dim = self.geometry.dim::<H>(A) as usize;
            let k = const { S::FRAME.dimension_of(A) };
            // The reach of the window before and after its first point, in points of the block. For an empty extent the
            // second is -1, which as `usize` is longer than any block.
            let (before, after) = if k < MAX_RANK {
                let (points, after) = (self.spot.extent.dim(k), const { after::<R>(S::FRAME.rank) }[k] as usize);
                let last = if after == 0 { points.wrapping_sub(1) } else { points.checked_add(after - 1)? };
                if const { is_too_long::<S, H>(A) } {
                    // If an index cannot be counted, reading by index finds no data, and the window must agree.
                    let last = isize::try_from(last).ok()?;
                    for i in [-const { before::<R>(S::FRAME.rank) }[k], last] {
                        block_coordinate::<S, H>(A, at.entry(A), i, self.geometry.origin().entry(A))?;
                    }
                }
                let step = const { steps::<S, H>()[A] };
                let last = if step == 1 { last } else { last.saturating_mul(step as usize) };
                (const { reach_before::<S, R, H>()[A] }, last)
            } else {
                (0, 0)
            };
            if first < before {
                return None;
            }
            let last = if const { is_constant::<S, E>(A) } {
                first as usize + after.min(MANY) // 0 <= `first` <= `isize::MAX`
            } else {
                (first as usize).checked_add(after)?
            };
            if last >= dim {
                return None;
            }
            offset += first * stride::<H>(&pitches, A);
        });
        Some(offset as usize)
    }

    pub(super) const ASSERT_WHOLE_STEPS: () = assert!(
        whole_steps::<S, H>(),
        "window: a point of the view is not a whole number of points of its block; use `get` and `at`"
    );
}

#[cold]
#[inline(never)]
fn outside() -> ! {
    panic!("index outside of the window")
}

/// Checks an index against extent and reach, and returns its offset relative to the window's origin.
///
/// One unsigned comparison per dimension: the compiler removes it from loops over constants; of two signed ones it
/// would leave one.
#[inline(always)]
pub(super) fn offset<S: Space, E: Extent, R: Reach, H: Home>(pitches: &H::Pitches, extent: &E, i: S::Ix) -> isize {
    each!(K < S::Ix::RANK => {
        let (before, after) = const { (before::<R>(S::FRAME.rank)[K], after::<R>(S::FRAME.rank)[K]) };
        if i.entry(K).wrapping_add(before) as usize >= before as usize + extent.dim(K) + after as usize {
            outside();
        }
    });
    step_to::<S, H>(pitches, i)
}

/// Returns the offset of the index at which a part of a window begins, if the part has a point and lies in `extent` with the
/// reach `R` around it.
///
/// Two unsigned comparisons per dimension, in this order: after the first, `dim - first` is positive, so nothing wraps; after
/// the second, `1 <= points <= dim - first`, and the compiler removes the checks of indices beside a part.
#[inline(always)]
pub(super) fn offset_of_part<S: Space, E: Extent, E2: Extent, R: Reach, H: Home>(
    pitches: &H::Pitches,
    extent: &E,
    at: S::Ix,
    part: &E2,
) -> Option<isize> {
    const { Spot::<S, E2>::ASSERT_RANK };
    const { assert_reach::<R>(S::FRAME.rank) };
    each!(K < S::Ix::RANK => {
        let (before, after) = const { (before::<R>(S::FRAME.rank)[K], after::<R>(S::FRAME.rank)[K]) };
        let (first, dim) = (at.entry(K).wrapping_sub(before) as usize, extent.dim(K));
        let last = part.dim(K).checked_sub(1)?.checked_add((before + after) as usize)?;
        if first >= dim || last >= dim - first {
            return None;
        }
    });
    Some(step_to::<S, H>(pitches, at))
}

/// Returns the offset of a window with points that is moved by `by` within its reach. (For a window without points, the proof
/// covers one index less.)
#[inline(always)]
pub(super) fn offset_within_reach<S: Space, E: Extent, R: Reach, H: Home>(
    pitches: &H::Pitches,
    extent: &E,
    by: S::Ix,
) -> isize {
    each!(K < S::Ix::RANK => {
        let (before, after) = const { (before::<R>(S::FRAME.rank)[K], after::<R>(S::FRAME.rank)[K]) };
        if extent.dim(K) == 0 || by.entry(K).wrapping_add(before) as usize > (before + after) as usize {
            outside();
        }
    });
    step_to::<S, H>(pitches, by)
}

/// Returns the offset of an index from index 0, without a check.
#[inline(always)]
pub(super) fn step_to<S: Space, H: Home>(pitches: &H::Pitches, i: S::Ix) -> isize {
    let mut offset = 0;
    each!(K < S::Ix::RANK => {
        let (constant, step, a) = const {
            let a = S::FRAME.axis[K];
            (strides::<S, H>()[K], steps::<S, H>()[a], a)
        };
        offset += i.entry(K) * if constant != 0 { constant } else { stride::<H>(pitches, a).wrapping_mul(step) };
    });
    offset
}

/// Asserts at compile time that the parts of extent `E` that begin at the indices of an order lie in `height` by `width` points.
pub(super) const fn assert_parts<O: Scan<N>, const N: usize, E: FixedExtent>(height: usize, width: usize) {
    let [rows, columns, ..] = E::STATIC;
    assert!(E::RANK == 2 && rows <= height && columns <= width, "nth: a part leaves the window");
    let mut n = 0;
    while n < N {
        let [y, x] = O::ORDER[n];
        assert!(y >= 0 && x >= 0, "nth: a part leaves the window");
        assert!(y as usize <= height - rows && x as usize <= width - columns, "nth: a part leaves the window");
        n += 1;
    }
}

/// Returns offset and length of the line along the last dimension through index `i`, including neighbours.
///
/// # Panics
/// If its samples are not contiguous; callers assert at compile time that they are.
#[inline(always)]
pub(super) fn line<S: Space, E: Extent, R: Reach, H: Home>(
    pitches: &H::Pitches,
    extent: &E,
    mut i: S::Ix,
) -> (isize, usize) {
    if const { !contiguous::<S, H>() } {
        not_contiguous();
    }
    let (last, before, after) = const {
        let rank = S::FRAME.rank;
        (rank - 1, before::<R>(rank)[rank - 1], after::<R>(rank)[rank - 1])
    };
    i.put(last, -before);
    (offset::<S, E, R, H>(pitches, extent, i), before as usize + extent.dim(last) + after as usize)
}

/// Returns the offsets of a constant order, which is checked at compile time against an extent of `A` by `B`.
///
/// The offsets have half a machine word, since the table is read as often as the samples.
pub(super) const fn offsets<O: Scan<N>, const N: usize, const A: usize, const B: usize>(
    strides: [isize; MAX_RANK],
) -> [u32; N] {
    let mut offsets = [0; N];
    let mut n = 0;
    while n < N {
        let [y, x] = O::ORDER[n];
        assert!(y >= 0 && x >= 0 && y < A as isize && x < B as isize, "scan: the order leaves the window");
        let offset = y.saturating_mul(strides[0]).saturating_add(x.saturating_mul(strides[1]));
        assert!(offset >= 0 && offset as u64 <= u32::MAX as u64, "scan: the window is too large");
        offsets[n] = offset as u32;
        n += 1;
    }
    offsets
}
