//! How a loop ends.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};
use crate::level::LevelError;

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
