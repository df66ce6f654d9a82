//! The ways a loop ends: early exit and errors.

use std::any::type_name;
use std::fmt::Display;
use std::io::ErrorKind;
use std::ops::ControlFlow;

use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};
use crate::level_error::LevelError;
use crate::value::Value;

/// An error of a loop over piecewise constant tensors.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LoopError {
    /// A sum over uncountably many places of a value other than zero.
    #[error(
        "the sum over `{index}` in {interval} has no value: the interval has a positive length. Multiply by d({index}) to \
         integrate; to count pieces, find out first whether there is any (`Hit |= ...` over `{index}`), and then sum \
         (`Count += Hit`)"
    )]
    SumOverInterval {
        /// The index that is summed over.
        index: &'static str,
        /// The interval in which the summand is not zero.
        interval: String,
    },
    /// A value is combined with itself at infinitely many places, and changes.
    #[error(
        "a product or a fold over `{index}` in {interval} has no value: there are infinitely many places, and the value \
         combined with itself is another one. Bound the loop, or index a tensor of points"
    )]
    FoldOverInterval {
        /// The index that is folded over.
        index: &'static str,
        /// The interval with the value.
        interval: String,
    },
    /// A term of an integer sum, a value times the length of its piece, does not fit the integer type.
    #[error(
        "the sum over `{index}` adds {value} times a length of {length}, which `{integer}` does not hold: cast the value to a \
         wider integer (`as i64`) or, where lengths are fractions, to `f64`"
    )]
    Length {
        /// The indices that are summed over.
        index: &'static str,
        /// The value.
        value: String,
        /// The length.
        length: f64,
        /// The type of the value.
        integer: &'static str,
    },
    /// An index that is used as a number takes uncountably many values.
    #[error(
        "`{index}` is used as a number, but in {interval} it takes every value: it may be so used only where a tensor that \
         it indexes holds points"
    )]
    IndexOverInterval {
        /// The index.
        index: &'static str,
        /// The interval in which its value is needed.
        interval: String,
    },
    /// The coefficient of an index is zero or not a number.
    #[error("the coefficient of `{index}` is {coefficient}; it must be finite and not zero")]
    Singular {
        /// The index.
        index: &'static str,
        /// Its coefficient.
        coefficient: String,
    },
    /// Tensors of different extents are indexed by a loop without bounds.
    #[error(
        "`{index}` has no bounds, and takes them from the extents of the tensors that it indexes, which differ: \
         `{one}` has {extent}, `{other}` has {another}. Give the loop bounds, as in `for {index} = {bounds}`"
    )]
    Extents {
        /// The index.
        index: &'static str,
        /// A tensor.
        one: &'static str,
        /// Its extent.
        extent: String,
        /// Another tensor.
        other: &'static str,
        /// Its extent.
        another: String,
        /// The first extent, as the bounds of a loop.
        bounds: String,
    },
    /// Tensors of a program without loops have different extents along an index.
    #[error(
        "`{index}` goes along `{one}` with extent {extent} and along `{other}` with extent {another}, which differ. Give \
         both the same extent, or write the expression with `loops!`, whose loop over `{index}` has bounds"
    )]
    Shapes {
        /// The index.
        index: &'static str,
        /// A tensor.
        one: &'static str,
        /// Its extent.
        extent: String,
        /// Another tensor.
        other: &'static str,
        /// Its extent.
        another: String,
    },
    /// A tensor becomes a sum, and its fill is not where sums begin.
    #[error(
        "`{tensor} = ..` is a sum, which begins at {zero}, and the fill of `{tensor}` is {fill}. Declare `{tensor}` with \
         the fill {zero}, or add to what it holds with `+=`"
    )]
    FillOfSum {
        /// The tensor.
        tensor: &'static str,
        /// Its fill.
        fill: String,
        /// The number at which sums begin.
        zero: String,
    },
    /// A loop that runs step by step, and takes its places one after the other, has infinitely many.
    #[error(
        "the loop over `{index}` runs step by step: it takes its places one by one, and the tensors that bound it have \
         infinitely many, {extent}. Give the loop bounds, `for {index} = a:b`"
    )]
    Endless {
        /// The index.
        index: &'static str,
        /// The extent of the tensors that bound the loop.
        extent: String,
    },
    /// The step of a range is not a positive integer.
    #[error("the range of `{index}` has the step {step}; a step is an integer above 0")]
    Step {
        /// The index.
        index: &'static str,
        /// The step.
        step: String,
    },
    /// A tensor starts anew with a value that is not its fill.
    #[error("`{tensor} .= {value}` empties `{tensor}`, whose fill is {fill}. Write `{tensor} .= {fill}`")]
    NotTheFill {
        /// The tensor.
        tensor: &'static str,
        /// Its fill.
        fill: String,
        /// The value.
        value: String,
    },
    /// A bound, an offset or a constant index is not a valid place.
    #[error("in the loop over `{index}`: {source}")]
    Place {
        /// The index.
        index: &'static str,
        /// The invalid place.
        source: PlaceError,
    },
    /// A value other than fill is written outside of the extent of a tensor.
    #[error(
        "{place} lies outside of the extent {extent} of `{target}`; widen the extent of the axis or bound the loop"
    )]
    Outside {
        /// The tensor with its indices, as the program writes it.
        target: &'static str,
        /// The places that are written.
        place: String,
        /// The extent of the axis.
        extent: String,
    },
    /// The output tensor rejects a write.
    #[error(transparent)]
    Level(#[from] LevelError),
}

