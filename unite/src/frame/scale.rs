//! [`Scale`]: factors of refinement and coarsening known at run time, such as those of a file.

use core::fmt;

/// Factors along each of `N` dimensions that are known at run time: refine by one, then coarsen by the other.
///
/// A scale with both factors is a ratio. A component of a JPEG picture with the sampling factors `V` and `H` has `V`
/// rows for `V_max` rows of the picture and `H` columns for `H_max` (ITU-T T.81, A.1.1): `Scale::new([V, H], [V_max,
/// H_max])`. Each factor is 1 to [`Scale::LIMIT`]. Factors are not reduced: 4/2 and 2/1 have the same points, but their
/// positions are counted in other units.
///
/// Factors known when the program is written are types instead: [`By`](crate::By).
///
/// ```
/// use unite::{Dyn, Place, Scale, Spot};
/// unite::universe! { pub struct Picture: 2; }
/// let picture = Spot::<Picture, _>::new([0, 0], Dyn([100, 227]));
/// let scale = Scale::new([1, 2], [2, 3])?; // half of the rows, two of three columns
/// assert_eq!(picture.scale_by(scale)?.extent(), Dyn([50, 152]));
/// assert_eq!(scale.to_string(), "refined by (1, 2) coarsened by (2, 3)");
/// assert!(Scale::new([1, 0], [2, 3]).is_err());
/// # Ok::<(), unite::ScaleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scale<const N: usize> {
    refine: [u32; N],
    coarsen: [u32; N],
}

impl Scale<1> {
    /// The greatest factor, also of a whole path of steps: 65536. With it no position of a tensor leaves 128 bits.
    pub const LIMIT: usize = 1 << 16;
}

impl<const N: usize> Scale<N> {
    /// Creates the scale of `refine[k]` points for each `coarsen[k]` points along dimension `k`. See [`Scale`] for an
    /// example.
    ///
    /// # Errors
    /// [`ScaleError::Factor`] if a factor is 0 or above [`Scale::LIMIT`].
    pub fn new(refine: [usize; N], coarsen: [usize; N]) -> Result<Self, ScaleError> {
        for dimension in 0..N {
            let (refine, coarsen) = (refine[dimension], coarsen[dimension]);
            if [refine, coarsen].iter().any(|factor| !(1..=Scale::LIMIT).contains(factor)) {
                return Err(ScaleError::Factor { dimension, refine, coarsen });
            }
        }
        Ok(Scale { refine: refine.map(|factor| factor as u32), coarsen: coarsen.map(|factor| factor as u32) })
    }

    /// Creates the scale of one point for `factors[k]` points along dimension `k`.
    ///
    /// ```
    /// use unite::Scale;
    /// assert_eq!(Scale::coarser([2, 3]), Scale::new([1, 1], [2, 3]));
    /// assert_eq!(Scale::finer([2, 3]), Scale::new([2, 3], [1, 1]));
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Scale::new).
    pub fn coarser(factors: [usize; N]) -> Result<Self, ScaleError> {
        Scale::new([1; N], factors)
    }

    /// Creates the scale of `factors[k]` points for one along dimension `k`. See [`coarser`](Scale::coarser) for an
    /// example.
    ///
    /// # Errors
    /// The errors of [`new`](Scale::new).
    pub fn finer(factors: [usize; N]) -> Result<Self, ScaleError> {
        Scale::new(factors, [1; N])
    }

    /// Returns the refinement along dimension `k < N`.
    ///
    /// ```
    /// let scale = unite::Scale::new([2], [3])?;
    /// assert_eq!((scale.refinement(0), scale.coarsening(0)), (2, 3));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn refinement(&self, k: usize) -> usize {
        self.refine[k] as usize
    }

    /// Returns the coarsening along dimension `k < N`. See [`refinement`](Scale::refinement) for an example.
    pub fn coarsening(&self, k: usize) -> usize {
        self.coarsen[k] as usize
    }
}

/// Formats the scale as `refined by (1, 2) coarsened by (2, 3)`.
impl<const N: usize> fmt::Display for Scale<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refined by {} coarsened by {}", Factors(&self.refine), Factors(&self.coarsen))
    }
}

struct Factors<'a>(&'a [u32]);

impl fmt::Display for Factors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, factor) in self.0.iter().enumerate() {
            write!(f, "{}{factor}", if k == 0 { "(" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// An error: factors known at run time cannot be applied.
///
/// ```
/// use unite::{Dyn, Scale, ScaleError, Spot};
/// unite::universe! { pub struct Video: 2; }
/// let error = Scale::coarser([2, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "factors along dimension 1: refine by 1, coarsen by 0; each is 1 to 65536");
/// let picture = Spot::<Video, _>::new([0, 0], Dyn([8, 8]));
/// let many = picture.coarsen_by([1, 40_000])?.coarsen_by([1, 2]).unwrap_err();
/// assert_eq!(many, ScaleError::Product { dimension: 1, factor: 2, path: 40_000 });
/// # Ok::<(), ScaleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScaleError {
    /// A factor is 0 or too large.
    #[error(
        "factors along dimension {dimension}: refine by {refine}, coarsen by {coarsen}; each is 1 to {}",
        Scale::LIMIT
    )]
    Factor {
        /// The dimension.
        dimension: usize,
        /// The given refinement.
        refine: usize,
        /// The given coarsening.
        coarsen: usize,
    },
    /// The product of the factors of a path of steps is too large.
    #[error(
        "a factor of {factor} along dimension {dimension}, after factors of {path}: their product is at most {}",
        Scale::LIMIT
    )]
    Product {
        /// The dimension.
        dimension: usize,
        /// The factor of this step.
        factor: usize,
        /// The product of the factors of the steps before.
        path: usize,
    },
    /// A refined dimension would have more points than can be counted.
    #[error("{points} points along dimension {dimension}, refined by {refine}, cannot be counted")]
    Points {
        /// The dimension.
        dimension: usize,
        /// The points before.
        points: usize,
        /// The refinement.
        refine: usize,
    },
    /// A dimension that the view coarsens would be refined. All points of the fine view would have one place, which a
    /// position cannot express.
    #[error(
        "the view coarsens dimension {dimension}, which cannot be refined again; refine first, or copy the coarse view into a block"
    )]
    RefineAfterCoarsen {
        /// The dimension.
        dimension: usize,
    },
}
