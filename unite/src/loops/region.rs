//! Properties of the region of a loop: its points, its length, and its image in the target.

use std::fmt::Display;
use std::hint::{black_box, cold_path};
use std::ops::{ControlFlow, Mul};

use super::{Axis, Combine, Convert};
use crate::continuous::{Coord, Cut, PlaceError};
use crate::level::{AxisUpdate, Fiber, Value};
use crate::looplet::{Flow, Layered, Live, LoopError, Looplet, Map, Offset, Operand, Scale, Stop};

/// Calls `body` for each place of a region, with the place as a number and as a region of its own.
///
/// # Errors
/// [`LoopError::IndexOverInterval`]: the region has uncountably or infinitely many places.
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
    } else if is_place(lo, hi) {
        body(lo.value, lo, hi)
    } else {
        ControlFlow::Break(LoopError::varies(index, lo, hi))
    }
}

/// Returns whether each region of a loop is a single place: the body has an effect only where all operands hold
/// something, and the pieces of one of them are single places.
#[inline(always)]
pub fn single<O: Layered>(_operands: &O, live: Live<O::Bits>) -> bool {
    live.all_of(O::COUNT) && O::ANY_POINTS
}

/// Returns whether a region is a single place, which it is if all regions of its loop are.
#[inline(always)]
pub fn single_region<C: Coord>(single: bool, lo: Cut<C>, hi: Cut<C>) -> bool {
    single || is_place(lo, hi)
}

/// Returns whether a region is a single place: a coordinate, or the gap between two adjacent coordinates of the type.
#[inline(always)]
fn is_place<C: Coord>(lo: Cut<C>, hi: Cut<C>) -> bool {
    if C::DISCRETE {
        return hi.value.bits().wrapping_sub(lo.value.bits()) == 1;
    }
    hi == if lo.after { lo.value.above().before() } else { lo.value.after() }
}

/// Returns the sum of a value over a region: the value times the number of places.
///
/// # Errors
/// [`LoopError::SumOverInterval`]: there are uncountably or infinitely many places, and the value is not zero.
/// [`LoopError::Length`]: the product does not fit the integer type.
#[inline(always)]
pub fn summed<C: Coord, T: Weigh>(
    index: &'static str,
    single: bool,
    lo: Cut<C>,
    hi: Cut<C>,
    value: T,
) -> ControlFlow<Stop, T> {
    if single || is_place(lo, hi) { ControlFlow::Continue(value) } else { multiplied(index, lo, hi, value) }
}

/// Returns what [`summed`] does, in a loop inside that of the region; `single` if the region is a single place.
#[inline(always)]
pub fn summed_around<C: Coord, T: Weigh>(
    index: &'static str,
    single: bool,
    lo: Cut<C>,
    hi: Cut<C>,
    value: T,
) -> ControlFlow<Stop, T> {
    if single {
        return ControlFlow::Continue(value);
    }
    cold_path();
    multiplied(index, lo, hi, value)
}

/// Multiplies a value by the number of places of a region. A call of its own, so that the loop around it stays small.
#[inline(never)]
fn multiplied<C: Coord, T: Weigh>(index: &'static str, lo: Cut<C>, hi: Cut<C>, value: T) -> ControlFlow<Stop, T> {
    if value == T::ZERO {
        ControlFlow::Continue(value)
    } else if C::DISCRETE && lo.value > C::LOWEST && hi.value < C::HIGHEST {
        weighed(index, value, C::measure(lo, hi))
    } else {
        ControlFlow::Break(LoopError::sum(index, lo, hi))
    }
}

