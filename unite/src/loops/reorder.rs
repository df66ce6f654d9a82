//! Conversion of a tensor whose axes are not in the order of the loops of an `einsum!`.
//!
//! ```text
//!  stored        i: k: value       each entry has a region, one interval an axis
//!  reordered     k: i: value       entries are written one after the other, so that the lists of an inner axis are appended
//!                                  to if the axes are exchanged
//! ```

use std::marker::PhantomData;
use std::ops::ControlFlow;

use unite_ir::loops::contraction::Stored;

use super::Write;
use crate::continuous::Cut;
use crate::level::{
    Element, Fiber, IndexOrder, Item, Leaf, Level, LevelError, Piecewise, Reorder, Subtensor, TensorRef, Truth, Value,
    each_piece,
};
use crate::looplet::{Operand, Order};

/// Returns a tensor as it is stored, with the index of its root first.
#[inline(always)]
pub fn as_stored<L: Level>(level: &L) -> TensorRef<'_, L> {
    TensorRef::new(level)
}

/// Returns the sizes of a tensor.
pub fn sizes<O: IndexOrder, L: Reorder>(_order: O, level: &L) -> Stored {
    let mut sizes = Stored::new(O::index(0, 2) == 1);
    level.measure(&mut sizes);
    sizes
}

/// The entries of a subtensor, below axes with the regions `Above`: the first axis innermost, `((), i)` and then
/// `(((), i), k)`.
pub trait Entries<Above>: Subtensor {
    /// The regions of all axes.
    type Region;

    /// `true` if pieces may overlap along some axis.
    const OVERLAP: bool;

    /// Calls `visit` with the region and the value of each entry.
    ///
    /// # Errors
    /// The first error of `visit`, after which it is not called any more.
    fn each(
        self,
        above: Above,
        visit: &mut impl FnMut(Self::Region, Self::Value) -> Result<(), LevelError>,
    ) -> Result<(), LevelError>;
}

#[diagnostic::do_not_recommend]
impl<Above: Copy, F: Fiber> Entries<Above> for F
where
    F::Child: Entries<(Above, (Cut<F::Coord>, Cut<F::Coord>))>,
{
    type Region = <F::Child as Entries<(Above, (Cut<F::Coord>, Cut<F::Coord>))>>::Region;

    const OVERLAP: bool = <<F::Walk as Operand>::Order as Order>::OVERLAPS
        || <F::Child as Entries<(Above, (Cut<F::Coord>, Cut<F::Coord>))>>::OVERLAP;

    fn each(
        self,
        above: Above,
        visit: &mut impl FnMut(Self::Region, Self::Value) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        let mut result = Ok(());
        let _ = each_piece::<true, _>(self, |lo, hi, child: F::Child| {
            result = child.each((above, (lo, hi)), visit);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result
    }
}

macro_rules! leaf {
    ([$($generic:tt)*] $leaf:ty) => {
        impl<$($generic)* Above: Copy> Entries<Above> for $leaf {
            type Region = Above;

            const OVERLAP: bool = false;

            fn each(
                self,
                above: Above,
                visit: &mut impl FnMut(Above, Self::Value) -> Result<(), LevelError>,
            ) -> Result<(), LevelError> {
                visit(above, self.get())
            }
        }
    };
}
leaf!([T: Value,] Item<'_, T>);
leaf!([] Truth);

/// Converts a tensor to another format, with its axes in another order. `format` creates the format from the axes, and
/// `arrange` puts the regions of all axes into the order of the format, root first.
///
/// # Errors
/// [`LevelError::TooLarge`]: the format is arrays that have more places than memory has room for.
pub fn reordered<'a, L: Reorder, M: Level<Value = L::Value>, R: Copy>(
    level: &'a L,
    format: impl FnOnce(PhantomData<L::Storage>, L::Axes, Element<L::Value>) -> Result<M, LevelError>,
    arrange: impl Fn(<L::Fiber<'a> as Entries<()>>::Region) -> R,
) -> Result<Piecewise<M>, LevelError>
where
    L::Fiber<'a>: Entries<(), Value = L::Value>,
    M::Update: Write<R>,
{
    let fill = level.fill();
    let mut target = Piecewise::declare(format(PhantomData, level.axes(), Element::new(fill))?);
    let (update, root) = target.parts();
    let overlap = <L::Fiber<'a> as Entries<()>>::OVERLAP;
    level.fiber(0).each((), &mut |region, value: L::Value| {
        if value.same(fill) {
            return Ok(());
        }
        let set = &mut |old: &mut L::Value| *old = if overlap { old.joined(value) } else { value };
        update.write(root, arrange(region), set)
    })?;
    target.freeze()
}
