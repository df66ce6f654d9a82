"""Intervals, points, voxels and convolutions from arrays, against plain definitions and scipy."""

from __future__ import annotations

import numpy as np
import pytest

from unite.intervals import Intervals
from unite.points import PointConv, RadiusIndex, VoxelGrid


def tables(seed: int) -> tuple[np.ndarray, ...]:
    """Columns of two small tables."""
    rng = np.random.default_rng(seed)
    columns = []
    for count in (60, 45):
        start = rng.integers(0, 300, count)
        columns += [rng.integers(0, 4, count), start, start + rng.integers(1, 40, count)]
    return tuple(columns)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("names", [False, True])
def test_intervals_are_those_of_a_plain_search(seed: int, names: bool) -> None:
    c, s, e, d, t, f = tables(seed)
    sets = [
        Intervals(np.char.add("chr", code.astype(str)) if names else code, *rest)
        for code, *rest in ((c, s, e), (d, t, f))
    ]
    a, b = sets
    overlaps = (c[:, None] == d) & (s[:, None] < f) & (t < e[:, None])
    assert set(zip(*map(np.ndarray.tolist, a.overlap(b)), strict=True)) == set(
        zip(*map(np.ndarray.tolist, np.nonzero(overlaps)), strict=True)
    )
    assert a.count(b).tolist() == overlaps.sum(axis=1).tolist()
    gaps = np.maximum(np.maximum(t - e[:, None], s[:, None] - f), 0)
    gaps = np.where(c[:, None] == d, gaps, 1 << 40)
    number, distance = a.nearest(b)
    assert distance.tolist() == np.where(gaps.min(axis=1) < 1 << 40, gaps.min(axis=1), -1).tolist()
    assert (gaps[np.arange(len(c)), number] == distance)[number >= 0].all()


@pytest.mark.parametrize("seed", range(5))
def test_coverage_is_the_depth_of_every_place_in_the_longest_pieces(seed: int) -> None:
    c, s, e, *_ = tables(seed)
    depth = np.zeros((4, 400), int)
    for code, start, end in zip(c, s, e, strict=True):
        depth[code, start:end] += 1
    pieces = list(zip(*map(np.ndarray.tolist, Intervals(c, s, e).coverage()), strict=True))
    found = np.zeros_like(depth)
    for code, start, end, deep in pieces:
        found[code, start:end] += deep
    assert np.array_equal(found, depth)
    for (code, _, end, deep), (next_code, start, _, next_deep) in zip(pieces, pieces[1:], strict=False):
        assert (code, end, deep) != (next_code, start, next_deep) and (code, end) <= (next_code, start)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_points_are_those_of_scipy(axes: int, kind: type) -> None:
    spatial = pytest.importorskip("scipy.spatial")
    rng = np.random.default_rng(axes)
    points, queries = rng.random((4000, axes)).astype(kind), rng.random((300, axes)).astype(kind)
    tree, index = spatial.cKDTree(points), RadiusIndex(points)
    # The radius lies between all distances, whatever their rounding.
    radius = 0.1000003
    expected = [sorted(row) for row in tree.query_ball_point(queries, radius)]
    indptr, indices = index.radius(queries, radius)
    assert [sorted(indices[a:b].tolist()) for a, b in zip(indptr, indptr[1:], strict=False)] == expected
    assert index.count(queries, radius).tolist() == [len(row) for row in expected]
    distances, _ = index.nearest(queries, 5)
    assert np.allclose(distances, tree.query(queries, 5)[0], rtol=1e-5 if kind is np.float32 else 1e-12)
    low, high = queries - kind(0.05), queries + kind(0.05)
    indptr, indices = index.box(low, high)
    inside = ((points[None] >= low[:, None]) & (points[None] <= high[:, None])).all(axis=2)
    assert np.array_equal(np.diff(indptr), inside.sum(axis=1)) and all(
        inside[q, i] for q, i in zip(np.repeat(np.arange(300), np.diff(indptr)), indices, strict=True)
    )


def test_voxels_are_sampled_between_their_places() -> None:
    values = np.random.default_rng(2).random((5, 6, 7, 2)).astype(np.float32) + 1
    grid = VoxelGrid(values, 0.0)
    assert (len(grid), grid.channels) == (5 * 6 * 7, 2)
    places = np.array([[2, 3, 4], [1, 2, 3]], np.float32)
    one = grid.sample(places)
    assert one.shape == (2, 2) and np.array_equal(one, grid.sample(places, threads=2))
    at = np.argwhere(np.ones(values.shape[:3], bool)).astype(np.int32)
    assert np.array_equal(VoxelGrid.from_voxels((5, 6, 7), at, values.reshape(-1, 2)).sample(places), one)


