//! Borrowed memory as a block: a view over a flat slice.

use super::geometry::{Geometry, LayoutError};
use super::view::Tensor;
use crate::frame::{Extent, MAX_RANK, Pitches, Root, Rows, Space, Spot};

/// Returns the strides of a dense block.
fn dense<E: Extent>(extent: &E) -> E::Pitches {
    E::Pitches::from_fn(|k| {
        let inner = (k + 1..E::RANK).map(|j| extent.dim(j)).try_fold(1_usize, usize::checked_mul);
        inner.and_then(|n| isize::try_from(n).ok()).unwrap_or(isize::MAX)
    })
}

fn sizes<E: Extent>(extent: &E) -> [usize; MAX_RANK] {
    core::array::from_fn(|k| if k < E::RANK { extent.dim(k) } else { 0 })
}

impl<'a, T, S: Space, E: Extent> Tensor<&'a [T], S, E, Rows<S, E>> {
    /// Creates a view over borrowed memory, dense and row-major. Nothing is copied.
    ///
    /// ```
    /// use unite::{Dyn, View};
    /// unite::universe! { pub struct Video: 2; }
    /// let samples = [1_u8, 2, 3, 4, 5, 6];
    /// let picture = View::<Video, u8>::over(&samples, [0, 0], Dyn([2, 3]))?;
    /// assert_eq!(picture.at([1, 0]), 4);
    /// # Ok::<(), unite::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`TooShort`](LayoutError::TooShort), [`OutOfPlace`](LayoutError::OutOfPlace).
    pub fn over(data: &'a [T], origin: Root<S>, extent: E) -> Result<Self, LayoutError> {
        Self::over_pitched(data, origin, extent, dense(&extent))
    }

    /// Creates a view over memory whose rows (planes, ..) lie `pitches` items apart.
    ///
    /// ```
    /// use unite::{Dyn, P1, View};
    /// unite::universe! { pub struct Video: 2; }
    /// let samples = [1_u8, 2, 3, 0, 4, 5, 6];
    /// let picture = View::<Video, u8>::over_pitched(&samples, [0, 0], Dyn([2, 3]), P1(4))?;
    /// assert_eq!(picture.at([1, 0]), 4);
    /// # Ok::<(), unite::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`TooShort`](LayoutError::TooShort), [`PitchTooSmall`](LayoutError::PitchTooSmall),
    /// [`OutOfPlace`](LayoutError::OutOfPlace).
    pub fn over_pitched(data: &'a [T], origin: Root<S>, extent: E, pitches: E::Pitches) -> Result<Self, LayoutError> {
        let geometry = Geometry::new::<S, E>(origin, sizes(&extent), pitches, data.len())?;
        Ok(Tensor::new(data, geometry, Spot::new(origin, extent)))
    }
}

impl<'a, T, S: Space, E: Extent> Tensor<&'a mut [T], S, E, Rows<S, E>> {
    /// Creates a mutable view like [`over`](Tensor::over).
    ///
    /// ```
    /// use unite::{Dyn, ViewMut};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut samples = [0_u8; 6];
    /// ViewMut::<Video, u8>::over_mut(&mut samples, [0, 0], Dyn([2, 3]))?.set([1, 0], 4);
    /// assert_eq!(samples, [0, 0, 0, 4, 0, 0]);
    /// # Ok::<(), unite::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`over`](Tensor::over).
    pub fn over_mut(data: &'a mut [T], origin: Root<S>, extent: E) -> Result<Self, LayoutError> {
        Self::over_pitched_mut(data, origin, extent, dense(&extent))
    }

    /// Creates a mutable view like [`over_pitched`](Tensor::over_pitched). See there for an example.
    ///
    /// # Errors
    /// The errors of [`over_pitched`](Tensor::over_pitched).
    pub fn over_pitched_mut(
        data: &'a mut [T],
        origin: Root<S>,
        extent: E,
        pitches: E::Pitches,
    ) -> Result<Self, LayoutError> {
        let geometry = Geometry::new::<S, E>(origin, sizes(&extent), pitches, data.len())?;
        Ok(Tensor::new(data, geometry, Spot::new(origin, extent)))
    }
}
