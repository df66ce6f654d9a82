//! Writes to a region of a tensor.

use std::marker::PhantomData;

use crate::continuous::{Coord, Cut, Stored};
use crate::copied::copied;
use crate::level::{Appender, AxisUpdate, IndexOrder, Indexing, LeafUpdate, LevelError, OpenPieces, Update, Value};
use crate::looplet::{
    Flow, Free, Layered, ListsIn, Live, LiveBits, Range, Slots, SlotsIn, coiterate_inlined, coiterate_layers,
};

use super::{Meets, TableOf};

/// Storage that can be written by regions. `R` is `()` for a value, and `((lo, hi), rest)` for an axis and the levels
/// below.
pub trait Write<R>: Update {
    /// The axis to whose lists a loop appends, where the axis above is `A`: the last one.
    type Last<A: Line>: Line;

    /// Returns the end of the lists of a region, if they end before it, or find its places through a table; `single` if single
    /// places are written.
    ///
    /// Every axis of the region but the last must be a single place of an array, or there are no such lists.
    fn appender<A: Line>(
        &mut self,
        position: usize,
        region: R,
        single: bool,
    ) -> Option<AppenderTo<'_, Self::Last<A>, Self::Value>>;

    /// Returns the end of the lists of a fiber of the axis above, whose values are those of this storage.
    fn appender_of<'a, A: Line>(
        &'a mut self,
        pieces: OpenPieces<'a, A::Coord, A::Stored>,
    ) -> Option<AppenderTo<'a, Self::Last<A>, Self::Value>>;

    /// Returns the table of places of a fiber in which single places are found, if it has one; the region along the last axis
    /// is not looked at.
    ///
    /// Every other axis of the region must be a single place of an array, or there is none.
    fn table<A: Line>(&mut self, position: usize, region: R) -> Option<TableOf<'_, Self::Last<A>, Self::Value>>;

    /// Calls `change` for each value in a region of the subtensor at `position`.
    ///
    /// # Errors
    /// [`LevelError`]: part of the region lies outside of the extent.
    fn write(
        &mut self,
        position: usize,
        region: R,
        change: &mut impl FnMut(&mut Self::Value),
    ) -> Result<(), LevelError>;

    /// Calls `change` for each value in a region of the subtensor at `position`, if all of them have their memory
    /// ([`Update::IN_PLACE`]). Returns whether it did; otherwise nothing is changed.
    fn change(&mut self, position: usize, region: R, change: &mut impl FnMut(&mut Self::Value)) -> bool;

    /// Returns the values in a region of the `count` subtensors from `position` on, if they are in memory side by side,
    /// in the order of the last axis: every other axis of the region is a single place.
    fn line(&mut self, position: usize, count: usize, region: R) -> Option<&mut [Self::Value]>;

    /// Calls `change` for each value stored in a region of the subtensor at `position`, and removes the values that are
    /// fill afterwards. Returns whether the subtensor may still store anything.
    fn amend(&mut self, position: usize, region: R, change: &mut impl FnMut(&mut Self::Value)) -> bool;
}

/// Applies `change` to the values in a region of a target. `change` must map equal values to equal values.
///
/// If `change` leaves fill unchanged, gaps stay gaps: nothing is stored in them, and the region may exceed the extent.
/// Values that are stored in the region are changed all the same, and removed if they become fill.
///
/// # Errors
/// [`LevelError`]: part of the region lies outside of the extent, and `change` does not leave fill unchanged.
#[inline(always)]
pub fn enter<R: Copy, U: Write<R>>(
    mut update: U,
    position: usize,
    region: R,
    change: impl FnMut(&mut U::Value),
) -> Result<(), LevelError> {
    if U::IN_PLACE {
        leave(update, position, [region], change)
    } else {
        enter_into(&mut update, position, region, change)
    }
}

/// Applies `change` to the value at a single place of a target, as [`enter`] does. If values have their memory, [`change`] has
/// not found the place: it is outside of the extents, where only fill can be written.
///
/// # Errors
/// [`LevelError`]: the place lies outside of the extent, and `change` does not leave fill unchanged.
#[inline(always)]
pub fn enter_place<R: Copy, U: Write<R>>(
    mut update: U,
    position: usize,
    place: R,
    mut change: impl FnMut(&mut U::Value),
) -> Result<(), LevelError> {
    if !U::IN_PLACE {
        return enter_into(&mut update, position, place, change);
    }
    if keeps_fill(&update, &mut change) {
        return Ok(());
    }
    // A call that returns to the loop would keep in memory what the loop uses.
    let Err(error) = leave(update, position, [place], change) else {
        unreachable!("a place inside of the extents has its memory");
    };
    Err(error)
}

