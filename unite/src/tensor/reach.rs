//! [`Reach`]: the reach of a window outside of its extent.

use crate::frame::MAX_RANK;

/// The reach of a [`Window`](crate::Window) outside of its extent. Sealed.
///
/// ```
/// use unite::{Around, Reach};
/// assert_eq!((<Around<1, 2>>::BEFORE, <Around<1, 2>>::AFTER), ([2, 1], [0, 0]));
/// ```
pub trait Reach: private::Sealed + Copy + 'static {
    /// The number of points before the extent, of the last dimension and of the one before it.
    const BEFORE: [usize; 2];
    /// The number of points after the extent, in the same order.
    const AFTER: [usize; 2];
}

mod private {
    #[diagnostic::on_unimplemented(message = "`{Self}` cannot have this trait: it is sealed")]
    pub trait Sealed {}
    impl Sealed for super::Inside {}
    impl<const B: usize, const A: usize> Sealed for super::Along<B, A> {}
    impl<const T: usize, const L: usize, const B: usize, const R: usize> Sealed for super::Around<T, L, B, R> {}
}

/// A reach of no points outside of the extent.
///
/// ```
/// use unite::{Block, Dyn, Inside};
/// unite::universe! { pub struct Video: 2; }
/// let b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
/// assert!(b.view().window::<Inside>().is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Inside;

/// A reach of points before and after the extent along the last dimension.
///
/// ```
/// use unite::{Along, Block, Dyn, Fixed};
/// unite::universe! { pub struct Line: 1; }
/// let mut b = Block::<Line, u8>::new([0], Dyn([9]));
/// b.view_mut().fill_with(|[x]| x as u8);
/// let w = b.view().partition([2], Fixed::<4>).window::<Along<2, 3>>().unwrap();
/// assert_eq!((w[[-2]], w[[6]]), (0, 8));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Along<const BEFORE: usize, const AFTER: usize>;

/// A reach around the last two dimensions: rows above, columns to the left, rows below, columns to the right.
///
/// ```
/// use unite::{Around, Block, Dyn, Fixed};
/// unite::universe! { pub struct Video: 2; }
/// let b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// let mb = |y, x| b.view().partition([y, x], Fixed::<4, 4>);
/// assert!(mb(4, 4).window::<Around<1, 1>>().is_some());
/// assert!(mb(0, 4).window::<Around<1, 1>>().is_none()); // nothing above
/// ```
///
/// A part of a window has the reach of the window, or one of its own inside of the window's extent:
///
/// ```
/// use unite::{Around, Block, Dyn, Fixed, Inside};
/// unite::universe! { pub struct Video: 2; }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
/// let whole = b.view().partition([1, 1], Dyn([6, 6])).window::<Around<1, 1>>().unwrap();
/// let part = whole.partition([2, 4], Fixed::<2, 2>).unwrap();
/// assert_eq!((part[[0, 0]], part[[-1, -1]]), (35, 24));
/// assert!(whole.partition([2, 5], Fixed::<2, 2>).is_none() && whole.extent() == Dyn([6, 6]));
///
/// let whole = b.view().window::<Inside>().unwrap();
/// let part = whole.partition_reaching::<Around<1, 1, 1, 1>, _>([2, 4], Fixed::<2, 2>).unwrap();
/// assert_eq!((part.moved([1, -1]).load(), part[[2, 2]]), ([[33, 34], [43, 44]], 46));
/// assert!(whole.partition_reaching::<Around<1, 1, 1, 1>, _>([2, 6], Fixed::<2, 2>).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Around<const TOP: usize, const LEFT: usize, const BOTTOM: usize = 0, const RIGHT: usize = 0>;

impl Reach for Inside {
    const BEFORE: [usize; 2] = [0, 0];
    const AFTER: [usize; 2] = [0, 0];
}

impl<const BEFORE: usize, const AFTER: usize> Reach for Along<BEFORE, AFTER> {
    const BEFORE: [usize; 2] = [BEFORE, 0];
    const AFTER: [usize; 2] = [AFTER, 0];
}

impl<const TOP: usize, const LEFT: usize, const BOTTOM: usize, const RIGHT: usize> Reach
    for Around<TOP, LEFT, BOTTOM, RIGHT>
{
    const BEFORE: [usize; 2] = [LEFT, TOP];
    const AFTER: [usize; 2] = [RIGHT, BOTTOM];
}

/// Returns [`Reach::BEFORE`] by dimension of a tensor of rank `rank`.
pub(crate) const fn before<R: Reach>(rank: usize) -> [isize; MAX_RANK] {
    by_dimension(R::BEFORE, rank)
}

/// Returns [`Reach::AFTER`] by dimension of a tensor of rank `rank`.
pub(crate) const fn after<R: Reach>(rank: usize) -> [isize; MAX_RANK] {
    by_dimension(R::AFTER, rank)
}

/// Asserts at compile time that a reach suits the rank; used by functions that make windows.
pub(super) const fn assert_reach<R: Reach>(rank: usize) {
    assert!(
        rank > 1 || (R::BEFORE[1] == 0 && R::AFTER[1] == 0),
        "window: a tensor of rank 1 has nothing above and below; use Along"
    );
}

const fn by_dimension(reach: [usize; 2], rank: usize) -> [isize; MAX_RANK] {
    assert!(reach[0] < 1 << 30 && reach[1] < 1 << 30, "window: a reach is less than 2^30");
    let mut by_dimension = [0; MAX_RANK];
    by_dimension[rank - 1] = reach[0] as isize;
    if rank > 1 {
        by_dimension[rank - 2] = reach[1] as isize;
    }
    by_dimension
}
