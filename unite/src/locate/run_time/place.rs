//! [`DynSpot`]: a place whose factors and directions are known at run time, and the steps to others.

use super::line::Line;
use crate::copied::copied;
use crate::frame::{
    AnyExtent, Extent, Frame, Ix, MAX_RANK, Of, Place, RunTimeExtent, Scale, ScaleError, Space, Spot, Tuple,
};
use core::array;
use core::marker::PhantomData;

/// A place whose factors and directions are known at run time: the points of space `S`, scaled and mirrored.
///
/// Made by [`Spot::scale_by`], [`Spot::coarsen_by`], [`Spot::refine_by`], [`Spot::mirror`] and [`Spot::sampled_at`].
/// Positions are exact, also between the points of the universe.
///
/// ```
/// use unite::{Dyn, Scale, Spot};
/// unite::universe! { pub struct Picture: 2; }
/// // A component of a JPEG picture with the factors V = 1 of 1 and H = 2 of 3.
/// let picture = Spot::<Picture, _>::new([0, 0], Dyn([8, 9]));
/// let component = picture.scale_by(Scale::new([1, 2], [1, 3])?)?;
/// assert_eq!(component.extent(), Dyn([8, 6]));
///
/// // Its sample (0, 3) covers columns 4.5 to 6 of the picture: samples 4 and 5.
/// let covered = picture.under_any(&component.partition([0, 3], Dyn([1, 1])));
/// assert_eq!(covered, Spot::new([0, 4], Dyn([1, 2])));
/// // The picture's sample (0, 5) starts in the component's sample (0, 3).
/// assert_eq!(component.index_of(&picture, [0, 5]), Some([0, 3]));
/// # Ok::<(), unite::ScaleError>(())
/// ```
pub struct DynSpot<S: Space, E = AnyExtent<S>> {
    /// The points along each axis of the universe; one point along an axis that the space drops.
    pub(super) lines: [Line; MAX_RANK],
    pub(super) extent: E,
    space: PhantomData<fn() -> S>,
}

copied!([S: Space, E: Copy] DynSpot<S, E>);

impl<S: Space, E: Extent> PartialEq for DynSpot<S, E> {
    /// Compares positions, factors as stated, directions and extents.
    fn eq(&self, other: &Self) -> bool {
        self.lines == other.lines && self.extent == other.extent
    }
}

/// A place with factors that are constant, known at run time, or both. For parameters of functions that accept either.
///
/// Every [`Place`] is one; so are [`DynSpot`] and [`DynTensor`](crate::DynTensor).
///
/// ```
/// use unite::{AnyPlace, Dyn, Space, Spot};
/// unite::universe! { pub struct Video: 2; }
/// fn samples(picture: &Spot<Video>, place: &impl AnyPlace<Space = Video>) -> Dyn<2> {
///     picture.under_any(place).dims()
/// }
/// let picture = Spot::<Video>::new([0, 0], Dyn([8, 8]));
/// assert_eq!(samples(&picture, &picture), Dyn([8, 8]));
/// assert_eq!(samples(&picture, &picture.coarsen_by([3, 8])?), Dyn([9, 8]));
/// # Ok::<(), unite::ScaleError>(())
/// ```
pub trait AnyPlace {
    /// The reference space before factors known at run time.
    type Space: Space;
    /// The extent: the number of points along each dimension.
    type Extent: Extent;
    /// Returns the place with its factors as numbers.
    fn dyn_spot(&self) -> DynSpot<Self::Space, Self::Extent>;
}

impl<P: Place> AnyPlace for P {
    type Space = P::Space;
    type Extent = P::Extent;
    fn dyn_spot(&self) -> DynSpot<P::Space, P::Extent> {
        DynSpot::of(&self.spot())
    }
}

impl<S: Space, E: Extent> AnyPlace for DynSpot<S, E> {
    type Space = S;
    type Extent = E;
    fn dyn_spot(&self) -> Self {
        *self
    }
}

