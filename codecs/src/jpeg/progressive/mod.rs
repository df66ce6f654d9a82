//! The progressive DCT process: the coefficients of a picture spread over scans (T.81 Annex G).
//!
//! *Spectral selection* gives each scan a band of coefficients, *successive approximation* leaves the low bits to later
//! scans (G.1.1). A [`Script`] lists the scans. Together they code the coefficients of the sequential file, which are
//! decoded to the same samples.
//!
//! ```text
//!   rows of blocks ──▶ Part: ac, ac_refine ──▶ Tokens: counted ──▶ optimal Huffman tables
//!                            DC planes ──▶ dc  written twice ────▶ entropy-coded data
//! ```
//!
//! | file | content |
//! |---|---|
//! | `script.rs`, `script_error.rs` | scans, scripts and their laws (G.1.1.1.1); the faults of a script |
//! | `sinks.rs`, `tokens.rs` | symbols counted, or written at once; counted and kept |
//! | `restarts.rs`, `end_of_band.rs` | restart intervals; runs of blocks that end a band, and correction bits |
//! | `dc.rs` | DC scans, first and refinement (G.1.2.1) |
//! | `ac_coder.rs`, `ac.rs`, `ac_refine.rs` | AC scans; their blocks: first (G.1.2.2), refinement (G.1.2.3) |
//! | `parts.rs` | rows coded by all scans at once, and joined |
//! | `scan_coder.rs` | a scan of coefficients in memory |
//! | `search.rs`, `band_counts.rs` | the script of the smallest file; the sizes of many bands at once |
//! | `file.rs` | the driver of a file: headers, scans and threads |
//! | `plain.rs` | the definitions of G.1.2, coefficient by coefficient, for tests |
//!
//! A file is written with [`Options::progression`](super::baseline::Options::progression).

mod ac;
mod ac_coder;
mod ac_refine;
mod band_counts;
mod dc;
mod end_of_band;
mod file;
mod parts;
#[cfg(test)]
mod plain;
mod restarts;
mod scan_coder;
mod script;
mod script_error;
mod search;
mod sinks;
mod tokens;

pub(super) use file::{Plan, ScanOptions, write_smallest};
pub(super) use parts::{Part, Parts};
pub use script::{Progression, Scan, Script};
pub use script_error::ScriptError;
