//! Places whose factors and directions are known at run time: rational scales, mirrored axes.
//!
//! Section: ITU-T T.81, A.1.1 (sampling factors); thesis, chapter 4 (an own mapping of the open framework).
//!
//! A [`Spot`](crate::Spot) has its factors in its type. A [`DynSpot`] has further ones as numbers, one refinement and one
//! coarsening for each dimension, and may count its points backwards. The order of the axes and the universe stay in the
//! type, so that places of two universes do not compile here either.
//!
//! ```text
//!   picture             │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │       Spot, or DynSpot
//!   scale 2 for 3       │  0  │  1  │  2  │  3  │       picture.scale_by(Scale::new([2], [3])?)
//!   mirrored            │  3  │  2  │  1  │  0  │       .mirror::<0>()
//!
//!   under:     picture under point 1 of the component: points 1 and 2, each in part
//!   index_of:  component's point at point 4 of the picture: 2
//!   coverage:  points of the picture that share the place of point 2, seen from the component: 1, 2, 3 and 4
//! ```
//!
//! Two kinds of tensors have such a place ([`DynTensor`]). A view counts the points of its block at another scale
//! ([`Tensor::scale_by`](crate::Tensor::scale_by)). A component of a picture is a block of its own, whose samples were taken
//! at a scale of the picture's ([`Tensor::sampled_at`](crate::Tensor::sampled_at)).
//!
//! Reads and writes are checked. There are no windows at a scale or a direction known at run time, because the offsets of a
//! window are constants of its type and never negative; but the part of a component's block that covers a place is an
//! ordinary view ([`DynTensor::view`], [`Tensor::under_any`](crate::Tensor::under_any)), and has windows.

mod line;
mod place;
mod print;
mod relate;
mod tensor;

pub use place::{AnyPlace, AnyPlaceIn, DynSpot};
pub use tensor::DynTensor;