/// Applies `change` to the values in a region of a target, as [`enter`] does, if all of them have their memory. Returns
/// whether it did; otherwise nothing is changed.
#[inline(always)]
pub fn change<R: Copy, U: Write<R>>(
    update: &mut U,
    position: usize,
    region: R,
    mut change: impl FnMut(&mut U::Value),
) -> bool {
    U::IN_PLACE && update.change(position, region, &mut change)
}

/// The axis of an appender.
pub trait Line {
    /// The coordinates of the axis.
    type Coord: Coord;
    /// The type in which they are stored.
    type Stored: Stored<Coord = Self::Coord>;
}

impl<U: AxisUpdate> Line for Axis<U> {
    type Coord = U::Coord;
    type Stored = U::Stored;
}

/// An appender to the lists of axis `A` with values `T`.
pub type AppenderTo<'a, A, T> = Appender<'a, <A as Line>::Coord, <A as Line>::Stored, T>;

/// The regions `R` of a target at which a loop writes, by the cuts of the loop.
pub struct WrittenAt<C, R, F, B> {
    position: usize,
    anew: Live<B>,
    regions: F,
    types: PhantomData<fn(C) -> R>,
}

/// Returns the regions of a target at which a loop over operands writes; `anew` are its live sets for a fiber that stores nothing.
#[inline(always)]
pub fn written_at<O: Layered, R, F: Fn(Cut<O::Coord>, Cut<O::Coord>) -> R>(
    _operands: &O,
    position: usize,
    anew: Live<O::Bits>,
    regions: F,
) -> WrittenAt<O::Coord, R, F, O::Bits> {
    WrittenAt { position, anew, regions, types: PhantomData }
}

impl<'a, U: Write<R> + AxisUpdate, C, R, F, B> SlotsIn<'a, U> for WrittenAt<C, R, F, B> {
    type Lists = AppenderTo<'a, <U as Write<R>>::Last<Axis<U>>, U::Value>;
}

impl<U, C, R, F, B> Slots<U, C, B> for WrittenAt<C, R, F, B>
where
    U: Write<R> + AxisUpdate,
    C: Coord,
    F: Fn(Cut<C>, Cut<C>) -> R,
    B: LiveBits,
{
    type Value = U::Value;

    #[inline(always)]
    fn line<'a>(&self, update: &'a mut U, lo: Cut<C>, hi: Cut<C>) -> Option<&'a mut [U::Value]> {
        update.line(self.position, 1, (self.regions)(lo, hi))
    }

    #[inline(always)]
    fn lists<'a>(&self, update: &'a mut U, lo: Cut<C>, hi: Cut<C>, single: bool) -> Option<ListsIn<'a, Self, U>> {
        if U::IN_PLACE { None } else { update.appender::<Axis<U>>(self.position, (self.regions)(lo, hi), single) }
    }

    #[inline(always)]
    fn live(&self, lists: &ListsIn<'_, Self, U>, live: Live<B>) -> Live<B> {
        if lists.is_empty() { self.anew } else { live }
    }
}

/// Co-iterates operands as [`coiterate_layers`] does, for a body with a loop inside that runs along a target.
#[inline(always)]
pub fn around_line<O: Layered, R: Range<O::Coord>, U: Update, const EMPTY: bool, const OPTIONAL: usize>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    _target: Axis<U>,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    if U::IN_PLACE {
        coiterate_inlined::<_, _, EMPTY, OPTIONAL>(operands, range, live, body)
    } else {
        coiterate_layers::<_, _, EMPTY, OPTIONAL>(operands, range, live, body)
    }
}

/// Appends a piece to the lists of a target, as [`enter`] writes it; `single` if it is known to be a single place.
#[inline(always)]
pub fn append<C: Coord, S: Stored<Coord = C>, T: Value, R: Regions<Last = (Cut<C>, Cut<C>)>>(
    lists: &mut Appender<'_, C, S, T>,
    region: R,
    single: bool,
    change: impl Fn(&mut T),
) {
    let (lo, hi) = region.last();
    lists.append(lo, hi, single, change);
}

/// A region, one for each axis, from the root down.
pub trait Regions {
    /// The region of the last axis.
    type Last;

    /// Returns the region of the last axis.
    fn last(self) -> Self::Last;
}

