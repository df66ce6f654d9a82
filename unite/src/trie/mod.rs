//! The formal layer: what a place is, and when two tensors speak of the same one (thesis ch. 4).
//!
//! A sample of a picture, a macroblock, a vector, a flag: each lies at a *place*, and most questions of a codec are
//! about what else lies there. An array has no places, only indices, and the arithmetic that relates the indices of one
//! array to those of another one is where the mistakes are made. Here every description of places says how it relates
//! to another one, and the arithmetic follows.
//!
//! - The **universe** is the root. It has a rank and nothing else; two places are the same if they are the same points
//!   of the universe.
//! - A **reference space** describes places relative to its parent: it may drop axes, order them otherwise, start
//!   elsewhere, have more points for a place, or fewer. That is a [`Placement`]. Other relations are other
//!   [`Mapping`]s, as [`Mirror`] is.
//! - A **tensor space** is a reference space with an extent.
//! - The **[`Trie`]** is the universe with all spaces below it. Spaces of two tries have no places in common, so a
//!   question across them is an error.
//!
//! Operations take and give *sets* of integer points, [`Points`], because one point of a coarse space lies where many of
//! a fine one do, and a point beside a space lies where none does.
//!
//! ```
//! use unite::trie::{Placement, Points, Trie};
//!
//! // A picture, a row of it, and its colour samples: one for each 2 x 2 samples.
//! let mut trie = Trie::new("Picture", 2)?;
//! let picture = trie.universe();
//! let row = trie.add_tensor(&picture, "row 3", Placement::of(2).axes([1]).origin([3, 0]), [8])?;
//! let colour = trie.add_tensor(&picture, "colour", Placement::of(2).coarsen([2, 2]), [2, 4])?;
//!
//! assert_eq!(trie.to_string(), "\
//! Picture, rank 2
//! ├─ row 3, rank 1, extent (8): axes (1) origin (3, 0)
//! └─ colour, rank 2, extent (2, 4): coarsen (2, 2)
//! ");
//!
//! // The colour of sample 5 of the row, and the samples of the row that share it.
//! assert_eq!(trie.map(&Points::of([[5]]), &row, &colour)?, Points::of([[1, 2]]));
//! assert_eq!(trie.map(&Points::of([[1, 2]]), &colour, &row)?, Points::of([[4], [5]]));
//!
//! // A colour sample of the rows above does not lie in the row.
//! assert_eq!(trie.map(&Points::of([[0, 2]]), &colour, &row)?, Points::new(1));
//! # Ok::<(), unite::trie::TrieError>(())
//! ```
//!
//! | question | answered by |
//! |---|---|
//! | which points of the parent lie at this place? | [`Trie::up`], to the root [`Trie::up_to_root`] |
//! | which points of the child do? | [`Trie::down`]; by the thesis' rule [`Trie::down_published`] |
//! | which points of the child might? | [`Trie::hull`], from the root [`Trie::hull_from_root`] |
//! | which points of any other space do? | [`Trie::map`] |
//! | which points of a tensor share this place, seen from there? | [`Trie::coverage`] |
//! | what do two sets have in common? | [`Trie::intersect`], [`Trie::union`], [`Trie::difference`] |
//! | which points does a tensor have? | [`Trie::points`], [`Trie::clip`], [`Trie::check_inside`] |
//!
//! The layer is a definition that runs. It moves points one by one through sorted sets, so it is slow and can be
//! compared with the text it stands for, and every fast view of the crate is tested against it. It holds no elements,
//! and leaves out what reading and writing them means. What it cannot answer exactly it refuses: sums that do not fit
//! an `i64`, and sets of more than [`Points::LIMIT`] points.

mod between;
mod checked;
mod compare;
mod error;
mod extent;
mod mapping;
mod mirror;
mod placement;
mod points;
mod print;
mod project;
mod space;
mod tree;
mod tuple;

pub use error::{Parameter, TrieError};
pub use mapping::Mapping;
pub use mirror::Mirror;
pub use placement::Placement;
pub use points::{Iter, Point, Points};
pub use space::SpaceId;
pub use tree::Trie;
