//! Rules of the language that the type checker enforces.

use crate::continuous::Coord;
use crate::level::Fiber;
use crate::looplet::{Disjoint, Kind, Layered, Mixed, Operand, Points};

/// A coordinate type that equals `C`, the coordinate type of the loop.
#[diagnostic::on_unimplemented(
    message = "one index goes along axes whose coordinates have different types, `{C}` and `{Self}`",
    label = "coordinates of type `{Self}` here, `{C}` elsewhere",
    note = "convert the index and give it a name, `let p = i as {Self}`, and write `p` in place of `i` here; or store both \
            tensors with coordinates of one type"
)]
pub trait Meets<C> {
    /// The type `O`, if the coordinate types agree.
    type Met<O>;

    /// Returns the operand unchanged, if the coordinate types agree.
    fn met<O>(operand: O) -> Self::Met<O>;
}

#[diagnostic::do_not_recommend]
impl<C> Meets<C> for C {
    type Met<O> = O;

    #[inline(always)]
    fn met<O>(operand: O) -> O {
        operand
    }
}

/// Returns an operand that is combined with another one of the same coordinate type.
#[inline(always)]
pub fn beside<A: Operand, B: Operand>(_first: &A, operand: B) -> <B::Coord as Meets<A::Coord>>::Met<B>
where
    B::Coord: Meets<A::Coord>,
{
    <B::Coord as Meets<A::Coord>>::met(operand)
}

/// A kind of pieces that may be points, so that they can be summed without a length.
#[diagnostic::on_unimplemented(
    message = "a sum over intervals of positive length has no value",
    label = "no tensor that moves with this index holds points",
    note = "multiply by `d(index)` to integrate",
    note = "to count pieces, find out first whether there is any, `Hit[..] |= ..` over the index, and then sum, \
            `Count[..] += Hit[..]`"
)]
pub trait Countable: Kind {}

#[diagnostic::do_not_recommend]
impl Countable for Points {}
#[diagnostic::do_not_recommend]
impl Countable for Mixed {}

/// A kind of pieces that may be points, so that their index can be used as a number.
#[diagnostic::on_unimplemented(
    message = "an index that takes every value of an interval is no number",
    label = "no tensor that moves with this index holds points",
    note = "an index over real numbers may be used as a number only where a tensor that it indexes holds points"
)]
pub trait Numeric: Kind {}

#[diagnostic::do_not_recommend]
impl Numeric for Points {}
#[diagnostic::do_not_recommend]
impl Numeric for Mixed {}

/// An order of pieces that do not overlap.
#[diagnostic::on_unimplemented(
    message = "a tensor whose pieces overlap is the sum of them: it can only be a factor of what `+=` or `|=` adds, and has no \
               windows",
    label = "not a factor here, or in a window",
    note = "convert it to a format whose pieces do not overlap first",
    note = "to find the greatest or the least value at each place, store numbers of `semiring::MaxPlus` or `MinPlus`, and add them"
)]
pub trait Apart {}

#[diagnostic::do_not_recommend]
impl Apart for Disjoint {}

/// Compiles only if a sum over the regions of a loop may have a value.
#[inline(always)]
pub fn countable<O: Layered>(_operands: &O)
where
    <O::Coord as Coord>::Pieces<O::Kind>: Countable,
{
}

/// Compiles only if an index may be used as a number.
#[inline(always)]
pub fn numeric<O: Layered>(_operands: &O)
where
    <O::Coord as Coord>::Pieces<O::Kind>: Numeric,
{
}

/// Compiles only for a fiber whose pieces do not overlap.
#[inline(always)]
pub fn apart<F: Fiber>(_fiber: &F)
where
    <F::Walk as Operand>::Order: Apart,
{
}
