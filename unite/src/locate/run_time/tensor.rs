//! [`DynTensor`]: a tensor whose factors and directions are known at run time, with checked access.

use super::line::Line;
use super::place::{AnyPlace, AnyPlaceIn, DynSpot, assert_dimension, assert_small, line_of, stored};
use crate::frame::{AnyExtent, Extent, Home, Ix, MAX_RANK, Root, Scale, ScaleError, Space, Tuple};
use crate::tensor::{Data, Tensor, stride};
use core::array;

/// A tensor whose factors and directions are known at run time: a [`DynSpot`] that shares a block's data.
///
/// Made by [`Tensor::scale_by`], [`Tensor::coarsen_by`], [`Tensor::refine_by`], [`Tensor::mirror`],
/// [`Tensor::sampled_at`] and [`Tensor::colocate_any`]. An access maps the index to a point of the block and checks it
/// there, in 128 bits: correct at any distance, and slow. An inner loop takes a window of the part that
/// [`view`](DynTensor::view) or [`Tensor::under_any`] returns. A mirrored tensor has no windows.
///
/// ```
/// use unite::{Block, Dyn, DynTensor};
/// unite::universe! { pub struct Video: 2; }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 6]));
/// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
///
/// let upside_down = b.view().mirror::<0>();
/// assert_eq!((upside_down.at([0, 1]), upside_down.at([3, 1]), upside_down.get([4, 1])), (31, 1, None));
/// let every_third = b.view().coarsen_by([2, 3])?;
/// assert_eq!((every_third.extent(), every_third.at([1, 1])), (Dyn([2, 2]), 23));
///
/// b.view_mut().mirror::<1>().set([0, 0], 99);
/// assert_eq!(b.view().at([0, 5]), 99);
/// # Ok::<(), unite::ScaleError>(())
/// ```
pub struct DynTensor<D, S: Space, E, H: Home> {
    /// The block and its data; the place of this tensor is `place`.
    tensor: Tensor<D, S, E, H>,
    place: DynSpot<S, E>,
    /// The factors of the block's grid by root axis, constant and known at run time; the starts are those of the block.
    block: [Line; MAX_RANK],
}

impl<D: Clone, S: Space, E: Extent, H: Home> Clone for DynTensor<D, S, E, H> {
    fn clone(&self) -> Self {
        DynTensor { tensor: self.tensor.clone(), place: self.place, block: self.block }
    }
}

impl<D: Copy, S: Space, E: Extent, H: Home> Copy for DynTensor<D, S, E, H> {}

