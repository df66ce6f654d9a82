"""Points in the plane and in space: searches in balls and boxes, nearest points, voxels, convolutions.

Points are arrays of ``float32`` or ``float64`` of shape ``(n, 2)`` or ``(n, 3)``. Results of
searches are in CSR form: query ``i`` found ``indices[indptr[i]:indptr[i + 1]]``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _unite

__all__ = ["PointConv", "RadiusIndex", "VoxelGrid"]

Floats = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]


class RadiusIndex:
    """An index of points for searches near places.

    Args:
        points: ``float32`` or ``float64``, of shape ``(n, 2)`` or ``(n, 3)``.

    Raises:
        ValueError: the array has another shape or type, or a coordinate is not finite.
    """

    def __init__(self, points: Floats) -> None:
        self._index = _unite.RadiusIndex(points)

    def __len__(self) -> int:
        return len(self._index)

    def radius(self, q: Floats, r: float, *, threads: int = 1) -> tuple[Numbers, Numbers]:
        """Returns the points at most ``r`` from each query of ``q``, of shape ``(m, axes)``: ``(indptr, indices)``."""
        return self._index.radius(q, r, threads)

    def count(self, q: Floats, r: float, *, threads: int = 1) -> Numbers:
        """Returns the number of points at most ``r`` from each query, of shape ``(m,)``."""
        return self._index.count(q, r, threads)

    def box(self, lo: Floats, hi: Floats, *, threads: int = 1) -> tuple[Numbers, Numbers]:
        """Returns the points within boxes with the corners ``lo`` and ``hi``, of shape ``(m, axes)``: ``(indptr, indices)``."""
        return self._index.box(lo, hi, threads)

    def nearest(self, q: Floats, k: int, *, threads: int = 1) -> tuple[Floats, Numbers]:
        """Returns the ``k`` nearest points of each query, the nearest first: ``(distances, indices)``, each of shape ``(m, k)``."""
        return self._index.nearest(q, k, threads)


VoxelGrid = _unite.VoxelGrid
PointConv = _unite.PointConv
