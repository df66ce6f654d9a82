//! The residual: transform and quantisation of the prediction error, and its reconstruction (8.5).
//!
//! ```text
//!   source - pred ── forward transform ──▶ coefficients ── Quantizer ──▶ levels, zig-zag ──▶ entropy coding
//!                                                                           │
//!   recon = clip(pred + r) ◀── inverse transform ◀── scaling (8.5.9) ◀──────┘
//! ```
//!
//! | kind | function |
//! |---|---|
//! | a 4 x 4 luma block | [`luma_4x4`] |
//! | an 8 x 8 luma block with the 8 x 8 transform | [`luma_8x8`] |
//! | the luma of an `Intra_16x16` macroblock, with separate DC levels | [`luma_16x16`] |
//! | the whole luma of another macroblock | [`macroblock_4x4`], [`macroblock_8x8`] |
//! | a chroma component of a macroblock | [`chroma_8x8`] |
//! | whether anything is left of a macroblock | [`leaves_levels`], [`leaves_chroma_levels`] |
//! | without blocks whose levels are not worth their bits | [`decimate`], [`decimate_chroma`] |
//!
//! Not covered: scaling lists other than the flat ones, more than eight bits, lossless macroblocks, 4:2:2 and 4:4:4.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "kernels are written in the indices of the standard"
)]

pub(in crate::h264) mod blocks;
mod chroma;
mod chroma_qp;
mod dead_zone;
mod decimate;
mod intra_16x16;
mod lanes;
pub(in crate::h264::code) mod level_scale_tables;
mod macroblock;
mod macroblock_8x8;
mod pair_8x8;
pub mod quant;
mod row_4x4;
pub mod scan;
#[cfg(test)]
mod tests;
pub mod transform;

pub use blocks::{Coded, luma_4x4, luma_8x8, reconstruct_4x4, reconstruct_8x8};
pub use chroma::{CodedChroma, chroma_8x8, leaves_chroma_levels, reconstruct_chroma};
pub use chroma_qp::chroma_qp;
pub use decimate::{decimate, decimate_chroma};
pub use intra_16x16::{Coded16x16, luma_16x16};
pub use macroblock::{CodedMacroblock, leaves_levels, macroblock_4x4};
pub use macroblock_8x8::macroblock_8x8;
pub use quant::{BlockIndex, BlockQuantizer, DeadZone, Nearest, Quantization, Quantizer};