impl<D, S: Space, E: Extent, H: Home> AnyPlace for DynTensor<D, S, E, H> {
    type Space = S;
    type Extent = E;
    fn dyn_spot(&self) -> DynSpot<S, E> {
        self.place
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> DynTensor<D, S, E, H> {
    fn of(tensor: Tensor<D, S, E, H>) -> Self {
        const { assert_small(H::Space::FRAME) };
        let corner = tensor.geometry.origin();
        let block = array::from_fn(|a| {
            let start = if a < Root::<S>::RANK { corner.entry(a) } else { 0 };
            line_of(H::Space::FRAME, a, start)
        });
        DynTensor { place: tensor.dyn_spot(), tensor, block }
    }

    fn at_place<S2: Space<Universe = S::Universe>, E2: Extent>(
        self,
        place: DynSpot<S2, E2>,
    ) -> DynTensor<D, S2, E2, H> {
        DynTensor { tensor: self.tensor.at_spot(place.saturated()), place, block: self.block }
    }

    /// Returns the place without the data.
    pub fn place(&self) -> DynSpot<S, E> {
        self.place
    }

    /// Returns the number of points along each dimension. See [`DynTensor`] for an example.
    pub fn extent(&self) -> E {
        self.place.extent()
    }

    /// Returns the indices of the points of this tensor, in row-major order. See [`Spot::indices`](crate::Spot::indices)
    /// for an example.
    pub fn indices(&self) -> impl Iterator<Item = Ix<S>> + use<D, S, E, H> {
        self.place.indices()
    }

    /// Returns the same place as an ordinary view, which has windows; `None` if its points are not those of its space `S`
    /// in the block's own grid: scaled, mirrored, or between them.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Inside, Scale, Spot};
    /// unite::universe! { pub struct Picture: 2; }
    /// let picture = Spot::<Picture, _>::new([0, 0], Dyn([64, 96]));
    /// let scale = Scale::new([1, 2], [2, 3])?;
    /// let mut plane = Block::<Picture, u8>::new([0, 0], Dyn([32, 64]));
    /// plane.view_mut().fill_with(|[y, x]| (4 * y + x) as u8);
    /// let component = plane.view().sampled_at(scale)?;
    ///
    /// // The 8 x 16 samples of the component in an MCU of 16 x 24 samples of the picture.
    /// let mcu = picture.partition([16, 24], Fixed::<16, 24>);
    /// let part = component.under(&mcu).view().expect("in the grid of the component");
    /// let window = part.fixed::<Fixed<8, 16>>().window::<Inside>().expect("in the component");
    /// assert_eq!(window[[0, 0]], 4 * 8 + 16);
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn view(self) -> Option<Tensor<D, S, E, H>> {
        let mut lines = self.place.lines;
        for (a, line) in lines.iter_mut().enumerate().take(S::FRAME.root) {
            // The block's root grid, in units of the universe: `refine` points for `coarsen`.
            let (refine, coarsen) = self.factors(a);
            if line.start % coarsen != 0 || line.step % coarsen != 0 || line.refine % refine != 0 {
                return None;
            }
            *line = Line { start: line.start / coarsen, step: line.step / coarsen, refine: line.refine / refine };
        }
        let spot = DynSpot::<S, E>::new(lines, self.place.extent).spot()?;
        Some(self.tensor.at_spot(spot))
    }

    /// Returns the factors known at run time of the block's grid along root axis `a`.
    fn factors(&self, a: usize) -> (i128, i128) {
        let constant = H::Space::FRAME;
        (self.block[a].refine / constant.refine[a] as i128, self.block[a].step / constant.coarsen[a] as i128)
    }

    /// Returns the part of `extent` points that starts at index `at`. It may lie outside of this tensor.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([9]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// let part = b.view().mirror::<0>().partition([2], Dyn([3]));
    /// assert!(part.indices().map(|i| part.at(i)).eq([6, 5, 4]));
    /// assert_eq!(part.at([-1]), 7);
    /// ```
    pub fn partition<E2: Extent>(self, at: Ix<S>, extent: E2) -> DynTensor<D, S, E2, H> {
        let place = self.place.partition(at, extent);
        self.at_place(place)
    }

    /// Returns the tensor with its points along dimension `DIM` in reverse order. See [`DynTensor`] for an example.
    pub fn mirror<const DIM: usize>(self) -> Self {
        const { assert_dimension::<S>(DIM) };
        let place = self.place.mirrored(DIM);
        self.at_place(place)
    }

    /// Returns the tensor refined and then coarsened by factors known at run time. See [`Tensor::scale_by`] for an
    /// example.
    ///
    /// # Errors
    /// The errors of [`DynSpot::scale_by`], and [`ScaleError::RefineAfterCoarsen`] if a dimension would be refined that the
    /// view coarsens and its block does not.
    pub fn scale_by<const N: usize>(self, scale: Scale<N>) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        let refines_coarse = |&k: &usize| {
            let (a, line) = self.place.along(k);
            scale.refinement(k) > 1 && self.block[a].length() % line.length() != 0
        };
        if let Some(dimension) = (0..N).find(refines_coarse) {
            return Err(ScaleError::RefineAfterCoarsen { dimension });
        }
        let place = self.place.scale_by(scale)?;
        Ok(self.at_place(place))
    }

    /// Returns the tensor with one point for `factors[k]` points along dimension `k`. See [`DynTensor`] for an example.
    ///
    /// # Errors
    /// [`ScaleError::Factor`] if a factor is 0 or too large, and the errors of [`scale_by`](DynTensor::scale_by).
    pub fn coarsen_by<const N: usize>(self, factors: [usize; N]) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.scale_by(Scale::coarser(factors)?)
    }

