//! ITU-T H.264 (ISO/IEC 14496-10): intra, P and B pictures, frames of 8 bits, 4:2:0 or luma alone.
//!
//! ```text
//!   Pixels ─▶ plan ── PicturePlan ─▶ code ── CodedPicture ─▶ stream ── AccessUnit ─▶ container
//!               ▲                                │
//!               └────────── references ◀─────────┘
//! ```
//!
//! | module | clause or content |
//! |---|---|
//! | [`Session`] | pictures in, access units out: it ties plan, code and stream together |
//! | `lookahead` | estimated costs of pictures before they are coded: scene cuts, runs of B pictures, the macroblock tree |
//! | [`plan`] | what is decided before a picture is coded: kind, references (8.2.4), QP |
//! | [`decide`] | mode decision: a replaceable strategy |
//! | [`predict`] | 8.3, 8.4: intra and inter prediction, vectors |
//! | [`residual`] | 8.5: transforms and quantisation |
//! | [`trellis`] | levels of least rate-distortion cost |
//! | [`entropy`] | 7.3.4, 7.3.5, 9.2, 9.3: slice data by CAVLC and CABAC |
//! | [`deblock`] | 8.7: the loop filter |
//! | [`syntax`] | 7.3, Annexes A, B, D, E: NAL units, parameter sets, slice headers, SEI; written and read |
//! | [`quant_map`], [`macroblock`], [`map`], [`picture`](mod@picture), [`coding_order`] | QP of macroblocks, coded macroblocks, data of coded neighbours, samples, the order of blocks |
//! | [`bits`] | 7.2, 9.1: bits and Exp-Golomb codes |
//! | [`container`] | MP4 files, written and read |
//!
//! Not supported: fields, 4:2:2, 4:4:4, more than 8 bits, a given bit rate.

pub mod bits;
mod code;
pub mod container;
mod error;
mod frame_rate;
mod lookahead;
mod options;
pub mod plan;
mod preset;
mod stream;
pub mod syntax;

pub use code::quant_map::Region;
pub use code::{
    coding_order, deblock, decide, entropy, macroblock, map, picture, predict, quant_map, residual, trellis,
};
pub use error::H264Error;
pub use options::{
    AdaptiveMode, AdaptiveQuant, BAdapt, Deblocking, DirectMode, EntropyCoding, LookaheadOptions, MotionMethod,
    MotionOptions, Options, Partitions, Signal,
};
pub use plan::Request;
pub use preset::{Effort, FilmEffort, Preset, Tune};
pub use stream::{AccessUnit, Session};
pub use syntax::Nal;

#[cfg(test)]
pub(crate) use crate::shared::levels;
