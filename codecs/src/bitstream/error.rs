//! [`Violation`]: the violations that all formats share. [`Complaint`] is an error type that has them.

use super::position::BitPosition;
use crate::shared::name::{Indices, Name, Subscript};
use thiserror::Error;

/// A violation of a description by the value or the bits of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// The value is not allowed.
    #[error("= {value} is outside {least} to {most}")]
    Range {
        /// The value.
        value: i64,
        /// The smallest value allowed.
        least: i64,
        /// The largest value allowed.
        most: i64,
    },
    /// The structure ends inside the element.
    #[error("needs {needed} bits, and {left} are left")]
    Truncated {
        /// The number of bits of the element, as far as they are known.
        needed: u64,
        /// The number of bits before the end.
        left: u64,
    },
    /// The element lies inside the structure, but beyond the bytes that were kept of it.
    #[error("extends beyond the first {most} bytes; only those are read")]
    NotHeld {
        /// The number of bytes kept.
        most: u64,
    },
    /// The bits are no word of the element's code.
    #[error("is no word of its code")]
    Invalid,
    /// A list or byte string has another length than the one prescribed.
    #[error("has {given} items and needs {needed}")]
    Size {
        /// The number of items given.
        given: usize,
        /// The number of items needed.
        needed: usize,
    },
    /// A list that needs items has none.
    #[error("does not occur; one or more are needed")]
    Empty,
    /// A byte string with fixed contents has other contents.
    #[error("does not have its fixed value")]
    Constant,
    /// An element that is not coded here has another value than the inferred one.
    #[error("= {value} is not coded here; it must have the inferred value {inferred}")]
    NotCoded {
        /// The value.
        value: i64,
        /// The inferred value.
        inferred: i64,
    },
}

impl Violation {
    /// Returns the error about the element `name` at `position`.
    pub fn at<E: Complaint>(self, position: BitPosition, name: impl Into<Name<E::Indices>>) -> E {
        E::new(position, name.into(), self)
    }
}

/// An error type of a format, which includes every [`Violation`].
pub trait Complaint: Sized {
    /// The format's notation of indices.
    type Indices: Indices;

    /// Returns the error about the element `name` at `position`.
    fn new(position: BitPosition, name: Name<Self::Indices>, violation: Violation) -> Self;
}

/// The error type of formats without errors of their own.
///
/// ```
/// use codecs::bitstream::{BitPosition, Complaint, Error, Violation};
/// let error: Error = Complaint::new(BitPosition(12), ("size", 3).into(), Violation::Size { given: 2, needed: 4 });
/// assert_eq!(error.to_string(), "byte 1.4: size3 has 2 items and needs 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("byte {position}: {name} {violation}")]
#[non_exhaustive]
pub struct Error<I: Indices = Subscript> {
    /// The position of the element in the stream.
    pub position: BitPosition,
    /// The element.
    pub name: Name<I>,
    /// The error.
    pub violation: Violation,
}

impl<I: Indices> Complaint for Error<I> {
    type Indices = I;

    fn new(position: BitPosition, name: Name<I>, violation: Violation) -> Self {
        Error { position, name, violation }
    }
}
