//! Conversion of the pieces of a workspace to lists.

use crate::continuous::{Coord, Cut};
use crate::level::{LevelError, Update, Workspace};

/// Calls `store` with each piece of the fibers at `roots`, in order; returns the pointers of the fibers into the list
/// of pieces, and the child of each piece.
pub(in crate::level) fn gather<C: Coord, U: Update>(
    update: &Workspace<C, U>,
    roots: &[Option<usize>],
    mut store: impl FnMut(Cut<C>, Cut<C>) -> Result<(), LevelError>,
) -> Result<(Vec<usize>, Vec<Option<usize>>), LevelError> {
    let (mut pointers, mut children) = (vec![0], Vec::new());
    for root in roots {
        for (lo, hi, child) in root.iter().flat_map(|&root| update.pieces(root)) {
            store(lo, hi)?;
            children.push(Some(child));
        }
        pointers.push(children.len());
    }
    Ok((pointers, children))
}