    /// Returns the tensor with `factors[k]` points for each point along dimension `k`. See [`Tensor::refine_by`] for an
    /// example.
    ///
    /// # Errors
    /// [`ScaleError::Factor`] if a factor is 0 or too large, and the errors of [`scale_by`](DynTensor::scale_by).
    pub fn refine_by<const N: usize>(self, factors: [usize; N]) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.scale_by(Scale::finer(factors)?)
    }

    /// Returns this tensor's data at the place of `b`, with `b`'s points (the source form of colocation).
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Scale, Spot};
    /// unite::universe! { pub struct Picture: 2; }
    /// let picture = Spot::<Picture, _>::new([0, 0], Dyn([6, 6]));
    /// let mut plane = Block::<Picture, u8>::new([0, 0], Dyn([3, 4]));
    /// plane.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let component = plane.view().sampled_at(Scale::new([1, 2], [2, 3])?)?;
    /// // The component at each sample of a row of the picture: upsampled by repetition.
    /// let row = component.colocate(&picture.partition([4, 0], Fixed::<1, 6>));
    /// assert!(row.indices().map(|i| row.at(i)).eq([20, 20, 21, 22, 22, 23]));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn colocate<P: AnyPlaceIn<S::Universe>>(self, b: &P) -> DynTensor<D, P::Space, P::Extent, H> {
        const { assert_rank::<S, P::Space>() };
        self.at_place(b.dyn_spot())
    }

    /// Returns the points of this tensor that cover the place of `b`, each at least in part (the destination form of
    /// colocation). See [`view`](DynTensor::view) for an example.
    pub fn under<P: AnyPlaceIn<S::Universe>>(self, b: &P) -> DynTensor<D, S, AnyExtent<S>, H> {
        let place = self.place.under(b);
        self.at_place(place)
    }

    /// Returns the part of this tensor that shares the place of its point `x`, as seen from `context`. See
    /// [`DynSpot::coverage`] for an example.
    pub fn coverage<P: AnyPlaceIn<S::Universe>>(self, x: Ix<S>, context: &P) -> DynTensor<D, S, AnyExtent<S>, H> {
        let place = self.place.coverage(x, context);
        self.at_place(place)
    }

    /// Returns the position of the sample of index `i` in the memory of the block, or `None`. A point that covers several
    /// samples has the place of the first.
    fn offset(&self, i: Ix<S>) -> Option<usize> {
        let pitches = self.tensor.geometry.pitches();
        let mut offset = 0;
        for a in 0..Root::<S>::RANK {
            let k = S::FRAME.dimension_of(a);
            let index = if k < MAX_RANK { i.entry(k) } else { 0 };
            let (point, block) = self.place.lines[a].beside(&self.block[a]);
            let b = isize::try_from(block.containing(point.low(index as i128))).ok()?;
            if b < 0 || b >= self.tensor.geometry.dim::<H>(a) {
                return None;
            }
            offset += b * stride::<H>(&pitches, a);
        }
        usize::try_from(offset).ok()
    }

    /// Returns the sample of index `i`, inside of the tensor or beside it; of a point that covers several samples the first
    /// in the block. `None` if the block has no such sample. See [`DynTensor`] for an example.
    pub fn get(&self, i: Ix<S>) -> Option<D::Item>
    where
        D::Item: Copy,
    {
        self.tensor.data.items().get(self.offset(i)?).copied()
    }

    /// Returns the sample of index `i`. See [`DynTensor`] for an example.
    ///
    /// # Panics
    /// If the block has no such sample; the message names the index, the place and the block.
    pub fn at(&self, i: Ix<S>) -> D::Item
    where
        D::Item: Copy,
    {
        match self.get(i) {
            Some(sample) => sample,
            None => self.nowhere(i),
        }
    }

    #[cold]
    fn nowhere(&self, i: Ix<S>) -> ! {
        panic!("index {i:?} of {self}: there is no data")
    }

    /// Writes the block to a message.
    pub(super) fn describe(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.tensor.describe_block(f)
    }
}

/// Asserts that the rank does not grow from the root to the leaves.
const fn assert_rank<S: Space, P: Space>() {
    assert!(P::FRAME.rank <= S::FRAME.rank, "colocate: the place has more dimensions than the tensor");
}

impl<T, S: Space, E: Extent, H: Home> DynTensor<&mut [T], S, E, H> {
    /// Returns the sample of index `i` for writing; `None` if the block has no such sample.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([4]));
    /// let mut backwards = b.view_mut().mirror::<0>();
    /// *backwards.get_mut([0]).unwrap() += 7;
    /// assert_eq!(backwards.get_mut([4]), None);
    /// assert_eq!(b.view().at([3]), 7);
    /// ```
    pub fn get_mut(&mut self, i: Ix<S>) -> Option<&mut T> {
        let offset = self.offset(i)?;
        self.tensor.data.get_mut(offset)
    }

    /// Writes the sample of index `i`. See [`DynTensor`] for an example.
    ///
    /// # Panics
    /// If the block has no such sample; the message names the index, the place and the block.
    pub fn set(&mut self, i: Ix<S>, sample: T) {
        match self.offset(i).and_then(|offset| self.tensor.data.get_mut(offset)) {
            Some(place) => *place = sample,
            None => self.nowhere(i),
        }
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the tensor refined and then coarsened by factors known at run time; the extent covers this tensor's, rounded
    /// up.
    ///
    /// ```
    /// use unite::{Block, Dyn, Scale};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([9]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// let thinned = b.view().scale_by(Scale::new([2], [3])?)?; // at 0, 1.5, 3, 4.5, 6, 7.5
    /// assert!(thinned.indices().map(|i| thinned.at(i)).eq([0, 1, 3, 4, 6, 7]));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`DynTensor::scale_by`].
    pub fn scale_by<const N: usize>(self, scale: Scale<N>) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        DynTensor::of(self).scale_by(scale)
    }

