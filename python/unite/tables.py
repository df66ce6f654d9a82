"""Tables of intervals on a Dask cluster: pairs, counts and nearest intervals of two tables, with the rows of one process.

Tables of pandas are cut here and sent; those of `dask.dataframe` stay where they are and are sorted into partitions by the cluster.
Results in `out` are files of parquet, one or more for a partition, so there may be more pairs than memory.
"""

# Libraries without types of their own.
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import cluster, partitions, tasks
from .partitions import TARGET, Line
from .store import Place, place
from .tasks import Columns

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

_HOW = ("inner", "count", "nearest")
#: Pairs in memory at a time while a partition is written.
_PAIRS = 2_000_000


@dataclass(frozen=True)
class OverlapReport:
    """The files that were written: their folder, their number, and the rows of all."""

    output: str
    files: int
    rows: int


def overlap(
    a: Any,
    b: Any,
    client: Client | str | None = None,
    columns: Sequence[str] = ("chrom", "start", "end"),
    how: str = "inner",
    *,
    suffixes: tuple[str, str] = ("_1", "_2"),
    out: str | os.PathLike[str] | None = None,
    target: int = TARGET,
    workers: int | None = None,
    retries: int = 3,
    storage_options: Mapping[str, Any] | None = None,
    say: Callable[[str], None] | None = None,
) -> Any:
    """Joins two tables of half-open intervals by overlap.

    - `"inner"`: one row for each pair, the columns of `a` with the first suffix and those of `b` with the second.
    - `"count"`: the rows of `a`, with a column `count`.
    - `"nearest"`: one row for each of `a`, with the columns of the nearest of `b` on its chromosome, and `distance`; 0 if they overlap.

    Returns a `pandas.DataFrame` for pandas, rows in the order of `a` and then of `b`; a `dask.dataframe` if one of the tables is one. With
    `out`, a folder, rows are written to parquet files there and an `OverlapReport` is returned. A partition has about `target` intervals.
    """
    if how not in _HOW:
        raise ValueError(f"how is {how}; there are {', '.join(_HOW)}")
    for name, table in (("a", a), ("b", b)):
        missing = [column for column in columns if column not in table.columns]
        if missing:
            raise ValueError(
                f"{name}: has no column {missing[0]}: say columns=(..), the names of chromosome, start and end"
            )
    folder = None if out is None else place(out, storage_options)
    if folder is not None:
        folder.child("part").check_writable()
    if not (_is_pandas(a) and _is_pandas(b)):
        from .dask_tables import overlap_of_dask

        return overlap_of_dask(a, b, client, tuple(columns), how, suffixes, folder, target)
    with cluster.connected(client, workers, say) as connection:
        return _of_pandas(connection, a, b, tuple(columns), how, suffixes, folder, target, retries)


def _is_pandas(table: Any) -> bool:
    return type(table).__module__.split(".")[0] == "pandas"


def _of_pandas(
    client: Client,
    a: pd.DataFrame,
    b: pd.DataFrame,
    columns: tuple[str, ...],
    how: str,
    suffixes: tuple[str, str],
    folder: Place | None,
    target: int,
    retries: int,
) -> Any:
    names = chromosomes([unique_of(a[columns[0]], "a"), unique_of(b[columns[0]], "b")])
    left, right = columns_of(a, columns, names, "a"), columns_of(b, columns, names, "b")
    line = partitions.line_of([left, right], max(len(names), 1), target)
    work = _calls(left, right, line, how)
    if folder is not None:
        calls: Iterator[tuple[int, tuple[Any, ...]]] = (
            (number, _with_frames(a, b, parts, how, suffixes, folder.child(f"part-{number:05d}.parquet")))
            for number, parts in work
        )
        rows = [result for _, result in cluster.results(client, write_partition, calls, "partition", retries=retries)]
        return OverlapReport(folder.url, len(rows), int(sum(rows)))
    calls = ((number, (*parts, how)) for number, parts in work)
    found = [result for _, result in cluster.results(client, tasks.overlap, calls, "partition", retries=retries)]
    none = np.empty(0, np.int64)
    i = np.concatenate([none, *(one[0] for one in found)])
    j = np.concatenate([none, *(one[1] for one in found)])
    if how == "count":
        counts = np.zeros(len(a), np.int64)
        np.add.at(counts, i, j)
        return a.assign(count=counts)
    order = np.lexsort((j, i))
    return joined_rows(a, b, i[order], j[order], columns, suffixes, how)


