//! Costs of pictures before they are coded, estimated from the source pictures at half resolution.
//!
//! ```text
//!   Picture ─▶ HalfPicture ─▶ search ─▶ costs ─┬─▶ cuts, kinds   which pictures are key, P and B pictures
//!                                              ├─▶ direct        how direct macroblocks of B pictures find their motion
//!                                              └─▶ tree          which macroblocks later pictures build upon
//!   Picture ─▶ adaptive                                           which macroblocks are flat
//!   Picture ─▶ brightness ─▶ weights of references, where costs are less with them
//! ```
//!
//! The costs of macroblocks are sums of absolute transformed differences with the bits of vectors and modes. All tensors lie in
//! the universe of the pictures, so a cost is found at the place of its macroblock.

mod adaptive;
mod analysis;
mod brightness;
mod costs;
pub(super) mod cuts;
mod direct;
mod half;
mod helpers;
pub(super) mod kinds;
mod search;
mod seen;
#[cfg(test)]
mod tests;
mod tree;
mod weighted;

pub(super) use analysis::{Anchors, Lookahead, Outlook};
pub(super) use brightness::{Brightness, Scale, means};
