"""The work of one machine, as plain functions: a part of a film, a batch of pictures, a partition of intervals, a tile of points.

No engine is imported here. Dask calls these functions in `unite.dask`; Ray and Spark can call them as they are. Every argument and
result can be pickled, and a function called twice with the same arguments writes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import __version__, clip, pictures
from .clip import Clip
from .points import RadiusIndex
from .store import Place, to_json

if TYPE_CHECKING:
    from numpy.typing import NDArray


def version() -> str:
    """The version of the package; all machines of a job need the same."""
    return str(__version__)


# ---------------------------------------------------------------------------------------------------------------- films


@dataclass(frozen=True)
class Part:
    """A range of a film that begins and ends at key pictures, and the place of its stream."""

    clip: Clip
    #: The picture of the input at which the film begins, and the numbers of the part's pictures in the film.
    seek: int
    first: int
    count: int
    #: The switches of the stream, by the command's names.
    options: Mapping[str, Any]
    #: Threads of one encoder. They change no byte.
    threads: int
    #: Repeat the last column or row of an odd size.
    pad: bool
    #: The stream, and beside it the record, with `.json` at the end.
    place: Place
    version: str

    @property
    def pictures(self) -> str:
        """The numbers of its pictures, for messages."""
        last = self.first + self.count - 1
        return f"picture {self.first}" if self.count == 1 else f"pictures {self.first} to {last}"

    @property
    def record_place(self) -> Place:
        """The place of the record."""
        return self.place.beside(".json")


@dataclass(frozen=True)
class Record:
    """The content of a part, written beside it when it is complete."""

    first: int
    count: int
    bytes: int
    sha256: str
    #: Whether this call encoded the part, or found it.
    made: bool = field(default=True, compare=False)
    #: Seconds that the task took on its worker.
    seconds: float = field(default=0.0, compare=False)

    def stated(self) -> dict[str, Any]:
        """Returns the fields that are written."""
        return {"first": self.first, "count": self.count, "bytes": self.bytes, "sha256": self.sha256}


def read_record(part: Part) -> Record | None:
    """Returns the record of a part, or `None` if there is none, or one that does not describe this part."""
    try:
        found = json.loads(part.record_place.read())
        record = Record(found["first"], found["count"], found["bytes"], found["sha256"], made=False)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return record if (record.first, record.count) == (part.first, part.count) else None


def whole_part(part: Part) -> Record | None:
    """Returns the record of a part whose stream is there with the bytes that the record says, otherwise `None`."""
    record = read_record(part)
    if record is None:
        return None
    try:
        is_whole = part.place.size() == record.bytes and part.place.sha256() == record.sha256
    except OSError:
        return None
    return record if is_whole else None


def encode_part(part: Part, progress: Callable[[int], None] | None = None) -> Record:
    """Encodes a part and writes its stream and its record; a part that is there and whole is not made again.

    Pictures are read one at a time. `progress` is called with the number of pictures read since the last call.
    """
    if part.version != version():
        raise ValueError(
            f"this worker has unite {version()}, the job {part.version}: install the same version on all machines"
        )
    started = time.perf_counter()
    found = whole_part(part)
    if found is not None:
        return found
    if part.clip.identities != tuple(place.identity() for place in part.clip.places):
        raise ValueError(f"{part.clip.name}: has changed since the job began: start it again")
    digest, size, units = hashlib.sha256(), 0, 0
    with part.place.writer() as file:
        for data in access_units(part, progress):
            digest.update(data)
            file.write(data)
            size += len(data)
            units += 1
    if units != part.count:
        part.place.remove()
        raise RuntimeError(
            f"{part.place.url}: holds {units} access units for {part.count} pictures; please report this"
        )
    record = Record(part.first, part.count, size, digest.hexdigest())
    part.record_place.write(to_json(record.stated()))
    return Record(record.first, record.count, size, record.sha256, seconds=time.perf_counter() - started)


def access_units(part: Part, progress: Callable[[int], None] | None = None) -> Iterator[bytes]:
    """Yields the access units of a part as a byte stream, as soon as they are coded."""
    source = part.clip
    width, height = coded_size(source, part.pad)
    session = open_session(part)
    planes = [np.empty((rows, columns), np.uint8) for columns, rows in plane_sizes(width, height, source.gray)]
    reported, waiting = time.monotonic(), 0
    for samples in clip.frames(source, part.seek + part.first, part.count):
        given = split_planes(samples, source.width, source.height, source.gray)
        if (width, height) != (source.width, source.height):
            for to, plane in zip(planes, given, strict=True):
                more = [(0, there - here) for there, here in zip(to.shape, plane.shape, strict=True)]
                to[:] = np.pad(plane, more, mode="edge")
            given = planes
        for unit in session.push(*given):
            yield unit.data
        waiting += 1
        if progress is not None and time.monotonic() - reported > 1:
            progress(waiting)
            reported, waiting = time.monotonic(), 0
    for unit in session.finish():
        yield unit.data
    if progress is not None and waiting:
        progress(waiting)


def open_session(part: Part) -> Any:
    """Returns the encoder of a part; raises `ValueError` for switches that it refuses."""
    from . import h264

    width, height = coded_size(part.clip, part.pad)
    return h264.Session(
        width,
        height,
        monochrome=part.clip.gray,
        frame_rate=part.clip.rate or (25, 1),
        first_picture=part.first,
        threads=part.threads,
        **{**signal(part.clip), **part.options},
    )


def coded_size(source: Clip, pad: bool) -> tuple[int, int]:
    """Returns the columns and rows that are coded: even ones for 4:2:0."""
    width, height = source.width, source.height
    if source.gray or (width % 2 == 0 and height % 2 == 0):
        return width, height
    if not pad:
        raise ValueError(
            f"{source.name}: has frames of {width}x{height}, but 4:2:0 needs even sizes: pad repeats the last column or row"
        )
    return width + width % 2, height + height % 2


def plane_sizes(width: int, height: int, gray: bool) -> list[tuple[int, int]]:
    """Returns columns and rows of each plane."""
    chroma = ((width + 1) // 2, (height + 1) // 2)
    return [(width, height)] if gray else [(width, height), chroma, chroma]


def split_planes(samples: memoryview, width: int, height: int, gray: bool) -> list[NDArray[np.uint8]]:
    """Returns the planes of a frame as arrays over its bytes."""
    planes, start = [], 0
    for columns, rows in plane_sizes(width, height, gray):
        planes.append(np.frombuffer(samples, np.uint8, columns * rows, start).reshape(rows, columns))
        start += columns * rows
    return planes


def signal(source: Clip) -> dict[str, Any]:
    """Returns the switches that follow from a film's header."""
    found: dict[str, Any] = {}
    if source.aspect is not None:
        found["sar"] = f"{source.aspect[0]}:{source.aspect[1]}"
    if source.full_range is not None:
        found["range"] = "pc" if source.full_range else "tv"
    return found