    /// Returns the tensor with one point for `factors[k]` points along dimension `k`, known at run time. See
    /// [`DynTensor`] for an example.
    ///
    /// # Errors
    /// The errors of [`DynTensor::coarsen_by`].
    pub fn coarsen_by<const N: usize>(self, factors: [usize; N]) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        DynTensor::of(self).coarsen_by(factors)
    }

    /// Returns the tensor with `factors[k]` points for each point along dimension `k`, known at run time.
    ///
    /// ```
    /// use unite::{Block, Dyn, ScaleError};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([4]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// assert_eq!(b.view().refine_by([3])?.at([7]), 2);
    /// let coarse = b.view().coarsen_by([2])?;
    /// assert_eq!(coarse.refine_by([2]).err(), Some(ScaleError::RefineAfterCoarsen { dimension: 0 }));
    /// # Ok::<(), ScaleError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`DynTensor::refine_by`].
    pub fn refine_by<const N: usize>(self, factors: [usize; N]) -> Result<DynTensor<D, S, AnyExtent<S>, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        DynTensor::of(self).refine_by(factors)
    }

    /// Returns the tensor with its points along dimension `DIM` in reverse order. It has checked access and no windows. See
    /// [`DynTensor`] for an example.
    pub fn mirror<const DIM: usize>(self) -> DynTensor<D, S, E, H> {
        const { assert_dimension::<S>(DIM) };
        let tensor = DynTensor::of(self);
        let place = tensor.place.mirrored(DIM);
        tensor.at_place(place)
    }

    /// Returns this tensor as samples taken at `scale`: the block's own grid has `scale`'s refinement of points for its
    /// coarsening of points of the universe.
    ///
    /// [`scale_by`](Tensor::scale_by) counts the points of a block at another scale; here the block itself has another
    /// scale than the universe, such as a component of a picture.
    ///
    /// ```
    /// use unite::{Block, Dyn, Scale, Spot};
    /// unite::universe! { pub struct Picture: 2; }
    /// let plane = Block::<Picture, u8>::new([0, 0], Dyn([3, 4]));
    /// let component = plane.view().sampled_at(Scale::new([1, 2], [2, 3])?)?;
    /// // Sample (1, 3) of the component covers rows 2 and 3 and columns 4.5 to 6 of the picture.
    /// let picture = Spot::<Picture, _>::new([0, 0], Dyn([6, 6]));
    /// assert_eq!(picture.under_any(&component.partition([1, 3], Dyn([1, 1]))), Spot::new([2, 4], Dyn([2, 2])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    ///
    /// # Errors
    /// [`ScaleError::Product`] if the factors of the path become too large.
    pub fn sampled_at<const N: usize>(self, scale: Scale<N>) -> Result<DynTensor<D, S, E, H>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        let place = self.spot.sampled_at(scale)?;
        let tensor = DynTensor::of(self);
        let block = stored(tensor.block, S::FRAME, scale)?;
        Ok(DynTensor { place, block, ..tensor })
    }

    /// Like [`colocate`](Tensor::colocate), for a place whose factors or directions are known at run time.
    ///
    /// ```
    /// use unite::{Block, Dyn, Spot};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([9]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// let backwards = Spot::<Line, _>::new([2], Dyn([3])).mirror::<0>();
    /// let there = b.view().colocate_any(&backwards);
    /// assert!(there.indices().map(|i| there.at(i)).eq([4, 3, 2]));
    /// ```
    pub fn colocate_any<P: AnyPlaceIn<S::Universe>>(self, b: &P) -> DynTensor<D, P::Space, P::Extent, H> {
        DynTensor::of(self).colocate(b)
    }

    /// Like [`under`](Tensor::under), for a place whose factors or directions are known at run time: the points of this
    /// tensor that cover it, as an ordinary view.
    ///
    /// ```
    /// use unite::{Block, Dyn, Scale, Spot};
    /// unite::universe! { pub struct Picture: 1; }
    /// let mut b = Block::<Picture, u8>::new([0], Dyn([9]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// let component = b.spot().scale_by(Scale::new([2], [3])?)?;
    /// let covered = b.view().under_any(&component.partition([3], Dyn([1]))); // from 4.5 to 6
    /// assert!(covered.iter().eq([4, 5]));
    /// # use unite::Place;
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn under_any<P: AnyPlaceIn<S::Universe>>(self, b: &P) -> Tensor<D, S, AnyExtent<S>, H> {
        let spot = self.spot.under_any(b);
        self.at_spot(spot)
    }
}
