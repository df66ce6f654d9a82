//! Changes of frame: permute, slice, refine, coarsen. Each returns the same place in another space, without copying.
//!
//! Section: thesis, chapters 5.3 to 5.6.

use crate::frame::{
    AnyExtent, Coarse, Extent, Factors, Fine, FixedExtent, Frame, Home, Ix, Order, Permuted, RunTimeExtent, Shorter,
    Sliced, Space, Spot, Tuple, each,
};
use crate::tensor::{Data, Tensor};

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the place with its dimensions in another order. See [`Tensor::permute`] for an example.
    #[inline(always)]
    pub fn permute<O: Order>(self) -> Spot<Permuted<S, O>, AnyExtent<S>> {
        const { Permuted::<S, O>::FRAME };
        let mut extent = AnyExtent::<S>::empty();
        each!(K < Ix::<S>::RANK => {
            extent.set_dim(K, self.extent.dim(const { O::AXES[K] }));
        });
        Spot::new(self.origin, extent)
    }

    /// Returns the place without dimension `DIM`, at index `at` of it. See [`Tensor::slice`] for an example.
    #[inline(always)]
    pub fn slice<const DIM: usize>(self, at: isize) -> Spot<Sliced<S, DIM>, AnyExtent<Sliced<S, DIM>>>
    where
        Ix<S>: Shorter,
    {
        const { Sliced::<S, DIM>::FRAME };
        let mut extent = AnyExtent::<Sliced<S, DIM>>::empty();
        each!(K < Ix::<Sliced<S, DIM>>::RANK => {
            extent.set_dim(K, self.extent.dim(if K < DIM { K } else { K + 1 }));
        });
        let mut origin = self.origin;
        let (a, c) = const { axis_and_coarsening(S::FRAME, DIM) };
        origin.put(a, origin.entry(a).saturating_add(at.saturating_mul(c)));
        Spot::new(origin, extent)
    }

    /// Returns the place with one point for `F` points along each dimension, rounded up. See [`Tensor::coarsen`] for an
    /// example.
    #[inline(always)]
    pub fn coarsen<F: Factors>(self) -> Spot<Coarse<S, F>, AnyExtent<S>> {
        const { Coarse::<S, F>::FRAME };
        let mut extent = AnyExtent::<S>::empty();
        each!(K < Ix::<S>::RANK => {
            extent.set_dim(K, self.extent.dim(K).div_ceil(const { F::FACTORS[K] as usize }));
        });
        Spot::new(self.origin, extent)
    }

    /// Returns the place with `F` points for one point along each dimension. See [`Tensor::refine`] for an example.
    #[inline(always)]
    pub fn refine<F: Factors>(self) -> Spot<Fine<S, F>, AnyExtent<S>> {
        const { Fine::<S, F>::FRAME };
        let mut extent = AnyExtent::<S>::empty();
        let mut origin = self.origin;
        each!(K < Ix::<S>::RANK => {
            let factor = const { F::FACTORS[K] };
            extent.set_dim(K, self.extent.dim(K).saturating_mul(factor as usize));
            let a = const { axis_and_coarsening(S::FRAME, K).0 };
            origin.put(a, origin.entry(a).saturating_mul(factor));
        });
        Spot::new(origin, extent)
    }
}

