//! Reference spaces as types: the parameters of places that are known at compile time.
//!
//! A **reference space** defines how places are counted: the order of the axes, and how fine or coarse the grid is.
//! Here a space is a *type* that spells the path from its universe, and each space carries its parameters as a constant
//! *value*, a [`Frame`], computed by `const fn`s:
//!
//! ```text
//!   universe! { pub struct Video: 2; }                         Video                a luma sample is the unit
//!   type Chroma = Coarse<Video, By<2, 2>>;                      ├─ Chroma           one point for 2 x 2 of them
//!   type Mbs    = Coarse<Video, By<16, 16>>;                    ├─ Mbs              one point for 16 x 16
//!   type Flags  = Fine<Mbs, By<16, 16>>;                        │  └─ Flags         the macroblocks, asked by sample
//!   type Turned = Permuted<Video, Axes<1, 0>>;                  └─ Turned           columns first
//! ```
//!
//! Since the frame is a constant of the type, the compiler folds all arithmetic on it. The parameters known at run time
//! (origins, extents that are not `Fixed`, pitches) are plain fields of the tensors.

mod extent;
mod halve;
mod home;
mod index;
mod place;
mod scale;
mod space;
mod universe;
mod value;

pub use extent::{AnyExtent, Dyn, Extent, Fixed, FixedExtent, Interleaved, RunTimeExtent, Strip};
pub use halve::{Half, Halve, Quarter};
pub use home::{Home, Rows, Stack};
pub use index::{P1, P2, P3, Pitches, Shorter, Tuple};
pub use place::{Place, PlaceIn, Spot};
pub use scale::{Scale, ScaleError};
pub use space::{Axes, By, Coarse, Factors, Fine, In, Ix, Order, Permuted, Root, Sliced, Space};
pub use universe::{Of, Universe};
pub use value::{Frame, MAX_RANK};

pub(crate) use index::each;
pub(crate) use value::List;

/// The traits that seal others against implementations in other crates. The window's proof relies on the constants and
/// methods of sealed traits.
pub(crate) mod sealed {
    /// Private: named in the bounds of public traits, reachable from this crate only.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot have this trait: it is sealed",
        label = "only types of `unite` have it",
        note = "what windows are proven with is closed to other crates"
    )]
    pub trait Sealed {}

    /// Seals spaces. Separate from `Sealed`, so that a user's universe cannot implement other sealed traits.
    pub trait SealedSpace {}
}
