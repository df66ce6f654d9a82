//! [`Tuple`]: indices and points as plain arrays; and [`Pitches`]: strides that are known at run time.

use super::extent::{Dyn, RunTimeExtent};
use super::sealed::Sealed;
use core::fmt::Debug;

/// A loop over the ranks, unrolled by the macro: the block is compiled once for each `const K` below the bound, which is a
/// constant of at most `MAX_RANK`.
///
/// A real `for` keeps the index array in memory until LLVM unrolls it, which happens *after* the pass that removes
/// bounds checks from the user's loops: a 16x16 SAD costs nine times as much.
macro_rules! each {
    ($k:ident < $n:expr => $body:block) => {{
        {
            const $k: usize = 0;
            if const { $k < $n } $body
        }
        {
            const $k: usize = 1;
            if const { $k < $n } $body
        }
        {
            const $k: usize = 2;
            if const { $k < $n } $body
        }
        {
            const $k: usize = 3;
            if const { $k < $n } $body
        }
    }};
}
pub(crate) use each;

/// An index or a point: `[isize; N]` for ranks 1 to 4.
///
/// ```
/// use unite::Tuple;
/// assert_eq!(<[isize; 3]>::RANK, 3);
/// assert_eq!(<[isize; 2]>::splat(7), [7, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index: a tensor has a rank of 1 to 4",
    note = "indices and points are `[isize; 1]` to `[isize; 4]`"
)]
pub trait Tuple: Sealed + Copy + Debug + Eq + Send + Sync + 'static {
    /// The number of entries.
    const RANK: usize;
    /// The extent of this rank that is known at run time: [`Dyn<N>`](Dyn).
    type Dims: RunTimeExtent;
    /// The strides of a row-major block of this rank that are not constant: all but the last.
    type Pitches: Pitches;
    /// Returns entry `k`.
    fn entry(&self, k: usize) -> isize;
    /// Sets entry `k` to `v`.
    fn put(&mut self, k: usize, v: isize);
    /// Returns a tuple of entries `v`.
    fn splat(v: isize) -> Self;
}

/// A rank above 1, from which a slice can drop a dimension. See [`Tensor::slice`](crate::Tensor::slice) for an example.
#[diagnostic::on_unimplemented(message = "a tensor of rank 1 has no dimension that a slice could drop")]
pub trait Shorter: Tuple {
    /// The tuple with one entry less.
    type Less: Tuple;
}

macro_rules! tuple {
    ($($n:literal $pitches:ty;)*) => { $(
        impl Sealed for [isize; $n] {}
        impl Tuple for [isize; $n] {
            const RANK: usize = $n;
            type Dims = Dyn<$n>;
            type Pitches = $pitches;
            #[inline(always)]
            fn entry(&self, k: usize) -> isize {
                self[k]
            }
            #[inline(always)]
            fn put(&mut self, k: usize, v: isize) {
                self[k] = v;
            }
            #[inline(always)]
            fn splat(v: isize) -> Self {
                [v; $n]
            }
        }
    )* };
}
tuple! { 1 (); 2 P1; 3 P2; 4 P3; }

macro_rules! shorter {
    ($($n:literal $less:literal;)*) => { $(impl Shorter for [isize; $n] { type Less = [isize; $less]; })* };
}
shorter! { 2 1; 3 2; 4 3; }

/// The strides, in items, that a block does not have as constants; the last dimension's is always 1 and is not stored.
///
/// They are structs, not arrays: `{ pointer, P1 }` is a pair of scalars and travels in two registers, `{ pointer,
/// [isize; 1] }` goes through memory.
///
/// ```
/// use unite::{P2, Pitches};
/// let planes = P2(4096, 64);
/// assert_eq!((P2::LEN, planes.stride(0), planes.stride(1)), (2, 4096, 64));
/// ```
pub trait Pitches: Sealed + Copy + Debug + Send + Sync + 'static {
    /// The number of strides.
    const LEN: usize;
    /// Returns the stride of dimension `k < LEN`.
    fn stride(&self, k: usize) -> isize;
    /// Builds the strides from a function of the dimension.
    fn from_fn(f: impl Fn(usize) -> isize) -> Self;
}

/// One stride: the row pitch of a plane. See [`Pitches`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P1(pub isize);

/// Two strides: from plane to plane, from row to row. See [`Pitches`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P2(pub isize, pub isize);

/// Three strides, outermost first. See [`Pitches`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P3(pub isize, pub isize, pub isize);

impl Sealed for () {}
impl Sealed for P1 {}
impl Sealed for P2 {}
impl Sealed for P3 {}

impl Pitches for () {
    const LEN: usize = 0;
    #[inline(always)]
    fn stride(&self, _: usize) -> isize {
        0
    }
    #[inline(always)]
    fn from_fn(_: impl Fn(usize) -> isize) {}
}

impl Pitches for P1 {
    const LEN: usize = 1;
    #[inline(always)]
    fn stride(&self, _: usize) -> isize {
        self.0
    }
    #[inline(always)]
    fn from_fn(f: impl Fn(usize) -> isize) -> Self {
        P1(f(0))
    }
}

impl Pitches for P2 {
    const LEN: usize = 2;
    #[inline(always)]
    fn stride(&self, k: usize) -> isize {
        if k == 0 { self.0 } else { self.1 }
    }
    #[inline(always)]
    fn from_fn(f: impl Fn(usize) -> isize) -> Self {
        P2(f(0), f(1))
    }
}

impl Pitches for P3 {
    const LEN: usize = 3;
    #[inline(always)]
    fn stride(&self, k: usize) -> isize {
        match k {
            0 => self.0,
            1 => self.1,
            _ => self.2,
        }
    }
    #[inline(always)]
    fn from_fn(f: impl Fn(usize) -> isize) -> Self {
        P3(f(0), f(1), f(2))
    }
}