/// Returns the root axis that dimension `k` runs along, and the length of one point in steps of `1 / refinement`.
pub(crate) const fn axis_and_coarsening(frame: Frame, k: usize) -> (usize, isize) {
    if k >= frame.rank { (0, 1) } else { (frame.axis[k], frame.coarsen[frame.axis[k]]) }
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the same data with its dimensions in the order `O`: dimension `k` of the result is dimension `O[k]` of
    /// this tensor.
    ///
    /// ```
    /// use unite::{Axes, Block, Dyn, Interleaved};
    /// unite::universe! { pub struct Still: 3; }
    /// let rgb = Block::<Still, u8, Interleaved<2, 3>>::new([0, 0, 0], Interleaved([480, 640]));
    /// let planar = rgb.view().permute::<Axes<2, 0, 1>>();
    /// assert_eq!(planar.dims(), Dyn([3, 480, 640]));
    /// ```
    ///
    /// An order that is not a permutation does not compile:
    ///
    /// ```compile_fail,E0080
    /// unite::universe! { pub struct Still: 3; }
    /// let b = unite::Block::<Still, u8>::new([0, 0, 0], unite::Dyn([4, 4, 4]));
    /// let _ = b.view().permute::<unite::Axes<2, 0, 2>>();
    /// ```
    #[inline(always)]
    pub fn permute<O: Order>(self) -> Tensor<D, Permuted<S, O>, AnyExtent<S>, H> {
        const { Permuted::<S, O>::FRAME };
        let spot = self.spot.permute::<O>();
        self.at_spot(spot)
    }

    /// Returns the tensor of lower rank at index `at` of dimension `DIM`. It keeps its place along the dropped axis.
    ///
    /// ```
    /// use unite::{Block, Dyn, Interleaved, Place};
    /// unite::universe! { pub struct Still: 3; }
    /// let rgb = Block::<Still, u8, Interleaved<2, 3>>::new([0, 0, 0], Interleaved([480, 640]));
    /// let blue = rgb.view().slice::<2>(2);
    /// assert_eq!((blue.origin(), blue.extent()), ([0, 0, 2], Dyn([480, 640])));
    /// ```
    #[inline(always)]
    pub fn slice<const DIM: usize>(self, at: isize) -> Tensor<D, Sliced<S, DIM>, AnyExtent<Sliced<S, DIM>>, H>
    where
        Ix<S>: Shorter,
    {
        const { Sliced::<S, DIM>::FRAME };
        let spot = self.spot.slice::<DIM>(at);
        self.at_spot(spot)
    }

    /// Returns the tensor with one point for `F` points along each dimension; the extent covers this tensor's, rounded
    /// up.
    ///
    /// A coarse point reads its first sample; see [`mean`](Tensor::mean), [`min`](Tensor::min), [`max`](Tensor::max)
    /// and [`broadcast`](Tensor::broadcast) for access to all of them.
    ///
    /// ```
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 9]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let half = b.view().coarsen::<By<2, 2>>();
    /// assert_eq!((half.dims(), half.at([1, 2])), (Dyn([4, 5]), 24));
    /// ```
    #[inline(always)]
    pub fn coarsen<F: Factors>(self) -> Tensor<D, Coarse<S, F>, AnyExtent<S>, H> {
        const { Coarse::<S, F>::FRAME };
        let spot = self.spot.coarsen::<F>();
        self.at_spot(spot)
    }

    /// Returns the tensor with `F` points for one point along each dimension: per-macroblock data read by sample,
    /// samples read by quarter.
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut intra = Block::<Coarse<Video, By<16, 16>>, bool>::new([0, 0], Dyn([2, 2]));
    /// intra.view_mut().set([1, 0], true);
    /// let by_sample = intra.view().refine::<By<16, 16>>();
    /// assert!(by_sample.at([20, 3]) && !by_sample.at([15, 3]));
    /// ```
    ///
    /// A dimension that a view has coarsened cannot be refined again: every point of the fine view would have the
    /// coarse point's place, which one absolute position cannot express. Copy the coarse view first
    /// ([`to_block`](Tensor::to_block), [`Block::block_copy`](crate::Block::block_copy)).
    ///
    /// ```compile_fail,E0080
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let b = Block::<Video, u8>::new([0, 0], Dyn([16, 16]));
    /// let _ = b.view().coarsen::<By<4, 4>>().refine::<By<4, 4>>();
    /// ```
    #[inline(always)]
    pub fn refine<F: Factors>(self) -> Tensor<D, Fine<S, F>, AnyExtent<S>, H> {
        const {
            let (view, block) = (S::FRAME, H::Space::FRAME);
            let mut k = 0;
            while k < view.rank {
                let a = view.axis[k];
                assert!(
                    F::FACTORS[k] <= 1 || block.coarsen[a] % view.coarsen[a] == 0,
                    "refine: the view coarsens this dimension; copy the coarse view into a block first"
                );
                k += 1;
            }
        }
        const { Fine::<S, F>::FRAME };
        let spot = self.spot.refine::<F>();
        self.at_spot(spot)
    }

    /// Returns the same tensor with a constant extent. See [`Spot::fixed`] for an example.
    ///
    /// # Panics
    /// If the extent is another one.
    #[inline(always)]
    pub fn fixed<E2: FixedExtent>(self) -> Tensor<D, S, E2, H> {
        const { Spot::<S, E2>::ASSERT_RANK };
        let spot = self.spot.fixed::<E2>();
        self.at_spot(spot)
    }

    /// Returns the extent as numbers. See [`Spot::dims`] for an example.
    #[inline(always)]
    pub fn dims(&self) -> AnyExtent<S> {
        self.spot.dims()
    }
}
