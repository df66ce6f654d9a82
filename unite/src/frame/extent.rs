//! [`Extent`]: the number of points of a tensor along each dimension, constant or known at run time.

use super::index::{P1, Pitches, Tuple};
use super::sealed::Sealed;
use super::space::Ix;
use super::value::MAX_RANK;
use core::fmt::Debug;

/// The extent of a tensor: constant ([`Fixed`]), known at run time ([`Dyn`]), constant in its last dimension only
/// ([`Interleaved`]), or constant in its first of two ([`Strip`]).
///
/// ```
/// use unite::{Dyn, Extent, Fixed, Interleaved};
/// assert_eq!((Fixed::<4, 8>.dim(1), Dyn([4, 8]).dim(1)), (8, 8));
/// assert_eq!(<Interleaved<2, 3>>::STATIC, [0, 0, 3, 0]);
/// ```
pub trait Extent: Sealed + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The number of dimensions.
    const RANK: usize;
    /// The strides of a row-major block of this extent that are not constant.
    type Pitches: Pitches;
    /// The constant dimensions; 0 for dimensions known at run time, and past the rank.
    const STATIC: [usize; MAX_RANK];
    /// Returns the number of points along dimension `k < RANK`.
    fn dim(&self, k: usize) -> usize;
}

/// A constant extent of rank 1 to 4: `Fixed<4, 4>` (a trailing 0 means "no such dimension"). It takes no memory. See
/// [`Extent`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fixed<const A: usize, const B: usize = 0, const C: usize = 0, const D: usize = 0>;

/// A constant extent, whose value can be made from its type: [`Fixed`].
///
/// ```
/// use unite::{Extent, Fixed, FixedExtent};
/// fn rows<E: FixedExtent>() -> usize {
///     E::default().dim(0)
/// }
/// assert_eq!(rows::<Fixed<4, 8>>(), 4);
/// ```
pub trait FixedExtent: Extent + Default {}

impl<const A: usize, const B: usize, const C: usize, const D: usize> Sealed for Fixed<A, B, C, D> {}
impl<const A: usize, const B: usize, const C: usize, const D: usize> FixedExtent for Fixed<A, B, C, D> {}
impl<const A: usize, const B: usize, const C: usize, const D: usize> Extent for Fixed<A, B, C, D> {
    const RANK: usize = {
        assert!(A != 0, "Fixed: a dimension has one point or more");
        assert!((B != 0 || C == 0) && (C != 0 || D == 0), "Fixed: a dimension has one point or more");
        1 + (B != 0) as usize + (C != 0) as usize + (D != 0) as usize
    };
    type Pitches = ();
    const STATIC: [usize; MAX_RANK] = [A, B, C, D];
    #[inline(always)]
    fn dim(&self, k: usize) -> usize {
        Self::STATIC[k]
    }
}

/// An extent known at run time: `Dyn([height, width])`. See [`Extent`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyn<const N: usize>(pub [usize; N]);

impl<const N: usize> Sealed for Dyn<N> {}
impl<const N: usize> Extent for Dyn<N>
where
    [isize; N]: Tuple,
{
    const RANK: usize = N;
    type Pitches = <[isize; N] as Tuple>::Pitches;
    const STATIC: [usize; MAX_RANK] = [0; MAX_RANK];
    #[inline(always)]
    fn dim(&self, k: usize) -> usize {
        self.0[k]
    }
}

/// An extent whose dimensions can be set at run time: [`Dyn`]. Operations return it if their result has no constant
/// extent.
///
/// ```
/// use unite::{Dyn, RunTimeExtent};
/// let mut e = Dyn::<2>::empty();
/// e.set_dim(1, 5);
/// assert_eq!(e, Dyn([0, 5]));
/// ```
pub trait RunTimeExtent: Extent {
    /// Returns an extent with no points along any dimension.
    fn empty() -> Self;
    /// Sets the number of points along dimension `k < RANK`.
    fn set_dim(&mut self, k: usize, n: usize);
}

impl<const N: usize> RunTimeExtent for Dyn<N>
where
    [isize; N]: Tuple,
{
    #[inline(always)]
    fn empty() -> Self {
        Dyn([0; N])
    }
    #[inline(always)]
    fn set_dim(&mut self, k: usize, n: usize) {
        self.0[k] = n;
    }
}

/// The run-time extent of the rank of space `S`, which is the default extent of views. See [`Dyn`].
pub type AnyExtent<S> = <Ix<S> as Tuple>::Dims;

/// An extent of `M` dimensions known at run time and a last one of `K` contiguous points: interleaved samples.
///
/// `Interleaved::<2, 3>([height, width])` is the extent of an RGB picture. Its strides are `(pitch, 3, 1)`, so the step
/// from pixel to pixel is a constant.
///
/// ```
/// use unite::{Extent, Interleaved};
/// let rgb = Interleaved::<2, 3>([480, 640]);
/// assert_eq!((rgb.dim(0), rgb.dim(1), rgb.dim(2)), (480, 640, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interleaved<const M: usize, const K: usize>(pub [usize; M]);

impl<const M: usize, const K: usize> Sealed for Interleaved<M, K> {}
impl<const M: usize, const K: usize> Extent for Interleaved<M, K>
where
    [isize; M]: Tuple,
{
    const RANK: usize = {
        assert!(M < MAX_RANK, "a tensor has a rank of 1 to 4");
        M + 1
    };
    type Pitches = <[isize; M] as Tuple>::Pitches;
    const STATIC: [usize; MAX_RANK] = {
        assert!(K != 0, "Interleaved: a dimension has one point or more");
        let mut dims = [0; MAX_RANK];
        dims[M] = K;
        dims
    };
    #[inline(always)]
    fn dim(&self, k: usize) -> usize {
        if k == M { K } else { self.0[k] }
    }
}

/// An extent of `H` rows whose width is known at run time: a row of samples, a band of a picture.
///
/// ```
/// use unite::{Around, Block, Dyn, Strip};
/// unite::universe! { pub struct Video: 2; }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 9]));
/// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
/// let row = b.view().partition([2, 1], Strip::<1>(8)).window::<Around<1, 1>>().unwrap();
/// assert_eq!((row.line(0)[0], row.line(-1)[0], row[[0, 7]]), (20, 10, 28));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip<const H: usize>(pub usize);

impl<const H: usize> Sealed for Strip<H> {}
impl<const H: usize> Extent for Strip<H> {
    const RANK: usize = 2;
    type Pitches = P1;
    const STATIC: [usize; MAX_RANK] = {
        assert!(H != 0, "Strip: a dimension has one point or more");
        [H, 0, 0, 0]
    };
    #[inline(always)]
    fn dim(&self, k: usize) -> usize {
        if k == 0 { H } else { self.0 }
    }
}
