//! Conversion of a tensor whose axes are not in the order of the loops of an `einsum!`.
//!
//! ```text
//!  stored        i: k: value       each entry has a region, one interval an axis
//!  reordered     k: i: value       entries are written one after the other, so that the lists of an inner axis are appended
//!                                  to if the axes are exchanged
//! ```

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use unite_ir::loops::whole::Sizes;

use super::Write;
use crate::continuous::{Coord, Cut, Interval};
use crate::level::{
    Element, Fiber, IndexOrder, Item, Leaf, Level, LevelError, Piecewise, PointAxis, Reorder, Subtensor, TensorRef,
    Truth, Update, Value, each_piece,
};
use crate::looplet::{Operand, Order};

/// The most places for each entry, for which entries are counted and not compared.
const WIDEST: u64 = 16;

/// Returns a tensor as it is stored, with the index of its root first.
#[inline(always)]
pub fn as_stored<L: Level>(level: &L) -> TensorRef<'_, L> {
    TensorRef::new(level)
}

/// Returns the sizes of a tensor.
pub fn sizes<O: IndexOrder, L: Reorder>(_order: O, level: &L) -> Sizes {
    let mut sizes = Sizes::new(O::index(0, 2) == 1);
    level.measure(&mut sizes);
    sizes
}

/// The entries of a subtensor, below axes with the regions `Above`.
///
/// Regions are nested with the first axis innermost: `((), i)`, and then `(((), i), k)`.
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
/// Takes time for the entries, and for the places of the new root axis, if these are integers, and no more than a few for
/// each entry; else for sorting the entries.
///
/// # Errors
/// [`LevelError::TooLarge`]: the format is arrays that have more places than memory has room for.
pub fn reordered<'a, L: Reorder, M: Level<Value = L::Value>, C: Coord, R: Copy>(
    level: &'a L,
    format: impl FnOnce(PhantomData<L::Storage>, L::Axes, Element<L::Value>) -> Result<M, LevelError>,
    arrange: impl Fn(<L::Fiber<'a> as Entries<()>>::Region) -> ((Cut<C>, Cut<C>), R),
) -> Result<Piecewise<M>, LevelError>
where
    L::Fiber<'a>: Entries<(), Value = L::Value>,
    M::Update: Write<((Cut<C>, Cut<C>), R)>,
{
    let fill = level.fill();
    let mut target = Piecewise::declare(format(PhantomData, level.axes(), Element::new(fill))?);
    let (update, root) = target.parts();
    let overlap = <L::Fiber<'a> as Entries<()>>::OVERLAP;
    let set = |old: &mut L::Value, value: L::Value| *old = if overlap { old.joined(value) } else { value };
    if <M::Update as Update>::IN_PLACE {
        level.fiber(0).each((), &mut |region, value: L::Value| {
            // All of it lies inside, since the extents are those of the tensor.
            update.change(root, arrange(region), &mut |old| set(old, value));
            Ok(())
        })?;
        return target.freeze();
    }
    // What is written in order is appended.
    let mut entries = Vec::new();
    level.fiber(0).each((), &mut |region, value: L::Value| {
        if !value.same(fill) {
            entries.push((arrange(region), value));
        }
        Ok(())
    })?;
    for entry in by_root(&entries, |(((lo, _), _), _)| *lo) {
        let (region, value) = entries[entry];
        update.write(root, region, &mut |old| set(old, value))?;
    }
    target.freeze()
}

/// Returns the numbers of entries in the order of their places.
///
/// Entries at one place keep their order.
fn by_root<C: Coord, E>(entries: &[E], place: impl Fn(&E) -> Cut<C>) -> Vec<usize> {
    let first = entries.iter().map(&place).reduce(|one, other| if other < one { other } else { one });
    let last = entries.iter().map(&place).reduce(|one, other| if other > one { other } else { one });
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let slot = |cut: Cut<C>| cut.value.bits().wrapping_sub(first.value.bits());
    let width = slot(last);
    if !C::DISCRETE || width > WIDEST * entries.len() as u64 {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|one, other| {
            place(&entries[*one]).partial_cmp(&place(&entries[*other])).unwrap_or(Ordering::Equal)
        });
        return order;
    }
    // A list of the entries of each place: where it ends, after all that come before.
    let mut ends = vec![0usize; width as usize + 1];
    for entry in entries {
        ends[slot(place(entry)) as usize] += 1;
    }
    let mut count = 0;
    for end in &mut ends {
        count += *end;
        *end = count;
    }
    let mut order = vec![0; entries.len()];
    for (number, entry) in entries.iter().enumerate().rev() {
        let end = &mut ends[slot(place(entry)) as usize];
        *end -= 1;
        order[*end] = number;
    }
    order
}

/// The axes of a tensor, as a list that continues after the last axis.
///
/// So a wrong number of indices is reported once, where the tensor is accessed.
pub trait NextAxis {
    /// The first axis.
    type Axis;
    /// The other axes.
    type Rest;

    /// Returns the first axis and the others.
    fn next_axis(self) -> (Self::Axis, Self::Rest);
}

impl NextAxis for () {
    type Axis = PointAxis<i64>;
    type Rest = ();

    fn next_axis(self) -> (PointAxis<i64>, ()) {
        (PointAxis(Interval::EVERYWHERE), ())
    }
}

impl<A, R> NextAxis for (A, R) {
    type Axis = A;
    type Rest = R;

    fn next_axis(self) -> (A, R) {
        self
    }
}

/// The regions of all axes, the last one outermost, as a list that continues after the first axis.
///
/// See [`NextAxis`].
pub trait LastRegion {
    /// The region of the last axis.
    type Region;
    /// The regions of the other axes.
    type Above;

    /// Returns the region of the last axis and the others.
    fn last_region(self) -> (Self::Region, Self::Above);
}

impl LastRegion for () {
    type Region = (Cut<i64>, Cut<i64>);
    type Above = ();

    fn last_region(self) -> (Self::Region, ()) {
        ((Cut::FIRST, Cut::LAST), ())
    }
}

impl<Above, R> LastRegion for (Above, R) {
    type Region = R;
    type Above = Above;

    #[inline(always)]
    fn last_region(self) -> (R, Above) {
        (self.1, self.0)
    }
}
