//! The pieces of a fiber while they are written.

mod by_place;
mod direct;
mod fiber;
mod scattered;
mod shared;

pub(in crate::level) use by_place::BY_PLACE;
pub use by_place::ValueLists;
pub(in crate::level) use direct::Direct;
pub use direct::PlaceTable;
pub(in crate::level) use fiber::{Found, Key, Piece, Pieces, is_single};
pub(in crate::level) use scattered::mixed;
pub(in crate::level) use shared::FiberPieces;

use crate::continuous::{Coord, Cut};

/// A stored piece: its start, its stop, and the position of its contents in the child level.
pub type Entry<C> = (Cut<C>, Cut<C>, usize);

/// Gives back memory of a list that was reserved, if more than an eighth of it is not used. (A list that shrinks by less may be a
/// little below what the next one asks for, which the C library then gets from the system, page by page, each time.)
pub(in crate::level) fn give_back<T>(list: &mut Vec<T>) {
    if list.capacity() - list.len() > list.capacity() / 8 {
        list.shrink_to_fit();
    }
}

/// The pieces of a fiber, to which a loop appends others.
#[derive(Debug)]
pub struct OpenPieces<'a, C: Coord, S>(pub(in crate::level) &'a mut Pieces<C, S>);
