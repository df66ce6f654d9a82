//! Entropy coding of I and P slices in CAVLC (9.2) or CABAC (9.3). It writes or counts `slice_data()` and
//! `macroblock_layer()` (7.3.4, 7.3.5).
//!
//! ```text
//!   Macroblock ── MbMap::store ──▶ MbMap ── Neighbours::of ──▶ Neighbours
//!       │                                                          │ nC, ctxIdxInc
//!       ▼                                                          ▼
//!   SliceData ── macroblock_layer ── EntropyCoder: a method for each syntax element
//!                                      ├─ Cavlc<BitWriter>      bits
//!                                      ├─ Cavlc<BitCount>       their number
//!                                      ├─ Cabac<Arithmetic>     bytes
//!                                      └─ Cabac<Cost>           their expected length
//! ```
//!
//! A coder reports the name and the value of every syntax element to the sink below it ([`Listen`]). Writers and
//! counters ignore these reports; [`TracedSlice`] has sinks that pass them to a trace.
//!
//! Writing and counting share the order of syntax elements ([`macroblock_layer`]) and the code of each:
//! [`SliceData::counter`] returns a counting copy in the state of the writer.
//!
//! A macroblock is stored in the map *before* it is written, so that its blocks find neighbours within the macroblock
//! in the same way as those in other macroblocks.
//!
//! Not supported: B slices, interlaced pictures, 4:2:2 and 4:4:4, data partitioning.

mod arithmetic;
mod b_macroblocks;
mod cabac;
mod cabac_tables;
mod cavlc;
mod cavlc_tables;
mod coder;
mod frozen;
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
pub(in crate::h264::code) use cavlc::bits_of_block;
pub use cavlc::{Cavlc, PcmSink};
pub use coder::{BIT, EntropyCoder, EntropyWriter, MbType, Rate, ResidualBlock, SubMbType};
#[cfg(test)]
pub(in crate::h264::code) use frozen::plain_price;
pub(in crate::h264::code) use frozen::{AFTER_GREATER, AFTER_ONE, FrozenContexts, LEVEL_STATES, LevelPrices};
pub(in crate::h264::code) use levels::coded_levels;
pub use listen::Listen;
pub use macroblock_layer::macroblock_layer;
pub(in crate::h264::code) use neighbours::nc;
pub use neighbours::{CodedBlockFlagIncs, Neighbours, pred_intra_mode};
pub use slice_data::{SliceData, SliceSyntax, SliceType};
pub use traced::TracedSlice;
