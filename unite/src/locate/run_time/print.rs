//! `Display` and `Debug` of places and tensors known at run time.

use super::place::DynSpot;
use super::tensor::DynTensor;
use crate::frame::{Extent, Home, Space};
use crate::tensor::Data;
use core::fmt;

/// Writes `word (a, b, ..)` for the axes of the universe.
fn list(f: &mut fmt::Formatter<'_>, word: &str, entries: impl Iterator<Item = i128>) -> fmt::Result {
    f.write_str(word)?;
    for (a, entry) in entries.enumerate() {
        write!(f, "{}{entry}", if a == 0 { " (" } else { ", " })?;
    }
    f.write_str(")")
}

/// Formats a place as `8 x 6 at (0, 0) of Picture, refine (1, 2), step (2, 3)`: extent, origin in units of `1 / refine` of a
/// point of the universe, and the distance of neighbouring points in the same units, negative along mirrored axes.
///
/// ```
/// use unite::{Dyn, Scale, Spot};
/// unite::universe! { pub struct Picture: 2; }
/// let picture = Spot::<Picture, _>::new([0, 0], Dyn([6, 9]));
/// let component = picture.scale_by(Scale::new([1, 2], [2, 3])?)?.mirror::<0>();
/// assert_eq!(component.to_string(), "3 x 6 at (4, 0) of Picture, refine (1, 2), step (-2, 3)");
/// # Ok::<(), unite::ScaleError>(())
/// ```
impl<S: Space, E: Extent> fmt::Display for DynSpot<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for k in 0..E::RANK {
            write!(f, "{}{}", if k == 0 { "" } else { " x " }, self.extent.dim(k))?;
        }
        let lines = &self.lines[..S::FRAME.root];
        list(f, " at", lines.iter().map(|line| line.start))?;
        let name = core::any::type_name::<S::Universe>();
        write!(f, " of {}", name.rsplit("::").next().unwrap_or(name))?;
        list(f, ", refine", lines.iter().map(|line| line.refine))?;
        list(f, ", step", lines.iter().map(|line| line.step))
    }
}

impl<S: Space, E: Extent> fmt::Debug for DynSpot<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Formats the place and the block: `view of 3 x 6 at .., in a block of 6 x 9 at (0, 0)`.
impl<D: Data, S: Space, E: Extent, H: Home> fmt::Display for DynTensor<D, S, E, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "view of {}, in ", self.place())?;
        self.describe(f)
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> fmt::Debug for DynTensor<D, S, E, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