/// A bound for signatures: the places in universe `U` whose factors are constant or known at run time.
///
/// ```
/// use unite::{AnyPlaceIn, Dyn, Spot};
/// unite::universe! { pub struct Video: 2; }
/// fn samples(picture: &Spot<Video>, place: &impl AnyPlaceIn<Video>) -> Dyn<2> {
///     picture.under_any(place).dims()
/// }
/// let picture = Spot::<Video>::new([0, 0], Dyn([8, 8]));
/// assert_eq!(samples(&picture, &picture.mirror::<0>()), Dyn([8, 8]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place in the universe `{U}`",
    label = "not a place in `{U}`",
    note = "places can be compared only if their tries have the same root; in a generic function, `P: AnyPlaceIn<{U}>` says so"
)]
pub trait AnyPlaceIn<U>: AnyPlace<Space: Of<U> + Space<Universe = U>> {}
#[diagnostic::do_not_recommend]
impl<U, P: AnyPlace<Space: Of<U> + Space<Universe = U>>> AnyPlaceIn<U> for P {}

/// Asserts at compile time that a space has dimension `k`.
pub(super) const fn assert_dimension<S: Space>(k: usize) {
    assert!(k < S::FRAME.rank, "mirror: no such dimension");
}

/// Asserts at compile time that no factor of a frame is too large for a place known at run time.
pub(super) const fn assert_small(frame: Frame) {
    let mut a = 0;
    while a < frame.root {
        assert!(
            frame.refine[a] as usize <= Scale::LIMIT && frame.coarsen[a] as usize <= Scale::LIMIT,
            "a space with a factor above 65536 has no places known at run time"
        );
        a += 1;
    }
}

/// Returns the line of a frame along root axis `a`, whose point 0 starts at `start`.
pub(super) fn line_of(frame: Frame, a: usize, start: isize) -> Line {
    Line { start: start as i128, step: frame.coarsen[a] as i128, refine: frame.refine[a] as i128 }
}

impl<S: Space, E: Extent> DynSpot<S, E> {
    /// Returns a place with constant factors.
    pub(super) fn of(spot: &Spot<S, E>) -> Self {
        const { assert_small(S::FRAME) };
        let lines = array::from_fn(|a| {
            let start = if a < S::FRAME.root { spot.origin.entry(a) } else { 0 };
            line_of(S::FRAME, a, start)
        });
        DynSpot::new(lines, spot.extent)
    }

    pub(super) fn new(lines: [Line; MAX_RANK], extent: E) -> Self {
        const { Spot::<S, E>::ASSERT_RANK };
        DynSpot { lines, extent, space: PhantomData }
    }

    /// Returns the number of points along each dimension. See [`DynSpot`] for an example.
    pub fn extent(&self) -> E {
        self.extent
    }

    /// Returns the refinement along root axis `a`, and the distance of neighbouring points, negative if it is mirrored.
    pub(crate) fn factors_along(&self, a: usize) -> (i64, i64) {
        (self.lines[a].refine as i64, self.lines[a].step as i64)
    }

    /// Returns the lowest position of point 0 along root axis `a`, in units of `1 / refinement`.
    pub(crate) fn start_along(&self, a: usize) -> i128 {
        self.lines[a].start
    }

    /// Returns the root axis that dimension `k` runs along, and the points along it.
    pub(super) fn along(&self, k: usize) -> (usize, Line) {
        let a = S::FRAME.axis(k);
        (a, self.lines[a])
    }

    /// Returns the part of `extent` points that starts at index `at`. It may lie outside of this place. See [`DynSpot`]
    /// for an example.
    pub fn partition<E2: Extent>(&self, at: Ix<S>, extent: E2) -> DynSpot<S, E2> {
        let mut lines = self.lines;
        for k in 0..Ix::<S>::RANK {
            let (a, line) = self.along(k);
            lines[a] = line.from(at.entry(k) as i128);
        }
        DynSpot::new(lines, extent)
    }

