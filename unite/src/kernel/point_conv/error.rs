//! What can be wrong with a convolution over points and what it is given.

use thiserror::Error;

use crate::kernel::RadiusIndexError;
use crate::level::LevelError;

/// Why there is no such layer, or why it cannot be applied.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PointConvError {
    /// A radius that is none.
    #[error("the radius of a ball is {radius}; it must not be below zero, nor infinite")]
    Radius {
        /// What it is, as a number that holds it.
        radius: f64,
    },
    /// A range of influence that is none.
    #[error(
        "kernel points have an influence up to {sigma}; that must be from 1e-150 to 1e154, of `f32` from 1e-17 to 1e19"
    )]
    Sigma {
        /// What it is, as a number that holds it.
        sigma: f64,
    },
    /// An array that is too short or too long.
    #[error("there are {found} {what}, and {needed} are needed; {layout}")]
    Count {
        /// What the array holds.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
        /// How the array is laid out.
        layout: &'static str,
    },
    /// Nothing where something is needed.
    #[error("there are no {what}; a layer has at least one kernel point and one channel on each side")]
    Empty {
        /// What is missing.
        what: &'static str,
    },
    /// A point that is nowhere.
    #[error("{what} {element}: coordinate {axis} is not a number (NaN); leave the point out or give it a place")]
    NotANumber {
        /// Which kind of point.
        what: &'static str,
        /// Its number, from 0.
        element: usize,
        /// Its coordinate, from 0.
        axis: usize,
    },
    /// A number of the kernel that is not finite.
    #[error("{what} {element} is {value}; the kernel holds finite numbers")]
    NotFinite {
        /// What it is.
        what: &'static str,
        /// Its number, from 0.
        element: usize,
        /// What it is, as a number that holds it.
        value: f64,
    },
    /// A support point that is not where the index has it.
    #[error("support point {element} lies elsewhere than in the index; give the points that the index was made of")]
    Index {
        /// Its number, from 0.
        element: usize,
    },
    /// Support points that cannot be searched.
    #[error("support points: {0}")]
    Search(#[from] RadiusIndexError),
    /// Lists of neighbours that are none.
    #[error(transparent)]
    Level(#[from] LevelError),
}
