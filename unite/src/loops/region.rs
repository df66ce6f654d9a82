//! What a loop knows of the region that it is in: its points, its length, and where it lies in the target.

use std::ops::{ControlFlow, Mul};

use super::Convert;
use crate::continuous::{Coord, Cut};
use crate::level::Value;
use crate::looplet::{Flow, Layered, Live, LoopError, Map, Offset, Scale};

/// Calls `body` for each place of a region, with the place as a number, and a region that has no other.
///
/// # Errors
/// [`LoopError::IndexOverInterval`]: the region has uncountably, or infinitely many.
#[inline(always)]
pub fn points<C: Coord>(
    index: &'static str,
    lo: Cut<C>,
    hi: Cut<C>,
    mut body: impl FnMut(C, Cut<C>, Cut<C>) -> Flow,
) -> Flow {
    if C::DISCRETE {
        if lo < hi && (lo.value == C::LOWEST || hi.value == C::HIGHEST) {
            return ControlFlow::Break(LoopError::varies(index, lo, hi));
        }
        let mut at = lo;
        while at < hi {
            let next = at.value.after();
            body(at.value, at, next)?;
            at = next;
        }
        ControlFlow::Continue(())
    } else if lo == lo.value.before() && hi == lo.value.after() {
        body(lo.value, lo, hi)
    } else {
        ControlFlow::Break(LoopError::varies(index, lo, hi))
    }
}

/// Whether each region of a loop is one place: where nothing happens unless all operands hold something, and one of them
/// holds single places.
#[inline(always)]
pub fn single<O: Layered>(_operands: &O, live: Live) -> bool {
    live.all_of(O::COUNT) && O::ANY_POINTS
}

/// A value that is summed over a region: so many times the value as there are places.
///
/// # Errors
/// [`LoopError::SumOverInterval`]: there are uncountably or infinitely many, and the value is not zero.
#[inline(always)]
pub fn summed<C: Coord, T: Weigh>(
    index: &'static str,
    single: bool,
    lo: Cut<C>,
    hi: Cut<C>,
    value: T,
) -> ControlFlow<crate::looplet::Stop, T> {
    if single || (lo == lo.value.before() && hi == lo.value.after()) || value == T::ZERO {
        ControlFlow::Continue(value)
    } else if C::DISCRETE && lo.value > C::LOWEST && hi.value < C::HIGHEST {
        ControlFlow::Continue(value.weighed(C::measure(lo, hi)))
    } else {
        ControlFlow::Break(LoopError::sum(index, lo, hi))
    }
}

/// Values that can be multiplied by a length.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be summed or integrated",
    note = "numbers can; count truth values with `as i64`"
)]
pub trait Weigh: Value + Mul<Output = Self> {
    /// The value times a length; for integers, which count, the nearest integer. As in IEEE 754, a stored zero times an
    /// infinite length is no number: leave zeros out of pieces without an end.
    fn weighed(self, length: f64) -> Self;
}

macro_rules! weigh {
    ($($number:ident)*) => {$(
        impl Weigh for $number {
            #[inline(always)]
            fn weighed(self, length: f64) -> Self {
                self * (length as $number)
            }
        }
    )*};
}
weigh!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 usize);

/// The places `i + offset` of a target, for the region of a loop.
#[inline(always)]
pub fn risen<C: Coord>(offset: C, lo: Cut<C>, hi: Cut<C>) -> (Cut<C>, Cut<C>) {
    (Offset(offset).to_tensor(lo), Offset(offset).to_tensor(hi))
}

/// The places `offset - i` of a target, for the region of a loop.
#[inline(always)]
pub fn fallen<C: Coord>(offset: C, lo: Cut<C>, hi: Cut<C>) -> (Cut<C>, Cut<C>) {
    risen(offset, hi.negated(), lo.negated())
}

/// Calls `write` for the places `scale * i + offset` of a target, for the region of a loop: once, or for integers, which
/// the scale spreads, for each.
///
/// # Errors
/// [`LoopError::Singular`]: the scale is zero, not finite or not a number. [`LoopError::IndexOverInterval`]: there are
/// infinitely many integers.
#[inline(always)]
pub fn image<C: Coord>(
    index: &'static str,
    scale: C,
    offset: C,
    lo: Cut<C>,
    hi: Cut<C>,
    mut write: impl FnMut((Cut<C>, Cut<C>)) -> Flow,
) -> Flow {
    let zero = C::default();
    let (map, lo, hi) = if scale > zero && scale < C::HIGHEST {
        (Scale { scale, offset }, lo, hi)
    } else if scale < zero && scale > C::LOWEST {
        (Scale { scale: scale.negated(), offset }, hi.negated(), lo.negated())
    } else {
        return ControlFlow::Break(LoopError::Singular { index, coefficient: scale.to_string() }.into());
    };
    if C::DISCRETE {
        points(index, lo, hi, |_, lo, _| write(one_place(map.to_tensor(lo).value)))
    } else {
        write((map.to_tensor(lo), map.to_tensor(hi)))
    }
}

/// The region that is one place.
#[inline(always)]
pub fn one_place<C: Coord>(place: C) -> (Cut<C>, Cut<C>) {
    (place.before(), place.after())
}

/// A number as a coordinate of another type.
///
/// # Errors
/// [`LoopError::Place`]: it is none.
#[inline(always)]
pub fn place<C: Coord, T: Convert<C>>(index: &'static str, place: T) -> Result<C, LoopError> {
    place.convert().and_then(Coord::checked).map_err(|source| LoopError::Place { index, source })
}
