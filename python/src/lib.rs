//! The module `unite._unite`: the functions and classes in Rust, for the Python files beside it.
//!
//! ```text
//!   numpy array ── array.rs: checked, borrowed if C-contiguous, otherwise copied ──▶ slice ──▶ codecs, unite
//!   picture.rs, video.rs, intervals.rs, points.rs: one file for each Python module
//! ```
//!
//! The GIL is released while a library works. Errors of the libraries are `ValueError`s, or `OSError`s of the system.

mod array;
mod chromosomes;
mod intervals;
mod picture;
mod points;
mod threads;
mod video;

/// The functions and classes of the package that are written in Rust.
#[pyo3::pymodule]
mod _unite {
    #[pymodule_export]
    use crate::intervals::Intervals;
    #[pymodule_export]
    use crate::picture::{encode_baseline, encode_lossless};
    #[pymodule_export]
    use crate::points::{PointConv, RadiusIndex, VoxelGrid};
    #[pymodule_export]
    use crate::video::{AccessUnit, Session, join};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