impl LoopError {
    /// Returns the error of a sum over an interval of positive length.
    #[cold]
    pub(crate) fn sum<C: Coord>(index: &'static str, lo: Cut<C>, hi: Cut<C>) -> Stop {
        LoopError::SumOverInterval { index, interval: Interval::between(lo, hi).to_string() }.into()
    }

    /// Returns the error of a value that is combined with itself infinitely often.
    #[cold]
    pub(crate) fn fold<C: Coord>(index: &'static str, lo: Cut<C>, hi: Cut<C>) -> Stop {
        LoopError::FoldOverInterval { index, interval: Interval::between(lo, hi).to_string() }.into()
    }

    /// Returns the error of a value times a length that does not fit the type of the value.
    #[cold]
    pub(crate) fn length<T: Value + Display>(index: &'static str, value: T, length: f64) -> Stop {
        LoopError::Length { index, value: value.to_string(), length, integer: type_name::<T>() }.into()
    }

    /// Returns the error of an index used as a number that takes every value of an interval.
    #[cold]
    pub(crate) fn varies<C: Coord>(index: &'static str, lo: Cut<C>, hi: Cut<C>) -> Stop {
        LoopError::IndexOverInterval { index, interval: Interval::between(lo, hi).to_string() }.into()
    }
}

/// The reason for which a loop stops early: its result cannot change any more, or it failed.
///
/// ```
/// use unite::continuous::PlaceError;
/// use unite::looplet::{LoopError, Stop};
///
/// assert!(Stop::satisfied().is_satisfied());
/// let error = LoopError::Place { index: "i", source: PlaceError::NotANumber };
/// assert_eq!(Stop::from(error.clone()).error(), Some(&error));
/// ```
// An error of the standard library is one word, and a mere kind of error takes no other memory. A flow of two words is a pair that
// the compiler does not take apart where a body ends, so that the loop tests it once more: a look-up took 14 instructions, not 10.
#[derive(Debug)]
pub struct Stop(std::io::Error);

impl Stop {
    /// Returns the reason of a loop whose result cannot change any more.
    #[inline(always)]
    pub fn satisfied() -> Self {
        Stop(ErrorKind::Interrupted.into())
    }

    /// Returns whether the loop stops because its result cannot change any more.
    #[inline(always)]
    pub fn is_satisfied(&self) -> bool {
        self.0.get_ref().is_none()
    }

    /// Returns the error with which the loop failed, if it did.
    pub fn error(&self) -> Option<&LoopError> {
        self.0.get_ref()?.downcast_ref()
    }

    /// Returns the error with which the loop failed, if it did.
    pub fn into_error(self) -> Option<LoopError> {
        self.0.into_inner()?.downcast().ok().map(|error| *error)
    }
}

impl From<LoopError> for Stop {
    fn from(error: LoopError) -> Self {
        Stop(std::io::Error::other(error))
    }
}

impl Clone for Stop {
    fn clone(&self) -> Self {
        self.error().map_or_else(Stop::satisfied, |error| error.clone().into())
    }
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        self.error() == other.error()
    }
}

/// The result of a loop body: continue, or stop early.
pub type Flow = ControlFlow<Stop>;