def test_a_convolution_is_the_sum_over_its_ball() -> None:
    rng = np.random.default_rng(3)
    queries, support = rng.random((20, 3)), rng.random((100, 3))
    features, kernel, weights = rng.random((100, 2)), rng.random((4, 3)) / 5, rng.random((4, 2, 3))
    layer = PointConv(0.4, 0.2, kernel, weights)
    found = layer.apply(queries, support, features)
    offsets = support[None] - queries[:, None]
    near = (offsets**2).sum(axis=2) <= 0.4**2
    influence = np.maximum(0, 1 - np.sqrt(((offsets[:, :, None] - kernel) ** 2).sum(axis=3)) / 0.2) * near[..., None]
    expected = np.einsum("qnk,nc,kcd->qd", influence, features, weights)
    assert np.allclose(found, expected) and np.array_equal(found, layer.apply(queries, support, features, threads=2))


@pytest.mark.parametrize("kind", [np.str_, object])
def test_names_of_chromosomes_are_found_in_any_order(kind: type) -> None:
    names = np.array(["chr2", "chr2", "chr10", "chr2", "chr1", "chr1", "chr10"]).astype(kind)
    places = np.arange(len(names))
    a = Intervals(names, places, places + 1)
    b = Intervals(names[::-1], places[::-1], places[::-1] + 1)
    assert a.overlap(b)[0].tolist() == places.tolist() and a.overlap(b)[1].tolist() == places[::-1].tolist()
    assert a.coverage()[0].tolist() == ["chr1", "chr10", "chr10", "chr2", "chr2"]
    assert len(Intervals(names[:0], places[:0], places[:0])) == 0 and len(a.coverage()[0]) == 5


def test_pairs_of_many_queries_in_any_order_are_in_the_order_of_the_rows() -> None:
    rng = np.random.default_rng(8)
    code, start = rng.integers(0, 5, 30_000), rng.integers(-1_000_000, 1_000_000, 30_000)
    order = np.lexsort((start, code))
    other = Intervals(rng.integers(0, 5, 5000), np.arange(5000) * 400 - 1_000_000, np.arange(5000) * 400 - 999_300)
    i, j = Intervals(code, start, start + 500).overlap(other)
    row, found = Intervals(code[order], start[order], start[order] + 500).overlap(other)
    back = np.argsort(order[row], kind="stable")
    assert np.array_equal(i, order[row][back]) and np.array_equal(j, found[back]) and len(i) > 10_000
    threaded = Intervals(code, start, start + 500).overlap(other, threads=2)
    assert np.array_equal(threaded[0], i) and np.array_equal(threaded[1], j)


@pytest.mark.parametrize("kind", ["str", "object", "category"])
def test_columns_of_pandas_are_sets_of_names(kind: str) -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"chrom": ["chr2", "chr10", "chr2", "chr1"], "start": [5, 0, 1, 7], "end": [9, 4, 6, 8]})
    columns = table.chrom.astype(kind), table.start, table.end
    plain = Intervals(table.chrom.tolist(), table.start.to_numpy(), table.end.to_numpy())
    for ours, expected in zip(Intervals(*columns).overlap(plain), plain.overlap(plain), strict=True):
        assert ours.tolist() == expected.tolist()
    assert Intervals(*columns).coverage()[0].tolist() == ["chr1", "chr10", "chr2", "chr2", "chr2"]
    with pytest.raises(ValueError, match="chrom: row 1 has no chromosome; leave such rows out"):
        Intervals(table.chrom.where(table.start > 0).astype(kind), table.start, table.end)


@pytest.mark.parametrize("threads", [1, 3])
def test_few_intervals_find_what_a_sweep_finds(threads: int) -> None:
    rng = np.random.default_rng(5)
    start = rng.integers(0, 40_000, 40_000)
    many = Intervals(start % 3, start, start + rng.integers(1, 60, len(start)))
    start = rng.integers(0, 40_000, 300)
    few = start % 3, start, start + rng.integers(1, 60, len(start))
    i, j = Intervals(*few).overlap(many, threads=threads)
    # Three times as many are no longer few.
    rows = np.repeat(np.arange(300), 3)
    also_i, also_j = Intervals(*(column[rows] for column in few)).overlap(many, threads=threads)
    first = rows[also_i] * 3 == also_i
    assert len(i) > 300 and np.array_equal(i, rows[also_i[first]]) and np.array_equal(j, also_j[first])
    assert np.array_equal(np.bincount(i, minlength=300), Intervals(*few).count(many, threads=threads))
