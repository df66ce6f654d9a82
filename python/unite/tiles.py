"""Points on a Dask cluster: what lies within a radius, how much, and the nearest, with the rows of one process.

```text
    +-------+----------+        Tiles hold about as many points each: the longest side of a box is cut at the median,
    |   . . | ..  .    |        again and again. A ball belongs to the tile of its centre, which also gets the points
    |  .  :(:).+-------+        of a margin of the radius around it.
    |  . .. | .|  . .  |
    +-------+--+-------+
```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import cluster, tasks

if TYPE_CHECKING:
    from distributed import Client
    from numpy.typing import NDArray

#: Points in a tile, unless the caller says otherwise.
TARGET = 250_000


@dataclass(frozen=True)
class Tile:
    """A box of space, the points in it and the centres in it, as rows. Outer sides are infinite."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    points: NDArray[np.int64]
    centers: NDArray[np.int64]


def tiles(points: NDArray[Any], centers: NDArray[Any], target: int = TARGET) -> list[Tile]:
    """Cuts space into boxes of about `target` points; a place on a cut belongs to the upper box."""
    axes = points.shape[1]
    waiting = [Tile(np.full(axes, -np.inf), np.full(axes, np.inf), np.arange(len(points)), np.arange(len(centers)))]
    done = []
    while waiting:
        tile = waiting.pop()
        halves = _halves(tile, points, centers) if len(tile.points) > target else None
        if halves is None:
            done.append(tile)
        else:
            waiting += halves
    return [tile for tile in done if len(tile.centers)]


