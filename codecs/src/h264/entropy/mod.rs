//! Entropy coding: `slice_data()` and `macroblock_layer()` of I and P slices (7.3.4, 7.3.5), coded by CAVLC (9.2) or CABAC
//! (9.3), written or only counted.
//!
//! ```text
//!   Macroblock ── MbMap::store ──▶ MbMap ── Neighbours::of ──▶ Neighbours
//!       │                                                          │ nC, ctxIdxInc
//!       ▼                                                          ▼
//!   SliceData ── macroblock_layer ── EntropyCoder: a method a syntax element
//!                                      ├─ Cavlc<BitWriter>      bits
//!                                      ├─ Cavlc<BitCount>       their number
//!                                      ├─ Cabac<Arithmetic>     bytes
//!                                      └─ Cabac<Cost>           their expected length
//! ```
//!
//! What is below a coder is told the name and the value of every syntax element ([`Listen`]). Who writes or counts does not listen;
//! [`TracedSlice`] has coders over what does.
//!
//! There is one order of syntax elements ([`macroblock_layer`]) and one binarisation or code of each, so a rate is counted by
//! what writes: [`SliceData::counter`] goes on from where the writer stands, in a copy.
//!
//! A macroblock is stored into the map *before* it is written: what its later blocks look at in its earlier ones is then
//! asked in the same way as what they look at in other macroblocks.
//!
//! Left out: B slices, interlaced pictures, 4:2:2 and 4:4:4, data partitioning.

mod arithmetic;
mod cabac;
mod cabac_tables;
mod cavlc;
mod cavlc_tables;
mod coder;
mod levels;
mod listen;
mod macroblock_layer;
mod neighbours;
mod slice_data;
mod store;
#[cfg(test)]
mod tests;
mod traced;

pub use arithmetic::{Arithmetic, ArithmeticBins, Bins, Cost, CostBins, Engine};
pub use cabac::{Cabac, Contexts};
pub use cavlc::{Cavlc, PcmSink};
pub use coder::{BIT, EntropyCoder, EntropyWriter, MbType, Rate, ResidualBlock};
pub use listen::Listen;
pub use macroblock_layer::macroblock_layer;
pub use neighbours::Neighbours;
pub use slice_data::{SliceData, SliceSyntax, SliceType};
pub use traced::TracedSlice;
