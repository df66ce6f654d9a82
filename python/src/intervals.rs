//! `unite.intervals`.
use pyo3::prelude::*;
/// x
#[pyclass(frozen)]
pub(crate) struct Intervals;
