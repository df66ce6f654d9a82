"""Arrays of every kind: read, copied, or refused with their shape; other threads run meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from unite import h264, jpeg
from unite.intervals import Intervals
from unite.points import RadiusIndex

RNG = np.random.default_rng(5)
PICTURE = RNG.integers(0, 256, (40, 56, 3), np.uint8)


def kinds(array: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Arrays with the same elements that lie otherwise in memory."""
    strided = np.zeros([2 * size for size in array.shape], array.dtype)[
        tuple(slice(None, None, 2) for _ in array.shape)
    ]
    strided[...] = array
    fixed = array.copy()
    fixed.flags.writeable = False
    raw = np.zeros(array.nbytes + 1, np.uint8)
    unaligned = raw[1:].view(array.dtype).reshape(array.shape)
    unaligned[...] = array
    backward = array[::-1].copy()[::-1]
    return {
        "strided": strided,
        "Fortran": np.asfortranarray(array),
        "read-only": fixed,
        "unaligned": unaligned,
        "backward": backward,
    }


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("kind", ["strided", "Fortran", "read-only", "unaligned", "backward"])
def test_pictures_do_not_depend_on_where_samples_lie(kind: str, bits: int) -> None:
    picture = PICTURE if bits == 8 else PICTURE.astype(np.uint16) * 257
    other = kinds(picture)[kind]
    assert jpeg.encode_lossless(other) == jpeg.encode_lossless(picture)
    if bits == 8:
        assert jpeg.encode(other) == jpeg.encode(picture)


def test_qualities_are_any_numbers_with_a_decimal() -> None:
    files = [jpeg.encode(PICTURE, quality=quality) for quality in (84, 84.5, 85)]
    assert len(set(files)) == 3
    assert files[0] == jpeg.encode(PICTURE, quality=84.0) == jpeg.encode(PICTURE, quality=np.uint8(84))
    assert files[1] == jpeg.encode(PICTURE, quality=np.float32(84.5))
    assert jpeg.encode(PICTURE, quality=np.float32(84.1)) == jpeg.encode(PICTURE, quality=84.1)


