//! Rules of the language that types show.

use crate::continuous::Coord;
use crate::level::Fiber;
use crate::looplet::{Disjoint, Kind, Layered, Mixed, Operand, Points};

/// Pieces of which some may be single places.
#[diagnostic::on_unimplemented(
    message = "a sum over intervals of positive length has no value",
    label = "no tensor that moves with this index holds points",
    note = "multiply by `d(index)` to integrate",
    note = "to count pieces, find out first whether there is any, `Hit[..] |= ..` over the index, and then sum, \
            `Count[..] += Hit[..]`"
)]
pub trait Countable: Kind {}

impl Countable for Points {}
impl Countable for Mixed {}

/// Pieces of which some may be single places.
#[diagnostic::on_unimplemented(
    message = "an index that takes every value of an interval is no number",
    label = "no tensor that moves with this index holds points",
    note = "an index over real numbers may be used as a number only where a tensor that it indexes holds points"
)]
pub trait Numeric: Kind {}

impl Numeric for Points {}
impl Numeric for Mixed {}

/// Pieces that do not overlap.
#[diagnostic::on_unimplemented(
    message = "a tensor whose pieces overlap is the sum of them, and can only be a factor of what `+=` or `|=` adds",
    label = "not a factor here",
    note = "convert it to a format whose pieces do not overlap first"
)]
pub trait Apart {}

impl Apart for Disjoint {}

/// Compiles where a sum over the regions of a loop may have a value.
#[inline(always)]
pub fn countable<O: Layered>(_operands: &O)
where
    <O::Coord as Coord>::Pieces<O::Kind>: Countable,
{
}

/// Compiles where an index may be a number.
#[inline(always)]
pub fn numeric<O: Layered>(_operands: &O)
where
    <O::Coord as Coord>::Pieces<O::Kind>: Numeric,
{
}

/// Compiles for a fiber whose pieces do not overlap.
#[inline(always)]
pub fn apart<F: Fiber>(_fiber: &F)
where
    <F::Walk as Operand>::Order: Apart,
{
}
