//! Coding of a picture after its plan: slice data and reconstruction. No state is kept between pictures.
//!
//! ```text
//!   PicturePlan, source ─▶ for each macroblock ─▶ decide ─▶ keep ─▶ entropy ─▶ CodedPicture
//!                               ▲   predict, residual │                            ▲
//!                               └── picture, map ◀────┘── the whole picture ─▶ deblock
//! ```

pub(super) mod coded_picture;
pub mod coding_order;
pub mod deblock;
pub mod decide;
pub mod entropy;
pub mod macroblock;
pub mod map;
pub mod picture;
pub mod predict;
pub mod quant_map;
pub mod residual;
mod source;
pub mod trellis;