@pytest.mark.parametrize("kind", ["strided", "Fortran", "read-only", "unaligned", "backward"])
def test_planes_and_points_do_not_depend_on_where_elements_lie(kind: str) -> None:
    luma = RNG.integers(0, 256, (32, 48), np.uint8)

    def stream(y: NDArray[np.uint8]) -> bytes:
        session = h264.Session(48, 32, monochrome=True, qp=30)
        return b"".join(unit.data for unit in session.push(y) + session.finish())

    assert stream(kinds(luma)[kind]) == stream(luma)
    points = RNG.random((200, 3))
    expected = RadiusIndex(points).radius(points, 0.2)
    found = RadiusIndex(kinds(points)[kind]).radius(kinds(points)[kind], 0.2)
    assert all(np.array_equal(one, other) for one, other in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: jpeg.encode(PICTURE.astype(np.float32)), r"\(40, 56, 3\) and dtype float32"),
        (lambda: jpeg.encode(np.zeros((4, 4, 2), np.uint8)), "1, 3 or 4 components, got 2"),
        (lambda: jpeg.encode(np.zeros((4, 4, 4), np.uint8)), "say which by format="),
        (lambda: jpeg.encode(np.zeros((0, 4), np.uint8)), "0"),
        (lambda: jpeg.encode(np.zeros(4, np.uint8)), "1 axes"),
        (lambda: jpeg.encode([[1]]), "an object of type list"),
        (lambda: jpeg.encode(PICTURE, quality=0), "quality"),
        (lambda: jpeg.encode(PICTURE, quality=-1), "quality -1 is not allowed"),
        (lambda: jpeg.encode(PICTURE, quality=84.55), "quality 84.55 is not allowed"),
        (lambda: jpeg.encode(PICTURE, quality=float("nan")), "quality nan is not allowed"),
        (lambda: jpeg.encode(PICTURE, quality="best"), "quality: expected a number, got best"),
        (lambda: jpeg.encode(PICTURE, threads=0), "1 or more threads, got 0"),
        (
            lambda: jpeg.encode_lossless(np.full((4, 4), 300, np.uint16), precision=8),
            "row 0, column 0 has more than 8 bits",
        ),
        (lambda: h264.Session(48, 32).push(np.zeros((31, 48), np.uint8)), r"shape \(32, 48\).*\(31, 48\)"),
        (lambda: h264.Session(48, 32, monochrome=True).push(np.zeros((31, 48), np.uint8)), r"\(32, 48\).*\(31, 48\)"),
        (lambda: h264.Session(48, 31), "31"),
        (lambda: h264.Session(48, 32, crf=99), "use 0 to 51"),
        (lambda: h264.Session(48, 32, recon="x"), "recon is a switch of the command"),
        (lambda: h264.Session(48, 32, beauty=1), "--beauty"),
        (lambda: RadiusIndex(np.zeros((3, 4))), r"\(3, 4\) and dtype float64"),
        (lambda: RadiusIndex(np.zeros((3, 2))).count(np.zeros((3, 3)), 1.0), r"\(n, 2\)"),
        (lambda: RadiusIndex(np.zeros((3, 2))).count(np.zeros((3, 2)), -1.0), "radius from 0 on"),
        (lambda: RadiusIndex(np.full((1, 2), np.nan)), "NaN"),
        (lambda: Intervals([1], [2], [2]), "start 2 is not below end 2"),
        (lambda: Intervals([1], [2], [3, 4]), "one length"),
        (lambda: Intervals([1], [0.5], [2.0]), "float64"),
        (lambda: Intervals([1], [1], [2]).overlap(Intervals(["a"], [1], [2])), "codes and the other strings"),
    ],
)
def test_wrong_arguments_are_one_line(call: Callable[[], object], line: str) -> None:
    with pytest.raises(ValueError, match=line) as found:
        call()
    assert "\n" not in str(found.value)


def test_empty_arrays_have_empty_results() -> None:
    none = Intervals(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64))
    some = Intervals([0], [1], [2])
    assert [len(part) for part in none.overlap(some)] == [0, 0] == [len(part) for part in some.overlap(none)]
    assert some.count(none).tolist() == [0] and [part.tolist() for part in some.nearest(none)] == [[-1], [-1]]
    index = RadiusIndex(np.zeros((0, 2)))
    assert index.count(np.zeros((2, 2)), 1.0).tolist() == [0, 0] and len(index) == 0
    indptr, indices = index.radius(np.zeros((0, 2)), 1.0)
    assert indptr.tolist() == [0] and indices.tolist() == []


def test_other_threads_run_meanwhile() -> None:
    picture = RNG.integers(0, 65536, (3000, 3000), np.uint16)
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    try:
        before = counted[0]
        jpeg.encode_lossless(picture)
        during = counted[0] - before
    finally:
        stop.set()
        counter.join()
    # Without the lock, the counter gets its turn many times; with it, at most once before and after.
    assert during > 10_000


def test_threads_change_nothing() -> None:
    points, queries = RNG.random((3000, 2)), RNG.random((2000, 2))
    index = RadiusIndex(points)
    one, many = index.nearest(queries, 4), index.nearest(queries, 4, threads=3)
    assert all(np.array_equal(a, b) for a, b in zip(one, many, strict=True))
    starts = RNG.integers(0, 100_000, 9000)
    table = Intervals(RNG.integers(0, 5, 9000), starts, starts + 1 + RNG.integers(0, 200, 9000))
    one, many = table.overlap(table), table.overlap(table, threads=3)
    assert all(np.array_equal(a, b) for a, b in zip(one, many, strict=True))
    assert jpeg.encode_lossless(PICTURE, threads=3, restart=8) == jpeg.encode_lossless(PICTURE, restart=8)
