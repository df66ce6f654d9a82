//! Coding of a picture after its plan: slice data and reconstruction. No state is kept between pictures.
//!
//! ```text
//!   PicturePlan, source ─▶ rows: for each macroblock ─▶ decide ─▶ keep ──┬─▶ entropy ─▶ slices
//!                                     ▲   predict, residual │            └─▶ deblock ─▶ reference
//!                                     └── picture, map ◀────┘
//! ```

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
pub(super) mod rows;
mod source;
pub mod trellis;
