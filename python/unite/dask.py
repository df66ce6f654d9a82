"""Films, pictures, intervals and points on a Dask cluster, with the bytes and rows of one machine.

```python
from unite.dask import encode_film

if __name__ == "__main__":
    print(encode_film("s3://bucket/clip.y4m", "s3://bucket/clip.mp4", client="tcp://host:8786", qp=26))
```

`client` is a `distributed.Client`, the address of a scheduler, or `None` for `workers` processes on this machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import cluster, film, pictures, tasks
from .clip import Clip, describe
from .cluster import CallFailed, ClusterError
from .film import DamagedParts, FilmError, FilmReport
from .pictures import PicturesReport
from .progress import Progress
from .store import Place, place
from .tables import overlap
from .tiles import count_within, nearest, within

if TYPE_CHECKING:
    from distributed import Client

__all__ = [
    "ClusterError",
    "FilmError",
    "FilmReport",
    "PicturesReport",
    "count_within",
    "encode_film",
    "encode_pictures",
    "nearest",
    "overlap",
    "within",
]

#: How often parts that do not have the bytes of their records are made again before a job gives up.
_REPAIRS = 3


def encode_film(
    url: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    client: Client | str | None = None,
    keyint: int = 250,
    periods: int = 1,
    *,
    workers: int | None = None,
    size: tuple[int, int] | str | None = None,
    pix_fmt: str | None = None,
    fps: tuple[int, int] | str | None = None,
    seek: int = 0,
    frames: int | None = None,
    keep_partial: bool = False,
    pad: bool = False,
    threads: int = 1,
    retries: int = 3,
    keep_parts: bool = False,
    storage_options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
    **options: Any,
) -> FilmReport:
    """Encodes a film to H.264 on many workers; the output has the bytes that `encode` writes on one machine.

    `url` is Y4M, raw video (with `size`), or numbered pictures (`shot-%04d.y4m`, a list): a local path or any fsspec URL. `out` ends in
    `.264` or `.mp4`. A part is `periods` times `keyint` pictures. Parts lie in `OUT.parts/` until the output is complete; parts that are
    there and whole are not made again. `options` are the switches of `encode` (`qp`, `crf`, `preset`, ...), with `_` for `-`. `crf` needs
    `scenecut=0`.

    Raises `ValueError` for what cannot be encoded in parts, `OSError` for places that refuse, `ClusterError` for a cluster that cannot be
    used or a part that fails. There is no output then, and parts stay.
    """
    started = time.perf_counter()
    source = describe(
        url,
        size=size,
        pix_fmt=pix_fmt,
        fps=fps,
        keep_partial=keep_partial,
        step=_step(keyint, periods),
        storage_options=storage_options,
    )
    target = place(out, storage_options)
    parts = film.plan(
        source,
        target,
        keyint=keyint,
        periods=periods,
        options=options,
        threads=threads,
        seek=seek,
        frames=frames,
        pad=pad,
    )
    if any(one.url == target.url for one in source.places):
        raise FilmError(f"{target.url}: is the input, and would be overwritten: give the output another name")
    tasks.open_session(parts[0])  # Wrong switches are an error before a worker starts.
    target.check_writable()
    _say_notes(source, say)
    if progress is not None:
        progress.expect(sum(part.count for part in parts))
    with cluster.connected(client, workers or min(len(parts), os.cpu_count() or 1), say) as connection:
        records = _encode_parts(connection, parts, retries, progress)
        made = sum(record.made for record in records)
        for attempt in range(_REPAIRS + 1):
            try:
                size_of_output, sha256 = film.join(parts, records, target)
                break
            except DamagedParts as damaged:
                if attempt == _REPAIRS:
                    raise ClusterError(
                        f"{damaged}: does not keep the bytes that were written, {_REPAIRS + 1} times: look into the disk; parts are kept"
                    ) from damaged
                again = _encode_parts(connection, damaged.parts, retries, None)
                made += len(again)
                by_first = {record.first: record for record in again}
                records = [by_first.get(record.first, record) for record in records]
    if not keep_parts:
        film.remove_parts(parts)
    return FilmReport(
        output=target.url,
        pictures=sum(record.count for record in records),
        bytes=size_of_output,
        sha256=sha256,
        parts=len(parts),
        made=made,
        seconds=time.perf_counter() - started,
        worker_seconds=sum(record.seconds for record in records),
        note=source.note,
    )


def _step(keyint: Any, periods: Any) -> int:
    return keyint * periods if isinstance(keyint, int) and isinstance(periods, int) and keyint * periods > 0 else 250


def _say_notes(source: Clip, say: Callable[[str], None] | None) -> None:
    if say is not None and source.note is not None:
        say(source.note)
    if say is not None and source.rate is None:
        say(f"{source.name}: states no frame rate: 25 frames a second are assumed; fps sets another")


def _encode_parts(
    client: Client, parts: Sequence[tasks.Part], retries: int, progress: Progress | None
) -> list[tasks.Record]:
    records: dict[int, tasks.Record] = {}
    failed: list[str] = []
    by_first = {part.first: part for part in parts}
    calls = ((part.first, (part,)) for part in parts)
    report = progress.running if progress is not None else None
    results = cluster.run(client, tasks.encode_part, calls, retries=retries, on_progress=report)
    for first, result in results:
        part = by_first[first]
        if not isinstance(result, CallFailed):
            records[first] = result
            if progress is not None:
                progress.ended(first, result.count, result.made)
            continue
        failed.append(f"{part.pictures}: {result.message}")
        if not result.killed:  # A fault of the input or of the place: other parts would have it, too.
            results.close()
            break
    if failed:
        folder = parts[0].place.url.rsplit("/", 1)[0]
        more = f" (and {len(failed) - 1} other parts)" if len(failed) > 1 else ""
        raise ClusterError(f"{failed[0]}{more}; parts that are complete are kept in {folder}")
    return [records[part.first] for part in parts]


def encode_pictures(
    urls: Iterable[str | os.PathLike[str]],
    out_dir: str | os.PathLike[str],
    client: Client | str | None = None,
    *,
    workers: int | None = None,
    skip_existing: bool = False,
    retries: int = 3,
    storage_options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
    on_row: Callable[[tasks.Picture], None] | None = None,
    **options: Any,
) -> PicturesReport:
    """Encodes pictures to JPEG on many workers: `photo.png` becomes `OUT_DIR/photo.jpg`, with the bytes of `encode --strip`.

    Reads PNM and NumPy's `.npy`, and with Pillow what it reads. `options` are those of `unite.jpeg.encode` (`quality`, `sampling`, ...);
    with `lossless=True` those of `unite.jpeg.encode_lossless`. A picture that fails is a row with its reason and stops nothing.
    `on_row` is called for each row as it comes; the report has all of them in the order of `urls`.
    """
    started = time.perf_counter()
    pictures.check_options(options)
    folder = place(out_dir, storage_options)
    pairs = pictures.pairs(urls, folder, storage_options)
    if pairs:
        pairs[0][1].check_writable()
    rows: dict[int, tasks.Picture] = {}
    size = pictures.BatchSize()
    with cluster.connected(client, workers, say) as connection:
        results = cluster.run(
            connection,
            tasks.encode_pictures,
            _batches(pairs, size, cluster.threads_of(connection), options, skip_existing),
            retries=retries,
            ahead=2,
        )
        for (first, count), result in results:
            if isinstance(result, CallFailed):
                found = [_lost(pair, result) for pair in pairs[first : first + count]]
            else:
                found, seconds = result
                size.learn(count, seconds)
            for number, row in enumerate(found, first):
                rows[number] = row
                if on_row is not None:
                    on_row(row)
            if progress is not None:
                progress.ended(first, count)
    return PicturesReport([rows[number] for number in sorted(rows)], time.perf_counter() - started)


def _batches(
    pairs: Sequence[tuple[Place, Place]],
    size: pictures.BatchSize,
    threads: int,
    options: Mapping[str, Any],
    skip_existing: bool,
) -> Iterator[tuple[tuple[int, int], tuple[Any, ...]]]:
    first = 0
    while first < len(pairs):
        # The last batches are smaller, so that workers end together; a call costs as much as a small picture.
        share = max(4, -(-(len(pairs) - first) // (2 * threads)))
        batch = pairs[first : first + min(size.next(), share)]
        yield (first, len(batch)), (batch, dict(options), skip_existing)
        first += len(batch)


def _lost(pair: tuple[Place, Place], failed: CallFailed) -> tasks.Picture:
    return tasks.Picture(pair[0].url, pair[1].url, error=failed.message)
