//! Errors of building and sampling grids.

use thiserror::Error;

use crate::level::LevelError;

/// An error of building or sampling a grid.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TrilinearError {
    /// The voxels do not form a valid tensor.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The fill value of the tensor is not zero.
    #[error(
        "the tensor holds {fill} where nothing is stored, and what lies outside of a grid is zero; convert it to a format with fill 0"
    )]
    Fill {
        /// The fill value, as `f64`.
        fill: f64,
    },
    /// A list has too few or too many numbers.
    #[error("there are {found} {what}, and {needed} are needed: {each}")]
    Count {
        /// The name of the elements.
        what: &'static str,
        /// The number of elements found.
        found: usize,
        /// The number of elements needed.
        needed: usize,
        /// The elements that belong to each item.
        each: &'static str,
    },
    /// The number of channels known at compile time is not that of the grid.
    #[error(
        "a sample of {asked} channels was asked for, and the voxels of the grid have {channels}; use arrays of {channels}, or `sample_into`"
    )]
    Channels {
        /// The number of channels requested.
        asked: usize,
        /// The number of channels of the grid.
        channels: usize,
    },
}

impl TrilinearError {
    /// Checks the number of elements of a list.
    pub(super) fn check(
        what: &'static str,
        found: usize,
        needed: usize,
        each: &'static str,
    ) -> Result<(), TrilinearError> {
        if found == needed { Ok(()) } else { Err(TrilinearError::Count { what, found, needed, each }) }
    }
}