def _halves(tile: Tile, points: NDArray[Any], centers: NDArray[Any]) -> tuple[Tile, Tile] | None:
    inside = points[tile.points]
    for axis in np.argsort(inside.min(axis=0) - inside.max(axis=0)):  # The longest side first.
        along = inside[:, axis]
        cut = float(np.partition(along, len(along) // 2)[len(along) // 2])
        below = along < cut
        if not below.any():
            continue
        middle_high, middle_low = tile.high.copy(), tile.low.copy()
        middle_high[axis] = middle_low[axis] = cut
        centers_below = centers[tile.centers, axis] < cut
        return (
            Tile(tile.low, middle_high, tile.points[below], tile.centers[centers_below]),
            Tile(middle_low, tile.high, tile.points[~below], tile.centers[~centers_below]),
        )
    return None  # All points are at one place.


def with_margin(tile: Tile, points: NDArray[Any], margin: float) -> NDArray[np.int64]:
    """Returns the rows, ascending, of the points at most `margin` from a tile's box on each axis, and of some that are little further."""
    # Distances are rounded, so a point on the border may lie beyond by some units in the last place.
    finite = [np.abs(side[np.isfinite(side)]) for side in (tile.low, tile.high)]
    size = max((float(one.max()) for one in finite if len(one)), default=0.0)
    reach = margin * (1 + 1e-5) + size * 1e-6
    inside = np.ones(len(points), bool)
    for axis in range(points.shape[1]):
        along = points[:, axis]
        if np.isfinite(tile.low[axis]):
            inside &= along >= tile.low[axis] - reach
        if np.isfinite(tile.high[axis]):
            inside &= along <= tile.high[axis] + reach
    return np.flatnonzero(inside)


def within(
    points: Any,
    centers: Any,
    radius: float,
    client: Client | str | None = None,
    *,
    target: int = TARGET,
    workers: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Finds the points at most `radius` from each centre: `(indptr, indices)` as CSR, rows of `points` ascending for each centre."""
    points, centers = _arrays(points, centers)
    counts = np.zeros(len(centers), np.int64)
    found: list[tuple[Tile, NDArray[np.int64], NDArray[np.int64]]] = []
    for tile, (indptr, indices) in _run(points, centers, _radius(radius), "radius", client, target, workers):
        counts[tile.centers] = np.diff(indptr)
        found.append((tile, indptr, indices))
    whole = np.concatenate([[0], np.cumsum(counts)])
    result = np.empty(int(whole[-1]), np.int64)
    for tile, indptr, indices in found:
        lengths = np.diff(indptr)
        result[np.repeat(whole[tile.centers] - indptr[:-1], lengths) + np.arange(len(indices))] = indices
    return whole, result


def count_within(
    points: Any,
    centers: Any,
    radius: float,
    client: Client | str | None = None,
    *,
    target: int = TARGET,
    workers: int | None = None,
) -> NDArray[np.int64]:
    """Counts the points at most `radius` from each centre."""
    points, centers = _arrays(points, centers)
    counts = np.zeros(len(centers), np.int64)
    for tile, (found, _) in _run(points, centers, _radius(radius), "count", client, target, workers):
        counts[tile.centers] = found
    return counts


def nearest(
    points: Any,
    centers: Any,
    k: int,
    client: Client | str | None = None,
    *,
    target: int = TARGET,
    workers: int | None = None,
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Finds the `k` nearest points of each centre: `(distances, rows)`, centres x k, sorted by distance, then by row.

    The margin of a tile begins at what k points of its density need, and grows for centres whose k-th point lies beyond it.
    """
    points, centers = _arrays(points, centers)
    if not 1 <= k <= len(points):
        raise ValueError(f"k is {k}: 1 to the number of points, {len(points)}")
    distances, rows = np.full((len(centers), k), np.inf, points.dtype), np.full((len(centers), k), -1, np.int64)
    with cluster.connected(client, workers) as connection:
        open_tiles = [(tile, _first_margin(tile, points, k)) for tile in tiles(points, centers, target)]
        while open_tiles:
            calls = _nearest_calls(open_tiles, points, centers, k)
            again = []
            for number, (found, ids) in cluster.results(connection, tasks.nearest_in_tile, calls, "tile"):
                tile, margin = open_tiles[number]
                # A point outside of the margin is further from every centre of the tile than the margin.
                is_final = (found[:, -1] < margin) | _is_everything(tile, margin)
                final = tile.centers[is_final]
                distances[final], rows[final] = found[is_final], ids[is_final]
                if not is_final.all():
                    more = max(2 * margin, float(found[~is_final, -1].max()) * (1 + 1e-5))
                    again.append((Tile(tile.low, tile.high, tile.points, tile.centers[~is_final]), more))
            open_tiles = again
    return distances, rows


def _first_margin(tile: Tile, points: NDArray[Any], k: int) -> float:
    if len(tile.points) == 0:
        return 1.0
    inside = points[tile.points]
    sides = np.maximum(inside.max(axis=0) - inside.min(axis=0), 1e-300)
    longest = float(sides.max())
    margin = longest * min(1.0, 2 * ((k + 1) / len(tile.points)) ** (1 / points.shape[1]))
    return margin if margin > 0 else 1.0


def _is_everything(tile: Tile, margin: float) -> bool:
    return bool(np.isinf(margin)) or not (np.isfinite(tile.low).any() or np.isfinite(tile.high).any())


def _nearest_calls(
    open_tiles: list[tuple[Tile, float]], points: NDArray[Any], centers: NDArray[Any], k: int
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for number, (tile, margin) in enumerate(open_tiles):
        ids = with_margin(tile, points, margin)
        while len(ids) < k:
            margin = margin * 2
            ids = with_margin(tile, points, margin)
        open_tiles[number] = (tile, margin)
        yield number, (points[ids], ids, centers[tile.centers], k)


def _run(
    points: NDArray[Any],
    centers: NDArray[Any],
    radius: float,
    how: str,
    client: Client | str | None,
    target: int,
    workers: int | None,
) -> Iterator[tuple[Tile, Any]]:
    cut = tiles(points, centers, target)

    def calls() -> Iterator[tuple[int, tuple[Any, ...]]]:
        for number, tile in enumerate(cut):
            ids = with_margin(tile, points, radius)
            yield number, (points[ids], ids, centers[tile.centers], radius, how)

    with cluster.connected(client, workers) as connection:
        for number, result in cluster.results(connection, tasks.points_in_tile, calls(), "tile"):
            yield cut[number], result


def _radius(radius: float) -> float:
    if not (radius >= 0 and np.isfinite(radius)):
        raise ValueError(f"radius is {radius}: a number of 0 or more")
    return float(radius)


def _arrays(points: Any, centers: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    points, centers = np.asarray(points), np.asarray(centers)
    for name, array in (("points", points), ("centers", centers)):
        if array.ndim != 2 or array.shape[1] not in (2, 3):
            raise ValueError(f"{name}: expected an array of shape (n, 2) or (n, 3), got {array.shape}")
        if array.dtype not in (np.float32, np.float64):
            raise ValueError(f"{name}: expected float32 or float64, got {array.dtype}")
        if not np.isfinite(array).all():
            row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
            raise ValueError(f"{name}: row {row} has a coordinate that is NaN or infinite")
    if points.shape[1] != centers.shape[1] or points.dtype != centers.dtype:
        raise ValueError(
            f"points are {points.dtype} of {points.shape[1]} axes, centers {centers.dtype} of {centers.shape[1]}: make them alike"
        )
    return points, centers
