//! Operands for one axis of a tensor: `A[coefficient * i + offset]`.

use crate::continuous::{Coord, Cut, Hull};
use crate::level::Fiber;
use crate::looplet::{Flow, LayerVisit, LoopError, Map, Mixed, Offset, Operand, Scale, SumVisit, Switch};

type Shifted<O> = <O as Operand>::Mapped<Offset<<O as Operand>::Coord>>;
type Scaled<O> = <O as Operand>::Mapped<Scale<<O as Operand>::Coord>>;
type ScaledEitherWay<F> = EitherWay<Scaled<<F as Fiber>::Walk>, Scaled<<F as Fiber>::Back>>;

/// Returns the operand `A[i + offset]`.
#[inline(always)]
pub fn rising<F: Fiber>(fiber: F, offset: F::Coord) -> Shifted<F::Walk> {
    fiber.walk().mapped(Offset(offset))
}

/// Returns the operand `A[offset - i]`.
#[inline(always)]
pub fn falling<F: Fiber>(fiber: F, offset: F::Coord) -> Shifted<F::Back> {
    fiber.back().mapped(Offset(offset.negated()))
}

/// Returns the operand `A[coefficient * i + offset]`.
///
/// # Errors
/// [`LoopError::Singular`]: the coefficient is zero, not finite or not a number.
#[inline(always)]
pub fn scaled<F: Fiber>(
    index: &'static str,
    fiber: F,
    coefficient: F::Coord,
    offset: F::Coord,
) -> Result<ScaledEitherWay<F>, LoopError> {
    let zero = F::Coord::default();
    if coefficient > zero && coefficient < F::Coord::HIGHEST {
        Ok(EitherWay::Rising(fiber.walk().mapped(Scale { scale: coefficient, offset })))
    } else if coefficient < zero && coefficient > F::Coord::LOWEST {
        let scale = Scale { scale: coefficient.negated(), offset: offset.negated() };
        Ok(EitherWay::Falling(fiber.back().mapped(scale)))
    } else {
        Err(LoopError::Singular { index, coefficient: coefficient.to_string() })
    }
}

/// An operand that is traversed in one of two directions, chosen at run time.
#[derive(Debug, Clone, Copy)]
pub enum EitherWay<A, B> {
    /// From left to right.
    Rising(A),
    /// From right to left.
    Falling(B),
}

impl<A: Operand, B: Operand<Coord = A::Coord, Payload = A::Payload, Order = A::Order>> Operand for EitherWay<A, B> {
    type Coord = A::Coord;
    type Payload = A::Payload;
    type Order = A::Order;
    type Kind = Mixed;
    type Layer = Switch<A::Layer, B::Layer>;
    type Mapped<M: Map<A::Coord>> = EitherWay<A::Mapped<M>, B::Mapped<M>>;

    #[inline(always)]
    fn only(self) -> Self::Layer {
        match self {
            EitherWay::Rising(operand) => Switch::First(operand.only()),
            EitherWay::Falling(operand) => Switch::Second(operand.only()),
        }
    }

    #[inline(always)]
    fn layers(&self, lo: Cut<A::Coord>, hi: Cut<A::Coord>, mut visit: impl LayerVisit<Self>) -> Flow {
        match self {
            EitherWay::Rising(operand) => {
                operand.layers(lo, hi, |layer: A::Layer, lo, hi| visit(Switch::First(layer), lo, hi))
            }
            EitherWay::Falling(operand) => {
                operand.layers(lo, hi, |layer: B::Layer, lo, hi| visit(Switch::Second(layer), lo, hi))
            }
        }
    }

    #[inline(always)]
    fn sums(&self, lo: Cut<A::Coord>, hi: Cut<A::Coord>, within: Option<Hull>, mut visit: impl SumVisit<Self>) -> Flow {
        match self {
            EitherWay::Rising(operand) => operand
                .sums(lo, hi, within, |layer: A::Layer, lo, hi, within| visit(Switch::First(layer), lo, hi, within)),
            EitherWay::Falling(operand) => operand
                .sums(lo, hi, within, |layer: B::Layer, lo, hi, within| visit(Switch::Second(layer), lo, hi, within)),
        }
    }

    #[inline(always)]
    fn mapped<M: Map<A::Coord>>(self, map: M) -> Self::Mapped<M> {
        match self {
            EitherWay::Rising(operand) => EitherWay::Rising(operand.mapped(map)),
            EitherWay::Falling(operand) => EitherWay::Falling(operand.mapped(map)),
        }
    }
}