impl<A> Regions for (A, ()) {
    type Last = A;

    #[inline(always)]
    fn last(self) -> A {
        self.0
    }
}

impl<A, B, R> Regions for (A, (B, R))
where
    (B, R): Regions,
{
    type Last = <(B, R) as Regions>::Last;

    #[inline(always)]
    fn last(self) -> Self::Last {
        self.1.last()
    }
}

/// Writes to a region that reaches out of the extents of a target whose values have their memory. (The storage is passed
/// by value, and the region in an array of its own: if the address of what the loop uses were passed, the loop would keep
/// it in memory.)
#[cold]
#[inline(never)]
fn leave<R: Copy, U: Write<R>>(
    mut update: U,
    position: usize,
    [region]: [R; 1],
    change: impl FnMut(&mut U::Value),
) -> Result<(), LevelError> {
    enter_into(&mut update, position, region, change)
}

/// Returns whether `change` leaves the fill value of a target unchanged.
#[inline(always)]
fn keeps_fill<U: Update>(update: &U, change: &mut impl FnMut(&mut U::Value)) -> bool {
    let mut fresh = update.fill();
    change(&mut fresh);
    fresh.same(update.fill())
}

/// Writes to a region of any target.
#[inline(always)]
fn enter_into<R: Copy, U: Write<R>>(
    update: &mut U,
    position: usize,
    region: R,
    mut change: impl FnMut(&mut U::Value),
) -> Result<(), LevelError> {
    if keeps_fill(update, &mut change) {
        update.amend(position, region, &mut change);
        Ok(())
    } else {
        update.write(position, region, &mut change)
    }
}

impl<U: LeafUpdate> Write<()> for U {
    type Last<A: Line> = A;

    #[inline(always)]
    fn appender<A: Line>(&mut self, _: usize, _: (), _: bool) -> Option<AppenderTo<'_, A, U::Value>> {
        None
    }

    #[inline(always)]
    fn appender_of<'a, A: Line>(
        &'a mut self,
        pieces: OpenPieces<'a, A::Coord, A::Stored>,
    ) -> Option<AppenderTo<'a, A, U::Value>> {
        Some(Appender::new(pieces, self.lists()?))
    }

    #[inline(always)]
    fn table<A: Line>(&mut self, _: usize, _: ()) -> Option<TableOf<'_, A, U::Value>> {
        None
    }

    #[inline(always)]
    fn write(&mut self, position: usize, _: (), change: &mut impl FnMut(&mut U::Value)) -> Result<(), LevelError> {
        change(self.value(position));
        Ok(())
    }

    #[inline(always)]
    fn change(&mut self, position: usize, _: (), change: &mut impl FnMut(&mut U::Value)) -> bool {
        change(self.value(position));
        true
    }

    #[inline(always)]
    fn line(&mut self, position: usize, count: usize, _: ()) -> Option<&mut [U::Value]> {
        self.values(position, count)
    }

    #[inline(always)]
    fn amend(&mut self, position: usize, _: (), change: &mut impl FnMut(&mut U::Value)) -> bool {
        let fill = self.fill();
        let value = self.value(position);
        change(value);
        !value.same(fill)
    }
}

