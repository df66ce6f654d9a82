//! How a loop ends.

use std::any::type_name;
use std::ops::ControlFlow;

use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};
use crate::level::{LevelError, Value};

/// Why a loop over piecewise constant tensors has no answer.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LoopError {
    /// A sum over uncountably many places.
    #[error(
        "the sum over `{index}` in {interval} has no value: the interval has a positive length. Multiply by d({index}) to \
         integrate; to count pieces, find out first whether there is any (`Hit |= ...` over `{index}`), and then sum \
         (`Count += Hit`)"
    )]
    SumOverInterval {
        /// The index that is summed over.
        index: &'static str,
        /// Where it has a value other than zero.
        interval: String,
    },
    /// A sum of integers, of which one times the length of its piece is no integer of their type.
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
        /// Where it would be needed.
        interval: String,
    },
    /// An index with a coefficient that is zero, or no number.
    #[error("the coefficient of `{index}` is {coefficient}: all of the loop would be one place of the tensor")]
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
    /// A bound, an offset or a constant index is no place.
    #[error("in the loop over `{index}`: {source}")]
    Place {
        /// The index.
        index: &'static str,
        /// What is wrong.
        source: PlaceError,
    },
    /// The tensor that is written cannot take it.
    #[error(transparent)]
    Level(#[from] LevelError),
}

impl LoopError {
    /// A sum over an interval of positive length.
    #[cold]
    pub(crate) fn sum<C: Coord>(index: &'static str, lo: Cut<C>, hi: Cut<C>) -> Stop {
        LoopError::SumOverInterval { index, interval: Interval::between(lo, hi).to_string() }.into()
    }

    /// A product that its type does not hold.
    #[cold]
    pub(crate) fn length<T: Value>(index: &'static str, value: T, length: f64) -> Stop {
        LoopError::Length { index, value: value.to_string(), length, integer: type_name::<T>() }.into()
    }

    /// An index that takes every value of an interval.
    #[cold]
    pub(crate) fn varies<C: Coord>(index: &'static str, lo: Cut<C>, hi: Cut<C>) -> Stop {
        LoopError::IndexOverInterval { index, interval: Interval::between(lo, hi).to_string() }.into()
    }
}

/// Why a loop stops early.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The result does not change any more.
    Satisfied,
    /// There is none. (In a box, so that what a loop passes on is small.)
    Failed(Box<LoopError>),
}

impl From<LoopError> for Stop {
    fn from(error: LoopError) -> Self {
        Stop::Failed(Box::new(error))
    }
}

/// Go on, or stop early.
pub type Flow = ControlFlow<Stop>;
