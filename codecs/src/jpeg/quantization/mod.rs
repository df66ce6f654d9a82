//! Quantisation beyond T.81 Annex K: other tables, and levels chosen by cost.
//!
//! | file | content |
//! |---|---|
//! | `sets.rs`, `sets_tables.rs` | published sets of tables by name |
//! | `perceptual.rs`, `perceptual_tables.rs` | the project's own family of tables, whose shape changes with the distance |
//! | `chroma_share.rs` | the resolution of chroma that tables are for |
//! | `rates.rs` | the bits of AC coefficients under Huffman codes |
//! | `trellis.rs` | the levels of a block that cost the least in bits and error |
//! | `lambda_field.rs` | the weight of errors at each place of a picture |
//!
//! T.81 leaves tables and levels to the encoder: every decoder reads what is written with them.

mod chroma_share;
mod lambda_field;
mod perceptual;
mod perceptual_tables;
mod rates;
mod sets;
mod sets_tables;
mod trellis;

pub use chroma_share::ChromaShare;
pub use lambda_field::LambdaField;
pub use perceptual::{Perceptual, distance_of_quality};
pub use rates::Rates;
pub use sets::NamedTables;
pub(super) use trellis::Paths;
pub use trellis::{Lambda, Trellis};
