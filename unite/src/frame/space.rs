//! [`Space`]: a reference space as a type, and the steps that derive one from another.
//!
//! The type is the path from the root: `Fine<Coarse<Video, By<16, 16>>, By<16, 16>>`. Section: thesis, chapter 4.

use super::index::{Shorter, Tuple};
use super::sealed::{Sealed, SealedSpace};
use super::universe::{Of, Universe};
use super::value::{Frame, MAX_RANK};
use core::marker::PhantomData;

/// A reference space: a way of counting places, known at compile time.
///
/// Implemented by every [`Universe`] and by [`Coarse`], [`Fine`], [`Permuted`] and [`Sliced`] of a space; sealed, because
/// windows rely on its frame.
///
/// ```
/// use unite::{Axes, By, Coarse, Permuted, Space};
/// unite::universe! { pub struct Video: 2; }
/// type Chroma = Coarse<Video, By<2, 2>>;
/// assert_eq!(Chroma::FRAME.coarsening(0), 2);
/// assert_eq!(<Permuted<Chroma, Axes<1, 0>>>::FRAME.axis(0), 1);
/// ```
pub trait Space: SealedSpace + Copy + Of<Self::Universe> + Send + Sync + 'static {
    /// The root of the trie.
    type Universe: Universe;
    /// An index: `[isize; N]`.
    type Ix: Tuple;
    /// The parameters relative to the root.
    const FRAME: Frame;
}

/// An index of a tensor in space `S`.
///
/// ```
/// unite::universe! { pub struct Video: 2; }
/// let i: unite::Ix<Video> = [3, 4];
/// # assert_eq!(i, [3, 4]);
/// ```
pub type Ix<S> = <S as Space>::Ix;

/// A point of the universe that `S` belongs to; for example an origin, counted in units of `1 / refinement` along each
/// axis.
///
/// ```
/// unite::universe! { pub struct Still: 3; }
/// type Red = unite::Sliced<Still, 2>;
/// let origin: unite::Root<Red> = [8, 8, 0];
/// # assert_eq!(origin.len(), 3);
/// ```
pub type Root<S> = <<S as Space>::Universe as Universe>::Root;

/// A bound for signatures: the spaces of rank `N` in universe `U`.
///
/// ```
/// use unite::{In, Place, View};
/// unite::universe! { pub struct Video: 2; }
/// fn first<S: In<Video, 2>>(v: View<'_, S, u8>) -> u8 {
///     v.at([0, 0])
/// }
/// # let b = unite::Block::<Video, u8>::new([0, 0], unite::Dyn([1, 1]));
/// # assert_eq!(first(b.view()), 0);
/// ```
pub trait In<U, const N: usize>: Space<Universe = U, Ix = [isize; N]> {}
impl<U, const N: usize, S: Space<Universe = U, Ix = [isize; N]>> In<U, N> for S {}

/// A space with one point for `K` points of `S` along each dimension. See [`Space`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Coarse<S, K>(PhantomData<fn() -> (S, K)>);

/// A space with `K` points for one point of `S` along each dimension.
///
/// ```
/// use unite::{By, Fine, Space};
/// unite::universe! { pub struct Video: 2; }
/// type Quarter = Fine<Video, By<4, 4>>;
/// assert_eq!(Quarter::FRAME.refinement(1), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fine<S, K>(PhantomData<fn() -> (S, K)>);

/// A space with the dimensions of `S` in the order `O`. See [`Space`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Permuted<S, O>(PhantomData<fn() -> (S, O)>);

/// A space without dimension `DIM` of `S`; the origin keeps the place along it. See [`Root`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Sliced<S, const DIM: usize>(PhantomData<fn() -> S>);

impl<S, K> SealedSpace for Coarse<S, K> {}
impl<S, K> SealedSpace for Fine<S, K> {}
impl<S, O> SealedSpace for Permuted<S, O> {}
impl<S, const DIM: usize> SealedSpace for Sliced<S, DIM> {}

const ONES: [isize; MAX_RANK] = [1; MAX_RANK];

impl<S: Space, K: Factors> Space for Coarse<S, K> {
    type Universe = S::Universe;
    type Ix = S::Ix;
    const FRAME: Frame = S::FRAME.scaled(ONES.split_at(S::FRAME.rank).0, K::FACTORS.split_at(K::LEN).0);
}

impl<S: Space, K: Factors> Space for Fine<S, K> {
    type Universe = S::Universe;
    type Ix = S::Ix;
    const FRAME: Frame = S::FRAME.scaled(K::FACTORS.split_at(K::LEN).0, ONES.split_at(S::FRAME.rank).0);
}

impl<S: Space, O: Order> Space for Permuted<S, O> {
    type Universe = S::Universe;
    type Ix = S::Ix;
    const FRAME: Frame = S::FRAME.permuted(O::AXES.split_at(O::LEN).0);
}

impl<S: Space<Ix: Shorter>, const DIM: usize> Space for Sliced<S, DIM> {
    type Universe = S::Universe;
    type Ix = <S::Ix as Shorter>::Less;
    const FRAME: Frame = S::FRAME.sliced(DIM);
}

/// The factors of a refinement or coarsening, one per dimension: `By<16, 16>`, `By<1, 2, 2>`.
///
/// ```
/// use unite::{By, Factors};
/// assert_eq!((<By<1, 2, 2>>::LEN, <By<1, 2, 2>>::FACTORS[1]), (3, 2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct By<const A: isize, const B: isize = 0, const C: isize = 0, const D: isize = 0>;

/// The factors of [`By`] as constants.
pub trait Factors: Sealed + Copy + 'static {
    /// The number of factors.
    const LEN: usize;
    /// The factors; 0 past the end.
    const FACTORS: [isize; MAX_RANK];
}

impl<const A: isize, const B: isize, const C: isize, const D: isize> Sealed for By<A, B, C, D> {}
impl<const A: isize, const B: isize, const C: isize, const D: isize> Factors for By<A, B, C, D> {
    const LEN: usize = if D != 0 {
        4
    } else if C != 0 {
        3
    } else if B != 0 {
        2
    } else {
        1
    };
    const FACTORS: [isize; MAX_RANK] = [A, B, C, D];
}

const END: usize = usize::MAX;

/// An order of axes: `Axes<1, 0>`, `Axes<2, 0, 1>`.
///
/// ```
/// use unite::{Axes, Order};
/// assert_eq!((<Axes<2, 0, 1>>::LEN, <Axes<2, 0, 1>>::AXES[0]), (3, 2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Axes<const A: usize, const B: usize = END, const C: usize = END, const D: usize = END>;

/// The axes of [`Axes`] as constants.
pub trait Order: Sealed + Copy + 'static {
    /// The number of axes.
    const LEN: usize;
    /// The axes; `usize::MAX` past the end.
    const AXES: [usize; MAX_RANK];
}

impl<const A: usize, const B: usize, const C: usize, const D: usize> Sealed for Axes<A, B, C, D> {}
impl<const A: usize, const B: usize, const C: usize, const D: usize> Order for Axes<A, B, C, D> {
    const LEN: usize = if D != END {
        4
    } else if C != END {
        3
    } else if B != END {
        2
    } else {
        1
    };
    const AXES: [usize; MAX_RANK] = [A, B, C, D];
}
