//! [`Home`]: the constant facts about the block whose data a view shows.

use super::extent::{Extent, FixedExtent};
use super::index::Pitches;
use super::sealed::Sealed;
use super::space::Space;
use super::value::{Frame, MAX_RANK};
use core::marker::PhantomData;

/// Constant facts about a block: its own space, and its constant strides and dimensions.
///
/// A view carries the home of its nearest block as its last type parameter. Users write it only if the block's space is
/// not the view's: per-macroblock flags read by sample, a chroma plane seen from luma.
///
/// ```
/// use unite::{Fixed, Home, Stack};
/// unite::universe! { pub struct Video: 2; }
/// assert_eq!(<Stack<Video, Fixed<4, 8>>>::STRIDE[0], 8);
/// ```
pub trait Home: Sealed + Copy + Send + Sync + 'static {
    /// The block's own space.
    type Space: Space;
    /// The strides that are known at run time.
    type Pitches: Pitches;
    /// The constant strides by root axis, in items; 0 if known at run time.
    const STRIDE: [isize; MAX_RANK];
    /// The constant dimensions by root axis; 0 if known at run time.
    const DIM: [usize; MAX_RANK];
}

/// A block in the axis order of its own space, with a contiguous last dimension and possibly padded rows: on the heap,
/// or borrowed memory.
///
/// ```
/// use unite::{Home, Interleaved, Rows};
/// unite::universe! { pub struct Still: 3; }
/// assert_eq!(<Rows<Still, Interleaved<2, 3>>>::STRIDE, [0, 3, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<S, E>(PhantomData<fn() -> (S, E)>);

/// A block that is a nested array, so that everything about it is constant. See [`Home`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Stack<S, E>(PhantomData<fn() -> (S, E)>);

impl<S, E> Sealed for Rows<S, E> {}
impl<S, E> Sealed for Stack<S, E> {}

impl<S: Space, E: Extent> Home for Rows<S, E> {
    type Space = S;
    type Pitches = E::Pitches;
    const STRIDE: [isize; MAX_RANK] = row_major(S::FRAME, E::STATIC);
    const DIM: [usize; MAX_RANK] = by_root_axis(S::FRAME, E::STATIC);
}

impl<S: Space, E: FixedExtent> Home for Stack<S, E> {
    type Space = S;
    type Pitches = ();
    const STRIDE: [isize; MAX_RANK] = row_major(S::FRAME, E::STATIC);
    const DIM: [usize; MAX_RANK] = by_root_axis(S::FRAME, E::STATIC);
}

/// Returns the strides by root axis, as far as the constant dimensions determine them; a dimension that is not constant
/// leaves 0 for all dimensions outside of it.
///
/// If the constant dimensions have more items than `isize` can count, this does not compile: no such block exists,
/// whatever the size of an item.
const fn row_major(frame: Frame, dims: [usize; MAX_RANK]) -> [isize; MAX_RANK] {
    let mut strides = [0; MAX_RANK];
    let mut items = 1_isize;
    let mut k = frame.rank;
    while k > 0 {
        k -= 1;
        strides[frame.axis[k]] = items;
        assert!(dims[k] <= isize::MAX as usize, "a block of a constant extent has more items than can be counted");
        items = match items.checked_mul(dims[k] as isize) {
            Some(items) => items,
            None => panic!("a block of a constant extent has more items than can be counted"),
        };
    }
    strides
}

const fn by_root_axis(frame: Frame, dims: [usize; MAX_RANK]) -> [usize; MAX_RANK] {
    let mut by_axis = [0; MAX_RANK];
    let mut k = 0;
    while k < frame.rank {
        by_axis[frame.axis[k]] = dims[k];
        k += 1;
    }
    by_axis
}
