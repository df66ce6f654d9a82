//! The pieces of a fiber while they are written.

mod direct;
mod fiber;
mod scattered;
mod shared;

pub(in crate::level) use direct::Direct;
pub(in crate::level) use fiber::{Found, Key, Piece, Pieces, is_single};
pub(in crate::level) use scattered::mixed;
pub(in crate::level) use shared::FiberPieces;

use crate::continuous::{Coord, Cut};

/// A stored piece: its start, its stop, and the position of its contents in the child level.
pub type Entry<C> = (Cut<C>, Cut<C>, usize);

/// The pieces of a fiber, to which a loop appends others.
#[derive(Debug)]
pub struct OpenPieces<'a, C: Coord, S>(pub(in crate::level) &'a mut Pieces<C, S>);
