"""Points of tiles are those of one process: clusters, points on borders, balls across tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from unite import tasks, tiles
from unite.dask import count_within, nearest, within


def clouds(seed: int, axes: int, kind: type) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    even = rng.uniform(-5, 5, (600, axes))
    clusters = np.concatenate([rng.normal(rng.uniform(-5, 5, axes), 0.01, (150, axes)) for _ in range(4)])
    grid = np.stack(np.meshgrid(*[np.arange(9.0)] * axes), -1).reshape(-1, axes)[:600]
    same = np.repeat(rng.uniform(-5, 5, (3, axes)), 200, axis=0)
    return {
        name: points.astype(kind)
        for name, points in {"even": even, "clusters": clusters, "grid": grid, "same": same}.items()
    }


def one_process(points: Any, centers: Any, radius: float) -> tuple[Any, Any]:
    return tasks.points_in_tile(points, np.arange(len(points)), centers, radius, "radius")


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["even", "clusters", "grid", "same"])
def test_balls_and_counts(client: Any, axes: int, kind: type, name: str) -> None:
    points = clouds(1, axes, kind)[name]
    centers = np.concatenate([points[::3], clouds(2, axes, kind)["even"][:100] * 2])
    for radius in (0.0, 1.0, 3.0):
        indptr, indices = one_process(points, centers, radius)
        found = within(points, centers, radius, client, target=70)
        assert np.array_equal(found[0], indptr) and np.array_equal(found[1], indices)
        assert np.array_equal(count_within(points, centers, radius, client, target=70), np.diff(indptr))


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("name", ["even", "clusters", "grid", "same"])
def test_nearest(client: Any, axes: int, name: str) -> None:
    points = clouds(1, axes, np.float64)[name]
    centers = np.concatenate([points[::5], clouds(2, axes, np.float64)["even"][:100] * 3])
    for k in (1, 7, min(200, len(points))):
        distances, rows = tasks.nearest_in_tile(points, np.arange(len(points)), centers, k)
        found = nearest(points, centers, k, client, target=70)
        assert np.array_equal(found[1], rows) and np.array_equal(found[0], distances)


def test_balls_are_those_of_the_definition(client: Any) -> None:
    points = clouds(3, 2, np.float64)["grid"]
    indptr, indices = within(points, points, 1.0, client, target=10)
    for center in range(len(points)):
        apart = ((points - points[center]) ** 2).sum(axis=1)
        assert indices[indptr[center] : indptr[center + 1]].tolist() == np.flatnonzero(apart <= 1.0).tolist()


def test_tiles_hold_each_point_and_each_centre_once() -> None:
    points = clouds(4, 2, np.float64)["clusters"]
    cut = tiles.tiles(points, points, 50)
    assert sorted(np.concatenate([tile.points for tile in cut]).tolist()) == list(range(len(points)))
    assert sorted(np.concatenate([tile.centers for tile in cut]).tolist()) == list(range(len(points)))
    assert max(len(tile.points) for tile in cut) <= 50 and len(cut) >= 12


@pytest.mark.parametrize(
    ("points", "centers", "line"),
    [
        (np.zeros(3), np.zeros((1, 2)), r"points: expected an array of shape \(n, 2\) or \(n, 3\), got \(3,\)"),
        (np.zeros((3, 2), int), np.zeros((1, 2)), "points: expected float32 or float64, got int64"),
        (np.zeros((3, 2)), np.array([[0, np.nan]]), "centers: row 0 has a coordinate that is NaN"),
        (np.zeros((3, 2)), np.zeros((1, 3)), "points are float64 of 2 axes, centers float64 of 3"),
    ],
)
def test_wrong_arrays_are_one_line(client: Any, points: Any, centers: Any, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        within(points, centers, 1.0, client)


def test_wrong_numbers(client: Any) -> None:
    points = np.zeros((3, 2))
    for radius in (-1.0, np.inf, np.nan):
        with pytest.raises(ValueError, match="radius is"):
            within(points, points, radius, client)
    for k in (0, 4):
        with pytest.raises(ValueError, match="k is .: 1 to the number of points, 3"):
            nearest(points, points, k, client)
