//! Errors of convolutions over points and of their inputs.

use thiserror::Error;

use crate::kernel::RadiusIndexError;
use crate::level::LevelError;

/// An error of creating or applying a layer.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PointConvError {
    /// The radius is negative, infinite or NaN.
    #[error("the radius of a ball is {radius}; it must not be below zero, nor infinite")]
    Radius {
        /// The radius, as `f64`.
        radius: f64,
    },
    /// The range of influence is out of bounds.
    #[error(
        "kernel points have an influence up to {sigma}; that must be from 1e-150 to 1e154, of `f32` from 1e-17 to 1e19"
    )]
    Sigma {
        /// The range of influence, as `f64`.
        sigma: f64,
    },
    /// An array is too short or too long.
    #[error("there are {found} {what}, and {needed} are needed; {layout}")]
    Count {
        /// The name of its elements.
        what: &'static str,
        /// The number of elements found.
        found: usize,
        /// The number of elements needed.
        needed: usize,
        /// The layout of the array.
        layout: &'static str,
    },
    /// A layer has no kernel points or no channels on one side.
    #[error("there are no {what}; a layer has at least one kernel point and one channel on each side")]
    Empty {
        /// The name of the missing elements.
        what: &'static str,
    },
    /// A coordinate of a point is NaN.
    #[error("{what} {element}: coordinate {axis} is not a number (NaN); leave the point out or give it a place")]
    NotANumber {
        /// The name of the kind of point.
        what: &'static str,
        /// The number of the point, from 0.
        element: usize,
        /// The axis of the coordinate, from 0.
        axis: usize,
    },
    /// A weight or a coordinate of a kernel point is not finite.
    #[error("{what} {element} is {value}; the kernel holds finite numbers")]
    NotFinite {
        /// The name of the kind of number.
        what: &'static str,
        /// The index of the number, from 0.
        element: usize,
        /// The value, as `f64`.
        value: f64,
    },
    /// A support point differs from the point in the index.
    #[error("support point {element} lies elsewhere than in the index; give the points that the index was made of")]
    Index {
        /// The number of the point, from 0.
        element: usize,
    },
    /// The support points cannot be indexed.
    #[error("support points: {0}")]
    Search(#[from] RadiusIndexError),
    /// The storage rejects the arrays, for example lists of neighbours that are not valid.
    #[error(transparent)]
    Level(#[from] LevelError),
}
