//! The formal layer: the definition of places, and of when two tensors refer to the same one. Thesis ch. 4.
//!
//! A sample of a picture, a macroblock, a vector, a flag: each lies at a *place*, and most operations of a codec need
//! the other data at that place. An array has no places, only indices, and the arithmetic that relates the indices of
//! one array to those of another is a source of mistakes. Here every description of places states its relation to
//! another one, and the arithmetic follows.
//!
//! - The **universe** is the root. It has only a rank; two places are the same if they are the same points of the
//!   universe.
//! - A **reference space** describes places relative to its parent: it may drop axes, reorder them, move the origin, or
//!   have more or fewer points for a place. That is a [`Placement`]. Other relations are other [`Mapping`]s, such as
//!   [`Mirror`].
//! - A **tensor space** is a reference space with an extent.
//! - The **[`Trie`]** is the universe with all spaces below it. Spaces of two tries have no places in common, so an
//!   operation across them is an error.
//!
//! Operations take and return *sets* of integer points, [`Points`], because one point of a coarse space lies at the
//! place of many points of a fine one, and a point beside a space at the place of none.
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
//! // The colour of sample 5 of the row, and the samples of the row with that colour sample.
//! assert_eq!(trie.map(&Points::of([[5]]), &row, &colour)?, Points::of([[1, 2]]));
//! assert_eq!(trie.map(&Points::of([[1, 2]]), &colour, &row)?, Points::of([[4], [5]]));
//!
//! // A colour sample of the rows above does not lie in the row.
//! assert_eq!(trie.map(&Points::of([[0, 2]]), &colour, &row)?, Points::new(1));
//! # Ok::<(), unite::trie::TrieError>(())
//! ```
//!
//! | question | method |
//! |---|---|
//! | which points of the parent lie at this place? | [`Trie::up`], to the root [`Trie::up_to_root`] |
//! | which points of the child do? | [`Trie::down`]; by the rule of the thesis [`Trie::down_published`] |
//! | which points of the child might? | [`Trie::hull`], from the root [`Trie::hull_from_root`] |
//! | which points of any other space do? | [`Trie::map`] |
//! | which points of a tensor share this place, seen from there? | [`Trie::coverage`] |
//! | what do two sets have in common? | [`Trie::intersect`], [`Trie::union`], [`Trie::difference`] |
//! | which points does a tensor have? | [`Trie::points`], [`Trie::clip`], [`Trie::check_inside`] |
//!
//! The layer is an executable definition. It moves points one by one through sorted sets, so it is slow but can be
//! compared with the text that it implements, and every fast view of the crate is tested against it. It holds no
//! elements and does not define how they are read and written. If it cannot answer exactly, it returns an error: for
//! sums that do not fit an `i64`, and for sets of more than [`Points::LIMIT`] points.

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
