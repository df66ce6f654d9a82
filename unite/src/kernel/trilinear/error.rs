//! What can be wrong with a grid or a question to it.

use thiserror::Error;

use crate::level::LevelError;

/// Why a grid cannot be built, or not be sampled like this.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TrilinearError {
    /// The voxels do not make a grid.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A tensor with another fill where only zero will do.
    #[error(
        "the tensor holds {fill} where nothing is stored, and what lies outside of a grid is zero; convert it to a format with fill 0"
    )]
    Fill {
        /// Its fill, as a number that holds it.
        fill: f64,
    },
    /// A list with too few or too many numbers.
    #[error("there are {found} {what}, and {needed} are needed: {each}")]
    Count {
        /// What the list holds.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
        /// How many belong to each of what.
        each: &'static str,
    },
    /// The number of channels that is known when the program is written is not that of the grid.
    #[error(
        "a sample of {asked} channels was asked for, and the voxels of the grid have {channels}; use arrays of {channels}, or `sample_into`"
    )]
    Channels {
        /// How many were asked for.
        asked: usize,
        /// How many the grid has.
        channels: usize,
    },
}

impl TrilinearError {
    /// Whether a list has as many numbers as it needs.
    pub(super) fn check(
        what: &'static str,
        found: usize,
        needed: usize,
        each: &'static str,
    ) -> Result<(), TrilinearError> {
        if found == needed { Ok(()) } else { Err(TrilinearError::Count { what, found, needed, each }) }
    }
}