impl<U: AxisUpdate, R: Copy> Write<((Cut<U::Coord>, Cut<U::Coord>), R)> for U
where
    U::Child: Write<R>,
{
    type Last<A: Line> = <U::Child as Write<R>>::Last<Axis<U>>;

    #[inline(always)]
    fn appender<A: Line>(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
        single: bool,
    ) -> Option<AppenderTo<'_, Self::Last<A>, U::Value>> {
        if matches!(self.span(position, lo, hi), Some((.., 1))) {
            let (child, first, _) = self.span(position, lo, hi)?;
            return child.appender::<Axis<U>>(first, rest, single);
        }
        let (pieces, child) = self.open_pieces(position, lo, hi, single)?;
        child.appender_of::<Axis<U>>(pieces)
    }

    #[inline(always)]
    fn appender_of<'a, A: Line>(
        &'a mut self,
        _: OpenPieces<'a, A::Coord, A::Stored>,
    ) -> Option<AppenderTo<'a, Self::Last<A>, U::Value>> {
        None
    }

    #[inline(always)]
    fn table<A: Line>(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
    ) -> Option<TableOf<'_, Self::Last<A>, U::Value>> {
        if matches!(self.span(position, lo, hi), Some((.., 1))) {
            let (child, first, _) = self.span(position, lo, hi)?;
            return child.table::<Axis<U>>(first, rest);
        }
        let extent = self.extent();
        let (pieces, child) = self.open_pieces(position, extent.lo(), extent.hi(), true)?;
        child.appender_of::<Axis<U>>(pieces)?.into_table()
    }

    #[inline(always)]
    fn write(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
        change: &mut impl FnMut(&mut U::Value),
    ) -> Result<(), LevelError> {
        self.cover(
            position,
            lo,
            hi,
            #[inline(always)]
            |child, position| child.write(position, rest, change),
        )
    }

    #[inline(always)]
    fn change(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
        change: &mut impl FnMut(&mut U::Value),
    ) -> bool {
        // The region below is the same for all positions, so the first one tells whether it is inside.
        match self.span(position, lo, hi) {
            // Counting from 0 lets the compiler drop the loop for a single place.
            Some((child, first, count)) => (0..count).all(
                #[inline(always)]
                |k| child.change(first + k, rest, change),
            ),
            None => false,
        }
    }

    #[inline(always)]
    fn line(
        &mut self,
        position: usize,
        count: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
    ) -> Option<&mut [U::Value]> {
        if count != 1 {
            return None;
        }
        let (child, first, count) = self.span(position, lo, hi)?;
        child.line(first, count, rest)
    }

    #[inline(always)]
    fn amend(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
        change: &mut impl FnMut(&mut U::Value),
    ) -> bool {
        self.retain(position, lo, hi, |child, position| child.amend(position, rest, change))
    }
}

/// The type of an axis of a target, for a loop whose index is used by the target alone.
#[derive(Debug)]
pub struct Axis<U>(PhantomData<U>);

copied!([U] Axis<U>);

impl<U: AxisUpdate> Axis<U> {
    /// Returns the region of all places.
    #[inline(always)]
    pub fn everywhere(&self) -> (Cut<U::Coord>, Cut<U::Coord>) {
        (Cut::FIRST, Cut::LAST)
    }

    /// Returns the first axis of a target.
    pub fn of(_update: &U) -> Self {
        Axis(PhantomData)
    }

    /// Returns the next axis.
    pub fn child(&self) -> Axis<U::Child> {
        Axis(PhantomData)
    }

    /// Returns an empty set of operands over the coordinates of the axis.
    pub fn free(&self) -> Free<U::Coord> {
        Free::default()
    }
}

/// Returns the axis below another one of a target; compiles only if there is one above.
pub fn below<U: AxisUpdate>(_axis: Axis<U>) -> Axis<U::Child> {
    Axis(PhantomData)
}

/// Compiles only if values are below an axis of a target.
pub fn above_values<U: AxisUpdate<Child: LeafUpdate>>(_axis: Axis<U>) {}

/// A region of a loop, from one cut to another.
#[derive(Debug, Clone, Copy)]
pub struct Region<C>(pub (Cut<C>, Cut<C>));

impl<C: Coord> Region<C> {
    /// Returns the region as a region of an axis of the target. (This is a method so that its type is that of the loop;
    /// an argument would be expected to have the type of the axis.)
    #[inline(always)]
    pub fn along<U: AxisUpdate>(self, _axis: &Axis<U>) -> <U::Coord as Meets<C>>::Met<(Cut<C>, Cut<C>)>
    where
        U::Coord: Meets<C>,
    {
        <U::Coord as Meets<C>>::met(self.0)
    }
}

/// Reorders the regions, one for each index, from the root down.
#[inline(always)]
pub fn root_first<O: IndexOrder, R: Indexing<O>>(_order: O, regions: R) -> R::Nest {
    regions.root_first()
}

/// Returns an empty set of operands over the coordinate type of a bound.
pub fn free<B: Bound>(_bound: &B) -> Free<B::Coord> {
    Free::default()
}

/// A number type that can bound a loop without tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` bounds no loop",
    note = "a loop that indexes no tensor goes over the coordinates of its bounds: `i8` to `i64`, `f32`, `f64`, and \
            unsigned integers, which count as the next wider signed ones"
)]
pub trait Bound {
    /// The coordinate type of the loop.
    type Coord: Coord;
}

macro_rules! bound {
    ($($bound:ident $coordinate:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Bound for $bound {
            type Coord = $coordinate;
        }
    )*};
}
bound! {
    i8 i8;
    i16 i16;
    i32 i32;
    i64 i64;
    f32 f32;
    f64 f64;
    u8 i16;
    u16 i32;
    u32 i64;
    u64 i64;
    usize i64;
}
