//! Direct prediction (8.4.1.2): motion of `B_Skip` and direct macroblocks that is not coded.
//!
//! ```text
//!   spatial    references and vectors of the neighbours, by list ─┐
//!                                                                 ├─▶ motion of each 8 x 8 block
//!   temporal   vectors of the colocated picture, scaled ──────────┘
//! ```
//!
//! | file | stage |
//! |---|---|
//! | [`colocated`] | the motion of the first picture of list 1 at the same place |
//! | [`spatial`](mod@spatial) | vectors from the neighbours; 0 where the colocated picture does not move |
//! | [`temporal`](mod@temporal) | vectors from the colocated picture, scaled to the distances of the references |
//!
//! `direct_8x8_inference_flag` is 1: an 8 x 8 block has one vector for each list.

pub mod colocated;
pub mod spatial;
pub mod temporal;

#[cfg(test)]
mod tests;

pub use colocated::Colocated;
pub use spatial::spatial;
pub use temporal::{TemporalReferences, temporal};