# ------------------------------------------------------------------------------------------------------------- pictures


@dataclass(frozen=True)
class Picture:
    """The result of a picture: its output and bytes, or an error."""

    input: str
    output: str
    bytes: int = 0
    error: str | None = None
    #: Whether the output was there before.
    skipped: bool = False


def encode_pictures(
    batch: Sequence[tuple[Place, Place]], options: Mapping[str, Any], skip_existing: bool = False
) -> tuple[list[Picture], float]:
    """Encodes pictures to JPEG, each from a place to a place; returns what became of each, and the seconds of all.

    A picture that cannot be read or encoded stops nothing: its error is in its row.
    """
    started = time.perf_counter()
    rows = [pictures.encode_one(source, target, options, skip_existing) for source, target in batch]
    return [Picture(**row) for row in rows], time.perf_counter() - started


# ------------------------------------------------------------------------------------------------------------ intervals


def overlap(
    own: Columns, crossing: Columns, others: Columns, others_own: Columns, how: str
) -> tuple[NDArray[Any], ...]:
    """Finds the pairs, counts or nearest intervals of a partition.

    `own` are intervals of a that start in the partition, `crossing` those that reach into it; `others` are all intervals of b that
    touch it, `others_own` those that start in it. So each pair is found once, where the larger of its two starts lies.
    Results carry the rows of the whole tables.
    """
    from .partitions import counted, nearest, pairs

    if how == "count":
        return counted(own, crossing, others, others_own)
    if how == "nearest":
        return nearest(own, others)
    return pairs(own, crossing, others, others_own)


@dataclass(frozen=True)
class Columns:
    """Intervals as arrays: chromosome codes, starts, ends, and their rows in the whole table."""

    chrom: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    row: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.row)

    def __getitem__(self, which: Any) -> Columns:
        return Columns(self.chrom[which], self.start[which], self.end[which], self.row[which])


# --------------------------------------------------------------------------------------------------------------- points


def points_in_tile(
    points: NDArray[Any], ids: NDArray[np.int64], centers: NDArray[Any], radius: float, how: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Finds the points within `radius` of each centre of a tile. `points` are those of the tile and of its margin, `ids` their rows.

    Returns `(indptr, indices)` as CSR, rows ascending for each centre, or `(counts, empty)` for `how="count"`.
    """
    if how == "count":
        return RadiusIndex(points).count(centers, radius), np.empty(0, np.int64)
    indptr, found = RadiusIndex(points).radius(centers, radius)
    return indptr, sorted_rows(indptr, ids[found])


def nearest_in_tile(
    points: NDArray[Any], ids: NDArray[np.int64], centers: NDArray[Any], k: int
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Finds the `k` nearest points of each centre of a tile: `(distances, rows)`, both centres x k, sorted by distance, then by row."""
    distances, found = RadiusIndex(points).nearest(centers, k)
    return distances, ids[found]


def sorted_rows(indptr: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns the rows sorted within each range of `indptr`."""
    owner = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    return rows[np.lexsort((rows, owner))]