def _calls(left: Columns, right: Columns, line: Line, how: str) -> Iterator[tuple[int, tuple[Columns, ...]]]:
    """Yields the intervals of each partition: those of a that start in it and that cross into it, those of b, and those that start in it."""
    a, b = partitions.split(left, line), partitions.split(right, line)
    beyond = partitions.neighbours(right, line) if how == "nearest" else None
    for number in range(len(line)):
        own, crossing = left[a.own[number]], left[a.crossing[number]]
        others_own, others = right[b.own[number]], partitions.joined(right[b.own[number]], right[b.crossing[number]])
        if beyond is not None:
            others, crossing = partitions.joined(others, right[beyond[number]]), crossing[:0]
        if len(own) or (len(crossing) and len(others_own)):
            yield number, (own, crossing, others, others_own)


def _with_frames(
    a: pd.DataFrame, b: pd.DataFrame, parts: tuple[Columns, ...], how: str, suffixes: tuple[str, str], file: Place
) -> tuple[Any, ...]:
    """Returns the arguments of `write_partition`: the rows that a partition needs, and its intervals with rows among those."""
    own, crossing, others, others_own = parts
    if how == "count":
        raise ValueError("out is for how=inner and how=nearest; a table of counts is as long as a")
    # The intervals of b that a partition touches are in the order of their rows, those that start in it among them.
    rows_a, rows_b = np.concatenate([own.row, crossing.row]), others.row
    local = [
        np.arange(len(own)),
        np.arange(len(own), len(rows_a)),
        np.arange(len(rows_b)),
        np.searchsorted(rows_b, others_own.row),
    ]
    moved = [
        Columns(part.chrom, part.start, part.end, row.astype(np.int64)) for part, row in zip(parts, local, strict=True)
    ]
    return a.iloc[rows_a], b.iloc[rows_b], *moved, how, suffixes, file


def write_partition(
    a: pd.DataFrame,
    b: pd.DataFrame,
    own: Columns,
    crossing: Columns,
    others: Columns,
    others_own: Columns,
    how: str,
    suffixes: tuple[str, str],
    file: Place,
) -> int:
    """Writes the rows of a partition to a parquet file, some millions of pairs at a time; returns their number."""
    import pyarrow
    import pyarrow.parquet

    written = 0
    schema = _schema(a, b, suffixes, how)
    with file.unfinished() as path, pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for i, j in chunks(own, crossing, others, others_own, how):
            frame = joined_rows(a, b, i, j, (), suffixes, how)
            writer.write_table(pyarrow.Table.from_pandas(frame, schema, preserve_index=False))
            written += len(i)
    return written


def _schema(a: pd.DataFrame, b: pd.DataFrame, suffixes: tuple[str, str], how: str) -> Any:
    """Returns the types of the columns, from some rows: those of a result with no rows would be unknown."""
    import pyarrow

    some = np.arange(min(1000, max(len(a), len(b))) if len(a) and len(b) else 0)
    frame = joined_rows(a, b, some % max(len(a), 1), some % max(len(b), 1), (), suffixes, how)
    found = pyarrow.Table.from_pandas(frame, preserve_index=False).schema
    for number, field in enumerate(found):
        if pyarrow.types.is_null(field.type):
            found = found.set(number, field.with_type(pyarrow.string()))
    return found


