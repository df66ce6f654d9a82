//! `Display` and `Debug` of tensors and places.

use super::block::Block;
use super::tile::{Nest, Tile};
use super::view::{Data, Tensor};
use crate::frame::{Extent, Home, List, Place, Space, Spot, Tuple};
use core::fmt;

/// Returns the last segment of a type's path: `u8`, `Video`.
fn word<T: ?Sized>() -> &'static str {
    let name = core::any::type_name::<T>();
    name.rsplit("::").next().unwrap_or(name)
}

/// Writes an origin: `(-2, -2)`.
pub(crate) fn origin<R: Tuple>(at: R, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let list: [isize; 4] = core::array::from_fn(|k| if k < R::RANK { at.entry(k) } else { 0 });
    write!(f, "{}", List(&list[..R::RANK]))
}

fn dims<E: Extent>(extent: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for k in 0..E::RANK {
        write!(f, "{}{}", if k == 0 { "" } else { " x " }, extent.dim(k))?;
    }
    Ok(())
}

/// Formats a place as `16 x 16 at (16, 32) of Video, axes (1, 0)`: extent, origin, universe, and the frame if it is not
/// the universe's.
impl<S: Space, E: Extent> fmt::Display for Spot<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dims(&self.extent, f)?;
        f.write_str(" at ")?;
        origin(self.origin, f)?;
        write!(f, " of {}", word::<S::Universe>())?;
        if S::FRAME != <S::Universe as Space>::FRAME { write!(f, ", {}", S::FRAME) } else { Ok(()) }
    }
}

/// ```
/// use unite::{Axes, Block, Dyn};
/// unite::universe! { pub struct Video: 2; }
/// let picture = Block::<Video, u8>::padded([0, 0], Dyn([48, 64]), 16);
/// let turned = picture.view().partition([16, 32], Dyn([16, 8])).permute::<Axes<1, 0>>();
/// assert_eq!(
///     turned.to_string(),
///     "view of u8, 8 x 16 at (16, 32) of Video, axes (1, 0), in a block of 80 x 96 at (-16, -16)"
/// );
/// ```
impl<D: Data, S: Space, E: Extent, H: Home> fmt::Display for Tensor<D, S, E, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "view of {}, {}, in ", word::<D::Item>(), self.spot)?;
        self.describe_block(f)
    }
}

impl<D, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Writes the nearest block: `a block of 80 x 96 at (-16, -16)`.
    pub(crate) fn describe_block(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block of ")?;
        let frame = H::Space::FRAME;
        for k in 0..frame.rank {
            let n = self.geometry.dim::<H>(frame.axis[k]);
            write!(f, "{}{n}", if k == 0 { "" } else { " x " })?;
        }
        f.write_str(" at ")?;
        origin(self.geometry.origin(), f)?;
        if frame != <S::Universe as Space>::FRAME { write!(f, ", {frame}") } else { Ok(()) }
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> fmt::Debug for Tensor<D, S, E, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<S: Space, E: Extent> fmt::Debug for Spot<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// ```
/// use unite::{Block, Dyn};
/// unite::universe! { pub struct Video: 2; }
/// let picture = Block::<Video, u8>::padded([0, 0], Dyn([48, 64]), 16);
/// assert_eq!(picture.to_string(), "block of u8, 48 x 64 at (0, 0) of Video, padded by 16");
/// ```
impl<S: Space, T: Copy + Default, E: Extent> fmt::Display for Block<S, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block of {}, {}", word::<T>(), self.spot())?;
        if self.padding() > 0 { write!(f, ", padded by {}", self.padding()) } else { Ok(()) }
    }
}

impl<S: Space, T: Copy + Default, E: Extent> fmt::Debug for Block<S, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// ```
/// use unite::Tile;
/// unite::universe! { pub struct Video: 2; }
/// let tile = Tile::<Video, [[u8; 4]; 4]>::at([8, 12]);
/// assert_eq!(tile.to_string(), "tile of u8, 4 x 4 at (8, 12) of Video");
/// ```
impl<S: Space, A: Nest<Ix = S::Ix>> fmt::Display for Tile<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile of {}, {}", word::<A::Item>(), self.spot())
    }
}
