//! The lossless encoder (T.81 clause 4.9, Annex H: process 14, Huffman, SOF3).
//!
//! ```text
//!   pixels ─▶ lines of a scan ─▶ prediction ─▶ difference ─▶ Huffman coder ─▶ bytes
//!             (point transform)  (Table H.1)   (modulo 2^16)      │
//!                                                           Huffman table
//! ```
//!
//! | file | stage |
//! |---|---|
//! | `options.rs` | the user's options |
//! | `frame.rs` | components, scans, restart intervals |
//! | `lines.rs` | pixels to the lines of a scan, after the point transform |
//! | `predict.rs` | the predictors, and the differences of a line |
//! | `entropy.rs` | Huffman coding of differences |
//! | `choose.rs` | the choice of the predictor |
//! | `headers.rs` | marker segments in their order |
//! | `file.rs` | the driver of a file, with threads |

mod choose;
mod entropy;
mod file;
mod frame;
mod headers;
mod lines;
mod options;
mod predict;

pub use file::encode;
pub use options::{Options, Predictor};