    /// Returns the place with its points along dimension `DIM` in reverse order: index `i` of it is this place's index `n -
    /// 1 - i`, where `n` is the extent.
    ///
    /// ```
    /// use unite::{Dyn, Spot};
    /// unite::universe! { pub struct Line: 1; }
    /// let line = Spot::<Line, _>::new([0], Dyn([8]));
    /// let backwards = line.mirror::<0>();
    /// assert_eq!(backwards.index_of(&line, [2]), Some([5]));
    /// assert_eq!(backwards.mirror::<0>().spot(), Some(line));
    /// ```
    pub fn mirror<const DIM: usize>(&self) -> Self {
        const { assert_dimension::<S>(DIM) };
        self.mirrored(DIM)
    }

    /// Returns the place with dimension `k` in reverse order. Each public function asserts by itself that it exists, so that
    /// the message names its caller.
    pub(super) fn mirrored(mut self, k: usize) -> Self {
        let (a, line) = self.along(k);
        self.lines[a] = line.mirrored(self.extent.dim(k));
        self
    }

    /// Returns the place refined and then coarsened by factors known at run time; its extent covers this one's, rounded
    /// up. See [`Scale`] for an example.
    ///
    /// # Errors
    /// [`ScaleError::Product`] if the factors of the path become too large, [`ScaleError::Points`] if the points of a
    /// dimension cannot be counted.
    pub fn scale_by<const N: usize>(&self, scale: Scale<N>) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        let mut lines = self.lines;
        let mut extent = AnyExtent::<S>::empty();
        for k in 0..N {
            let (refine, coarsen) = (scale.refinement(k), scale.coarsening(k));
            let points = self.extent.dim(k);
            let fine = points.checked_mul(refine).ok_or(ScaleError::Points { dimension: k, points, refine })?;
            extent.set_dim(k, fine.div_ceil(coarsen));
            let (a, line) = self.along(k);
            let finer = line.refined(refine).ok_or_else(|| too_large(k, refine, line.refine))?;
            lines[a] = finer.coarsened(coarsen).ok_or_else(|| too_large(k, coarsen, line.length()))?;
        }
        Ok(DynSpot::new(lines, extent))
    }

    /// Returns the place with one point for `factors[k]` points along dimension `k`, rounded up. See
    /// [`Spot::coarsen_by`] for an example.
    ///
    /// # Errors
    /// [`ScaleError::Factor`] if a factor is 0 or too large, and the errors of [`scale_by`](DynSpot::scale_by).
    pub fn coarsen_by<const N: usize>(&self, factors: [usize; N]) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.scale_by(Scale::coarser(factors)?)
    }

    /// Returns the place with `factors[k]` points for each point along dimension `k`. See [`Spot::refine_by`] for an
    /// example.
    ///
    /// # Errors
    /// [`ScaleError::Factor`] if a factor is 0 or too large, and the errors of [`scale_by`](DynSpot::scale_by).
    pub fn refine_by<const N: usize>(&self, factors: [usize; N]) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.scale_by(Scale::finer(factors)?)
    }

    /// Returns the same place with constant factors; `None` if its factors or directions are not those of the space `S`,
    /// or its origin cannot be counted. See [`mirror`](DynSpot::mirror) for an example.
    pub fn spot(&self) -> Option<Spot<S, E>> {
        let plain = |a: usize| self.lines[a] == Line { start: self.lines[a].start, ..line_of(S::FRAME, a, 0) };
        let counts = |a: usize| isize::try_from(self.lines[a].start).is_ok();
        (0..S::FRAME.root).all(|a| plain(a) && counts(a)).then(|| self.saturated())
    }

    /// Returns the starts of this place with the factors of `S`, at the ends of `isize` where they cannot be counted.
    pub(super) fn saturated(&self) -> Spot<S, E> {
        let mut origin = crate::frame::Root::<S>::splat(0);
        for a in 0..S::FRAME.root {
            origin.put(a, self.lines[a].start.clamp(isize::MIN as i128, isize::MAX as i128) as isize);
        }
        Spot::new(origin, self.extent)
    }

    /// Returns the indices of the points of this place, in row-major order. See [`Spot::indices`] for an example.
    pub fn indices(&self) -> impl Iterator<Item = Ix<S>> + use<S, E> {
        self.saturated().indices()
    }
}