/// Returns a value combined with itself once for each place of a region.
///
/// # Errors
/// [`LoopError::FoldOverInterval`]: there are uncountably or infinitely many places, or 2^53 and more, and the value
/// combined with itself is another one.
#[inline(always)]
pub fn folded<C: Coord, T: Copy + PartialEq>(
    index: &'static str,
    single: bool,
    (lo, hi): (Cut<C>, Cut<C>),
    value: T,
    function: impl Combine<T>,
) -> ControlFlow<Stop, T> {
    let combine = |old, new| function.combine(old, new);
    if single || is_place(lo, hi) || combine(value, value) == value {
        return ControlFlow::Continue(value);
    }
    let places = C::measure(lo, hi);
    if !C::DISCRETE || lo.value == C::LOWEST || hi.value == C::HIGHEST || places >= EXACT {
        return ControlFlow::Break(LoopError::fold(index, lo, hi));
    }
    // By squaring: all places but the first.
    let (mut total, mut power, mut rest) = (value, value, places as u64 - 1);
    loop {
        if rest % 2 == 1 {
            total = combine(total, power);
        }
        rest /= 2;
        if rest == 0 {
            return ControlFlow::Continue(total);
        }
        power = combine(power, power);
    }
}

/// A value type that can be multiplied by a length.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be summed or integrated",
    note = "numbers can; count truth values with `as i64`; sums and products of your own are a `unite::loops::semiring`"
)]
pub trait Weigh: Value + Display + Mul<Output = Self> {
    /// Returns the value times a length.
    ///
    /// Floats round; for `f32`, a length above 2^24 is rounded to `f32` first. As in IEEE 754, zero times an infinite
    /// length is NaN: leave zeros out of pieces of infinite length. For integers the product is exact; the result is
    /// `None` if the product does not fit the type, or if the length is 2^53 or more, where it may itself be rounded.
    fn weighed(self, length: f64) -> Option<Self>;
}

macro_rules! real {
    ($($number:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Weigh for $number {
            #[inline(always)]
            fn weighed(self, length: f64) -> Option<Self> {
                Some(self * (length as $number))
            }
        }
    )*};
}
real!(f32 f64);

/// The bound below which `f64` represents all integer lengths exactly, 2^53.
const EXACT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;

macro_rules! integer {
    ($($number:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Weigh for $number {
            #[inline(always)]
            fn weighed(self, length: f64) -> Option<Self> {
                if self == 0 {
                    return Some(0);
                }
                if !(0.0..EXACT).contains(&length) || length.fract() != 0.0 {
                    return None;
                }
                // Both factors are below 2^64, and one of them below 2^53.
                Self::try_from(self as i128 * i128::from(length as i64)).ok()
            }
        }
    )*};
}
integer!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

/// Returns a value times the length of a region.
///
/// # Errors
/// [`LoopError::Length`]: the value is an integer, and the product does not fit its type.
#[inline(always)]
pub fn weighed<T: Weigh>(index: &'static str, value: T, length: f64) -> ControlFlow<Stop, T> {
    match value.weighed(length) {
        Some(product) => ControlFlow::Continue(product),
        None => ControlFlow::Break(LoopError::length::<T>(index, value, length)),
    }
}

/// Maps a region of a loop to the places `i + offset` of a target.
#[inline(always)]
pub fn risen<C: Coord>(offset: C, lo: Cut<C>, hi: Cut<C>) -> (Cut<C>, Cut<C>) {
    (Offset(offset).to_tensor(lo), Offset(offset).to_tensor(hi))
}

/// Maps a region of a loop to the places `offset - i` of a target.
#[inline(always)]
pub fn fallen<C: Coord>(offset: C, lo: Cut<C>, hi: Cut<C>) -> (Cut<C>, Cut<C>) {
    risen(offset, hi.negated(), lo.negated())
}

/// Calls `write` for the places `scale * i + offset` of a target, for a region of a loop: once for real coordinates,
/// and once per integer for integer ones, whose images may be apart.
///
/// # Errors
/// [`LoopError::Singular`]: the scale is zero, not finite or not a number. [`LoopError::IndexOverInterval`]: the region
/// has infinitely many integers.
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
        points(index, lo, hi, |_, lo, _| {
            let place = map.to_tensor(lo).value;
            write((place.before(), place.after()))
        })
    } else {
        write((map.to_tensor(lo), map.to_tensor(hi)))
    }
}

/// `true` if places of a fiber are found by arithmetic, so that those which are not valid are not found.
const fn is_located<F: Fiber>() -> bool {
    <<F::Walk as Operand>::Layer as Looplet>::LOCATED
}

