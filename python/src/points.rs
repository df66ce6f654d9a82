//! `unite.points`.
use pyo3::prelude::*;
/// x
#[pyclass(frozen)]
pub(crate) struct RadiusIndex;
/// x
#[pyclass(frozen)]
pub(crate) struct VoxelGrid;
/// x
#[pyclass(frozen)]
pub(crate) struct PointConv;
