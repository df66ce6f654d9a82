//! Elementwise iteration over tensors of one extent: fill, copy, zip, and folds.
//!
//! Section: thesis, chapters 5.11 and 7. The tensor on the left already exists, and its extent gives the bounds of the
//! loops. Every iterator on the right occurs on the left, and no intermediate result is stored. Sources are read *by
//! index*; [`colocate`](crate::Tensor::colocate) them first to read the same place.
//!
//! If all operands are proven to lie inside their blocks, the loops run line by line over plain slices; otherwise
//! sample by sample through the checked access.

mod assign;
mod elements;
mod fold;

pub use elements::{Elements, Lines};

use crate::frame::{Extent, Tuple, each};

/// Selects one of two values by a condition. Both values are computed, so loops over lines of samples vectorise.
///
/// ```
/// use unite::{Tile, select};
/// unite::universe! { pub struct Video: 2; }
/// let (mut mask, mut out) = (Tile::<Video, [[bool; 4]; 4]>::at([0, 0]), Tile::<Video, [[u8; 4]; 4]>::at([0, 0]));
/// mask.fill_with(|[y, x]| x > y);
/// let (a, b) = (Tile::<Video, _>{ origin: [0, 0], data: [[1_u8; 4]; 4] }, Tile::<Video, _>{ origin: [0, 0], data: [[2_u8; 4]; 4] });
/// out.zip((&mask, &a, &b), |(m, a, b)| select(m, a, b));
/// assert_eq!(out.data[1], [2, 2, 1, 1]);
/// ```
#[inline(always)]
pub fn select<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

/// Calls `f` with the first index of every line along the last dimension.
#[inline(always)]
fn for_each_line<I: Tuple>(extent: impl Extent, mut f: impl FnMut(I)) {
    each!(K < I::RANK => {
        if extent.dim(K) == 0 {
            return;
        }
    });
    let outer = |k: usize| if k + 1 < I::RANK { extent.dim(k) } else { 1 };
    for a in 0..outer(0) {
        for b in 0..outer(1) {
            for c in 0..outer(2) {
                let (mut i, at) = (I::splat(0), [a, b, c, 0]);
                each!(K < I::RANK => {
                    i.put(K, if K + 1 < I::RANK { at[K] as isize } else { 0 });
                });
                f(i);
            }
        }
    }
}

/// Calls `f` with every index.
#[inline(always)]
fn for_each<I: Tuple>(extent: impl Extent, mut f: impl FnMut(I)) {
    let width = extent.dim(I::RANK - 1);
    for_each_line::<I>(extent, |mut i| {
        for x in 0..width {
            i.put(I::RANK - 1, x as isize);
            f(i);
        }
    });
}