pub(super) fn too_large(dimension: usize, factor: usize, path: i128) -> ScaleError {
    ScaleError::Product { dimension, factor, path: path as usize }
}

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the place refined and then coarsened by factors known at run time; its extent covers this one's, rounded
    /// up. See [`Scale`] for an example.
    ///
    /// # Errors
    /// The errors of [`DynSpot::scale_by`].
    pub fn scale_by<const N: usize>(&self, scale: Scale<N>) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.dyn_spot().scale_by(scale)
    }

    /// Returns the place with one point for `factors[k]` points along dimension `k`, rounded up.
    ///
    /// ```
    /// use unite::{By, Dyn, Fixed, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let mb = Spot::<Video, _>::new([16, 32], Fixed::<16, 16>);
    /// let (v, h) = (2, 3); // from a file
    /// let coarse = mb.coarsen_by([v, h])?;
    /// assert_eq!(coarse.extent(), Dyn([8, 6]));
    /// assert_eq!(coarse.index_of(&mb, [5, 5]), Some([2, 1]));
    /// assert!(mb.coarsen_by([v, 0]).is_err());
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`DynSpot::coarsen_by`].
    pub fn coarsen_by<const N: usize>(&self, factors: [usize; N]) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.dyn_spot().coarsen_by(factors)
    }

    /// Returns the place with `factors[k]` points for each point along dimension `k`.
    ///
    /// ```
    /// use unite::{Dyn, Fixed, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let mb = Spot::<Video, _>::new([16, 32], Fixed::<16, 16>);
    /// let fine = mb.refine_by([1, 2])?;
    /// assert_eq!((fine.extent(), fine.index_of(&mb, [3, 4])), (Dyn([16, 32]), Some([3, 8])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`DynSpot::refine_by`].
    pub fn refine_by<const N: usize>(&self, factors: [usize; N]) -> Result<DynSpot<S>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        self.dyn_spot().refine_by(factors)
    }

    /// Returns the place with its points along dimension `DIM` in reverse order. See [`DynSpot::mirror`] for an example.
    pub fn mirror<const DIM: usize>(&self) -> DynSpot<S, E> {
        const { assert_dimension::<S>(DIM) };
        self.dyn_spot().mirrored(DIM)
    }

    /// Returns the place of samples taken at `scale`: this spot's grid has `scale`'s refinement of points for its coarsening
    /// of points of the universe, and its origin is counted in its own points. See [`Tensor::sampled_at`] for an example.
    ///
    /// [`Tensor::sampled_at`]: crate::Tensor::sampled_at
    ///
    /// # Errors
    /// [`ScaleError::Product`] if the factors of the path become too large.
    pub fn sampled_at<const N: usize>(&self, scale: Scale<N>) -> Result<DynSpot<S, E>, ScaleError>
    where
        S: Space<Ix = [isize; N]>,
        [isize; N]: Tuple,
    {
        let mut spot = self.dyn_spot();
        spot.lines = stored(spot.lines, S::FRAME, scale)?;
        Ok(spot)
    }
}

/// Returns the lines of a grid whose samples were taken at `scale`, along the dimensions of `frame`.
pub(super) fn stored<const N: usize>(
    mut lines: [Line; MAX_RANK],
    frame: Frame,
    scale: Scale<N>,
) -> Result<[Line; MAX_RANK], ScaleError> {
    for k in 0..N {
        let (refine, coarsen) = (scale.refinement(k), scale.coarsening(k));
        let line = lines[frame.axis(k)];
        let (factor, path) = if line.refine * refine as i128 > Scale::LIMIT as i128 {
            (refine, line.refine)
        } else {
            (coarsen, line.length())
        };
        lines[frame.axis(k)] = line.stored(refine, coarsen).ok_or_else(|| too_large(k, factor, path))?;
    }
    Ok(lines)
}