def chunks(
    own: Columns, crossing: Columns, others: Columns, others_own: Columns, how: str
) -> Iterator[tuple[Any, Any]]:
    """Yields the rows of pairs, at least once, in pieces of some millions; counts tell before how many there will be."""
    if how == "nearest":
        i, j = tasks.overlap(own, crossing, others, others_own, how)
        yield i, j
        return
    for first, (here, there) in enumerate(((own, others), (crossing, others_own))):
        index = partitions.index(there) if len(here) and len(there) else None
        total = np.cumsum(partitions.counts_of(here, there, index))
        pieces = max(1, -(-int(total[-1]) // _PAIRS)) if len(total) else (1 if first == 0 else 0)
        bounds = [0, *(np.searchsorted(total, [_PAIRS * n for n in range(1, pieces)]) if pieces > 1 else []), len(here)]
        for low, high in zip(bounds, bounds[1:], strict=False):
            if high > low or first == 0:
                i, j = partitions.pairs_of(here[int(low) : int(high)], there, index)
                yield i, j


def joined_rows(
    a: pd.DataFrame, b: pd.DataFrame, i: Any, j: Any, columns: tuple[str, ...], suffixes: tuple[str, str], how: str
) -> pd.DataFrame:
    """Returns the rows `i` of a beside the rows `j` of b; missing values where `j` is -1."""
    import pandas as pd

    left = a.iloc[i].add_suffix(suffixes[0]).reset_index(drop=True)
    if how == "nearest" and len(j) and int(j.min()) < 0:
        right = b.iloc[np.maximum(j, 0)] if len(b) else b.reindex([0] * len(j))
        right = right.add_suffix(suffixes[1]).reset_index(drop=True).convert_dtypes()
        right[j < 0] = pd.NA
    else:
        right = b.iloc[j].add_suffix(suffixes[1]).reset_index(drop=True)
    both = pd.concat([left, right], axis=1)
    if how == "nearest" and columns:
        start, end = columns[1], columns[2]
        gaps = [
            both[start + suffixes[1]] - both[end + suffixes[0]],
            both[start + suffixes[0]] - both[end + suffixes[1]],
        ]
        both["distance"] = pd.concat(gaps, axis=1).max(axis=1).clip(lower=0)
    return both


def unique_of(names: pd.Series[Any], table: str) -> Any:
    """Returns the different names of a column of chromosomes; refuses missing ones."""
    if bool(names.isna().any()):
        row = int(np.flatnonzero(names.isna().to_numpy())[0])
        raise ValueError(f"{table}: row {row} has no chromosome: leave such rows out")
    return names.unique()


def chromosomes(found: Sequence[Any]) -> pd.Index[Any]:
    """Returns all names, sorted; the place of a name is its code."""
    import pandas as pd

    return pd.Index(np.concatenate([np.asarray(names, object) for names in found])).unique().sort_values()


def columns_of(
    table: pd.DataFrame, columns: tuple[str, ...], names: pd.Index[Any], which: str, first_row: int = 0
) -> Columns:
    """Returns the intervals of a table; refuses those whose end is not above their start."""
    import pandas as pd

    chrom, start, end = (table[column] for column in columns)
    for name, values in ((columns[1], start), (columns[2], end)):
        if values.dtype.kind not in "iu":
            raise ValueError(
                f"{which}: column {name} is {values.dtype}, not whole numbers: convert it with astype('int64')"
            )
    starts, ends = start.to_numpy(np.int64), end.to_numpy(np.int64)
    wrong = np.flatnonzero(ends <= starts)
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(
            f"{which}: row {row + first_row} ends at {ends[row]}, not above its start {starts[row]}: leave out empty intervals"
        )
    codes, found = pd.factorize(chrom)
    codes = names.get_indexer(np.asarray(found, object)).astype(np.int32)[codes]
    return Columns(codes, starts, ends, np.arange(first_row, first_row + len(table), dtype=np.int64))
