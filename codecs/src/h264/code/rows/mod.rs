//! Coding of a picture by rows of macroblocks, on any number of threads, with the same bytes.
//!
//! ```text
//!   row r - 1   # # # # # o    ── entries of the border ──▶ row r
//!   row r       # # # o        ── ended ──┬──▶ follow: loop filter, QPs, padding, half samples ──▶ Reference
//!   row r + 1   # o                       └──▶ write: skip runs, QP deltas, the entropy coder  ──▶ CodedSlice
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | [`stages`] | the reach of macroblocks, and the lag that follows from it |
//! | [`inputs`] | the data that the rows of a picture read and nobody writes |
//! | [`band`] | the samples and the map of one row, with the row above as far as it is known |
//! | [`entry`] | the data of a macroblock that the row below reads |
//! | [`work`] | the rows and the two chains as tasks |
//! | [`batch`] | several pictures at the same time |
//! | [`follow`], [`mod@write`] | the chains |
//! | [`coder`] | the coder of a session's pictures: its threads, and memory that is used again |
//!
//! Decisions count bits by a counter of their row. It starts from that of the row above after its second macroblock, and
//! takes the picture's QP as that of the macroblock before; skip runs and QP deltas are known to the writer alone. `plain` in the
//! tests is the definition: two loops over a whole picture.

mod band;
mod batch;
mod coder;
mod entry;
mod follow;
mod inputs;
#[cfg(test)]
pub(in crate::h264::code) mod plain;
mod stages;
#[cfg(test)]
mod tests;
mod work;
mod write;

pub(in crate::h264) use coder::PictureCoder;
pub(in crate::h264) use inputs::{Inputs, SliceStart, syntax_of};
#[cfg(test)]
use write::CodedSlice;