/// Converts a number to a coordinate of a fiber, for [`at`], which makes up for a check that is left out here.
///
/// # Errors
/// [`LoopError::Place`]: the number is not a valid coordinate.
#[inline(always)]
pub fn coordinate<F: Fiber, T>(index: &'static str, _fiber: &F, number: T) -> Result<(F::Coord,), LoopError>
where
    F::Coord: Convert<T>,
{
    if is_located::<F>() {
        let place = <F::Coord as Convert<T>>::convert(number);
        return place.map(|place| (place,)).map_err(|source| LoopError::Place { index, source });
    }
    place(index, number)
}

/// Calls `visit` with the contents of a place of a fiber, as [`Fiber::at`] does. `INNERMOST` allows two copies of it in the code, of
/// which one knows that something is stored there.
///
/// # Errors
/// [`LoopError::Place`]: the place is not a valid coordinate.
#[inline(always)]
pub fn at<F: Fiber, const INNERMOST: bool>(
    index: &'static str,
    fiber: F,
    place: F::Coord,
    mut visit: impl FnMut(Option<F::Child>) -> Flow,
) -> Flow {
    if !is_located::<F>() {
        return fiber.at(place, visit);
    }
    fiber.at(
        place,
        #[inline(always)]
        |child| {
            if child.is_none() {
                cold_path();
                if !place.is_valid() {
                    return ControlFlow::Break(invalid(index, place));
                }
                if INNERMOST {
                    // A loop of one round, which the compiler does not join with the copy below.
                    return (0..black_box(1)).try_for_each(|_| visit(None));
                }
            }
            visit(child)
        },
    )
}

/// Returns the region of a single valid place.
#[inline(always)]
pub fn one_place<C: Coord>(place: C) -> (Cut<C>, Cut<C>) {
    // The next integer exists, and the compiler knows that it is one further.
    (place.before(), if C::DISCRETE { place.stepped(1).before() } else { place.after() })
}

/// Converts a number to a coordinate of another type. The result is in a tuple to fix the type of the `?` expression:
/// with the bare generic type the compiler would infer that of a diverging expression and warn about it.
///
/// # Errors
/// [`LoopError::Place`]: the number is not a valid coordinate.
#[inline(always)]
pub fn place<C: Convert<T>, T>(index: &'static str, place: T) -> Result<(C,), LoopError> {
    match C::convert(place) {
        Ok(place) if place.is_valid() => Ok((place,)),
        Ok(place) => Err(not_valid(index, place)),
        Err(source) => Err(LoopError::Place { index, source }),
    }
}

/// Converts a number to a coordinate of an axis of a target. If its values have their memory, [`unless_invalid`] makes up
/// for a check that is left out here: no array has a place that is not valid.
///
/// # Errors
/// [`LoopError::Place`]: the number is not a valid coordinate.
#[inline(always)]
pub fn place_of_target<U: AxisUpdate, T>(
    _axis: &Axis<U>,
    index: &'static str,
    number: T,
) -> Result<(U::Coord,), LoopError>
where
    U::Coord: Convert<T>,
{
    if U::IN_PLACE {
        let place = <U::Coord as Convert<T>>::convert(number);
        return place.map(|place| (place,)).map_err(|source| LoopError::Place { index, source });
    }
    place(index, number)
}

/// Breaks off if the region of a single place, from [`one_place`], is not valid.
#[inline(always)]
pub fn unless_invalid<C: Coord>(index: &'static str, (lo, _): (Cut<C>, Cut<C>)) -> Flow {
    if lo.value.is_valid() { ControlFlow::Continue(()) } else { ControlFlow::Break(invalid(index, lo.value)) }
}

/// Returns the error of a coordinate that is not valid, passed by value.
#[cold]
#[inline(never)]
fn not_valid<C: Coord>(index: &'static str, place: C) -> LoopError {
    let source = place.checked().err().unwrap_or(PlaceError::NotANumber);
    LoopError::Place { index, source }
}

/// Returns the reason to stop at a coordinate that is not valid.
#[cold]
#[inline(never)]
fn invalid<C: Coord>(index: &'static str, place: C) -> Stop {
    not_valid(index, place).into()
}
